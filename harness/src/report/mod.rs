//! Reports, all made from the one stream of records.

use std::io::{self, Write};

mod console;
mod coverage;
mod environment;
mod results;
#[cfg(test)]
pub(crate) mod samples;
mod summary;
mod text;

pub(crate) use console::Console;
pub(crate) use environment::{BackendEntry, RunEnvironment};
pub(crate) use results::Results;
pub(crate) use text::{EndReport, failure_text};

/// Tells the user something, beside all reports. Where nobody listens, nothing is said.
pub(crate) fn notice(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
