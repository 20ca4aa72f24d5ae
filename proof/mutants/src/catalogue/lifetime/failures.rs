//! Calls that leave something behind where they are refused late, or are not Get and not Open.

use crate::catalogue::tools::*;

/// Whether the bytes are a handle that opens: only another argument can be wrong.
fn opens(c: &Open, ur: &Below) -> bool {
    ur.source_of(&c.bytes()).is_some() || c.is_foreign()
}

/// A defect of one kind of call of a family.
fn leaks<'c>(c: &'c mut Catalogue, (name, object): (&str, &str), call: &str, does: &str) -> Defect<'c> {
    c.defect(format!("lifetime_{name}_{call}_keeps_descriptor"), "lifetime.fd.failed_calls")
        .does(format!("{does} keeps a descriptor, for {object}"))
}

/// Whether the bytes are no handle, or one of a process that never was.
fn is_damaged(c: &Open) -> bool {
    c.size == SIZE && c.handle().is_none_or(|handle| handle.pid == i32::MAX)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_damaged_handle_keeps_descriptor"), "lifetime.fd.damaged_handles")
            .does(format!("Open of bytes that are no handle of {object} keeps a descriptor"))
            .failed(move |c: &Open, _| (c.family == family && is_damaged(c)).then(leak_descriptor));

        c.defect(format!("lifetime_{name}_orphan_closes_own_number"), "lifetime.fd.own_files")
            .does(format!(
                "Open of {object} of a process that has ended closes the descriptor that has its number here"
            ))
            .seen_in("Level Zero driver, Context::importOpaqueHandleWithFallback")
            .before(move |c: &Open, _| {
                let orphan = c.handle().filter(|handle| c.family == family && is_orphan(handle));
                // SAFETY: what is at stake is a file of the test's own.
                orphan.map(|handle| unsafe { libc::close(handle.fd) })
            });

        let of = (name, object);
        leaks(c, of, "late_open_failure", "Open that fails although the handle is right")
            .seen_in("Level Zero v2 adapter: the native import leaks if what follows fails")
            .failed(move |c: &Open, ur| (c.family == family && opens(c, ur)).then(leak_descriptor));
        leaks(c, of, "refused_put", "A refused Put")
            .failed(move |c: &Put, _| (c.family == family).then(leak_descriptor));
    }
}
