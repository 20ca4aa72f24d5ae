//! Drivers that do something wrong when events are exported or opened.

use super::prelude::*;
use level_zero_sys::ze_event_counter_based_flags_t as Flags;

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_event_get_keeps_descriptor", "lifetime.fd.event_cycles")
        .does("zeEventCounterBasedGetIpcHandle keeps a descriptor")
        .leaks(|_: &zeEventCounterBasedGetIpcHandle, _| true);

    c.driver_defect("lz_driver_event_get_once", "event.get.repeated")
        .does("zeEventCounterBasedGetIpcHandle gives one handle of an event")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedGetIpcHandle, driver| {
            driver.is_exported(c.hEvent)
        });

    let signalled = shared::<Set<Ptr>>();
    c.driver_defect("lz_driver_event_get_before_signal_only", "event.get.repeated")
        .does("zeEventCounterBasedGetIpcHandle refuses an event that was signalled")
        .before(|c: &zeCommandListAppendSignalEvent, _| signalled.add(c.hEvent.into()))
        .before(|c: &zeEventDestroy, _| signalled.remove(&c.hEvent.into()))
        .refuses(INVALID_ARGUMENT, |c: &zeEventCounterBasedGetIpcHandle, _| signalled.has(&c.hEvent.into()));

    let shareable = Counter::default();
    c.driver_defect("lz_driver_event_one_is_shareable", "event.get.success")
        .does("zeEventCounterBasedCreate makes one event that can be exported, and none after that")
        .also(&["device_info.event_true_means_usable"])
        .instead(move |c: &zeEventCounterBasedCreate, driver| {
            let ipc = Flags::ZE_EVENT_COUNTER_BASED_FLAG_IPC;
            let desc = c.desc.get().filter(|desc| desc.flags.contains(ipc) && shareable.next() > 0)?;
            let desc = ze_event_counter_based_desc_t { flags: Flags(desc.flags.0 & !ipc.0), ..desc };
            Some(zeEventCounterBasedCreate { desc: In::of(&desc), ..*c }.run(driver))
        });

    c.driver_defect("lz_driver_event_get_exports_another", "event.imported.sees_source_signal")
        .does("zeEventCounterBasedGetIpcHandle gives the handle of a new event")
        .also(&["cross_process.event.producer_signal"])
        .instead(|c: &zeEventCounterBasedGetIpcHandle, driver| {
            let event = driver.object(c.hEvent)?;
            let hEvent = driver.new_event(event.context, event.device)?;
            Some(zeEventCounterBasedGetIpcHandle { hEvent, ..*c }.run(driver))
        });

    c.driver_defect("lz_driver_event_open_keeps_descriptor", "lifetime.fd.event_cycles")
        .does("zeEventCounterBasedOpenIpcHandle keeps the descriptor that it fetched")
        .also(&["lifetime.event.final_release"])
        .leaks(|_: &zeEventCounterBasedOpenIpcHandle, _| true);

    c.driver_defect("lz_driver_event_open_is_local", "cross_process.event.producer_signal")
        .does("zeEventCounterBasedOpenIpcHandle of another process's handle makes an event of its own")
        .also(&["cross_process.event.consumer_signal"])
        .instead(|c: &zeEventCounterBasedOpenIpcHandle, driver| {
            let device = driver.all(Sort::Event).last()?.device;
            let foreign = c.hIpc.says()?.pid.cast_unsigned() != std::process::id();
            gives(c.phEvent, driver.new_event(c.hContext, device).filter(|_| foreign)?)
        })
        .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| {
            let local = driver.object(c.hEvent).filter(|event| !event.imported);
            local.map(|event| driver.end(Some(event))).is_some()
        });

    c.driver_defect("lz_driver_event_open_shares_event", "event.open.multiple")
        .does("zeEventCounterBasedOpenIpcHandle gives an import again, and the first release ends it")
        .instead(|c: &zeEventCounterBasedOpenIpcHandle, driver| {
            let open = driver.imports_of(c.hIpc.identity()).first()?.address;
            gives(c.phEvent, ze_event_handle_t(open.0))
        })
        .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| !driver.is_import(c.hEvent));

    let first = first_thread();
    c.driver_defect("lz_driver_event_open_on_first_thread", "event.concurrent")
        .does("zeEventCounterBasedOpenIpcHandle works on the thread that called it first")
        .refuses(UNINITIALIZED, move |_: &zeEventCounterBasedOpenIpcHandle, _| !first());

    c.driver_defect("lz_driver_event_open_of_few", "event.open.multiple")
        .does("zeEventCounterBasedOpenIpcHandle opens a handle once at a time")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedOpenIpcHandle, driver| {
            !driver.imports_of(c.hIpc.identity()).is_empty()
        });

    c.driver_defect("lz_driver_event_open_in_own_context_only", "event.open.other_context")
        .does("zeEventCounterBasedOpenIpcHandle refuses another context of the exporting process")
        .refuses(INVALID_ARGUMENT, |c: &zeEventCounterBasedOpenIpcHandle, driver| {
            driver.source_of(c.hIpc.identity()).is_some_and(|event| event.context != c.hContext)
        });
}
