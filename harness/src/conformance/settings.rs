//! Settings from the environment.

use crate::backend::Suite;
use crate::discovery::read_skiplists;
use crate::filter::{Filter, Selection};
use crate::options::{DEFAULT_SEED, DEFAULT_TIMEOUT, ExecutionOptions, Isolation, parse_seconds};
use crate::skiplist::Skiplist;
use std::path::PathBuf;

/// What libtest's arguments cannot say.
pub(super) struct Settings {
    /// Labels of backends; all if empty.
    pub backends: Vec<String>,
    /// What of the suite is there at all; libtest's own filters choose from it.
    pub filter: Filter,
    pub options: ExecutionOptions,
    pub skiplists: Vec<Skiplist>,
    pub json: Option<PathBuf>,
}

impl Settings {
    /// Reads the variables.
    ///
    /// # Errors
    /// The variable, and what is wrong with it.
    pub(super) fn from_environment(suite: &Suite) -> Result<Self, String> {
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
        Ok(Self {
            backends,
            filter: Filter { selections: selections.into_iter().collect(), ..Filter::default() },
            options: ExecutionOptions { timeout, seed, isolation: Isolation::Worker, places: false },
            skiplists: read_skiplists(&files, suite)?,
            json: variable("UR_IPC_CTS_JSON").map(PathBuf::from),
        })
    }
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
