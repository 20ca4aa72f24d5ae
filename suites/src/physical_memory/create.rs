//! `urPhysicalMemCreate` with the flag for sharing.

use crate::call_checks::get;
use std::collections::BTreeSet;
use std::ptr::{from_ref, null, null_mut};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties, UrResult,
};
use ur_ipc_fixtures::hierarchy::{Physical, Shareable, UrContextTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{Called, Group, IPC_PHYSICAL_MEMORY, InCase, TestContext, Tests, VIRTUAL_MEMORY};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::create");
    flags(&mut group);
    arguments(&mut group);
}

const IPC: PhysicalMemProperties = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);

/// The properties with which objects are made in these tests: the control cases and both sides of the flag.
const ALL_PROPERTIES: [(&str, Option<PhysicalMemProperties>); 3] = [
    ("null properties", None),
    ("no flags", Some(PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET))),
    ("the flag for sharing", Some(IPC)),
];

fn create<'t>(
    t: &'t TestContext,
    context: ContextHandle,
    device: DeviceHandle,
    size: usize,
    properties: Option<&PhysicalMemProperties>,
    object: *mut PhysicalMemHandle,
) -> Called<'t> {
    t.ur().physical_mem_create(context, device, size, properties.map_or(null(), from_ref), object)
}

fn flags(group: &mut Group<'_>) {
    // Exportable objects of several sizes can be made, are different ones (of one size too), and hold what is written
    // to them.
    group
        .test("enable_ipc")
        .checks("physical_memory.create.enable_ipc")
        .twin_of(&["urPhysicalMemCreateWithFlagsParamTest.Success"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let (mut made, mut handles) = (Vec::new(), BTreeSet::new());
            for (stream, granules) in (0..).zip([1, 2, 2, 5]) {
                let (size, content) = (granules * f.granule(), t.pattern(stream));
                let object = f.in_context().physical(size, Some(IPC)).in_case(format!("{size} bytes"))?;
                t.check(handles.insert(object.raw()), "two objects have the same handle")?;
                f.write_physical(object.raw(), size, content)?;
                made.push((object, size, content));
            }
            for (object, size, content) in &made {
                f.verify_physical(object.raw(), *size, *content)?;
            }
            Ok(())
        });

    // Every reserved flag is refused, alone and beside the flag for sharing.
    group
        .test("reserved_flags")
        .checks("physical_memory.create.reserved_flags")
        .twin_of(&["urPhysicalMemCreateTest.InvalidEnumeration"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let reserved = PhysicalMemFlags::RESERVED;
            let single = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| bit & reserved != 0);
            let cases = single.flat_map(|bit| [bit, bit | PhysicalMemFlags::ENABLE_IPC.0]);
            for flags in cases.chain([0x7fff_ffff, reserved, u32::MAX]) {
                let properties = PhysicalMemProperties::new(PhysicalMemFlags(flags));
                let mut object = PhysicalMemHandle::NULL;
                create(t, f.context(), t.device(), f.granule(), Some(&properties), &raw mut object)
                    .expect(UrResult::ERROR_INVALID_ENUMERATION)
                    .in_case(format!("flags {flags:#x}"))?;
            }
            for (_, properties) in ALL_PROPERTIES {
                f.in_context().physical(f.granule(), properties)?.release()?;
            }
            Ok(())
        });

    // Where nothing can be shared, an object that claims it is refused; one without the flag is not.
    group
        .test("enable_ipc_unsupported")
        .checks("physical_memory.create.enable_ipc_unsupported")
        .needs(&[VIRTUAL_MEMORY, IPC_PHYSICAL_MEMORY.lacking()])
        .on(|t, f: &UrContextTest| {
            let granule = f.in_context().granularity()?;
            f.in_context().physical(granule, None)?.release()?;
            let mut object = PhysicalMemHandle::NULL;
            let called = create(t, f.context(), t.device(), granule, Some(&IPC), &raw mut object);
            if !called.result.is_success() {
                t.observe("creation for sharing is refused with", called.expect_error()?);
                return Ok(());
            }
            let exportable = can_be_exported(f, object);
            t.ur().physical_mem_release(object).ok()?;
            if exportable {
                t.observe("creation for sharing", "succeeds, and the object can be exported");
                return Ok(());
            }
            Err(called
                .fail("the device does not share physical memory, yet an object for sharing was created"))
        });
}

/// Whether an object can be exported, against what the device reports.
fn can_be_exported(f: &UrContextTest, object: PhysicalMemHandle) -> bool {
    let (called, data) = get::<Physical>(f.t(), f.context(), object);
    let got = called.result.is_success();
    if got {
        // Whether the Put succeeds is for other tests.
        let _ = Physical::put_call(f.t().ur(), f.context(), data);
    }
    got
}

fn arguments(group: &mut Group<'_>) {
    // A null context, device or out pointer is refused, with and without the flag.
    group
        .test("null_arguments")
        .checks("physical_memory.create.null_arguments")
        .twin_of(&[
            "urPhysicalMemCreateTest.InvalidNullHandleContext",
            "urPhysicalMemCreateTest.InvalidNullHandleDevice",
            "urPhysicalMemCreateTest.InvalidNullPointerPhysicalMem",
        ])
        .on(|t, f: &UrIpcPhysMemTest| {
            let (context, device, size) = (f.context(), t.device(), f.granule());
            for (case, properties) in ALL_PROPERTIES {
                let mut object = PhysicalMemHandle::NULL;
                let refuse = |context, device, object, wanted| {
                    create(t, context, device, size, properties.as_ref(), object).expect(wanted).in_case(case)
                };
                refuse(ContextHandle::NULL, device, &raw mut object, UrResult::ERROR_INVALID_NULL_HANDLE)?;
                refuse(context, DeviceHandle::NULL, &raw mut object, UrResult::ERROR_INVALID_NULL_HANDLE)?;
                refuse(context, device, null_mut(), UrResult::ERROR_INVALID_NULL_POINTER)?;
                f.in_context().physical(size, properties)?.release()?;
            }
            Ok(())
        });

    // Sizes beside a multiple of the granularity are refused, with and without the flag.
    group
        .test("size_granularity")
        .checks("physical_memory.create.size_granularity")
        .twin_of(&["urPhysicalMemCreateWithSizeParamTest.InvalidSize"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let granule = f.granule();
            let beside = [1, granule / 2, granule - 1, granule + 1, granule + granule / 2, 3 * granule - 1];
            for (case, properties) in ALL_PROPERTIES {
                for size in beside.into_iter().filter(|size| size % granule != 0) {
                    let mut object = PhysicalMemHandle::NULL;
                    create(t, f.context(), t.device(), size, properties.as_ref(), &raw mut object)
                        .expect(UrResult::ERROR_INVALID_SIZE)
                        .in_case(format!("{case}, {size} bytes"))?;
                }
                f.in_context().physical(3 * granule, properties)?.release()?;
            }
            Ok(())
        });
}
