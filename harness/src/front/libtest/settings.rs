//! What was asked for, from the environment.

use crate::filter::{Filter, Selection};
use crate::options::{DEFAULT_SEED, DEFAULT_TIMEOUT, ExecutionOptions, parse_seconds};
use crate::pipeline::RunRequest;
use crate::skiplist::read_skiplists;
use crate::suite::{BackendOptions, Suite};
use std::path::PathBuf;

/// Reads the variables: what libtest's arguments cannot say. Libtest's own filters choose from what is planned so.
///
/// # Errors
/// The variable, and what is wrong with it.
pub(super) fn from_environment(suite: &Suite) -> Result<RunRequest, String> {
    let backends = variable("UR_IPC_CTS_BACKEND")
        .map(|list| list.split(',').map(|label| label.trim().to_owned()).collect())
        .unwrap_or_default();
    let selections = variable("UR_IPC_CTS_SELECTION")
        .map(|name| Selection::parse(&name).map_err(|why| format!("UR_IPC_CTS_SELECTION: {why}")))
        .transpose()?;
    let timeout = match variable("UR_IPC_CTS_TIMEOUT") {
        Some(text) => parse_seconds(&text).map_err(|why| format!("UR_IPC_CTS_TIMEOUT: {why}"))?,
        None => DEFAULT_TIMEOUT,
    };
    let seed = match variable("UR_IPC_CTS_SEED") {
        Some(text) => text.parse().map_err(|why| format!("UR_IPC_CTS_SEED: {why}"))?,
        None => DEFAULT_SEED,
    };
    let files: Vec<PathBuf> = variable("UR_IPC_CTS_SKIPLIST").map(PathBuf::from).into_iter().collect();
    Ok(RunRequest {
        backends,
        backend_options: BackendOptions::from_environment(suite),
        filter: Filter { selections: selections.into_iter().collect(), ..Filter::default() },
        skiplists: read_skiplists(&files, suite)?,
        execution: ExecutionOptions { timeout, seed, ..ExecutionOptions::default() },
        shuffle: false,
        json: variable("UR_IPC_CTS_JSON").map(PathBuf::from),
    })
}

/// A variable that is set to something.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_what_the_environment_says() {
        assert_eq!(variable("PATH"), Some(std::env::var("PATH").unwrap()));
        assert_eq!(variable("UR_IPC_CTS_NO_SUCH_VARIABLE"), None);
    }
}
