//! Reasons to refuse a record as a program.

use super::super::script::NotDefined;
use thiserror::Error;
use ur_ipc_report::last_calls::{LastCall, ProcessCalls};

/// Why a record gives no program: something in it has no counterpart, or something is missing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoProgram {
    /// The test has seen a leak.
    #[error(
        "its failure is a leak over many cycles. The result file has the calls of the last cycles only. Repeat them in a \
         program of your own, or look for the leak with 'explore'"
    )]
    Leak,
    /// It has no calls.
    #[error("no calls are recorded")]
    NoCalls,
    /// This process ended too early.
    #[error("{0} ended in the test, while it held a context, and it is not recorded when")]
    Ended(String),
    /// A call becomes no step.
    #[error("{process}: {call}: {why}")]
    Call {
        /// The process that made it.
        process: String,
        /// Its text.
        call: String,
        /// The reason.
        why: NoStep,
    },
}

impl NoProgram {
    /// With the call that it is about.
    pub(super) fn at(of: &ProcessCalls, call: &LastCall, why: NoStep) -> Self {
        Self::Call { process: of.process.clone(), call: call.text.clone(), why }
    }
}

/// Why a call becomes no step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoStep {
    /// It leaves everything as it is, and is the last one.
    #[error("the test failed at it or behind it, and no step of a program stands for it")]
    Decisive,
    /// It is about something that was made before the record begins.
    #[error("nothing recorded gave {0}")]
    Unrecorded(String),
    /// No step does what it does, for this reason.
    #[error("{0}")]
    Unlike(String),
    /// The model does not know what it does there.
    #[error(transparent)]
    NotDefined(#[from] NotDefined),
    /// The result of the call is allowed.
    #[error("the test demands something else there, of which a program says nothing")]
    Allowed,
    /// Another thread made this call meanwhile.
    #[error("it had not returned when another thread called {0}; a program takes one step after the other")]
    Beside(String),
    /// It is of an older format.
    #[error("there is its text alone, as in results of the format before results/3: run the test again")]
    TextAlone,
    /// Some of its arguments are not there.
    #[error("it is not recorded as a whole")]
    Cut,
}
