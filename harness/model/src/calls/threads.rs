//! Calls that threads and processes may make at once.
//!
//! By UR's introduction ("Multithreading and Concurrency") several threads may make calls at once with different object
//! handles. With the same handle they may not, "except when explicitly noted". `urContextRetain` and `urContextRelease`
//! are noted so. Any thread may allocate memory. Every user relies on calls about different objects of one context, and
//! the catalogue requires them. UR does not say whether a pointer or the bytes of a handle count as an object handle.
//! Here commands of several queues may use one allocation at once, and calls that share it may not. Handles belong to a
//! process. Calls of another process do not matter, except for a signal that a wait would find half made.

use crate::state::{Kind, NotEnabled, State, why};
use crate::{Call, Name, Step, StepModifier, verb};
use ur_ipc_api::Family;

/// An object as threads see it: everything that leads to the same memory or event counts as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ThreadObject {
    /// A queue, or reserved addresses.
    Own(Name),
    Source(Family, usize),
}

impl State {
    /// Whether steps of two threads may be taken at once, if each may be taken first.
    pub(crate) fn apart(&self, one: &Step, other: &Step) -> Result<(), NotEnabled> {
        for step in [one, other] {
            if step.call.is_done_to_process() {
                return Err(NotEnabled::not(
                    "a process begins, ends, stops or goes on while nothing else is done",
                ));
            }
            // What libraries have left for the end of the child may need locks that others hold.
            if step.modifier != StepModifier::Ordinary
                || matches!(step.call, Call::Fork(_) | Call::Adapters(_))
            {
                return Err(NotEnabled::not("this is done while nothing else is"));
            }
        }
        if one.process != other.process {
            return self.signals_apart(one, other).and_then(|()| self.signals_apart(other, one));
        }
        let command =
            |call: &Call| matches!(call, Call::Fill(_) | Call::Copy(_) | Call::CopyRows(_) | Call::Read(_));
        let commands = command(&one.call) && command(&other.call);
        let theirs: Vec<ThreadObject> =
            other.call.names().into_iter().flat_map(|name| self.all_shared(name)).collect();
        for name in one.call.names() {
            for shared in self.all_shared(name) {
                let exempt = commands && matches!(shared, ThreadObject::Source(Family::Memory, _));
                if !exempt && theirs.contains(&shared) {
                    return why(name, "is used by another thread at the same time");
                }
            }
        }
        Ok(())
    }

    /// The same, and of a mapping the addresses that it shares with others.
    fn all_shared(&self, name: Name) -> impl Iterator<Item = ThreadObject> {
        let addresses = match self.objects.get(&name).map(|object| &object.kind) {
            Some(Kind::Mapping { place: Some(place), .. }) => Some(ThreadObject::Own(place.of)),
            _ => None,
        };
        self.shared(name).into_iter().chain(addresses)
    }

    fn shared(&self, name: Name) -> Option<ThreadObject> {
        Some(match self.objects.get(&name)?.kind {
            Kind::Context { .. } => return None,
            Kind::Queue { .. } | Kind::Reserved { .. } => ThreadObject::Own(name),
            Kind::Memory { storage, .. } => ThreadObject::Source(Family::Memory, storage),
            Kind::Physical { storage, .. } | Kind::Mapping { storage, .. } => {
                ThreadObject::Source(Family::Physical, storage)
            }
            Kind::Event { event, .. } => ThreadObject::Source(Family::Event, event),
            Kind::Handle(handle) => ThreadObject::Source(handle.family, handle.source),
        })
    }

    /// That a step does not signal what another waits for.
    fn signals_apart(&self, signals: &Step, waits: &Step) -> Result<(), NotEnabled> {
        let Call::Signal(verb::Signal { event, .. }) = &signals.call else { return Ok(()) };
        if waits.call.awaited().iter().any(|name| self.shared(*name) == self.shared(*event)) {
            return why(*event, "is waited for by another process at the same time");
        }
        Ok(())
    }

    /// The requirements that say that a call works on this thread, beside others of its process or not.
    pub(crate) fn thread_says(&self, step: &Step, beside_others: bool) -> Vec<&'static str> {
        let made = step.call.makes().and_then(|_| step.call.family());
        let family = made.or_else(|| self.family_of(step.call.subject()?));
        let (any_thread, concurrent) = match family {
            Some(Family::Memory) => ("memory.any_thread", "memory.concurrent"),
            Some(Family::Physical) => ("physical_memory.any_thread", "physical_memory.concurrent"),
            Some(Family::Event) => ("event.any_thread", "event.concurrent"),
            None => return Vec::new(),
        };
        let (_, thread) = step.taker();
        let any_thread = (thread > 1).then_some(any_thread);
        any_thread.into_iter().chain(beside_others.then_some(concurrent)).collect()
    }
}
