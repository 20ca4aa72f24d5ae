//! The metadata that the registry gets of each published crate.

use crate::support::files::files_in;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The output of cargo in this workspace, without the network.
fn cargo(arguments: &[&str]) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(arguments)
        .args(["--offline", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo's output is text")
}

/// The crates of the workspace, as cargo tells of them.
fn crates() -> Vec<Value> {
    let told = cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let told: Value = serde_json::from_str(&told).expect("cargo tells JSON");
    let crates = told["packages"].as_array().expect("there are crates").clone();
    crates.into_iter().filter(|own| own["publish"] != Value::Array(Vec::new())).collect()
}

/// A third party's `cargo test` compiles nothing of the command or of SYCL.
#[test]
fn little_is_compiled_without_features() {
    let of = ["tree", "-p", "ur-ipc-cts", "--no-default-features", "-e", "normal"];
    let tree = cargo(&[&of[..], &["--prefix", "none", "--format", "{lib}"]].concat());
    assert!(tree.lines().any(|line| line == "ur_ipc_suites"), "{tree}");
    for unneeded in ["clap_complete", "clap_mangen", "schemars", "toml", "ur_ipc_host", "ur_ipc_sycl_suites"]
    {
        assert!(!tree.lines().any(|line| line == unneeded), "{unneeded} is in:\n{tree}");
    }
}

#[test]
fn each_published_crate_says_what_it_is() {
    let crates = crates();
    assert!(crates.len() > 20, "{}", crates.len());
    for own in &crates {
        let text = |key: &str| own[key].as_str().unwrap_or_default().to_owned();
        let words = |key: &str| own[key].as_array().cloned().unwrap_or_default();
        let name = text("name");
        assert!(text("description").ends_with('.') && text("description").len() > 20, "{name}");
        assert_eq!(text("license"), "MIT OR Apache-2.0", "{name}");
        let manifest = text("manifest_path");
        // Cargo takes the one beside the manifest, and warns if another is named.
        assert_eq!(text("readme"), "README.md", "{name}");
        assert!(Path::new(&manifest).with_file_name("README.md").is_file(), "{name}");
        // The registry takes five of each, of twenty letters.
        let keywords = words("keywords");
        let short = keywords.iter().filter_map(Value::as_str).all(|word| word.len() <= 20);
        assert!((1..=5).contains(&keywords.len()) && short, "{name}: {keywords:?}");
        assert!((1..=5).contains(&words("categories").len()), "{name}");
    }
}

/// Where there are examples they run; where there are none, nothing is read once more to look for them.
#[test]
fn examples_are_looked_for_where_there_are_some() {
    for own in &crates() {
        let of_library =
            |target: &&Value| target["src_path"].as_str().is_some_and(|path| path.ends_with("/lib.rs"));
        let targets = own["targets"].as_array().expect("there are targets");
        let library = targets.iter().find(of_library).expect("a library");
        let folder = Path::new(library["src_path"].as_str().expect("a path")).with_file_name("");
        let mut files = files_in(&folder);
        files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
        let read = |file: &Path| std::fs::read_to_string(file).expect("a text");
        let mut texts: Vec<String> = files.iter().map(|file| read(file)).collect();
        let is_readme_included =
            texts.iter().any(|text| text.contains("#![doc = include_str!(\"../README.md\")]"));
        if is_readme_included {
            let readme = read(&folder.join("../README.md"));
            texts.push(readme.lines().map(|line| format!("//! {line}\n")).collect());
        }
        let examples = texts.iter().filter(|text| has_example(text)).count();
        assert_eq!(library["doctest"], examples > 0, "{}: {examples} files with examples", own["name"]);
    }
}

/// Whether a block of code in the documentation is Rust that is compiled.
fn has_example(text: &str) -> bool {
    let fences = text.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or_else(|| line.strip_prefix("///"))?.trim_start().strip_prefix("```")
    });
    // Each second one ends a block.
    fences.step_by(2).any(|language| !["text", "ignore", "c", "yaml", "json"].contains(&language))
}

/// A package has only files of its own folder. The licences there are links to those of the root, which cargo follows.
#[test]
fn each_published_crate_has_the_licences() {
    for own in &crates() {
        let manifest = Path::new(own["manifest_path"].as_str().expect("a path"));
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let file = manifest.with_file_name(licence);
            let text = std::fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            let whole =
                std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(licence)).expect("a licence");
            assert!(text == whole, "{} is not that of the root", file.display());
        }
    }
}

/// Settings of the suite's own CI and mutations are of no use to users.
#[test]
fn the_root_package_has_no_settings_of_its_own_tools() {
    let files = cargo(&["package", "--list", "-p", "ur-ipc-cts", "--allow-dirty"]);
    assert!(files.lines().any(|file| file == "LICENSE-MIT"), "{files}");
    let unneeded: Vec<_> =
        files.lines().filter(|file| file.starts_with(".ci/") || file.starts_with(".cargo/")).collect();
    assert!(unneeded.is_empty(), "{unneeded:?}");
}
