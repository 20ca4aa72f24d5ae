//! Another process, where an event is opened that nobody in that process made.

use crate::import::Import;
use ur_ipc_fixtures::hierarchy::Events;
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{At, Peer, Scenario, TestResult};

/// A process that has opened a handle.
pub(in crate::event) struct Consumer {
    // Fields drop in this order: the import before its process.
    pub(in crate::event) import: At<Import<Events>>,
    pub(in crate::event) peer: Peer,
}

impl Consumer {
    /// Starts one of this name; the first process gives it the handle's bytes.
    #[track_caller]
    pub(in crate::event) fn start(
        s: &Scenario,
        name: &str,
        handle: impl FnOnce() -> Vec<u8>,
    ) -> TestResult<Self> {
        Self::start_in(s, s.peer(name)?, handle)
    }

    /// The same in a process that was started before.
    #[track_caller]
    pub(in crate::event) fn start_in(
        s: &Scenario,
        peer: Peer,
        handle: impl FnOnce() -> Vec<u8>,
    ) -> TestResult<Self> {
        let bytes = s.give(&peer, |_| Ok(handle()))?;
        Ok(Self { import: s.at(&peer, |t| Import::open(t, &bytes))?, peer })
    }

    /// The import, in steps of its process.
    pub(in crate::event) fn event(&self) -> &Event {
        self.import.object()
    }
}
