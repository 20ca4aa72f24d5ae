//! Suggests skiplist entries for the failures of a run, from its results.

use super::stable::address;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use ur_ipc_fixtures::DeviceDescription;
use ur_ipc_report::cause::{Cause, FailedCall, died_in};
use ur_ipc_report::outcome::{Outcome, Record, Tries};
use ur_ipc_report::{DeviceEntry, Document, line_comment, yaml_text};

/// The lists that make the run of these results green, and, as comments, what is to be done to others.
pub fn suggest(results: &Document) -> String {
    let problems = results.problems().into_iter();
    let mut text: String = problems.map(|problem| comment(&format!("no entry helps: {problem}"))).collect();
    text += &stale(&results.tests);
    text += &hopeless(&results.tests);
    let needs: Vec<(&DeviceEntry, String)> =
        results.devices.iter().map(|device| (device, entries(device, &results.tests))).collect();
    let mut lists: Vec<String> = Vec::new();
    for (device, entries) in needs.iter().filter(|(_, entries)| !entries.is_empty()) {
        // Where devices of one driver need different entries, each has a list of its own.
        let alike =
            needs.iter().filter(|(other, _)| are_alike(device, other)).all(|(_, other)| other == entries);
        let list = format!("{}entries:\n{entries}", if alike { driver(device) } else { only(device) });
        if !lists.contains(&list) {
            lists.push(list);
        }
    }
    match lists.len() {
        0 if results.problems().is_empty() => text.push_str("# no entry is needed\n"),
        0 => {}
        1 => {}
        files => {
            let _ = writeln!(text, "# {files} files, one for each driver");
        }
    }
    text.push_str(&lists.join("---\n"));
    text
}

/// True if a list about the one is about the other.
fn are_alike(one: &DeviceEntry, other: &DeviceEntry) -> bool {
    one.backend == other.backend && one.description.adapter == other.description.adapter
}

/// The head of a list for the driver of a device.
fn driver(device: &DeviceEntry) -> String {
    let adapter = &device.description.adapter;
    let adapter =
        if adapter.is_empty() { String::new() } else { format!(", adapter: {}", yaml_text(adapter)) };
    format!("driver: {{ backend: {}{adapter} }}\n", yaml_text(&device.backend))
}

/// That of a list for a device alone, as far as it can be told from others.
fn only(device: &DeviceEntry) -> String {
    let DeviceDescription { name, pci_address, .. } = &device.description;
    let pci =
        if pci_address.is_empty() { String::new() } else { format!(", pci: {}", yaml_text(pci_address)) };
    driver(device).replace(" }\n", &format!(", name: {}{pci} }}\n", yaml_text(name)))
}

/// The entries that a device needs.
fn entries(device: &DeviceEntry, records: &[Record]) -> String {
    let failed = |record: &&Record| {
        record.device == device.id
            && matches!(record.outcome(), Outcome::Fail | Outcome::Crash | Outcome::Timeout)
    };
    let version = &device.description.driver_version;
    records.iter().filter(failed).map(|record| entry(record, version)).collect()
}

/// The entry that expects just what has happened.
fn entry(record: &Record, version: &str) -> String {
    let mut text = format!("  - test: {}\n    action: expect-fail\n", yaml_text(&record.test));
    if record.outcome() != Outcome::Fail {
        let _ = writeln!(text, "    outcome: {}", record.outcome());
    }
    let message = significant(record);
    // How long it took depends on the run.
    if !message.is_empty() && record.outcome() != Outcome::Timeout {
        let _ = writeln!(text, "    message: {}", yaml_text(&message));
    }
    let reason =
        format!("{}: seen with driver {version}; say what it does instead", record.requirements.join(", "));
    let _ = writeln!(text, "    reason: {}", yaml_text(&reason));
    if let Some(Tries { failed, of }) = record.execution.tries {
        let _ = writeln!(
            text,
            "    # it failed {failed} of {of} times: it may be flaky, at a rate and with a ceiling"
        );
    }
    if let Some(place) = &record.entry {
        let _ = writeln!(text, "    {}", line_comment(&format!("in the place of {place}")));
    }
    text
}

/// Returns the part of a message that stays the same in the next run, without arguments of calls and places of checks.
fn significant(record: &Record) -> String {
    let said = match &record.execution.cause {
        Some(Cause::Failed { peer, call, says, .. }) => {
            let peer = peer.as_ref().map(|peer| format!("in peer '{peer}': ")).unwrap_or_default();
            let call = call.as_ref().map(|FailedCall { name, result }| format!("{name}(*) -> {result}"));
            peer + &call.unwrap_or_else(|| says.clone())
        }
        Some(Cause::Died { how, exited, calls }) if !calls.is_empty() => {
            died_in(how, *exited, &format!("{}(", calls[0]))
        }
        _ => record.execution.first_line().to_owned(),
    };
    lasting(&said)
}

