//! Confirms a finding by running it again.

use super::finding::{Fault, Finding};
use super::history::History;
use super::leaks::look_for_leak;
use super::record::Record;
use super::runner::{Ran, Runner};
use super::unable::Unable;
use std::time::{Duration, Instant};
use ur_ipc_model::Program;

/// So often a finding is to come again.
const TIMES: u32 = 3;
/// So often a program with steps taken at once is run for that at most: what it shows may take luck.
const PATIENT_TIMES: u32 = 30;
/// So long it is looked for how many programs before it a finding takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Extra checks beside the observations of a program's steps.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether to look for resources that grow from run to run.
    leaks: bool,
    /// Whether to look at the ends of its processes after their last steps.
    ends: bool,
}

impl Look {
    /// For all that there is.
    pub const EVERYWHERE: Self = Self { leaks: true, ends: true };

    /// For what shows a finding again.
    pub(super) const fn of(finding: &Finding) -> Self {
        let leaks = matches!(finding.fault, Fault::Leak(_));
        // Where a process was lost in the middle of several steps, it may have been doomed by the program before.
        let ends = match finding.fault {
            Fault::Late { .. } => true,
            Fault::Lost(_) => finding.step.is_none(),
            _ => false,
        };
        Self { leaks, ends }
    }
}

/// Runs a program in fresh processes.
///
/// # Errors
/// Why nothing can be run.
pub fn look(runner: &mut Runner, program: &Program, look: Look) -> Result<Option<Finding>, Unable> {
    let found = if look.leaks {
        look_for_leak(runner, program)?
    } else {
        runner.refresh();
        runner.run(program)?.finding
    };
    match found {
        None if look.ends => runner.late(program),
        found => Ok(found),
    }
}

/// Runs a program in processes that run nothing else, up to their ends.
///
/// # Errors
/// Why nothing can be run.
pub fn run_alone(runner: &mut Runner, program: &Program) -> Result<Ran, Unable> {
    runner.refresh();
    let mut ran = runner.run(program)?;
    if ran.finding.is_none() {
        ran.finding = runner.late(program)?;
    }
    Ok(ran)
}

/// Findings of a program that is known to have one.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// The finding that its file records, if it came again.
    pub recorded: Option<Finding>,
    /// Whatever else was seen, each cause once.
    pub others: Vec<Finding>,
}

/// Runs a known program until it shows what its file records, as often as a finding may take to come again.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn look_again(runner: &mut Runner, program: &Program, record: &Record) -> Result<Shown, Unable> {
    let mut shown = Shown::default();
    for _ in 0..most(program) {
        let Some(finding) = look(runner, program, Look::EVERYWHERE)? else { continue };
        if record.is_of(&finding) {
            shown.recorded = Some(finding);
            break;
        }
        if shown.others.iter().all(|other| other.signature() != finding.signature()) {
            shown.others.push(finding);
        }
    }
    Ok(shown)
}

/// Returns the maximum number of runs in which a finding is to come again.
fn most(program: &Program) -> u32 {
    if program.is_at_once() { PATIENT_TIMES } else { TIMES }
}

/// Has a finding come again, step by step in fresh processes, which tells exactly where it is. One that does not is given back
/// as it was, with how often that was tried.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn confirm(runner: &mut Runner, finding: Finding) -> Result<Finding, Unable> {
    let most = most(&finding.program);
    let (mut seen, mut ran, mut best): (u32, u32, Option<Finding>) = (0, 0, None);
    while seen < TIMES && ran < most {
        ran += 1;
        let Some(again) = look(runner, &finding.program, Look::of(&finding))? else { continue };
        // What an undefined last step does is no repetition of what a defined one showed.
        let alike = again.is_violation() == finding.is_violation();
        if alike && best.as_ref().is_none_or(|best| best.signature() == again.signature()) {
            best = Some(again);
            seen += 1;
        }
    }
    Ok(Finding { again: (seen, ran), ..best.unwrap_or(finding) })
}

/// Returns the number of runs without the finding after which a program counts as not showing it.
pub(super) fn tries(finding: &Finding) -> u32 {
    match finding.again {
        // So that one is missed about one time in fifty.
        (seen, of) if finding.program.is_at_once() => (4 * of).div_ceil(seen.max(1)).max(2 * TIMES),
        (seen, of) if seen == of => 1,
        _ => 2 * TIMES,
    }
}

/// Whether a program shows the same as a finding, in so many tries.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn shows(
    runner: &mut Runner,
    program: &Program,
    finding: &Finding,
) -> Result<Option<Finding>, Unable> {
    for _ in 0..tries(finding) {
        if let Some(again) = look(runner, program, Look::of(finding))?
            && again.signature() == finding.signature()
        {
            return Ok(Some(Finding { again: finding.again, ..again }));
        }
    }
    Ok(None)
}

/// Has a finding come again that its program alone does not show: in fresh processes that run first what those had run in
/// which it was seen, the last program of them, the last two, four and so on.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn confirm_with(
    runner: &mut Runner,
    history: &History,
    finding: &Finding,
) -> Result<Option<Finding>, Unable> {
    let until = Instant::now() + PATIENCE;
    let mut last = 1;
    while last / 2 < history.len() && Instant::now() < until {
        let program = history.before(last, &finding.program);
        if let Some(again) = look(runner, &program, Look::of(finding))?
            && is_same(finding, &again)
        {
            let confirmed = confirm(runner, Finding { program, ..finding.clone() })?;
            if confirmed.again.0 > 0 {
                return Ok(Some(confirmed));
            }
        }
        last *= 2;
    }
    Ok(None)
}

/// True if this is what was seen first, of which the step may not be known where a process was lost.
fn is_same(first: &Finding, again: &Finding) -> bool {
    let lost = |finding: &Finding| matches!(finding.fault, Fault::Lost(_));
    first.signature() == again.signature() || (first.step.is_none() && lost(first) && lost(again))
}
