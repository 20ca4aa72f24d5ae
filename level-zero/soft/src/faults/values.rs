//! Parsers of the kinds of value that the variables have.

use core::ops::RangeInclusive;
use std::collections::BTreeSet;
use std::time::Duration;

use level_zero_sys::{ze_api_version_t, ze_make_version};

use super::calls::is_function;
use super::invalid::Problem;
use crate::extension;

/// Longest time of a delay.
const MOST_MILLISECONDS: u64 = 3_600_000;

/// Parses entries separated by commas.
pub fn list<T>(value: &str, parse: impl Fn(&str) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
    let entries = value.split(',').map(str::trim).enumerate();
    entries.map(|(index, entry)| parse(entry).map_err(|problem| problem.in_entry(index))).collect()
}

/// Parses a decimal number, or a hexadecimal one after `0x`.
pub fn number(text: &str, allowed: RangeInclusive<u64>) -> Result<u64, Problem> {
    // Rust's own parsers take a sign.
    if text.contains('+') {
        return Err(Problem::with(text, "a number has no sign"));
    }
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    match parsed {
        Ok(number) if allowed.contains(&number) => Ok(number),
        Ok(_) => Err(Problem::with(text, format!("not from {} to {}", allowed.start(), allowed.end()))),
        Err(error) => Err(Problem::with(text, error.to_string())),
    }
}

/// Parses a time in milliseconds.
pub fn milliseconds(text: &str) -> Result<Duration, Problem> {
    number(text, 0..=MOST_MILLISECONDS).map(Duration::from_millis)
}

/// Parses `1.x`.
pub fn version(text: &str) -> Result<ze_api_version_t, Problem> {
    let newest = ze_api_version_t::ZE_API_VERSION_CURRENT;
    let minor = text.strip_prefix("1.").filter(|minor| !minor.contains('+'));
    let minor = minor.and_then(|minor| minor.parse::<u16>().ok());
    match minor.map(|minor| ze_api_version_t(ze_make_version(1, minor))) {
        Some(version) if version <= newest => Ok(version),
        _ => Err(Problem::with(text, "no version that this driver knows")),
    }
}

/// Parses one of two words; the second is `true`.
pub fn choice(text: &str, words: [&str; 2]) -> Result<bool, Problem> {
    match words.iter().position(|word| *word == text) {
        Some(index) => Ok(index == 1),
        None => Err(Problem::with(text, "no such choice")),
    }
}

/// Parses names of functions and extensions.
pub fn names(value: &str) -> Result<BTreeSet<String>, Problem> {
    let known = |name: &str| {
        if is_function(name) || extension::is_extension(name) {
            Ok(name.to_owned())
        } else {
            Err(Problem::with(name, "this driver has no such function or extension"))
        }
    };
    list(value, known).map(BTreeSet::from_iter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("0", Some(0))]
    #[case("0x10", Some(16))]
    #[case("17", None)]
    #[case("-1", None)]
    #[case("", None)]
    #[case("0x", None)]
    #[case("+5", None)]
    #[case("0x+5", None)]
    fn numbers(#[case] text: &str, #[case] expected: Option<u64>) {
        assert_eq!(number(text, 0..=16).ok(), expected);
    }

    #[rstest]
    #[case("1.0", Some(ze_api_version_t::ZE_API_VERSION_1_0))]
    #[case("1.17", Some(ze_api_version_t::ZE_API_VERSION_1_17))]
    #[case("1.18", None)]
    #[case("2.0", None)]
    #[case("1", None)]
    #[case("1.+5", None)]
    fn versions(#[case] text: &str, #[case] expected: Option<ze_api_version_t>) {
        assert_eq!(version(text).ok(), expected);
    }

    #[rstest]
    #[case("ZEX_counter_based_event,zexCounterBasedEventCreate2", 2)]
    #[case("zeMemFree", 1)]
    fn known_names(#[case] text: &str, #[case] count: usize) {
        assert_eq!(names(text).expect("they are known").len(), count);
    }

    #[test]
    fn unknown_names_and_words_are_problems() {
        assert_eq!(names("zeMemFree, ZE_odd").expect_err("the second is odd").place, "entry 2, 'ZE_odd'");
        assert!(choice("three-way", ["two-way", "one-way"]).is_err());
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[0-9a-zA-Z_:.,*x -]{0,40}|\\PC{0,40}") {
            let _ = (number(&text, 0..=5), version(&text), names(&text), choice(&text, ["0", "1"]));
            let _ = (super::super::calls::failures(&text), super::super::calls::delays(&text));
        }
    }
}
