//! The bytes that `urIPCOpenEventHandleExp` gets: copied, corrupted, out of date.

use crate::untouched::{UNTOUCHED, UNTOUCHED_BYTE};
use ur_ipc_fixtures::api::{ContextHandle, EventHandle, EventInfo, EventStatus};
use ur_ipc_fixtures::ladder::{Fixture, UrIpcEventHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{At, Called, IPC_EVENTS, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::open");
    // Corrupt handles are refused or give an event that can be released; the real one still opens.
    group.test("corrupt_bytes").checks("event.open.corrupt_bytes").on(|t, f: &UrIpcEventHandleTest| {
        open_garbage(t, f.context(), &f.handle())?;
        let import = f.open()?;
        f.signal_and_finish(f.event())?;
        import.wait()?;
        import.check_complete("an import opened after corrupt ones")
    });

    // The same in a process that did not export the event.
    let draft = group.test("corrupt_bytes_in_peer").checks("event.open.corrupt_bytes");
    draft.across(|s, f: &At<UrIpcEventHandleTest>| {
        let bytes = s.tell(|_| Ok(f.handle()))?;
        let peer = s.peer("consumer")?;
        let c = s.at(&peer, UrQueueTest::set_up)?;
        let imports = s.at(&peer, |t| {
            let first = c.in_context().open_event(&bytes)?;
            open_garbage(t, c.context(), &bytes)?;
            Ok([first, c.in_context().open_event(&bytes)?])
        })?;
        s.here(|_| f.signal_and_finish(f.event()))?;
        s.at(&peer, |_| {
            imports.iter().try_for_each(|import| {
                import.wait()?;
                import.check_complete("an import opened beside corrupt ones")
            })
        })?;
        s.leave(peer)?;
        s.here(|_| f.event().check_complete("the source after corrupt opens elsewhere")).map(drop)
    });

    group.test("byte_copy").checks("event.open.byte_copy").on(byte_copy);
    group.test("stale").checks("event.open.stale").needs(&[IPC_EVENTS]).across(stale);
}

/// The most bits of a handle that are flipped, one after another.
const FLIPS: usize = 512;

fn open<'u>(t: &'u TestContext, context: ContextHandle, bytes: &[u8], event: &mut EventHandle) -> Called<'u> {
    t.ur().ipc_open_event_handle_exp(context, bytes.as_ptr().cast(), bytes.len(), event)
}

/// Opens bytes that are no handle: an error, and no event.
#[track_caller]
fn check_refused(t: &TestContext, context: ContextHandle, bytes: &[u8]) -> TestResult {
    let mut event = EventHandle::from_address(UNTOUCHED);
    open(t, context, bytes, &mut event).expect_error().map(drop)
}

/// Opens zeroed, random and flipped bytes of the size of `real`.
fn open_garbage(t: &TestContext, context: ContextHandle, real: &[u8]) -> TestResult {
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
        f.queue().signal(&source)?;
        f.queue().finish()?;
        let handle = source.export()?;
        let bytes = handle.bytes();
        handle.release()?;
        Ok(bytes)
    })?;
    let peer = s.peer("consumer")?;
    let context = s.at(&peer, Context::on_device)?;
    s.at(&peer, |t| observe_open(t, context.raw(), &bytes, "opening in another process after Put"))?;
    s.here(|t| observe_open(t, f.context(), &bytes, "opening in the same process after Put"))?;
    s.here(|_| source.take().release())?;
    let what = "opening in another process after Put and Release";
    s.at(&peer, |t| observe_open(t, context.raw(), &bytes, what))?;
    s.here(|t| observe_open(t, f.context(), &bytes, "opening in the same process after Put and Release"))?;
    s.leave(peer)
}

fn observe_open(t: &TestContext, context: ContextHandle, bytes: &[u8], what: &str) -> TestResult {
    let mut event = EventHandle::NULL;
    let called = open(t, context, bytes, &mut event);
    if !called.result.is_success() {
        t.observe(what, called.result);
        return called.expect_error().map(drop);
    }
    // A status does not block, whatever became of the source.
    let (name, mut status) = (EventInfo::COMMAND_EXECUTION_STATUS, EventStatus(u32::MAX));
    let asked = t.ur().event_get_info(event, name, 4, (&raw mut status).cast(), std::ptr::null_mut()).ok();
    t.ur().event_release(event).ok()?;
    asked?;
    t.observe(what, format!("works, and the event reports {status}"));
    Ok(())
}
