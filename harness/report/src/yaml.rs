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

impl From<serde_yaml::Error> for Mistake {
    fn from(error: serde_yaml::Error) -> Self {
        let (line, column) = error.location().map_or((1, 1), |at| (at.line(), at.column()));
        let text = error.to_string();
        let message = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
        Self { line, column, message: message.replace("unknown field", "unknown key") }
    }
}

/// The place at the end of what an error says.
pub fn line_and_column(text: &str) -> Option<(usize, usize)> {
    let (_, place) = text.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}
