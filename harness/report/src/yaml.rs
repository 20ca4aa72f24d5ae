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
        let message = WORDS.iter().fold(message.to_owned(), |text, (its, ours)| text.replace(its, ours));
        Self { line, column, message: of_another_type(&message).unwrap_or(message) }
    }
}

/// What the reader calls a value before it shows it.
const SCALARS: [&str; 5] = ["integer ", "floating point ", "boolean ", "string ", "character "];

/// "invalid type: integer `3`, expected a sequence", in the words of YAML.
fn of_another_type(message: &str) -> Option<String> {
    let (place, types) = message.split_once("invalid type: ")?;
    let (found, expected) = types.split_once(", expected ")?;
    let found = match found {
        "sequence" => "a list",
        "map" => "a mapping",
        "unit value" | "null" => "no value",
        value => SCALARS.iter().find_map(|kind| value.strip_prefix(kind)).unwrap_or(value),
    };
    let expected = match expected {
        "a sequence" => "a list",
        "a map" => "a mapping",
        "a string" => "a text",
        "a boolean" => "true or false",
        "u8" | "u16" | "u32" | "u64" | "usize" | "i64" | "f64" => "a number",
        other => other,
    };
    Some(format!("{place}expected {expected}, found {found}"))
}

/// The place at the end of what an error says.
pub fn line_and_column(text: &str) -> Option<(usize, usize)> {
    let (_, place) = text.rsplit_once(" at line ")?;
    let (line, column) = place.split_once(" column ")?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::Mistake;
    use rstest::rstest;
    use std::collections::BTreeMap;

    #[rstest]
    #[case::mapping("a: {b: c}", "a: expected a list, found a mapping")]
    #[case::number("a: 3", "a: expected a list, found `3`")]
    #[case::fraction("a: 1.5", "a: expected a list, found `1.5`")]
    #[case::boolean("a: true", "a: expected a list, found `true`")]
    #[case::nothing("a: [~]", "a[0]: expected a number, found no value")]
    #[case::list("[a]", "expected a mapping, found a list")]
    #[case::text("a: [b]", "a[0]: expected a number, found \"b\"")]
    fn a_value_of_another_type_is_in_words_of_yaml(#[case] bad: &str, #[case] says: &str) {
        let read =
            |text: &str| serde_yaml::from_str::<BTreeMap<String, Vec<u8>>>(text).map_err(Mistake::from);
        assert!(read("a: [3]").is_ok());
        assert_eq!(read(bad).unwrap_err().message, says);
    }
}
