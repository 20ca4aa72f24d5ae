//! Messages between the supervisor of programs and its actors.

use serde::{Deserialize, Serialize};
use ur_ipc_fixtures::api::Family;
use ur_ipc_isolated::Message;
use ur_ipc_model::{Name, Observed, Step};

/// From the supervisor to an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToActor {
    /// Do these steps, as long as each ends as it is expected to.
    Do { steps: Vec<OrderedStep>, handles: Vec<Relayed> },
    /// Have each thread do its steps, the same way, and all begin at this moment of the monotonic clock, in nanoseconds.
    DoAtOnce { threads: Vec<Vec<OrderedStep>>, handles: Vec<Relayed>, moment: u64 },
    /// Forget all names, and count what is held.
    Count,
    /// Leave, whatever is held.
    Leave,
}

/// A step, and whether it is expected to succeed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderedStep {
    pub step: Step,
    pub succeeds: bool,
}

/// The bytes of a handle, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relayed {
    pub name: Name,
    family: u8,
    /// Of memory, the bytes of a block.
    pub block: usize,
    /// In hexadecimal.
    bytes: String,
}

impl Relayed {
    pub fn new(name: Name, family: Family, bytes: &[u8], block: usize) -> Self {
        let bytes = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Self { name, family: family as u8, block, bytes }
    }

    pub fn family(&self) -> Option<Family> {
        [Family::Memory, Family::Physical, Family::Event]
            .into_iter()
            .find(|known| *known as u8 == self.family)
    }

    /// The bytes; none of what is no text of bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let digits = self.bytes.as_bytes().chunks_exact(2);
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        digits.map_while(byte).collect()
    }
}

/// From an actor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromActor {
    /// The device is open.
    Ready,
    /// It cannot be opened, for this reason.
    OpenFailed(String),
    /// The observations of each step, up to the first that ended otherwise than expected.
    Did(Vec<Seen>),
    /// The same of each thread.
    DidAtOnce(Vec<Vec<Seen>>),
    /// The resources that the process holds.
    Counted(Held),
    /// It cannot do what it was told, of which nothing follows for the backend: why.
    Unable(String),
    /// The backend has used up what it needs itself: what.
    Exhausted(String),
    /// It leaves, and this went wrong when it said so to the backend, if something did.
    Leaving(Option<String>),
}

/// The observations of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    pub observed: Observed,
    /// The call that failed first, if one did.
    pub failed: Option<String>,
    /// The handle that was made.
    pub handle: Option<Relayed>,
}

/// Numbers of resources that a process holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Held {
    pub descriptors: usize,
    pub mappings: usize,
    /// Pages of the address space.
    pub addresses: usize,
    pub threads: usize,
    pub children: usize,
}

impl Message for ToActor {
    const KIND: u8 = 7;
}

impl Message for FromActor {
    const KIND: u8 = 8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_fixtures::api::UrResult;
    use ur_ipc_model::{Observable, Program};

    #[test]
    fn what_was_seen_arrives_as_it_was() {
        let observed = Observed::of(UrResult::SUCCESS)
            .and(Observable::Status, 7)
            .and(Observable::Block(u32::MAX), u64::MAX);
        let text = serde_json::to_string(&Seen { observed: observed.clone(), ..Seen::default() }).unwrap();
        assert_eq!(serde_json::from_str::<Seen>(&text).unwrap().observed, observed);
    }

    #[test]
    fn steps_arrive_as_they_were() {
        let text = "together\n  a.1: fill m1[0..2] with 7 by q1 after e1, e2\n  a.1: m2 = alloc 4 of 60 aligned 512 in c1\n  a.1: q2 = queue in c1 high priority\n  b.2 +5us: open h1 in c2 with size +1\nend\n\
                    a: h2 = get m1 at 1 without descriptors\na: kill\n";
        for step in text.parse::<Program>().unwrap().steps {
            let ordered = OrderedStep { step, succeeds: true };
            let sent = serde_json::to_string(&ordered).unwrap();
            assert_eq!(serde_json::from_str::<OrderedStep>(&sent).unwrap(), ordered);
        }
    }

    #[test]
    fn bytes_travel_as_text() {
        let name = Name { letter: 'h', number: 3 };
        let relayed = Relayed::new(name, Family::Event, &[0, 0xff, 7], 0);
        assert_eq!((relayed.name, relayed.family()), (name, Some(Family::Event)));
        assert_eq!((relayed.bytes.as_str(), relayed.bytes()), ("00ff07", vec![0, 0xff, 7]));
    }
}
