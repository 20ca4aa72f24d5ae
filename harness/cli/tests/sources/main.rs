//! The sources of the harness: their structure, and the texts that they read.

mod own_words;
mod structure;

use std::path::{Path, PathBuf};

/// The crates, from the ground up.
const CRATES: [&str; 6] = ["isolated", "report", "certificate", "core", "explore", "cli"];

fn folder(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of)
}

/// All sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let below = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    };
    let mut all: Vec<PathBuf> = paths.flat_map(below).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    all.sort();
    all
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
