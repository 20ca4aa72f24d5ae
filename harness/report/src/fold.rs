//! Lines for people, broken where a terminal ends.

use terminal_size::{Width, terminal_size};

/// Columns of a line where no terminal says how many it has.
pub const COLUMNS: usize = 120;

/// In fewer columns, nothing could be read.
const FEWEST: usize = 60;

/// The columns that a line may have: those of the terminal, if there is one that is narrower than usual.
#[must_use]
pub fn columns() -> usize {
    let of_terminal = terminal_size().map(|(Width(width), _)| usize::from(width));
    of_terminal.unwrap_or(COLUMNS).clamp(FEWEST, COLUMNS)
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
        let width = word.chars().count();
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
    #[case::short("  a b", "  a b")]
    #[case::long("  aaa bbb ccc", "  aaa bbb\n    ccc")]
    #[case::a_long_word("aaaaaaaaaaaaa b", "aaaaaaaaaaaaa\n    b")]
    #[case::lines("aaa bbb ccc\n  ddd eee fff", "aaa bbb\n    ccc\n  ddd eee\n    fff")]
    #[case::other_letters("äää üüü öö", "äää üüü öö")]
    fn lines_are_broken_between_words(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(folded(text, 4, 10), shown);
    }

    proptest! {
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
