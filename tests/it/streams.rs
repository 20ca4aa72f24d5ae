//! Standard streams that are closed, full or read by nobody, and limits: exit codes are 0, 1 and 2 all the same.

use crate::support::describe;
use crate::support::shell::script;
use rstest::rstest;
use std::path::Path;
use std::process::Output;

/// Runs a script in which much is logged.
fn talkative(commands: &str) -> Output {
    script(&format!("export UR_IPC_CTS_LOG=debug; {commands}"), Path::new("/"))
}

#[rstest]
#[case::errors_are_full("\"$0\" event::open::null_out 2> /dev/full", 0)]
#[case::errors_are_closed("\"$0\" event::open::null_out 2>&-", 0)]
#[case::all_is_closed("\"$0\" event::open::null_out <&- >&- 2>&-", 0)]
#[case::an_error_cannot_be_told("\"$0\" no::such::test 2> /dev/full", 2)]
#[case::usage_cannot_be_told("\"$0\" --bogus 2> /dev/full", 2)]
#[case::help_cannot_be_told("\"$0\" --help > /dev/full", 0)]
#[case::results_go_on_and_errors_do_not("\"$0\" --json - event::open::null_out 2> /dev/full", 0)]
#[case::a_report_that_is_full("\"$0\" event::open::null_out > /dev/full", 2)]
#[case::a_list_that_is_full("\"$0\" list > /dev/full", 2)]
#[case::devices_that_are_full("\"$0\" devices > /dev/full", 2)]
#[case::requirements_that_are_full("\"$0\" requirements --json > /dev/full", 2)]
#[case::no_file_may_grow("ulimit -f 0; \"$0\" event::open::null_out", 2)]
#[case::help_may_not_grow("f=$(mktemp); (ulimit -f 0; \"$0\" --help > \"$f\"); rm \"$f\"", 0)]
#[case::no_thread_can_be_had("RUST_MIN_STACK=99999999999999 \"$0\" event::open::null_out", 2)]
#[case::cargo_test_no_thread_can_be_had("RUST_MIN_STACK=99999999999999 \"$1\" event::open::null_out", 2)]
#[case::cargo_test_errors_are_full("\"$1\" event::open::null_out 2> /dev/full", 0)]
#[case::cargo_test_errors_are_closed("\"$1\" event::open::null_out 2>&-", 0)]
#[case::cargo_test_error_cannot_be_told("UR_IPC_CTS_SEED=x \"$1\" 2> /dev/full", 2)]
#[case::cargo_test_usage_cannot_be_told("\"$1\" --bogus 2> /dev/full", 2)]
#[case::cargo_test_report_is_full("\"$1\" event::open::null_out > /dev/full", 2)]
#[case::cargo_test_report_of_one_is_full("\"$1\" --exact host::dev0::event::open::null_out > /dev/full", 2)]
#[case::cargo_test_list_is_full("\"$1\" --list > /dev/full", 2)]
#[case::cargo_test_log_nowhere("\"$1\" --logfile /no/such/log event::open::null_out", 2)]
#[case::a_name_of_any_bytes(
    "d=$(mktemp -d); cp \"$0\" \"$d/$(printf 'c\\377s')\"; (\"$d\"/c* --backend host memory::get::null_mem); c=$?; rm -r \"$d\"; exit $c",
    0
)]
#[case::cargo_test_no_file_may_grow("ulimit -f 0; \"$1\" event::open::null_out", 2)]
fn the_exit_code_is_that_of_the_run(#[case] commands: &str, #[case] code: i32) {
    let output = talkative(commands);
    assert_eq!(output.status.code(), Some(code), "{}", describe(&output));
}

#[rstest]
#[case::command("\"$0\" event::open")]
#[case::cargo_test("\"$1\" event::open")]
#[case::cargo_test_list("\"$1\" --list")]
#[case::cargo_test_of_one("\"$1\" --exact host::dev0::event::open::null_out")]
fn a_reader_that_has_gone_away_ends_no_run(#[case] run: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let commands = format!(
        "{{ until [ -e \"$2/left\" ]; do :; done
        {run}; echo code $? >&2; }} | {{ exec <&-; : > \"$2/left\"; }}"
    );
    let told = describe(&script(&commands, folder.path()));
    assert!(told.contains("code 0") && !told.contains("panicked"), "{told}");
}
