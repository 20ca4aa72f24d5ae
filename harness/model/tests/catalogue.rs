//! Checks that every requirement is in the model or has a reason not to be, and that the model names no unknown one. A
//! verb is in few files.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use ur_ipc_model::NOT_MODELLED;

#[derive(Deserialize)]
struct Requirement {
    id: String,
    binds: Option<String>,
}

/// The ids of what binds callers who keep to the specification.
fn required() -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/requirements.yaml");
    let all: Vec<Requirement> = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let binding = all.into_iter().filter(|requirement| requirement.binds.is_none());
    binding.map(|requirement| requirement.id).collect()
}

/// Returns the quoted texts of the rules that look like ids.
fn named() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/calls");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let quoted = |text: String| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    files.flat_map(quoted).filter(|text| text.contains('.') && !text.contains(' ')).collect()
}

#[test]
fn every_requirement_is_in_the_model_or_says_why_not() {
    let (required, named) = (required(), named());
    let not_modelled: BTreeSet<String> = NOT_MODELLED.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert_eq!(not_modelled.len(), NOT_MODELLED.len(), "one stands there twice");
    let missing: Vec<_> =
        required.iter().filter(|id| !named.contains(*id) && !not_modelled.contains(*id)).collect();
    assert!(missing.is_empty(), "neither in the model nor in `not_modelled.rs`: {missing:?}");
    let both: Vec<_> = named.intersection(&not_modelled).collect();
    assert!(both.is_empty(), "in the model and in `not_modelled.rs`: {both:?}");
    let unknown: Vec<_> = named.union(&not_modelled).filter(|id| !required.contains(*id)).collect();
    assert!(unknown.is_empty(), "no requirements of the catalogue: {unknown:?}");
    assert!(NOT_MODELLED.iter().all(|(_, reason)| !reason.is_empty()));
}

/// The names that stand behind `verb::` or `Call::` in each source of a folder and those below it, but for what reads records.
fn verbs_in(folder: &Path) -> Vec<BTreeSet<String>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let below = folders.iter().filter(|folder| !folder.ends_with("recorded"));
    let words = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap().replace("Call::", "verb::");
        let words = text.split("verb::").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()));
        words.filter_map(|mut words| words.next().map(str::to_owned)).collect()
    };
    below.flat_map(|folder| verbs_in(folder)).chain(files.iter().map(words)).collect()
}

/// The table, what is allowed, what an actor does, how it is said in C, and two for what is particular about a verb.
const MOST: usize = 6;
/// Those that are done to a process, and are no calls; and the one whose handles go from process to process in C.
const PARTICULAR: [&str; 5] = ["Stop", "Resume", "Kill", "Exit", "Get"];

#[test]
fn a_verb_is_in_few_files() {
    let (_, rows) = include_str!("../src/table.rs").split_once("\nverbs! {\n").unwrap();
    let rows =
        rows.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(" (")).map(|(verb, _)| verb);
    let verbs: Vec<&str> = rows.filter(|verb| verb.chars().all(char::is_alphabetic)).collect();
    assert!(verbs.len() > 30, "{verbs:?}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["harness/model/src", "harness/explore/src"];
    let all: Vec<_> = folders.iter().flat_map(|folder| verbs_in(&root.join(folder))).collect();
    for verb in verbs.into_iter().filter(|verb| !PARTICULAR.contains(verb)) {
        let files = 1 + all.iter().filter(|named| named.contains(verb)).count();
        assert!((4..=MOST).contains(&files), "{verb} is in {files} files");
    }
}
