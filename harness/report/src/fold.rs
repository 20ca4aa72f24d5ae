//! Lines for people, broken where a terminal ends.

use rustix::termios::tcgetwinsize;
use std::env;
use std::os::fd::AsFd;

/// Columns of a line where no terminal says how many it has.
pub const COLUMNS: usize = 120;

/// In fewer columns, nothing could be read.
const FEWEST: usize = 60;

/// Words in front of a command that a reader copies.
const BEFORE_COMMANDS: [&str; 4] =
    ["run it again: ", "continue it: ", "continue it as it was begun: ", "write it in C: "];

/// By how much the rest of a line is set back, more than the line.
const BACK: usize = 4;

/// The columns that a line on this stream may have: those of its terminal, if it is one that is narrower than usual.
#[must_use]
pub fn columns(stream: impl AsFd) -> usize {
    of_terminal(stream).unwrap_or(COLUMNS)
}

fn of_terminal(stream: impl AsFd) -> Option<usize> {
    let size = tcgetwinsize(stream).ok()?;
    known(size.ws_col, env::var("COLUMNS").ok().as_deref())
}

/// The columns of a terminal. That of `script` or of a CI job may not know them: then `COLUMNS` counts, as it does for help.
fn known(columns: u16, variable: Option<&str>) -> Option<usize> {
    let said = || variable?.parse().ok().filter(|&columns| columns > 0);
    let columns = if columns > 0 { Some(usize::from(columns)) } else { said() };
    Some(columns?.clamp(FEWEST, COLUMNS))
}

/// The finished text, colours included, in lines that fit the stream if it is a terminal. Elsewhere programs read it.
pub(super) fn fitted(text: String, stream: impl AsFd) -> String {
    of_terminal(stream).map_or_else(|| text.clone(), |columns| fitted_to(&text, columns))
}

fn fitted_to(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| fitted_line(line, columns)).collect();
    lines.join("\n")
}

fn fitted_line(line: &str, columns: usize) -> String {
    // Libtest has these on one line.
    let of_libtest = (line.starts_with("test ") && line.contains(" ... ")) || line.starts_with("---- ");
    if width(line) <= columns {
        return line.to_owned();
    }
    if of_libtest {
        // A name can be copied whole. The rule behind it is an ornament.
        return line.replacen(" ----", "", usize::from(line.starts_with("---- ")));
    }
    let said = line.trim_start_matches(' ');
    let indentation = line.len() - said.len();
    if BEFORE_COMMANDS.iter().any(|before| said.starts_with(before)) {
        return folded_command(line, indentation + BACK, columns);
    }
    folded_line(line, under_value(line, columns).unwrap_or(indentation + BACK), columns)
}

/// The column of a value that stands apart from its name, unless it is too far right to continue there.
fn under_value(line: &str, columns: usize) -> Option<usize> {
    let indentation = line.len() - line.trim_start_matches(' ').len();
    let gap = indentation + line[indentation..].find("  ")?;
    let value = gap + line[gap..].find(|c| c != ' ')?;
    let column = width(&line[..value]);
    (column <= columns / 2).then_some(column)
}

/// The command, continued as a shell continues one: it can be copied as it stands.
fn folded_command(line: &str, back: usize, columns: usize) -> String {
    let (mut shown, mut used, mut rest) = (String::new(), 0, line);
    while !rest.is_empty() {
        let (word, further) = rest.split_at(end_of_word(rest));
        let needed = width(word.trim_end_matches(' ')) + if further.is_empty() { 0 } else { " \\".len() };
        if used > back && used + needed > columns {
            shown.truncate(shown.trim_end_matches(' ').len());
            shown = shown + " \\\n" + &" ".repeat(back);
            used = back;
        }
        shown.push_str(word);
        used += width(word);
        rest = further;
    }
    shown
}

/// Returns the index behind the first word and the spaces around it. Spaces between quotes belong to a word.
fn end_of_word(text: &str) -> usize {
    let (mut in_quotes, mut in_word, mut behind, mut escaped) = (false, false, false, false);
    for (at, c) in text.char_indices() {
        if behind && c != ' ' {
            return at;
        }
        in_quotes ^= c == '\'' && !escaped;
        escaped = c == '\\' && !in_quotes && !escaped;
        behind = in_word && !in_quotes && c == ' ';
        in_word |= c != ' ';
    }
    text.len()
}

