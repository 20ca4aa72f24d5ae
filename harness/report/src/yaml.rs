//! Mistakes that the YAML reader reports, with their places.

/// A mistake, with its place.
pub struct Mistake {
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1.
    pub column: usize,
    /// The reason.
    pub message: String,
}

/// Words of the YAML reader, and those of a user's file.
const WORDS: [(&str, &str); 3] = [
    ("unknown field", "unknown key"),
    ("missing field", "missing key"),
    ("unknown variant", "unknown value"),
];

impl From<serde_yaml::Error> for Mistake {
    fn from(error: serde_yaml::Error) -> Self {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let text = error.to_string();
        let message = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        // The reader's words are those of Rust's types.
        let message =
            WORDS.iter().fold(message.to_owned(), |message, (its, ours)| message.replace(its, ours));
        Self { line, column, message }
    }
}

/// The place at the end of what an error says.
pub fn line_and_column(text: &str) -> Option<(usize, usize)> {
    let (_, place) = text.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
