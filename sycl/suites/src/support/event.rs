//! `ipc::event`.

use super::{Bed, Guard, Ids, Kind};
use ur_ipc_api::sycl::{Context, Event, EventStatus, Handle, Overload, Place, Queue};
use ur_ipc_fixtures::{Answer, IPC_EVENTS, Need, Pattern, Sycl, TestResult};

/// Events.
pub(crate) struct Events;

impl Bed {
    /// An event that can be shared.
    #[track_caller]
    pub(crate) fn event(&self) -> TestResult<Guard<Event>> {
        self.event_with(Some(true), None)
    }

    /// An event with these properties.
    #[track_caller]
    pub(crate) fn event_with(&self, ipc: Option<bool>, profiling: Option<bool>) -> TestResult<Guard<Event>> {
        Ok(self.own_event(self.sycl().make_event(Some(self.context()), ipc, profiling).ok()?))
    }

    /// An event that somebody has made.
    pub(crate) fn own_event(&self, event: Event) -> Guard<Event> {
        self.guard(event, |sycl, event, _| sycl.event_destroy(event))
    }

    /// Signals an event in a queue, and waits for nothing.
    #[track_caller]
    pub(crate) fn signal(&self, queue: Queue, event: Event) -> TestResult {
        self.sycl().enqueue_signal_event(queue, event).ok()
    }

    /// `event::wait`
    #[track_caller]
    pub(crate) fn wait(&self, event: Event) -> TestResult {
        self.sycl().event_wait(event).ok()
    }

    /// Checks that an event is complete.
    #[track_caller]
    pub(crate) fn check_complete(&self, what: &str, event: Event) -> TestResult {
        let status = self.sycl().event_status(event).ok()?;
        self.t().check_eq(&format!("the status of {what}"), status, EventStatus::Complete)
    }

    /// Checks that an event is not complete.
    #[track_caller]
    pub(crate) fn check_pending(&self, what: &str, event: Event) -> TestResult {
        let status = self.sycl().event_status(event).ok()?;
        self.t().check(
            status != EventStatus::Complete,
            format!("{what} is complete while its signal is held back"),
        )
    }

    /// Waits for an event, and checks that it is complete then.
    #[track_caller]
    pub(crate) fn wait_complete(&self, what: &str, event: Event) -> TestResult {
        self.wait(event)?;
        self.check_complete(what, event)
    }
}

impl Kind for Events {
    const NAME: &'static str = "event";
    const IDS: Ids = Ids {
        aspect: "sycl.aspect.ipc_event",
        handle_size: "sycl.handle.size_of_event",
        own_process: "sycl.event.state.shared",
        view: "sycl.event.open.view",
        default_context: "sycl.event.default_context",
        default_device: "sycl.event.default_context",
        without_context: "sycl.event.default_context",
        no_aspect: "sycl.event.open.no_aspect",
        wrong_size: "sycl.event.open.wrong_size",
        no_bytes: "sycl.event.open.no_bytes",
        repeated: "sycl.event.open.repeated",
        several_handles: "sycl.event.get.repeated",
        put_keeps_opened: "sycl.event.put.keeps_opened",
        put_optional: "sycl.event.put.optional",
        put_then_get: "sycl.event.put.keeps_event",
        ends_alone: "sycl.event.source_outlives_opened",
        consumer_dies: "sycl.event.consumer_dies",
        producer_dies: "sycl.event.producer_dies",
        no_leak: "sycl.event.no_leak",
        mixed: "sycl.event.mixed",
    };
    const NEEDS: &'static [Need] = &[IPC_EVENTS];
    type Raw = Event;

    fn twins(test: &str) -> &'static [&'static str] {
        match test {
            "data" => &["e2e::ipc_event_lifetime", "e2e::ipc_event_round_trip"],
            "data_view" => &["IPCEventTests.GetCallsURAndReturnsHandle"],
            "view" => &["IPCEventTests.OpenViewCallsUR", "e2e::ipc_event_round_trip"],
            "own_process" | "without_context" | "repeated" => &["e2e::ipc_event_round_trip"],
            "wrong_size" => &["IPCEventTests.OpenWrongSizeThrows", "e2e::ipc_event_negative"],
            "no_aspect" => &["IPCEventTests.OpenNoAspectThrows"],
            "put" => &["IPCEventTests.PutCallsUR"],
            "then_get" => &["e2e::ipc_event_lifetime"],
            _ => &[],
        }
    }

    fn create(bed: &Bed, _variant: usize, by_default: bool) -> TestResult<Guard<Event>> {
        let context = (!by_default).then(|| bed.context());
        Ok(bed.own_event(bed.sycl().make_event(context, Some(true), None).ok()?))
    }

    fn write(bed: &Bed, object: Event, _pattern: Pattern) -> TestResult {
        bed.signal(bed.queue(), object)?;
        bed.finish()
    }

    fn verify(bed: &Bed, object: Event, _pattern: Pattern) -> TestResult {
        bed.wait_complete("a shared event", object)?;
        bed.sycl().enqueue_wait_event(bed.queue(), object).ok()?;
        bed.finish()
    }

    fn get(sycl: &Sycl, object: Event, _context: Option<Context>) -> Answer<'_, Handle> {
        sycl.event_get(object)
    }

    fn put(sycl: &Sycl, handle: Handle, context: Option<Context>) -> Answer<'_, ()> {
        sycl.event_put(handle, context)
    }

    fn open<'s>(sycl: &'s Sycl, bytes: &[u8], overload: Overload, place: Place) -> Answer<'s, Event> {
        sycl.event_open(bytes, overload, place.context)
    }

    fn close(sycl: &Sycl, object: Event, _context: Option<Context>) -> Answer<'_, ()> {
        sycl.event_destroy(object)
    }
}
