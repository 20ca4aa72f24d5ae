//! The counter behind timestamps.

use std::time::Duration;

use crate::gpu::Clock;

/// The time of the system's raw monotonic clock, in ticks of a device.
#[derive(Debug)]
pub struct SystemClock {
    frequency: u32,
}

impl SystemClock {
    /// A counter with so many ticks in a second.
    pub fn new(frequency: u32) -> Self {
        Self { frequency }
    }
}

impl Clock for SystemClock {
    fn ticks(&self) -> u64 {
        let time = now(libc::CLOCK_MONOTONIC_RAW).unwrap_or_default();
        (time.as_nanos() * u128::from(self.frequency) / 1_000_000_000) as u64
    }

    fn frequency(&self) -> u64 {
        self.frequency.into()
    }
}

/// The time of a system clock; `None` if there is no such clock.
pub fn now(clock: i32) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is the caller's own.
    let got = unsafe { libc::clock_gettime(clock, &mut time) };
    (got == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}
