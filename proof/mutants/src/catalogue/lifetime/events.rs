//! Events, imports and handles that depend on each other's lives.

use crate::catalogue::tools::*;

/// Whether the source in this process of an import was released.
fn is_orphan(event: EventHandle, ur: &Below) -> bool {
    ur.source_of_import(event).is_some_and(|source| ur.was_released(Event, source))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("lifetime_event_import_release_refused", "lifetime.event.final_release")
        .does("The release of an import is refused: it is to be closed")
        .refuses(INVALID_OPERATION, |c: &event_release, ur| ur.is_import(c.event));

    c.defect("lifetime_event_import_release_ends_exports", "lifetime.event.final_release")
        .does("After the release of an import its source cannot be exported")
        .refuses(INVALID_EVENT, |_: &ipc_get_event_handle_exp, ur| {
            ur.all_imports(Event).iter().any(|import| !import.lives)
        });

    c.defect("lifetime_event_import_release_ends_handle", "lifetime.event.final_release")
        .does("After the release of an import its process cannot open the handle again")
        .refuses(INVALID_VALUE, |c: &Open, ur| {
            let (imports, bytes) = (ur.all_imports(Event), c.bytes());
            c.family == Event && imports.iter().any(|import| !import.lives && import.bytes == bytes)
        });

    c.defect("lifetime_event_import_release_releases_source", "lifetime.event.final_release")
        .does("The release of an import takes a reference of its source in the same process")
        .before(|c: &event_release, ur| {
            if let Some(source) = ur.source_of_import(c.event) {
                event_release { event: EventHandle(source.0) }.run(ur);
            }
        });

    c.defect("lifetime_event_imported_at_wait", "lifetime.event.import_survives_source")
        .does("An event is imported anew by each wait, which fails when source and handle are gone")
        .seen_in("Level Zero driver, which imports counter memory anew")
        .instead(|c: &event_wait, ur| {
            c.events().into_iter().filter_map(|event| ur.import(event)).find_map(|import| {
                let mut again = Ptr::NULL;
                let (data, size) = (Ptr(import.bytes.as_ptr().cast_mut().cast()), import.bytes.len());
                let (context, device, object) = (import.context, DeviceHandle::NULL, Out::of(&mut again));
                let result = Open { family: Event, context, device, data, size, object }.run(ur);
                if result.is_success() {
                    event_release { event: EventHandle(again.0) }.run(ur);
                }
                (!result.is_success()).then_some(result)
            })
        });

    c.defect("lifetime_event_source_release_resets_import", "lifetime.event.import_survives_source")
        .does("An import is pending again after the release of its source in the same process")
        .answers(EventInfo::COMMAND_EXECUTION_STATUS, |c: &event_get_info, status, ur| {
            if is_orphan(c.event, ur) { EventStatus::SUBMITTED } else { status }
        });

    c.defect("lifetime_event_put_after_source_refused", "lifetime.event.put_after_release")
        .does("Put is refused after the release of the source")
        .refuses(INVALID_EVENT, |c: &ipc_put_event_handle_exp, ur| {
            ur.export_at(c.handle_data).is_some_and(|export| ur.was_released(Event, export.source))
        });

    c.defect("lifetime_event_exported_source_in_use", "lifetime.event.put_after_release")
        .does("The release of a source is refused while it has handles")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &event_release, ur| {
            ur.exports(Event).iter().any(|export| export.source == c.event.into())
        });

    c.defect("lifetime_event_import_release_after_source_refused", "lifetime.event.release_order")
        .does("The release of an import is refused after that of its source")
        .refuses(INVALID_EVENT, |c: &event_release, ur| is_orphan(c.event, ur));

    let released = shared::<Kept<Vec<_>>>();
    c.defect("lifetime_event_exported_is_recycled", "lifetime.event.not_recycled")
        .does("A released event is kept in a pool, and the next one created is the same")
        .seen_in("intel/llvm PR 22445, review")
        .pretends(move |c: &event_release, ur| {
            let ends = ur.is_source(c.event) && !ur.was_released(Event, c.event);
            if ends {
                released.lock().push(c.event);
            }
            ends
        })
        .pretends(move |c: &event_create_exp, _| {
            let of_pool = c.event_desc.get().is_some_and(|desc| desc.flags == ExpEventFlags::IPC_EXP);
            let mut pool = released.lock();
            let pooled = pool.pop_if(|_| of_pool && !c.event.is_null());
            pooled.inspect(|event| c.event.set(*event)).is_some()
        });
}
