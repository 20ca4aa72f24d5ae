//! Packages of `certify` in the hands of another person: what `verify` accepts, and all the reasons for which it does not.

mod support;

use rstest::rstest;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::{File, copy, read, read_dir, read_to_string, remove_file, write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;
use support::{results, shown, told, ur_ipc_cts};
use tempfile::{TempDir, tempdir};

/// A package of the host backend, and what was said while it was made.
static PACKAGE: LazyLock<(TempDir, Output)> = LazyLock::new(|| certified("host"));

fn certified(backend: &str) -> (TempDir, Output) {
    let folder = tempdir().expect("a temporary folder");
    let output = ur_ipc_cts(&["certify", "--backend", backend, "--out", &shown(folder.path())], &[]);
    (folder, output)
}

fn verify(folder: &Path) -> (Option<i32>, String) {
    let output = ur_ipc_cts(&["verify", &shown(folder)], &[]);
    (output.status.code(), told(&output))
}

/// A copy of the package.
fn copied() -> TempDir {
    let folder = tempdir().expect("a temporary folder");
    for entry in read_dir(PACKAGE.0.path()).expect("the package") {
        let entry = entry.expect("a file");
        copy(entry.path(), folder.path().join(entry.file_name())).expect("it can be copied");
    }
    folder
}

/// Makes the hashes right, as a forger would.
fn seal(folder: &Path) {
    let path = folder.join("MANIFEST");
    let lines = read_to_string(&path).expect("the hashes");
    let names = lines.lines().map(|line| line.split_once("  ").expect("a hash and a name").1);
    let hashed = names.map(|name| {
        let digest = Sha256::digest(read(folder.join(name)).expect("a file"));
        let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{hash}  {name}\n")
    });
    write(&path, hashed.collect::<String>()).expect("it can be written");
}

fn edit(folder: &Path, name: &str, change: impl FnOnce(&mut Value)) {
    let path = folder.join(name);
    let mut document = results(&path);
    change(&mut document);
    write(path, format!("{document:#}\n")).expect("it can be written");
}

#[test]
fn a_package_is_verified_by_whoever_has_it() {
    let (folder, output) = &*PACKAGE;
    assert_eq!(output.status.code(), Some(0), "{}", told(output));
    assert!(told(output).contains("certificate: "), "{}", told(output));
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("it says: host::dev0: CONFORMS, 191 of 198 requirements verified"), "{told}");
    assert!(told.contains("no hardware was tested on host"), "{told}");
    let by_others = Command::new("sha256sum").args(["-c", "MANIFEST"]).current_dir(folder.path()).output();
    assert!(by_others.expect("coreutils").status.success());
}

#[test]
fn all_files_are_needed_and_no_others() {
    let folder = copied();
    remove_file(folder.path().join("tests.json")).expect("it is there");
    write(folder.path().join("notes.txt"), "").expect("it can be written");
    write(folder.path().join("MANIFEST.asc"), "").expect("it can be written");
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: tests.json: No such file"), "{told}");
    assert!(told.contains("refused: notes.txt does not belong to the package"), "{told}");
    assert!(told.contains("remark: MANIFEST.asc looks like a signature"), "{told}");
}

#[rstest]
fn an_altered_byte_shows(
    #[values(
        "certificate.json",
        "environment.json",
        "report.html",
        "requirements.json",
        "results.json",
        "summary.md"
    )]
    name: &str,
) {
    let folder = copied();
    let mut bytes = read(folder.path().join(name)).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    write(folder.path().join(name), bytes).expect("it can be written");
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(&format!("refused: {name} has been altered")), "{told}");
}

/// The first test of this outcome.
fn first<'d>(document: &'d mut Value, outcome: &str) -> &'d mut Value {
    let tests = document["tests"].as_array_mut().expect("a list of tests");
    tests.iter_mut().find(|test| test["outcome"] == outcome).expect("a test that ended so")
}

/// What is said of a test that passed and has traces of something else.
const MARKS: &str = "said to have passed, with the marks of one that did not: 1 test";

/// Takes a test away.
fn miss(document: &mut Value) {
    document["tests"].as_array_mut().expect("a list").remove(5);
}

/// Adds one.
fn add(document: &mut Value) {
    let mut extra = first(document, "pass").clone();
    (extra["test"], extra["name"]) = (json!("memory::own::better"), json!("host::dev0::memory::own::better"));
    document["tests"].as_array_mut().expect("a list").push(extra);
}

fn rename(document: &mut Value) {
    let test = first(document, "pass");
    for key in ["test", "name"] {
        test[key] = json!(format!("{}s", test[key].as_str().expect("a name")));
    }
}

