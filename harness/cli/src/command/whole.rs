//! Option values that are whole numbers.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// An option's value that is no whole number, or too small or too large a one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a whole number from {least} to {most}")]
pub(super) struct BadNumber<N: Display> {
    least: N,
    most: N,
}

/// A parser of the whole numbers in a range.
pub(super) fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, BadNumber<N>> + Clone
where
    N: Copy + Display + FromStr + PartialOrd,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or(BadNumber { least: *range.start(), most: *range.end() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("1", Some(1))]
    #[case("64", Some(64))]
    #[case("0", None)]
    #[case("65", None)]
    #[case("300", None)]
    #[case("-1", None)]
    #[case("1.5", None)]
    #[case("x", None)]
    #[case("", None)]
    fn numbers_of_the_range_are_taken(#[case] text: &str, #[case] number: Option<u8>) {
        let told = "expected a whole number from 1 to 64".to_owned();
        assert_eq!(whole::<u8>(1..=64)(text).map_err(|error| error.to_string()), number.ok_or(told));
    }
}
