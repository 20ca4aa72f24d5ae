//! Files that a run reads: no report of it is written over them.

use crate::support::describe;
use crate::support::shell::script;
use rstest::rstest;
use std::fs::{hard_link, read_to_string, write};
use std::os::unix::fs::symlink;

#[rstest]
#[case::failures("\"$0\" --rerun-failed f --json f")]
#[case::durations("\"$0\" --durations f --shard 1/200 --json-lines ./f")]
#[case::tests("\"$0\" --tests-from /dev/null --tests-from f --junit link")]
#[case::skiplist("\"$0\" --skiplist link --html f")]
#[case::hard_link("\"$0\" --skiplist f --junit hard-link")]
#[case::continued_by_a_hard_link("\"$0\" --resume f --html hard-link --json other")]
#[case::trace("\"$0\" --skiplist f --trace f")]
#[case::continued("\"$0\" --resume f --markdown f --json other")]
#[case::continued_by_what_failed("\"$0\" --resume f --rerun-failed f")]
#[case::rendered("\"$0\" report html f --output ./f")]
#[case::cargo_test_durations("UR_IPC_CTS_DURATIONS=f UR_IPC_CTS_SHARD=1/2 UR_IPC_CTS_JSON=f \"$1\"")]
#[case::cargo_test_skiplist("UR_IPC_CTS_SKIPLIST=other:f UR_IPC_CTS_HTML=./f \"$1\"")]
fn what_is_read_is_not_written_over(#[case] commands: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("f");
    write(&file, "kept").expect("it can be written");
    symlink("f", folder.path().join("link")).expect("it can be made");
    hard_link(&file, folder.path().join("hard-link")).expect("it can be made");
    let output = script(&format!("cd \"$2\" && {commands}"), folder.path());
    let told = describe(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains(" is read, and would be written over: name another file"), "{told}");
    assert_eq!(read_to_string(&file).expect("it can be read"), "kept");
    assert!(!folder.path().join("other").exists(), "nothing else is touched");
}