fn double(document: &mut Value) {
    let again = first(document, "pass").clone();
    document["tests"].as_array_mut().expect("a list").push(again);
}

/// What is left of a failure, but for its outcome.
fn turn(document: &mut Value) {
    let test = first(document, "pass");
    (test["reason"], test["failed_at"]) = (json!("it is wrong"), json!(["a.rs:1:1"]));
}

fn invent(document: &mut Value) {
    first(document, "skip")["reason"] = json!("needs time: there was none");
}

/// A skip in the right words, of a test that could run.
fn skip(document: &mut Value) {
    let tests = document["tests"].as_array_mut().expect("a list of tests");
    let needs = |test: &&mut Value| {
        test["needs"].as_array().is_some_and(|needs| needs.contains(&json!("ipc memory")))
    };
    let test = tests.iter_mut().find(needs).expect("a test that needs to share memory");
    test["outcome"] = json!("skip");
    test["reason"] =
        json!("needs ipc memory: the device does not report UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP");
}

fn fail(document: &mut Value) {
    first(document, "pass")["outcome"] = json!("fail");
}

fn expect(document: &mut Value) {
    first(document, "pass")["entry"] = json!("list.yaml:3");
}

fn milden(document: &mut Value) {
    first(document, "pass")["level"] = json!("may");
}

fn restrict(document: &mut Value) {
    document["environment"]["selection"] = json!(["family 'memory'"]);
    document["environment"]["skiplists"] = json!(["list.yaml"]);
    document["environment"]["isolation"] = json!("in-process");
    document["summary"]["filtered_out"] = json!(3);
}

fn cut(document: &mut Value) {
    document["summary"]["complete"] = json!(false);
}

fn empty(document: &mut Value) {
    document["tests"] = json!([]);
}

fn age(document: &mut Value) {
    document["environment"]["suite_version"] = json!("0.0.9");
}

fn move_in_time(document: &mut Value) {
    document["environment"]["started"] = json!("2020-01-01T00:00:00Z");
}

/// Changes what the run was asked for.
fn ask(document: &mut Value, key: &str, value: Value) {
    document["environment"]["asked"][key] = value;
}

/// Gives a test that passed what only others have.
fn mark(document: &mut Value, key: &str, value: Value) {
    first(document, "pass")[key] = value;
}

#[rstest]
#[case::unsettled(|document: &mut Value| document["summary"]["settled"] = json!(false), &[
    "the ends of the processes that the tests ran in are not accounted for",
    "host::dev0: the verdict is not what its tests give, which is: conforms as far as it was asked",
])]
#[case::interrupted(|document: &mut Value| document["summary"]["interrupted"] = json!("SIGINT"), &[
    "outside of tests: the run was interrupted",
])]
#[case::other_suite(|document: &mut Value| ask(document, "suite_digest", json!("x")), &[
    "the run was asked for other tests and requirements than those of this suite",
])]
#[case::entries(|document: &mut Value| ask(document, "skiplists_digest", json!("x")), &[
    "the run was asked for under entries of skiplists",
])]
#[case::repeated(|document: &mut Value| ask(document, "repeat", json!(3)), &["each test was to run 3 times"])]
#[case::never(|document: &mut Value| ask(document, "repeat", json!(0)), &["each test was to run 0 times"])]
#[case::hasty(|document: &mut Value| ask(document, "fail_fast", json!(2)), &["it was to stop after 2 failures"])]
#[case::shard(|document: &mut Value| ask(document, "shard", json!({"index": 1, "of": 1})), &["it was shard 1/1"])]
#[case::cut_by_durations(|document: &mut Value| ask(document, "durations_digest", json!("x")), &["it was cut by durations"])]
#[case::isolation(|document: &mut Value| document["environment"]["isolation"] = json!("thread"), &[
    "tests were not kept apart from the harness (thread)",
])]
#[case::crash(|document: &mut Value| mark(document, "crashes", json!([{"process": "worker", "signal": "SIGSEGV", "thread": "main", "frames": []}])), &[MARKS])]
#[case::tries(|document: &mut Value| mark(document, "tries", json!({"failed": 1, "of": 2})), &[MARKS])]
#[case::flaky(|document: &mut Value| mark(document, "notes", json!(["it is flaky: it failed 1 of 2 times"])), &[MARKS])]
#[case::known_as_flaky(
    |document: &mut Value| mark(document, "notes", json!(["it passes, and is known to fail now and then: x"])),
    &[MARKS],
)]
#[case::missing(miss, &["the tests are not those that the run was asked for", "missing on host::dev0: 1 test of the list: ", "the summary does not count the tests as they are"])]
#[case::extra(add, &["not of this suite, on host::dev0: memory::own::better"])]
#[case::renamed(rename, &["missing on host::dev0: 1 test", "' been renamed?"])]
#[case::twice(double, &["more than once on host::dev0: 1 test"])]
#[case::turned(turn, &[MARKS])]
#[case::invented_reason(invent, &["skipped for something else than what the device lacks: 1 test"])]
#[case::needless_skip(skip, &["skipped for something else than what the device lacks: 1 test", "the states of requirements"])]
#[case::failed(fail, &["failed: 1 test: host::dev0::", "the verdict is not what its tests give"])]
#[case::expected(expect, &["decided by an entry of a skiplist: 1 test"])]
#[case::mild(milden, &["not as the suite describes it (name, level, requirements, needs): 1 test"])]
#[case::restricted(restrict, &[
    "the run was restricted: family 'memory'", "under skiplists: list.yaml", "(in-process)", "3 tests were left out",
])]
#[case::cut(cut, &["the run has not come to its end"])]
#[case::nothing(empty, &["nothing ran: no test passed"])]
#[case::other_version(age, &["version 0.0.9 of the suite made this", "certificate.json says something else than results.json"])]
#[case::other_time(move_in_time, &["environment.json is not what the results say", "certificate.json says something else"])]
fn what_is_not_right_shows_even_with_right_hashes(
    #[case] change: fn(&mut Value),
    #[case] reasons: &[&str],
    #[values(false, true)] sealed: bool,
) {
    let folder = copied();
    edit(folder.path(), "results.json", change);
    if sealed {
        seal(folder.path());
    }
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    for reason in reasons {
        assert!(told.contains(reason), "'{reason}' is not in: {told}");
    }
    assert_eq!(told.contains("results.json has been altered"), !sealed, "{told}");
}

