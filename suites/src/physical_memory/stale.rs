//! Opening handles that were put.

use super::support::{
    leaves_nothing, number, observe_all, pattern, refused, system, verify_handle, verify_object, write_object,
};
use std::collections::BTreeSet;
use std::fs::File;
use ur_ipc_fixtures::ladder::{
    CONSUMER, Family, Fixture, PhysMemFixture, Physical, QueueFixture, UrContextTest, UrIpcPhysMemTest,
    UrQueueTest,
};
use ur_ipc_fixtures::objects::{create_shareable_physical, export_physical, open_physical};
use ur_ipc_fixtures::{Link, Pattern, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::open::stale_handle",
        &["physical_memory.open.stale_handle"],
        with!(PhysMemFixture, stale_handle),
    )
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueStaleHandle"]),
    Test::new(
        "physical_memory::open::stale_handle_fd_reused",
        &["physical_memory.open.stale_handle_fd_reused"],
        with!(PhysMemFixture, fd_reused),
    ),
    Test::new(
        "physical_memory::open::stale_handle_file_reused",
        &["physical_memory.open.stale_handle_fd_reused"],
        with!(PhysMemFixture, file_reused),
    ),
    Test::new(
        "physical_memory::open::stale_handle_fd_reused_elsewhere",
        &["physical_memory.open.stale_handle_fd_reused"],
        with!(PhysMemFixture, fd_reused_elsewhere),
    )
    .roles(&[Role { name: CONSUMER, body: open_stale }]),
    Test::new(
        "cross_process::physical_memory::open_after_put",
        &["cross_process.physical_memory.open_after_put"],
        with!(PhysMemFixture, open_after_put),
    )
    .roles(&[Role { name: CONSUMER, body: open_before_and_after }]),
];

/// A saved copy of the bytes opens nothing once its handle was put, whatever other handles there are.
fn stale_handle(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let other = f.export(t)?;
    let handle = f.export(t)?;
    let stale = handle.bytes();
    // Control; and an Open before must not make one after the Put succeed.
    verify_handle(t, f, &stale, f.size(), content)?;
    handle.release()?;
    leaves_nothing(t, || refused(t, f.context(), &stale).map(drop))?;
    let code = refused(t, f.context(), &stale)?;
    t.observe("a stale handle is refused with", code);
    verify_handle(t, f, &other.bytes(), f.size(), content)?;
    other.release()?;
    refused(t, f.context(), &stale)?;

    // What held the place of the handle may now be held by another one of the same object.
    let again = f.export(t)?;
    let seen = opens_nothing_else(t, f, &stale, f.size(), content)?;
    let same_bytes = again.bytes() == stale;
    t.observe("a stale handle beside a new one of its object", format!("{seen} (same bytes: {same_bytes})"));
    again.release()
}

/// Opens a stale handle of an object that held `former`: anything but an error or that object is a failure.
/// Gives what happened.
fn opens_nothing_else<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    stale: &[u8],
    size: usize,
    former: Pattern,
) -> TestResult<String> {
    let mut out = 0;
    let called = Physical::open(t.ur(), f.context(), t.env().device(), stale.into(), stale.len(), &mut out);
    if !called.result.is_success() {
        return Ok(format!("is refused with {}", called.expect_error()?));
    }
    let object = Physical::raw(out);
    let same = verify_object(t, f, object, size, former);
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    if same.is_err() {
        return Err(called.fail("a stale handle opened a different object"));
    }
    Ok("still opens the object that it was made for".to_owned())
}

/// Exports of other objects take the place of a handle that was put: its bytes do not open them.
fn fd_reused(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (former, latter) = (pattern(t, 0), pattern(t, 1));
    write_object(t, f, f.physical(), f.size(), former)?;
    let other = create_shareable_physical(t, f.context(), f.size())?;
    write_object(t, f, other.raw(), f.size(), latter)?;
    let mut seen = BTreeSet::new();
    for _ in 0..3 {
        let handle = f.export(t)?;
        let stale = handle.bytes();
        handle.release()?;
        let mut replacements = Vec::new();
        for _ in 0..4 {
            replacements.push(export_physical(t, f.context(), other.raw())?);
            seen.insert(opens_nothing_else(t, f, &stale, f.size(), former)?);
        }
        leaves_nothing(t, || opens_nothing_else(t, f, &stale, f.size(), former).map(drop))?;
        for replacement in &replacements {
            verify_handle(t, f, &replacement.bytes(), f.size(), latter)?;
        }
    }
    observe_all(t, "a stale handle", seen);
    Ok(())
}

/// Other files of the process take the descriptor numbers of a handle that was put.
fn file_reused(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let former = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), former)?;
    let handle = f.export(t)?;
    let stale = handle.bytes();
    handle.release()?;
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    for _ in 0..8 {
        files.push(system("opening /proc/self/exe", File::open("/proc/self/exe"))?);
        seen.insert(opens_nothing_else(t, f, &stale, f.size(), former)?);
    }
    observe_all(t, "a stale handle", seen);
    for file in &files {
        let metadata = system("a file that took the number", file.metadata())?;
        t.check(metadata.is_file(), "a file that took the number of a stale handle was replaced")?;
    }
    Ok(())
}

/// As in one process, for a consumer that holds the stale bytes.
fn fd_reused_elsewhere(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (former, latter) = (pattern(t, 0), pattern(t, 1));
    write_object(t, f, f.physical(), f.size(), former)?;
    let other = create_shareable_physical(t, f.context(), f.size())?;
    write_object(t, f, other.raw(), f.size(), latter)?;
    let handle = f.export(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("size", &f.size().to_le_bytes())?;
    peer.send("handle", &handle.bytes())?;
    peer.meet("opened")?;
    handle.release()?;
    let mut replacements = Vec::new();
    for _ in 0..4 {
        replacements.push(export_physical(t, f.context(), other.raw())?);
    }
    peer.meet("replaced")?;
    peer.join()?;
    verify_object(t, f, other.raw(), f.size(), latter)
}

fn open_stale(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let stale = link.recv("handle")?;
    verify_handle(t, &f, &stale, size, pattern(t, 0))?;
    link.meet("opened")?;
    link.meet("replaced")?;
    let seen = opens_nothing_else(t, &f, &stale, size, pattern(t, 0))?;
    t.observe("a stale handle", seen);
    Ok(())
}

/// A consumer cannot open a handle that the producer has put; what it opened before works on.
fn open_after_put(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    write_object(t, f, f.physical(), f.size(), pattern(t, 0))?;
    let handle = f.export(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("size", &f.size().to_le_bytes())?;
    peer.send("handle", &handle.bytes())?;
    peer.meet("opened")?;
    handle.release()?;
    peer.meet("put")?;
    peer.join()?;
    verify_object(t, f, f.physical(), f.size(), pattern(t, 1))
}

fn open_before_and_after(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let bytes = link.recv("handle")?;
    let import = open_physical(t, f.context(), &bytes)?;
    verify_object(t, &f, import.raw(), size, pattern(t, 0))?;
    link.meet("opened")?;
    link.meet("put")?;
    leaves_nothing(t, || refused(t, f.context(), &bytes).map(drop))?;
    let code = refused(t, f.context(), &bytes)?;
    t.observe("a handle that was put is refused with", code);
    write_object(t, &f, import.raw(), size, pattern(t, 1))?;
    import.release()
}
