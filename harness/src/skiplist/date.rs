//! Days of the calendar, as in `2027-01-31`.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day. Days are in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// This day, in UTC.
    #[must_use]
    pub fn today() -> Self {
        // A clock that is set to before that day has no better answer.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::after_epoch(since.as_secs() / (24 * 60 * 60))
    }

    /// The day so many days after 1970-01-01.
    pub(crate) fn after_epoch(mut days: u64) -> Self {
        let mut first = Self { year: 1970, month: 1, day: 1 };
        loop {
            let long = u64::from(first.days_of_month());
            if days < long {
                // Less than 31 fits.
                return Self { day: 1 + u32::try_from(days).unwrap_or_default(), ..first };
            }
            days -= long;
            first = if first.month == 12 {
                Self { year: first.year + 1, month: 1, day: 1 }
            } else {
                Self { month: first.month + 1, ..first }
            };
        }
    }

    const fn days_of_month(self) -> u32 {
        let year = self.year;
        let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        match self.month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        }
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |from: usize, to: usize| {
            let digits = text.get(from..to).filter(|part| part.bytes().all(|b| b.is_ascii_digit()))?;
            digits.parse::<u32>().ok()
        };
        let dashes = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
        let date = || Some(Self { year: number(0, 4)?, month: number(5, 7)?, day: number(8, 10)? });
        dashes
            .then(date)
            .flatten()
            .filter(|date| (1..=12).contains(&date.month) && (1..=date.days_of_month()).contains(&date.day))
            .ok_or_else(|| format!("bad date '{text}': a day as in 2027-01-31 is needed"))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, "1970-01-01")]
    #[case(30, "1970-01-31")]
    #[case(31, "1970-02-01")]
    #[case(365, "1971-01-01")]
    #[case(11_016, "2000-02-29")]
    #[case(11_017, "2000-03-01")]
    #[case(19_782, "2024-02-29")]
    #[case(20_819, "2027-01-01")]
    #[case(47_540, "2100-02-28")]
    #[case(47_541, "2100-03-01")]
    fn days_have_dates(#[case] days: u64, #[case] date: &str) {
        assert_eq!(Date::after_epoch(days).to_string(), date);
    }

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
        fn days_survive_being_printed_and_keep_their_order(a in 0u64..100_000, b in 0u64..100_000) {
            let [first, second] = [a, b].map(Date::after_epoch);
            prop_assert_eq!(first.to_string().parse::<Date>(), Ok(first));
            prop_assert_eq!(first.cmp(&second), a.cmp(&b));
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,12}|[-0-9]{10}") {
            if let Ok(date) = text.parse::<Date>() {
                prop_assert_eq!(date.to_string(), text);
            }
        }
    }
}