#[rstest]
#[case::identity(|statement: &mut Value| statement["devices"]["host::dev0"]["identity"]["name"] = json!("another"))]
#[case::verdict(|statement: &mut Value| statement["devices"]["host::dev0"]["verdict"] = json!("CONFORMS"))]
#[case::remarks(|statement: &mut Value| statement["remarks"] = json!(["it was tested on hardware"]))]
#[case::no_remarks(|statement: &mut Value| statement["remarks"] = json!([]))]
#[case::refused(|statement: &mut Value| statement["refused_for"] = json!(["nothing"]))]
#[case::commit(|statement: &mut Value| statement["suite_commit"] = json!("c0ffee"))]
fn another_statement_shows_even_with_right_hashes(#[case] change: fn(&mut Value)) {
    let folder = copied();
    edit(folder.path(), "certificate.json", change);
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: certificate.json says something else than results.json"), "{told}");
}

#[test]
fn a_file_more_shows_even_with_its_hash() {
    let folder = copied();
    write(folder.path().join("notes.txt"), "").expect("it can be written");
    let path = folder.path().join("MANIFEST");
    let hashes = read_to_string(&path).expect("the hashes");
    write(&path, format!("{hashes}{}  notes.txt\n", "0".repeat(64))).expect("it can be written");
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("refused: notes.txt is in MANIFEST, and no file of a package has this name"),
        "{told}"
    );
}

#[rstest]
#[case::pipe(|path: &Path| {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("coreutils").success());
}, "this is no regular file")]
#[case::link(|path: &Path| symlink(PACKAGE.0.path().join(path.file_name().expect("a name")), path).expect("a link"), "this is no regular file")]
#[case::large(|path: &Path| File::create(path).and_then(|file| file.set_len((256 << 20) + 1)).expect("a file with a hole"), "it has more than 256 MiB")]
fn what_is_no_file_of_its_own_is_not_read(
    #[case] make: fn(&Path),
    #[case] reason: &str,
    #[values(("MANIFEST", 2), ("summary.md", 1))] file: (&str, i32),
) {
    let folder = copied();
    let path = folder.path().join(file.0);
    remove_file(&path).expect("it is there");
    make(&path);
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(file.1), "{told}");
    assert!(told.contains(&format!("{}: {reason}", file.0)), "{told}");
}

#[rstest]
#[case::requirement("requirements.json", "requirements.json is not the requirements of this suite")]
#[case::test("tests.json", "tests.json is not the tests of this suite")]
fn another_list_shows_even_with_right_hashes(#[case] name: &str, #[case] reason: &str) {
    let folder = copied();
    edit(folder.path(), name, |list| {
        list.as_array_mut().expect("a list").pop();
    });
    let digest = Sha256::digest(read(folder.path().join(name)).expect("a file"));
    let hash: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let key = format!("{}_sha256", name.trim_end_matches(".json"));
    edit(folder.path(), "certificate.json", |statement| statement[key] = json!(hash));
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains(reason) && told.contains("it was held against another list of"), "{told}");
}

