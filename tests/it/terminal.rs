//! What a run prints in a terminal of 80 columns.

use crate::support::shell::terminal;
use rstest::rstest;

const COLUMNS: usize = 80;

#[rstest]
#[case::failures("run --backend host@broken-leak '*lifetime::fd*' memory::open", 1)]
#[case::a_crash("run --backend host@broken-crash --timeout 5 memory::close", 1)]
#[case::everything_observed("run --verbose --backend host device_info memory::get", 0)]
#[case::errors("run --backend host@nothing", 2)]
#[case::a_misspelt_command("reqirements", 2)]
#[case::a_value("run --shard 5/4", 2)]
#[case::a_value_of_some("requirements --family nope", 2)]
#[case::a_time("run --timeout x", 2)]
#[case::an_unknown_option("run --backend host memory --tiemout 3 lifetime cross_process", 2)]
#[case::the_machine("doctor --backend host", 0)]
fn lines_fit(#[case] arguments: &str, #[case] code: i32) {
    let (shown, ended) = terminal(arguments, COLUMNS);
    assert_eq!(ended, Some(code), "{shown}");
    // The progress bar begins its line anew each time. Lines of tests have the form of libtest, and a long name is whole.
    let lines =
        shown.split(['\r', '\n']).filter(|line| !line.starts_with("test ") || !line.contains(" ... "));
    let long = lines.filter(|line| line.chars().count() > COLUMNS && line.trim().contains(' '));
    assert_eq!(long.collect::<Vec<_>>(), Vec::<&str>::new());
}
