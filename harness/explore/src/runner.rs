//! The runner: takes a program through the model and the actors of a device.

use super::finding::{Fault, Finding, without_addresses};
use super::history::History;
use super::plan::{Planned, plan};
use super::protocol::{Held, OrderedStep, Relayed, Seen, ToActor};
use super::team::{LateEnd, NoAnswer, Team};
use super::unable::Unable;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_harness::device::Address;
use ur_ipc_isolated::shortage;
use ur_ipc_model::{
    Call, Device, Name, NotEnabled, Observable, Observed, Process, Program, State, Step, StepModifier,
    sections,
};

/// So many steps of one process are sent to it at a time.
const BATCH: usize = 16;

/// So many steps are planned at a time: each that ends otherwise than planned has all behind it planned anew.
const FAR: usize = 1000;

/// Runs programs on one device.
pub struct Runner {
    pub(super) team: Team,
    device: Device,
    /// Whether steps are sent one by one, so that it is known at which one a process was lost.
    pub(super) one_by_one: bool,
    /// The programs that the processes of the last program have run.
    history: History,
}

/// The result of a program.
#[derive(Debug, Default)]
pub struct Ran {
    /// Steps that were taken, with those that ended what was left.
    pub steps: usize,
    /// Of them, those that were taken at once with others.
    pub at_once: usize,
    /// Steps that were not, as they are not defined after what was seen before.
    pub not_taken: Vec<(Step, NotEnabled)>,
    pub finding: Option<Finding>,
    /// The undefined part of the last step, if it was undefined, and its result.
    pub misused: Option<(String, String)>,
    /// The resources of each process at the end, if all of them lived and held nothing by name.
    pub held: Vec<Held>,
    /// Whether no process had run a program before.
    pub fresh: bool,
}

/// A fault, and where it was seen.
pub(super) type Found = (Fault, Option<Step>, Option<String>);

/// One run.
pub(super) struct Course<'r> {
    pub runner: &'r mut Runner,
    pub state: State,
    pub handles: HashMap<Name, Relayed>,
    /// It is not known any more what is allowed, and the program ends there.
    unclear: bool,
    pub ran: Ran,
}

impl Runner {
    /// Runs on the device of this address; `patience` is for a few steps.
    pub fn new(address: &Address, device: Device, patience: Duration) -> Self {
        Self { team: Team::new(address, patience), device, one_by_one: false, history: History::default() }
    }

    /// Sends steps one by one from now on.
    pub fn one_by_one(self) -> Self {
        Self { one_by_one: true, ..self }
    }

    /// The model's description of the device.
    pub const fn device(&self) -> Device {
        self.device
    }

    /// Lets the processes of a program leave that gave nothing else, and says how one did not, if so.
    ///
    /// # Errors
    /// What the machine lacks.
    pub(super) fn late(&mut self, program: &Program) -> Result<Option<Finding>, Unable> {
        let LateEnd { process, how } = match self.team.leave()?.into_iter().next() {
            Some(end) => end,
            None => return Ok(None),
        };
        let fault = Fault::Late { process, how };
        let finding = Finding::new(program.clone(), fault);
        match shortage() {
            Some(lacked) => Err(Unable::Lacking { lacked, how: finding.describe().trim_end().to_owned() }),
            None => Ok(Some(finding)),
        }
    }

    /// The programs that the processes had run before the last one.
    pub(super) const fn history(&self) -> &History {
        &self.history
    }

    /// Has the next program run in fresh processes.
    pub fn refresh(&mut self) {
        self.team.dissolve();
    }

