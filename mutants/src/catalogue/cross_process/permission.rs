//! What goes wrong with a producer that may not be inspected.
//!
//! Whether the host backend may inspect it all the same depends on the privileges of the run. So these
//! producers say themselves that they may not be, by a mark in the handle, which a right Open would not see.

use super::sharing::{Defect, Events, Get, Memory, Open, Physical, make};
use crate::catalogue::tools::Known;
use crate::{Legacy as Mutant, Manner};
use std::process;
use ur_ipc_api::UrResult;

const REQUIREMENT: &[&str] = &["cross_process.ptrace_denied"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_made_without_permission_is_lost",
        "A handle of USM memory from the time without the permission opens at no time",
        REQUIREMENT,
        make::<Memory, MadeWithoutIsLost>,
    ),
    Mutant::new(
        "cross_physical_made_without_permission_is_lost",
        "A handle of physical memory from the time without the permission opens at no time",
        REQUIREMENT,
        make::<Physical, MadeWithoutIsLost>,
    ),
    Mutant::new(
        "cross_event_made_without_permission_is_lost",
        "A handle of an event from the time without the permission opens at no time",
        REQUIREMENT,
        make::<Events, MadeWithoutIsLost>,
    ),
    Mutant::new(
        "cross_memory_denied_open_writes",
        "Open of USM memory without the permission fails and gives a pointer",
        REQUIREMENT,
        make::<Memory, DeniedOpenWrites>,
    ),
    Mutant::new(
        "cross_physical_denied_open_succeeds",
        "Open of physical memory without the permission succeeds and gives nothing",
        REQUIREMENT,
        make::<Physical, DeniedOpenSucceeds>,
    ),
    Mutant::new(
        "cross_event_denied_open_breaks_open",
        "After an Open of an event without the permission nothing is opened any more",
        REQUIREMENT,
        make::<Events, DeniedOpenBreaksOpen>,
    ),
    Mutant::new(
        "cross_physical_denied_open_crashes",
        "Open of physical memory without the permission aborts",
        REQUIREMENT,
        make::<Physical, DeniedOpenCrashes>,
    )
    .by(Manner::Crash),
];

/// Whether others may inspect this process.
fn is_dumpable() -> bool {
    // SAFETY: the option has no arguments.
    unsafe { libc::prctl(libc::PR_GET_DUMPABLE) != 0 }
}

/// Marks the handle of a process that may not be inspected: its last byte, which is part of its checksum.
fn get_marked(call: &Get<'_>) -> UrResult {
    let result = call.run();
    if result.is_success() && !is_dumpable() {
        // SAFETY: written by the successful call; the host backend never reads the bytes back.
        unsafe { flip_last(call.data.read().cast::<u8>(), call.size.read()) };
    }
    result
}

/// Sets or removes the mark.
///
/// # Safety
/// There are so many bytes, which can be written.
unsafe fn flip_last(bytes: *mut u8, size: usize) {
    // SAFETY: this function's contract.
    unsafe { *bytes.add(size - 1) ^= 0xff };
}

/// Opens without the mark; true for handles that have it.
fn open_unmarked(call: &Open<'_>) -> (UrResult, bool) {
    let result = call.run();
    let Some(bytes) = call.bytes().filter(|_| !result.is_success()) else { return (result, false) };
    let mut unmarked = bytes.to_vec();
    // SAFETY: the handle has a last byte.
    unsafe { flip_last(unmarked.as_mut_ptr(), unmarked.len()) };
    let again = Open { data: unmarked.as_mut_ptr().cast(), ..*call }.run();
    (again, again.is_success())
}

/// Defines a defect: what Open gives, with what it gave and whether the handle is marked.
macro_rules! marked {
    ($defect:ident, |$this:ident, $call:ident, $result:ident, $is_marked:ident| $body:expr) => {
        #[derive(Default)]
        struct $defect {
            broken: Known,
        }

        impl Defect for $defect {
            fn get(&self, call: &Get<'_>) -> UrResult {
                get_marked(call)
            }

            fn open(&self, $call: &Open<'_>) -> UrResult {
                let $this = &self.broken;
                if self.broken.has(0) {
                    return UrResult::ERROR_INVALID_VALUE;
                }
                let ($result, $is_marked) = open_unmarked($call);
                $body
            }
        }
    };
}

#[derive(Default)]
struct MadeWithoutIsLost;

impl Defect for MadeWithoutIsLost {
    fn get(&self, call: &Get<'_>) -> UrResult {
        get_marked(call)
    }
}

marked!(DeniedOpenWrites, |_broken, call, result, is_marked| if is_marked {
    UrResult::ERROR_INVALID_ARGUMENT
} else {
    result
});

marked!(DeniedOpenSucceeds, |broken, call, result, is_marked| if is_marked && broken.add(1) {
    call.give(0)
} else {
    result
});

marked!(DeniedOpenBreaksOpen, |broken, call, result, is_marked| {
    if is_marked {
        broken.add(0);
    }
    result
});

marked!(DeniedOpenCrashes, |_broken, call, result, is_marked| {
    if is_marked {
        process::abort();
    }
    result
});
