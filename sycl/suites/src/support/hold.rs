//! Holding a queue of SYCL back without timing.
//!
//! The contract has no host tasks. So Unified Runtime, where it can be called directly, holds a queue of its own by one,
//! and signals an event after it. Commands in SYCL's queue wait for the import of this event.

use super::{Bed, Events, Guard};
use ur_ipc_api::sycl::{Event, Overload, Queue};
use ur_ipc_fixtures::api::DeviceInfo;
use ur_ipc_fixtures::hierarchy::{Fixture, UrQueueTest};
use ur_ipc_fixtures::objects::{self, Exported};
use ur_ipc_fixtures::{CleanUp, Gate, TestContext, TestResult};

use super::Kind;

/// A hold on a queue, until it is opened or dropped. It must be dropped before the queue.
pub(crate) struct Held {
    // Fields drop in this order: who waits before what is waited for.
    _import: Guard<Event>,
    _handle: Exported,
    _source: objects::Event,
    below: UrQueueTest,
    gate: Gate,
    t: TestContext,
}

impl Held {
    /// True if what holds the queue back has [begun](Gate::is_reached).
    pub(crate) fn is_reached(&self) -> bool {
        self.gate.is_reached()
    }

    /// Lets the held commands go.
    #[track_caller]
    pub(crate) fn open(&self) -> TestResult {
        self.gate.open()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let _clean_up = CleanUp::new();
        // Too late to say anything: it is open, or the test has failed.
        let _ = self.gate.open();
        let _ = self.t.ur().queue_finish(self.below.queue().raw());
    }
}

impl Bed {
    /// Holds the queue back, where that is possible, and signals an event behind that.
    #[track_caller]
    pub(crate) fn hold_and_signal(&self, event: Event) -> TestResult<Option<Held>> {
        let held = self.hold(self.queue())?;
        self.signal(self.queue(), event)?;
        Ok(held)
    }

    /// Holds everything that is enqueued in a queue from now on, where that is possible; where it is not, a note.
    #[track_caller]
    pub(crate) fn hold(&self, queue: Queue) -> TestResult<Option<Held>> {
        if !can_hold(self.t())? {
            self.t().note_less("no host tasks below SYCL: no work could be held back");
            return Ok(None);
        }
        let below = UrQueueTest::set_up(self.t())?;
        let source = below.in_context().shareable_event()?;
        let gate = below.queue().hold()?;
        below.queue().signal(&source)?;
        below.queue().flush()?;
        let handle = source.export()?;
        let opened = Events::open(self.sycl(), &handle.bytes(), Overload::Data, self.place()).offered()?;
        let Ok(import) = opened.result else {
            self.t().note_less(
                "events of Unified Runtime do not open in their own process: no work could be held back",
            );
            return Ok(None);
        };
        let import = self.own_event(import);
        self.sycl().enqueue_wait_event(queue, import.raw()).ok()?;
        Ok(Some(Held { _import: import, _handle: handle, _source: source, below, gate, t: self.t().clone() }))
    }
}

/// Whether there are host tasks and shared events in the Unified Runtime below.
fn can_hold(t: &TestContext) -> TestResult<bool> {
    Ok(t.rust_layer().is_some()
        && t.can_hold_work()?
        && t.device_supports(DeviceInfo::IPC_EVENT_SUPPORT_EXP)?)
}
