//! What each call needs, gives and leaves, a file a subject.
//!
//! `judge` says whether a call is defined and what may be seen of it, `take` what comes of it.

mod commands;
mod events;
mod lasting;
mod memory;
mod misuse;
mod physical;
mod processes;
mod queues;
mod sharing;
mod threads;

use crate::state::{State, Why};
use crate::{Allowed, Call, Observed, Process};

impl State {
    pub(crate) fn judge(&self, process: Process, call: &Call) -> Result<Allowed, Why> {
        match call {
            Call::Context { .. } | Call::Queue { .. } | Call::Finish { .. } | Call::Hold { .. } => {
                self.judge_queues(process, call)
            }
            Call::Let { .. } | Call::Busy { .. } => self.judge_queues(process, call),
            Call::Alloc { .. } | Call::Free { .. } => self.judge_memory(process, call),
            Call::Fill { .. } | Call::Copy { .. } | Call::Read { .. } => self.judge_command(process, call),
            Call::Physical { .. }
            | Call::PhysicalWrong { .. }
            | Call::Map { .. }
            | Call::Change { .. }
            | Call::Unmap { .. } => self.judge_physical(process, call),
            Call::Event { .. } | Call::Signal { .. } | Call::Wait { .. } | Call::Status { .. } => {
                self.judge_event(process, call)
            }
            Call::Info { .. } | Call::Ask { .. } | Call::Retain { .. } | Call::Release { .. } => {
                self.judge_lasting(process, call)
            }
            Call::Get { .. }
            | Call::Put { .. }
            | Call::Open { .. }
            | Call::OpenWrong { .. }
            | Call::Close { .. } => self.judge_sharing(process, call),
            Call::Stop => self.judge_stop(process),
            Call::Resume => self.judge_resume(process),
            Call::Kill | Call::Exit => self.judge_end(process),
        }
    }

    /// What comes of a call that was allowed.
    pub(crate) fn take(&mut self, process: Process, call: &Call, observed: &Observed) {
        match call {
            Call::Fill { .. } | Call::Copy { .. } | Call::Read { .. } => {
                self.take_command(process, call, observed);
            }
            Call::Stop => drop(self.stopped.insert(process)),
            Call::Resume => drop(self.stopped.remove(&process)),
            Call::Kill | Call::Exit => self.take_end(process),
            // What fails leaves everything as it was.
            _ if !observed.succeeded() => {}
            Call::Context { .. }
            | Call::Queue { .. }
            | Call::Finish { .. }
            | Call::Hold { .. }
            | Call::Let { .. }
            | Call::Busy { .. } => self.take_queues(process, call),
            Call::Alloc { .. } | Call::Free { .. } => self.take_memory(process, call),
            Call::Physical { .. }
            | Call::PhysicalWrong { .. }
            | Call::Map { .. }
            | Call::Change { .. }
            | Call::Unmap { .. } => {
                self.take_physical(process, call, observed);
            }
            Call::Event { .. } | Call::Signal { .. } | Call::Wait { .. } | Call::Status { .. } => {
                self.take_event(process, call, observed);
            }
            Call::Info { .. } | Call::Ask { .. } | Call::Retain { .. } | Call::Release { .. } => {
                self.take_lasting(call);
            }
            Call::Get { .. }
            | Call::Put { .. }
            | Call::Open { .. }
            | Call::OpenWrong { .. }
            | Call::Close { .. } => self.take_sharing(process, call, observed),
        }
    }
}
