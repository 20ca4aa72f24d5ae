//! Ways to share events and memory between processes: freedoms of a driver.

use super::invalid::Problem;
use super::values::number;

/// The way in which events are shared between processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventSharing {
    /// Source and imports are one event.
    TwoWay,
    /// A handle is the last signal of its event, which has to have one; an import is only waited for.
    OneWay,
    /// The same, and the handle of an event without a signal is complete.
    OneWayEarly,
    /// The same, and an import can be signalled: its source sees nothing of it.
    OneWayApart,
}

/// The words for [`EventSharing`], the default first.
pub const EVENTS: &[(&str, EventSharing)] = &[
    ("two-way", EventSharing::TwoWay),
    ("one-way", EventSharing::OneWay),
    ("one-way-early", EventSharing::OneWayEarly),
    ("one-way-apart", EventSharing::OneWayApart),
];

/// The layout of memory handles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleLayout {
    /// They begin with a descriptor, a copy of which the program puts there in another process.
    Descriptor,
    /// They begin with a word that has a meaning of the driver's alone, which takes what it needs from the exporter.
    Opaque(u32),
}

/// Parses one of [`EVENTS`].
pub fn events(text: &str) -> Result<EventSharing, Problem> {
    let found = EVENTS.iter().find(|(word, _)| *word == text);
    found.map(|(_, sharing)| *sharing).ok_or_else(|| Problem::with(text, "no such choice"))
}

/// Parses the layout of memory handles.
pub fn handles(text: &str) -> Result<HandleLayout, Problem> {
    match text.split_once(':') {
        None if text == "descriptor" => Ok(HandleLayout::Descriptor),
        Some(("opaque", word)) => {
            number(word, 0..=u32::MAX.into()).map(|word| HandleLayout::Opaque(word as u32))
        }
        _ => Err(Problem::with(text, "no such choice")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[test]
    fn events_have_words_of_their_own() {
        for (word, sharing) in EVENTS {
            assert_eq!(events(word), Ok(*sharing));
        }
        assert_eq!(events("three-way").expect_err("it is not known").place, "'three-way'");
    }

    #[rstest]
    #[case("descriptor", Some(HandleLayout::Descriptor))]
    #[case("opaque:2", Some(HandleLayout::Opaque(2)))]
    #[case("opaque:0x7fff0001", Some(HandleLayout::Opaque(0x7fff_0001)))]
    #[case("opaque", None)]
    #[case("opaque:", None)]
    #[case("opaque:0x100000000", None)]
    #[case("descriptor:1", None)]
    fn layouts(#[case] text: &str, #[case] expected: Option<HandleLayout>) {
        assert_eq!(handles(text).ok(), expected);
    }
}
