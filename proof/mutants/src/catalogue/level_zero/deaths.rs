//! Drivers that cannot bear the death of the process on the other side, or a third one.

use super::prelude::*;
use super::presence::{ConsumerMark, Role};
use std::os::fd::RawFd;
use std::sync::Arc;

const EXPORTER: &str = "exporter";
const USER: &str = "user";

/// Has processes take the role of the exporter of what they export.
fn with_exporters(defect: Defect<'_, LevelZero>) -> Defect<'_, LevelZero> {
    fn exported(object: Option<Object>) {
        std::mem::forget(object.and_then(|object| Role::take(EXPORTER, object.identity)));
    }
    defect
        .then(|c: &zeMemGetIpcHandle, driver| exported(driver.around(Sort::Memory, c.ptr)))
        .then(|c: &zePhysicalMemGetProperties, driver| exported(driver.object(c.hPhysicalMem)))
        .then(|c: &zeEventCounterBasedGetIpcHandle, driver| exported(driver.object(c.hEvent)))
}

/// Whether this was opened, and the process that exported it is gone.
fn is_orphan(driver: &Driver, address: impl Into<Ptr>) -> bool {
    driver.import(address).is_some_and(|import| !Role::is_taken(EXPORTER, import.identity))
}

/// Keeps something as long as what it belongs to is open.
fn while_open<T: Send + Sync + 'static>(
    make: fn(&Object, Option<RawFd>) -> Option<T>,
) -> impl Fn(Defect<'_, LevelZero>) -> Defect<'_, LevelZero> {
    let kept = shared::<Notes<Ptr, Arc<T>>>();
    let opened = move |object: Option<Object>, fd: Option<RawFd>| {
        let import = object.filter(|object| object.imported)?;
        kept.set(import.address, Arc::new(make(&import, fd)?))
    };
    let closed = |address: Ptr| kept.take(&address);
    move |defect| {
        defect
            .then(move |c: &zeMemOpenIpcHandle, driver| {
                opened(driver.given(c.pptr), c.handle.says().map(|handle| handle.fd))
            })
            .then(move |c: &zePhysicalMemCreate, driver| {
                opened(driver.given(c.phPhysicalMemory), c.imported())
            })
            .then(move |c: &zeEventCounterBasedOpenIpcHandle, driver| opened(driver.given(c.phEvent), None))
            .before(move |c: &zeMemCloseIpcHandle, _| closed(c.ptr))
            .before(move |c: &zePhysicalMemDestroy, _| closed(c.hPhysicalMemory.into()))
            .before(move |c: &zeEventCounterBasedCloseIpcHandle, _| closed(c.hEvent.into()))
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_event_wait_needs_exporter", "cross_process.event.producer_death")
        .does("zeEventHostSynchronize of an opened event fails when its exporter is gone")
        .with(with_exporters)
        .refuses(DEVICE_LOST, |c: &zeEventHostSynchronize, driver| is_orphan(driver, c.hEvent));

    c.driver_defect("lz_driver_event_status_needs_exporter", "cross_process.event.producer_death")
        .does("zeEventQueryStatus of an opened event aborts when its exporter is gone")
        .with(with_exporters)
        .aborts(|c: &zeEventQueryStatus, driver| is_orphan(driver, c.hEvent));

    c.driver_defect("lz_driver_event_close_needs_exporter", "cross_process.event.producer_death")
        .does("zeEventCounterBasedCloseIpcHandle aborts when the exporter is gone")
        .with(with_exporters)
        .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew")
        .aborts(|c: &zeEventCounterBasedCloseIpcHandle, driver| is_orphan(driver, c.hEvent));

    c.driver_defect("lz_driver_memory_open_is_exclusive", "cross_process.memory.multiple_consumers")
        .does("zeMemOpenIpcHandle refuses memory that another process has open")
        .with(while_open(|import, _| Role::take(USER, import.identity)))
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zeMemOpenIpcHandle, _| Role::is_taken(USER, c.handle.identity()));

    c.driver_defect("lz_driver_event_open_is_exclusive", "cross_process.event.multiple_consumers")
        .does("zeEventCounterBasedOpenIpcHandle refuses an event that another process has open")
        .with(while_open(|import, _| Role::take(USER, import.identity)))
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedOpenIpcHandle, _| {
            Role::is_taken(USER, c.hIpc.identity())
        });

    c.driver_defect("lz_driver_memory_get_needs_consumer", "cross_process.memory.consumer_killed")
        .does("zeMemGetIpcHandle reports a lost device when a process died that had the memory open")
        .with(while_open(|_, fd| ConsumerMark::of(fd?)))
        .after(|c: &zeMemGetIpcHandle, result, driver| {
            let given =
                c.pIpcHandle.says().filter(|given| result == SUCCESS && ConsumerMark::has_died(given.fd));
            let Some(handle) = c.pIpcHandle.get().filter(|_| given.is_some()) else { return result };
            zeMemPutIpcHandle { hContext: c.hContext, handle }.run(driver);
            DEVICE_LOST
        });

    c.driver_defect("lz_driver_memory_close_needs_exporter", "cross_process.memory.producer_exit_while_open")
        .does("zeMemCloseIpcHandle aborts when the exporter is gone")
        .with(with_exporters)
        .aborts(|c: &zeMemCloseIpcHandle, driver| is_orphan(driver, c.ptr));

    c.driver_defect("lz_driver_physical_get_needs_consumer", "cross_process.physical_memory.peer_death")
        .does(
            "zePhysicalMemGetProperties reports a lost device when a process died that had the \
             memory imported",
        )
        .with(while_open(|_, fd| ConsumerMark::of(fd?)))
        .after(|c: &zePhysicalMemGetProperties, result, _| {
            let given = c.descriptor().filter(|fd| result == SUCCESS && ConsumerMark::has_died(*fd));
            let Some(fd) = given else { return result };
            close(fd);
            c.give_descriptor(-1);
            DEVICE_LOST
        });

    c.driver_defect("lz_driver_physical_destroy_needs_exporter", "cross_process.physical_memory.peer_death")
        .does("zePhysicalMemDestroy of an import aborts when the exporter is gone")
        .with(with_exporters)
        .aborts(|c: &zePhysicalMemDestroy, driver| is_orphan(driver, c.hPhysicalMemory));

    c.driver_defect("lz_driver_map_needs_exporter", "cross_process.physical_memory.peer_death")
        .does("zeVirtualMemMap of an import fails when the exporter is gone")
        .with(with_exporters)
        .refuses(DEVICE_LOST, |c: &zeVirtualMemMap, driver| is_orphan(driver, c.hPhysicalMemory));
}
