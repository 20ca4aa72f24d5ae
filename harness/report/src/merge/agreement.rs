//! Checks that all parts of a run agree.

use super::super::environment::{BackendEntry, RunTerms};
use super::super::escape::one_line;
use super::Part;
use crate::catalogue::Catalogue;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// In what the parts are not of one run, a line each.
pub(super) fn disagreements(parts: &[Part], suite: &dyn Catalogue) -> Vec<String> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    let mut problems = Vec::new();
    if !first.request().is_of(suite) {
        problems.push(format!(
            "{}: it is of a suite with other tests or other requirements than this program has: merge with the program that ran",
            first.file
        ));
    }
    let common = common(first);
    for other in others {
        problems.extend(differences(first, &common, other, &self::common(other)));
    }
    problems.extend(backends(parts));
    problems
}

/// The terms that all parts share, by their names.
fn common(part: &Part) -> BTreeMap<String, Value> {
    let environment = &part.document.environment;
    let mut terms = fields(&environment.terms);
    // Both fronts run the same.
    terms.remove("front");
    // Each part may have devices of its own.
    terms.remove("chosen_devices");
    let selection: Vec<&String> = environment.terms.iter().flat_map(RunTerms::chosen_tests).collect();
    terms.insert("selection".to_owned(), json!(selection));
    terms.insert("version of the suite".to_owned(), environment.suite_version.clone().into());
    terms.insert("commit of the suite".to_owned(), environment.suite_commit.clone().into());
    let asked = part.request();
    terms.insert("tests and requirements".to_owned(), asked.suite_digest.clone().into());
    terms.insert("repeat".to_owned(), asked.repeat.into());
    terms.insert("fail_fast".to_owned(), asked.fail_fast.into());
    terms
}

/// The fields of a value, by their names.
pub(super) fn fields(value: &impl Serialize) -> BTreeMap<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

/// Lists the values that differ between two parts, one line each.
pub(super) fn differences(
    one: &Part,
    its: &BTreeMap<String, Value>,
    other: &Part,
    others: &BTreeMap<String, Value>,
) -> Vec<String> {
    let mut names: Vec<&String> = its.keys().chain(others.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let differ = |name: &str| its.get(name) != others.get(name);
    // The number of tests tells more than the digest of their names.
    let is_told = |name: &str| differ(name) && !(name == "tests_digest" && differ("tests"));
    let different = names.into_iter().filter(|&name| is_told(name));
    let told = different.map(|name| {
        let (its, others) = (shown(its.get(name)), shown(others.get(name)));
        format!("{}: {name}: {others}, but {its} in {}", other.file, one.file)
    });
    told.collect()
}

/// A value in words: a list without its brackets, a text without its quotes.
fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "none".to_owned(),
        Some(Value::Array(values)) if values.is_empty() => "none".to_owned(),
        Some(Value::Array(values)) => {
            values.iter().map(|value| shown(Some(value))).collect::<Vec<_>>().join(", ")
        }
        Some(Value::String(text)) => one_line(text),
        Some(other) => one_line(&other.to_string()),
    }
}

/// Backends that are not the same on all machines that have them.
fn backends(parts: &[Part]) -> Vec<String> {
    let mut known: BTreeMap<&str, (&Part, &BackendEntry)> = BTreeMap::new();
    let mut problems = Vec::new();
    for part in parts {
        for entry in part.document.environment.backends.iter().filter(|entry| entry.available) {
            let (first, same) = *known.entry(&entry.label).or_insert((part, entry));
            if (&same.name, &same.version) != (&entry.name, &entry.version) {
                problems.push(format!(
                    "{}: backend {} is {} {}, and in {} it is {} {}",
                    part.file, entry.label, entry.name, entry.version, first.file, same.name, same.version
                ));
            }
        }
    }
    problems
}
