//! Line and column of a skiplist's driver and entries.
//!
//! The reader of YAML tells of places in errors only. So the text is read once more. This module makes an error at the
//! first key of each part and keeps its place; the reader then goes on behind it.

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::cell::RefCell;
use std::fmt;
use ur_ipc_report::yaml::line_and_column;

/// Line and column, both counted from 1.
pub(super) type Place = (usize, usize);

/// The places of the parts of a skiplist: their first keys, or the brace before these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub driver: Option<Place>,
    /// Those of the entries, in their order.
    pub entries: Vec<Option<Place>>,
}

/// The places in a text that is a skiplist, read once.
pub(super) fn places_in(text: &str) -> Places {
    let places = RefCell::default();
    // It has been read before, and found to be right.
    let _ = serde_yaml::Deserializer::from_str(text).deserialize_map(Document(&places));
    let Places { driver, entries } = places.into_inner();
    let lines: Vec<&str> = text.lines().collect();
    let begin = |place: Option<Place>| place.map(|place| with_brace(&lines, place));
    Places { driver: begin(driver), entries: entries.into_iter().map(begin).collect() }
}

/// The place of the brace before a key, if one is there, in its line.
fn with_brace(lines: &[&str], (line, column): Place) -> Place {
    let before = lines.get(line - 1).map(|line| line.chars().take(column - 1).collect::<String>());
    let before = before.unwrap_or_default();
    match before.trim_end().strip_suffix('{') {
        Some(before) => (line, before.chars().count() + 1),
        None => (line, column),
    }
}

struct Document<'p>(&'p RefCell<Places>);

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a skiplist")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "driver" => {
                    let place = map.next_value_seed(Part)?;
                    self.0.borrow_mut().driver = place;
                }
                "entries" => map.next_value_seed(Entries(self.0))?,
                _ => map.next_value::<IgnoredAny>().map(drop)?,
            }
        }
        Ok(())
    }
}

struct Entries<'p>(&'p RefCell<Places>);

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(place) = list.next_element_seed(Part)? {
            self.0.borrow_mut().entries.push(place);
        }
        Ok(())
    }
}

/// A mapping, of which the place is asked for.
struct Part;

impl<'de> DeserializeSeed<'de> for Part {
    type Value = Option<Place>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Place>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Part {
    type Value = Option<Place>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a mapping")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<Place>, A::Error> {
        #[cfg(test)]
        tests::PARTS.with(|parts| parts.set(parts.get() + 1));
        // The key has been taken when the error is made, and its value follows.
        let place = match map.next_key_seed(Here) {
            Ok(None) => return Ok(None),
            Ok(Some(())) => None,
            Err(here) => line_and_column(&here.to_string()),
        };
        map.next_value::<IgnoredAny>()?;
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(place)
    }
}

/// Makes the error.
struct Here;

impl<'de> DeserializeSeed<'de> for Here {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Here {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Err(E::custom("here"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::cell::Cell;

    thread_local! {
        /// Number of parts that this thread has read.
        pub(super) static PARTS: Cell<usize> = const { Cell::new(0) };
    }

    const BLOCKS: &str =
        "# known\ndriver:\n  backend: cuda\nentries:\n  - test: a\n    reason: b\n  - {test: b}\n";
    const FLOW: &str = "{entries: [{a: b},\n {c: d}], driver: {backend: cuda}}";
    const SHARED: &str = "driver: &d {a: b}\nentries: [*d, {}, {\"a\": [{b: c}, d], e: {f: g}}]";

    #[rstest]
    #[case::in_blocks(BLOCKS, (3, 3), &[Some((5, 5)), Some((7, 5))])]
    #[case::in_lines(FLOW, (2, 19), &[Some((1, 12)), Some((2, 2))])]
    #[case::shared_and_empty_and_deep(SHARED, (1, 12), &[Some((1, 12)), None, Some((2, 19))])]
    fn parts_have_places(#[case] text: &str, #[case] driver: Place, #[case] entries: &[Option<Place>]) {
        assert_eq!(places_in(text), Places { driver: Some(driver), entries: entries.to_vec() });
    }

    #[rstest]
    fn each_part_is_read_once(#[values(3, 3000)] entries: usize) {
        let all: String = (0..entries).map(|number| format!("- {{test: a{number}, reason: b}}\n")).collect();
        let text = format!("driver: {{backend: cuda}}\nentries:\n{all}");
        PARTS.set(0);
        let places = places_in(&text);
        assert_eq!((PARTS.get(), places.entries.len()), (entries + 1, entries));
        assert_eq!(places.entries.last(), Some(&Some((entries + 2, 3))));
    }
}
