//! Several threads at once.

use super::calls::submit_signal;
use crate::threads::on_threads;
use ur_ipc_fixtures::hierarchy::{UrIpcOpenedEventTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Event, Exported};
use ur_ipc_fixtures::{At, IPC_EVENTS, TestContext, TestResult, Tests, Usage, measure_growth};

const THREADS: usize = 4;
/// The number of Opens of its event that a thread of another process makes in succession.
const OPENS: usize = 50;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::concurrent");
    // Threads export events of their own, open the handles, wait and release; nothing is left behind.
    let draft = group.test("own_events").checks("event.concurrent");
    draft.on(|t, f: &UrIpcOpenedEventTest| {
        leaves_nothing(t, |_| {
            let own = f.in_context().shareable_event()?;
            submit_signal(&f.in_context().queue()?, &own)?;
            for _ in 0..12 {
                let handle = own.export()?;
                let import = f.in_context().open_event(&handle.bytes())?;
                import.wait_complete("an import of a signalled event")?;
                handle.release()?;
                import.release()?;
            }
            own.release()
        })?;
        f.signal_and_finish(f.event())?;
        f.opened().wait_complete("the import after all threads")
    });

    // Threads of another process open events, each one of its own, wait and release; no descriptor is left behind.
    group.test("own_events_in_peer").checks("event.concurrent").needs(&[IPC_EVENTS]).across(
        |s, f: &At<UrQueueTest>| {
            let exports = s.here(|_| {
                (0..THREADS).map(|_| exported(f)).collect::<TestResult<Vec<(Event, Exported)>>>()
            })?;
            let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
            let bytes =
                |exports: &[(Event, Exported)]| exports.iter().map(|(_, handle)| handle.bytes()).collect();
            let handles: At<Vec<Vec<u8>>> = s.give(&peer, |_| Ok(bytes(&exports)))?;
            s.at(&peer, |t| {
                let open = |handle: &[u8]| {
                    let import = c.in_context().open_event(handle)?;
                    import.wait_complete("an import of a signalled event")?;
                    import.release()
                };
                let open_often = |handle: &Vec<u8>| (0..OPENS).try_for_each(|_| open(handle));
                let in_threads = || on_threads(handles.iter().map(|handle| move || open_often(handle)));
                in_threads()?;
                measure_growth(t, 2, |_| in_threads().map(drop))?.no_descriptors(t)?;
                handles.iter().try_for_each(|handle| open(handle))
            })?;
            s.leave(peer)
        },
    );

    // Threads open, wait and release while others export, all with one event, which INTRO.rst calls unsafe; at the end the
    // pair still works.
    group.test("one_event").checks("event.concurrent_same_object").on(|t, f: &UrIpcOpenedEventTest| {
        leaves_nothing(t, |number| {
            for _ in 0..12 {
                if number % 2 == 0 {
                    let handle = f.export()?;
                    f.in_context().open_event(&handle.bytes())?.release()?;
                    f.opened().wait()?;
                    handle.release()?;
                } else {
                    let import = f.open()?;
                    import.wait_complete("an import of a signalled event")?;
                    f.event().wait()?;
                    import.release()?;
                }
            }
            Ok(())
        })?;
        f.signal_and_finish(f.event())?;
        f.opened().wait_complete("the import after all threads")
    });
}

/// A signalled event, and a handle of it.
#[track_caller]
fn exported(f: &UrQueueTest) -> TestResult<(Event, Exported)> {
    let event = f.in_context().shareable_event()?;
    f.signal_and_finish(&event)?;
    let handle = event.export()?;
    Ok((event, handle))
}

/// Runs `body` in several threads at once, often, and checks that nothing is left behind: no descriptor, and not so
/// many mappings that each thread or call could have left one.
#[track_caller]
fn leaves_nothing(t: &TestContext, body: impl Fn(usize) -> TestResult + Sync) -> TestResult {
    const CYCLES: usize = 6;
    let body = &body;
    let in_threads = || on_threads((0..THREADS).map(|number| move || body(number)));
    // The first threads of a process bring stacks and heaps with them that the next ones use.
    in_threads()?;
    let before = Usage::now()?.mappings;
    let growth = measure_growth(t, CYCLES, |_| in_threads())?;
    let after = Usage::now()?.mappings;
    growth.no_descriptors(t)?;
    // A warm-up and two batches start more than twice as many threads.
    t.check(after <= before + CYCLES * THREADS, format!("{before} mappings became {after}"))
}
