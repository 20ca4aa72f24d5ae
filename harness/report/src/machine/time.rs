//! Moments, as results name them.

use jiff::Timestamp;
use std::time::SystemTime;

/// A moment in UTC as RFC 3339 writes it, to the second.
pub fn utc(moment: SystemTime) -> String {
    // A clock that is set to a year beyond 9999 has no better answer.
    Timestamp::try_from(moment).unwrap_or_default().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::time::{Duration, UNIX_EPOCH};

    #[rstest]
    #[case(0, "1970-01-01T00:00:00Z")]
    #[case(951_782_399, "2000-02-28T23:59:59Z")]
    #[case(951_782_400, "2000-02-29T00:00:00Z")]
    #[case(1_795_392_061, "2026-11-23T00:01:01Z")]
    fn moments_read_well(#[case] seconds: u64, #[case] text: &str) {
        assert_eq!(utc(UNIX_EPOCH + Duration::from_secs(seconds)), text);
    }
}