    /// Runs a program, and ends what it leaves.
    ///
    /// # Errors
    /// Why nothing can be run.
    pub fn run(&mut self, program: &Program) -> Result<Ran, Unable> {
        let state = State::new(self.device);
        let beginning = |step: &Step| Some((step.process, step.call.beginning()?));
        let beginnings: BTreeMap<_, _> = program.steps.iter().filter_map(beginning).collect();
        // Run again, it has its processes; other programs have not, and theirs are no history of it.
        if *self.team.begun() != beginnings {
            self.team.dissolve();
        }
        let fresh = self.team.is_fresh();
        if fresh {
            self.history.clear();
        }
        let mut ending = Vec::new();
        let mut course =
            Course { runner: self, state, handles: HashMap::new(), unclear: false, ran: Ran::default() };
        let mut found = course.go(&program.steps)?;
        if found.is_none() && !course.unclear {
            ending = course.state.ending();
            found = course.go(&ending)?;
        }
        let Course { state, mut ran, unclear, .. } = course;
        ran.fresh = fresh;
        if let Some((fault, step, call)) = found {
            let at_end = !ending.is_empty();
            ran.finding = Some(Finding { step, at_end, call, ..Finding::new(program.clone(), fault) });
        } else {
            let all = program.processes();
            let living = state.living(all);
            let is_over = !unclear && state.is_empty();
            if is_over && living.len() < all {
                // The others have seen its end, and are not what they were.
                ran.finding = self.late(program)?;
            } else if is_over {
                for process in living {
                    match self.team.count(process) {
                        Ok(held) => ran.held.push(held),
                        Err(why) => {
                            ran.finding = Some(Finding::new(program.clone(), fault_of(why)?));
                        }
                    }
                }
                if ran.finding.is_none() {
                    self.history.push(program, ending);
                    return Ok(ran);
                }
            }
        }
        // Something may be left in them.
        self.team.dissolve();
        // What the program itself has used up is there again.
        match ran.finding.as_ref().and_then(|finding| Some((finding, shortage()?))) {
            Some((finding, lacked)) => {
                Err(Unable::Lacking { lacked, how: finding.describe().trim_end().to_owned() })
            }
            None => Ok(ran),
        }
    }
}

/// The end of a section, so many steps behind this one, or of all.
fn far_enough(steps: &[Step], from: usize) -> usize {
    let mut to = from;
    for section in sections(&steps[from..]) {
        to += section.len();
        if to - from >= FAR {
            break;
        }
    }
    to
}

/// Returns the fault of the backend that a missing answer shows.
///
/// # Errors
/// The reason, if it says nothing about the backend.
pub(super) fn fault_of(why: NoAnswer) -> Result<Fault, Unable> {
    match why {
        NoAnswer::Lost(how) => Ok(Fault::Lost(how)),
        NoAnswer::Hangs(how) => Ok(Fault::Hang(how)),
        NoAnswer::None(why) => Err(why),
    }
}

