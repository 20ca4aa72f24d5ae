//! `ur-ipc-cts skiplist`, and the schema by which editors help to write lists.

use crate::support::{results, text, ur_ipc_cts};
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use ur_ipc_cts::harness::Skiplist;
use ur_ipc_cts::{skiplists, sycl_skiplists};

fn schema() -> Value {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/skiplist.schema.json");
    serde_json::from_str(&std::fs::read_to_string(file).expect("the schema is there")).expect("it is JSON")
}

/// The names that the parser says it would have taken in the place of `bogus`.
fn known_names(list: &str) -> BTreeSet<String> {
    let message = Skiplist::parse("list.yaml", list).expect_err("nothing is called bogus").message;
    let (_, known) = message.split_once("expected").unwrap_or_else(|| panic!("it names none: {message}"));
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn names(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

const ENTRY: &str = "driver: {backend: host}\nentries:\n- {test: a, reason: r, ";

#[rstest]
#[case::list("", "bogus: 1")]
#[case::driver("/properties/driver", "driver: {backend: host, bogus: 1}")]
#[case::entry("/$defs/entry", &format!("{ENTRY}action: skip, bogus: 1}}"))]
fn the_schema_has_the_keys_of_the_parser(#[case] pointer: &str, #[case] list: &str) {
    let schema = schema();
    let part = schema.pointer(pointer).expect("the schema has that part");
    let keys: BTreeSet<String> =
        part["properties"].as_object().expect("it has keys").keys().cloned().collect();
    assert_eq!(keys, known_names(list));
    assert_eq!(part["additionalProperties"], false);
}

#[rstest]
#[case::action("/$defs/entry/properties/action/enum", &format!("{ENTRY}action: bogus}}"))]
#[case::failure("/$defs/failure/enum", &format!("{ENTRY}action: expect-fail, outcome: bogus}}"))]
fn the_schema_has_the_words_of_the_parser(#[case] pointer: &str, #[case] list: &str) {
    assert_eq!(names(schema().pointer(pointer).expect("the schema has that part")), known_names(list));
}

#[rstest]
#[case::list("", &["driver: {backend: host}", "entries: []"], "\n")]
#[case::entry("/$defs/entry", &["test: a", "action: skip", "reason: r"], ", ")]
fn the_schema_asks_for_what_the_parser_does(
    #[case] pointer: &str,
    #[case] said: &[&str],
    #[case] between: &str,
) {
    let list = |said: &[&str]| match between {
        ", " => format!("driver: {{backend: host}}\nentries:\n- {{{}}}", said.join(between)),
        _ => said.join(between),
    };
    let schema = schema();
    let required = names(&schema.pointer(pointer).expect("the schema has that part")["required"]);
    assert!(Skiplist::parse("list.yaml", &list(said)).is_ok());
    for left_out in said {
        let rest: Vec<&str> = said.iter().filter(|key| *key != left_out).copied().collect();
        let error = Skiplist::parse("list.yaml", &list(&rest)).expect_err("it is required").message;
        let key = left_out.split(':').next().expect("a key");
        assert!(error.contains(&format!("missing key `{key}`")) && required.contains(key), "{error}");
    }
    assert_eq!(required.len(), said.len());
}

#[rstest]
#[case::a_list("[a]", "expected a skiplist, found a list; ")]
#[case::nothing("", "missing key `driver`; ")]
fn what_is_no_skiplist_is_told_what_one_is(#[case] text: &str, #[case] says: &str) {
    let message = Skiplist::parse("list.yaml", text).expect_err("it is none").message;
    let what = "a skiplist is YAML with `driver` and `entries`: see docs/guide/skiplists.md";
    assert_eq!(message, format!("{says}{what}"));
}

#[test]
fn the_lists_of_this_repository_are_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<String> = ["skiplists", "tools", "tools/sanitize"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"))
        .map(|file| file.expect("a file").path().to_string_lossy().into_owned())
        .filter(|file| file.ends_with(".yaml"))
        .collect();
    assert!(files.len() > 5, "{files:?}");
    let output = ur_ipc_cts(&[&["skiplist".to_owned(), "check".to_owned()], &files[..]].concat(), &[]);
    let out = text(&output.stdout);
    // A build without a backend does not know it.
    let problems = out.lines().filter(|line| !line.contains("there is no backend"));
    assert_eq!(problems.count(), 1, "{out}");
}

/// The build makes JSON of the files, and finds the places of their parts in its own way.
#[test]
fn the_lists_in_the_program_are_those_of_the_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lists = [("skiplists", skiplists()), ("skiplists/sycl", sycl_skiplists())];
    for (folder, lists) in lists {
        let files = std::fs::read_dir(root.join(folder)).expect("a folder").flatten();
        assert_eq!(lists.len(), files.filter(|file| file.path().is_file()).count(), "{folder}");
        for list in lists {
            let text = std::fs::read_to_string(root.join(&list.file_name)).expect("a file");
            assert_eq!(Skiplist::parse(&list.file_name, &text).as_ref(), Ok(&list));
            assert!(!list.entries.is_empty());
        }
    }
}

fn list(folder: &Path, text: &str) -> String {
    let path = folder.join("list.yaml");
    std::fs::write(&path, text).expect("it can be written");
    path.to_string_lossy().into_owned()
}

#[rstest]
#[case::good(
    "driver: {backend: host}\nentries:\n- {test: 'event::*', action: skip, reason: r}\n",
    0,
    "1 file looked through, 0 problems found"
)]
#[case::malformed(
    "driver: {backend: host}\nentries:\n- {tset: a}\n",
    1,
    ":3:4: entries[0]: unknown key `tset`"
)]
#[case::backend("driver: {backend: hots}\nentries: []\n", 1, ":1:9: there is no backend 'hots'")]
#[case::dead(
    "driver: {backend: host}\nentries:\n- {test: 'no::*', action: skip, reason: r}\n",
    1,
    ":3: the pattern `no::*` matches no test"
)]
#[case::a_group(
    "driver: {backend: host}\nentries:\n- {test: 'memory::open', action: skip, reason: r}\n",
    1,
    "matches no test; did you mean 'memory::open::*'?"
)]
#[case::no_reason(
    "driver: {backend: host}\nentries:\n- {test: '*', action: skip, reason: ''}\n",
    1,
    "the reason is empty"
)]
#[case::expired(
    "driver: {backend: host}\nentries:\n- {test: '*', action: skip, reason: r, expires: 2020-02-29, owner: Ada}\n",
    1,
    ":3: the entry for `*` has expired on 2020-02-29 and is not applied: ask Ada"
)]
#[case::of_one_build(
    "driver: {backend: host}\nentries:\n- {test: '*', action: expect-fail, reason: r, message: 'at 0x7f0012345678'}\n",
    1,
    ":3: the message for `*` has the address 0x7f0012345678, which another build need not have"
)]
#[case::shadowed(
    "driver: {backend: host}\nentries:\n- {test: 'event::*', action: skip, reason: r}\n- {test: 'event::get::*', action: run, reason: r}\n",
    1,
    ":4: the entry for `event::get::*` never applies: "
)]
fn lists_are_checked(#[case] yaml: &str, #[case] code: i32, #[case] says: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = ur_ipc_cts(&["skiplist", "check", &list(folder.path(), yaml)], &[]);
    let out = text(&output.stdout);
    assert!(out.contains(says), "{out}");
    assert_eq!(output.status.code(), Some(code), "{out}");
}

