//! Days of the calendar, as in `2027-01-31`.

use jiff::{Timestamp, civil, tz::TimeZone};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A day. Days are in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(civil::Date);

/// A text that is no day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("bad date '{0}': a day as in 2027-01-31 is needed")]
pub struct BadDate(String);

impl Date {
    /// This day, in UTC.
    #[must_use]
    pub fn today() -> Self {
        Self(TimeZone::UTC.to_datetime(Timestamp::now()).date())
    }
}

impl FromStr for Date {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        // Of the ways to write a day the one that it is printed in.
        let read =
            text.parse().ok().filter(|date: &civil::Date| text.len() == 10 && date.to_string() == text);
        read.map(Self).ok_or_else(|| BadDate(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("")]
    #[case("2027-1-31")]
    #[case("2027-01-32")]
    #[case("2027-13-01")]
    #[case("2027-00-01")]
    #[case("2027-01-00")]
    #[case("2027-02-29")]
    #[case("2100-02-29")]
    #[case("2027/01/31")]
    #[case("+027-01-31")]
    #[case("2027-01-311")]
    #[case("31-01-2027")]
    #[case("2027-01-3é")]
    fn days_that_are_none_are_refused(#[case] text: &str) {
        assert!(text.parse::<Date>().is_err());
    }

    #[test]
    fn today_is_not_long_ago() {
        assert!(Date::today() > "2026-01-01".parse().unwrap());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,12}|[-0-9]{10}") {
            if let Ok(date) = text.parse::<Date>() {
                prop_assert_eq!(date.to_string(), text);
            }
        }
    }
}
