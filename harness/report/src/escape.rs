//! Escapes texts of drivers and files for each output language. A text stays one text, comment, scalar or value there,
//! and has no effect. JSON has its serializer for that.

use ur_ipc_isolated::is_shown;
pub use ur_ipc_isolated::{escaped, one_line};

/// For the log of a terminal, or of GitHub: nothing in it is an order to either. Who reads it is not asked: what says so, the
/// variable `GITHUB_ACTIONS`, is gone behind `sudo`, in a container, and where a log is printed later.
pub fn terminal(text: &str) -> String {
    without_commands(&escaped(text))
}

/// Without what GitHub takes for its commands at the start of a line, `::`. What it takes for one anywhere, `##[`, is in no escaped
/// text.
fn without_commands(text: &str) -> String {
    let line = |line: &str| {
        let (blank, said) = line.split_at(line.len() - line.trim_start().len());
        match said.strip_prefix("::") {
            Some(rest) => format!("{blank}\\u{{3a}}:{rest}"),
            None => line.to_owned(),
        }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// An annotation of GitHub's, as an error: a command to its runner, in one line.
pub fn annotation(title: &str, message: &str) -> String {
    let title = command_text(title).replace(':', "%3A").replace(',', "%2C");
    format!("::error title={title}::{}", command_text(message))
}

/// A text in a command to GitHub's runner, which decodes it.
fn command_text(text: &str) -> String {
    text.lines().map(|line| one_line(line).replace('%', "%25")).collect::<Vec<_>>().join("%0A")
}

/// A line of a comment in C, between its marks.
pub fn c_comment(text: &str) -> String {
    one_line(text).replace("/*", "/ *").replace("*/", "* /")
}

/// A comment in YAML, or in a program for `replay`: a line.
pub fn line_comment(text: &str) -> String {
    format!("# {}", one_line(text))
}

/// A text in YAML, in quotes.
pub fn yaml_text(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ if is_shown(character) => quoted.push(character),
            _ => quoted.push_str(&format!("\\U{:08x}", u32::from(character))),
        }
    }
    quoted.push('"');
    quoted
}