/// Columns of a text, in which colours take none.
fn width(text: &str) -> usize {
    let mut in_escape = false;
    let seen = |c: &char| {
        let hidden = in_escape || *c == '\x1b';
        in_escape = hidden && *c != 'm';
        !hidden
    };
    text.chars().filter(seen).count()
}

/// The text, each line of which is broken between words if it has more columns than that. The rest stands below it, set
/// back by so much.
pub fn folded(text: &str, back: usize, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| folded_line(line, back, columns)).collect();
    lines.join("\n")
}

fn folded_line(line: &str, back: usize, columns: usize) -> String {
    let words = line.trim_start_matches(' ');
    let mut shown = line[..line.len() - words.len()].to_owned();
    let mut used = shown.len();
    for (number, word) in words.split(' ').enumerate() {
        let width = width(word);
        if number > 0 && used + 1 + width > columns {
            shown = shown + "\n" + &" ".repeat(back);
            used = back;
        } else if number > 0 {
            shown.push(' ');
            used += 1;
        }
        shown.push_str(word);
        used += width;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_terminal(80, None, Some(80))]
    #[case::a_terminal_knows_better(80, Some("100"), Some(80))]
    #[case::the_variable(0, Some("80"), Some(80))]
    #[case::too_narrow(20, None, Some(FEWEST))]
    #[case::too_wide(0, Some("200"), Some(COLUMNS))]
    #[case::no_number(0, Some("many"), None)]
    #[case::zero(0, Some("0"), None)]
    #[case::unknown(0, None, None)]
    fn columns_come_from_the_terminal_or_its_variable(
        #[case] columns: u16,
        #[case] variable: Option<&str>,
        #[case] expected: Option<usize>,
    ) {
        assert_eq!(known(columns, variable), expected);
    }

    #[rstest]
    #[case::short("  a b", "  a b")]
    #[case::long("  aaa bbb ccc", "  aaa bbb\n    ccc")]
    #[case::a_long_word("aaaaaaaaaaaaa b", "aaaaaaaaaaaaa\n    b")]
    #[case::lines("aaa bbb ccc\n  ddd eee fff", "aaa bbb\n    ccc\n  ddd eee\n    fff")]
    #[case::other_letters("äää üüü öö", "äää üüü öö")]
    fn lines_are_broken_between_words(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(folded(text, 4, 10), shown);
    }

    #[rstest]
    #[case::a_test("test a::b::c::d::e ... FAILED", "test a::b::c::d::e ... FAILED")]
    #[case::a_heading("---- a::b::c::d ----", "---- a::b::c::d")]
    #[case::a_short_heading("---- a::b::c ----", "---- a::b::c ----")]
    #[case::a_reason("fail: it was not what it had to be", "fail: it was not\n    what it had to\n    be")]
    #[case::set_back("  remark: this and that", "  remark: this and\n      that")]
    #[case::a_value("  name  a value of words", "  name  a value of\n        words")]
    #[case::colours("a: \x1b[31mFAILS: violates 2 of\x1b[0m", "a: \x1b[31mFAILS: violates\n    2 of\x1b[0m")]
    #[case::a_command("run it again: a --b c 'd  e' f", "run it again: a \\\n    --b c 'd  e' f")]
    #[case::a_quote("continue it: 'x y' 'it'\\''s z'", "continue it: \\\n    'x y' \\\n    'it'\\''s z'")]
    fn lines_fit_a_terminal(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(fitted_to(text, 19), shown);
    }

    proptest! {
        #[test]
        fn a_shell_reads_the_same_command(words in proptest::collection::vec("[a-z]{1,9}|'[a-z ]{0,9}'", 1..20)) {
            let command = format!("run it again: {}", words.join(" "));
            prop_assert_eq!(fitted_to(&command, 30).replace("\\\n    ", ""), command);
        }

        #[test]
        fn nothing_is_lost_and_only_long_words_stand_out(text in "[a-z \\n]{0,200}", columns in 8_usize..40) {
            let shown = folded(&text, 4, columns);
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            prop_assert_eq!(words(&shown), words(&text));
            for line in shown.lines().filter(|line| line.len() > columns) {
                prop_assert!(line.trim_end().split(' ').filter(|word| !word.is_empty()).count() < 2, "{}", line);
            }
        }
    }
}