/// Returns the parts of a text that stay the same in the next run: neither addresses nor counts.
fn lasting(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(letter) = rest.chars().next() {
        let inside = text.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_hexdigit() || c == 'x').len();
        if let Some(address) = address(rest) {
            text.push('*');
            rest = &rest[address.len()..];
        } else if letter.is_ascii_digit() && !inside {
            text.push('*');
            rest = &rest[number..];
        } else {
            text.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    text.trim_end_matches('*').to_owned()
}

/// Entries whose tests pass.
fn stale(records: &[Record]) -> String {
    let mut entries: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        if let Some(entry) = &record.entry {
            entries.entry(entry).or_default().push(record);
        }
    }
    let told = |(entry, records): (&str, Vec<&Record>)| {
        let passes = |record: &&&Record| record.outcome() == Outcome::UnexpectedPass;
        let passing: Vec<&str> = records.iter().filter(passes).map(|record| record.name.as_str()).collect();
        match passing.len() {
            0 => String::new(),
            count => {
                let what = if count == records.len() { "delete" } else { "narrow" };
                let pass = if count == 1 { "passes" } else { "pass" };
                comment(&format!("{what} {entry}: {} {pass}", passing.join(", ")))
            }
        }
    };
    entries.into_iter().map(told).collect()
}

/// Tests that no entry makes green.
fn hopeless(records: &[Record]) -> String {
    let bad = |record: &&Record| {
        use Outcome::{Blocked, HarnessError, NotDetermined, NotRun};
        matches!(record.outcome(), NotRun | HarnessError | NotDetermined | Blocked)
    };
    let told = |record: &Record| {
        comment(&format!("{} ended in {}: no entry can expect that", record.name, record.outcome()))
    };
    records.iter().filter(bad).map(told).collect()
}

