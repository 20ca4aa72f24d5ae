//! The backend `ur` on a Unified Runtime loader that is always at hand: the host backend behind UR's C ABI. What
//! comes out must be what the host backend gives directly.
#![cfg(feature = "ur")]

mod support;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use support::{results, text, ur_ipc_cts};

/// Builds the loader and gives its path.
fn loader() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "-q", "-p", "ur-ipc-host-abi", "--locked", "--message-format=json"])
        .stdin(Stdio::null())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| message["target"]["name"] == "ur_ipc_host_abi")
        .find_map(|message| message["filenames"][0].as_str().map(PathBuf::from))
        .expect("cargo says where the library is")
}

fn run(arguments: &[&str], library: &str, layers: Option<&str>) -> Output {
    let mut variables = vec![("UR_IPC_CTS_UR_LIBRARY", library)];
    variables.extend(layers.map(|names| ("UR_IPC_CTS_UR_LAYERS", names)));
    ur_ipc_cts(arguments, &variables)
}

fn outcomes(arguments: &[&str], library: &str) -> BTreeMap<String, String> {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let path = file.path().to_string_lossy().into_owned();
    let output = run(&[arguments, &["--json", &path]].concat(), library, Some(""));
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    let word = |test: &serde_json::Value, key: &str| test[key].as_str().expect("a word").to_owned();
    let found = results(file.path());
    let tests = found["tests"].as_array().expect("a list of tests");
    tests.iter().map(|test| (word(test, "test"), word(test, "outcome"))).collect()
}

#[test]
fn the_c_abi_gives_the_same_verdicts_as_the_backend_itself() {
    let library = loader().to_string_lossy().into_owned();
    let through_abi = outcomes(&["run", "--backend", "ur"], &library);
    assert_eq!(through_abi, outcomes(&["run", "--backend", "host"], &library));
    assert!(through_abi.values().filter(|outcome| *outcome == "pass").count() > 200);
}

#[test]
fn what_is_missing_is_named() {
    let library = loader().to_string_lossy().into_owned();
    let cases = [
        ("/no/such/libur_loader.so", Some(""), "/no/such/libur_loader.so cannot be opened"),
        ("libc.so.6", Some(""), "libc.so.6 lacks urLoaderConfigCreate"),
        (&library, None, "layer 'UR_LAYER_PARAMETER_VALIDATION' cannot be enabled"),
        (&library, Some("SOME_LAYER"), "layer 'SOME_LAYER' cannot be enabled"),
    ];
    for (library, layers, says) in cases {
        let output = run(&["run", "--backend", "ur"], library, layers);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(says), "'{says}' is not in: {}", text(&output.stderr));
    }
}
