//! Calls that fail or take long.

use std::time::Duration;

use level_zero_sys::{ENTRY_POINTS, EXTENSION_FUNCTIONS, ze_result_t};

use super::invalid::Problem;
use super::values::{list, milliseconds, number};

/// The calls of a function that are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calls {
    /// All.
    Every,
    /// The one with this number, counted from one in each process.
    Nth(u64),
}

/// Calls that fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Name of the function.
    pub function: String,
    /// The calls of the function that fail.
    pub calls: Calls,
    /// Their result.
    pub result: ze_result_t,
}

/// A function whose calls take longer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delay {
    /// Name of the function.
    pub function: String,
    /// The time by which they take longer.
    pub time: Duration,
}

/// Whether this driver has a function of this name.
pub fn is_function(name: &str) -> bool {
    ENTRY_POINTS.iter().chain(EXTENSION_FUNCTIONS).any(|function| function.name == name)
}

/// Parses `function:n` and `function:n:RESULT`, separated by commas.
pub fn failures(value: &str) -> Result<Vec<Failure>, Problem> {
    list(value, |entry| {
        let mut parts = entry.split(':');
        let function = function(parts.next().unwrap_or_default())?;
        let calls = match parts.next() {
            None => return Err(Problem::with(entry, "no call number")),
            Some("*") => Calls::Every,
            Some(text) => Calls::Nth(number(text, 1..=u64::MAX)?),
        };
        let result = match parts.next() {
            None => ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
            Some(name) => {
                ze_result_t::from_name(name).ok_or_else(|| Problem::with(name, "no such result"))?
            }
        };
        match parts.next() {
            None => Ok(Failure { function, calls, result }),
            Some(rest) => Err(Problem::with(rest, "nothing may follow the result")),
        }
    })
}

/// Parses `function:milliseconds`, separated by commas.
pub fn delays(value: &str) -> Result<Vec<Delay>, Problem> {
    list(value, |entry| match entry.split_once(':') {
        Some((name, time)) => Ok(Delay { function: function(name)?, time: milliseconds(time)? }),
        None => Err(Problem::with(entry, "no time")),
    })
}

fn function(name: &str) -> Result<String, Problem> {
    if is_function(name) {
        Ok(name.to_owned())
    } else {
        Err(Problem::with(name, "this driver has no such function"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::default_result("zeMemFree:2", Calls::Nth(2), ze_result_t::ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)]
    #[case::every("zeMemFree:*:ZE_RESULT_ERROR_UNKNOWN", Calls::Every, ze_result_t::ZE_RESULT_ERROR_UNKNOWN)]
    #[case::device_lost(
        "zeMemFree:1:ZE_RESULT_ERROR_DEVICE_LOST",
        Calls::Nth(1),
        ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST
    )]
    fn a_failure(#[case] text: &str, #[case] calls: Calls, #[case] result: ze_result_t) {
        let expected = Failure { function: "zeMemFree".to_owned(), calls, result };
        assert_eq!(failures(text), Ok(vec![expected]));
    }

    #[rstest]
    #[case::no_number("zeMemFree", "entry 1, 'zeMemFree'")]
    #[case::zero("zeMemFree:0", "entry 1, '0'")]
    #[case::unknown_function("zeInit:1,zeMemFee:1", "entry 2, 'zeMemFee'")]
    #[case::unknown_result("zeMemFree:1:ZE_RESULT_ODD", "entry 1, 'ZE_RESULT_ODD'")]
    #[case::too_much("zeMemFree:1:ZE_RESULT_SUCCESS:x", "entry 1, 'x'")]
    #[case::empty_entry("zeInit:1,", "entry 2, ''")]
    fn a_wrong_failure_is_located(#[case] text: &str, #[case] place: &str) {
        assert_eq!(failures(text).expect_err("it is wrong").place, place);
    }

    #[test]
    fn delays_are_in_milliseconds() {
        let delay = |function: &str, milliseconds| Delay {
            function: function.to_owned(),
            time: Duration::from_millis(milliseconds),
        };
        let text = "zeMemFree:5,zexCounterBasedEventCreate2:0";
        assert_eq!(delays(text), Ok(vec![delay("zeMemFree", 5), delay("zexCounterBasedEventCreate2", 0)]));
        assert_eq!(delays("zeMemFree").expect_err("it is wrong").problem, "no time");
    }
}
