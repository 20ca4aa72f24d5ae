//! A package, and what is done to it.

use crate::support::{describe, results, shown, ur_ipc_cts};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs::{copy, read, read_dir, read_to_string, write};
use std::path::Path;
use std::process::Output;
use std::sync::LazyLock;
use tempfile::{TempDir, tempdir};

/// A package of the host backend, and the output of making it. A device that shares memory alone has fewer tests, and its package
/// the same parts.
pub static PACKAGE: LazyLock<(TempDir, Output)> = LazyLock::new(|| certified("host@memory-only"));

/// Certifies by the usual tests: CI makes and verifies a package of thorough ones.
pub fn certified(backend: &str) -> (TempDir, Output) {
    let folder = tempdir().expect("a temporary folder");
    let out = shown(folder.path());
    let output = ur_ipc_cts(&["certify", "--usual", "--backend", backend, "--out", &out], &[]);
    (folder, output)
}

pub fn verify(folder: &Path) -> (Option<i32>, String) {
    let output = ur_ipc_cts(&["verify", &shown(folder)], &[]);
    (output.status.code(), describe(&output))
}

/// A copy of the package.
pub fn copied() -> TempDir {
    let folder = tempdir().expect("a temporary folder");
    for entry in read_dir(PACKAGE.0.path()).expect("the package") {
        let entry = entry.expect("a file");
        copy(entry.path(), folder.path().join(entry.file_name())).expect("it can be copied");
    }
    folder
}

/// Makes the hashes right, as a forger would.
pub fn seal(folder: &Path) {
    let path = folder.join("MANIFEST");
    let lines = read_to_string(&path).expect("the hashes");
    let names = lines.lines().map(|line| line.split_once("  ").expect("a hash and a name").1);
    let hashed = names.map(|name| {
        let digest = Sha256::digest(read(folder.join(name)).expect("a file"));
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hash}  {name}\n")
    });
    write(&path, hashed.collect::<String>()).expect("it can be written");
}

pub fn edit(folder: &Path, name: &str, change: impl FnOnce(&mut Value)) {
    let path = folder.join(name);
    let mut document = results(&path);
    change(&mut document);
    write(path, format!("{document:#}\n")).expect("it can be written");
}
