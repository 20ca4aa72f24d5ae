//! Side effects of calls on their process.

use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests, measure_growth, system, text_of};

/// Get and Put here, Open and Close in another process, leave no child and no thread, and what the process and the thread
/// do with signals of the system as it was.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::process");
    group.test(F::NAME).checks("lifetime.process").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|t| {
            leaves_no_mark(t, || source.export()?.release())?;
            source.export()
        })?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let bytes = s.give(&consumer, |_| Ok(handle.bytes()))?;
        s.at(&consumer, |t| leaves_no_mark(t, || F::open(f.in_context(), &bytes)?.release()))?;
        s.leave(consumer)
    });
}

/// Makes the calls of a cycle, and compares the process before and after.
fn leaves_no_mark(t: &TestContext, mut cycle: impl FnMut() -> TestResult) -> TestResult {
    const CYCLES: usize = 8;
    let first = marks(&["SigBlk"])?;
    cycle()?;
    // A library that is set up by its first call may handle signals from then on; what the thread blocks is its own.
    t.check_eq("the signals that the thread blocks, after the first calls", marks(&["SigBlk"])?, first)?;
    let all = ["SigBlk", "SigIgn", "SigCgt", "Umask"];
    let before = marks(&all)?;
    // Blocking and ignoring show in one cycle; what piles up, in many.
    measure_growth(t, CYCLES, |_| cycle())?.nothing_running(t)?;
    t.check_eq("the state of the process after many calls", marks(&all)?, before)
}

/// Lines of the thread's status.
pub(super) fn marks(names: &[&str]) -> TestResult<Vec<String>> {
    let path = "/proc/thread-self/status";
    let status = system(&format!("reading {path}"), text_of(path))?;
    let wanted = |line: &&str| names.iter().any(|name| line.starts_with(name));
    Ok(status.lines().filter(wanted).map(str::to_owned).collect())
}
