//! Several threads at once.

use crate::threads::on_threads;
use ur_ipc_fixtures::ladder::UrIpcOpenedEventTest;
use ur_ipc_fixtures::{TestContext, TestResult, Tests, Usage, measure_growth};

const THREADS: usize = 4;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::concurrent");
    // Threads export the same event, and each an event of its own; every handle opens; nothing is left behind.
    group.test("get_and_put").checks("event.concurrent").on(|t, f: &UrIpcOpenedEventTest| {
        leaves_nothing(t, |_| {
            let own = f.in_context().shareable_event()?;
            for _ in 0..8 {
                let of_shared = f.export()?;
                let of_own = own.export()?;
                f.in_context().open_event(&of_shared.bytes())?.release()?;
                of_shared.release()?;
                f.in_context().open_event(&of_own.bytes())?.release()?;
                of_own.release()?;
            }
            own.release()
        })
    });

    // Threads open one handle, wait on their imports and release them; nothing is left behind.
    group.test("open_and_release").checks("event.concurrent").on(|t, f: &UrIpcOpenedEventTest| {
        leaves_nothing(t, |_| {
            for _ in 0..12 {
                let import = f.open()?;
                import.wait_complete("an import of a signalled event")?;
                import.release()?;
            }
            Ok(())
        })?;
        f.opened().wait()
    });

    // Threads open, wait and release while others export; at the end the pair still works.
    group.test("everything").checks("event.concurrent").on(|t, f: &UrIpcOpenedEventTest| {
        leaves_nothing(t, |number| {
            for _ in 0..12 {
                if number % 2 == 0 {
                    let handle = f.export()?;
                    f.opened().wait()?;
                    handle.release()?;
                } else {
                    let import = f.open()?;
                    import.wait()?;
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
