//! Damage to valid bytes, as a typing error or a wild pointer would do it.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// One slip.
#[derive(Clone, Debug)]
enum Slip {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index, Index),
    Repeat(Index, Index),
    Cut(Index),
}

fn slip() -> impl Strategy<Value = Slip> {
    let place = any::<Index>;
    prop_oneof![
        3 => (place(), any::<u8>()).prop_map(|(at, byte)| Slip::Replace(at, byte)),
        // What has a meaning in the formats that are read here.
        3 => (place(), proptest::sample::select(b"\n :-*&[]{},\"'#|>!%@\\\0=<.0".to_vec()))
            .prop_map(|(at, byte)| Slip::Insert(at, byte)),
        2 => (place(), place()).prop_map(|(from, to)| Slip::Remove(from, to)),
        1 => (place(), place()).prop_map(|(from, to)| Slip::Repeat(from, to)),
        1 => place().prop_map(Slip::Cut),
    ]
}

impl Slip {
    fn apply(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        let range = |a: &Index, b: &Index| {
            let (a, b) = (a.index(bytes.len()), b.index(bytes.len()));
            // Slips are short.
            a.min(b)..a.max(b).min(a.min(b) + 40)
        };
        match self {
            Self::Replace(at, byte) => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Self::Insert(at, byte) => bytes.insert(at.index(bytes.len()), *byte),
            Self::Remove(from, to) => drop(bytes.drain(range(from, to))),
            Self::Repeat(from, to) => {
                let range = range(from, to);
                let again = bytes[range.clone()].to_vec();
                bytes.splice(range.end..range.end, again);
            }
            Self::Cut(at) => bytes.truncate(at.index(bytes.len())),
        }
    }
}

/// One of these, with a few slips.
pub(super) fn damaged(valid: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (proptest::sample::select(valid), vec(slip(), 0..4)).prop_map(|(mut bytes, slips)| {
        for slip in slips {
            slip.apply(&mut bytes);
        }
        bytes
    })
}

/// Any bytes, not too many.
pub(super) fn anything() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..512)
}
