//! Ends the remaining objects.

use crate::state::{Kind, Origin, Queue, State};
use crate::{Call, Name, Process, Span, Step, verb};

impl State {
    /// Steps that end all that the living processes hold, each of which is defined when its turn has come, if those before
    /// it succeed. After them [`is_empty`](Self::is_empty) holds.
    #[must_use]
    pub fn ending(&self) -> Vec<Step> {
        let mut steps = self.going_on();
        steps.extend(self.awaiting_released());
        // What others hold goes before what they hold it of.
        for phase in 0..PHASES {
            for (name, object) in &self.objects {
                if self.ended.contains(&object.process) {
                    continue;
                }
                let process = object.process;
                let parts = parts_left(*name, &object.kind).into_iter().filter(|_| phase == UNMAPPING);
                let calls = parts.chain(last_calls(phase, *name, &object.kind));
                steps.extend(calls.map(|call| Step::new(process, call)));
            }
        }
        steps
    }

    /// Steps after which the commands of queues are over that were released before.
    fn awaiting_released(&self) -> impl Iterator<Item = Step> {
        let is_over =
            |queue: &Queue| self.done.covers_all(&queue.clock) || self.ended.contains(&queue.process);
        let is_held = |number: usize| {
            self.objects
                .values()
                .any(|object| matches!(object.kind, Kind::Queue { queue, .. } if queue == number))
        };
        let pending = self.queues.iter().enumerate();
        let pending = pending.filter(move |(number, queue)| !is_over(queue) && !is_held(*number));
        pending.filter_map(|(_, Queue { process, context, clock, .. })| {
            let event = self.teller(*process, *context, clock)?;
            Some(Step::new(*process, verb::Wait { events: vec![event] }.into()))
        })
    }

    /// Steps after which nothing is held back, and no process is stopped.
    pub(crate) fn going_on(&self) -> Vec<Step> {
        let lets = self.holds.iter().map(|(queue, stamp)| {
            Step::new(self.queues[stamp.queue].process, verb::Unblock { queue: *queue }.into())
        });
        lets.chain(self.stopped.iter().map(|process| Step::new(*process, verb::Resume {}.into()))).collect()
    }

    /// The processes that take part in what is left.
    #[must_use]
    pub fn living(&self, of: usize) -> Vec<Process> {
        let all = (0..u8::try_from(of).unwrap_or(Process::MOST)).map(Process);
        all.filter(|process| !self.ended.contains(process)).collect()
    }
}

const PHASES: usize = 7;
const UNMAPPING: usize = 1;

/// The calls that end a mapping of which parts are unmapped: one for each part that is not.
fn parts_left(of: Name, kind: &Kind) -> Vec<Call> {
    let Kind::Mapping { parts, .. } = kind else { return Vec::new() };
    if !parts.contains(&None) {
        return Vec::new();
    }
    let (mut calls, mut at): (Vec<Call>, u32) = (Vec::new(), 0);
    for run in parts.chunk_by(|one, other| one.is_some() == other.is_some()) {
        let to = at + run.len() as u32;
        if run[0].is_some() {
            calls.push(verb::Unmap { span: Span { of, part: Some((at, to)) } }.into());
        }
        at = to;
    }
    calls
}

/// The calls of this phase that are to end an object.
fn last_calls(phase: usize, name: Name, kind: &Kind) -> impl Iterator<Item = Call> + use<> {
    let release: Call = verb::Release { object: name }.into();
    let (call, times) = match (phase, kind) {
        (0, Kind::Queue { .. }) => (verb::Finish { queue: name }.into(), 1),
        (UNMAPPING, Kind::Mapping { parts, .. }) if !parts.contains(&None) => {
            (verb::Unmap { span: Span::whole(name) }.into(), 1)
        }
        (2, Kind::Memory { imported: true, .. }) => (verb::Close { import: name }.into(), 1),
        (
            2,
            Kind::Physical { origin: Origin::Imported, references, .. }
            | Kind::Event { origin: Origin::Imported, references, .. },
        ) => (release, *references),
        (3, Kind::Handle(_)) => (verb::Put { handle: name }.into(), 1),
        (4, Kind::Memory { imported: false, .. } | Kind::Reserved { .. }) => {
            (verb::Free { memory: name }.into(), 1)
        }
        (4, Kind::Physical { origin, references, .. } | Kind::Event { origin, references, .. })
            if *origin != Origin::Imported =>
        {
            (release, *references)
        }
        (5, Kind::Queue { references, .. }) => (release, *references),
        (6, Kind::Context { references, .. }) => (release, *references),
        _ => (release, 0),
    };
    std::iter::repeat_n(call, times as usize)
}