#[test]
fn a_page_of_other_results_shows() {
    let folder = copied();
    write(folder.path().join("report.html"), "<p>CONFORMS</p>").expect("it can be written");
    seal(folder.path());
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("report.html is not what this suite makes of the results"), "{told}");
}

#[test]
fn a_run_that_verifies_nothing_gives_a_package_that_says_so() {
    let (folder, output) = certified("host@no-ipc");
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("no certificate: "), "{}", told(&output));
    let (code, told) = verify(folder.path());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("refused: host@no-ipc::dev0: nothing to verify"), "{told}");
    assert!(told.contains("refused: it says of itself that it certifies nothing"), "{told}");
}

#[test]
fn what_is_no_package_is_told_apart_from_a_bad_one() {
    let folder = copied();
    let expect = |path: &Path, says: &str| {
        let (code, told) = verify(path);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(says), "'{says}' is not in: {told}");
    };
    write(folder.path().join("results.json"), "{}").expect("it can be written");
    seal(folder.path());
    expect(folder.path(), "results.json:1:2: no result file of this suite");
    write(folder.path().join("MANIFEST"), "0123  results.json\n").expect("it can be written");
    expect(folder.path(), "MANIFEST:1: 64 hexadecimal digits");
    remove_file(folder.path().join("MANIFEST")).expect("it is there");
    expect(folder.path(), "`certify` did not come to the end of it");
    expect(Path::new("/no/such/folder"), "/no/such/folder/MANIFEST: No such file");
}

#[rstest]
#[case::skiplist(&["--skiplist", "a.yaml"], "certify asks no skiplist, the built-in ones neither")]
#[case::conditions(&["--family", "memory", "open"], "leave --family, the name of a test out")]
#[case::in_process(&["--isolation", "in-process"], "--isolation is worker or process")]
#[case::device(&["--device", "9"], "there is no device '9'")]
#[case::unknown(&["--json", "r.json"], "unexpected argument '--json'")]
fn what_would_not_decide_is_refused(#[case] arguments: &[&str], #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let out = shown(folder.path());
    let output = ur_ipc_cts(&[&["certify", "--backend", "host", "--out", &out], arguments].concat(), &[]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains(says), "{}", told(&output));
    assert!(!folder.path().join("MANIFEST").exists(), "there is no package");
}

#[test]
fn a_folder_with_something_in_it_is_left_alone() {
    let folder = tempdir().expect("a temporary folder");
    write(folder.path().join("results.json"), "mine").expect("it can be written");
    let output = ur_ipc_cts(&["certify", "--backend", "host", "--out", &shown(folder.path())], &[]);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    assert!(told(&output).contains("is not empty"), "{}", told(&output));
    assert_eq!(read_to_string(folder.path().join("results.json")).expect("it is there"), "mine");
}

#[cfg(feature = "level-zero")]
#[test]
fn failures_that_are_made_successes_show_even_with_right_hashes() {
    let folder = tempdir().expect("a temporary folder");
    let out = shown(folder.path());
    // What was opened from a handle is never released: a leak, which several tests see.
    let leaks = [("LEVEL_ZERO_SOFT_KEEP_IMPORTS", "1")];
    let output = ur_ipc_cts(&["certify", "--backend", "level-zero@soft", "--out", &out], &leaks);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains("no certificate: "), "{}", told(&output));
    let (code, said) = verify(folder.path());
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("refused: failed: ") && said.contains("it certifies nothing"), "{said}");

    edit(folder.path(), "results.json", |document| {
        let tests = document["tests"].as_array_mut().expect("a list of tests");
        for test in tests.iter_mut().filter(|test| test["outcome"] == "fail") {
            let test = test.as_object_mut().expect("a record");
            for trace in ["reason", "failed_at", "call_log"] {
                test.remove(trace);
            }
            test.insert("outcome".to_owned(), json!("pass"));
        }
    });
    seal(folder.path());
    let (code, said) = verify(folder.path());
    assert_eq!(code, Some(1), "{said}");
    for reason in [
        "the verdict is not what its tests give",
        "the summary does not count the tests as they are",
        "report.html is not what this suite makes of the results",
    ] {
        assert!(said.contains(reason), "'{reason}' is not in: {said}");
    }
}
