//! Accusations of a variant.

use crate::Suite;
use serde::Serialize;
use std::fmt;

/// The source of an accusation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accuser {
    /// The suite of Unified Runtime.
    UnifiedRuntime,
    /// The suite of SYCL's extension.
    Sycl,
    /// Random programs, and the model.
    Explore,
}

/// Something that says of a variant that it does not conform.
#[derive(Clone, Debug, Serialize)]
pub struct Accusation {
    /// The source of the accusation.
    pub by: Accuser,
    /// The test, if it is one, with the device.
    pub test: Option<String>,
    /// The outcome of the test or the exploration.
    pub outcome: String,
    /// The message of the test or the exploration.
    pub message: String,
}

impl From<Suite> for Accuser {
    fn from(suite: Suite) -> Self {
        match suite {
            Suite::UnifiedRuntime => Self::UnifiedRuntime,
            Suite::Sycl => Self::Sycl,
        }
    }
}

impl fmt::Display for Accuser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnifiedRuntime => "suite",
            Self::Sycl => "suite for SYCL",
            Self::Explore => "explore",
        })
    }
}

impl fmt::Display for Accusation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { by, test, outcome, message } = self;
        match test {
            Some(test) => write!(f, "{by}, {test}: {outcome}: {message}"),
            None => write!(f, "{by}: {outcome}: {message}"),
        }
    }
}
