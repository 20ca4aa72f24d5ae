//! Every requirement is in the model, or says why not; and the model names none that there is not.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use ur_ipc_model::SILENT;

#[derive(Deserialize)]
struct Requirement {
    id: String,
    binds: Option<String>,
}

/// The ids of what binds callers who keep to the specification.
fn required() -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/requirements.yaml");
    let all: Vec<Requirement> = serde_yaml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let binding = all.into_iter().filter(|requirement| requirement.binds.is_none());
    binding.map(|requirement| requirement.id).collect()
}

/// What stands in quotes in the rules and looks like an id.
fn named() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/calls");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let quoted = |text: String| text.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    files.flat_map(quoted).filter(|text| text.contains('.') && !text.contains(' ')).collect()
}

#[test]
fn every_requirement_is_in_the_model_or_says_why_not() {
    let (required, named) = (required(), named());
    let silent: BTreeSet<String> = SILENT.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert_eq!(silent.len(), SILENT.len(), "one stands there twice");
    let missing: Vec<_> =
        required.iter().filter(|id| !named.contains(*id) && !silent.contains(*id)).collect();
    assert!(missing.is_empty(), "neither in the model nor in `silent.rs`: {missing:?}");
    let both: Vec<_> = named.intersection(&silent).collect();
    assert!(both.is_empty(), "in the model and in `silent.rs`: {both:?}");
    let unknown: Vec<_> = named.union(&silent).filter(|id| !required.contains(*id)).collect();
    assert!(unknown.is_empty(), "no requirements of the catalogue: {unknown:?}");
    assert!(SILENT.iter().all(|(_, reason)| !reason.is_empty()));
}
