//! The command that continues an interrupted run.

use super::document::Document;
use super::shell::quoted;

/// The option that names the results of the run that is continued.
const RESUME: &str = "--resume";

/// Options that are not told again, each with a value: another run is continued now, and a trace cannot be.
const DROPPED: [&str; 2] = [RESUME, "--trace"];

/// The option that may stand before a subcommand.
const COLOR: &str = "--color";

/// The command that continues a run whose results are in this file, for a shell; none where only `run` can be continued and
/// the run is another subcommand's.
pub fn continuation(document: &Document, file: &str) -> Option<String> {
    let line = &document.environment.command_line;
    let mut place = subcommand_at(line);
    match line.get(place).map(String::as_str) {
        Some("certify") => return None,
        Some("run") => place += 1,
        // Without a subcommand, any place does that is before the tests' names.
        _ => place = 1,
    }
    let (before, after) = line.split_at(place.min(line.len()));
    let mut told: Vec<&str> = before.iter().map(String::as_str).collect();
    told.extend([RESUME, file]);
    let mut words = after.iter().map(String::as_str);
    while let Some(word) = words.next() {
        if word == "--" {
            told.push(word);
            told.extend(words);
            break;
        }
        if DROPPED.contains(&word) {
            words.next();
        } else if !DROPPED.iter().any(|option| is_option(word, option)) {
            told.push(word);
        }
    }
    Some(told.into_iter().map(quoted).collect::<Vec<_>>().join(" "))
}

/// Whether a command line continues a run.
#[must_use]
pub fn continues_run(line: &[String]) -> bool {
    line.iter().take_while(|word| *word != "--").any(|word| is_option(word, RESUME))
}

/// Returns the index of the subcommand in a command line, or the index where it would stand.
pub fn subcommand_at(line: &[String]) -> usize {
    let mut place = 1;
    while let Some(word) = line.get(place).filter(|word| is_option(word, COLOR)) {
        place += if word == COLOR { 2 } else { 1 };
    }
    place
}

/// Whether a word is this option, be its value in it or not.
fn is_option(word: &str, option: &str) -> bool {
    word.strip_prefix(option).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::as_it_was("cts run --seed 7 open", Some("cts run --resume r.json --seed 7 open"))]
    #[case::names_apart("cts run -- --resume *", Some("cts run --resume r.json -- --resume '*'"))]
    #[case::no_subcommand("cts -- run", Some("cts --resume r.json -- run"))]
    #[case::nothing("cts", Some("cts --resume r.json"))]
    #[case::colour("cts --color never run a", Some("cts --color never run --resume r.json a"))]
    #[case::colour_in_one("cts --color=never a", Some("cts --resume r.json --color=never a"))]
    #[case::once_more("cts run --resume a --json b", Some("cts run --resume r.json --json b"))]
    #[case::once_more_in_one("cts run --json b --resume=a", Some("cts run --resume r.json --json b"))]
    #[case::traced("cts run --trace t a --trace=u", Some("cts run --resume r.json a"))]
    #[case::other_options("cts --trace-me --resumed", Some("cts --resume r.json --trace-me --resumed"))]
    #[case::another_subcommand("cts certify --trace t", None)]
    fn the_command_is_the_same_but_for_what_is_continued(#[case] line: &str, #[case] told: Option<&str>) {
        let mut document = samples::document();
        document.environment.command_line = line.split(' ').map(str::to_owned).collect();
        assert_eq!(continuation(&document, "r.json").as_deref(), told);
    }
}
