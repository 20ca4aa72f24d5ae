//! The state that an event and its imports share.

use crate::support::{Bed, Events, Guard, Kind, WORK, open_at};
use ur_ipc_api::sycl::Event;
use ur_ipc_fixtures::{At, IPC_EVENTS, Peer, Process, Scenario, TestContext, TestResult, Tests};

const ROUNDS: usize = 4;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("event", "event::state");
    let draft = group.test("complete_at_first").checks("sycl.event.state.complete_at_first");
    draft.needs(&[IPC_EVENTS]).across(|s, f: &At<Bed>| {
        let event = s.here(|_| f.event())?;
        let handle = s.here(|_| f.export::<Events>(event.raw()))?;
        let (consumer, there) = s.peer_with::<Bed>("consumer")?;
        let opened = open_at(s, &consumer, &there, &handle)?;
        s.at(&consumer, |t| {
            there.check_complete("an import that was never signalled", opened.raw())?;
            Events::verify(&there, opened.raw(), t.source_pattern())
        })?;
        s.here(|t| Events::verify(f, event.raw(), t.source_pattern()))?;
        s.leave(consumer)
    });

    let draft = group.test("signalled_by_source").checks("sycl.event.state.shared");
    let draft = draft.twin_of(&["e2e::ipc_event_multi_process"]).needs(&[IPC_EVENTS]);
    draft
        .across(|s, f: &At<Bed>| with_pair(s, f, |pair| (0..ROUNDS).try_for_each(|_| pair.see_signal(true))));
    let draft = group.test("signalled_by_import").checks("sycl.event.state.shared").needs(&[IPC_EVENTS]);
    draft.across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| (0..ROUNDS).try_for_each(|_| pair.see_signal(false)))
    });
    let draft = group.test("signalled_in_turn").checks("sycl.event.state.shared").needs(&[IPC_EVENTS]);
    draft.across(|s, f: &At<Bed>| {
        with_pair(s, f, |pair| (0..2 * ROUNDS).try_for_each(|round| pair.see_signal(round % 2 == 0)))
    });
}

/// An event here, and its import in a consumer.
struct Pair<'s> {
    s: &'s Scenario,
    f: &'s At<Bed>,
    event: At<Guard<Event>>,
    consumer: &'s Peer,
    there: At<Bed>,
    opened: At<Guard<Event>>,
}

fn with_pair(s: &Scenario, f: &At<Bed>, look: impl FnOnce(&Pair<'_>) -> TestResult) -> TestResult {
    let event = s.here(|_| f.event())?;
    let handle = s.here(|_| f.export::<Events>(event.raw()))?;
    let (consumer, there) = s.peer_with::<Bed>("consumer")?;
    let opened = open_at(s, &consumer, &there, &handle)?;
    let pair = Pair { s, f, event, consumer: &consumer, there, opened };
    look(&pair)?;
    s.at(&consumer, |_| pair.opened.take().end())?;
    s.leave(consumer)
}

impl Pair<'_> {
    fn process(&self, source: bool) -> Process {
        if source { Process::Here } else { self.consumer.process() }
    }

    fn side(&self, source: bool) -> (&Bed, Event) {
        if source { (self.f, self.event.raw()) } else { (&self.there, self.opened.raw()) }
    }

    fn at<T>(&self, source: bool, body: impl FnOnce(&TestContext) -> TestResult<T>) -> TestResult<At<T>> {
        self.s.in_process(self.process(source), body)
    }

    /// Signals behind work on one side. The other one is pending while the work is held back, and complete when its wait has
    /// returned.
    fn see_signal(&self, by_source: bool) -> TestResult {
        let memory = self.at(by_source, |_| self.side(by_source).0.malloc(WORK))?;
        let held = self.at(by_source, |_| {
            let (f, event) = self.side(by_source);
            let held = f.hold(f.queue())?;
            f.start_work(f.queue(), memory.raw(), 1)?;
            f.signal(f.queue(), event)?;
            if held.is_some() {
                f.check_pending("the event on the side that signals", event)?;
            }
            Ok(held)
        })?;
        let is_held = if by_source {
            self.s.tell(|_| Ok(held.is_some()))?
        } else {
            self.s.ask(self.consumer, |_| Ok(held.is_some()))?
        };
        self.at(!by_source, |t| {
            let (f, event) = self.side(!by_source);
            if is_held {
                t.give_fair_time();
                f.check_pending("the event on the side that waits", event)?;
            }
            Ok(())
        })?;
        self.at(by_source, |_| held.as_ref().map_or(Ok(()), |held| held.open()))?;
        self.at(!by_source, |_| {
            let (f, event) = self.side(!by_source);
            f.wait_complete("the event on the side that waits", event)
        })?;
        self.at(by_source, |_| {
            let (f, event) = self.side(by_source);
            f.check_complete("the event on the side that signalled", event)?;
            f.finish()
        })
        .map(drop)
    }
}
