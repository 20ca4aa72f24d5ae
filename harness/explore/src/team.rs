//! The actors of a device, and the loss of one.

use super::protocol::{FromActor, Held, OrderedStep, Relayed, Seen, ToActor};
use super::unable::Unable;
use std::collections::BTreeMap;
use std::io;
use std::time::{Duration, Instant};
use ur_ipc_harness::children::{Beginning, ChildRole};
use ur_ipc_harness::device::Address;
use ur_ipc_harness::execute::{Missed, WorkerProcess};
use ur_ipc_isolated::{ChannelError, monotonic};
use ur_ipc_model::{self as model, Process};

/// Time limit for an actor to open its device, and to leave.
const PATIENCE: Duration = Duration::from_secs(30);

/// Time that processes are watched after their last steps, before they leave. A driver may do something late by itself.
const LATE: Duration = Duration::from_millis(30);

/// Between the order to begin and the moment to do so, in nanoseconds: about what it takes to tell everybody.
const LEAD: u64 = 200_000;
const OTHERWISE: &str = "it answered something else than it was asked for";

/// The order to a process to take steps at once with others.
pub(super) struct AtOnce {
    pub process: Process,
    /// The steps of each thread, from the first on.
    pub threads: Vec<Vec<OrderedStep>>,
    pub handles: Vec<Relayed>,
}

/// Why an actor gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// It ended, or said something else.
    Lost(String),
    Hangs(String),
    /// There is none to be had: the device cannot be opened, the machine lacks something, or the process itself went wrong.
    None(Unable),
}

/// The bad end of a process that had nothing to do any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LateEnd {
    pub process: Process,
    pub how: String,
}

/// The actors, each started when it is needed first.
pub(super) struct Team {
    address: Address,
    actors: Vec<Option<WorkerProcess>>,
    /// Those that began in an unusual way.
    begun: BTreeMap<Process, model::Beginning>,
    /// Time limit for a batch of steps.
    patience: Duration,
}

impl Team {
    pub(super) fn new(address: &Address, patience: Duration) -> Self {
        Self { address: address.clone(), actors: Vec::new(), begun: BTreeMap::new(), patience }
    }

    /// Ends all actors, whatever they are at: the next steps are for fresh ones.
    pub(super) fn dissolve(&mut self) {
        self.actors.clear();
        self.begun.clear();
    }

    /// True if none of its actors is started.
    pub(super) fn is_fresh(&self) -> bool {
        self.actors.iter().all(Option::is_none)
    }

    /// Lets all actors leave by themselves, after a time in which they may yet come to a bad end, and says of each that does not
    /// leave how it ends.
    ///
    /// # Errors
    /// What the machine lacks.
    pub(super) fn leave(&mut self) -> Result<Vec<LateEnd>, Unable> {
        let until = Instant::now() + LATE;
        for actor in self.actors.iter_mut().flatten() {
            actor.await_end(until.saturating_duration_since(Instant::now()));
        }
        let there = |(number, actor): (usize, &Option<WorkerProcess>)| {
            actor.as_ref().and_then(|_| u8::try_from(number).ok()).map(Process)
        };
        let processes: Vec<Process> = self.actors.iter().enumerate().filter_map(there).collect();
        let mut bad = Vec::new();
        for process in processes {
            let how = match self.exit(process) {
                Ok(how) => how,
                Err(NoAnswer::Lost(how) | NoAnswer::Hangs(how)) => Some(how),
                Err(NoAnswer::None(why)) => return Err(why),
            };
            bad.extend(how.map(|how| LateEnd { process, how }));
        }
        Ok(bad)
    }

    /// Sends an order to the actor of this number, and gives its answer.
    fn ask(&mut self, process: Process, order: &ToActor) -> Result<FromActor, NoAnswer> {
        let patience = self.patience;
        let actor = self.actor(process)?;
        // Whether it hears this shows in what it answers.
        let _ = actor.send(order, Instant::now() + patience);
        let answer = actor.receive(Instant::now() + patience);
        able(process, answer.map_err(|error| lost(actor, &error, patience))?)
    }

