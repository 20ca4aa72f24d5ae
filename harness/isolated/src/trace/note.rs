//! Notes for a trace.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One note: a line of JSON.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note<'n> {
    /// As [`monotonic`](crate::clock::monotonic) tells it.
    pub at: u64,
    /// The thread.
    pub thread: i32,
    #[serde(borrow)]
    pub what: NoteKind<'n>,
}

/// The kind of a note, with its contents.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NoteKind<'n> {
    /// A process begins: what it is for, and on which device.
    Process(#[serde(borrow)] Cow<'n, str>),
    /// A job begins, by its name.
    Job(#[serde(borrow)] Cow<'n, str>),
    /// The job has ended.
    JobEnd,
    /// A call begins.
    Call {
        #[serde(borrow)]
        name: Cow<'n, str>,
        #[serde(borrow)]
        arguments: Vec<(Cow<'n, str>, Cow<'n, str>)>,
        /// Whether it cleans up after a failure.
        late: bool,
        /// The object that this call takes from another, by a name that is the same in all processes.
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        takes: Option<Cow<'n, str>>,
    },
    /// The call has returned: what it has written, and its result.
    Return {
        #[serde(borrow)]
        outputs: Vec<(Cow<'n, str>, Cow<'n, str>)>,
        #[serde(borrow)]
        result: Cow<'n, str>,
        /// The object that it gives to calls in other processes, by its name.
        #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
        gives: Option<Cow<'n, str>>,
    },
    /// The call has panicked.
    Panicked,
    /// So many notes could not be kept.
    Lost(u64),
}