/// A line that is a comment.
fn comment(text: &str) -> String {
    line_comment(text) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skiplist::stable::changes;
    use crate::skiplist::{Glob, Skiplist};
    use proptest::prelude::*;
    use rstest::rstest;
    use ur_ipc_fixtures::{Failure, RecordedCall};
    use ur_ipc_report::outcome::Execution;
    use ur_ipc_report::requirements::Chapter;
    use ur_ipc_report::samples;

    #[rstest]
    #[case::call(
        "urOpen(hContext = 0x1, ppMem -> 0x5a)",
        Some("UR_RESULT_SUCCESS"),
        "urOpen(*) -> UR_RESULT_SUCCESS"
    )]
    #[case::check("+496 in 200 cycles", None, "+* in * cycles")]
    fn a_failure_is_expected_by_its_call_or_its_check(
        #[case] said: &str,
        #[case] result: Option<&str>,
        #[case] expected: &str,
    ) {
        let mut failure = Failure::new(said).in_peer("c");
        failure.call = result.map(|result| Box::new(RecordedCall::new("urOpen").returned(result)));
        let mut record = samples::record(Chapter::Specified, Outcome::Fail);
        record.execution.cause = Some(Cause::from(&failure));
        let said = format!("in peer 'c': {said}{}", result.map(|r| format!(" -> {r}")).unwrap_or_default());
        assert_eq!(significant(&record), format!("in peer 'c': {expected}"));
        assert!(Glob::new(&significant(&record)).is_part_of(&said));
    }

    #[rstest]
    #[case::in_a_call("SIGSEGV", false, "SIGSEGV in urOpen(")]
    #[case::exit("exited with code 3", true, "exited with code * inside urOpen(")]
    fn a_death_is_expected_by_its_call(#[case] how: &str, #[case] exited: bool, #[case] expected: &str) {
        let mut record = samples::record(Chapter::Specified, Outcome::Crash);
        let calls = vec!["urOpen".to_owned()];
        record.execution.cause = Some(Cause::Died { how: how.to_owned(), exited, calls });
        assert_eq!(significant(&record), expected);
    }

    #[rstest]
    #[case::numbers("CommandType(0x7fffffff) is none, +496", "CommandType(*) is none, +")]
    #[case::names("UR_RESULT_ERROR_2 in thread3", "UR_RESULT_ERROR_2 in thread3")]
    #[case::address_in_a_word("of p0x7f0012345678, lost", "of p*, lost")]
    #[case::address_at_the_end("expected NULL, found 0xfffffffffffffff8", "expected NULL, found ")]
    #[case::nothing("", "")]
    fn what_changes_from_run_to_run_is_left_out(#[case] line: &str, #[case] expected: &str) {
        assert_eq!(lasting(line), expected);
        assert!(Glob::new(expected).is_part_of(line));
    }

    proptest! {
        #[test]
        fn a_message_is_a_part_of_what_it_was_made_of(line in "[-a-z0-9x (),=>*.:]{0,40}|\\PC{0,20}") {
            prop_assert!(Glob::new(&lasting(&line)).is_part_of(&line), "{}", lasting(&line));
        }

        #[test]
        fn a_message_has_nothing_that_the_next_build_says_otherwise(
            said in "[ a-z(=]{0,6}", address in any::<u64>(), more in "[ a-z).,]{0,6}", line in 1u32..,
        ) {
            let message = lasting(&format!("{said}{address:#x}{more}"));
            prop_assert_eq!(changes(&message), None, "{}", message);
            let message = lasting(&format!("{said} (suites/src/a.rs:{line}:1)"));
            prop_assert_eq!(changes(&message), None, "{}", message);
        }
    }

    fn results(devices: &[(&str, &str)], tests: &[(&str, &str, Outcome, Option<&str>)]) -> Document {
        let devices: Vec<_> = devices
            .iter()
            .map(|(id, pci)| {
                let description = DeviceDescription {
                    name: "GPU".into(),
                    adapter: "cuda v1".into(),
                    pci_address: (*pci).into(),
                    driver_version: "5.1".into(),
                    ..Default::default()
                };
                DeviceEntry { id: (*id).into(), backend: "ur".into(), software: false, description }
            })
            .collect();
        let tests: Vec<_> = tests
            .iter()
            .map(|&(device, id, outcome, entry)| {
                let mut record = samples::record(Chapter::Specified, outcome);
                record.name = format!("{device}::{id}");
                (record.device, record.test) = (device.to_owned(), id.to_owned());
                record.entry = entry.map(str::to_owned);
                record.execution.reason = Some("urA(x = 1) -> UR_RESULT_X\nmore".to_owned());
                let failure = Failure::new("more").at_call(RecordedCall::new("urA").returned("UR_RESULT_X"));
                record.execution.cause = Some(Cause::from(&failure));
                record
            })
            .collect();
        Document { devices, tests, ..samples::document_of(Vec::new()) }
    }

    const ONE: &[(&str, &str)] = &[("ur::dev0", "0000:03:00.0")];
    const TWO: &[(&str, &str)] = &[("ur::dev0", "0000:03:00.0"), ("ur::dev1", "0000:04:00.0")];

    #[test]
    fn what_failed_is_expected_and_nothing_else() {
        let tests = [
            ("ur::dev0", "a::x", Outcome::Fail, None),
            ("ur::dev0", "a::y", Outcome::Crash, Some("l.yaml:3")),
            ("ur::dev0", "a::z", Outcome::Timeout, None),
            ("ur::dev0", "b::x", Outcome::UnexpectedPass, Some("l.yaml:4")),
            ("ur::dev0", "c::x", Outcome::UnexpectedPass, Some("l.yaml:5")),
            ("ur::dev0", "c::y", Outcome::ExpectedFail, Some("l.yaml:5")),
            ("ur::dev0", "d::x", Outcome::HarnessError, None),
            ("ur::dev0", "d::y", Outcome::Blocked, None),
            ("ur::dev0", "e::x", Outcome::Deviates, None),
            ("ur::dev0", "e::y", Outcome::Pass, None),
            ("ur::dev0", "e::z", Outcome::Skip, Some("l.yaml:6")),
        ];
        let text = suggest(&results(ONE, &tests));
        insta::assert_snapshot!(text);
        let list = Skiplist::parse("suggested.yaml", &text).unwrap();
        let said = "urA(x = 2) -> UR_RESULT_X";
        let expects = |entry: usize, outcome| list.entries[entry].expects(&Execution::bare(outcome, said));
        assert!(expects(0, Outcome::Fail) && expects(1, Outcome::Crash));
        assert!(expects(2, Outcome::Timeout) && !expects(2, Outcome::Fail));
    }

    #[rstest]
    #[case::both(&[("ur::dev0", "a::x", Outcome::Fail, None), ("ur::dev1", "a::x", Outcome::Fail, None)], &[
        "driver: { backend: \"ur\", adapter: \"cuda v1\" }"
    ])]
    #[case::one_of_two(&[("ur::dev0", "a::x", Outcome::Pass, None), ("ur::dev1", "a::x", Outcome::Fail, None)], &[
        "driver: { backend: \"ur\", adapter: \"cuda v1\", name: \"GPU\", pci: \"0000:04:00.0\" }"
    ])]
    #[case::each_its_own(&[("ur::dev0", "a::x", Outcome::Fail, None), ("ur::dev1", "a::y", Outcome::Fail, None)], &[
        "driver: { backend: \"ur\", adapter: \"cuda v1\", name: \"GPU\", pci: \"0000:03:00.0\" }",
        "driver: { backend: \"ur\", adapter: \"cuda v1\", name: \"GPU\", pci: \"0000:04:00.0\" }"
    ])]
    #[case::none(&[], &[])]
    fn lists_are_about_devices_that_need_them(
        #[case] tests: &[(&str, &str, Outcome, Option<&str>)],
        #[case] drivers: &[&str],
    ) {
        let text = suggest(&results(TWO, tests));
        let found: Vec<&str> = text.lines().filter(|line| line.starts_with("driver:")).collect();
        assert_eq!(found, drivers, "{text}");
        assert_eq!(text.contains("# no entry is needed"), drivers.is_empty());
        assert_eq!(text.contains("# 2 files"), drivers.len() == 2);
        for list in text.split("---\n").filter(|_| !drivers.is_empty()) {
            Skiplist::parse("suggested.yaml", list).unwrap();
        }
    }
}
