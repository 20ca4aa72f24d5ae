//! Helper functions in C, for the programs that need them.

use super::parts::*;
use std::collections::BTreeSet;

/// A part, in the order in which they stand in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Results,
    Names,
    Need,
    Result,
    Refused,
    Starve,
    Signals,
    Folder,
    Mask,
    Child,
    Forked,
    Elsewhere,
    Adapters,
    Expect,
    Has,
    Second,
    SecondHas,
    Handle,
    Keep,
    Messages,
    Turns,
    Granule,
    Pools,
    Fill,
    Copy,
    Read,
    Hold,
    Busy,
    CountEntries,
    CountLines,
}

impl Helper {
    const ALL: [Self; 30] = [
        Self::Results,
        Self::Names,
        Self::Need,
        Self::Result,
        Self::Refused,
        Self::Starve,
        Self::Signals,
        Self::Folder,
        Self::Mask,
        Self::Child,
        Self::Forked,
        Self::Elsewhere,
        Self::Adapters,
        Self::Expect,
        Self::Has,
        Self::Second,
        Self::SecondHas,
        Self::Handle,
        Self::Keep,
        Self::Messages,
        Self::Turns,
        Self::Granule,
        Self::Pools,
        Self::Fill,
        Self::Copy,
        Self::Read,
        Self::Hold,
        Self::Busy,
        Self::CountEntries,
        Self::CountLines,
    ];

    const fn needs(self) -> &'static [Self] {
        match self {
            Self::Need => &[Self::Names],
            Self::Result | Self::Refused => &[Self::Results, Self::Names],
            Self::Turns => &[Self::Messages],
            Self::Granule => &[Self::Need, Self::Names],
            _ => &[],
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Results => RESULTS,
            Self::Names => NAMES,
            Self::Need => NEED,
            Self::Result => RESULT,
            Self::Refused => REFUSED,
            Self::Starve => STARVE,
            Self::Signals => SIGNALS,
            Self::Folder => FOLDER,
            Self::Mask => MASK,
            Self::Child => CHILD,
            Self::Forked => FORKED,
            Self::Elsewhere => ELSEWHERE,
            Self::Adapters => ADAPTERS,
            Self::Expect => EXPECT,
            Self::Has => HAS,
            Self::Second => SECOND,
            Self::SecondHas => SECOND_HAS,
            Self::Handle => HANDLE,
            Self::Keep => KEEP,
            Self::Messages => MESSAGES,
            Self::Turns => TURNS,
            Self::Granule => GRANULE,
            Self::Pools => POOLS,
            Self::Fill => FILL,
            Self::Copy => COPY,
            Self::Read => READ,
            Self::Hold => HOLD,
            Self::Busy => BUSY,
            Self::CountEntries => COUNT_ENTRIES,
            Self::CountLines => COUNT_LINES,
        }
    }
}

/// These parts and all that they need.
pub(super) fn text(used: &BTreeSet<Helper>) -> String {
    let mut all = used.clone();
    for helper in used {
        all.extend(helper.needs());
    }
    Helper::ALL.into_iter().filter(|helper| all.contains(helper)).map(Helper::text).collect()
}
