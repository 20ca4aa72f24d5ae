//! Queries of events, and waits, that go wrong in some situations only.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let asked = Notes::<EventHandle, usize>::default();
    c.defect("event_status_wrong_after_65536_queries", "event.imported.info_basic")
        .does("The 65,537th query of the status of an import says that it is pending")
        .answers(EventInfo::COMMAND_EXECUTION_STATUS, move |c: &event_get_info, status, ur| {
            let wraps = ur.is_import(c.event) && asked.count(c.event) == 1 << 16;
            if wraps { EventStatus::SUBMITTED } else { status }
        });

    let held = shared::<Counter>();
    c.defect("event_times_beside_held_work", "event.imported.profiling_info")
        .does("There are times of an import while work is held back: those of that work")
        .before(|_: &enqueue_host_task_exp, _| held.next())
        .instead(|c: &event_get_profiling_info, ur| {
            (held.get() > 0 && ur.is_import(c.event)).then_some(UrResult::SUCCESS)
        });

    let native = Notes::<EventHandle, usize>::default();
    c.defect("event_native_handles_run_out", "event.imported.native_handle")
        .does("Each query of a native handle takes one of 65,536 places")
        .refuses(OUT_OF_RESOURCES, move |c: &event_get_native_handle, _| native.count(c.event) >= 1 << 16);

    let waits = Notes::<EventHandle, usize>::default();
    c.defect("event_waits_run_out", "event.imported.wait_all")
        .does("Each wait for an import takes one of 65,536 places")
        .refuses(OUT_OF_RESOURCES, move |c: &event_wait, ur| {
            c.events().first().is_some_and(|event| ur.is_import(*event) && waits.count(*event) >= 1 << 16)
        });
}
