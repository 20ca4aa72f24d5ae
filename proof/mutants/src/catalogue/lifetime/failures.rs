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

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        let of = (name, object);
        leaks(c, of, "late_open_failure", "Open that fails although the handle is right")
            .seen_in("Level Zero v2 adapter: the native import leaks if what follows fails")
            .failed(move |c: &Open, ur| (c.family == family && opens(c, ur)).then(leak_descriptor));
        leaks(c, of, "refused_put", "A refused Put")
            .failed(move |c: &Put, _| (c.family == family).then(leak_descriptor));
    }
}
