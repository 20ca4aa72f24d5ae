//! Finds the commit of this build, for results to name it. A package has it in a file; a checkout has it in git. Without
//! either there is no error: the commit is unknown. And writes the catalogues of requirements as JSON, which each process that
//! judges tests reads in a tenth of the time.

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

/// The catalogues, by their names in `spec/`.
const CATALOGUES: [&str; 2] = ["requirements", "requirements-sycl"];

fn main() {
    catalogues();
    let commit = packaged().or_else(checked_out).unwrap_or_default();
    println!("cargo::rustc-env=SUITE_COMMIT={commit}");
    // A path that is missing would have this run each time.
    for path in SOURCES.into_iter().chain([PACKAGED]).filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

fn catalogues() {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    for name in CATALOGUES {
        let file = format!("spec/{name}.yaml");
        let yaml = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let entries: serde_json::Value =
            serde_yaml::from_str(&yaml).unwrap_or_else(|error| panic!("{file}: {error}"));
        let json = folder.join(name).with_extension("json");
        std::fs::write(&json, entries.to_string())
            .unwrap_or_else(|error| panic!("{}: {error}", json.display()));
    }
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
