//! Options in front of the subcommand that they belong to, where its name is no subcommand any more.

use super::arguments::{Cli, Subcommand};
use super::foreign::{with_counterpart, with_tip};
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgMatches, Command, Error, FromArgMatches, Subcommand as _};
use std::ffi::{OsStr, OsString};
use std::num::NonZeroU32;
use ur_ipc_report::{escaped, quoted, subcommand_at};

/// The option whose value is optional, so that it stands behind `=`.
const FAIL_FAST: &str = "--fail-fast";

/// Parses a command line. A word that names a subcommand and stands behind others, where clap takes it for a FILTER, or where
/// it is not even reached, is told where it belongs.
///
/// # Errors
/// Clap's, with what may have been meant.
pub(super) fn parse(command: &mut Command, words: &[OsString]) -> Result<ArgMatches, Error> {
    let matches = parse_completed(command, words)?;
    count_behind(words).map_or(Ok(matches), |place| Err(as_count(command, words, place)))
}

/// The same for a command line with words of a configuration file.
///
/// # Errors
/// The same.
pub(super) fn parse_completed(command: &mut Command, words: &[OsString]) -> Result<ArgMatches, Error> {
    // Clap has no help of `help`, which is that of the program.
    if let [program, help, option] = words
        && help == "help"
        && (option == "--help" || option == "-h")
    {
        return command.try_get_matches_from_mut([program, help]);
    }
    // Clap would not know it behind any option.
    if let Some(place) = own_subcommand(words).filter(|&place| place > 1) {
        return command.try_get_matches_from_mut(moved(words, place));
    }
    match command.try_get_matches_from_mut(words) {
        Ok(matches) => match misread(&matches, words) {
            Some(place) => Err(as_filter(command, words, place)),
            None => Ok(matches),
        },
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            Err(error)
        }
        Err(error) => {
            let error = in_front(command, words, of_group(command, words, error));
            let runs = own_subcommand(words).is_none_or(|place| words[place] == "run");
            Err(with_counterpart(error, runs))
        }
    }
}

/// Returns the index of the subcommand, if only options that all subcommands have stand before it.
pub(super) fn own_subcommand(words: &[OsString]) -> Option<usize> {
    let line: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let place = subcommand_at(&line);
    words.get(place).is_some_and(|word| is_subcommand(word)).then_some(place)
}

/// Finds a subcommand's name that was taken for a FILTER, in a run without a subcommand. Returns its index.
fn misread(matches: &ArgMatches, words: &[OsString]) -> Option<usize> {
    let cli = Cli::from_arg_matches(matches).ok().filter(|cli| cli.command.is_none())?;
    let filters = cli.run.selection.filters;
    places(words).find(|&place| filters.iter().any(|filter| words[place] == **filter))
}

/// Finds a number behind an option whose value stands behind `=`, where it was taken for a FILTER. Returns its index.
fn count_behind(words: &[OsString]) -> Option<usize> {
    let options = words.iter().take_while(|word| *word != "--").collect::<Vec<_>>();
    let is_count = |pair: &[&OsString]| {
        pair[0] == FAIL_FAST && pair[1].to_str().is_some_and(|word| word.parse::<NonZeroU32>().is_ok())
    };
    options.windows(2).position(is_count).map(|place| place + 1)
}

fn as_count(command: &mut Command, words: &[OsString], place: usize) -> Error {
    let number = words[place].to_string_lossy();
    let option = OsString::from(format!("{FAIL_FAST}={number}"));
    let meant = shown(&[&words[..place - 1], &[option], &words[place + 1..]].concat());
    let why = format!("'{number}' after {FAIL_FAST} is taken as a FILTER, not as a count");
    command.error(ErrorKind::ArgumentConflict, format!("{why}\n\n  did you mean: {meant}"))
}

/// A FILTER may be called like a subcommand, behind `--`.
fn as_filter(command: &mut Command, words: &[OsString], place: usize) -> Error {
    let (name, meant) = (words[place].to_string_lossy(), moved(words, place));
    let why = format!(
        "'{name}' behind other words is a FILTER, and no subcommand: the subcommand comes first, and its options behind it"
    );
    let meant = match command.try_get_matches_from_mut(&meant) {
        Ok(_) => format!("did you mean: {}", shown(&meant)),
        Err(error) => format!("not even so: {}\n  {}", shown(&meant), reason(&error)),
    };
    let filter = format!("for a test of this name, put -- in front of it: {}", shown(&set_off(words, place)));
    command.error(ErrorKind::ArgumentConflict, format!("{why}\n\n  {meant}\n  {filter}"))
}

/// An unknown command of a group is told with those that there are.
fn of_group(command: &Command, words: &[OsString], mut error: Error) -> Error {
    let mut known = words.iter().skip(1).filter(|word| *word != "help");
    let group = known.find_map(|word| command.find_subcommand(word)).filter(|known| known.has_subcommands());
    let Some(group) = group.filter(|_| error.kind() == ErrorKind::InvalidSubcommand) else { return error };
    let names = group.get_subcommands().map(Command::get_name).filter(|name| *name != "help");
    let tip = format!("'{}' has the commands {}", group.get_name(), names.collect::<Vec<_>>().join(", "));
    error.remove(ContextKind::SuggestedSubcommand);
    with_tip(error, tip)
}

