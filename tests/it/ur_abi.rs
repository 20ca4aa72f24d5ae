//! The backend `ur` on a Unified Runtime loader that is always at hand: the host backend behind UR's C ABI. The results
//! must be those of the host backend itself.
#![cfg(feature = "ur")]

use crate::support::cargo::built;
use crate::support::{results, text, ur_ipc_cts};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Builds the loader and gives its path.
fn loader() -> PathBuf {
    built(&["-p", "ur-ipc-abi", "--lib"], "ur_ipc_abi")
}

fn run(arguments: &[&str], library: &str, layers: Option<&str>) -> Output {
    let mut variables = vec![("UR_IPC_CTS_UR_LIBRARY", library)];
    variables.extend(layers.map(|names| ("UR_IPC_CTS_UR_LAYERS", names)));
    ur_ipc_cts(arguments, &variables)
}

/// A line of what a backend says of itself.
fn fact(name: &str, value: &str) -> String {
    format!("    {name:<15} {value}")
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
fn options_win_over_the_environment_and_reach_all_processes() {
    let library = loader().to_string_lossy().into_owned();
    let arguments = ["run", "--backend", "ur", "--ur-library", &library, "--ur-layers", "none"];
    // A cross-process test: worker and peer open the library, too.
    for isolation in ["worker", "process", "in-process"] {
        let more = ["--isolation", isolation, "cross_process::memory::read", "memory::get::success"];
        let output = run(&[&arguments[..], &more].concat(), "/no/such/library", Some("SOME_LAYER"));
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{isolation}: {out}{err}");
        assert!(out.contains(&fact("library", &library)) && out.contains(&fact("layers", "none")), "{out}");
    }
    let devices = run(&["devices", "--ur-library", &library, "--ur-layers="], "", None);
    assert!(text(&devices.stdout).contains("ur::dev0"), "{}", text(&devices.stdout));
}

#[test]
fn devices_of_several_adapters_are_found_and_tested() {
    let library = loader().to_string_lossy().into_owned();
    let variables = [("UR_IPC_CTS_UR_LIBRARY", &*library), ("UR_IPC_ABI_ADAPTERS", "3")];
    let tests = ["memory::get::success", "cross_process::memory::read"];
    let output =
        ur_ipc_cts(&[&["run", "--backend", "ur", "--ur-layers", "none"], &tests[..]].concat(), &variables);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{out}{err}");
    for device in ["ur::dev0", "ur::dev1", "ur::dev2"] {
        for test in tests {
            assert!(out.contains(&format!("test {device}::{test} ... ok")), "{device} {test}: {out}");
        }
    }
    assert_eq!(out.matches(&fact("adapter", "")).count(), 3, "{out}");
    assert!(out.contains("no hardware was tested, only software: ur"), "{out}");
}

#[test]
fn what_was_certified_is_told() {
    let library = loader();
    let library = library.canonicalize().expect("it was just built").to_string_lossy().into_owned();
    let output = run(&["devices", "--backend", "ur"], &library, Some(""));
    let out = text(&output.stdout);
    let facts = [fact("layers", "none"), fact("adapter", ""), fact("loaded", &library)];
    for says in facts.iter().map(String::as_str).chain(["ur: ur 0.1.0"]) {
        assert!(out.contains(says), "'{says}' is not in: {out}");
    }
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

/// The output of `run` on a copy of the loader that lists no adapter, in a folder of its own with the files of
/// `prepare`.
fn without_adapters(prepare: impl FnOnce(&Path), forced: Option<&str>) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = folder.path().join("libur_loader.so.0");
    fs::copy(loader(), &library).expect("the loader was just built");
    prepare(folder.path());
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
    command.args(["run", "--backend", "ur", "--ur-layers", "none", "--ur-library"]).arg(&library);
    for variable in ["UR_ADAPTERS_FORCE_LOAD", "UR_ADAPTERS_SEARCH_PATH", "ONEAPI_DEVICE_SELECTOR"] {
        command.env_remove(variable);
    }
    let forced = forced.map(|names| names.replace("DIR", &folder.path().to_string_lossy()));
    command.envs(forced.map(|names| ("UR_ADAPTERS_FORCE_LOAD", names))).env("UR_IPC_ABI_ADAPTERS", "0");
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    text(&output.stderr).replace(&*folder.path().to_string_lossy(), "DIR")
}

/// Makes a shared library, linked as UR links its adapters.
fn compile(code: &str, library: &Path) {
    let source = library.with_extension("c");
    fs::write(&source, code).expect("the folder is writable");
    let mut compiler = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()));
    compiler.args(["-shared", "-fPIC", "-Wl,-z,now", "-o"]).args([library, &source]);
    assert!(compiler.status().expect("a C compiler starts, as it does to link Rust").success());
}

#[test]
fn why_no_adapter_is_usable_is_told() {
    let garbage = |folder: &Path| {
        fs::write(folder.join("libur_adapter_cuda.so.0"), [0; 4096]).expect("the folder is writable");
    };
    let unresolved = |folder: &Path| {
        compile(
            "void missing_in_driver(void); void call(void) { missing_in_driver(); }",
            &folder.join("a.so"),
        );
    };
    let empty = |folder: &Path| compile("int nothing;", &folder.join("b.so"));
    let says = |told: String, wanted: &str| assert!(told.contains(wanted), "'{wanted}' is not in: {told}");

    let nothing = without_adapters(|_| (), None);
    says(nothing, "lists no adapter: no libur_adapter_*.so.0 is in DIR or where the system looks");
    let beside = without_adapters(garbage, None);
    says(
        beside,
        "DIR/libur_adapter_cuda.so.0 cannot be opened (DIR/libur_adapter_cuda.so.0: invalid ELF header)",
    );
    let symbol = without_adapters(unresolved, Some("DIR/a.so,'DIR/none.so'"));
    says(symbol.clone(), "DIR/a.so cannot be opened (DIR/a.so: undefined symbol: missing_in_driver)");
    says(symbol, "; DIR/none.so, named in UR_ADAPTERS_FORCE_LOAD, is not there");
    // This loader takes no libraries at all.
    says(without_adapters(empty, Some("DIR/b.so")), "DIR/b.so can be opened, and the loader did not take it");
}

#[test]
fn layers_that_are_not_text_are_refused_and_named() {
    for subcommand in ["run", "list", "devices"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ur-ipc-cts"));
        command.arg(subcommand).env("UR_IPC_CTS_UR_LAYERS", OsStr::from_bytes(b"\xff"));
        let output = command.output().expect("the program starts");
        let err = text(&output.stderr);
        assert!(
            output.status.code() == Some(2) && err.contains("UR_IPC_CTS_UR_LAYERS, or --ur-layers"),
            "{err}"
        );
    }
}
