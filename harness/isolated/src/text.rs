//! Makes texts of other processes harmless for a terminal and for a log.

/// With escapes for whatever is no visible character, but for ends of lines and tabs.
#[must_use]
pub fn escaped(text: &str) -> String {
    escape(text, |character| matches!(character, '\n' | '\t'))
}

/// The same, on one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    escape(text, |_| false)
}

fn escape(text: &str, keeps: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_shown(character) || keeps(character) {
            shown.push(character);
        } else {
            shown.extend(character.escape_debug());
        }
    }
    // GitHub takes it for a command, anywhere in a line.
    shown.replace("##[", "#\\u{23}[")
}

/// True if it is a visible character, and stands for itself.
#[must_use]
pub fn is_shown(character: char) -> bool {
    // What a literal of Rust has to escape, terminals show well.
    matches!(character, '"' | '\'' | '\\') || character.escape_debug().eq([character])
}
