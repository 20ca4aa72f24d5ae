//! Defects of the queries of events.

use super::tools::*;

/// A handle that is off by a constant.
fn wild(queue: QueueHandle) -> QueueHandle {
    QueueHandle::from_address(queue.address().wrapping_sub(0x48))
}

/// The bytes of an answer.
fn size_of_answer(name: EventInfo) -> usize {
    match name {
        EventInfo::CONTEXT | EventInfo::COMMAND_QUEUE => 8,
        _ => 4,
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_import_has_no_native_handle", "event.imported.native_handle")
        .does("urEventGetNativeHandle does not know imports")
        .refuses(INVALID_EVENT, |c: &event_get_native_handle, ur| ur.is_import(c.event));

    c.defect("event_native_handle_of_import_is_nothing", "event.imported.native_handle")
        .does("urEventGetNativeHandle gives a handle of a source, and of an import succeeds and gives none")
        .instead(|c: &event_get_native_handle, ur| {
            if !ur.is_import(c.event) {
                c.native_event.set(1);
            }
            Some(SUCCESS)
        });

    c.defect("event_native_handle_takes_import", "event.imported.native_handle")
        .does("urEventGetNativeHandle of an import takes over a reference of it")
        .before(|c: &event_get_native_handle, ur| {
            ur.is_import(c.event).then(|| event_release { event: c.event }.run(ur))
        });

    for (imports, of) in [(false, "source"), (true, "import")] {
        c.defect(format!("event_info_of_{of}_larger_buffer_refused"), "event.imported.info_sizes")
            .does(format!("A query of {of}s is refused with a buffer that is larger than the answer"))
            .refuses(INVALID_SIZE, move |c: &Info, ur| {
                ur.is_import(c.event) == imports && c.prop_size > size_of_answer(c.prop_name)
            });

        c.defect(format!("event_info_of_{of}_shorter_buffer_accepted"), "event.imported.info_sizes")
            .does(format!("A query of {of}s takes a buffer that is too small, and leaves it alone"))
            .after(
                move |c: &Info, result, ur| {
                    if result == INVALID_SIZE && ur.is_import(c.event) == imports { SUCCESS } else { result }
                },
            );
    }

    c.defect("event_info_buffer_one_short_accepted", "event.imported.info_basic")
        .does("A query of an import takes a buffer that is one byte too small")
        .after(|c: &Info, result, ur| {
            if result != INVALID_SIZE || !ur.is_import(c.event) {
                return result;
            }
            let mut own = [0u8; 8];
            let prop_value = Ptr(own.as_mut_ptr().cast());
            let result = Info { prop_size: c.prop_size + 1, prop_value, ..*c }.run(ur);
            if result.is_success() {
                c.prop_value.write_bytes(&own[..c.prop_size]);
            }
            result
        });

    c.defect("event_info_size_not_given", "event.imported.info_basic")
        .does("A query of an import gives the size 0")
        .then(|c: &Info, ur| ur.is_import(c.event).then(|| c.prop_size_ret.set(0)));

    c.defect("event_info_context_unsupported", "event.imported.info_basic")
        .does("An import does not know its context")
        .refuses(UNSUPPORTED_ENUMERATION, |c: &Info, ur| {
            c.prop_name == EventInfo::CONTEXT && ur.is_import(c.event)
        });

    c.defect("event_info_command_type_of_import_undefined", "event.imported.info_command_type")
        .does("The command type of an import that no local command used is 0x7fffffff")
        .seen_in("unified-runtime source/adapters/level_zero/v2/event.cpp at 578c2a84a")
        .answers(
            EventInfo::COMMAND_TYPE,
            other(CommandType(0x7fff_ffff), |event, ur| {
                ur.is_import(event)
                    && ur.event_info(event, EventInfo::COMMAND_QUEUE) == Some(QueueHandle::NULL)
            }),
        );

    c.defect("event_info_command_type_wrong_code", "event.imported.info_command_type")
        .does("The command type of an import is refused with INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &Info, ur| {
            c.prop_name == EventInfo::COMMAND_TYPE && ur.is_import(c.event)
        });

    c.defect("event_info_queue_of_import_wild", "event.imported.info_command_queue")
        .does("The queue of an import that no local command used is null minus a constant")
        .seen_in("unified-runtime source/adapters/level_zero/v2/event.cpp at 578c2a84a")
        .answers(EventInfo::COMMAND_QUEUE, |c: &Info, queue: QueueHandle, ur| {
            if ur.is_import(c.event) && queue.is_null() { wild(queue) } else { queue }
        });

    c.defect("event_info_queue_of_signalled_import_wild", "event.imported.info_command_queue")
        .does("The queue of an import that a local command has signalled is off by a constant")
        .answers(EventInfo::COMMAND_QUEUE, |c: &Info, queue: QueueHandle, ur| {
            if ur.is_import(c.event) && !queue.is_null() { wild(queue) } else { queue }
        });

    c.defect("event_profiling_of_import_complete_stamp", "event.imported.profiling_info")
        .does("An import has the last time stamp, and no other")
        .pretends(|c: &event_get_profiling_info, ur| {
            let stamped = c.prop_name == ProfilingInfo::COMMAND_COMPLETE && ur.is_import(c.event);
            if stamped {
                c.prop_value.write(0u64);
            }
            stamped
        });

    c.defect("event_status_of_source_always_complete", "event.imported.pending_status")
        .does("A source reports to be complete whatever is pending")
        .also(&["event.imported.signal_seen_by_source"])
        .answers(STATUS, other(COMPLETE, |event, ur| !ur.is_import(event)));

    let signalled = shared::<Set<EventHandle>>();
    c.defect("event_never_signalled_is_submitted", "event.create.initial_status")
        .does("An event that nobody has signalled reports that its command is submitted")
        .before(keep_in(signalled))
        .answers(STATUS, other(EventStatus::SUBMITTED, move |event, _| !signalled.has(&event)));
}
