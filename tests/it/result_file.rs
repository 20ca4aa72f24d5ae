//! The result file, wherever it is: of this run and no other, whole at every moment, and nothing beside it.

use crate::support::cargo::CARGO_TEST;
use crate::support::shell::{script, start};
use crate::support::{describe, results, text, ur_ipc_cts};
use rstest::rstest;
use std::ffi::OsStr;
use std::fs::{read_dir, read_to_string, write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::tempdir;

/// A short run.
const RUN: [&str; 4] = ["run", "--backend", "host", "event::open::null_out"];

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn short_run(file: &OsStr) -> Output {
    ur_ipc_cts(&[&RUN.map(OsStr::new)[..], &["--json".as_ref(), file]].concat(), &[])
}

/// Runs a script with file systems of its own, if that is allowed here.
fn with_mounts(commands: &str, folder: &Path) -> Option<Output> {
    let unshare = |commands| start(["unshare", "-Urm", "sh"], commands, folder).ok();
    if unshare("mount -t tmpfs none \"$2\"").is_some_and(|output| output.status.success()) {
        return unshare(commands);
    }
    println!("skipped: no file system can be mounted here, not even in a user namespace of its own");
    None
}

#[rstest]
#[case::no_device(&["--backend", "host@no-devices"], "has no devices")]
#[case::no_backend(&["--backend", "nope"], "there is no backend 'nope'")]
#[case::no_test(&["--backend", "host", "no::such::test"], "filter 'no::such::test' matches no test")]
#[case::no_skiplist(&["--backend", "host", "--skiplist", "/no/such.yaml"], "/no/such.yaml")]
fn a_run_that_cannot_start_leaves_its_reason_and_no_older_result(
    #[case] arguments: &[&str],
    #[case] why: &str,
) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    assert_eq!(code(&short_run(file.path().as_os_str())), Some(0));
    assert_eq!(results(file.path())["summary"]["complete"], true);
    let path = file.path().to_string_lossy();
    assert_eq!(code(&ur_ipc_cts(&[&["run", "--json", &path], arguments].concat(), &[])), Some(2));
    let document = results(file.path());
    let summary = &document["summary"];
    assert_eq!((&summary["complete"], &summary["ok"]), (&false.into(), &false.into()), "{summary}");
    assert!(summary["problems"][0].as_str().is_some_and(|problem| problem.contains(why)), "{summary}");
    assert_eq!(document["schema"], "ur-ipc-cts/results/3");
    assert_eq!(document["tests"], serde_json::json!([]));
    // The same where a program reads along.
    let output = ur_ipc_cts(&[&["run", "--json", "-"], arguments].concat(), &[]);
    let piped: serde_json::Value = serde_json::from_str(&text(&output.stdout)).expect("a document");
    assert_eq!(piped["summary"], *summary);
}

#[rstest]
#[case::no_device("UR_IPC_CTS_BACKEND", "host@no-devices", "has no devices")]
#[case::bad_seed("UR_IPC_CTS_SEED", "x", "UR_IPC_CTS_SEED")]
#[case::bad_log("UR_IPC_CTS_LOG", "a=b=c", "UR_IPC_CTS_LOG")]
fn so_it_is_under_cargo_test(#[case] variable: &str, #[case] value: &str, #[case] why: &str) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    write(file.path(), "an old result").expect("it can be written");
    let mut command = Command::new(&*CARGO_TEST);
    command.env("UR_IPC_CTS_JSON", file.path()).env("UR_IPC_CTS_BACKEND", "host").env(variable, value);
    let output = command.arg("event::open::null_out").output().expect("it starts");
    assert_eq!(code(&output), Some(2), "{}", describe(&output));
    let summary = &results(file.path())["summary"];
    assert_eq!(summary["complete"], false);
    assert!(summary["problems"][0].as_str().is_some_and(|problem| problem.contains(why)), "{summary}");
    let list = command.arg("--list").env(variable, "").env("UR_IPC_CTS_BACKEND", "host").output();
    assert_eq!(list.map(|output| output.status.code()).ok(), Some(Some(0)));
    assert_eq!(results(file.path())["summary"]["complete"], false, "a list leaves results alone");
}

#[test]
fn a_run_that_is_killed_while_it_looks_for_devices_leaves_no_older_result() {
    let folder = tempdir().expect("a temporary folder");
    let kill = "echo '{\"old\": true}' > \"$2/r\"; \"$0\" run --backend host --json \"$2/r\" >&2 & pid=$!
        until grep -q complete \"$2/r\"; do :; done; kill -KILL $pid; wait $pid || exit $?";
    let output = script(kill, folder.path());
    assert_eq!(code(&output), Some(128 + 9), "{}", describe(&output));
    assert_eq!(results(&folder.path().join("r"))["summary"]["complete"], false);
}

#[rstest]
#[case::a_strange_name(b"r\xff\n.json")]
#[case::spaces(b" r ")]
fn any_path_will_do(#[case] name: &[u8]) {
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path().join(OsStr::from_bytes(name));
    let output = short_run(path.as_os_str());
    assert_eq!(code(&output), Some(0), "{}", describe(&output));
    assert_eq!(results(&path)["summary"]["complete"], true);
    let mut command = Command::new(&*CARGO_TEST);
    command
        .args(["--exact", "event::get::success"])
        .env("UR_IPC_CTS_JSON", &path)
        .env("UR_IPC_CTS_BACKEND", "host");
    assert_eq!(code(&command.output().expect("it starts")), Some(0));
    assert_eq!(results(&path)["tests"][0]["test"], "event::get::success");
}