impl Course<'_> {
    /// Takes all steps that are defined when their turn has come.
    fn go(&mut self, steps: &[Step]) -> Result<Option<Found>, Unable> {
        let (mut from, mut reasons) = (0, BTreeMap::new());
        while from < steps.len() {
            let to = far_enough(steps, from);
            let (planned, not_taken) = plan(&self.state, &steps[..to], from);
            // The reasons before where the last plan ended are those that held.
            reasons.retain(|index, _| *index < from);
            reasons.extend(not_taken);
            match self.follow(steps, &planned)? {
                Followed::ToTheEnd => from = to,
                Followed::UpTo(index) => from = index + 1,
                Followed::Unclear => {
                    self.unclear = true;
                    break;
                }
                Followed::Found(found) => return Ok(Some(found)),
            }
        }
        let not_taken = reasons.into_iter().map(|(index, why)| (steps[index].clone(), why));
        self.ran.not_taken.extend(not_taken);
        Ok(None)
    }

    fn follow(&mut self, steps: &[Step], planned: &[Planned]) -> Result<Followed, Unable> {
        let mut rest = planned;
        while let Some(first) = rest.first() {
            let step = &steps[first.index];
            if first.section.is_some() {
                let count = rest.iter().take_while(|planned| planned.section == first.section).count();
                let (section, later) = rest.split_at(count);
                rest = later;
                match self.at_once(steps, section)? {
                    Followed::ToTheEnd => continue,
                    otherwise => return Ok(otherwise),
                }
            }
            if step.modifier == StepModifier::Undefined {
                return self.misuse(step);
            }
            let outside = step.call.is_done_to_process();
            let together = |planned: &&Planned| {
                let other = &steps[planned.index];
                other.process == step.process
                    && !other.call.is_done_to_process()
                    && other.modifier != StepModifier::Undefined
                    && planned.section.is_none()
            };
            let most = if self.runner.one_by_one || outside { 1 } else { BATCH };
            let count = rest.iter().take(most).take_while(together).count().max(1);
            let (batch, later) = rest.split_at(count);
            rest = later;
            let seen = if outside {
                self.do_to_process(step)
            } else {
                let batch = batch.iter().map(|planned| (&steps[planned.index], planned.succeeds));
                self.send(step.process, batch)
            };
            let seen = match seen {
                Ok(seen) => seen,
                Err(why) => {
                    let at = (count == 1).then(|| step.clone());
                    return Ok(Followed::Found((fault_of(why)?, at, None)));
                }
            };
            let answers = seen.len();
            for (planned, seen) in batch.iter().zip(seen) {
                let step = &steps[planned.index];
                if let Some(found) = self.judge(step, &seen) {
                    return Ok(Followed::Found(found));
                }
                if let Some(handle) = seen.handle {
                    self.handles.insert(handle.name, handle);
                }
                if seen.failed.is_none() != planned.succeeds {
                    return Ok(Followed::UpTo(planned.index));
                }
            }
            if answers != batch.len() {
                let how = format!("it answered {answers} of {} steps", batch.len());
                return Ok(Followed::Found((Fault::Lost(how), None, None)));
            }
        }
        Ok(Followed::ToTheEnd)
    }

    /// Compares what was seen of a step with what is allowed, and goes on from there.
    fn judge(&mut self, step: &Step, seen: &Seen) -> Option<Found> {
        self.ran.steps += 1;
        let verdict = match self.state.allowed(step) {
            Ok(allowed) => allowed.check(&seen.observed),
            // The plan was made in this state.
            Err(why) => unreachable!("{step} was planned: {why}"),
        };
        self.state.apply(step, &seen.observed);
        verdict.err().map(|violation| (Fault::Wrong(violation), Some(step.clone()), seen.failed.clone()))
    }

    /// Has a step done of which nothing is required: where it ends its process is no violation. What may come of it later, such
    /// as at the end of the process, is not looked at, as it may come of what was defined before as well.
    fn misuse(&mut self, step: &Step) -> Result<Followed, Unable> {
        self.ran.steps += 1;
        let what = match self.state.misuse(step) {
            Ok(what) => what,
            // The plan was made in this state.
            Err(why) => unreachable!("{step} was planned: {why}"),
        };
        let ended = match self.send(step.process, std::iter::once((step, true))) {
            Ok(seen) => {
                let result = seen.first().and_then(|seen| seen.observed.get(Observable::Result));
                let code = result.and_then(|code| u32::try_from(code).ok());
                Ok(code.map_or_else(|| "no code".to_owned(), |code| UrResult(code).to_string()))
            }
            Err(why) => Err(lost(why)?),
        };
        let came = ended.clone().unwrap_or_else(|how| without_addresses(&how).to_owned());
        self.ran.misused = Some((what.clone(), came));
        Ok(match ended {
            Ok(_) => Followed::Unclear,
            Err(how) => Followed::Found((Fault::Undefined { what, how }, Some(step.clone()), None)),
        })
    }

    fn send<'s>(
        &mut self,
        process: Process,
        batch: impl Iterator<Item = (&'s Step, bool)> + Clone,
    ) -> Result<Vec<Seen>, NoAnswer> {
        let handles = self.handles_of(batch.clone().map(|(step, _)| step));
        let steps = batch.map(|(step, succeeds)| ordered(step, succeeds)).collect();
        self.runner.team.perform(process, &ToActor::Do { steps, handles })
    }

    /// The bytes of the handles that these steps open.
    pub(super) fn handles_of<'s>(&self, steps: impl Iterator<Item = &'s Step>) -> Vec<Relayed> {
        steps.filter_map(|step| self.handles.get(&step.call.opens()?).cloned()).collect()
    }

    /// Starts, stops or ends a process, or has it go on, which is seen from outside.
    fn do_to_process(&mut self, step: &Step) -> Result<Vec<Seen>, NoAnswer> {
        let team = &mut self.runner.team;
        let bad = match (step.call.beginning(), &step.call) {
            (Some(how), _) => team.begin(step.process, how)?,
            (None, Call::Stop(_)) => team.stop(step.process).map(|()| None)?,
            (None, Call::Resume(_)) => team.resume(step.process).map(|()| None)?,
            (None, Call::Kill(_)) => team.kill(step.process).map(|()| None)?,
            _ => team.exit(step.process)?,
        };
        let result = if bad.is_none() { UrResult::SUCCESS } else { UrResult::ERROR_UNKNOWN };
        Ok(vec![Seen { observed: Observed::of(result), failed: bad, handle: None }])
    }
}

/// Describes the loss of a process.
///
/// # Errors
/// Why nothing can be run.
fn lost(why: NoAnswer) -> Result<String, Unable> {
    match why {
        NoAnswer::Lost(how) => Ok(format!("the process was lost: {how}")),
        NoAnswer::Hangs(how) => Ok(format!("no answer came: {how}")),
        NoAnswer::None(why) => Err(why),
    }
}

pub(super) fn ordered(step: &Step, succeeds: bool) -> OrderedStep {
    OrderedStep { step: step.clone(), succeeds }
}

/// The point up to which a plan was followed.
pub(super) enum Followed {
    ToTheEnd,
    /// A step ended otherwise than planned, as it may.
    UpTo(usize),
    /// It depends on the order of steps that were taken at once what is allowed next.
    Unclear,
    Found(Found),
}
