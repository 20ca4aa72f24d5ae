//! Several threads at once.

use super::calls::submit_signal;
use crate::threads::on_threads;
use ur_ipc_fixtures::ladder::UrIpcOpenedEventTest;
use ur_ipc_fixtures::{TestContext, TestResult, Tests, Usage, measure_growth};

const THREADS: usize = 4;

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
