//! Drivers that cannot bear the death of the process on the other side, or a third one.

use super::prelude::*;
use super::presence::{Consumer, Role};
use std::os::fd::RawFd;
use std::process;
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
    defect: Defect<'_, LevelZero>,
    make: fn(&Object, Option<RawFd>) -> Option<T>,
) -> Defect<'_, LevelZero> {
    let kept = remembered::<Notes<Ptr, Arc<T>>>();
    let opened = move |object: Option<Object>, fd: Option<RawFd>| {
        let import = object.filter(|object| object.imported);
        if let Some((import, made)) = import.and_then(|import| Some((import, make(&import, fd)?))) {
            kept.set(import.address, Arc::new(made));
        }
    };
    let closed = |address: Ptr| drop(kept.take(&address));
    defect
        .then(move |c: &zeMemOpenIpcHandle, driver| {
            opened(driver.given(c.pptr), c.handle.says().map(|handle| handle.fd));
        })
        .then(move |c: &zePhysicalMemCreate, driver| opened(driver.given(c.phPhysicalMemory), c.imported()))
        .then(move |c: &zeEventCounterBasedOpenIpcHandle, driver| opened(driver.given(c.phEvent), None))
        .before(move |c: &zeMemCloseIpcHandle, _| closed(c.ptr))
        .before(move |c: &zePhysicalMemDestroy, _| closed(c.hPhysicalMemory.into()))
        .before(move |c: &zeEventCounterBasedCloseIpcHandle, _| closed(c.hEvent.into()))
}

pub(super) fn defects(c: &mut Catalogue) {
    with_exporters(c.driver_defect(
        "lz_driver_event_wait_needs_exporter",
        "zeEventHostSynchronize of an opened event fails when its exporter is gone",
    ))
    .violates(&["cross_process.event.producer_death"])
    .refuses(DEVICE_LOST, |c: &zeEventHostSynchronize, driver| is_orphan(driver, c.hEvent));

    with_exporters(c.driver_defect(
        "lz_driver_event_status_needs_exporter",
        "zeEventQueryStatus of an opened event aborts when its exporter is gone",
    ))
    .violates(&["cross_process.event.producer_death"])
    .by(Manner::Crash)
    .pretends(|c: &zeEventQueryStatus, driver| is_orphan(driver, c.hEvent) && process::abort());

    with_exporters(c.driver_defect(
        "lz_driver_event_close_needs_exporter",
        "zeEventCounterBasedCloseIpcHandle aborts when the exporter is gone",
    ))
    .violates(&["cross_process.event.producer_death"])
    .by(Manner::Crash)
    .seen_in("Level Zero driver, which aborts a consumer that imports counter memory anew")
    .pretends(|c: &zeEventCounterBasedCloseIpcHandle, driver| {
        is_orphan(driver, c.hEvent) && process::abort()
    });

    while_open(
        c.driver_defect(
            "lz_driver_memory_open_is_exclusive",
            "zeMemOpenIpcHandle refuses memory that another process has open",
        ),
        |import, _| Role::take(USER, import.identity),
    )
    .violates(&["cross_process.memory.multiple_consumers"])
    .refuses(HANDLE_OBJECT_IN_USE, |c: &zeMemOpenIpcHandle, _| Role::is_taken(USER, c.handle.identity()));

    while_open(
        c.driver_defect(
            "lz_driver_event_open_is_exclusive",
            "zeEventCounterBasedOpenIpcHandle refuses an event that another process has open",
        ),
        |import, _| Role::take(USER, import.identity),
    )
    .violates(&["cross_process.event.multiple_consumers"])
    .refuses(HANDLE_OBJECT_IN_USE, |c: &zeEventCounterBasedOpenIpcHandle, _| {
        Role::is_taken(USER, c.hIpc.identity())
    });

    while_open(
        c.driver_defect(
            "lz_driver_memory_get_needs_consumer",
            "zeMemGetIpcHandle reports a lost device when a process died that had the memory open",
        ),
        |_, fd| Consumer::of(fd?),
    )
    .violates(&["cross_process.memory.consumer_killed"])
    .after(|c: &zeMemGetIpcHandle, result, driver| {
        let given = c.pIpcHandle.says().filter(|given| result == SUCCESS && Consumer::has_died(given.fd));
        let Some(handle) = c.pIpcHandle.get().filter(|_| given.is_some()) else { return result };
        zeMemPutIpcHandle { hContext: c.hContext, handle }.run(driver);
        DEVICE_LOST
    });

    with_exporters(c.driver_defect(
        "lz_driver_memory_close_needs_exporter",
        "zeMemCloseIpcHandle aborts when the exporter is gone",
    ))
    .violates(&["cross_process.memory.producer_exit_while_open"])
    .by(Manner::Crash)
    .pretends(|c: &zeMemCloseIpcHandle, driver| is_orphan(driver, c.ptr) && process::abort());

    while_open(
        c.driver_defect(
            "lz_driver_physical_get_needs_consumer",
            "zePhysicalMemGetProperties reports a lost device when a process died that had the \
             memory imported",
        ),
        |_, fd| Consumer::of(fd?),
    )
    .violates(&["cross_process.physical_memory.peer_death"])
    .after(|c: &zePhysicalMemGetProperties, result, _| {
        let given = c.descriptor().filter(|fd| result == SUCCESS && Consumer::has_died(*fd));
        let Some(fd) = given else { return result };
        close(fd);
        c.give_descriptor(-1);
        DEVICE_LOST
    });

    with_exporters(c.driver_defect(
        "lz_driver_physical_destroy_needs_exporter",
        "zePhysicalMemDestroy of an import aborts when the exporter is gone",
    ))
    .violates(&["cross_process.physical_memory.peer_death"])
    .by(Manner::Crash)
    .pretends(|c: &zePhysicalMemDestroy, driver| is_orphan(driver, c.hPhysicalMemory) && process::abort());

    with_exporters(c.driver_defect(
        "lz_driver_map_needs_exporter",
        "zeVirtualMemMap of an import fails when the exporter is gone",
    ))
    .violates(&["cross_process.physical_memory.peer_death"])
    .refuses(DEVICE_LOST, |c: &zeVirtualMemMap, driver| is_orphan(driver, c.hPhysicalMemory));
}
