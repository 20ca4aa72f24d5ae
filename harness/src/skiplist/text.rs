//! Texts in YAML, taken strictly: a number is no text unless it is quoted.

use serde::Deserializer;
use serde::de::{Error, Visitor};
use std::fmt::{self, Display};
use std::str::FromStr;

struct Text;

impl Visitor<'_> for Text {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }
}

pub(super) fn plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    deserializer.deserialize_any(Text)
}

pub(super) fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    plain(deserializer).map(Some)
}

pub(super) fn parsed<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    plain(deserializer)?.parse().map_err(Error::custom)
}

pub(super) fn optional_parsed<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    parsed(deserializer).map(Some)
}
