//! Times of tests, as result files say them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

/// A longer time than a year is none that a run has measured, in microseconds.
pub const LONGEST_US: u64 = 366 * 86_400 * 1_000_000;

/// Reads the time that a test took, in microseconds. Such times are added up, told, and shared out by.
///
/// # Errors
/// If no test can have taken it.
pub fn of_a_test<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let told = Number::deserialize(from)?;
    told.as_u64().filter(|&us| us <= LONGEST_US).ok_or_else(|| {
        D::Error::custom(format!(
            "a test is said to have taken {told} microseconds: what is measured is a whole number, up to a year"
        ))
    })
}