    fn actor(&mut self, process: Process) -> Result<&mut WorkerProcess, NoAnswer> {
        if self.place(process).is_none() {
            *self.place(process) = Some(self.started(Beginning::Usual)?);
        }
        Ok(self.place(process).as_mut().expect("started just now"))
    }

    fn place(&mut self, process: Process) -> &mut Option<WorkerProcess> {
        let number = usize::from(process.0);
        if self.actors.len() <= number {
            self.actors.resize_with(number + 1, || None);
        }
        &mut self.actors[number]
    }

    /// An actor that has opened its device.
    fn started(&self, beginning: Beginning) -> Result<WorkerProcess, NoAnswer> {
        let started = WorkerProcess::spawn_as(beginning, ChildRole::Actor, &self.address);
        let mut actor = started.map_err(|error| NoAnswer::None(Unable::NoProcess(error.to_string())))?;
        match actor.receive(Instant::now() + PATIENCE) {
            Ok(FromActor::Ready) => Ok(actor),
            Ok(FromActor::OpenFailed(why)) => Err(NoAnswer::None(Unable::NoDevice(why))),
            Ok(_) => Err(NoAnswer::Lost("it began by saying something else".to_owned())),
            Err(error) => Err(lost(&mut actor, &error, PATIENCE)),
        }
    }

    /// The processes that began in an unusual way.
    pub(super) const fn begun(&self) -> &BTreeMap<Process, model::Beginning> {
        &self.begun
    }

    /// Starts the process of this number in this way, if it has not begun so. `Ok` says why it cannot open its device, if others
    /// can.
    pub(super) fn begin(
        &mut self,
        process: Process,
        how: model::Beginning,
    ) -> Result<Option<String>, NoAnswer> {
        if self.begun.get(&process) == Some(&how) {
            return Ok(None);
        }
        let beginning = match how {
            model::Beginning::Forked => Beginning::Forked,
            model::Beginning::Elsewhere => Beginning::Elsewhere,
        };
        *self.place(process) = None;
        match self.started(beginning) {
            Ok(actor) => *self.place(process) = Some(actor),
            Err(NoAnswer::None(Unable::NoDevice(why))) => {
                self.started(Beginning::Usual)?;
                return Ok(Some(why));
            }
            Err(why) => return Err(why),
        }
        self.begun.insert(process, how);
        Ok(None)
    }

    /// Has steps done.
    pub(super) fn perform(&mut self, process: Process, order: &ToActor) -> Result<Vec<Seen>, NoAnswer> {
        match self.ask(process, order)? {
            FromActor::Did(seen) => Ok(seen),
            _ => Err(NoAnswer::Lost(OTHERWISE.to_owned())),
        }
    }

    /// Has threads of several processes do steps at once: what is seen by each of them.
    ///
    /// # Errors
    /// Which process gave no answer.
    pub(super) fn perform_at_once(
        &mut self,
        orders: Vec<AtOnce>,
    ) -> Result<Vec<Vec<Vec<Seen>>>, (Process, NoAnswer)> {
        for AtOnce { process, .. } in &orders {
            self.actor(*process).map_err(|why| (*process, why))?;
        }
        let (patience, moment) = (self.patience, monotonic() + LEAD);
        let processes: Vec<Process> = orders.iter().map(|order| order.process).collect();
        for AtOnce { process, threads, handles } in orders {
            let actor = self.actor(process).map_err(|why| (process, why))?;
            // Whether it hears this shows in what it answers.
            let _ = actor.send(&ToActor::DoAtOnce { threads, handles, moment }, Instant::now() + patience);
        }
        let mut answer = |process: Process| {
            let actor = self.actor(process)?;
            let answer = actor.receive(Instant::now() + patience);
            match able(process, answer.map_err(|error| lost(actor, &error, patience))?)? {
                FromActor::DidAtOnce(seen) => Ok(seen),
                _ => Err(NoAnswer::Lost(OTHERWISE.to_owned())),
            }
        };
        processes.into_iter().map(|process| answer(process).map_err(|why| (process, why))).collect()
    }

    /// Counts the resources of a process, which forgets all names.
    pub(super) fn count(&mut self, process: Process) -> Result<Held, NoAnswer> {
        match self.ask(process, &ToActor::Count)? {
            FromActor::Counted(held) => Ok(held),
            _ => Err(NoAnswer::Lost(OTHERWISE.to_owned())),
        }
    }

