//! The two devices of a context, and the things on each.

use super::{Handle, Kind, Origin, State, why};
use crate::{Name, NotEnabled, Process, UsmKind};
use ur_ipc_api::Family;

/// What the sources say of a wait list with events of another device than the queue's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListedEvents {
    /// All are of the queue's device, and signalled by it.
    Own,
    /// The queue waits.
    Elsewhere,
    /// Nothing that binds.
    Unsaid,
}

impl State {
    /// Whether something can be made in a context, on its first device or the other one.
    pub(crate) fn has_device(&self, process: Process, context: Name, other: bool) -> Result<(), NotEnabled> {
        self.context(process, context)?;
        if other && !self.is_of_both(context) {
            return why(context, "is of the first device alone");
        }
        Ok(())
    }

    /// Whether it is a context of both devices.
    pub(crate) fn is_of_both(&self, context: Name) -> bool {
        self.objects
            .get(&context)
            .is_some_and(|object| matches!(object.kind, Kind::Context { both: true, .. }))
    }

    /// Whether the source of a handle is on the second device.
    pub(crate) fn source_is_other(&self, family: Family, source: usize) -> bool {
        match family {
            Family::Event => self.events[source].other,
            _ => self.storages[source].other,
        }
    }

    /// Whether a handle would be opened on another device than its source's, or an event in a context without its device.
    pub(crate) fn opens_across(&self, handle: Handle, context: Name, other: bool) -> bool {
        let of_other = self.source_is_other(handle.family, handle.source);
        match handle.family {
            Family::Event => of_other && !self.is_of_both(context),
            _ => other != of_other,
        }
    }

    /// The devices that a name stands for: that it was made or opened on, and that of what is behind it.
    pub(crate) fn devices_of(&self, name: Name) -> Vec<bool> {
        let Some(object) = self.objects.get(&name) else { return Vec::new() };
        match object.kind {
            Kind::Queue { queue, .. } => vec![self.queues[queue].other],
            Kind::Memory { storage, .. } if self.storages[storage].kind == UsmKind::Host => Vec::new(),
            Kind::Memory { storage, .. } | Kind::Physical { storage, .. } | Kind::Mapping { storage, .. } => {
                vec![object.other, self.storages[storage].other]
            }
            Kind::Event { event, .. } => vec![self.events[event].other],
            Kind::Handle(handle) => vec![self.source_is_other(handle.family, handle.source)],
            Kind::Context { .. } | Kind::Reserved { .. } => Vec::new(),
        }
    }

    /// Whether these names stand for things on both devices.
    pub(crate) fn is_across(&self, names: impl IntoIterator<Item = Name>) -> bool {
        let all: Vec<bool> = names.into_iter().flat_map(|name| self.devices_of(name)).collect();
        all.contains(&true) && all.contains(&false)
    }

    /// What is said of a queue that waits for these events of its context.
    pub(crate) fn listed(&self, process: Process, queue: usize, after: &[Name]) -> ListedEvents {
        let own = self.queues[queue].other;
        let events = after.iter().filter_map(|name| self.event(process, *name).ok());
        let said = events.map(|(event, object)| {
            let signals = &self.events[event];
            let mut sources = self.kin(Family::Event, event).filter(|(_, kin)| !kin.is_imported());
            match &object.kind {
                _ if (signals.other, signals.by_other) == (own, own) => ListedEvents::Own,
                Kind::Event { origin: Origin::Plain, .. } => ListedEvents::Unsaid,
                // The signal came from another device than the event's, as may be refused.
                _ if signals.other != signals.by_other => ListedEvents::Unsaid,
                _ if !sources.any(|(_, source)| self.is_of_both(source.context)) => ListedEvents::Unsaid,
                _ => ListedEvents::Elsewhere,
            }
        });
        said.max().unwrap_or(ListedEvents::Own)
    }
}
