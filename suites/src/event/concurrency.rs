//! Several threads at once.

use super::calls::{check_complete, wait};
use std::thread;
use ur_ipc_fixtures::ladder::{OpenedEventFixture, UrIpcOpenedEventTest};
use ur_ipc_fixtures::objects::{create_shareable_event, export_event, open_event};
use ur_ipc_fixtures::{Failure, Test, TestContext, TestResult, Usage, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "event::concurrent::get_and_put",
        &["event.concurrent"],
        with!(OpenedEventFixture, get_and_put),
    ),
    Test::new(
        "event::concurrent::open_and_release",
        &["event.concurrent"],
        with!(OpenedEventFixture, open_and_release),
    ),
    Test::new("event::concurrent::everything", &["event.concurrent"], with!(OpenedEventFixture, everything)),
];

const THREADS: usize = 4;

/// Runs `body` in several threads at once, each with its number, and returns the first failure.
fn in_threads(body: impl Fn(usize) -> TestResult + Sync) -> TestResult {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|number| {
                scope.spawn({
                    let body = &body;
                    move || body(number)
                })
            })
            .collect();
        let results: Vec<_> = threads.into_iter().map(thread::ScopedJoinHandle::join).collect();
        results.into_iter().try_for_each(|result| {
            result.unwrap_or_else(|_| Err(Failure::new("a thread of the test panicked").into()))
        })
    })
}

/// Runs `body` in several threads at once, often, and checks that nothing is left behind: no descriptor, and not so
/// many mappings that each thread or call could have left one.
#[track_caller]
fn leaves_nothing(t: &TestContext<'_>, body: impl Fn(usize) -> TestResult + Sync) -> TestResult {
    const CYCLES: usize = 6;
    // The first threads of a process bring stacks and heaps with them that the next ones use.
    in_threads(&body)?;
    let before = Usage::now()?.mappings;
    let growth = measure_growth(t, CYCLES, |_| in_threads(&body))?;
    let after = Usage::now()?.mappings;
    growth.no_descriptors(t)?;
    // A warm-up and two batches start more than twice as many threads.
    t.check(after <= before + CYCLES * THREADS, format!("{before} mappings became {after}"))
}

/// Threads export the same event, and each an event of its own; every handle opens; nothing is left behind.
fn get_and_put(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let (context, shared) = (f.context(), f.event());
    leaves_nothing(t, |_| {
        let own = create_shareable_event(t, context)?;
        for _ in 0..8 {
            let of_shared = export_event(t, context, shared)?;
            let of_own = export_event(t, context, own.raw())?;
            open_event(t, context, &of_shared.bytes())?.release()?;
            of_shared.release()?;
            open_event(t, context, &of_own.bytes())?.release()?;
            of_own.release()?;
        }
        own.release()
    })
}

/// Threads open one handle, wait on their imports and release them; nothing is left behind.
fn open_and_release(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let (context, bytes) = (f.context(), f.handle());
    leaves_nothing(t, |_| {
        for _ in 0..12 {
            let import = open_event(t, context, &bytes)?;
            wait(t, import.raw())?;
            check_complete(t, "an import of a signalled event", import.raw())?;
            import.release()?;
        }
        Ok(())
    })?;
    wait(t, f.opened())
}

/// Threads open, wait and release while others export; at the end the pair still works.
fn everything(t: &TestContext<'_>, f: &impl UrIpcOpenedEventTest) -> TestResult {
    let (context, source, opened, bytes) = (f.context(), f.event(), f.opened(), f.handle());
    leaves_nothing(t, |number| {
        for _ in 0..12 {
            if number % 2 == 0 {
                let handle = export_event(t, context, source)?;
                wait(t, opened)?;
                handle.release()?;
            } else {
                let import = open_event(t, context, &bytes)?;
                wait(t, import.raw())?;
                wait(t, source)?;
                import.release()?;
            }
        }
        Ok(())
    })?;
    f.signal_and_finish(t, source)?;
    wait(t, opened)?;
    check_complete(t, "the import after all threads", opened)
}
