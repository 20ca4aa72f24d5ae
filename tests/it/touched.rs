//! Counts the files that an addition touches: those that name an earlier addition.

use crate::support::files::files_in;
use rstest::rstest;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// The folders in which people keep the sources of a change. Documents on drivers, and files made of others, are not
/// touched by hand.
const FOLDERS: [&str; 10] = [
    "Cargo.toml",
    "backends",
    "build.rs",
    "fixtures",
    "harness",
    "proof/mutants",
    "spec",
    "src",
    "suites",
    "sycl/suites",
];

/// The files, by their paths from the root, each without the tests of what is in it.
static FILES: LazyLock<BTreeMap<PathBuf, String>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    FOLDERS.iter().for_each(|folder| read(&Path::new(ROOT).join(folder), &mut files));
    files
});

fn read(path: &Path, files: &mut BTreeMap<PathBuf, String>) {
    let mut within = if path.is_dir() { files_in(path) } else { vec![path.to_owned()] };
    let is_kept = |end: &OsStr| ["rs", "toml", "yaml"].iter().any(|known| end == *known);
    within.retain(|path| path.extension().is_some_and(is_kept));
    for path in within {
        let text = std::fs::read_to_string(&path).expect("a text");
        let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
        files.insert(path.strip_prefix(ROOT).expect("below it").to_owned(), own);
    }
}

/// The words between quotation marks and the ids of lists, each with its files: one pass, however many words are asked for.
static WORDS: LazyLock<HashMap<&str, BTreeSet<&Path>>> = LazyLock::new(|| {
    let mut words: HashMap<&str, BTreeSet<&Path>> = HashMap::new();
    for (path, text) in FILES.iter().filter(|(path, _)| !is_of_tests(path)) {
        let ids = text.lines().filter_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix("id: "));
        for word in text.split('"').chain(ids) {
            words.entry(word).or_default().insert(path);
        }
    }
    words
});

fn below(path: &Path, folders: &[&str]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

fn is_of_tests(path: &Path) -> bool {
    path.iter().any(|part| part == "tests" || part == "tests.rs" || part == "samples.rs")
}

/// The files below these folders with one of these words, without those in `but`.
fn named(words: &[&str], folders: &[&str], but: &[&str]) -> Vec<&'static Path> {
    FILES
        .iter()
        .filter(|(path, _)| {
            (folders.is_empty() || below(path, folders)) && !below(path, but) && !is_of_tests(path)
        })
        .filter(|(_, text)| words.iter().any(|word| text.contains(word)))
        .map(|(path, _)| &**path)
        .collect()
}

#[rstest]
#[case::entry_point(
    &["urIPCCloseMemHandleExp", "ipc_close_mem_handle_exp"],
    &["backends/api", "backends/host", "backends/kit", "fixtures", "harness", "spec", "suites", "proof/mutants/src/catalogue/memory/close.rs"],
    &[],
    12
)]
#[case::backend(&["ur_ipc_cuda", "ur-ipc-cuda", "mod cuda", "skiplists/cuda"], &[], &["backends/cuda"], 6)]
#[case::report(&["Markdown", "markdown"], &["harness"], &[], 7)]
fn what_is_like_it_is_in_few_files(
    #[case] words: &[&str],
    #[case] folders: &[&str],
    #[case] but: &[&str],
    #[case] most: usize,
) {
    let found = named(words, folders, but);
    assert!((2..=most).contains(&found.len()), "{words:?} are in {} files: {found:#?}", found.len());
}

#[test]
fn a_fault_is_in_few_files() {
    let folder = Path::new(ROOT).join("tests/faults");
    let mut files = BTreeMap::new();
    read(&folder, &mut files);
    let found: Vec<_> = files.iter().filter(|(_, text)| text.contains("DeviceLost")).collect();
    assert!((2..=5).contains(&found.len()), "{found:#?}");
}

/// A test is a function of the suite, its mutant names what it violates, and a snapshot has the whole name.
#[test]
fn nothing_kept_by_hand_has_the_name_of_a_test() {
    for test in &ur_ipc_cts::suite(Vec::new()).tests {
        let files = WORDS.get(test.id.as_str()).into_iter().flatten();
        let found: Vec<_> =
            files.filter(|path| below(path, &["harness", "proof/mutants/src", "src"])).collect();
        assert!(found.is_empty(), "{} is in {found:#?}", test.id);
    }
}

/// Its entry, its test, its mutant, and what the model says of it.
#[test]
fn a_requirement_is_in_few_files() {
    let requirements = ur_ipc_cts::requirements();
    let tested = requirements.all().iter().filter(|requirement| requirement.untested.is_none());
    let mut counts: Vec<usize> = tested
        .map(|requirement| {
            let files = WORDS.get(requirement.id.as_str()).into_iter().flatten();
            files.filter(|path| !below(path, &["proof/mutants/src/variants"])).count()
        })
        .collect();
    counts.sort_unstable();
    assert!(counts[0] >= 2, "a requirement has an entry and a test");
    assert!(counts[counts.len() / 2] <= 4, "half of them are in more files than four: {counts:?}");
}
