//! Opening handles whose fields name something else than they should.

use super::fields::{descriptor_offsets, offsets_of, open_descriptors, report, with_field};
use super::foreign_files::ForeignFiles;
use super::support::{
    number, observe_all, pattern, refused, size_info, verify_handle, verify_object, write_object,
};
use std::cell::Cell;
use std::collections::BTreeSet;
use ur_ipc_fixtures::api::{PhysicalMemHandle, VirtualMemAccessFlags};
use ur_ipc_fixtures::ladder::{
    Family, Fixture, PhysMemFixture, PhysMemHandleFixture, Physical, QueueFixture, UrContextTest,
    UrIpcPhysMemHandleTest, UrIpcPhysMemTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{create_shareable_physical, export_physical, reserve};
use ur_ipc_fixtures::{Called, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::open::unknown_pid",
        &["physical_memory.open.unknown_pid"],
        with!(PhysMemHandleFixture, unknown_pid),
    )
    .roles(&[Role { name: EXPORTER, body: exporter }])
    .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValueUnknownPid"]),
    Test::new(
        "physical_memory::open::forged_foreign_fd",
        &["physical_memory.open.forged_foreign_fd"],
        with!(ForgedDescriptors, own_files),
    ),
    Test::new(
        "physical_memory::open::forged_producer_fd",
        &["physical_memory.open.forged_foreign_fd"],
        with!(ForgedDescriptors, files_of_the_producer),
    )
    .roles(&[Role { name: OPENER, body: opener }]),
    Test::new(
        "physical_memory::open::forged_size_field",
        &["physical_memory.open.forged_size_field"],
        with!(PhysMemFixture, forged_size),
    ),
];

const EXPORTER: &str = "exporter";
const OPENER: &str = "opener";

/// A handle that names a process which does not exist is refused.
fn unknown_pid(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let mut peer = Peer::start(t, EXPORTER)?;
    let theirs = peer.recv("handle")?;
    let their_pid = peer.pid();
    peer.meet("compared")?;
    peer.join()?;
    let own = f.handle();
    let own_pid = std::process::id();
    let offsets = offsets_of(&[(&own, own_pid.to_le_bytes()), (&theirs, their_pid.to_le_bytes())]);
    report(t, "the process id", &offsets);
    let mut seen = BTreeSet::new();
    for at in offsets {
        // Linux gives out no process id of this size.
        for nobody in [i32::MAX, i32::MAX - 1, 1 << 30] {
            let code = refused(t, f.context(), &with_field(&own, at, &nobody.to_le_bytes()))?;
            seen.insert(code.to_string());
        }
    }
    observe_all(t, "a handle of no process is refused with", seen);
    f.open(t)?.release()
}

fn exporter(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = PhysMemHandleFixture::set_up(t)?;
    link.send("handle", &f.handle())?;
    link.meet("compared")
}

/// An object with known content, its handle, and copies of the handle that name other files of this process.
struct ForgedDescriptors<'t> {
    files: Cell<Option<ForeignFiles>>,
    forged: Vec<Vec<u8>>,
    parent: PhysMemHandleFixture<'t>,
}

impl<'t> Fixture<'t> for ForgedDescriptors<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let before = open_descriptors()?;
        let parent = PhysMemHandleFixture::set_up(t)?;
        write_object(t, &parent, parent.physical(), parent.size(), pattern(t, 0))?;
        let other = create_shareable_physical(t, parent.context(), parent.size())?;
        let exported = export_physical(t, parent.context(), other.raw())?;
        let handle = parent.handle();
        let offsets = descriptor_offsets(&[&handle, &exported.bytes()], &before)?;
        report(t, "the descriptor", &offsets);
        let files = ForeignFiles::new(t, parent.size())?;
        let forged = offsets
            .iter()
            .flat_map(|&at| files.descriptors().map(|fd| with_field(&handle, at, &fd.to_le_bytes())))
            .collect();
        Ok(Self { files: Cell::new(Some(files)), forged, parent })
    }
}

impl ForgedDescriptors<'_> {
    /// Checks the files that the forged handles name.
    fn files_unharmed(&self, t: &TestContext<'_>) -> TestResult {
        let files = self.files.take().map(|files| files.unharmed(t)).transpose()?;
        self.files.set(files);
        Ok(())
    }
}

/// Opens a handle with a forged field: gives the call and what it opened, or how it was refused.
#[track_caller]
fn open_forged<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    forged: &[u8],
) -> TestResult<Result<(Called<'t>, PhysicalMemHandle), String>> {
    let mut out = 0;
    let called = Physical::open(t.ur(), f.context(), t.env().device(), forged.into(), forged.len(), &mut out);
    if !called.result.is_success() {
        return Ok(Err(format!("is refused with {}", called.expect_error()?)));
    }
    Ok(Ok((called, Physical::raw(out))))
}

