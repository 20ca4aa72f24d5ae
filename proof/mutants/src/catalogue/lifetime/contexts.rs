//! What the release of a context, and of everything, does to imports and handles.

use super::FAMILIES;
use crate::Manner;
use crate::catalogue::Catalogue;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::*;
use crate::layer::{Below, Import, Ptr};
use std::process;
use ur_ipc_api::{ContextHandle, UrResult, UsmAllocInfo};

/// A number that is no code of UR's.
const UNKNOWN_CODE: UrResult = UrResult(0x0bad_c0de);

/// Whether a context was released.
fn is_gone(context: ContextHandle, ur: &Below) -> bool {
    ur.devices_of(context).is_empty()
}

/// Whether this is an import whose context was released.
fn is_orphan(object: impl Into<Ptr>, ur: &Below) -> bool {
    ur.import(object).is_some_and(|import| is_gone(import.context, ur))
}

/// All that is imported.
fn imports(ur: &Below) -> Vec<Import> {
    FAMILIES.iter().flat_map(|(family, ..)| ur.imports(*family)).collect()
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect(
        "lifetime_event_release_needs_context",
        "An import cannot be released after the context that it was opened in",
    )
    .violates(&["lifetime.context.release_before_object"])
    .refuses(INVALID_CONTEXT, |c: &event_release, ur| is_orphan(c.event, ur));

    c.defect(
        "lifetime_event_release_crashes_without_context",
        "The release of an import uses the context that it was opened in, which is gone",
    )
    .violates(&["lifetime.context.release_before_object"])
    .by(Manner::Crash)
    .seen_in("Level Zero v2 adapter, which keeps a raw pointer to the context")
    .before(|c: &event_release, ur| {
        if is_orphan(c.event, ur) {
            process::abort();
        }
    });

    c.defect(
        "lifetime_physical_release_needs_context",
        "An imported object cannot be released after the context that it was opened in",
    )
    .violates(&["lifetime.context.release_before_object"])
    .refuses(INVALID_CONTEXT, |c: &physical_mem_release, ur| is_orphan(c.physical_mem, ur));

    c.defect(
        "lifetime_physical_close_without_context_unknown_code",
        "Close in a context that is gone answers with a number that is no code of UR's",
    )
    .violates(&["lifetime.context.release_before_object"])
    .refuses(UNKNOWN_CODE, |c: &ipc_close_phys_mem_handle_exp, ur| is_orphan(c.phys_mem, ur));

    c.defect(
        "lifetime_memory_close_without_context_unknown_code",
        "Close of USM memory in a context that is gone answers with a number that is no code of UR's",
    )
    .violates(&["lifetime.context.release_before_object"])
    .refuses(UNKNOWN_CODE, |c: &ipc_close_mem_handle_exp, ur| is_orphan(c.mem, ur));

    c.defect(
        "lifetime_memory_close_crashes_without_context",
        "Close of USM memory uses the context that it was opened in, which is gone",
    )
    .violates(&["lifetime.context.release_before_object"])
    .by(Manner::Crash)
    .before(|c: &ipc_close_mem_handle_exp, ur| {
        if is_orphan(c.mem, ur) {
            process::abort();
        }
    });

    c.defect(
        "lifetime_context_release_breaks_open",
        "After a context was released with an import in it, no other one opens anything",
    )
    .violates(&["lifetime.context.release_before_object"])
    .refuses(INVALID_CONTEXT, |_: &Open, ur| {
        FAMILIES
            .iter()
            .flat_map(|(family, ..)| ur.all_imports(*family))
            .any(|import| is_gone(import.context, ur))
    });

    c.defect(
        "lifetime_teardown_crashes_with_imports",
        "The release of the adapter crashes while something imported is open",
    )
    .violates(&["lifetime.teardown.outstanding"])
    .by(Manner::Crash)
    .before(|_: &adapter_release, ur| {
        if !imports(ur).is_empty() {
            process::abort();
        }
    });

    c.defect(
        "lifetime_teardown_unknown_code",
        "The tear-down of the loader answers with a number that is no code of UR's while handles are held",
    )
    .violates(&["lifetime.teardown.outstanding"])
    .refuses(UNKNOWN_CODE, |_: &loader_tear_down, ur| {
        FAMILIES.iter().any(|(family, ..)| !ur.exports(*family).is_empty())
    });

    c.defect("lifetime_teardown_wipes_imports", "The release of the adapter zeroes memory that was imported")
        .violates(&["lifetime.teardown.outstanding"])
        .before(|_: &adapter_release, ur| {
            for Import { context, object, .. } in ur.imports(Memory) {
                let size = ur.alloc_info(context, object, UsmAllocInfo::SIZE).unwrap_or_default();
                ur.fill(context, object, 0, size);
            }
        });

    for (family, id, does) in [
        (Memory, "closes_memory", "closes the memory that is open in others"),
        (Physical, "closes_physical", "closes the physical memory that is open in others"),
        (Event, "ends_events", "releases the events that were opened in others"),
    ] {
        c.defect(
            format!("lifetime_context_release_{id}_of_others"),
            format!("The release of a context {does}"),
        )
        .violates(&["lifetime.context.release_beside"])
        .before(move |_: &context_release, ur| {
            for Import { context, object, .. } in ur.imports(family) {
                Close { family, context, object }.run(ur);
            }
        });
    }

    for (family, name, objects) in [(Memory, "memory", "memory"), (Physical, "physical", "physical memory")] {
        c.defect(
            format!("lifetime_context_release_puts_{name}_of_others"),
            format!("The release of a context puts the handles of {objects} of others"),
        )
        .violates(&["lifetime.context.release_beside"])
        .before(move |_: &context_release, ur| {
            for export in ur.exports(family) {
                Put { family, context: export.context, data: export.data }.run(ur);
            }
        })
        .after(|c: &Put, result, ur| if ur.export_at(c.data).is_some() { SUCCESS } else { result });
    }
}
