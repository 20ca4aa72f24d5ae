//! Ending what is left.

use crate::state::{Kind, Origin, State};
use crate::{Call, Name, Process, Step};

impl State {
    /// Steps that end all that the living processes hold, each of which is defined when its turn has come, if those before
    /// it succeed. After them [`is_empty`](Self::is_empty) holds.
    #[must_use]
    pub fn ending(&self) -> Vec<Step> {
        let mut steps = self.going_on();
        // What others hold goes before what they hold it of.
        for phase in 0..PHASES {
            for (name, object) in &self.objects {
                if self.ended.contains(&object.process) {
                    continue;
                }
                let process = object.process;
                steps.extend(last_calls(phase, *name, &object.kind).map(|call| Step::new(process, call)));
            }
        }
        steps
    }

    /// Steps after which nothing is held back, and no process is stopped.
    pub(crate) fn going_on(&self) -> Vec<Step> {
        let lets = self
            .holds
            .iter()
            .map(|(queue, stamp)| Step::new(self.queues[stamp.queue].process, Call::Let { queue: *queue }));
        lets.chain(self.stopped.iter().map(|process| Step::new(*process, Call::Resume))).collect()
    }

    /// The processes that take part in what is left.
    #[must_use]
    pub fn living(&self, of: usize) -> Vec<Process> {
        let all = (0..u8::try_from(of).unwrap_or(Process::MOST)).map(Process);
        all.filter(|process| !self.ended.contains(process)).collect()
    }
}

const PHASES: usize = 7;

/// The calls of this phase that are to end an object.
fn last_calls(phase: usize, name: Name, kind: &Kind) -> impl Iterator<Item = Call> + use<> {
    let release = Call::Release { object: name };
    let (call, times) = match (phase, kind) {
        (0, Kind::Queue { .. }) => (Call::Finish { queue: name }, 1),
        (1, Kind::Mapping { .. }) => (Call::Unmap { mapping: name }, 1),
        (2, Kind::Memory { imported: true, .. }) => (Call::Close { import: name }, 1),
        (
            2,
            Kind::Physical { origin: Origin::Imported, references, .. }
            | Kind::Event { origin: Origin::Imported, references, .. },
        ) => (release, *references),
        (3, Kind::Handle(_)) => (Call::Put { handle: name }, 1),
        (4, Kind::Memory { imported: false, .. }) => (Call::Free { memory: name }, 1),
        (4, Kind::Physical { origin, references, .. } | Kind::Event { origin, references, .. })
            if *origin != Origin::Imported =>
        {
            (release, *references)
        }
        (5, Kind::Queue { .. }) => (release, 1),
        (6, Kind::Context { references }) => (release, *references),
        _ => (release, 0),
    };
    std::iter::repeat_n(call, times as usize)
}
