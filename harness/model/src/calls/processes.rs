//! Stopped and continued processes, and their ends.

use super::Verb;
use crate::generate::Draft;
use crate::state::{Kind, Life, NotEnabled, Signals, State, why};
use crate::{Allowed, Beginning, Call, Name, Observed, Process, Step, verb};
use ur_ipc_api::Family;

impl Verb for verb::Stop {
    const LASTS: bool = true;

    /// A process stands still, whatever it is at. Others go on with all that needs nothing of it, which a command of its own
    /// would, or the device's that its threads may serve.
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        if let Some((queue, _)) = state.holds.first() {
            return why(*queue, "is held");
        }
        state.reached_by_signals(process)?;
        let mut own = state.queues.iter().filter(|queue| queue.process == process);
        if own.any(|queue| !state.done.covers_all(&queue.clock)) {
            return Err(NotEnabled::not("commands of the process may be pending"));
        }
        Ok(Allowed::default())
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        state.stopped.insert(process);
    }
}

impl Verb for verb::Resume {
    const LASTS: bool = true;

    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        match state.stopped.contains(&process) {
            true => Ok(Allowed::default()),
            false => Err(NotEnabled::not("the process is not stopped")),
        }
    }

    fn effect(&self, state: &mut State, process: Process, _: &Observed) {
        state.stopped.remove(&process);
    }
}

impl Verb for verb::Fork {
    fn allowed(&self, _: &State, _: Process) -> Result<Allowed, NotEnabled> {
        // That all goes on as before is what the rules of all other steps say.
        Ok(Allowed::success(&["lifetime.forked_child"]))
    }

    fn candidate(_: &mut Draft<'_>, _: Process) -> Option<Self> {
        Some(Self {})
    }
}

impl Verb for verb::Adapters {
    fn allowed(&self, _: &State, _: Process) -> Result<Allowed, NotEnabled> {
        // That all goes on as before is what the rules of all other steps say.
        Ok(Allowed::success(&["lifetime.adapter.released"]))
    }

    fn candidate(_: &mut Draft<'_>, _: Process) -> Option<Self> {
        Some(Self {})
    }
}

impl Verb for verb::Begin {
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
        match state.begun.contains_key(&process) {
            true => Err(NotEnabled::not("the process has begun")),
            false => Ok(Allowed::success(&["lifetime.surroundings"])),
        }
    }
}

/// A process ends, one way or the other.
macro_rules! ends {
    ($($Verb:ident $(, $condition:ident)?;)*) => {$(
        impl Verb for verb::$Verb {
            const LASTS: bool = true;

            fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled> {
                $(state.$condition(process)?;)?
                state.judge_end(process)
            }

            fn effect(&self, state: &mut State, process: Process, _: &Observed) {
                state.take_end(process);
            }
        }
    )*};
}
ends! {
    Kill, reached_by_signals;
    Exit;
}

impl State {
    /// Refuses to kill or stop a forked process: in C, and where it is stopped, a signal would reach its parent alone.
    fn reached_by_signals(&self, process: Process) -> Result<(), NotEnabled> {
        match self.begun.get(&process) {
            Some(Some(Beginning::Forked)) => Err(NotEnabled::not("the process was forked")),
            _ => Ok(()),
        }
    }

    /// Refuses to end an import if the process that it came from is stopped, since the call may have to tell that
    /// process.
    pub(crate) fn apart_from_stopped(&self, step: &Step) -> Result<(), NotEnabled> {
        let (Call::Close(verb::Close { import: name }) | Call::Release(verb::Release { object: name })) =
            step.call
        else {
            return Ok(());
        };
        let maker = self.objects.get(&name).filter(|object| object.is_imported()).and_then(|object| {
            Some(match object.kind {
                Kind::Memory { storage, .. } | Kind::Physical { storage, .. } => self.storages[storage].maker,
                Kind::Event { event, .. } => self.events[event].maker,
                _ => return None,
            })
        });
        match maker {
            Some(maker) if self.stopped.contains(&maker) => why(name, "came from a process that is stopped"),
            _ => Ok(()),
        }
    }

    /// Killed, or left by itself: what others hold of it goes on as the requirements say. Nothing says what becomes of a
    /// signal that is pending then, or of one that is waited for, or of commands of others on memory that goes.
    fn judge_end(&self, process: Process) -> Result<Allowed, NotEnabled> {
        let own = self.is_of(process);
        if let Some((queue, _)) = self.holds.iter().find(|(_, stamp)| own(stamp.queue)) {
            return why(*queue, "is held");
        }
        if self.events.iter().any(|event| event.access.is_used(&self.done, &own)) {
            return Err(NotEnabled::not("a signal of the process or a wait may be pending"));
        }
        let pending = |event: &Signals| {
            event.maker == process && event.last.as_ref().is_some_and(|last| !self.done.covers_all(last))
        };
        if self.events.iter().any(pending) {
            return Err(NotEnabled::not("a signal of an event of the process may be pending"));
        }
        let others = |queue| !own(queue);
        let mut memory = self.storages.iter().filter(|storage| {
            storage.maker == process && storage.family == Family::Memory && storage.life == Life::Held
        });
        if memory.any(|storage| storage.is_used(&self.done, others)) {
            return Err(NotEnabled::not("commands of others on memory of the process may be pending"));
        }
        // Success is that the process is gone, and left by itself if it was to.
        Ok(Allowed::success(&["lifetime.teardown.outstanding"]))
    }

    fn take_end(&mut self, process: Process) {
        self.ended.insert(process);
        self.stopped.remove(&process);
        let own: Vec<bool> = self.queues.iter().map(|queue| queue.process == process).collect();
        for storage in &mut self.storages {
            for block in &mut storage.blocks {
                if block.access.is_written(&self.done, |queue| own[queue]) {
                    block.value = None;
                }
                block.access.forget(|queue| own[queue]);
            }
            if storage.maker == process && storage.life == Life::Held {
                storage.life = Life::Died;
            }
        }
        for event in self.events.iter_mut().filter(|event| event.maker == process && event.life == Life::Held)
        {
            event.life = Life::Died;
        }
        // Handles stay: their bytes are elsewhere, and may be tried.
        let of_it: Vec<Name> = self
            .objects
            .iter()
            .filter(|(_, object)| object.process == process)
            .map(|(name, _)| *name)
            .collect();
        for name in of_it {
            match self.objects.get_mut(&name).map(|object| &mut object.kind) {
                Some(Kind::Handle(handle)) => handle.orphan = true,
                _ => drop(self.remove(name)),
            }
        }
    }
}
