//! Where in a skiplist its driver and its entries stand.
//!
//! The reader of YAML tells of places in errors only. So the text is read again for each place that is asked for, with an
//! error made there; lists are short.

use crate::yaml::Mistake;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// What has a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Driver,
    /// The entry of this number, counted from 0.
    Entry(usize),
}

/// Line and column of a part of a text that is a skiplist, both counted from 1.
pub(super) fn place_of(text: &str, part: Part) -> (usize, usize) {
    let found = serde_yaml::Deserializer::from_str(text).deserialize_map(Document(part));
    found.err().map(Mistake::from).map_or((1, 1), |found| (found.line, found.column))
}

struct Document(Part);

impl<'de> Visitor<'de> for Document {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a skiplist")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match self.0 {
                Part::Driver if key == "driver" => map.next_value_seed(Here)?,
                Part::Entry(number) if key == "entries" => map.next_value_seed(Entries(number))?,
                _ => map.next_value::<IgnoredAny>().map(|_| ())?,
            }
        }
        Ok(())
    }
}

struct Entries(usize);

impl<'de> DeserializeSeed<'de> for Entries {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        for _ in 0..self.0 {
            list.next_element::<IgnoredAny>()?;
        }
        list.next_element_seed(Here).map(|_| ())
    }
}

/// Makes the error.
struct Here;

impl<'de> DeserializeSeed<'de> for Here {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Here {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<(), A::Error> {
        Err(A::Error::custom("here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const BLOCKS: &str =
        "# known\ndriver:\n  backend: cuda\nentries:\n  - test: a\n    reason: b\n  - {test: b}\n";
    const FLOW: &str = "{entries: [{a: b},\n {c: d}], driver: {backend: cuda}}";

    #[rstest]
    #[case::driver_in_a_block(BLOCKS, Part::Driver, (3, 3))]
    #[case::first_in_a_block(BLOCKS, Part::Entry(0), (5, 5))]
    #[case::second_in_a_block(BLOCKS, Part::Entry(1), (7, 5))]
    #[case::driver_in_line(FLOW, Part::Driver, (2, 19))]
    #[case::first_in_line(FLOW, Part::Entry(0), (1, 12))]
    #[case::second_in_line(FLOW, Part::Entry(1), (2, 2))]
    fn parts_have_places(#[case] text: &str, #[case] part: Part, #[case] place: (usize, usize)) {
        assert_eq!(place_of(text, part), place);
    }
}
