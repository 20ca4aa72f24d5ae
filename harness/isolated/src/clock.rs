//! The clock by which processes compare moments.

/// Now, in nanoseconds of the system's monotonic clock, which is the same in all processes.
#[must_use]
pub fn monotonic() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: fills a structure of the right type; this clock exists everywhere.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    let parts = [time.tv_sec, time.tv_nsec].map(|part| u64::try_from(part).unwrap_or_default());
    parts[0] * 1_000_000_000 + parts[1]
}
