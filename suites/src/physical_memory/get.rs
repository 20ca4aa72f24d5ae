//! `urIPCGetPhysMemHandleExp`.

use crate::call_checks::get;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties, UrResult,
};
use ur_ipc_fixtures::hierarchy::{Physical, UrIpcPhysMemTest};
use ur_ipc_fixtures::{Group, InCase, OWN_PHYSICAL_HANDLES, TestContext, TestResult, Tests, case};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::get");
    // Get gives a buffer and a size, every time.
    group
        .test("success")
        .checks("physical_memory.get.success")
        .twin_of(&["urIPCGetPhysMemHandleExpTest.Success"])
        .on(|_, f: &UrIpcPhysMemTest| (0..3).try_for_each(|_| f.export()?.release()));

    nulls(&mut group);

    // An object that was not made for sharing is not exported, and stays usable.
    group
        .test("not_exportable")
        .checks("physical_memory.get.not_exportable")
        .twin_of(&["urIPCGetPhysMemHandleExpNoIpcTest.InvalidArgumentNoIpcFlag"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let plain = PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET);
            let content = t.pattern(0);
            for (case, properties) in [("null properties", None), ("no flags", Some(plain))] {
                let object = f.in_context().physical(f.size(), properties)?;
                let refuse = || {
                    get::<Physical>(t, f.context(), object.raw()).0.expect(UrResult::ERROR_INVALID_ARGUMENT)
                };
                t.leaves_nothing(refuse).in_case(case)?;
                f.write_physical(object.raw(), f.size(), content)?;
                refuse().in_case(format!("{case}, in use"))?;
                f.verify_physical(object.raw(), f.size(), content).in_case(case)?;
            }
            f.export()?.release()
        });

    // Gets before, during and after a mapping give handles of their own; putting one leaves the others, and those of
    // another object.
    group.test("repeated").checks("physical_memory.get.repeated").needs(&[OWN_PHYSICAL_HANDLES]).on(repeated);
}

/// A test body whose call must be refused.
type Refused = fn(&TestContext, &UrIpcPhysMemTest) -> TestResult;

/// Missing arguments are refused, and no export stays behind; the same call with all of them succeeds.
fn nulls(group: &mut Group<'_>) {
    // Without a place for the buffer's address, and without any.
    let null_out_data: Refused = |t, f| {
        let mut size = 0;
        [&raw mut size, null_mut()].into_iter().try_for_each(|size| {
            t.ur()
                .ipc_get_phys_mem_handle_exp(f.context(), f.physical().raw(), null_mut(), size)
                .expect(UrResult::ERROR_INVALID_NULL_POINTER)
        })
    };
    let null_out_size: Refused = |t, f| {
        let mut data = null_mut();
        t.ur()
            .ipc_get_phys_mem_handle_exp(f.context(), f.physical().raw(), &raw mut data, null_mut())
            .expect(UrResult::ERROR_INVALID_NULL_POINTER)?;
        t.check(data.is_null(), "a refused Get gave a buffer")
    };
    group
        .table([
            case::<Refused>("null_context", "physical_memory.get.null_context", |t, f| {
                let called = get::<Physical>(t, ContextHandle::NULL, f.physical().raw()).0;
                called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)
            })
            .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullHandleContext"]),
            case::<Refused>("null_physmem", "physical_memory.get.null_physmem", |t, f| {
                let called = get::<Physical>(t, f.context(), PhysicalMemHandle::NULL).0;
                called.expect(UrResult::ERROR_INVALID_NULL_HANDLE)
            })
            .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullHandlePhysMem"]),
            case("null_out_data", "physical_memory.get.null_out_data", null_out_data)
                .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"]),
            case("null_out_size", "physical_memory.get.null_out_size", null_out_size)
                .twin_of(&["urIPCGetPhysMemHandleExpTest.InvalidNullPointerIPCHandleDataSize"]),
        ])
        .on(|t, f: &UrIpcPhysMemTest, refused| {
            t.leaves_nothing(|| refused(t, f))?;
            t.check_eq("references after refused Gets", f.physical().references()?, 1)?;
            f.export()?.release()
        });
}

fn repeated(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let (content, elsewhere) = (t.pattern(0), t.pattern(2));
    let other = f.in_context().shareable_physical(f.size())?;
    f.write_physical(other.raw(), f.size(), elsewhere)?;
    let of_other = other.export()?;
    let mut handles = vec![f.export()?, f.export()?];
    let mapping = f.physical().map(f.size())?;
    mapping.write(f.queue(), content)?;
    handles.extend([f.export()?, f.export()?]);
    mapping.release()?;
    handles.push(f.export()?);

    t.check_eq("references after Gets", f.physical().references()?, 1)?;
    t.rng(1).shuffle(&mut handles);
    loop {
        for handle in &handles {
            f.verify_handle(&handle.bytes(), content)
                .in_case(format!("with {} handles left", handles.len()))?;
        }
        let Some(handle) = handles.pop() else { break };
        handle.release()?;
        t.check_eq("references after a Put", f.physical().references()?, 1)?;
        f.verify_handle(&of_other.bytes(), elsewhere).in_case("the handle of another object")?;
    }
    // So does the release of one of two references.
    let handle = f.export()?;
    t.ur().physical_mem_retain(f.physical().raw()).ok()?;
    t.ur().physical_mem_release(f.physical().raw()).ok()?;
    f.verify_handle(&handle.bytes(), content).in_case("one of two references to the source released")?;
    handle.release()?;
    // The Gets of one object leave the handles of another alone, and the other way round.
    let (handle, another) = (f.export()?, other.export()?);
    f.verify_handle(&of_other.bytes(), elsewhere)?;
    f.verify_handle(&handle.bytes(), content)?;
    [handle, another, of_other].into_iter().try_for_each(|handle| handle.release())
}
