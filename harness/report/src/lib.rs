//! Results of conformance tests: the result file of a run, and all reports made of it.
//!
//! A result file is a [`Document`]: the environment of a run, its devices, and a record of each test. An
//! [`outcome::Record`] has typed causes ([`cause::Cause`]), the last calls of its processes and their crashes. A program
//! that reads results needs [`Document::read`], and the [`requirements`] for verdicts. A program that runs tests writes
//! them by [`Results`]. A [`Catalogue`] has the tests beside the requirements.
//!
//! ```no_run
//! use ur_ipc_report::{Document, ReadError};
//!
//! fn main() -> Result<(), ReadError> {
//!     let results = Document::read("results.json".as_ref())?;
//!     for record in results.tests.iter().filter(|record| !record.outcome().is_good()) {
//!         println!("{}: {}", record.name, record.outcome().name());
//!     }
//!     Ok(())
//! }
//! ```

#[cfg(test)]
mod any;
mod built;
mod call_log;
mod catalogue;
pub mod cause;
mod colours;
mod conclusion;
mod console;
mod continuation;
mod coverage;
mod devices_without_verdict;
pub mod digest;
mod document;
mod entry_points;
mod enumeration;
mod environment;
mod escape;
mod file;
mod fold;
mod formats;
mod glob;
mod grouping;
mod growing_file;
pub mod last_calls;
mod layout;
pub mod machine;
mod merge;
pub mod options;
pub mod outcome;
mod outputs;
mod parts;
mod reasons;
mod request_record;
pub mod requirements;
mod rerun;
mod result_file;
mod results;
mod resumed_records;
#[cfg(any(test, feature = "samples"))]
pub mod samples;
#[cfg(feature = "schema")]
pub mod schema;
mod shard;
mod shell;
mod skiplists;
mod slowest;
mod streams;
pub mod subject;
pub mod suggestions;
mod summary;
mod text;
pub mod times;
mod trace_file;
mod unsupported_claims;
mod verdict;
mod wrapped;
mod write_error;
pub mod yaml;

pub use built::{Build, Elsewhere, NotBuilt};
pub use catalogue::Catalogue;
pub use colours::{ColorChoice, choose, stdout_has_colours};
pub use console::{Console, Detail, given_up_line, slow_line};
pub use continuation::{continuation, continues_run, subcommand_at};
pub use coverage::states;
pub use document::{Document, Misread, ReadError};
pub use enumeration::first_of;
pub use environment::{BackendEntry, DeviceEntry, RunEnvironment, RunTerms, UNKNOWN, VERSION, facts, shares};
pub use escape::{c_comment, counted, escaped, indented, line_comment, one_line, terminal, yaml_text};
pub use file::{FileError, read_text};
pub use fold::{COLUMNS, columns, folded};
pub use formats::{Diff, Format, NothingInCommon, Unfinished, annotations};
pub use glob::Glob;
pub use merge::{MergeError, NoPart, Part, merge, unlike};
pub use outputs::{Obstacle, Outputs, ReportPaths, write_report};
pub use request_record::{
    RERUN_FAILED, RequestRecord, TESTS_FROM, names_digest, skiplists_digest, suite_digest,
};
pub use rerun::Rerun;
pub use results::{Extent, Results};
pub use resumed_records::ResumedRecords;
pub use shard::{NoShard, Shard};
pub use shell::quoted;
pub use slowest::slowest;
pub use streams::{Notices, command_runner, notice, print, print_aside, print_bytes, print_data};
pub use subject::Subject;
pub use summary::Summary;
pub use text::{EndReport, failure_text};
pub use unsupported_claims::unsupported_claim;
pub use verdict::{Verdict, VerdictKind};
pub use write_error::WriteError;
