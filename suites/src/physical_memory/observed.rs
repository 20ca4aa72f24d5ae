//! What UR leaves open: tried in a process of its own, and written down.

use super::fields::{descriptor_offsets, offsets_of, open_descriptors, with_field};
use super::support::{SENTINEL, get_call, pattern, verify_handle, verify_object, write_object};
use ur_ipc_fixtures::ladder::{
    Family, Fixture, OpenedPhysMemFixture, PhysMemFixture, PhysMemHandleFixture, Physical, UrContextTest,
    UrIpcOpenedPhysMemTest, UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::{create_shareable_physical, export_physical, physical_refcount};
use ur_ipc_fixtures::{Link, Peer, Role, Stop, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::get::reexport_imported",
        &["physical_memory.get.reexport_imported"],
        with!(PhysMemFixture, in_a_peer),
    )
    .roles(&[Role { name: TRIES, body: reexport_imported }]),
    Test::new(
        "physical_memory::open::corrupt_fields",
        &["physical_memory.open.corrupt_fields"],
        with!(PhysMemFixture, in_a_peer),
    )
    .roles(&[Role { name: TRIES, body: corrupt_fields }])
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueCorruptedFields"]),
    Test::new(
        "physical_memory::close::local_object",
        &["physical_memory.close.local_object"],
        with!(PhysMemFixture, in_a_peer),
    )
    .roles(&[Role { name: TRIES, body: close_local_object }]),
];

const TRIES: &str = "tries";

/// Lets a process try it, and records what it tells, or how it ended.
fn in_a_peer(t: &TestContext<'_>, _: &PhysMemFixture<'_>) -> TestResult {
    let mut peer = Peer::start(t, TRIES)?;
    match peer.recv("outcome") {
        Ok(outcome) => {
            t.observe("outcome", String::from_utf8_lossy(&outcome));
            if let Some(status) = peer.wait_death()? {
                t.observe("the process that tried it ended with", status);
            }
            Ok(())
        }
        Err(Stop::Fail(failure)) if !failure.timed_out => {
            t.observe("the process that tried it failed", failure);
            Ok(())
        }
        Err(stop) => Err(stop),
    }
}

/// Exports an import.
fn reexport_imported(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = OpenedPhysMemFixture::set_up(t)?;
    write_object(t, &f, f.physical(), f.size(), pattern(t, 0))?;
    let outcome = match export_physical(t, f.context(), f.opened()) {
        Ok(exported) => match verify_handle(t, &f, &exported.bytes(), f.size(), pattern(t, 0)) {
            Ok(()) => "gives a handle of the same memory".to_owned(),
            Err(stop) => format!("gives a handle that does not open the same memory: {stop:?}"),
        },
        Err(_) => format!("is rejected with {}", get_call(t, f.context(), f.opened()).result),
    };
    link.send("outcome", format!("Get on an import {outcome}").as_bytes())
}

/// Opens a handle with a size of 0, a negative descriptor or a process id that is none.
fn corrupt_fields(t: &TestContext<'_>, link: &Link) -> TestResult {
    let before = open_descriptors()?;
    let f = PhysMemHandleFixture::set_up(t)?;
    let other = create_shareable_physical(t, f.context(), f.granule())?;
    let exported = export_physical(t, f.context(), other.raw())?;
    let (own, theirs) = (f.handle(), exported.bytes());
    let pid = std::process::id().to_le_bytes();
    let sizes = offsets_of(&[(&own, f.size().to_le_bytes()), (&theirs, f.granule().to_le_bytes())]);
    let pids = offsets_of(&[(&own, pid), (&theirs, pid)]);
    let descriptors = descriptor_offsets(&[&own, &theirs], &before)?;

    let mut outcome = String::new();
    let mut attempt = |what: &str, offsets: &[usize], value: &[u8]| -> TestResult {
        for &at in offsets {
            let bytes = with_field(&own, at, value);
            let mut out = SENTINEL;
            let data = bytes.as_slice().into();
            let called = Physical::open(t.ur(), f.context(), t.env().device(), data, bytes.len(), &mut out);
            outcome += &format!("{what} at offset {at}: {}; ", called.result);
            if called.result.is_success() {
                Physical::close(t.ur(), f.context(), Physical::raw(out)).ok()?;
            }
        }
        if offsets.is_empty() {
            outcome += &format!("{what}: no such field was found; ");
        }
        Ok(())
    };
    attempt("a size of 0", &sizes, &0u64.to_le_bytes())?;
    attempt("descriptor -1", &descriptors, &(-1i32).to_le_bytes())?;
    attempt("process id 0", &pids, &0i32.to_le_bytes())?;
    attempt("process id -1", &pids, &(-1i32).to_le_bytes())?;
    link.send("outcome", outcome.trim_end_matches("; ").as_bytes())
}

/// Closes an object that was created here, and that has a reference to spare.
fn close_local_object(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = PhysMemFixture::set_up(t)?;
    let object = create_shareable_physical(t, f.context(), f.size())?.forget();
    write_object(t, &f, object, f.size(), pattern(t, 0))?;
    t.ur().physical_mem_retain(object).ok()?;
    let result = t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).result;
    let left = physical_refcount(t, object)?;
    let content = match verify_object(t, &f, object, f.size(), pattern(t, 0)) {
        Ok(()) => "its content is intact".to_owned(),
        Err(stop) => format!("its content is not intact: {stop:?}"),
    };
    let outcome = format!("Close on a local object: {result}; {left} of 2 references are left; {content}");
    link.send("outcome", outcome.as_bytes())?;
    (0..left).try_for_each(|_| t.ur().physical_mem_release(object).ok())
}
