//! Text of drivers, made harmless for terminals: no sequence in it does anything, and none of it passes for a line of the
//! harness.

/// With escapes for whatever is no visible character, but for ends of lines and tabs.
pub(crate) fn escaped(text: &str) -> String {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

/// The same, on one line.
pub(crate) fn one_line(text: &str) -> String {
    escape(text, |_| false)
}

/// With further lines set back by this, so that they are seen to belong to the first.
pub(crate) fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

/// The same as [`escaped`], and made a text of HTML and XML, wherever in these it stands.
pub(crate) fn markup(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in escaped(text).chars() {
        match character {
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '&' => shown.push_str("&amp;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            other => shown.push(other),
        }
    }
    shown
}

/// "1 test", "3 tests".
pub(crate) fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn escape(text: &str, keeps: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        // What a literal of Rust has to escape, terminals show well.
        if matches!(character, '"' | '\'' | '\\') || keeps(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_debug());
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::plain("Arc™ A770 – \"Größe\" C:\\x 漢字", "Arc™ A770 – \"Größe\" C:\\x 漢字")]
    #[case::a_colour("\x1b[32mok\x1b[0m", "\\u{1b}[32mok\\u{1b}[0m")]
    #[case::an_old_line_again("bad\rok\x08", "bad\\rok\\u{8}")]
    #[case::the_other_direction("\u{202e}LIAF\u{2066}", "\\u{202e}LIAF\\u{2066}")]
    #[case::another_escape("\u{9b}2J\x7f", "\\u{9b}2J\\u{7f}")]
    #[case::another_end_of_line("a\u{2028}b\u{85}", "a\\u{2028}b\\u{85}")]
    fn nothing_that_acts_is_left(#[case] text: &str, #[case] shown: &str) {
        assert_eq!((escaped(text).as_str(), one_line(text).as_str()), (shown, shown));
        assert_eq!(escaped(shown), shown, "twice is as good as once");
    }

    #[test]
    fn markup_is_text() {
        let text = "</script><img onerror='a' b=\"&\">\u{202e}\n";
        let shown = "&lt;/script&gt;&lt;img onerror=&#39;a&#39; b=&quot;&amp;&quot;&gt;\\u{202e}\n";
        assert_eq!(markup(text), shown);
    }

    #[test]
    fn lines_stay_apart_or_become_one() {
        assert_eq!(escaped("a\n\tb"), "a\n\tb");
        assert_eq!(one_line("a\n\tb"), "a\\n\\tb");
        assert_eq!(indented("a\nb\n\nc", "  "), "a\n  b\n  \n  c");
    }
}