/// A text as code in the cell of a table in Markdown. A fence of it is longer than any in the text.
pub fn markdown_cell(text: &str) -> String {
    let text = one_line(text).replace('|', r"\|");
    if text.trim().is_empty() {
        return "–".to_owned();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text as a block of code in Markdown, with the end of its last line.
pub fn markdown_block(text: &str) -> String {
    // It may be printed into a log.
    let text = terminal(text);
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}text\n{}\n{fence}\n", text.trim_end_matches('\n'))
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or_default()
}

/// With further lines set back by this, so that they are seen to belong to the first.
pub fn indented(text: &str, by: &str) -> String {
    text.replace('\n', &format!("\n{by}"))
}

/// The same as [`terminal`], and made a text of HTML and XML, wherever in these it stands.
pub fn markup(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in terminal(text).chars() {
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
pub fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use std::collections::BTreeMap;

    /// Any text, and among others what means something somewhere.
    fn texts() -> impl Strategy<Value = String> {
        const PARTS: &[&str] = &[
            "/*",
            "*/",
            "*",
            "/",
            "//",
            "\\",
            "\n",
            "\r",
            "\r\n",
            "\"",
            "'",
            "::error::",
            "::",
            " ::set-output name=a::b",
            "##[error]",
            "#",
            "##",
            "[",
            "%0A",
            "%",
            ",",
            ":",
            ": ",
            "- ",
            "---\n",
            "&a",
            "*a",
            "{",
            "}",
            "`",
            "```",
            "|",
            "<b>",
            "&amp;",
            "]]>",
            "\x1b[2J",
            "\u{85}",
            "\u{2028}",
            "\u{202e}",
            "\u{feff}",
            "\u{ffff}",
            "\0",
            "??/",
            "a",
            "ü",
            "漢",
            " ",
        ];
        let part =
            prop_oneof![3 => prop::sample::select(PARTS).prop_map(str::to_owned), 1 => any::<String>()];
        prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    /// Decodes a value of a workflow command as GitHub's runner does.
    fn decoded(text: &str) -> String {
        let all = [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")];
        all.into_iter().fold(text.to_owned(), |text, (code, character)| text.replace(code, character))
    }

    proptest! {
        #[test]
        fn a_comment_in_c_ends_at_its_end(text in texts()) {
            let written = format!("/* {} */ int x;", c_comment(&text));
            let (comment, code) = written.split_once("*/").unwrap();
            prop_assert_eq!(code, " int x;");
            prop_assert!(!comment[2..].contains("/*") && !comment.contains('\n'), "{}", comment);
        }

        #[test]
        fn a_text_in_yaml_is_read_as_it_was(text in texts()) {
            let written = format!("{{ a: {}, b: 1 }}", yaml_text(&text));
            let read: BTreeMap<String, serde_yaml::Value> = serde_yaml::from_str(&written).unwrap();
            prop_assert_eq!((read.len(), read["a"].as_str()), (2, Some(text.as_str())));
        }

        #[test]
        fn a_comment_in_yaml_is_none_of_its_values(text in texts()) {
            let read: BTreeMap<String, u8> =
                serde_yaml::from_str(&format!("{}\na: 1\n", line_comment(&text))).unwrap();
            prop_assert_eq!(read, BTreeMap::from([("a".to_owned(), 1)]));
        }

        #[test]
        fn an_annotation_is_one_command(title in texts(), message in texts()) {
            let written = annotation(&title, &message);
            prop_assert!(!written.contains(['\n', '\r']));
            let rest = written.strip_prefix("::error ").unwrap();
            let (properties, said) = rest.split_once("::").unwrap();
            let title_read = properties.strip_prefix("title=").unwrap();
            prop_assert!(!title_read.contains(','));
            prop_assert_eq!(decoded(title_read), title.lines().map(one_line).collect::<Vec<_>>().join("\n"));
            prop_assert_eq!(decoded(said), message.lines().map(one_line).collect::<Vec<_>>().join("\n"));
        }

        #[test]
        fn what_is_logged_orders_nobody(text in texts()) {
            let line = |text: String| format!("said: {text}");
            let cells = [line(markdown_cell(&text)), line(one_line(&text)), line_comment(&text)];
            for logged in cells.into_iter().chain([terminal(&text), markdown_block(&text), markup(&text)]) {
                prop_assert!(!logged.contains("##[") && !logged.contains('\x1b'));
                prop_assert!(logged.lines().all(|line| !line.trim_start().starts_with("::")), "{}", logged);
            }
            prop_assert_eq!(terminal(&text).lines().count(), escaped(&text).lines().count());
        }

        #[test]
        fn a_cell_in_markdown_is_one(text in texts()) {
            use pulldown_cmark::{Event, Options, Parser, Tag};
            let written = format!("| a | b |\n|---|---|\n| {} | end |\n", markdown_cell(&text));
            let parsed: Vec<_> = Parser::new_ext(&written, Options::ENABLE_TABLES).collect();
            let cells = parsed.iter().filter(|event| matches!(event, Event::Start(Tag::TableCell))).count();
            prop_assert_eq!(cells, 4, "{}", written);
            let acts = |event: &Event<'_>| matches!(event, Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. }));
            prop_assert!(!parsed.iter().any(acts), "{}", written);
        }

        #[test]
        fn a_block_in_markdown_is_one(text in texts()) {
            use pulldown_cmark::{Event, Parser, Tag};
            let written = format!("{}after\n", markdown_block(&text));
            let starts: Vec<_> =
                Parser::new(&written).filter(|event| matches!(event, Event::Start(_))).collect();
            let two = matches!(starts[..], [Event::Start(Tag::CodeBlock(_)), Event::Start(Tag::Paragraph)]);
            prop_assert!(two, "{}", written);
        }

        #[test]
        fn a_text_in_markup_is_one(text in texts()) {
            let written = format!("<a b=\"{0}\">{0}</a>", markup(&text));
            let mut reader = quick_xml::Reader::from_str(&written);
            let mut tags = 0;
            loop {
                match reader.read_event().unwrap() {
                    quick_xml::events::Event::Start(_) | quick_xml::events::Event::End(_) => tags += 1,
                    quick_xml::events::Event::Eof => break,
                    quick_xml::events::Event::Text(_) | quick_xml::events::Event::GeneralRef(_) => {}
                    other => prop_assert!(false, "{:?}", other),
                }
            }
            prop_assert_eq!(tags, 2);
        }
    }

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
