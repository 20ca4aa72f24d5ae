//! The state of an event at a moment.

use std::sync::{Arc, Mutex};

use level_zero_sys::{ze_kernel_timestamp_data_t, ze_result_t};
use ur_ipc_soft_gpu::{Dependency, EventPage};

use crate::memory::checks::{CallResult, lock};

/// The state of an event. Queued commands hold it, whatever becomes of the event.
#[derive(Debug)]
pub(crate) struct EventState {
    page: Arc<EventPage>,
    form: Form,
    /// The time of the last signal; none for events that do not record it.
    times: Option<Mutex<ze_kernel_timestamp_data_t>>,
}

/// The way in which an event counts signals.
#[derive(Debug)]
enum Form {
    /// Each signal is one more; complete when all that were appended have come.
    Counter,
    /// One signal of another process, which nobody signals here.
    Snapshot(u64),
    /// The same until it is signalled here, which is on a page of its own.
    Apart(u64, Arc<EventPage>),
    /// On or off: the last number on the page is the one that switches it on.
    Switch,
}

impl EventState {
    /// The state of a counter-based event, which is complete until a signal is appended.
    pub(crate) fn counter(page: EventPage, timestamps: bool) -> Arc<Self> {
        Self::new(page, Form::Counter, timestamps)
    }

    /// The state of an event that stands for one signal of the page.
    pub(crate) fn snapshot(page: EventPage, number: u64) -> Arc<Self> {
        Self::new(page, Form::Snapshot(number), false)
    }

    /// As [`EventState::snapshot`], of an event that can be signalled without anybody elsewhere seeing it.
    pub(crate) fn snapshot_apart(page: EventPage, number: u64) -> Arc<Self> {
        Self::new(page, Form::Apart(number, Arc::new(EventPage::local())), false)
    }

    /// The state of an event that is off until it is signalled.
    pub(crate) fn switch(timestamps: bool) -> Arc<Self> {
        let page = EventPage::local();
        page.append();
        Self::new(page, Form::Switch, timestamps)
    }

    fn new(page: EventPage, form: Form, timestamps: bool) -> Arc<Self> {
        Arc::new(Self { page: Arc::new(page), form, times: timestamps.then(Mutex::default) })
    }

    /// The signal for which a wait that begins now waits.
    pub(crate) fn dependency(&self) -> Dependency {
        match &self.form {
            Form::Apart(_, own) if own.submitted() > 0 => Dependency::on(own),
            Form::Snapshot(number) | Form::Apart(number, _) => Dependency::at(&self.page, *number),
            Form::Counter | Form::Switch => Dependency::on(&self.page),
        }
    }

    /// The number of the last signal that was appended.
    pub(crate) fn submitted(&self) -> u64 {
        self.page.submitted()
    }

    /// The page that a command appends its signal to; none for an event that the command switches on.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for an event that only its exporter signals.
    pub(crate) fn signal(&self) -> CallResult<Option<&Arc<EventPage>>> {
        match &self.form {
            Form::Counter => Ok(Some(&self.page)),
            Form::Apart(_, own) => Ok(Some(own)),
            Form::Switch => Ok(None),
            Form::Snapshot(_) => Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT),
        }
    }

    /// A signal that was appended to the page has come.
    pub(crate) fn complete(&self, number: u64) {
        let page = if let Form::Apart(_, own) = &self.form { own } else { &self.page };
        page.complete(number);
    }

    /// `ZE_RESULT_ERROR_INVALID_ARGUMENT` for events that cannot be switched on and off from outside of a command.
    pub(crate) fn require_switch(&self) -> CallResult {
        if self.is_switch() { Ok(()) } else { Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT) }
    }

    fn is_switch(&self) -> bool {
        matches!(self.form, Form::Switch)
    }

    /// Switches it on, if it is a switch.
    pub(crate) fn switch_on(&self) {
        if self.is_switch() {
            self.page.complete(self.page.submitted());
        }
    }

    /// Switches it off, if it is a switch that is on.
    pub(crate) fn switch_off(&self) {
        if self.is_switch() && self.page.has_completed(self.page.submitted()) {
            self.page.append();
        }
    }

    /// Notes when the command that is about to signal it ran, in nanoseconds.
    pub(crate) fn record(&self, start: u64, end: u64) {
        if let Some(times) = &self.times {
            *lock(times) = ze_kernel_timestamp_data_t { kernelStart: start, kernelEnd: end };
        }
    }

    /// When the command that signalled it last ran; `None` for an event that does not record it.
    pub(crate) fn times(&self) -> Option<ze_kernel_timestamp_data_t> {
        self.times.as_ref().map(|times| *lock(times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_complete_until_a_signal_is_appended() {
        let state = EventState::counter(EventPage::local(), false);
        assert!(state.dependency().is_met());
        let page = state.signal().expect("it can be signalled").expect("it counts");
        let number = page.append();
        assert!(!state.dependency().is_met());
        page.complete(number);
        assert!(state.dependency().is_met());
        assert!(state.require_switch().is_err());
    }

    #[test]
    fn a_switch_goes_on_and_off() {
        let state = EventState::switch(false);
        let early = state.dependency();
        assert!(!early.is_met());
        state.switch_on();
        assert!(early.is_met() && state.dependency().is_met());
        state.switch_off();
        state.switch_off();
        assert!(early.is_met() && !state.dependency().is_met());
        state.switch_on();
        assert!(state.dependency().is_met());
    }

    #[test]
    fn a_snapshot_does_not_wait_for_later_signals() {
        let page = EventPage::local();
        let number = page.append();
        page.append();
        page.complete(number);
        let state = EventState::snapshot(page, number);
        assert!(state.dependency().is_met());
        assert!(state.signal().is_err());
    }

    #[test]
    fn a_snapshot_apart_is_signalled_on_its_own() {
        let page = EventPage::local();
        let number = page.append();
        let state = EventState::snapshot_apart(page, number);
        assert!(!state.dependency().is_met());
        let own = state.signal().expect("it can be signalled").expect("it counts").append();
        state.complete(own);
        assert!(state.dependency().is_met());
        assert!(!state.page.has_completed(number), "nobody else sees it");
    }
}
