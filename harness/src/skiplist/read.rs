//! Skiplists of a run, from their files.

use super::Skiplist;
use crate::suite::Suite;
use std::path::PathBuf;

/// Reads skiplist files and puts them before the built-in ones.
///
/// # Errors
/// The file and what is wrong with it.
pub(crate) fn read_skiplists(files: &[PathBuf], suite: &Suite) -> Result<Vec<Skiplist>, String> {
    let mut lists = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| format!("{name}: {error}"))?;
        lists.push(Skiplist::parse(&name, &text).map_err(|error| error.to_string())?);
    }
    lists.extend(suite.skiplists.iter().cloned());
    Ok(lists)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirements::Requirements;

    #[test]
    fn a_skiplist_that_cannot_be_read_is_named() {
        let (tests, backends, skiplists) = (Vec::new(), Vec::new(), Vec::new());
        let suite = Suite { tests, requirements: Requirements::default(), backends, skiplists };
        let why = read_skiplists(&["/nowhere/list.yaml".into()], &suite).unwrap_err();
        assert!(why.starts_with("/nowhere/list.yaml: "), "{why}");
    }
}