/// An option that the command does not have, or has with other values, may be that of a subcommand behind it.
fn in_front(command: &mut Command, words: &[OsString], error: Error) -> Error {
    let candidates: Vec<usize> = places(words).collect();
    let is_help = words.get(1).is_some_and(|word| word == "help");
    let Some(&first) = candidates.first().filter(|_| !is_help && own_subcommand(words).is_none()) else {
        return error;
    };
    let meant = candidates.iter().map(|&place| moved(words, place));
    let right = meant.into_iter().find(|meant| command.try_get_matches_from_mut(meant).is_ok());
    let name = escaped(&words[first].to_string_lossy());
    let tip = match right {
        Some(meant) => format!("options stand behind their subcommand; did you mean: {}", shown(&meant)),
        None => {
            let program = shown(&words[..1]);
            format!(
                "if '{name}' is the subcommand, its options stand behind it: {program} {name} --help lists them"
            )
        }
    };
    with_tip(error, tip)
}

/// Returns the indices of words that name subcommands, up to `--`.
fn places(words: &[OsString]) -> impl Iterator<Item = usize> {
    let options = words.iter().enumerate().skip(1).take_while(|(_, word)| *word != "--");
    options.filter(|(_, word)| is_subcommand(word)).map(|(place, _)| place)
}

fn is_subcommand(word: &OsStr) -> bool {
    word.to_str().is_some_and(Subcommand::has_subcommand)
}

/// The words with this one in front of all others.
fn moved(words: &[OsString], place: usize) -> Vec<OsString> {
    let mut words = words.to_vec();
    words[1..=place].rotate_right(1);
    words
}

/// The words with this one as a name, whatever it is.
fn set_off(words: &[OsString], place: usize) -> Vec<OsString> {
    let mut words = words.to_vec();
    let name = words.remove(place);
    if !words.iter().any(|word| word == "--") {
        words.push("--".into());
    }
    words.push(name);
    words
}

/// The command line for a shell.
fn shown(words: &[OsString]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(&word.to_string_lossy())).collect();
    escaped(&words.join(" "))
}

/// Returns clap's error, in one line.
fn reason(error: &Error) -> String {
    let told = error.render().to_string();
    told.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use rstest::rstest;

    fn describe(line: &str) -> Option<String> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        parse(&mut Cli::command(), &words).err().map(|error| error.render().to_string())
    }

    #[rstest]
    #[case::value("cts --backend host run", "did you mean: cts run --backend host\n")]
    #[case::with_names("cts --seed 7 run event::open", "did you mean: cts run --seed 7 event::open\n")]
    #[case::flag("cts -v list", "not even so: cts list -v\n  unexpected argument '-v' found\n")]
    #[case::behind_a_name("cts open list", "did you mean: cts list open\n")]
    #[case::a_value_of_this_name("cts --json list run", "did you mean: cts run --json list\n")]
    #[case::or_as_a_filter("cts --seed 7 run", "put -- in front of it: cts --seed 7 -- run\n")]
    #[case::another_ones("cts --long list", "did you mean: cts list --long\n")]
    #[case::another_ones_value("cts --out d certify --backend host", "cts certify --out d --backend host\n")]
    #[case::nobodys("cts -z run", "'run' is the subcommand, its options stand behind it: cts run --help")]
    #[case::for_a_shell("cts --long --device a*b list", "did you mean: cts list --long --device 'a*b'\n")]
    fn an_option_is_told_where_it_belongs(#[case] line: &str, #[case] says: &str) {
        let told = describe(line).expect("it is refused");
        assert!(told.contains(says), "{told}");
        assert!(!told.contains("as a value"), "{told}");
    }

    #[rstest]
    #[case("cts run --fail-fast 2", Some("did you mean: cts run --fail-fast=2\n"))]
    #[case("cts --fail-fast 2 -v", Some("did you mean: cts --fail-fast=2 -v\n"))]
    #[case("cts --fail-fast=2", None)]
    #[case("cts --fail-fast event", None)]
    #[case("cts --fail-fast -- 2", None)]
    fn a_count_stands_behind_its_sign(#[case] line: &str, #[case] says: Option<&str>) {
        match (describe(line), says) {
            (Some(told), Some(says)) => assert!(told.contains(says), "{told}"),
            (told, says) => assert_eq!(told.as_deref(), says),
        }
    }

    #[rstest]
    #[case::first("cts run --backend host")]
    #[case::color("cts --color never list")]
    #[case::none("cts --backend host open")]
    #[case::value("cts --json run")]
    #[case::name("cts --seed 7 -- run")]
    #[case::name_behind_the_subcommand("cts run list")]
    fn what_is_in_its_place_is_taken(#[case] line: &str) {
        assert_eq!(describe(line), None);
    }

    #[rstest]
    #[case("cts help --help")]
    #[case("cts help -h")]
    fn the_help_of_help_is_the_help(#[case] line: &str) {
        assert_eq!(describe(line), describe("cts help"));
    }

    #[rstest]
    #[case::by_itself("cts skiplist list")]
    #[case::in_help("cts help skiplist list")]
    fn a_group_names_its_commands(#[case] line: &str) {
        let told = describe(line).expect("it is refused");
        assert!(told.contains("tip: 'skiplist' has the commands check, explain, suggest\n"), "{told}");
        assert!(!told.contains("options"), "{told}");
    }

    #[rstest]
    #[case::elsewhere("cts run --long list")]
    #[case::behind_colours("cts --color never run --long list")]
    #[case::no_subcommand("cts -z")]
    #[case::behind_names("cts -z -- run")]
    fn other_mistakes_are_told_as_they_are(#[case] line: &str) {
        let told = describe(line).expect("it is refused");
        assert!(told.contains("unexpected argument") && !told.contains("subcommand"), "{told}");
    }
}
