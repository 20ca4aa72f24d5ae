//! The bytes that `urIPCOpenEventHandleExp` gets: copied, corrupted, out of date.

use crate::mutated_handles::{garbage, open_flipped};
use crate::open_calls::{Opening, open_or_refusal};
use crate::untouched::UNTOUCHED_BYTE;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{EventInfo, EventStatus};
use ur_ipc_fixtures::hierarchy::{Events, UrContextTest, UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::{At, IPC_EVENTS, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::open");
    // Corrupt handles are refused or give an event that can be released; the real one still opens.
    group.test("corrupt_bytes").checks("event.open.corrupt_bytes").on(|_, f: &UrIpcEventHandleTest| {
        open_garbage(f, &f.handle())?;
        let import = f.open()?;
        f.signal_and_finish(f.event())?;
        import.wait_complete("an import opened after corrupt ones")
    });

    // The same in a process that did not export the event.
    let draft = group.test("corrupt_bytes_in_peer").checks("event.open.corrupt_bytes");
    draft.across(|s, f: &At<UrIpcEventHandleTest>| {
        let bytes = s.tell(|_| Ok(f.handle()))?;
        let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
        let imports = s.at(&peer, |_| {
            let first = c.in_context().open_event(&bytes)?;
            open_garbage(&c, &bytes)?;
            Ok([first, c.in_context().open_event(&bytes)?])
        })?;
        s.here(|_| f.signal_and_finish(f.event()))?;
        s.at(&peer, |_| {
            imports.iter().try_for_each(|import| import.wait_complete("an import opened beside corrupt ones"))
        })?;
        s.leave(peer)?;
        s.here(|_| f.event().check_complete("the source after corrupt opens elsewhere"))
    });

    group.test("byte_copy").checks("event.open.byte_copy").on(byte_copy);
    group.test("stale").checks("event.open.stale").needs(&[IPC_EVENTS]).across(stale);
}

/// The most bits of a handle that are flipped, one after another.
const FLIPS: usize = 512;

/// Opens zeroed, random and flipped bytes of the size of `real`.
fn open_garbage(f: &UrContextTest, real: &[u8]) -> TestResult {
    for bytes in garbage(f.t(), real.len(), 32) {
        Opening::of(f, &bytes).leaves_output::<Events>(f.t())?;
    }
    open_flipped::<Events>(f, real, FLIPS)
}

/// A copy of the bytes opens at any alignment, and is not written to.
fn byte_copy(t: &TestContext, f: &UrIpcEventHandleTest) -> TestResult {
    let bytes = f.handle();
    for shift in 0..16 {
        let mut buffer = vec![UNTOUCHED_BYTE; bytes.len() + 32];
        let place = shift..shift + bytes.len();
        buffer[place.clone()].copy_from_slice(&bytes);
        let before = buffer.clone();
        let import = f.in_context().open_event(&buffer[place])?;
        t.check(buffer == before, format!("Open changed the copy at offset {shift}"))?;
        f.signal_and_finish(f.event())?;
        import.wait()?;
        import.release()?;
    }
    // The copy may go as soon as Open has returned.
    let mut copy = bytes.clone();
    let import = f.in_context().open_event(&copy)?;
    copy.fill(0);
    f.signal_and_finish(&import)?;
    f.event().wait()?;
    import.release()
}

/// Records what opening does after Put, and after the release of the source.
fn stale(s: &Scenario, f: &At<UrQueueTest>) -> TestResult {
    let source = s.here(|_| f.in_context().shareable_event())?;
    let bytes = s.tell(|_| {
        f.signal_and_finish(&source)?;
        let handle = source.export()?;
        let bytes = handle.bytes();
        handle.release()?;
        Ok(bytes)
    })?;
    let (peer, there) = s.peer_with::<UrContextTest>("consumer")?;
    s.at(&peer, |_| observe_open(&there, &bytes, "opening in another process after Put"))?;
    s.here(|_| observe_open(f, &bytes, "opening in the same process after Put"))?;
    s.here(|_| source.take().release())?;
    s.at(&peer, |_| observe_open(&there, &bytes, "opening in another process after Put and Release"))?;
    s.here(|_| observe_open(f, &bytes, "opening in the same process after Put and Release"))?;
    s.leave(peer)
}

fn observe_open(f: &UrContextTest, bytes: &[u8], what: &str) -> TestResult {
    let t = f.t();
    match open_or_refusal::<Events>(f, bytes)? {
        Err(code) => t.observe(what, code),
        Ok((_, event)) => {
            // A status does not block, whatever became of the source.
            let (name, mut status) = (EventInfo::COMMAND_EXECUTION_STATUS, EventStatus(u32::MAX));
            let asked = t.ur().event_get_info(event, name, 4, (&raw mut status).cast(), null_mut()).ok();
            t.ur().event_release(event).ok()?;
            asked?;
            t.observe(what, format!("works, and the event reports {status}"));
        }
    }
    Ok(())
}
