//! The metadata that the registry gets of each published crate.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The crates of the workspace, as cargo tells of them.
fn crates() -> Vec<Value> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--locked", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let told: Value = serde_json::from_slice(&output.stdout).expect("cargo tells JSON");
    let crates = told["packages"].as_array().expect("there are crates").clone();
    crates.into_iter().filter(|own| own["publish"] != Value::Array(Vec::new())).collect()
}

/// A third party's `cargo test` compiles nothing of the command or of SYCL.
#[test]
fn little_is_compiled_without_features() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--offline", "--locked", "-p", "ur-ipc-cts", "--no-default-features", "-e", "normal"])
        .args(["--prefix", "none", "--format", "{lib}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(tree.lines().any(|line| line == "ur_ipc_suites"), "{output:?}");
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
        let folder = text("manifest_path");
        let readme = Path::new(&folder).with_file_name(text("readme"));
        assert!(!text("readme").is_empty() && readme.is_file(), "{name}: {}", readme.display());
        // The registry takes five of each, of twenty letters.
        let keywords = words("keywords");
        let short = keywords.iter().filter_map(Value::as_str).all(|word| word.len() <= 20);
        assert!((1..=5).contains(&keywords.len()) && short, "{name}: {keywords:?}");
        assert!((1..=5).contains(&words("categories").len()), "{name}");
    }
}
