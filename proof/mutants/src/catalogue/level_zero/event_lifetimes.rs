//! Drivers that do something wrong when events end.

use super::prelude::*;
use level_zero_sys::ze_event_counter_based_flags_t as Flags;

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_event_close_does_nothing", "lifetime.event.final_release")
        .does("zeEventCounterBasedCloseIpcHandle succeeds and keeps the import")
        .also(&["lifetime.host.cycles"])
        .seen_in("intel/llvm PRs 22445, 22366")
        .pretends(|_: &zeEventCounterBasedCloseIpcHandle, _| true);

    c.driver_defect("lz_driver_event_close_ends_source", "lifetime.event.final_release")
        .does("zeEventCounterBasedCloseIpcHandle in the exporting process destroys the exported event")
        .before(|c: &zeEventCounterBasedCloseIpcHandle, driver| {
            let closed = driver.object(c.hEvent);
            driver.end(closed.and_then(|event| driver.source_of(event.identity)));
        });

    c.driver_defect("lz_driver_event_close_ends_all", "event.open.multiple")
        .does("zeEventCounterBasedCloseIpcHandle ends every import of the event")
        .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| {
            driver.end(driver.twins(c.hEvent));
            !driver.is_import(c.hEvent)
        });

    c.driver_defect("lz_driver_event_destroy_does_nothing", "event.concurrent")
        .does("zeEventDestroy succeeds and destroys nothing")
        .pretends(|_: &zeEventDestroy, _| true);

    c.driver_defect("lz_driver_event_destroy_ends_imports", "lifetime.event.import_survives_source")
        .does("zeEventDestroy ends the imports of the event in its process")
        .before(|c: &zeEventDestroy, driver| driver.end(driver.twins(c.hEvent)))
        .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| !driver.is_import(c.hEvent));

    let free = shared::<Kept<Vec<Ptr>>>();
    c.driver_defect("lz_driver_event_is_recycled", "lifetime.event.not_recycled")
        .does(
            "zeEventCounterBasedCreate gives out an event again that was destroyed, with the page that \
             imports have",
        )
        .seen_in("intel/llvm PR 22445, review")
        .pretends(|c: &zeEventDestroy, driver| {
            let recycled = driver.is_exported(c.hEvent);
            recycled.then(|| free.lock().push(c.hEvent.into())).is_some()
        })
        .instead(|c: &zeEventCounterBasedCreate, _| {
            let shareable = c.desc.get()?.flags.contains(Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC);
            let event = shareable.then(|| free.lock().pop())??;
            gives(c.phEvent, ze_event_handle_t(event.0))
        });
}
