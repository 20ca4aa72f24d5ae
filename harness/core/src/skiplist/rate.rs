//! The highest rate at which a flaky test may fail.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The unit of rates: millionths.
const WHOLE: u32 = 1_000_000;
/// The most often that a test runs again.
const MOST: u32 = 20;

/// A part of all runs, more than none and less than all; to six digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate(u32);

impl Rate {
    fn new(value: f64) -> Option<Self> {
        let digits = format!("{value:.6}");
        let parts = digits.strip_prefix("0.")?.parse().ok()?;
        (parts > 0).then_some(Self(parts))
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }

    /// With the rate as a ceiling, how often a test runs again that has failed, and how many of these runs may fail, too:
    /// as many runs as it takes for one failure among them to be no more than the ceiling, within reason.
    pub fn runs(self) -> (u32, u32) {
        let runs = WHOLE.div_ceil(self.0).min(MOST);
        // The product is at most `MOST` wholes.
        (runs, self.0 * runs / WHOLE)
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl Visitor<'_> for Number {
            type Value = Rate;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number between 0 and 1, as in 0.02")
            }

            fn visit_f64<E: Error>(self, value: f64) -> Result<Rate, E> {
                Rate::new(value).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Float(value), &self))
            }
        }

        deserializer.deserialize_any(Number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("0.5", 2, 1)]
    #[case("0.34", 3, 1)]
    #[case("0.3", 4, 1)]
    #[case("0.1", 10, 1)]
    #[case("0.05", 20, 1)]
    #[case("0.01", 20, 0)]
    #[case("0.9", 2, 1)]
    #[case("0.000001", 20, 0)]
    fn a_ceiling_says_how_often_to_run_again(
        #[case] ceiling: &str,
        #[case] runs: u32,
        #[case] may_fail: u32,
    ) {
        let ceiling: Rate = serde_yaml::from_str(ceiling).unwrap();
        assert_eq!(ceiling.runs(), (runs, may_fail));
    }

    #[rstest]
    #[case("0")]
    #[case("1")]
    #[case("0.0")]
    #[case("1.0")]
    #[case("0.9999999")]
    #[case("0.0000001")]
    #[case("-0.5")]
    #[case("1.5")]
    #[case(".nan")]
    #[case(".inf")]
    #[case("'0.5'")]
    #[case("often")]
    fn what_is_no_part_of_all_runs_is_refused(#[case] text: &str) {
        let error = serde_yaml::from_str::<Rate>(text).unwrap_err();
        assert!(error.to_string().contains("a number between 0 and 1"), "{error}");
    }

    proptest! {
        #[test]
        fn rates_survive_being_printed_and_are_kept_to(parts in 1..WHOLE) {
            let rate = Rate(parts);
            prop_assert_eq!(serde_yaml::from_str::<Rate>(&rate.to_string()).unwrap(), rate);
            let (runs, may_fail) = rate.runs();
            prop_assert!((1..=MOST).contains(&runs) && may_fail < runs);
            prop_assert!(f64::from(may_fail) <= rate.value() * f64::from(runs) + 1e-9);
        }
    }
}
