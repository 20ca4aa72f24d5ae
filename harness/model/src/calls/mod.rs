//! The rules of each call: its conditions, results and effects, a file a subject.

mod commands;
mod events;
mod memory;
mod misuse;
mod physical;
mod processes;
mod queues;
mod references;
mod rows;
mod sharing;
mod threads;

pub(crate) use events::signalled;

use crate::generate::Draft;
use crate::state::{NotEnabled, State};
use crate::{Allowed, Call, Observed, Process};
use ur_ipc_api::Family;

/// A verb, as the model has it.
pub(crate) trait Verb: Sized {
    /// The family of the object that it makes or is to make, if that can be shared.
    const FAMILY: Option<Family> = None;
    /// Whether something comes of it that failed.
    const LASTS: bool = false;
    /// Whether it may need descriptors, so that it may fail without them.
    const STARVES: bool = false;

    /// Whether the call is defined, and what may be seen of it.
    fn allowed(&self, state: &State, process: Process) -> Result<Allowed, NotEnabled>;

    /// Applies the effects of the call, if it was allowed, and succeeded or [lasts](Self::LASTS).
    fn effect(&self, _: &mut State, _: Process, _: &Observed) {}

    /// Numbers what it may make in a section, by its number there.
    fn reserve(&self, _: &mut State, _: Process) -> Option<usize> {
        None
    }

    /// One that may be defined, for the generator.
    fn candidate(_: &mut Draft<'_>, _: Process) -> Option<Self> {
        None
    }

    fn take(&self, state: &mut State, process: Process, observed: &Observed) {
        // What fails leaves everything as it was.
        if Self::LASTS || observed.succeeded() {
            self.effect(state, process, observed);
        }
    }

    fn family(&self) -> Option<Family> {
        Self::FAMILY
    }

    fn starves(&self) -> bool {
        Self::STARVES
    }
}

/// A row of the table of verbs, for the generator.
pub(crate) struct Row {
    pub word: &'static str,
    /// The weight with which the generator thinks of it.
    pub weight: usize,
    pub makes: bool,
    pub candidate: fn(&mut Draft<'_>, Process) -> Option<Call>,
}

impl State {
    pub(crate) fn judge(&self, process: Process, call: &Call) -> Result<Allowed, NotEnabled> {
        dispatch!(call, verb => verb.allowed(self, process))
    }

    /// Applies the effects of a call that was allowed.
    pub(crate) fn take(&mut self, process: Process, call: &Call, observed: &Observed) {
        dispatch!(call, verb => verb.take(self, process, observed));
    }
}

impl Call {
    /// The family of what it makes or is to make, of what is shared.
    #[must_use]
    pub fn family(&self) -> Option<Family> {
        dispatch!(self, verb => verb.family())
    }

    /// True if it may need descriptors, so that it may be done without them.
    pub(crate) fn starves(&self) -> bool {
        dispatch!(self, verb => verb.starves())
    }
}