    /// Has the process stand still.
    pub(super) fn stop(&mut self, process: Process) -> Result<(), NoAnswer> {
        let actor = self.actor(process)?;
        actor.stop().map_err(|error| untold("it cannot be stopped", &error))
    }

    /// Has a stopped process go on.
    pub(super) fn resume(&mut self, process: Process) -> Result<(), NoAnswer> {
        let actor = self.actor(process)?;
        actor.resume().map_err(|error| untold("it cannot go on", &error))
    }

    /// Kills the process, if it lives.
    pub(super) fn kill(&mut self, process: Process) -> Result<(), NoAnswer> {
        let actor = self.actor(process)?;
        if actor.await_end(Duration::ZERO).is_some() {
            return Err(lost(actor, &ChannelError::Closed, PATIENCE));
        }
        actor.kill();
        self.actors[usize::from(process.0)] = None;
        self.begun.remove(&process);
        Ok(())
    }

    /// Lets the process leave by itself. `Ok` says how it did not, if so.
    pub(super) fn exit(&mut self, process: Process) -> Result<Option<String>, NoAnswer> {
        let told = match self.ask(process, &ToActor::Leave) {
            Err(why @ NoAnswer::None(_)) => return Err(why),
            Err(NoAnswer::Lost(how) | NoAnswer::Hangs(how)) => Some(how),
            Ok(FromActor::Leaving(wrong)) => wrong,
            Ok(_) => Some(OTHERWISE.to_owned()),
        };
        self.begun.remove(&process);
        let actor = self.actors[usize::from(process.0)].take();
        match actor.and_then(|mut actor| actor.misses_its_end(PATIENCE)) {
            Some(Missed { how, lacked: Some(lacked) }) => {
                Err(NoAnswer::None(Unable::Lacking { lacked, how }))
            }
            end => Ok(told.or(end.map(Missed::describe))),
        }
    }
}

/// Returns the answer of a process, if it could follow its order. Otherwise the process or the machine is the cause,
/// unless the backend has exhausted a resource.
fn able(process: Process, answer: FromActor) -> Result<FromActor, NoAnswer> {
    match answer {
        FromActor::Unable(why) => Err(NoAnswer::None(Unable::Steps { process, why })),
        FromActor::Exhausted(why) => Err(NoAnswer::Lost(why)),
        answer => Ok(answer),
    }
}

/// Classifies the failure of a signal to take effect. A timeout is a hang and not a lost process: a busy machine is
/// slow as well.
fn untold(what: &str, error: &io::Error) -> NoAnswer {
    let how = format!("{what}: {error}");
    if error.kind() == io::ErrorKind::TimedOut { NoAnswer::Hangs(how) } else { NoAnswer::Lost(how) }
}

/// Finds out why an actor gives no answer.
fn lost(actor: &mut WorkerProcess, error: &ChannelError, patience: Duration) -> NoAnswer {
    match error {
        ChannelError::Closed => {
            let end = actor.await_end(PATIENCE);
            let how = actor.with_last_words(&actor.describe(end));
            match end.and_then(|end| actor.lacked(end)) {
                Some(lacked) => NoAnswer::None(Unable::Lacking { lacked, how }),
                None => NoAnswer::Lost(how),
            }
        }
        ChannelError::TimedOut => NoAnswer::Hangs(format!("within {patience:?}{}", actor.hanging())),
        error => NoAnswer::Lost(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_itself_cannot_do_is_no_finding() {
        let unable = FromActor::Unable("panic at x.rs:1:1: no".to_owned());
        let Err(NoAnswer::None(why)) = able(Process(1), unable) else { panic!("it is able") };
        assert_eq!(why.to_string(), "process b cannot do its steps: panic at x.rs:1:1: no");
        assert_eq!(able(Process(1), FromActor::Ready), Ok(FromActor::Ready));
        let exhausted = FromActor::Exhausted("all are open".to_owned());
        assert_eq!(able(Process(1), exhausted), Err(NoAnswer::Lost("all are open".to_owned())));
    }
}
