//! A program from the recorded calls of a test that failed.

mod call;
mod choice;
mod names;
mod order;
mod refusal;
mod steps;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod written;

pub use choice::{NotChosen, chosen, failing};
pub use refusal::{NoProgram, NoStep};

use super::script::Simulation;
use order::in_order;
use std::fmt::Write as _;
use steps::{Not, Translation};
use ur_ipc_fixtures::Symptom;
use ur_ipc_isolated::RECORDED;
use ur_ipc_model::{Call, Device, Observed, Process, Step};
use ur_ipc_report::cause::Cause;
use ur_ipc_report::last_calls::{ProcessCalls, WORKER};
use ur_ipc_report::line_comment;
use ur_ipc_report::outcome::Record;

/// A step of the program, and what it has that the call had not.
struct Line {
    step: Step,
    remark: Option<String>,
}

/// The text of a program that does what the test did, up to where it failed: what each step may show is what the model says.
///
/// # Errors
/// What is in the record that no program has, or is not in it, with the call that it is about.
pub fn program(record: &Record, device: Device) -> Result<String, NoProgram> {
    let (symptom, peer) = match &record.execution.cause {
        Some(Cause::Failed { symptom, peer, .. }) => (*symptom, peer.as_ref()),
        _ => (Symptom::Check, None),
    };
    if symptom == Symptom::Leak {
        return Err(NoProgram::Leak);
    }
    let log = &record.execution.call_log;
    let calls = in_order(log)?;
    let Some(last) = calls.last() else { return Err(NoProgram::NoCalls) };
    // Of contents and the like the test thought in the process that told of it, with its last call there.
    let failing =
        log.iter().position(|of| of.role.as_ref() == peer && (peer.is_some() || of.process == WORKER));
    let of_last = if last.call.failed { last.process } else { failing.unwrap_or_default() as u8 };
    let decisive = calls.iter().rposition(|made| made.process == of_last).unwrap_or(calls.len() - 1);

    if let Some(ended) = ended_early(log, of_last) {
        return Err(NoProgram::Ended(ended.process.clone()));
    }

    let mut translation = Translation::new(&calls);
    let mut simulation = Simulation::new(device);
    let (mut lines, mut left_out): (Vec<Line>, usize) = (Vec::new(), 0);
    for (at, made) in calls.iter().enumerate() {
        let refused = |why| NoProgram::at(&log[usize::from(made.process)], made.recorded, why);
        let steps = match translation.steps(Process(made.process), &made.call) {
            Ok(steps) if steps.is_empty() && at == decisive => {
                return Err(refused(NoStep::Decisive));
            }
            Ok(steps) => steps,
            Err(Not::Recorded(what)) if at == decisive || log.iter().all(is_whole) => {
                return Err(refused(NoStep::Unrecorded(what)));
            }
            Err(Not::Recorded(_)) => {
                left_out += 1;
                continue;
            }
            Err(Not::Step(why)) => return Err(refused(NoStep::Unlike(why))),
        };
        for (call, remark) in steps {
            let step = Step::new(Process(made.process), call);
            if lines.last().is_some_and(|line| line.step == step && matches!(step.call, Call::Info(_))) {
                continue;
            }
            let turn = match simulation.take(step.clone(), None) {
                Ok(turn) => turn,
                Err(_) if is_question(&step.call) && at != decisive => continue,
                Err(why) => return Err(refused(why.into())),
            };
            let seen = made.call.result.filter(|_| made.call.failed).map(Observed::of);
            if seen.is_some_and(|seen| turn.allowed.check(&seen).is_ok()) {
                return Err(refused(NoStep::Allowed));
            }
            lines.push(Line { step, remark });
            if made.call.failed {
                break;
            }
        }
    }
    Ok(text(record, &lines, left_out))
}

/// Whether the record has all of the calls that a process made.
fn is_whole(of: &ProcessCalls) -> bool {
    of.calls.iter().filter(|call| !call.clean_up).count() < RECORDED
}

/// The peer that ended while it held a context, if one did but that of the number, where the test failed.
fn ended_early(log: &[ProcessCalls], but: u8) -> Option<&ProcessCalls> {
    let count = |of: &ProcessCalls, entry_point: &str| {
        let made = of.calls.iter().filter_map(|call| call.call.as_ref());
        made.filter(|call| call.entry_point == entry_point).count()
    };
    let is_other = |at: usize, of: &ProcessCalls| at != usize::from(but) && of.role.is_some() && is_whole(of);
    let mut others = log.iter().enumerate().filter(|(at, of)| is_other(*at, of));
    let ended = others.find(|(_, of)| count(of, "urContextCreate") > count(of, "urContextRelease"));
    ended.map(|(_, of)| of)
}

const fn is_question(call: &Call) -> bool {
    matches!(call, Call::Info(_) | Call::Ask(_) | Call::Status(_))
}

/// The program, with what it is made of above.
fn text(record: &Record, lines: &[Line], left_out: usize) -> String {
    let mut text = line_comment(&record.name) + "\n";
    for line in record.execution.said().lines() {
        let _ = writeln!(text, "{}", line_comment(line));
    }
    let shows = format!("Shows a violation of {}.", record.requirements.join(", "));
    let _ = writeln!(text, "{}", line_comment(&shows));
    text.push_str("# Made from the recorded calls of the test. The bytes that it wrote were not recorded: other values stand for them.\n");
    if left_out > 0 {
        let _ =
            writeln!(text, "# Left out are calls about what was made before the record begins: {left_out}.");
    }
    for Line { step, remark } in lines {
        let _ = match remark {
            Some(remark) => writeln!(text, "{step} {}", line_comment(remark)),
            None => writeln!(text, "{step}"),
        };
    }
    text
}
