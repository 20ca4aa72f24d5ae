//! Reports, all made from the one stream of records.

mod asked;
mod call_log;
mod cause;
mod claims;
mod colours;
mod conclusion;
mod console;
mod continuation;
mod coverage;
mod document;
mod environment;
mod escape;
mod formats;
mod growing_file;
mod idle;
mod layout;
mod merge;
mod older;
mod outputs;
mod parts;
mod reasons;
mod rerun;
mod result_file;
mod results;
mod resume;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod schema;
mod skiplists;
mod slowest;
mod streams;
mod summary;
mod text;
mod trace_file;
mod verdict;
mod wrapped;

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use asked::names_digest;
pub(crate) use asked::{Asked, RERUN_FAILED, TESTS_FROM};
pub(crate) use claims::empty_claim;
pub(crate) use colours::{ColorChoice, choose};
pub(crate) use console::Console;
pub(crate) use continuation::{continuation, subcommand_at};
pub(crate) use coverage::states;
pub(crate) use document::Document;
pub(crate) use environment::{
    BackendEntry, DeviceEntry, RunEnvironment, RunTerms, UNKNOWN, VERSION, facts, shares,
};
pub(crate) use escape::{c_comment, counted, escaped, indented, line_comment, one_line, terminal, yaml_text};
pub(crate) use formats::{Diff, Format, annotations};
pub(crate) use merge::{Part, merge};
pub(crate) use outputs::{Outputs, ReportPaths, write_report};
pub(crate) use rerun::{Rerun, quoted};
pub(crate) use results::Results;
pub(crate) use resume::{Taken, resume};
pub(crate) use slowest::slowest;
pub(crate) use streams::{Notices, command_runner, notice, print, print_aside, print_data};
pub(crate) use summary::Summary;
pub(crate) use text::{EndReport, failure_text};
pub(crate) use verdict::{Verdict, Word};
