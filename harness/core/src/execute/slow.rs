//! Events of tests, and of slow tests.

use super::schedule::Event;
use crate::plan::Planned;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The events of a schedule, with one more for each test that runs for so long.
pub struct WatchedEvents {
    events: Receiver<Event>,
    long: Duration,
    /// The tests that run and have not been told of, by the time at which they take long.
    running: Vec<(Instant, Arc<Planned>)>,
}

impl WatchedEvents {
    /// Watches the tests that these events are about.
    pub fn new(events: Receiver<Event>, long: Duration) -> Self {
        Self { events, long, running: Vec::new() }
    }

    fn receive(&self) -> Result<Event, RecvTimeoutError> {
        match self.running.first() {
            Some((due, _)) => self.events.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }
}

impl Iterator for WatchedEvents {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.receive() {
            Ok(event) => {
                match &event {
                    // A limit that no clock reaches is none.
                    Event::Started(planned) => self
                        .running
                        .extend(Instant::now().checked_add(self.long).map(|due| (due, Arc::clone(planned)))),
                    Event::Finished(record) => {
                        self.running.retain(|(_, planned)| planned.name != record.name);
                    }
                    Event::Slow(..) | Event::GivenUp(..) => {}
                }
                Some(event)
            }
            Err(RecvTimeoutError::Timeout) => Some(Event::Slow(self.running.remove(0).1, self.long)),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;
    use std::sync::mpsc::channel;

    fn planned(name: &str) -> Arc<Planned> {
        Arc::new(Planned { name: name.to_owned(), ..judge::planned(None) })
    }

    fn describe(event: &Event) -> String {
        match event {
            Event::Started(planned) => format!("started {}", planned.name),
            Event::Slow(planned, _) => format!("slow {}", planned.name),
            Event::GivenUp(planned, _) => format!("given up {}", planned.device_id),
            Event::Finished(record) => format!("finished {}", record.name),
        }
    }

    #[test]
    fn a_test_that_takes_long_is_told_of_once() {
        let (sender, receiver) = channel();
        let mut events = WatchedEvents::new(receiver, Duration::from_millis(20));
        let mut next = || events.next().as_ref().map(describe);
        let (quick, long) = (planned("quick"), planned("long"));
        sender.send(Event::Started(Arc::clone(&quick))).unwrap();
        sender.send(Event::Finished(Box::new(quick.lost()))).unwrap();
        sender.send(Event::Started(Arc::clone(&long))).unwrap();
        let first = [next(), next(), next(), next()].map(Option::unwrap);
        assert_eq!(first, ["started quick", "finished quick", "started long", "slow long"]);
        sender.send(Event::Finished(Box::new(long.lost()))).unwrap();
        drop(sender);
        assert_eq!([next(), next()], [Some("finished long".to_owned()), None]);
    }
}
