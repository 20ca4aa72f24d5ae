//! Behaviour that UR leaves open: tried in a process of its own, and written down.

use crate::call_checks::{get, observe_in_peer};
use crate::fields::{descriptor_offsets, offsets_of, open_descriptors, with_field};
use crate::open_calls::open_and_close;
use ur_ipc_fixtures::api::PhysicalMemInfo;
use ur_ipc_fixtures::hierarchy::{
    Fixture, Physical, UrIpcOpenedPhysMemTest, UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::physical_info;
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::get");
    group
        .test("reexport_imported")
        .checks("physical_memory.get.reexport_imported")
        .across(|s, _: &At<UrIpcPhysMemTest>| observe_in_peer(s, "alone", reexport_imported));

    let mut group = tests.group("physical_memory", "physical_memory::open");
    group
        .test("corrupt_fields")
        .checks("physical_memory.open.corrupt_fields")
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueCorruptedFields"])
        .across(|s, _: &At<UrIpcPhysMemTest>| observe_in_peer(s, "alone", corrupt_fields));

    let mut group = tests.group("physical_memory", "physical_memory::close");
    group
        .test("local_object")
        .checks("physical_memory.close.local_object")
        .across(|s, _: &At<UrIpcPhysMemTest>| observe_in_peer(s, "alone", close_local_object));
}

/// Exports an import.
fn reexport_imported(t: &TestContext, f: &UrIpcOpenedPhysMemTest) -> TestResult {
    f.fill(t.pattern(0))?;
    let outcome = match f.opened().export() {
        Ok(exported) => match f.verify_handle(&exported.bytes(), t.pattern(0)) {
            Ok(()) => "gives a handle of the same memory".to_owned(),
            Err(stop) => format!("gives a handle that does not open the same memory: {stop:?}"),
        },
        Err(_) => format!("rejected with {}", get::<Physical>(t, f.context(), f.opened().raw()).0.result),
    };
    t.observe("Get on an import", outcome);
    Ok(())
}

/// Opens a handle with a size of 0, a negative descriptor or a process id that is none.
fn corrupt_fields(t: &TestContext, (): &()) -> TestResult {
    let before = open_descriptors()?;
    let f = UrIpcPhysMemHandleTest::set_up(t)?;
    let other = f.in_context().shareable_physical(f.granule())?;
    let exported = other.export()?;
    let (own, theirs) = (f.handle(), exported.bytes());
    let pid = std::process::id().to_le_bytes();
    let sizes = offsets_of(&[(&own, f.size().to_le_bytes()), (&theirs, f.granule().to_le_bytes())]);
    let pids = offsets_of(&[(&own, pid), (&theirs, pid)]);
    let descriptors = descriptor_offsets(&[&own, &theirs], &before)?;

    let attempt = |what: &str, offsets: &[usize], value: &[u8]| -> TestResult {
        for &at in offsets {
            let code = open_and_close::<Physical>(&f, &with_field(&own, at, value))?;
            t.observe(&format!("{what} at offset {at}"), code);
        }
        if offsets.is_empty() {
            t.observe(what, "no such field was found");
        }
        Ok(())
    };
    attempt("a size of 0", &sizes, &0u64.to_le_bytes())?;
    attempt("descriptor -1", &descriptors, &(-1i32).to_le_bytes())?;
    attempt("process id 0", &pids, &0i32.to_le_bytes())?;
    attempt("process id -1", &pids, &(-1i32).to_le_bytes())
}

/// Closes an object that was created here, and that has a reference to spare.
fn close_local_object(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    let object = f.in_context().shareable_physical(f.size())?.forget();
    f.write_physical(object, f.size(), t.pattern(0))?;
    t.ur().physical_mem_retain(object).ok()?;
    let result = t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).result;
    let left = physical_info(t, object, PhysicalMemInfo::REFERENCE_COUNT, u32::MAX)?;
    let content = match f.verify_physical(object, f.size(), t.pattern(0)) {
        Ok(()) => "its content is intact".to_owned(),
        Err(stop) => format!("its content is not intact: {stop:?}"),
    };
    t.observe("Close on a local object", format!("{result}; {left} of 2 references are left; {content}"));
    (0..left).try_for_each(|_| t.ur().physical_mem_release(object).ok())
}
