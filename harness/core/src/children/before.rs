//! The tests that a process ran before this one.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Maximum number of tests that are named.
const NAMED: usize = 8;

/// The tests that a process had run, or had a part in: how many, and the last ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    count: usize,
    /// The very last first.
    last: Vec<String>,
}

impl Before {
    /// In the order in which they ran.
    pub fn of(tests: &[String]) -> Self {
        Self { count: tests.len(), last: tests.iter().rev().take(NAMED).cloned().collect() }
    }
}

/// "3 tests before, the last of them c, b, a".
impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.last[..] {
            [] => f.write_str("no other before"),
            [one] => write!(f, "{one} before"),
            last => write!(f, "{} tests before, the last of them {}", self.count, last.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(0, "no other before")]
    #[case(1, "t1 before")]
    #[case(3, "3 tests before, the last of them t3, t2, t1")]
    #[case(300, "300 tests before, the last of them t300, t299, t298, t297, t296, t295, t294, t293")]
    fn the_last_ones_are_named(#[case] count: usize, #[case] told: &str) {
        let tests: Vec<String> = (1..=count).map(|number| format!("t{number}")).collect();
        assert_eq!(Before::of(&tests).to_string(), told);
    }
}