/// Opens a handle with a forged field. An implementation that does not use the field opens the object that the
/// handle was made for, as it should. Gives what happened.
fn refused_or_true<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrQueueTest,
    forged: &[u8],
    size: usize,
) -> TestResult<String> {
    let (called, object) = match open_forged(t, f, forged)? {
        Ok(opened) => opened,
        Err(refusal) => return Ok(refusal),
    };
    let true_object = size_info(t, object)
        .and_then(|seen| t.check_eq("size of what was opened", seen, size))
        .and_then(|()| verify_object(t, f, object, size, pattern(t, 0)));
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    if true_object.is_err() {
        return Err(called.fail("a handle that names another file was opened as if it were memory"));
    }
    Ok("opens the true object: the field is not used".to_owned())
}

/// Handles that name a file, a pipe or a socket of this process are refused, and those stay as they were.
fn own_files(t: &TestContext<'_>, f: &ForgedDescriptors<'_>) -> TestResult {
    let mut seen = BTreeSet::new();
    for forged in &f.forged {
        seen.insert(refused_or_true(t, &f.parent, forged, f.parent.size())?);
        f.files_unharmed(t)?;
    }
    observe_all(t, "a handle that names another file", seen);
    verify_handle(t, &f.parent, &f.parent.handle(), f.parent.size(), pattern(t, 0))
}

/// The same handles, opened by a consumer, to which they name files of the producer.
fn files_of_the_producer(t: &TestContext<'_>, f: &ForgedDescriptors<'_>) -> TestResult {
    let mut peer = Peer::start(t, OPENER)?;
    peer.send("size", &f.parent.size().to_le_bytes())?;
    peer.send("count", &f.forged.len().to_le_bytes())?;
    for forged in &f.forged {
        peer.send("handle", forged)?;
        peer.meet("tried")?;
        f.files_unharmed(t)?;
    }
    peer.send("handle", &f.parent.handle())?;
    peer.join()
}

fn opener(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let mut seen = BTreeSet::new();
    for _ in 0..number(&link.recv("count")?)? {
        seen.insert(refused_or_true(t, &f, &link.recv("handle")?, size)?);
        link.meet("tried")?;
    }
    observe_all(t, "a handle that names another file", seen);
    verify_handle(t, &f, &link.recv("handle")?, size, pattern(t, 0))
}

/// A handle that claims more memory than there is is refused, or nothing of the excess can be reached.
fn forged_size(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (size, granule) = (f.size(), f.granule());
    write_object(t, f, f.physical(), size, pattern(t, 0))?;
    let handle = f.export(t)?;
    let smaller = create_shareable_physical(t, f.context(), granule)?;
    let larger = create_shareable_physical(t, f.context(), 5 * granule)?;
    let exports = [
        export_physical(t, f.context(), smaller.raw())?.bytes(),
        export_physical(t, f.context(), larger.raw())?.bytes(),
    ];
    let own = handle.bytes();
    let offsets = offsets_of(&[
        (&own, size.to_le_bytes()),
        (&exports[0], granule.to_le_bytes()),
        (&exports[1], (5 * granule).to_le_bytes()),
    ]);
    report(t, "the size", &offsets);
    let mut seen = BTreeSet::new();
    for at in offsets {
        for claimed in [size + 1, size + granule, 16 * size, 1 << 40, usize::MAX - granule + 1, usize::MAX] {
            let forged = with_field(&own, at, &claimed.to_le_bytes());
            seen.insert(claims_no_more(t, f, &forged, size)?);
        }
    }
    observe_all(t, "a handle of excessive size", seen);
    verify_handle(t, f, &own, size, pattern(t, 0))
}

fn claims_no_more<'t>(
    t: &'t TestContext<'t>,
    f: &impl UrIpcPhysMemTest,
    forged: &[u8],
    size: usize,
) -> TestResult<String> {
    let object = match open_forged(t, f, forged)? {
        Ok((_, object)) => object,
        Err(refusal) => return Ok(refusal),
    };
    let claimed = size_info(t, object)?;
    t.check(claimed <= size, format!("an import of {size} bytes claims to have {claimed}"))?;
    let reservation = reserve(t, f.context(), size + f.granule())?;
    let at = reservation.raw().0;
    let access = VirtualMemAccessFlags::READ_WRITE;
    t.ur().virtual_mem_map(f.context(), at.raw(), size + f.granule(), object, 0, access).expect_error()?;
    t.ur().virtual_mem_map(f.context(), at.raw(), f.granule(), object, size, access).expect_error()?;
    reservation.release()?;
    verify_object(t, f, object, claimed, pattern(t, 0))?;
    t.ur().ipc_close_phys_mem_handle_exp(f.context(), object).ok()?;
    Ok("opens, and its import has no more than the true size".to_owned())
}
