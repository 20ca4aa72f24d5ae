//! What users try here, and what does it: options of other runners, and families of requirements alone.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What does here what an option does in nextest, libtest or GoogleTest.
const COUNTERPARTS: [(&str, &str); 9] = [
    ("--no-fail-fast", "a run goes on after a failure: leave it out"),
    (
        "--retries",
        "--repeat runs each test several times; `action: flaky` of a skiplist lets one fail at times",
    ),
    ("--partition", "--shard K/N runs one part of N"),
    ("--test-threads", "--isolation process --jobs N runs N tests at a time"),
    ("--list", "the command `list` lists tests"),
    ("--gtest_list_tests", "the command `list` lists tests"),
    ("--gtest_filter", "a pattern stands without an option: run 'event::*'"),
    ("--gtest_repeat", "--repeat runs each test several times"),
    ("--gtest_output", "--junit writes a file of results"),
];

/// The option of a random order, which has a seed as its value in other runners.
const SHUFFLE: &str = "--shuffle";

/// Families of requirements whose tests are of several others.
const ACROSS: [&str; 2] = ["lifetime", "cross_process"];

/// The error with the counterpart of an unknown option of a run, or of a family, instead of one that is only spelt like it.
pub(super) fn with_counterpart(mut error: Error, is_of_run: bool) -> Error {
    let Some(tip) = counterpart(&error, is_of_run) else { return error };
    error.remove(ContextKind::SuggestedArg);
    with_tip(error, tip)
}

/// The error with this tip below it.
pub(super) fn with_tip(mut error: Error, tip: String) -> Error {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

fn counterpart(error: &Error, is_of_run: bool) -> Option<String> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return None };
    if is_of_run && let Some((_, tip)) = COUNTERPARTS.iter().find(|(known, _)| known == option) {
        return Some((*tip).to_owned());
    }
    if error.kind() == ErrorKind::TooManyValues && option == SHUFFLE {
        return Some(format!("{SHUFFLE} takes no value: --seed sets the order"));
    }
    match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if option == "--family <FAMILY>" && ACROSS.contains(&&**value) => {
            Some(format!("--requirement '{value}.*' selects the tests of these requirements"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::arguments::Cli;
    use super::*;
    use clap::CommandFactory;
    use rstest::rstest;

    #[rstest]
    #[case::spelt_like_its_opposite("--no-fail-fast", "tip: a run goes on after a failure: leave it out\n")]
    #[case::with_a_value("--gtest_filter=*", "tip: a pattern stands without an option: run 'event::*'\n")]
    #[case::of_the_same_name("--shuffle=2", "tip: --shuffle takes no value: --seed sets the order\n")]
    #[case::own("--fail-fats", "'--fail-fast'")]
    fn options_of_others_have_counterparts(#[case] option: &str, #[case] says: &str) {
        let error = Cli::command().try_get_matches_from(["cts", "run", option]).unwrap_err();
        let told = with_counterpart(error, true).render().to_string();
        assert!(told.contains(says), "{told}");
        assert!(option == "--fail-fats" || !told.contains("similar"), "{told}");
    }

    #[test]
    fn no_option_here_is_called_like_that_of_another() {
        let run = Cli::command();
        let own = run.get_arguments().filter_map(|argument| argument.get_long());
        for name in own {
            assert!(COUNTERPARTS.iter().all(|(known, _)| known.trim_start_matches("--") != name), "{name}");
        }
    }
}
