//! Published schemas of the output for programs.

use super::document::{Document, SCHEMA};
use super::formats::{EVENTS, Line};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

/// Of a result file.
pub fn results() -> String {
    described::<Document>(SCHEMA)
}

/// Of a line of what happens.
pub fn events() -> String {
    described::<Line<'_>>(EVENTS)
}

/// The description of a type under this title.
#[must_use]
pub fn described<T: JsonSchema>(title: &str) -> String {
    let mut schema =
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    format!("{:#}\n", schema.as_value())
}
