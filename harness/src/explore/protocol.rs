//! What the supervisor of programs and its actors say to each other.

use serde::{Deserialize, Serialize};
use ur_ipc_fixtures::api::Family;
use ur_ipc_model::{Name, Observed, What};

/// From the supervisor to an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ToActor {
    /// Do these steps, as long as each ends as it is expected to.
    Do { steps: Vec<OrderedStep>, handles: Vec<Relayed> },
    /// Have each thread do its steps, the same way, and all begin at this moment of the monotonic clock, in nanoseconds.
    DoAtOnce { threads: Vec<Vec<OrderedStep>>, handles: Vec<Relayed>, moment: u64 },
    /// Forget all names, and count what is held.
    Count,
    /// Leave, whatever is held.
    Leave,
}

/// A step as text, and whether it is expected to succeed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OrderedStep {
    pub text: String,
    pub succeeds: bool,
}

/// The bytes of a handle, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Relayed {
    letter: char,
    number: u32,
    family: u8,
    /// In hexadecimal.
    bytes: String,
}

impl Relayed {
    pub(crate) fn new(name: Name, family: Family, bytes: &[u8]) -> Self {
        let bytes = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { letter: name.letter, number: name.number, family: family as u8, bytes }
    }

    pub(crate) fn name(&self) -> Name {
        Name { letter: self.letter, number: self.number }
    }

    pub(crate) fn family(&self) -> Option<Family> {
        [Family::Memory, Family::Physical, Family::Event]
            .into_iter()
            .find(|known| *known as u8 == self.family)
    }

    /// The bytes; none of what is no text of bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let digits = self.bytes.as_bytes().chunks_exact(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        digits.map_while(byte).collect()
    }
}

/// From an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FromActor {
    /// The device is open.
    Ready,
    /// It cannot be opened, for this reason.
    OpenFailed(String),
    /// What was seen of each step, up to the first that ended otherwise than expected.
    Did(Vec<Seen>),
    /// The same of each thread.
    DidAtOnce(Vec<Vec<Seen>>),
    /// What is held.
    Counted(Held),
    /// It cannot do what it was told, of which nothing follows for the backend: why.
    Unable(String),
    /// The backend has used up what it needs itself: what.
    Exhausted(String),
    /// It leaves, and this went wrong when it said so to the backend, if something did.
    Leaving(Option<String>),
}

/// What was seen of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Pairs of what and how much.
    facts: Vec<(u64, u64)>,
    /// The call that failed first, if one did.
    pub failed: Option<String>,
    /// The handle that was made.
    pub handle: Option<Relayed>,
}

/// What a process holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Held {
    pub descriptors: usize,
    pub mappings: usize,
    /// Pages of the address space.
    pub addresses: usize,
    pub threads: usize,
    pub children: usize,
}

/// The first number for blocks.
const BLOCKS: u64 = 1 << 32;
const KINDS: [What; 21] = [
    What::Result,
    What::Address,
    What::HandleSize,
    What::Kept,
    What::Status,
    What::References,
    What::SameContext,
    What::SameDevice,
    What::Size,
    What::Shared,
    What::MemoryType,
    What::Before,
    What::Queue,
    What::CommandType,
    What::AnswerSize,
    What::TakesSmaller,
    What::RefusesLarger,
    What::Touched,
    What::Unknown,
    What::Properties,
    What::Access,
];

/// The place among `KINDS`, or that of a block behind them.
fn number(what: What) -> u64 {
    match what {
        What::Result => 0,
        What::Address => 1,
        What::HandleSize => 2,
        What::Kept => 3,
        What::Status => 4,
        What::References => 5,
        What::SameContext => 6,
        What::SameDevice => 7,
        What::Size => 8,
        What::Shared => 9,
        What::MemoryType => 10,
        What::Before => 11,
        What::Queue => 12,
        What::CommandType => 13,
        What::AnswerSize => 14,
        What::TakesSmaller => 15,
        What::RefusesLarger => 16,
        What::Touched => 17,
        What::Unknown => 18,
        What::Properties => 19,
        What::Access => 20,
        What::Block(block) => BLOCKS + u64::from(block),
    }
}

impl Seen {
    pub(crate) fn new(observed: &Observed) -> Self {
        Self {
            facts: observed.iter().map(|(what, value)| (number(what), value)).collect(),
            ..Self::default()
        }
    }

    /// What the model takes. What has no meaning is left out.
    pub(crate) fn observed(&self) -> Observed {
        let what = |number: u64| match number.checked_sub(BLOCKS) {
            Some(block) => u32::try_from(block).ok().map(What::Block),
            None => KINDS.get(usize::try_from(number).ok()?).copied(),
        };
        self.facts.iter().fold(Observed::default(), |all, (number, value)| match what(*number) {
            Some(what) => all.and(what, *value),
            None => all,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_fixtures::api::UrResult;

    #[test]
    fn each_kind_has_the_number_of_its_place() {
        assert!(KINDS.iter().zip(0..).all(|(what, place)| number(*what) == place));
    }

    #[test]
    fn what_was_seen_arrives_as_it_was() {
        let observed = KINDS[1..].iter().fold(Observed::of(UrResult::SUCCESS), |all, what| all.and(*what, 7));
        let observed = observed.and(What::Block(0), 1).and(What::Block(u32::MAX), u64::MAX);
        let text = serde_json::to_string(&Seen::new(&observed)).unwrap();
        assert_eq!(serde_json::from_str::<Seen>(&text).unwrap().observed(), observed);
        let other = Seen { facts: vec![(0, 0), (99, 1)], ..Seen::default() };
        assert_eq!(other.observed(), Observed::of(UrResult::SUCCESS));
    }

    #[test]
    fn bytes_travel_as_text() {
        let name = Name { letter: 'h', number: 3 };
        let relayed = Relayed::new(name, Family::Event, &[0, 0xff, 7]);
        assert_eq!((relayed.name(), relayed.family()), (name, Some(Family::Event)));
        assert_eq!((relayed.bytes.as_str(), relayed.bytes()), ("00ff07", vec![0, 0xff, 7]));
    }
}