#[test]
fn what_somebody_has_put_beside_the_file_is_left_alone() {
    let folder = tempdir().expect("a temporary folder");
    let [file, victim] = ["r.json", "victim"].map(|name| folder.path().join(name));
    write(&victim, "precious").expect("it can be written");
    for name in ["r.json.new", "r.json.tmp", ".r.json.new"] {
        symlink(&victim, folder.path().join(name)).expect("a link can be made");
    }
    assert_eq!(code(&short_run(file.as_os_str())), Some(0));
    assert_eq!(results(&file)["summary"]["complete"], true);
    assert_eq!(read_to_string(&victim).ok().as_deref(), Some("precious"));
    assert_eq!(read_dir(folder.path()).expect("a folder").count(), 5);
}

#[test]
fn a_link_stays_a_link_to_the_results() {
    let folder = tempdir().expect("a temporary folder");
    let [link, file] = ["link", "r.json"].map(|name| folder.path().join(name));
    symlink("r.json", &link).expect("a link can be made");
    assert_eq!(code(&short_run(link.as_os_str())), Some(0));
    assert!(link.is_symlink());
    assert_eq!(results(&file)["summary"]["complete"], true);
}

#[rstest]
#[case::nobody_reads("mkfifo \"$2/p\"; exec \"$0\" run --json \"$2/p\"", 2, "start its reader first")]
#[case::somebody_reads(
    "mkfifo \"$2/p\"; exec 3<> \"$2/p\"
    \"$0\" run --backend host --json \"$2/p\" event::open::null_out; grep -m 1 complete <&3",
    0,
    "\"complete\": true"
)]
#[case::the_reader_has_left(
    "{ until [ -e \"$2/left\" ]; do :; done
       \"$0\" run --backend host --json - event::open::null_out || echo code $? >&2; } | { exec <&-; : > \"$2/left\"; }",
    0,
    "code 2"
)]
#[case::a_full_device(
    "exec \"$0\" run --backend host --json /dev/full event::open::null_out",
    2,
    "/dev/full: No space left"
)]
#[case::full_output(
    "exec \"$0\" run --backend host --json - event::open::null_out > /dev/full",
    2,
    "the results cannot be written: -: No space left"
)]
#[case::a_folder("exec \"$0\" run --json \"$2\"", 2, "Is a directory")]
#[case::files_may_not_grow(
    "ulimit -f 0; exec \"$0\" run --backend host --json \"$2/r\" event::open::null_out",
    2,
    "r: File too large"
)]
fn odd_targets_are_written_or_named(#[case] commands: &str, #[case] expected: i32, #[case] says: &str) {
    let folder = tempdir().expect("a temporary folder");
    let output = script(commands, folder.path());
    let told = describe(&output);
    assert_eq!(code(&output), Some(expected), "{told}");
    assert!(told.contains(says), "{told}");
}

#[test]
fn a_file_that_cannot_be_replaced_is_written_all_the_same() {
    let folder = tempdir().expect("a temporary folder");
    let commands = "touch \"$2/r\" \"$2/s\"; mount --bind \"$2/s\" \"$2/r\"
        exec \"$0\" run --backend host --json \"$2/r\" event::open::null_out";
    if let Some(output) = with_mounts(commands, folder.path()) {
        assert_eq!(code(&output), Some(0), "{}", describe(&output));
        assert_eq!(results(&folder.path().join("s"))["summary"]["complete"], true);
        assert_eq!(read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");
    }
}

#[rstest]
#[ignore = "is like the others: CI runs it"]
#[case::soon(1, 1)]
#[ignore = "is like the others: CI runs it"]
#[case::in_the_middle(4, 10)]
#[ignore = "takes seconds: CI runs it"]
#[case::at_the_end(20, 110)]
fn a_disk_that_fills_up_leaves_a_whole_document_and_nothing_else(#[case] pages: u32, #[case] least: usize) {
    let folder = tempdir().expect("a temporary folder");
    // What another file takes decides how many pages are left.
    let commands = format!(
        "mkdir \"$2/full\"; mount -t tmpfs -o size=1m none \"$2/full\"
        head -c {filled} /dev/zero > \"$2/full/other\"
        \"$0\" run --backend host --family memory --json \"$2/full/r\" && code=0 || code=$?
        cp \"$2/full/r\" \"$2/r\"; ls -A \"$2/full\" > \"$2/names\"; exit $code",
        filled = (256 - pages) * 4096
    );
    if let Some(output) = with_mounts(&commands, folder.path()) {
        let told = describe(&output);
        assert_eq!(code(&output), Some(2), "{told}");
        assert!(told.contains("the results cannot be written") && told.contains("No space left"), "{told}");
        assert_eq!(read_to_string(folder.path().join("names")).ok().as_deref(), Some("other\nr\n"));
        let document = results(&folder.path().join("r"));
        assert_eq!(document["summary"]["complete"], false);
        let tests = document["tests"].as_array().map_or(0, Vec::len);
        assert!(tests >= least, "{tests} tests on {pages} pages");
    }
}

#[rstest]
#[case::the_command("run --json \"$2/r\"", "$0")]
#[case::cargo_test("", "$1")]
fn that_a_report_could_not_be_printed_is_in_it(#[case] arguments: &str, #[case] program: &str) {
    let folder = tempdir().expect("a temporary folder");
    let run = format!("\"{program}\" {arguments} event::open::null_out > /dev/full");
    let output = script(&format!("export UR_IPC_CTS_JSON=\"$2/r\"; {run}"), folder.path());
    assert_eq!(code(&output), Some(2), "{}", describe(&output));
    let summary = &results(&folder.path().join("r"))["summary"];
    assert_eq!(summary["problems"].as_array().map(Vec::len), Some(1), "{summary}");
}
