//! The death of a process, for comparison with that in another try of the same test.

use super::process_end::died_in;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use ur_ipc_isolated::{ChildProcess, SeenEnd};

/// How and where a process died.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// How: `SIGSEGV`, `exited with code 3`.
    pub how: String,
    /// The entry point in which the thread was that crashed. All in which the process was, if that thread is not known.
    pub calls: BTreeSet<String>,
}

impl Death {
    /// The death of a process that has ended so.
    pub fn of(process: &ChildProcess, end: SeenEnd) -> Self {
        Self { how: end.to_string(), calls: died_in(process, end).into_iter().collect() }
    }

    /// True if the other may be the same death. The other threads may be in any calls then.
    pub fn is_like(&self, other: &Self) -> bool {
        self.how == other.how && (self.calls == other.calls || !self.calls.is_disjoint(&other.calls))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn death(how: &str, calls: &[&str]) -> Death {
        Death { how: how.to_owned(), calls: calls.iter().map(|&call| call.to_owned()).collect() }
    }

    #[rstest]
    #[case::the_same("SIGSEGV", &["urA"], true)]
    #[case::in_another_call_as_well("SIGSEGV", &["urA", "urB"], true)]
    #[case::in_another_call("SIGSEGV", &["urB"], false)]
    #[case::outside_of_all("SIGSEGV", &[], false)]
    #[case::by_another_signal("SIGABRT", &["urA"], false)]
    fn deaths_are_alike_if_signal_and_call_are(
        #[case] how: &str,
        #[case] calls: &[&str],
        #[case] alike: bool,
    ) {
        let (one, other) = (death("SIGSEGV", &["urA"]), death(how, calls));
        assert_eq!((one.is_like(&other), other.is_like(&one)), (alike, alike));
    }

    #[test]
    fn deaths_outside_of_all_calls_are_alike() {
        assert!(death("SIGSEGV", &[]).is_like(&death("SIGSEGV", &[])));
    }
}
