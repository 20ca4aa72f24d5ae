//! Colours of outcomes and verdicts, as `cargo test` has them.
//!
//! They are put in last, when all texts of drivers have been made harmless. Coloured parts are found by the beginning of
//! a line and by the harness' own parts of it. No text of a driver begins a line.

use anstream::AutoStream;
use anstream::stream::RawStream;
use anstyle::{AnsiColor, Style};
use std::io;

pub use anstream::ColorChoice;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const NEITHER: Style = AnsiColor::Yellow.on_default();
const ERROR: Style = BAD.bold();
const WARNING: Style = NEITHER.bold();
const NOTE: Style = AnsiColor::Cyan.on_default().bold();

/// Has colours always, never, or where they are seen: on terminals, unless `NO_COLOR` or `CLICOLOR` say otherwise, and
/// elsewhere if `CLICOLOR_FORCE` does.
pub fn choose(choice: ColorChoice) {
    choice.write_global();
}

/// Whether the standard output has colours.
#[must_use]
pub fn stdout_has_colours() -> bool {
    has_colours(&io::stdout())
}

fn has_colours(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// The text with colours, if a stream is to have them.
pub(super) fn coloured(text: String, stream: &impl RawStream) -> String {
    if has_colours(stream) { painted(&text) } else { text }
}

fn painted(text: &str) -> String {
    text.split_inclusive('\n').map(painted_line).collect()
}

fn painted_line(line: &str) -> String {
    let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
    let Some((before, said)) = split_word(line) else { return format!("{line}{end}") };
    let Some((style, length)) = style(said) else { return format!("{line}{end}") };
    let (word, rest) = said.split_at(length);
    format!("{before}{style}{word}{style:#}{rest}{end}")
}

/// Splits a line in two: the text before the harness's word, and that word with the rest.
fn split_word(line: &str) -> Option<(&str, &str)> {
    let from = |at: usize| Some(line.split_at(at));
    if line.starts_with("test result: ") {
        return from("test result: ".len());
    }
    if line.starts_with("test ") {
        // A name has no spaces.
        return from(line.find(" ... ")? + " ... ".len());
    }
    if ["error: ", "warning: ", "note: "].iter().any(|word| line.starts_with(word)) {
        return from(0);
    }
    // `host::dev0 (its name, driver 1): CONFORMS`; in what is said of a device there is no such end of a parenthesis.
    let first = line.split(' ').next().unwrap_or_default();
    if first.contains("::dev") && !line.starts_with(' ') {
        return from(line.rfind("): ")? + "): ".len());
    }
    if ["nothing to verify on ", "no test ran on ", "no hardware was tested"]
        .iter()
        .any(|it| line.starts_with(it))
    {
        return from(0);
    }
    None
}

/// Returns the style of a text that begins with a known word, and the number of bytes to colour.
fn style(said: &str) -> Option<(Style, usize)> {
    const WORDS: [(&str, Style); 14] = [
        ("ok", GOOD),
        ("FAILED", BAD),
        ("ignored", NEITHER),
        ("error:", ERROR),
        ("warning:", WARNING),
        ("note:", NOTE),
        ("CONFORMS", GOOD),
        ("PARTIAL", GOOD),
        ("DOES NOT CONFORM", BAD),
        ("FAILS", BAD),
        ("not determined", NEITHER),
        ("nothing", NEITHER),
        ("no hardware was tested", NEITHER),
        ("no test ran", NEITHER),
    ];
    let (word, style) = WORDS.into_iter().find(|(word, _)| said.starts_with(word))?;
    // The words about a whole device or run go on to their end.
    let whole = matches!(word, "CONFORMS" | "PARTIAL" | "FAILS" | "not determined" | "nothing")
        || word.starts_with("no ")
        || word.starts_with("DOES");
    Some((style, if whole { said.len() } else { word.len() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::passed("test host::dev0::a::b ... ok", "test host::dev0::a::b ... <32>ok</>")]
    #[case::expected("test a ... ok (expected to fail: no)", "test a ... <32>ok</> (expected to fail: no)")]
    #[case::failed("test a ... FAILED (crash)", "test a ... <31>FAILED</> (crash)")]
    #[case::skipped("test a ... ignored, needs b", "test a ... <33>ignored</>, needs b")]
    #[case::result("test result: ok. 1 passed", "test result: <32>ok</>. 1 passed")]
    #[case::bad_result("test result: FAILED. 1 passed", "test result: <31>FAILED</>. 1 passed")]
    #[case::verdict(
        "host::dev0 (GPU, driver 1): CONFORMS, 3",
        "host::dev0 (GPU, driver 1): <32>CONFORMS, 3</>"
    )]
    #[case::bad_verdict("a::dev0 (GPU, driver 1): FAILS: it", "a::dev0 (GPU, driver 1): <31>FAILS: it</>")]
    #[case::a_driver_that_speaks_for_us(
        "a::dev0 (GPU, driver 1): CONFORMS): DOES NOT CONFORM",
        "a::dev0 (GPU, driver 1): CONFORMS): <31>DOES NOT CONFORM</>"
    )]
    #[case::error("error: no", "<1><31>error:</> no")]
    #[case::two_lines("warning: a\n    test b ... ok\n", "<1><33>warning:</> a\n    test b ... ok\n")]
    #[case::a_reason("    1 on host::dev0: (a): CONFORMS", "    1 on host::dev0: (a): CONFORMS")]
    #[case::a_device("host::dev0", "host::dev0")]
    #[case::nothing("", "")]
    fn outcomes_and_verdicts_have_colours(#[case] text: &str, #[case] shown: &str) {
        let shown = ["1", "31", "32", "33"].iter().fold(shown.to_owned(), |text, code| {
            text.replace(&format!("<{code}>"), &format!("\x1b[{code}m"))
        });
        assert_eq!(painted(text), shown.replace("</>", "\x1b[0m"));
    }
}
