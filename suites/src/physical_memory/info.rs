//! `urPhysicalMemGetInfo`, on objects made here and on imports.

use crate::call_checks::{check_sizes, invalid_size};
use crate::open_calls::Opening;
use crate::untouched::{UNTOUCHED, UNTOUCHED_BYTE, UNTOUCHED_POINTER};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType, UrResult,
};
use ur_ipc_fixtures::hierarchy::{
    Consumer, Physical, Shareable, UrIpcOpenedPhysMemTest, UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::{Context, physical_info};
use ur_ipc_fixtures::{Group, InCase, OWN_PHYSICAL_HANDLES, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::info");
    imported(&mut group);
    group.test("sizes").checks("physical_memory.info.sizes").on(sizes);
    imported_properties_and_references(&mut group);
    local(&mut group);
}

#[track_caller]
pub(super) fn context_of(t: &TestContext, object: PhysicalMemHandle) -> TestResult<ContextHandle> {
    physical_info(t, object, PhysicalMemInfo::CONTEXT, ContextHandle::from_address(UNTOUCHED))
}

#[track_caller]
pub(super) fn device_of(t: &TestContext, object: PhysicalMemHandle) -> TestResult<DeviceHandle> {
    physical_info(t, object, PhysicalMemInfo::DEVICE, DeviceHandle::from_address(UNTOUCHED))
}

/// The properties, a descriptor of the right kind; `flags` is what their buffer holds before the query.
#[track_caller]
pub(super) fn properties_of(
    t: &TestContext,
    object: PhysicalMemHandle,
    flags: PhysicalMemFlags,
) -> TestResult<PhysicalMemProperties> {
    let p_next = UNTOUCHED_POINTER.raw();
    let before = PhysicalMemProperties { stype: StructureType(u32::MAX), p_next, flags };
    let seen = physical_info(t, object, PhysicalMemInfo::PROPERTIES, before)?;
    t.check_eq("kind of descriptor", seen.stype, StructureType::PHYSICAL_MEM_PROPERTIES)?;
    Ok(seen)
}

fn imported(group: &mut Group<'_>) {
    // An import belongs to the context that it was opened in, which need not be that of the source.
    group.test("imported_context").checks("physical_memory.info.imported_context").in_consumer(
        |t, c: &Consumer<Physical>| {
            let other = Context::on_device(t)?;
            let contexts = [c.in_context(), &other];
            for context in contexts {
                let opened = context.open_physical(c.handle())?;
                t.check_eq("context of the import", context_of(t, opened.raw())?, context.raw())?;
                opened.release()?;
            }
            // Both at once.
            let opened = contexts.map(|context| Ok((context, context.open_physical(c.handle())?)));
            let opened = opened.into_iter().collect::<TestResult<Vec<_>>>()?;
            for (context, opened) in &opened {
                let what = "context of one of two imports";
                t.check_eq(what, context_of(t, opened.raw())?, context.raw())?;
            }
            opened.into_iter().try_for_each(|(_, opened)| opened.release())
        },
    );

    // An import is on the device that it was opened on, which need not be that of the source.
    group.test("imported_device").checks("physical_memory.info.imported_device").in_consumer(
        |t, c: &Consumer<Physical>| {
            let import = c.open()?;
            t.check_eq("device of the import", device_of(t, import.raw())?, t.device())?;
            import.release()?;
            let Some(other) = t.second_device_if_any() else {
                t.note_less("no second device: only the source's own was tried");
                return Ok(());
            };
            let both = Context::over(t, &[t.device(), other])?;
            let there = Opening { context: both.raw(), device: other, ..Opening::of(c, c.handle()) };
            let (called, out) = there.make::<Physical>(t);
            if !called.result.is_success() {
                // Whether a device opens what is on another one is for other tests.
                t.observe("Open on another device", called.result);
                return called.expect_error().map(drop);
            }
            let seen = device_of(t, Physical::raw(out));
            Physical::close_call(t.ur(), both.raw(), Physical::raw(out)).ok()?;
            t.check_eq("device of the import on another device", seen?, other)
        },
    );

    // An import has the size of its source, whichever that is.
    group
        .test("imported_size")
        .checks("physical_memory.info.imported_size")
        .needs(&[OWN_PHYSICAL_HANDLES])
        .on(|t, f: &UrIpcPhysMemTest| {
            for granules in [1, 2, 3, 7] {
                let source = f.in_context().shareable_physical(granules * f.granule())?;
                let handle = source.export()?;
                let size = f.in_context().open_physical(&handle.bytes())?.size()?;
                t.check(size != 0, "an import has the size 0")?;
                t.check_eq("size of the import", size, source.size()?)?;
            }
            Ok(())
        });
}

/// Every query of either side takes buffers of the size of its answer and larger ones, and refuses smaller ones.
fn sizes(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    for object in [f.physical().raw(), f.opened().raw()] {
        for &info in PhysicalMemInfo::NAMED {
            let mut size = 0usize;
            t.ur().physical_mem_get_info(object, info, 0, null_mut(), &raw mut size).ok()?;
            let ask = |size, value, ret| t.ur().physical_mem_get_info(object, info, size, value, ret);
            check_sizes(t, size, ask, invalid_size).in_case(info)?;
        }
    }
    Ok(())
}

fn imported_properties_and_references(group: &mut Group<'_>) {
    // The properties of an import are a descriptor of the right kind with nothing chained.
    group.test("imported_properties").checks("physical_memory.info.imported_properties").in_consumer(
        |t, c: &Consumer<Physical>| {
            let import = c.open()?;
            let (object, mut size) = (import.raw(), 0usize);
            t.ur()
                .physical_mem_get_info(object, PhysicalMemInfo::PROPERTIES, 0, null_mut(), &raw mut size)
                .ok()?;
            t.check_eq("bytes of the properties", size, 24)?;
            let seen = properties_of(t, object, PhysicalMemFlags(u32::MAX))?;
            t.check(seen.p_next.is_null(), format!("the properties chain to {:?}", seen.p_next))?;
            t.check(!seen.flags.has_reserved(), format!("the flags of an import are {:?}", seen.flags))?;
            t.observe("flags of an import", format!("{:?}", seen.flags));
            import.release()
        },
    );

    // Retain adds a reference to an import and Release takes it back, and neither changes another object. With how many an
    // import begins, and whether the next Open gives it again, is open.
    group.test("imported_refcount").checks("physical_memory.info.imported_refcount").on(
        |t, f: &UrIpcPhysMemHandleTest| {
            let content = t.pattern(0);
            f.fill(content)?;
            let (bystander, opened) = (f.open()?, f.open()?);
            let fresh = opened.references()?;
            t.observe("references of a fresh import", fresh);
            let others = [("another import", &bystander), ("the source", f.physical())];
            let mut before = Vec::new();
            for (name, other) in others.into_iter().filter(|(_, other)| other.raw() != opened.raw()) {
                before.push((name, other, other.references()?));
            }
            let others_as_before = |when: &str| {
                before.iter().try_for_each(|(name, other, references)| {
                    t.check_eq(
                        &format!("references of {name} after {when}"),
                        other.references()?,
                        *references,
                    )
                })
            };
            t.ur().physical_mem_retain(opened.raw()).ok()?;
            t.check_eq("references after Retain", opened.references()?, fresh + 1)?;
            others_as_before("Retain of the import")?;
            t.ur().physical_mem_release(opened.raw()).ok()?;
            t.check_eq("references after Release", opened.references()?, fresh)?;
            others_as_before("Release of the import")?;
            f.verify_physical(opened.raw(), f.size(), content)?;
            opened.release()?;

            f.verify_physical(bystander.raw(), f.size(), content)?;
            bystander.release()?;
            f.verify(content)?;
            f.verify_handle(&f.handle(), content)
        },
    );
}

/// The enumerators, each with the size of its value.
const PROPERTIES: [(PhysicalMemInfo, usize); 5] = [
    (PhysicalMemInfo::CONTEXT, size_of::<ContextHandle>()),
    (PhysicalMemInfo::DEVICE, size_of::<DeviceHandle>()),
    (PhysicalMemInfo::SIZE, size_of::<usize>()),
    (PhysicalMemInfo::PROPERTIES, size_of::<PhysicalMemProperties>()),
    (PhysicalMemInfo::REFERENCE_COUNT, size_of::<u32>()),
];

fn local(group: &mut Group<'_>) {
    // All five enumerators answer on an exportable object, its properties with the flag for sharing.
    group
        .test("local_all_five")
        .checks("physical_memory.info.local_all_five")
        .twin_of(&[
            "urPhysicalMemGetInfoTest.SuccessContext",
            "urPhysicalMemGetInfoTest.SuccessDevice",
            "urPhysicalMemGetInfoTest.SuccessSize",
            "urPhysicalMemGetInfoTest.SuccessProperties",
            "urPhysicalMemGetInfoTest.SuccessReferenceCount",
        ])
        .on(|t, f: &UrIpcPhysMemTest| {
            let object = f.physical().raw();
            for (name, expected) in PROPERTIES {
                let mut size = 0usize;
                t.ur().physical_mem_get_info(object, name, 0, null_mut(), &raw mut size).ok()?;
                t.check_eq(&format!("bytes of {name}"), size, expected)?;
            }
            t.check_eq("context", context_of(t, object)?, f.context())?;
            t.check_eq("device", device_of(t, object)?, t.device())?;
            t.check_eq("size", f.physical().size()?, f.size())?;
            t.check_eq("references", f.physical().references()?, 1)?;
            let flags = properties_of(t, object, PhysicalMemFlags::NONE_SET)?.flags;
            t.check(
                flags.contains(PhysicalMemFlags::ENABLE_IPC),
                format!("the flags of an exportable object are {flags:?}"),
            )
        });

    // Too small buffers and unknown names are refused and not written to, on local objects and on imports.
    group.test("bad_arguments").checks("physical_memory.info.bad_arguments").on(
        |t, f: &UrIpcOpenedPhysMemTest| {
            for (case, object) in [("a local object", f.physical()), ("an import", f.opened())] {
                for (name, size) in PROPERTIES {
                    for too_small in [0, 1, size - 1] {
                        query_fails(t, object.raw(), name, too_small, &[UrResult::ERROR_INVALID_SIZE])
                            .in_case(format!("{case}, {name}"))?;
                    }
                    let mut buffer = [0u8; 32];
                    let place = buffer.as_mut_ptr().cast();
                    t.ur().physical_mem_get_info(object.raw(), name, size, place, null_mut()).ok()?;
                }
                let unknown = [UrResult::ERROR_INVALID_ENUMERATION, UrResult::ERROR_UNSUPPORTED_ENUMERATION];
                for name in [5, 6, 0xffff, 0x7fff_ffff, u32::MAX].map(PhysicalMemInfo) {
                    query_fails(t, object.raw(), name, 32, &unknown).in_case(case)?;
                }
            }
            Ok(())
        },
    );
}

#[track_caller]
fn query_fails(
    t: &TestContext,
    object: PhysicalMemHandle,
    name: PhysicalMemInfo,
    size: usize,
    wanted: &[UrResult],
) -> TestResult {
    let mut buffer = [UNTOUCHED_BYTE; 32];
    let place = buffer.as_mut_ptr().cast();
    t.ur().physical_mem_get_info(object, name, size, place, null_mut()).expect_any(wanted)?;
    t.check_eq("the buffer after a refused query", buffer, [UNTOUCHED_BYTE; 32])
}
