//! Finds the parts of a message that change from build to build.

/// An address has more digits than that behind `0x`: what has no more is a code or a flag as well.
const DIGITS_OF_CODES: usize = 8;

/// The address at the beginning of a text.
pub(super) fn address(text: &str) -> Option<&str> {
    let digits = text.strip_prefix("0x")?;
    let count = digits.len() - digits.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len();
    (count > DIGITS_OF_CODES).then(|| &text[..2 + count])
}

/// The place in a source at which a text ends: `.rs:26:19`.
fn place(text: &str) -> Option<&str> {
    let line = text.strip_prefix(".rs:")?;
    let count = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').len();
    line.starts_with(|c: char| c.is_ascii_digit()).then(|| &text[..4 + count])
}

/// Finds the first part of a message that changes from build to build, and its kind.
pub(super) fn changes(message: &str) -> Option<(&'static str, &str)> {
    message.char_indices().find_map(|(at, _)| {
        let rest = &message[at..];
        let found = address(rest).map(|address| ("address", address));
        found.or_else(|| place(rest).map(|place| ("place in a source", place)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::address("expected NULL, found 0xfffffffffffffff8", Some(("address", "0xfffffffffffffff8")))]
    #[case::in_a_word("p0x7f0012345678)", Some(("address", "0x7f0012345678")))]
    #[case::place("failed (suites/src/a.rs:26:19)", Some(("place in a source", ".rs:26:19")))]
    #[case::code("CommandType(0x7fffffff)", None)]
    #[case::pattern("found 0x*, in a.rs:*", None)]
    #[case::count("+32 in 32 cycles", None)]
    #[case::other_letters("é0x", None)]
    fn what_differs_by_build_is_found(#[case] message: &str, #[case] expected: Option<(&str, &str)>) {
        assert_eq!(changes(message), expected);
    }
}
