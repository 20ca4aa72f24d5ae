//! The state of an event: two counters that processes may share, and a word to park on.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use ur_ipc_sys::futex;

/// The counters. Every bit pattern is valid, and all zero is a new event.
#[repr(C)]
#[derive(Debug, Default)]
pub struct Counters {
    submitted: AtomicU64,
    completed: AtomicU64,
    changes: AtomicU32,
}

/// Memory with the counters of an event in it, which other processes may map too.
pub trait SharedCounters: Debug + Send + Sync {
    /// The counters.
    fn counters(&self) -> &Counters;
}

/// The state of an event.
#[derive(Debug)]
pub struct EventPage(Storage);

/// The place of the counters: in this process, or shared.
#[derive(Debug)]
enum Storage {
    Local(Counters),
    Shared(Arc<dyn SharedCounters>),
}

impl EventPage {
    /// Counters that cannot be shared.
    #[must_use]
    pub fn local() -> Self {
        Self(Storage::Local(Counters::default()))
    }

    /// Counters in memory that processes share.
    #[must_use]
    pub fn shared(memory: Arc<dyn SharedCounters>) -> Self {
        Self(Storage::Shared(memory))
    }

    fn counters(&self) -> &Counters {
        match &self.0 {
            Storage::Local(counters) => counters,
            Storage::Shared(memory) => memory.counters(),
        }
    }

    /// Appends a signal that is still to come, and gives its number.
    pub fn append(&self) -> u64 {
        // Another process may have written any number there.
        self.counters().submitted.fetch_add(1, Ordering::AcqRel).wrapping_add(1)
    }

    /// The signal of that number, and with it every earlier one, has come. What happened before is visible to
    /// whoever sees it.
    pub fn complete(&self, number: u64) {
        let counters = self.counters();
        counters.completed.fetch_max(number, Ordering::AcqRel);
        self.nudge();
    }

    /// Makes those who wait look again.
    pub fn nudge(&self) {
        let counters = self.counters();
        counters.changes.fetch_add(1, Ordering::AcqRel);
        futex::wake_all(&counters.changes);
    }

    /// The number of the last signal that was appended.
    #[must_use]
    pub fn submitted(&self) -> u64 {
        self.counters().submitted.load(Ordering::Acquire)
    }

    /// True once the signal of that number has come.
    #[must_use]
    pub fn has_completed(&self, number: u64) -> bool {
        self.counters().completed.load(Ordering::Acquire) >= number
    }

    /// Parks until the signal of that number has come, or until `stop` is set and the page nudged. True in the
    /// first case.
    pub fn wait(&self, number: u64, stop: Option<&AtomicBool>) -> bool {
        self.park(number, stop, None)
    }

    /// Parks until the signal of that number has come, or until the deadline. True in the first case.
    pub fn wait_until(&self, number: u64, deadline: Instant) -> bool {
        self.park(number, None, Some(deadline))
    }

    fn park(&self, number: u64, stop: Option<&AtomicBool>, deadline: Option<Instant>) -> bool {
        let counters = self.counters();
        loop {
            // Read first: whatever changes after the checks below has changed the word as well.
            let seen = counters.changes.load(Ordering::Acquire);
            if self.has_completed(number) {
                return true;
            }
            if stop.is_some_and(|stop| stop.load(Ordering::Acquire)) {
                return false;
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return false;
            }
            futex::wait(&counters.changes, seen, left);
        }
    }
}

/// One signal of an event to wait for.
#[derive(Clone, Debug)]
pub struct Dependency {
    page: Arc<EventPage>,
    number: u64,
}

impl Dependency {
    /// The last signal that was appended up to now.
    #[must_use]
    pub fn on(page: &Arc<EventPage>) -> Self {
        Self { page: Arc::clone(page), number: page.submitted() }
    }

    /// The signal of that number.
    #[must_use]
    pub fn at(page: &Arc<EventPage>, number: u64) -> Self {
        Self { page: Arc::clone(page), number }
    }

    /// True once it has come.
    #[must_use]
    pub fn is_met(&self) -> bool {
        self.page.has_completed(self.number)
    }

    /// As [`EventPage::wait`].
    pub fn wait(&self, stop: Option<&AtomicBool>) -> bool {
        self.page.wait(self.number, stop)
    }

    /// As [`EventPage::wait_until`].
    pub fn wait_until(&self, deadline: Instant) -> bool {
        self.page.wait_until(self.number, deadline)
    }

    /// The page that it waits on.
    #[must_use]
    pub fn page(&self) -> &Arc<EventPage> {
        &self.page
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn a_new_event_is_complete() {
        let page = EventPage::local();
        assert!(page.has_completed(page.submitted()));
        assert!(page.wait(page.submitted(), None));
    }

    #[test]
    fn a_signal_ends_a_wait_in_another_thread() {
        let page = Arc::new(EventPage::local());
        let number = page.append();
        assert!(!page.has_completed(page.submitted()));
        let waiter = thread::spawn({
            let dependency = Dependency::on(&page);
            move || dependency.wait(None)
        });
        page.complete(number);
        assert!(waiter.join().expect("the waiter does not panic"));
    }

    #[test]
    fn a_stopped_wait_ends_without_the_signal() {
        let page = Arc::new(EventPage::local());
        page.append();
        let stop = Arc::new(AtomicBool::new(false));
        let waiter = thread::spawn({
            let (dependency, stop) = (Dependency::on(&page), Arc::clone(&stop));
            move || dependency.wait(Some(&stop))
        });
        stop.store(true, Ordering::Release);
        page.nudge();
        assert!(!waiter.join().expect("the waiter does not panic"));
    }

    #[test]
    fn a_wait_ends_at_its_deadline() {
        let page = EventPage::local();
        let number = page.append();
        assert!(!page.wait_until(number, Instant::now()));
        assert!(!page.wait_until(number, Instant::now() + Duration::from_millis(2)));
        page.complete(number);
        assert!(page.wait_until(number, Instant::now()));
    }

    #[test]
    fn a_counter_at_its_end_is_no_end_of_the_process() {
        let page = EventPage::local();
        page.counters().submitted.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(page.append(), 0);
        assert!(page.has_completed(page.submitted()));
    }

    #[test]
    fn an_older_signal_does_not_undo_a_newer_one() {
        let page = EventPage::local();
        let (first, second) = (page.append(), page.append());
        page.complete(second);
        page.complete(first);
        assert!(page.has_completed(second));
    }
}
