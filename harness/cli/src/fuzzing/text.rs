//! Texts among the inputs.

/// The lines of a text; none if the bytes are no text.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &str> {
    str::from_utf8(bytes).into_iter().flat_map(|text| text.split('\n'))
}

/// Checks that a place, as an error names it, lies in the text or right behind it.
pub(super) fn assert_place(text: &str, line: usize, column: usize) {
    let lines = text.split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']).count();
    assert!((1..=lines + 1).contains(&line), "line {line} of {lines}");
    assert!((1..=text.chars().count() + 2).contains(&column), "column {column}");
}
