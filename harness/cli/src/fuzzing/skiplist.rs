//! Skiplists.

use super::text::assert_place;
use serde_yaml::{Mapping, Value};
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_harness::skiplist::{Action, Date, Entry, Failure, Skiplist, Skiplists};
use ur_ipc_report::samples::empty_test;

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
            assert_eq!(
                Skiplist::parse(FILE, &again).map(without_places),
                Ok(without_places(list)),
                "{again}"
            );
        }
    }
}

fn without_places(mut list: Skiplist) -> Skiplist {
    list.driver.place.clear();
    list.entries.iter_mut().for_each(|entry| entry.place.clear());
    list
}

fn ask(list: &Skiplist) {
    // Nothing has expired by then.
    let today = "0000-01-01".parse().expect("it is a date");
    let lists = Skiplists::on(today, vec![list.clone()]);
    let label = &list.driver.backend;
    let text = |pattern: Option<String>| pattern.unwrap_or_default();
    let device = DeviceDescription {
        name: text(list.driver.name.as_ref().map(ToString::to_string)),
        vendor: text(list.driver.vendor.as_ref().map(ToString::to_string)),
        platform: text(list.driver.platform.as_ref().map(ToString::to_string)),
        adapter: text(list.driver.adapter.as_ref().map(ToString::to_string)),
        pci_address: text(list.driver.pci.as_ref().map(ToString::to_string)),
        driver_version: text(list.driver.version.as_ref().map(ToString::to_string)),
        ..DeviceDescription::default()
    };
    for entry in &list.entries {
        // A pattern matches itself, its stars standing for stars.
        let id = entry.test.to_string();
        assert!(entry.test.matches(&id));
        if list.driver.matches(label, &device) {
            let first = lists.decide(label, &device, &id);
            assert!(first.is_some_and(|first| first.test.matches(&id)));
        }
        assert!(entry.full_reason().starts_with(&entry.reason));
        // A failure that says just what it should is the expected one.
        let said = entry.message.as_ref().map(ToString::to_string);
        let failures = if entry.outcome.is_empty() { &[Failure::Fail] } else { &entry.outcome[..] };
        assert!(
            failures
                .iter()
                .all(|failure| entry.expects_late(failure.outcome(), said.as_deref().unwrap_or_default()))
        );
        let line = entry.place.strip_prefix(FILE).and_then(|place| place.strip_prefix(':'));
        assert!(line.is_some_and(|line| line.parse::<usize>().is_ok()), "{}", entry.place);
    }
    let tests = [empty_test("memory::open::success", &[], &[])];
    assert!(list.unmatched_patterns(&tests).len() <= list.entries.len());
    assert!(list.expired(today).is_empty());
    let last: Date = "9999-12-31".parse().expect("it is a date");
    let mortal = list.entries.iter().filter(|entry| entry.expires.is_some_and(|date| date != last)).count();
    assert_eq!(list.expired(last).len(), mortal);
}

/// The file that says the same.
fn written(list: &Skiplist) -> String {
    let text = |value: &dyn ToString| Value::String(value.to_string());
    let mapping = |pairs: Vec<(&str, Option<Value>)>| {
        Value::Mapping(
            pairs.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect::<Mapping>(),
        )
    };
    let driver = mapping(vec![
        ("backend", Some(text(&list.driver.backend))),
        ("adapter", list.driver.adapter.as_ref().map(|it| text(it))),
        ("platform", list.driver.platform.as_ref().map(|it| text(it))),
        ("vendor", list.driver.vendor.as_ref().map(|it| text(it))),
        ("pci", list.driver.pci.as_ref().map(|it| text(it))),
        ("name", list.driver.name.as_ref().map(|it| text(it))),
        ("version", list.driver.version.as_ref().map(|it| text(it))),
    ]);
    let entry = |entry: &Entry| {
        let action = match entry.action {
            Action::Skip => "skip",
            Action::Run => "run",
            Action::ExpectFail => "expect-fail",
            Action::Flaky => "flaky",
            other => panic!("{other:?}"),
        };
        let outcome = match &entry.outcome[..] {
            [] => None,
            [one] => Some(text(one)),
            several => Some(Value::Sequence(several.iter().map(|it| text(it)).collect())),
        };
        mapping(vec![
            ("test", Some(text(&entry.test))),
            ("action", Some(text(&action))),
            ("outcome", outcome),
            ("message", entry.message.as_ref().map(|it| text(it))),
            ("rate", entry.rate.map(|rate| Value::from(rate.value()))),
            ("ceiling", entry.ceiling.map(|rate| Value::from(rate.value()))),
            ("reason", Some(text(&entry.reason))),
            ("issue", entry.issue.as_ref().map(|it| text(it))),
            ("owner", entry.owner.as_ref().map(|it| text(it))),
            ("expires", entry.expires.as_ref().map(|it| text(it))),
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
driver: { backend: cuda, platform: P*, vendor: \"*\", name: \"NVIDIA*\", pci: \"0000:*\", version: \">=550, <600\" }
entries:
  - { test: \"memory::open::stale\", action: expect-fail, reason: \"known\", issue: \"https://example.org/1\" }
  - { test: \"memory::*\", action: expect-fail, outcome: [crash, fail], message: \"ur*X\", reason: \"r\" }
  - { test: \"b\", action: flaky, rate: 0.02, ceiling: 0.1, reason: \"r\" }
  - { test: \"a\", action: run, reason: \"r\", owner: \"Ada\", expires: 2027-01-31 }
  - { test: \"event::*\", action: skip, reason: |
      no
      events }
";

    fn lists() -> Vec<Vec<u8>> {
        const FOLDERS: [&str; 2] = [
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../skiplists"),
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../skiplists/sycl"),
        ];
        let entries = FOLDERS.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
        let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        files.map(|path| std::fs::read(path).unwrap()).chain([SMALL.into()]).collect()
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
