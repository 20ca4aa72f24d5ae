//! Skiplists.

use super::text::assert_place;
use crate::skiplist::{Action, Entry, Skiplist, decide};
use crate::suite::empty_test;
use serde_yaml::{Mapping, Value};
use ur_ipc_fixtures::DeviceDescription;

const FILE: &str = "list.yaml";

/// Reads a skiplist. An error names file, line and column; what is accepted can be asked, and survives being
/// written.
pub fn skiplist(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    match Skiplist::parse(FILE, text) {
        Err(error) => {
            assert_place(text, error.line, error.column);
            assert!(!error.message.is_empty());
            let place = format!("{FILE}:{}:{}: ", error.line, error.column);
            assert!(error.to_string().starts_with(&place), "{error}");
        }
        Ok(list) => {
            ask(&list);
            let again = written(&list);
            assert_eq!(Skiplist::parse(FILE, &again), Ok(list), "{again}");
        }
    }
}

fn ask(list: &Skiplist) {
    let lists = [list.clone()];
    let label = &list.driver.backend;
    let text = |pattern: Option<String>| pattern.unwrap_or_default();
    let device = DeviceDescription {
        name: text(list.driver.name.as_ref().map(ToString::to_string)),
        adapter: text(list.driver.adapter.as_ref().map(ToString::to_string)),
        driver_version: text(list.driver.version.as_ref().map(ToString::to_string)),
        ..DeviceDescription::default()
    };
    for entry in &list.entries {
        // A pattern matches itself, its stars standing for stars.
        let id = entry.test.to_string();
        assert!(entry.test.matches(&id));
        if list.driver.matches(label, &device) {
            let first = decide(&lists, label, &device, &id);
            assert!(first.is_some_and(|first| first.test.matches(&id)));
        }
        assert!(entry.full_reason().starts_with(&entry.reason));
    }
    let tests = [empty_test("memory::open::success", &[], &[])];
    assert!(list.unmatched_patterns(&tests).len() <= list.entries.len());
}

/// The file that says the same.
fn written(list: &Skiplist) -> String {
    let mapping = |pairs: Vec<(&str, Option<String>)>| {
        let said = pairs.into_iter().filter_map(|(key, value)| Some((key.into(), Value::String(value?))));
        Value::Mapping(said.collect::<Mapping>())
    };
    let driver = mapping(vec![
        ("backend", Some(list.driver.backend.clone())),
        ("adapter", list.driver.adapter.as_ref().map(ToString::to_string)),
        ("name", list.driver.name.as_ref().map(ToString::to_string)),
        ("version", list.driver.version.as_ref().map(ToString::to_string)),
    ]);
    let entry = |entry: &Entry| {
        let action = match entry.action {
            Action::Skip => "skip",
            Action::ExpectFail => "expect-fail",
        };
        mapping(vec![
            ("test", Some(entry.test.to_string())),
            ("action", Some(action.to_owned())),
            ("reason", Some(entry.reason.clone())),
            ("issue", entry.issue.clone()),
        ])
    };
    let entries = Value::Sequence(list.entries.iter().map(entry).collect());
    let document =
        Value::Mapping(Mapping::from_iter([("driver".into(), driver), ("entries".into(), entries)]));
    serde_yaml::to_string(&document).expect("texts can be written")
}

#[cfg(test)]
mod tests {
    use super::super::mutation::{anything, damaged};
    use super::*;
    use proptest::prelude::*;

    const SMALL: &str = "\
driver: { backend: cuda, name: \"NVIDIA*\", version: \">=550, <600\" }
entries:
  - { test: \"memory::open::stale\", action: expect-fail, reason: \"known\", issue: \"https://example.org/1\" }
  - { test: \"event::*\", action: skip, reason: |
      no
      events }
";

    fn lists() -> Vec<Vec<u8>> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../skiplists");
        let files =
            std::fs::read_dir(folder).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
        files.chain([SMALL.into()]).collect()
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_with_a_place(bytes in anything()) {
            skiplist(&bytes);
        }

        #[test]
        fn any_text_is_read_or_refused_with_a_place(text in "\\PC{0,200}|[-a-z:*&!|>'\"{}\\[\\],# \n]{0,200}") {
            skiplist(text.as_bytes());
        }

        #[test]
        fn damaged_lists_are_read_or_refused_with_a_place(bytes in damaged(lists())) {
            skiplist(&bytes);
        }
    }
}
