//! Finds the commit of this build, for results to name it. A package has it in a file; a checkout has it in git. Without
//! either there is no error: the commit is unknown. And writes the catalogues of requirements and the skiplists as JSON, which
//! each process that judges tests reads in a tenth of the time. And says how the programs of tests are linked.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What makes the suite. Of a package only a part is there.
const SOURCES: [&str; 12] = [
    "Cargo.lock",
    "Cargo.toml",
    "backends",
    "build.rs",
    "fixtures",
    "harness",
    "level-zero",
    "skiplists",
    "spec",
    "src",
    "suites",
    "sycl",
];

/// What cargo puts into a package: the commit that it was made of.
const PACKAGED: &str = ".cargo_vcs_info.json";

const CATALOGUES: [&str; 2] = ["spec/requirements.yaml", "spec/requirements-sycl.yaml"];

const FOLDERS_OF_SKIPLISTS: [&str; 2] = ["skiplists", "skiplists/sycl"];

fn main() {
    for file in CATALOGUES {
        write(file, &yaml(file).1);
    }
    skiplists();
    fixed_addresses();
    let commit = packaged().or_else(checked_out).unwrap_or_default();
    println!("cargo::rustc-env=SUITE_COMMIT={commit}");
    // A path that is missing would have this run each time.
    for path in SOURCES.into_iter().chain([PACKAGED]).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// Links the programs of tests to run at the addresses that they were linked for. The tests start thousands of processes of them,
/// and an unoptimised program has some 150,000 addresses that each start would correct: a tenth of all that `tests/it` takes.
fn fixed_addresses() {
    let is = |variable: &str, value: &str| std::env::var(variable).as_deref() == Ok(value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg=-no-pie");
    }
}

/// Writes the skiplists with the places of their parts, which are for messages. A test compares them with those of the files.
fn skiplists() {
    for folder in FOLDERS_OF_SKIPLISTS {
        let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let files = files.map(|file| file.expect("the folder can be read").file_name());
        let names = files.filter_map(|name| name.into_string().ok());
        for file in names.filter(|name| name.ends_with(".yaml")).map(|name| format!("{folder}/{name}")) {
            let (text, list) = yaml(&file);
            let lines = || text.lines().zip(1..);
            let entries: Vec<usize> =
                lines().filter(|(line, _)| line.starts_with("  - ")).map(|(_, number)| number).collect();
            let driver = lines().find_map(|(line, number)| {
                let value = line.strip_prefix("driver: ")?;
                Some((number, line.len() - value.len() + 1))
            });
            let driver = driver.unwrap_or_else(|| panic!("{file}: no line begins with `driver: `"));
            let known = list["entries"].as_array().map_or(0, Vec::len);
            assert_eq!(entries.len(), known, "{file}: each entry begins with `  - `, and no other line does");
            write(&file, &json!({ "list": list, "driver": driver, "entries": entries }));
        }
    }
}

fn yaml(file: &str) -> (String, Value) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let value = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    (text, value)
}

/// Writes what is in a file of YAML to a file of this name, which ends in `.json`, for the program to include.
fn write(file: &str, value: &Value) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    let json = folder.join(file).with_extension("json");
    let written = std::fs::create_dir_all(json.parent().expect("it is in a folder"))
        .and_then(|()| std::fs::write(&json, value.to_string()));
    written.unwrap_or_else(|error| panic!("{}: {error}", json.display()));
}

fn packaged() -> Option<String> {
    let info = std::fs::read_to_string(PACKAGED).ok()?;
    let (_, after) = info.split_once("\"sha1\"")?;
    let commit = after.split('"').nth(1)?;
    Some(named(commit, info.contains("\"dirty\": true")))
}

fn checked_out() -> Option<String> {
    // In somebody else's repository, as a vendored crate is, this file is not known, or that is what the commit is of.
    git(&["ls-files", "--error-unmatch", "Cargo.toml"])?;
    let commit = git(&["rev-parse", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--"].into_iter().chain(SOURCES).collect::<Vec<_>>());
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    Some(named(&commit, changed.is_none_or(|files| !files.is_empty())))
}

fn git(arguments: &[&str]) -> Option<String> {
    // To look is not to change anything, not even the index.
    let output = Command::new("git").args(arguments).env("GIT_OPTIONAL_LOCKS", "0").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn named(commit: &str, changed: bool) -> String {
    if changed { format!("{commit}-dirty") } else { commit.to_owned() }
}
