//! A consumer that may not look into the producer.

use crate::open_calls::Opening;
use crate::untouched::check_untouched;
use caps::{CapSet, Capability};
use nix::sys::prctl::set_dumpable;
use std::io;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Scenario, TestContext, TestResult, Tests, measure_growth, system};
use ur_ipc_sys::process::{allow_inspection, restrict_inspection};

pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    for (name, requirement, from) in [
        ("cross_process::ptrace_denied", "cross_process.ptrace_denied", Hidden::from_all as Hide),
        ("cross_process::ptrace_not_granted", "cross_process.ptrace_not_granted", Hidden::from_strangers),
    ] {
        let mut group = tests.group(F::NAME, name);
        group
            .test(F::NAME)
            .checks(requirement)
            .across(move |s, source| hidden_producer::<F>(s, source, from));
    }
}

/// Opens handles of a process that may not be inspected, in one without the right to inspect any. Open works (where the
/// permission is not needed) or fails cleanly; when the permission is back, so is Open.
fn hidden_producer<F: Shareable>(s: &Scenario, source: &At<Source<F>>, from: Hide) -> TestResult<At<()>> {
    let first = s.here(|_| source.export())?;
    let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
    let before = s.tell(|_| Ok(first.bytes()))?;
    let offered = s.ask(&consumer, |t| {
        t.check(open::<F>(&f, &before)?, "Open fails although the producer may be inspected")?;
        // With it, every process may be inspected.
        let given_up = caps::drop(None, CapSet::Effective, Capability::CAP_SYS_PTRACE);
        system("giving up CAP_SYS_PTRACE", given_up.map_err(io::Error::other))?;
        open::<F>(&f, &before)
    })?;
    if !offered {
        // Of a producer that has more capabilities, some ways to a descriptor ask for this one.
        s.here(|t| {
            t.note_less("without CAP_SYS_PTRACE nothing of this producer can be opened");
            Ok(())
        })?;
        return s.leave(consumer).and_then(|()| s.here(|_| source.verify()));
    }

    let hidden = s.here(from)?;
    // Exported after that: no state from before can stand in for the permission.
    let second = s.here(|_| source.export())?;
    let after = s.tell(|_| Ok(second.bytes()))?;
    s.at(&consumer, |t| {
        let opened = open_meanwhile::<F>(t, &f, [&after, &before])?;
        t.observe("Opens that succeeded while the producer was not to be inspected", opened);
        Ok(())
    })?;

    s.here(|_| hidden.take().no_longer())?;
    s.at(&consumer, |t| {
        t.check(open::<F>(&f, &after)?, "Open fails although the producer may be inspected again")
    })?;
    s.leave(consumer)?;
    s.here(|_| {
        first.take().release()?;
        second.take().release()?;
        source.verify()
    })
}

/// Opens the handles in turn, while something is in the way, and tells how many Opens of how many succeeded.
#[track_caller]
pub(super) fn open_meanwhile<F: Shareable>(
    t: &TestContext,
    f: &UrQueueTest,
    handles: [&[u8]; 2],
) -> TestResult<String> {
    let (mut tried, mut opened) = (0, 0);
    let growth = measure_growth(t, 16, |i| {
        tried += 1;
        opened += usize::from(open::<F>(f, handles[i % 2])?);
        Ok(())
    })?;
    growth.no_descriptors(t)?;
    Ok(format!("{opened} of {tried}"))
}

/// Opens a handle and checks what came of it; false if Open failed, cleanly.
fn open<F: Shareable>(f: &UrQueueTest, handle: &[u8]) -> TestResult<bool> {
    let t = f.t();
    let (called, out) = Opening::of(f, handle).make::<F>(t);
    if !called.result.is_success() {
        called.expect_error()?;
        check_untouched(t, "the place for what Open opens", out)?;
        return Ok(false);
    }
    let import = F::raw(out);
    let held = F::verify(f, import, t.source_pattern());
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    f.queue().finish()?;
    F::close_call(t.ur(), f.context(), import).ok()?;
    held.map(|()| true)
}

/// Hides this process.
type Hide = fn(&TestContext) -> TestResult<Hidden>;

/// This process may not be inspected without CAP_SYS_PTRACE, as long as this lives.
struct Hidden;

impl Hidden {
    /// By nobody.
    fn from_all(_: &TestContext) -> TestResult<Self> {
        system("PR_SET_DUMPABLE(0)", set_dumpable(false)).map(|()| Self)
    }

    /// By none but its ancestors, if Yama asks processes for their consent.
    fn from_strangers(t: &TestContext) -> TestResult<Self> {
        if !restrict_inspection() {
            t.note_less("the kernel has no Yama: a process of the same user needs no consent");
        }
        Ok(Self)
    }

    fn no_longer(self) -> TestResult {
        allow_inspection();
        system("PR_SET_DUMPABLE(1)", set_dumpable(true))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        allow_inspection();
        // Whether it works shows in `no_longer`.
        let _ = set_dumpable(true);
    }
}
