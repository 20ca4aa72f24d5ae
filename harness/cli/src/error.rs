//! Errors of a front: reasons for a run without a verdict.

use std::error::Error as StdError;
use std::ffi::OsString;
use ur_ipc_certificate::PackageError;
use ur_ipc_explore::Unable;
use ur_ipc_harness::backend_options::NoText as BackendOptionText;
use ur_ipc_harness::discover::NothingToTest;
use ur_ipc_harness::filter::ListError;
use ur_ipc_harness::pipeline::{IdleSkiplists, MachineLacks, NoRun};
use ur_ipc_harness::skiplist::{BadPattern, Unusable};
use ur_ipc_harness::suite::UnknownBackend;
use ur_ipc_report::{
    FileError, MergeError, NoPart, NothingInCommon, Obstacle, ReadError, Unfinished, WriteError,
};

/// An error that ends a front's work early. Errors of the crates below keep their texts.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    /// It is in the reports, or not, which is said as well.
    #[error(transparent)]
    Obstacle(Box<Obstacle<Self>>),
    #[cfg(feature = "command")]
    #[error(transparent)]
    Command(#[from] crate::command_error::CommandError),
    #[error(transparent)]
    NoRun(#[from] NoRun),
    #[error(transparent)]
    Machine(#[from] MachineLacks),
    #[error(transparent)]
    Backend(#[from] UnknownBackend),
    #[error(transparent)]
    BackendOption(#[from] BackendOptionText),
    #[error(transparent)]
    NothingToTest(#[from] NothingToTest),
    #[error(transparent)]
    Unable(#[from] Unable),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Results(#[from] ReadError),
    #[error(transparent)]
    Part(#[from] NoPart),
    #[error(transparent)]
    Merge(#[from] MergeError),
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    #[error(transparent)]
    NothingInCommon(#[from] NothingInCommon),
    #[error(transparent)]
    Package(#[from] PackageError),
    #[error(transparent)]
    TestList(#[from] ListError),
    #[error(transparent)]
    Skiplist(#[from] Unusable),
    #[error(transparent)]
    IdleSkiplists(#[from] IdleSkiplists),
    #[error(transparent)]
    Pattern(#[from] BadPattern),

    // What is wrong with settings.
    #[error("{name}: the suite has no such variable; unset it, or see docs/guide/ci.md{meant}")]
    UnknownVariable { name: String, meant: String },
    #[error("{name}: '{}' is not UTF-8; set it to a text, or to nothing", .value.display())]
    NoText { name: String, value: OsString },
    #[error("{name}: '{value}' is neither 0 nor 1")]
    NoFlag { name: String, value: String },
    /// Of a variable or an option.
    #[error("{name}: {why}")]
    Setting { name: &'static str, why: Box<dyn StdError> },
    #[error("UR_IPC_CTS_DURATIONS is of use with UR_IPC_CTS_SHARD only")]
    DurationsAlone,
    #[error(
        "a report cannot be written to `-` here: the standard output has the lines of libtest; name a file in its variable"
    )]
    StandardOutputTaken,
    #[error("--test-threads 0: no test would ever run; say at least 1")]
    NoThreads,

    // What goes wrong meanwhile.
    #[error("the harness itself failed, for the reason above")]
    Panicked,
    #[error("the tests cannot be run or reported, for the reason above")]
    NotRun,
    #[error("a test is still running")]
    StillRunning,
    /// Outside of tests that went well, a line each.
    #[error("{}", .0.join("\n"))]
    Problems(Vec<String>),
}

impl Error {
    /// Makes an error of a variable or an option of this name.
    pub(super) fn of(name: &'static str, why: impl Into<Box<dyn StdError>>) -> Self {
        Self::Setting { name, why: why.into() }
    }
}

impl From<Obstacle<Self>> for Error {
    fn from(obstacle: Obstacle<Self>) -> Self {
        Self::Obstacle(Box::new(obstacle))
    }
}
