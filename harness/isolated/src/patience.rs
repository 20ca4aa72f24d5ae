//! The time that a process waits for another. It does not pass while the waiting process itself is stopped, or its
//! machine suspended.

use std::time::{Duration, Instant};

/// Maximum interval between two looks of a process that waits.
pub const SLICE: Duration = Duration::from_millis(50);
/// Interval without a look after which the waiting process counts as having stood still. Even a busy machine makes
/// nobody wait that long for a processor. One that does is no reason to blame anybody.
const STILL: Duration = Duration::from_secs(1);

/// A time limit for waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    until: Instant,
    looked: Instant,
    still: Duration,
}

impl Patience {
    /// From now on, until this moment.
    pub fn until(until: Instant) -> Self {
        Self { until, looked: Instant::now(), still: Duration::ZERO }
    }

    /// The time that is left. To be asked for after each look, and before the first.
    pub fn left(&mut self) -> Duration {
        self.left_at(Instant::now())
    }

    fn left_at(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.looked);
        self.looked = now;
        if since > STILL {
            self.until += since;
            self.still += since;
        }
        self.until.saturating_duration_since(now)
    }

    /// For how long this process has stood still meanwhile.
    pub fn still(&self) -> Duration {
        self.still
    }
}

/// Looks again and again until there is something, or the patience is over.
pub fn wait_until<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let mut patience = Patience::until(Instant::now() + patience);
    loop {
        match look() {
            None if !patience.left().is_zero() => std::thread::sleep(Duration::from_millis(1)),
            seen => return seen,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_only_for_who_looks() {
        let begin = Instant::now();
        let second = Duration::from_secs(1);
        let mut patience = Patience { until: begin + 2 * second, looked: begin, still: Duration::ZERO };
        for tenth in 1..=15 {
            patience.left_at(begin + tenth * second / 10);
        }
        assert_eq!(patience.left_at(begin + 15 * second / 10), second / 2);
        // An hour in which nothing of this process ran.
        let later = begin + 3600 * second;
        assert!(patience.left_at(later) >= second / 2);
        assert!(patience.still() > 3598 * second);
        assert_eq!(patience.left_at(later + second / 2), Duration::ZERO);
    }
}
