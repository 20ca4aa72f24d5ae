//! Drivers that do something wrong when events are exported or opened.

use super::prelude::*;
use level_zero_sys::ze_event_counter_based_flags_t as Flags;

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect(
        "lz_driver_event_get_keeps_descriptor",
        "zeEventCounterBasedGetIpcHandle keeps a descriptor",
    )
    .violates(&["lifetime.fd.event_cycles"])
    .before(|_: &zeEventCounterBasedGetIpcHandle, _| leak_descriptor());

    c.driver_defect(
        "lz_driver_event_get_once",
        "zeEventCounterBasedGetIpcHandle gives one handle of an event",
    )
    .violates(&["event.get.repeated"])
    .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedGetIpcHandle, driver| {
        driver.is_exported(c.hEvent)
    });

    let signalled = remembered::<Set<Ptr>>();
    c.driver_defect(
        "lz_driver_event_get_before_signal_only",
        "zeEventCounterBasedGetIpcHandle refuses an event that was signalled",
    )
    .violates(&["event.get.repeated"])
    .before(|c: &zeCommandListAppendSignalEvent, _| {
        signalled.add(c.hEvent.into());
    })
    .before(|c: &zeEventDestroy, _| {
        signalled.remove(&c.hEvent.into());
    })
    .refuses(INVALID_ARGUMENT, |c: &zeEventCounterBasedGetIpcHandle, _| signalled.has(&c.hEvent.into()));

    let shareable = Counter::default();
    c.driver_defect(
        "lz_driver_event_one_is_shareable",
        "zeEventCounterBasedCreate makes one event that can be exported, and none after that",
    )
    .violates(&["event.get.success", "device_info.event_true_means_usable"])
    .instead(move |c: &zeEventCounterBasedCreate, driver| {
        let ipc = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC;
        let desc = c.desc.get().filter(|desc| desc.flags.contains(ipc) && shareable.next() > 0)?;
        let desc = ze_event_counter_based_desc_t { flags: Flags(desc.flags.0 & !ipc.0), ..desc };
        Some(zeEventCounterBasedCreate { desc: In::of(&desc), ..*c }.run(driver))
    });

    c.driver_defect(
        "lz_driver_event_get_exports_another",
        "zeEventCounterBasedGetIpcHandle gives the handle of a new event",
    )
    .violates(&["event.imported.sees_source_signal", "cross_process.event.producer_signal"])
    .instead(|c: &zeEventCounterBasedGetIpcHandle, driver| {
        let event = driver.object(c.hEvent)?;
        let hEvent = driver.new_event(event.context, event.device)?;
        Some(zeEventCounterBasedGetIpcHandle { hEvent, ..*c }.run(driver))
    });

    c.driver_defect(
        "lz_driver_event_open_keeps_descriptor",
        "zeEventCounterBasedOpenIpcHandle keeps the descriptor that it fetched",
    )
    .violates(&["lifetime.fd.event_cycles", "lifetime.event.final_release"])
    .before(|_: &zeEventCounterBasedOpenIpcHandle, _| leak_descriptor());

    c.driver_defect(
        "lz_driver_event_open_is_local",
        "zeEventCounterBasedOpenIpcHandle of another process's handle makes an event of its own",
    )
    .violates(&["cross_process.event.producer_signal", "cross_process.event.consumer_signal"])
    .instead(|c: &zeEventCounterBasedOpenIpcHandle, driver| {
        let device = driver.all(Sort::Event).last()?.device;
        let foreign = c.hIpc.says()?.pid.cast_unsigned() != std::process::id();
        gives(c.phEvent, driver.new_event(c.hContext, device).filter(|_| foreign)?)
    })
    .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| {
        let local = driver.object(c.hEvent).filter(|event| !event.imported);
        local.map(|event| driver.end(Some(event))).is_some()
    });

    c.driver_defect(
        "lz_driver_event_open_shares_event",
        "zeEventCounterBasedOpenIpcHandle gives an import again, and the first release ends it",
    )
    .violates(&["event.open.multiple"])
    .instead(|c: &zeEventCounterBasedOpenIpcHandle, driver| {
        let open = driver.imports_of(c.hIpc.identity()).first()?.address;
        gives(c.phEvent, ze_event_handle_t(open.0))
    })
    .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| !driver.is_import(c.hEvent));

    let first = first_thread();
    c.driver_defect(
        "lz_driver_event_open_on_first_thread",
        "zeEventCounterBasedOpenIpcHandle works on the thread that called it first",
    )
    .violates(&["event.concurrent"])
    .refuses(UNINITIALIZED, move |_: &zeEventCounterBasedOpenIpcHandle, _| !first());

    c.driver_defect(
        "lz_driver_event_open_of_few",
        "zeEventCounterBasedOpenIpcHandle opens a handle once at a time",
    )
    .violates(&["event.open.multiple"])
    .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedOpenIpcHandle, driver| {
        !driver.imports_of(c.hIpc.identity()).is_empty()
    });

    c.driver_defect(
        "lz_driver_event_open_in_own_context_only",
        "zeEventCounterBasedOpenIpcHandle refuses another context of the exporting process",
    )
    .violates(&["event.open.other_context"])
    .refuses(INVALID_ARGUMENT, |c: &zeEventCounterBasedOpenIpcHandle, driver| {
        driver.source_of(c.hIpc.identity()).is_some_and(|event| event.context != c.hContext)
    });
}
