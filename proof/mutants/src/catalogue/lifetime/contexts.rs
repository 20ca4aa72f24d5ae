//! Releases of a context, or of everything, that affect imports and handles.

use crate::catalogue::tools::*;

/// A number that is no code of UR's.
const UNKNOWN_CODE: UrResult = UrResult(0x0bad_c0de);

/// True if a context was released.
fn is_gone(context: ContextHandle, ur: &Below) -> bool {
    ur.devices_of(context).is_empty()
}

/// True if this is an import whose context was released.
fn is_orphan(object: impl Into<Ptr>, ur: &Below) -> bool {
    ur.import(object).is_some_and(|import| is_gone(import.context, ur))
}

/// All that is imported.
fn imports(ur: &Below) -> Vec<Import> {
    FAMILIES.iter().flat_map(|(family, ..)| ur.imports(*family)).collect()
}

/// Ends all imports of a family.
fn close_all(family: Family, ur: &Below) {
    for Import { context, object, .. } in ur.imports(family) {
        Close { family, context, object }.run(ur);
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("lifetime_event_release_needs_context", "lifetime.context.release_before_object")
        .does("An import cannot be released after the context that it was opened in")
        .refuses(INVALID_CONTEXT, |c: &event_release, ur| is_orphan(c.event, ur));

    c.defect("lifetime_event_release_crashes_without_context", "lifetime.context.release_before_object")
        .does("The release of an import uses the context that it was opened in, which is gone")
        .seen_in("Level Zero v2 adapter, which keeps a raw pointer to the context")
        .aborts(|c: &event_release, ur| is_orphan(c.event, ur));

    c.defect("lifetime_physical_release_needs_context", "lifetime.context.release_before_object")
        .does("An imported object cannot be released after the context that it was opened in")
        .refuses(INVALID_CONTEXT, |c: &physical_mem_release, ur| is_orphan(c.physical_mem, ur));

    c.defect("lifetime_context_release_breaks_open", "lifetime.context.release_before_object")
        .does("After a context was released with an import in it, no other one opens anything")
        .refuses(INVALID_CONTEXT, |_: &Open, ur| {
            FAMILIES
                .iter()
                .flat_map(|(family, ..)| ur.all_imports(*family))
                .any(|import| is_gone(import.context, ur))
        });

    c.defect("lifetime_teardown_crashes_with_imports", "lifetime.teardown.outstanding")
        .does("The release of the adapter crashes while something imported is open")
        .aborts(|_: &adapter_release, ur| !imports(ur).is_empty());

    c.defect("lifetime_teardown_unknown_code", "lifetime.teardown.outstanding")
        .does(
            "The tear-down of the loader answers with a number that is no code of UR's while handles are \
             held",
        )
        .refuses(UNKNOWN_CODE, |_: &loader_tear_down, ur| {
            FAMILIES.iter().any(|(family, ..)| !ur.exports(*family).is_empty())
        });

    c.defect("lifetime_teardown_wipes_imports", "lifetime.teardown.outstanding")
        .does("The release of the adapter zeroes memory that was imported")
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
        c.defect(format!("lifetime_context_release_{id}_of_others"), "lifetime.context.release_beside")
            .does(format!("The release of a context {does}"))
            .before(move |_: &context_release, ur| close_all(family, ur));
    }

    c.defect("lifetime_context_release_of_several_ends_imports", "lifetime.context.release_beside")
        .does("The release of one of several references to a context ends what was opened in it")
        .before(|c: &context_release, ur| {
            if ur.context_references(c.context) > 1 {
                for import in imports(ur).iter().filter(|import| import.context == c.context) {
                    let Import { family, context, object, .. } = *import;
                    Close { family, context, object }.run(ur);
                }
            }
        });

    adapter_released(c);

    for (family, name, objects) in [(Memory, "memory", "memory"), (Physical, "physical", "physical memory")] {
        c.defect(
            format!("lifetime_context_release_puts_{name}_of_others"),
            "lifetime.context.release_beside",
        )
        .does(format!("The release of a context puts the handles of {objects} of others"))
        .before(move |_: &context_release, ur| {
            for export in ur.exports(family) {
                Put { family, context: export.context, data: export.data }.run(ur);
            }
        })
        .after(|c: &Put, result, ur| if ur.export_at(c.data).is_some() { SUCCESS } else { result });
    }
}

/// Releases of the adapter that end what is there, though others hold it as well.
fn adapter_released(c: &mut Catalogue) {
    for (family, name, objects) in FAMILIES {
        c.defect(format!("lifetime_adapter_release_ends_{name}_imports"), "lifetime.adapter.released")
            .does(format!("The release of one reference to the adapter ends the imports of {objects}"))
            .before(move |_: &adapter_release, ur| close_all(family, ur));
    }

    let released = shared::<Counter>();
    c.defect("lifetime_adapter_release_ends_exporting", "lifetime.adapter.released")
        .does("Nothing is exported once a reference to the adapter was released")
        .then(move |_: &adapter_release, _| released.next())
        .refuses(UNINITIALIZED, move |_: &Get, _| released.get() > 0);
}
