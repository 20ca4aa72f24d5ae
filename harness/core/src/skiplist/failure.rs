//! The expected kind of failure.

use serde::Deserialize;
use std::fmt;
use ur_ipc_fixtures::Symptom;
use ur_ipc_report::cause::Cause;
use ur_ipc_report::outcome::Outcome;

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Failure {
    /// A check fails.
    Fail,
    /// A process of the test crashes.
    Crash,
    /// The test does not end in time.
    Timeout,
}

impl Failure {
    /// All ways to fail.
    pub const ALL: [Self; 3] = [Self::Fail, Self::Crash, Self::Timeout];

    /// The one that this outcome is, if it is any.
    pub fn of(outcome: Outcome) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.outcome() == outcome)
    }

    /// True if a test with this outcome and cause has failed so. A test fails by the crash of a peer, and that is a crash, too.
    pub fn is_of(self, outcome: Outcome, cause: Option<&Cause>) -> bool {
        let peer_died = || matches!(cause, Some(Cause::Failed { symptom: Symptom::Death, .. }));
        self.outcome() == outcome || self == Self::Crash && outcome == Outcome::Fail && peer_died()
    }

    /// The outcome of a test that fails so.
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Fail => Outcome::Fail,
            Self::Crash => Outcome::Crash,
            Self::Timeout => Outcome::Timeout,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.outcome().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_outcomes() {
        for failure in Failure::ALL {
            assert_eq!(Failure::of(failure.outcome()), Some(failure));
            assert_eq!(serde_yaml::from_str::<Failure>(&failure.to_string()).unwrap(), failure);
        }
        assert_eq!(Failure::of(Outcome::Pass), None);
        assert_eq!(Failure::of(Outcome::HarnessError), None);
    }
}
