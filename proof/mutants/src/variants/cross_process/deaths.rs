//! Imports after the end of their exporter.

use crate::variants::tools::*;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// True if the process that exported an import is gone.
fn is_orphan(import: &Import) -> bool {
    let exporter = handle(import.family, &import.bytes).map(|handle| handle.pid);
    exporter.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists())
}

/// True if a range begins in an import whose exporter is gone.
fn is_in_orphan(at: Ptr, ur: &Below) -> bool {
    ur.imports(Memory).iter().filter(|import| is_orphan(import)).any(|import| {
        let size = handle(Memory, &import.bytes).map_or(0, |handle| (handle.size - handle.offset) as usize);
        (import.object..import.object.at(size)).contains(&at)
    })
}

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "memory_of_ended_process_is_gone",
        "sycl_ext_oneapi_inter_process_communication, open: the pointer \"is no longer valid if the \
         associated USM device memory is freed through a call to the `sycl::free` function\"; of memory \
         whose process has ended neither it nor UR says anything",
    )
    .of(&["cross_process.memory.producer_exit_while_open", "sycl.memory.producer_dies"])
    .does("copies and fills of memory whose exporter has ended are refused")
    .refuses(INVALID_VALUE, |c: &enqueue_usm_memcpy, ur| is_in_orphan(c.src, ur) || is_in_orphan(c.dst, ur))
    .refuses(INVALID_VALUE, |c: &enqueue_usm_fill, ur| is_in_orphan(c.mem, ur));

    let signalled = shared::<Set<EventHandle>>();
    let lost = move |event: EventHandle, ur: &Below| {
        let orphan = ur.import(event).is_some_and(|import| is_orphan(&import));
        orphan && !signalled.has(&event) && !ur.is_complete(event)
    };
    c.variant(
        "event_of_ended_process_is_an_error",
        "event.yml, urEventWait: IN_EVENT_LIST_EXEC_STATUS, \"An event in `phEventWaitList` has UR_EVENT_STATUS_ERROR\"; what \
         becomes of a signal whose process has ended is not said",
    )
    .of(&["cross_process.event.producer_death"])
    .does("an import that its exporter has left pending has the status ERROR, and waits for it fail")
    .then(move |c: &enqueue_events_wait_with_barrier_ext, _| signalled.add(c.event.get().unwrap_or_default()))
    .before(move |c: &event_release, ur| {
        if ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32) {
            signalled.remove(&c.event);
        }
    })
    .answers(EventInfo::COMMAND_EXECUTION_STATUS, move |c: &event_get_info, told: EventStatus, ur| {
        if lost(c.event, ur) { EventStatus::ERROR } else { told }
    })
    .instead(move |c: &event_wait, ur| {
        let imports: Vec<_> = c.events().into_iter().filter(|event| ur.is_import(*event)).collect();
        while imports.iter().any(|event| !ur.is_complete(*event)) {
            if imports.iter().any(|event| lost(*event, ur)) {
                return Some(IN_EVENT_LIST_EXEC_STATUS);
            }
            sleep(Duration::from_millis(1));
        }
        None
    });
}
