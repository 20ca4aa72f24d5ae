//! Another process, where an event is opened that nobody in that process made.

use crate::event::calls::submit_signal;
use ur_ipc_fixtures::ladder::{Fixture, UrQueueTest};
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{At, Peer, Scenario, TestContext, TestResult};

/// An import in a context of its own, with a queue.
pub(in crate::event) struct Importer {
    import: Event,
    parent: UrQueueTest,
}

ur_ipc_fixtures::extends!(Importer: UrQueueTest);

impl Importer {
    #[track_caller]
    pub(in crate::event) fn open(t: &TestContext, handle: &[u8]) -> TestResult<Self> {
        let parent = UrQueueTest::set_up(t)?;
        Ok(Self { import: parent.in_context().open_event(handle)?, parent })
    }

    pub(in crate::event) fn event(&self) -> &Event {
        &self.import
    }

    /// Signals the import to its end.
    #[track_caller]
    pub(super) fn signal(&self) -> TestResult {
        submit_signal(self.queue(), &self.import)?;
        self.queue().finish()
    }

    /// Releases the import now, and checks it.
    #[track_caller]
    pub(in crate::event) fn release(self) -> TestResult {
        self.import.release()
    }
}

/// A process that has opened a handle.
pub(in crate::event) struct Consumer {
    // Fields drop in this order: the import before its process.
    pub(in crate::event) import: At<Importer>,
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
        let peer = s.peer(name)?;
        let bytes = s.give(&peer, |_| Ok(handle()))?;
        Ok(Self { import: s.at(&peer, |t| Importer::open(t, &bytes))?, peer })
    }

    /// The import, in steps of its process.
    pub(in crate::event) fn event(&self) -> &Event {
        self.import.event()
    }
}
