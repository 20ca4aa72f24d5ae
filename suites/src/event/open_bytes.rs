//! The bytes that `urIPCOpenEventHandleExp` gets: copied, corrupted, out of date.

use super::calls::{UNTOUCHED, check_complete, submit_signal, wait};
use super::fixtures::ShareableFixture;
use super::peers::Importer;
use ur_ipc_fixtures::api::{ContextHandle, EventHandle};
use ur_ipc_fixtures::ladder::{
    CONSUMER, EventHandleFixture, UrContextTest, UrIpcEventHandleTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{create_context, create_shareable_event, event_status, export_event};
use ur_ipc_fixtures::{Called, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::open::corrupt_bytes",
        &["event.open.corrupt_bytes"],
        with!(EventHandleFixture, corrupt_bytes),
    ),
    Test::new(
        "event::open::corrupt_bytes_in_peer",
        &["event.open.corrupt_bytes"],
        with!(EventHandleFixture, corrupt_bytes_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: opens_corrupt_bytes }]),
    Test::new("event::open::byte_copy", &["event.open.byte_copy"], with!(EventHandleFixture, byte_copy)),
    Test::new("event::open::stale", &["event.open.stale"], with!(ShareableFixture, stale))
        .roles(&[Role { name: CONSUMER, body: opens_stale_bytes }]),
];

/// The most bits of a handle that are flipped, one after another.
const FLIPS: usize = 512;

fn open<'t>(
    t: &'t TestContext<'_>,
    context: ContextHandle,
    bytes: &[u8],
    event: &mut EventHandle,
) -> Called<'t> {
    t.ur().ipc_open_event_handle_exp(context, bytes.as_ptr().cast(), bytes.len(), event)
}

/// Opens bytes that are no handle: an error, and no event.
#[track_caller]
fn check_refused(t: &TestContext<'_>, context: ContextHandle, bytes: &[u8]) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    open(t, context, bytes, &mut event).expect_error().map(drop)
}

/// Opens zeroed, random and flipped bytes of the size of `real`.
fn open_garbage(t: &TestContext<'_>, context: ContextHandle, real: &[u8]) -> TestResult {
    let mut rng = t.rng(0);
    check_refused(t, context, &vec![0; real.len()])?;
    check_refused(t, context, &vec![0xff; real.len()])?;
    for _ in 0..32 {
        let mut bytes = vec![0; real.len()];
        rng.fill(&mut bytes);
        check_refused(t, context, &bytes)?;
    }
    let mut bits: Vec<usize> = (0..real.len() * 8).collect();
    if bits.len() > FLIPS {
        rng.shuffle(&mut bits);
        bits.truncate(FLIPS);
    }
    let mut opened = 0;
    for &bit in &bits {
        let mut bytes = real.to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let mut event = EventHandle::from_address(UNTOUCHED);
        let called = open(t, context, &bytes, &mut event);
        if called.result.is_success() {
            t.check(!event.is_null(), format!("bit {bit} flipped: Open succeeded and gave a null event"))?;
            t.ur().event_release(event).ok()?;
            opened += 1;
        } else {
            called.expect_error()?;
        }
    }
    t.observe("handles with one flipped bit", format!("{opened} of {} opened", bits.len()));
    Ok(())
}

/// Corrupt handles are refused or give an event that can be released; the real one still opens.
fn corrupt_bytes(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    open_garbage(t, f.context(), &f.handle())?;
    let import = f.open(t)?;
    f.signal_and_finish(t, f.event())?;
    wait(t, import.raw())?;
    check_complete(t, "an import opened after corrupt ones", import.raw())
}

/// The same in a process that did not export the event.
fn corrupt_bytes_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("opened")?;
    f.signal_and_finish(t, f.event())?;
    peer.send("signalled", &[])?;
    peer.join()?;
    check_complete(t, "the source after corrupt opens elsewhere", f.event())
}

fn opens_corrupt_bytes(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    open_garbage(t, c.context(), c.handle())?;
    let import = c.open_again(t)?;
    link.send("opened", &[])?;
    link.recv("signalled")?;
    for event in [c.event(), import.raw()] {
        wait(t, event)?;
        check_complete(t, "an import opened beside corrupt ones", event)?;
    }
    Ok(())
}

/// A copy of the bytes opens at any alignment, and is not written to.
fn byte_copy(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    const GUARD: u8 = 0xa5;
    let bytes = f.handle();
    for shift in 0..16 {
        let mut buffer = vec![GUARD; bytes.len() + 32];
        buffer[shift..shift + bytes.len()].copy_from_slice(&bytes);
        let before = buffer.clone();
        let mut event = EventHandle::NULL;
        open(t, f.context(), &buffer[shift..shift + bytes.len()], &mut event).ok()?;
        t.check(!event.is_null(), "Open succeeded and gave a null event")?;
        let unchanged = t.check(buffer == before, format!("Open changed the copy at offset {shift}"));
        f.signal_and_finish(t, f.event())?;
        let waited = wait(t, event);
        t.ur().event_release(event).ok()?;
        unchanged?;
        waited?;
    }
    // The copy may go as soon as Open has returned.
    let mut copy = bytes.clone();
    let mut event = EventHandle::NULL;
    open(t, f.context(), &copy, &mut event).ok()?;
    copy.fill(0);
    f.signal_and_finish(t, event)?;
    let waited = wait(t, f.event());
    t.ur().event_release(event).ok()?;
    waited
}

/// Records what opening does after Put, and after the release of the source.
fn stale(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let source = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), source.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    let handle = export_event(t, f.context(), source.raw())?;
    let bytes = handle.bytes();
    handle.release()?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("put", &bytes)?;
    peer.recv("tried")?;
    observe_open(t, f.context(), &bytes, "opening in the same process after Put")?;
    source.release()?;
    peer.send("released", &bytes)?;
    observe_open(t, f.context(), &bytes, "opening in the same process after Put and Release")?;
    peer.join()
}

fn opens_stale_bytes(t: &TestContext<'_>, link: &Link) -> TestResult {
    let context = create_context(t, &[t.env().device()])?;
    let bytes = link.recv("put")?;
    observe_open(t, context.raw(), &bytes, "opening in another process after Put")?;
    link.send("tried", &[])?;
    let bytes = link.recv("released")?;
    observe_open(t, context.raw(), &bytes, "opening in another process after Put and Release")
}

fn observe_open(t: &TestContext<'_>, context: ContextHandle, bytes: &[u8], what: &str) -> TestResult {
    let mut event = EventHandle::NULL;
    let called = open(t, context, bytes, &mut event);
    if !called.result.is_success() {
        t.observe(what, called.result);
        return called.expect_error().map(drop);
    }
    // A status does not block, whatever became of the source.
    let status = event_status(t, event);
    t.ur().event_release(event).ok()?;
    t.observe(what, format!("works, and the event reports {}", status?));
    Ok(())
}
