//! A consumer that may not look into the producer.

use crate::attempts::{Opening, system};
use crate::untouched::check_untouched;
use nix::sys::prctl::set_dumpable;
use ur_ipc_fixtures::ladder::{Shareable, Source};
use ur_ipc_fixtures::{At, TestContext, TestResult, Tests, measure_growth};

/// Opens handles of a process that may not be inspected. Open works (where the permission is not needed, or this process
/// has it anyway) or fails cleanly; when the permission is back, so is Open.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::ptrace_denied");
    group.test(F::NAME).checks("cross_process.ptrace_denied").across(|s, f: &At<Source<F>>| {
        let (producer, source) = s.peer_with::<Source<F>>("producer")?;
        let first = s.at(&producer, |_| source.export())?;
        let before = s.ask(&producer, |_| Ok(first.bytes()))?;
        s.here(|t| t.check(open(f, &before)?, "Open fails although the producer may be inspected"))?;

        // A process that is not dumpable may be inspected by nobody without CAP_SYS_PTRACE.
        s.at(&producer, |_| dumpable(false))?;
        // Exported after that: no state from before can stand in for the permission.
        let second = s.at(&producer, |_| source.export())?;
        let after = s.ask(&producer, |_| Ok(second.bytes()))?;
        s.here(|t| open_meanwhile(t, f, [&after, &before]))?;

        s.at(&producer, |_| dumpable(true))?;
        s.here(|t| t.check(open(f, &after)?, "Open fails although the producer may be inspected again"))?;
        s.at(&producer, |_| {
            first.take().release()?;
            second.take().release()
        })?;
        s.leave(producer)?;
        s.here(|_| f.verify())
    });
}

/// Opens the handles in turn.
fn open_meanwhile<F: Shareable>(t: &TestContext, f: &Source<F>, handles: [&[u8]; 2]) -> TestResult {
    let (mut tried, mut opened) = (0, 0);
    let growth = measure_growth(t, 16, |i| {
        tried += 1;
        opened += usize::from(open(f, handles[i % 2])?);
        Ok(())
    })?;
    t.observe(
        "Opens that succeeded while the producer was not to be inspected",
        format!("{opened} of {tried}"),
    );
    growth.no_descriptors(t)
}

/// Opens a handle and checks what came of it; false if Open failed, cleanly.
fn open<F: Shareable>(f: &Source<F>, handle: &[u8]) -> TestResult<bool> {
    let t = f.t();
    let (called, out) = Opening::of(f, handle).make::<F>(t);
    if !called.result.is_success() {
        called.expect_error()?;
        check_untouched(t, "the place for what Open opens", out)?;
        return Ok(false);
    }
    let import = F::raw(out);
    let held = F::verify(f, import, f.pattern());
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    f.queue().finish()?;
    F::close_call(t.ur(), f.context(), import).ok()?;
    held.map(|()| true)
}

fn dumpable(value: bool) -> TestResult {
    system(&format!("PR_SET_DUMPABLE({value})"), set_dumpable(value))
}
