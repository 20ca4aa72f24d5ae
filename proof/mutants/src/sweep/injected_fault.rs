//! The call that goes wrong, and its manner.

use super::{sycl, unified_runtime};
use std::fmt;
use std::ptr::null_mut;
use std::str::FromStr;

/// The way in which a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// It does nothing, and fails with a code that nobody knows.
    Fails,
    /// It does nothing, and says that it was done.
    Pretends,
    /// It is made, and what it gives first is changed; one that fails gives something nevertheless.
    Spoils,
    /// The same of what it gives last.
    SpoilsLast,
    /// It is made, and gives what the call of this entry point before it gave: of Unified Runtime's, a handle or pointer.
    Repeats,
    /// From this call on, each of the entry point leaves a descriptor behind.
    Leaks,
    /// The same with a mapping.
    LeaksMapping,
}

impl FaultKind {
    const NAMES: [(Self, &str); 7] = [
        (Self::Fails, "fails"),
        (Self::Pretends, "pretends"),
        (Self::Spoils, "spoils"),
        (Self::SpoilsLast, "spoils-last"),
        (Self::Repeats, "repeats"),
        (Self::Leaks, "leaks"),
        (Self::LeaksMapping, "leaks-mapping"),
    ];

    /// Leaves behind what the call of this number is to leave, if it is.
    pub(super) fn leave_behind(self, number: u32) {
        match self {
            // SAFETY: a new descriptor of the standard input, which disturbs nobody.
            Self::Leaks => _ = unsafe { libc::dup(0) },
            Self::LeaksMapping => {
                // Two beside each other must differ, or they are one.
                let access = if number.is_multiple_of(2) { libc::PROT_READ } else { libc::PROT_NONE };
                let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
                // SAFETY: a new mapping, which disturbs nobody.
                unsafe { libc::mmap(null_mut(), 4096, access, kind, -1, 0) };
            }
            _ => {}
        }
    }
}

/// One call of an entry point by all processes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InjectedFault {
    /// The way in which it goes wrong.
    pub kind: FaultKind,
    /// Index into the entry points of Unified Runtime, then the functions of SYCL.
    pub entry: usize,
    /// From 1.
    pub call: u32,
}

impl fmt::Display for InjectedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, kind) = FaultKind::NAMES[self.kind as usize];
        write!(f, "{kind}:{}:{}", ENTRY_POINTS[self.entry].name, self.call)
    }
}

impl FromStr for InjectedFault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not kind:entry point:call");
        let mut parts = text.split(':');
        let kind = parts.next().and_then(|name| FaultKind::NAMES.iter().find(|(_, known)| *known == name));
        let &(kind, _) = kind.ok_or_else(wrong)?;
        let name = parts.next().ok_or_else(wrong)?;
        let entry = ENTRY_POINTS.iter().position(|entry| entry.name == name).ok_or_else(wrong)?;
        let call = parts.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
        Ok(Self { kind, entry, call })
    }
}

/// An entry point of Unified Runtime, or a function of SYCL.
#[derive(Clone, Copy)]
pub(super) struct EntryPoint {
    pub name: &'static str,
    /// Whether a test can observe a fault of this kind.
    pub can_observe: fn(FaultKind) -> bool,
}

/// The index of SYCL's first function among [`ENTRY_POINTS`].
pub(super) const SYCL: usize = unified_runtime::ENTRY_POINTS.len();

const COUNT: usize = SYCL + sycl::FUNCTIONS.len();

/// All of them: those of Unified Runtime in the order of its contract, then those of SYCL in the order of theirs.
pub(super) const ENTRY_POINTS: [EntryPoint; COUNT] = {
    let mut all = [sycl::FUNCTIONS[0]; COUNT];
    let mut index = 0;
    while index < COUNT {
        all[index] =
            if index < SYCL { unified_runtime::ENTRY_POINTS[index] } else { sycl::FUNCTIONS[index - SYCL] };
        index += 1;
    }
    all
};
