//! Effects of undefined calls on their callers.

use crate::variants::tools::*;
use std::process;

pub(super) fn variants(c: &mut Catalogue) {
    let undefined = || {
        format!(
            "{YML}, the Put functions: each releases a handle; of one that was put, or of a copy of its \
             bytes, nothing is said; {MISUSE}"
        )
    };
    c.variant("put_twice_crashes", undefined())
        .of(&["lifetime.put.misuse"])
        .does("a second Put of a handle ends the process")
        .before(|c: &Put, ur| {
            if ur.export_at(c.data).is_some_and(|export| !export.lives) {
                process::abort();
            }
        });

    c.variant("put_of_a_copy_is_put", undefined())
        .of(&["lifetime.put.misuse"])
        .does("Put of a copy of a handle's bytes puts the handle")
        .after(|c: &Put, result, ur| {
            if c.context.is_null() || c.data.is_null() || result != INVALID_VALUE {
                return result;
            }
            let exports = ur.exports(c.family);
            let copied = exports.iter().find(|export| export.bytes == c.data.bytes(export.bytes.len()));
            copied.map_or(result, |export| Put { data: export.data, ..*c }.run(ur))
        });

    c.variant(
        "import_tells_no_context_that_is_gone",
        "context.yml, urContextRelease: \"Releases the context handle reference indicating end of its \
         usage\"; what an object that is left in it says of its context is not said",
    )
    .of(&["lifetime.context.release_before_object"])
    .does("an event whose context was released says that it has none")
    .answers(EventInfo::CONTEXT, |_: &event_get_info, context: ContextHandle, ur| {
        if ur.devices_of(context).is_empty() { ContextHandle::NULL } else { context }
    });
}
