//! Time, as engines count it.

/// The counter behind an engine's timestamps.
pub trait Clock: Send + Sync {
    /// Ticks of the timestamp counter, which never goes back.
    fn ticks(&self) -> u64;
    /// Ticks in a second.
    fn frequency(&self) -> u64;
}
