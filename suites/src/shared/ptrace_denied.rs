//! A consumer that may not look into the producer.

use super::fixtures::Source;
use nix::sys::prctl::set_dumpable;
use ur_ipc_fixtures::ladder::{Family, Fixture, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::{Failure, Link, Pattern, Peer, Test, TestContext, TestResult, measure_growth};

pub(super) const TESTS: &[Test] = super::each_family!(
    "cross_process::ptrace_denied",
    "cross_process.ptrace_denied",
    denied,
    PRODUCER => producer,
);

const PRODUCER: &str = "producer";
/// A value that no Open gives.
const UNTOUCHED: usize = 0xdead_0000;

/// Opens handles of a process that may not be inspected. Open works (where the permission is not needed, or
/// this process has it anyway) or fails cleanly; when the permission is back, so is Open.
fn denied<F: Family>(t: &TestContext<'_>, f: &Source<'_, F>) -> TestResult {
    let mut producer = Peer::start(t, PRODUCER)?;
    let before = producer.recv("handle")?;
    t.check(open::<F>(t, f, &before)?, "Open fails although the producer may be inspected")?;

    producer.send("withdraw", &[])?;
    producer.recv("withdrawn")?;
    // Exported after that: no state from before can stand in for the permission.
    let after = producer.recv("handle")?;
    let mut opened = 0;
    let mut tried = 0;
    let growth = measure_growth(t, 16, |i| {
        let handle = if i % 2 == 0 { &after } else { &before };
        tried += 1;
        opened += usize::from(open::<F>(t, f, handle)?);
        Ok(())
    })?;
    t.observe(
        "Opens that succeeded while the producer was not to be inspected",
        format!("{opened} of {tried}"),
    );
    growth.no_descriptors(t)?;

    producer.send("permit", &[])?;
    producer.recv("permitted")?;
    t.check(open::<F>(t, f, &after)?, "Open fails although the producer may be inspected again")?;
    producer.meet("done")?;
    producer.join()?;
    f.verify(t)
}

/// Opens a handle and checks what came of it; false if Open failed, cleanly.
fn open<F: Family>(t: &TestContext<'_>, f: &Source<'_, F>, handle: &[u8]) -> TestResult<bool> {
    let mut out = UNTOUCHED;
    let called = F::open(t.ur(), f.context(), t.env().device(), handle.into(), handle.len(), &mut out);
    if !called.result.is_success() {
        called.expect_error()?;
        t.check(out == UNTOUCHED || out == 0, format!("Open returned an error and gave {out:#x}"))?;
        return Ok(false);
    }
    let import = F::raw(out);
    let held = F::verify(t, f.context(), f.queue(), import, Pattern(t.seed()));
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    t.ur().queue_finish(f.queue()).ok()?;
    F::close(t.ur(), f.context(), import).ok()?;
    held.map(|()| true)
}

/// Exports before and after it withdraws the permission, and gives it back.
fn producer<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let source = Source::<F>::set_up(t)?;
    let first = source.export(t)?;
    link.send("handle", &first.bytes())?;
    link.recv("withdraw")?;
    // A process that is not dumpable may be inspected by nobody without CAP_SYS_PTRACE.
    dumpable(false)?;
    link.send("withdrawn", &[])?;
    let second = source.export(t)?;
    link.send("handle", &second.bytes())?;
    link.recv("permit")?;
    dumpable(true)?;
    link.send("permitted", &[])?;
    link.meet("done")?;
    first.release()?;
    second.release()
}

fn dumpable(value: bool) -> TestResult {
    set_dumpable(value)
        .map_err(|errno| Failure::new(format!("PR_SET_DUMPABLE({value}) is refused: {errno}")).into())
}
