//! Checks that the harness does not read its own words back: its parts pass values to each other.

use super::{CRATES, folder, sources, text};
use std::path::Path;

/// Files that look for words in a text, and whose text that is.
const READERS: [(&str, &str); 34] = [
    ("certificate/src/findings/mod.rs", "git's mark of a changed working tree"),
    ("certificate/src/manifest.rs", "a manifest, as sha256sum writes it"),
    ("certificate/src/verify.rs", "names of files of a package"),
    ("isolated/src/crash/ask.rs", "/proc/PID/status, /proc/PID/maps and /proc/PID/task/TID/syscall"),
    ("isolated/src/crash/maps.rs", "/proc/PID/maps"),
    ("isolated/src/crash/symbols.rs", "symbols of a compiler"),
    ("isolated/src/crash/trace.rs", "names of libraries"),
    ("cli/src/doctor/libraries.rs", "errors of the dynamic loader"),
    ("isolated/src/worker.rs", "the standard error of a process"),
    ("explore/src/record.rs", "the comments of a finding's file"),
    ("core/src/filter/list.rs", "a list of tests, as libtest writes it"),
    ("core/src/filter/names.rs", "a name on the command line"),
    ("cli/src/command/config/mod.rs", "errors of clap"),
    ("cli/src/command/misplaced.rs", "errors of clap"),
    ("cli/src/libtest/single.rs", "a name on the command line"),
    ("report/src/machine/library.rs", "names of libraries"),
    ("isolated/src/interruption.rs", "/proc/PID/status"),
    ("isolated/src/shortage.rs", "the standard error of a process"),
    ("isolated/src/standstill.rs", "/proc/PID/stat"),
    ("isolated/src/state.rs", "/proc/PID/stat"),
    ("report/src/colours.rs", "a finished text, of which only the colours hang on that"),
    ("report/src/escape.rs", "what drivers say"),
    ("report/src/document/older.rs", "result files of the format before this one"),
    ("report/src/outcome.rs", "ids of devices"),
    ("report/src/rerun.rs", "the command line"),
    ("report/src/samples.rs", "ids of tests"),
    ("report/src/fold.rs", "a finished text, of which only the ends of lines hang on that"),
    ("report/src/wrapped.rs", "a finished text, of which only the ends of lines hang on that"),
    ("explore/src/reproduce/recorded/call.rs", "UR's names of entry points"),
    ("explore/src/reproduce/script.rs", "the comments of a finding's file"),
    ("report/src/requirements.rs", "names of tests of UR's own suite"),
    ("core/src/skiplist/rate.rs", "a skiplist"),
    ("core/src/skiplist/stable.rs", "a skiplist"),
    ("report/src/yaml.rs", "errors of the YAML parser"),
];

/// The functions by which code looks for words.
const LOOKS: [&str; 9] = [
    "contains",
    "starts_with",
    "ends_with",
    "strip_prefix",
    "strip_suffix",
    "split_once",
    "find",
    "trim_start_matches",
    "trim_end_matches",
];

#[test]
fn words_are_looked_for_in_the_texts_of_others_alone() {
    let root = folder("");
    let mut found = Vec::new();
    for path in CRATES.iter().flat_map(|of| sources(&folder(of))) {
        let name = path.strip_prefix(&root).expect("below it");
        if is_of_tests(name) {
            continue;
        }
        let (name, text) = (name.to_string_lossy().into_owned(), text(&path));
        let code = ["#[cfg(test)]\nmod tests {", "#[cfg(test)]\npub(crate) mod tests {"]
            .iter()
            .filter_map(|tests| text.find(tests))
            .min();
        let lines = text[..code.unwrap_or(text.len())].lines().filter(|line| looks(line));
        found.extend(lines.map(|line| (name.clone(), line.trim().to_owned())));
    }
    let known = |name: &str| READERS.iter().any(|(reader, _)| *reader == name);
    let strange: Vec<_> = found.iter().filter(|(name, _)| !known(name)).collect();
    assert!(strange.is_empty(), "a value is to say that, or the text is another's: {strange:#?}");
    let idle: Vec<_> =
        READERS.iter().filter(|(reader, _)| !found.iter().any(|(name, _)| name == reader)).collect();
    assert!(idle.is_empty(), "these look for no words any more: {idle:#?}");
}

/// True if a line looks for a word that stands there.
fn looks(line: &str) -> bool {
    LOOKS
        .iter()
        .any(|look| ["\"", "&\"", "&format!(\""].iter().any(|word| line.contains(&format!("{look}({word}"))))
}

/// Whether a file is of tests or for them, which may look for any words.
fn is_of_tests(path: &Path) -> bool {
    path.iter().any(|part| {
        ["examples", "fuzzing", "tests", "tests.rs", "written.rs"].iter().any(|of_tests| part == *of_tests)
    })
}
