//! Defects with a producer that may not be inspected.
//!
//! Whether the host backend may inspect it all the same depends on the privileges of the run. So these
//! producers say themselves that they may not be, by a mark in the handle, which a right Open would not see.

use crate::catalogue::tools::*;
use caps::{CapSet, Capability};

/// True if others may inspect this process.
fn is_dumpable() -> bool {
    // SAFETY: the option has no arguments.
    unsafe { libc::prctl(libc::PR_GET_DUMPABLE) != 0 }
}

/// Marks the handles of a process that may not be inspected: their last byte, part of a checksum.
fn marked(family: Family) -> impl Fn(Defect<'_>) -> Defect<'_> {
    move |defect| {
        defect.then(move |c: &Get, _| {
            if let (Some(data), Some(size)) = (c.data.get(), c.size.get())
                && c.family == family
                && !is_dumpable()
            {
                data.at(size - 1).invert();
            }
        })
    }
}

/// A marked handle without its mark.
fn unmarked(c: &Open) -> Option<Vec<u8>> {
    let mut bytes = c.bytes();
    let last = bytes.last_mut()?;
    *last = !*last;
    handle(c.family, &bytes).map(|_| bytes)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in [(Memory, "memory", "USM"), (Physical, "physical", "physical")] {
        c.defect(format!("cross_{name}_made_without_permission_is_lost"), "cross_process.ptrace_denied")
            .does(format!(
                "A handle of {object} memory from the time without the permission opens at no time"
            ))
            .with(marked(family));
    }

    c.defect("cross_memory_denied_open_writes", "cross_process.ptrace_denied")
        .does("Open of USM memory without the permission fails and gives a pointer")
        .with(marked(Memory))
        .instead(|c: &Open, ur| {
            let result = c.run_with(&unmarked(c)?, ur);
            Some(if result.is_success() { INVALID_ARGUMENT } else { result })
        });

    let opens = Counter::default();
    c.defect("cross_physical_denied_open_succeeds", "cross_process.ptrace_denied")
        .does("Open of physical memory without the permission succeeds and gives nothing")
        .with(marked(Physical))
        .instead(move |c: &Open, ur| {
            let bytes = unmarked(c)?;
            Some(if opens.next() == 0 { c.give(Ptr::NULL) } else { c.run_with(&bytes, ur) })
        });

    let denied = Counter::default();
    c.defect("cross_event_denied_open_breaks_open", "cross_process.ptrace_denied")
        .does("After an Open of an event without the permission nothing is opened any more")
        .with(marked(Event))
        .instead(move |c: &Open, ur| {
            if c.family == Event && denied.get() > 0 {
                return Some(INVALID_VALUE);
            }
            let bytes = unmarked(c)?;
            denied.next();
            Some(c.run_with(&bytes, ur))
        });

    c.defect("cross_physical_denied_open_crashes", "cross_process.ptrace_denied")
        .does("Open of physical memory without the permission aborts")
        .with(marked(Physical))
        .aborts(|c: &Open, _| unmarked(c).is_some());

    c.defect("cross_open_needs_capability", "cross_process.ptrace_not_granted")
        .does("Open fails without CAP_SYS_PTRACE, whatever the producer allows")
        .refuses(INVALID_ARGUMENT, |_: &Open, _| {
            !caps::has_cap(None, CapSet::Effective, Capability::CAP_SYS_PTRACE).unwrap_or(false)
        });

    denials(c);
}

/// True if the system denies `pidfd_getfd`, tried on this process itself.
fn getfd_is_denied() -> bool {
    // SAFETY: system calls with integers; what they open is closed.
    unsafe {
        let own = libc::syscall(libc::SYS_pidfd_open, libc::getpid(), 0);
        let copy = libc::syscall(libc::SYS_pidfd_getfd, own, own, 0);
        for opened in [own, copy] {
            libc::close(opened as i32);
        }
        copy < 0
    }
}

/// Defects in a process to which `pidfd_getfd` is denied.
fn denials(c: &mut Catalogue) {
    const REQUIREMENT: &str = "cross_process.getfd_denied";
    c.defect("cross_memory_open_without_getfd_gives_other", REQUIREMENT)
        .does("Open gives new memory where pidfd_getfd is denied")
        .instead(|c: &Open, ur| {
            let size = c.handle().filter(|handle| handle.family == Memory && getfd_is_denied())?.size;
            Some(c.give(ur.allocate(c.context, size as usize)))
        });

    c.defect("cross_physical_open_without_getfd_leaks", REQUIREMENT)
        .does("Open of physical memory loses a descriptor where pidfd_getfd is denied")
        .leaks(|c: &Open, _| c.family == Physical && getfd_is_denied());

    c.defect("cross_event_open_without_getfd_crashes", REQUIREMENT)
        .does("Open of an event aborts where pidfd_getfd is denied")
        .aborts(|c: &Open, _| c.family == Event && getfd_is_denied());
}