#[rstest]
#[case::no_file(&["check", "/no/such.yaml"], "/no/such.yaml")]
#[case::no_list(&["explain", "event::open::null_out", "--skiplist", "/no/such.yaml"], "/no/such.yaml")]
#[case::no_results(&["suggest", "--from", "Cargo.toml"], "Cargo.toml:1:2: not a result file")]
#[case::no_test(&["explain", "event::no::such"], "there is no test 'event::no::such'")]
#[case::no_pattern(&["explain", "Event"], "bad test pattern 'Event'")]
fn mistakes_are_named(#[case] arguments: &[&str], #[case] says: &str) {
    let output = ur_ipc_cts(&[&["skiplist"], arguments].concat(), &[]);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains(says), "{err}");
}

#[test]
fn stale_entries_are_to_be_deleted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let yaml = "driver: {backend: host}\nentries:\n- {test: 'event::open::null_*', action: expect-fail, reason: r}\n";
    let (list, file) = (list(folder.path(), yaml), folder.path().join("results.json"));
    let json = file.to_string_lossy();
    ur_ipc_cts(&["--backend", "host", "event::open::null_out", "--skiplist", &list, "--json", &json], &[]);
    assert_eq!(results(&file)["summary"]["ok"], false);
    let output = ur_ipc_cts(&["skiplist", "suggest", "--from", &json], &[]);
    let expected =
        format!("# delete {list}:3: host::dev0::event::open::null_out passes\n# no entry is needed\n");
    assert_eq!(text(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_test_is_explained_on_every_driver() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let entry = "{test: '*', action: expect-fail, outcome: [fail, crash], reason: mine}";
    let own = list(folder.path(), &format!("driver: {{backend: host}}\nentries:\n- {entry}\n"));
    let arguments = ["skiplist", "explain", "lifetime::failed_calls::memory", "--skiplist", &own];
    let with_device = arguments.map(|word| match word {
        "lifetime::failed_calls::memory" => "host::dev0::lifetime::failed_calls::memory",
        _ => word,
    });
    assert_eq!(ur_ipc_cts(&with_device, &[]).stdout, ur_ipc_cts(&arguments, &[]).stdout);
    let output = ur_ipc_cts(&arguments, &[]);
    let out = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{out}");
    let expected = [
        &format!("{own}:3: backend host\n        expect fail or crash: mine"),
        "backend ur, adapter 'level_zero v1'\n        expect fail with `urIPCCloseMemHandleExp(*)",
    ];
    for says in expected {
        assert!(out.contains(says), "'{says}' is missing:\n{out}");
    }
    let several = ur_ipc_cts(&["skiplist", "explain", "event::open::null_*"], &[]);
    assert!(
        text(&several.stdout).contains("event::open::null_out\n    no entry\n"),
        "{}",
        text(&several.stdout)
    );
}
