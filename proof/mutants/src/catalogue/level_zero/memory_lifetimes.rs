//! Drivers that do something wrong when device memory is closed or freed, or when a context is destroyed.

use super::prelude::*;

/// Opens a handle, in the process that made it, to the allocation itself, and does this when that is closed.
fn own_close(
    close: impl Fn(&Object, &Driver) + Send + Sync + 'static,
) -> impl FnOnce(Defect<'_, LevelZero>) -> Defect<'_, LevelZero> {
    move |defect| {
        defect
            .instead(|c: &zeMemOpenIpcHandle, driver| {
                gives(c.pptr, driver.source_of(c.handle.identity())?.address)
            })
            .pretends(move |c: &zeMemCloseIpcHandle, driver| {
                let own = driver.object(c.ptr).filter(|memory| !memory.imported);
                own.map(|memory| close(&memory, driver)).is_some()
            })
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_memory_free_does_nothing", "lifetime.device_memory.open_close")
        .does("zeMemFree and zeMemFreeExt succeed and free nothing")
        .pretends(|_: &zeMemFree, _| true)
        .pretends(|_: &zeMemFreeExt, _| true);

    c.driver_defect("lz_driver_memory_close_keeps_mapping", "lifetime.host.cycles")
        .does("zeMemCloseIpcHandle succeeds and keeps the mapping")
        .also(&["lifetime.device_memory.open_close"])
        .pretends(|_: &zeMemCloseIpcHandle, _| true);

    c.driver_defect("lz_driver_memory_close_ends_all", "memory.close.one_of_two_opens")
        .does("zeMemCloseIpcHandle unmaps the allocation wherever it is open")
        .by(Manifestation::Crash)
        .before(|c: &zeMemCloseIpcHandle, driver| driver.end(driver.twins(c.ptr)));

    c.driver_defect("lz_driver_memory_close_clears", "memory.source_undisturbed")
        .does("zeMemCloseIpcHandle clears the memory, as if it was freed")
        .before(|c: &zeMemCloseIpcHandle, driver| driver.object(c.ptr).iter().for_each(clear));

    c.driver_defect("lz_driver_memory_own_close_frees_source", "memory.source_undisturbed")
        .does(
            "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle \
             frees it",
        )
        .with(own_close(|memory, driver| driver.end(Some(*memory))))
        .by(Manifestation::Crash);

    c.driver_defect("lz_driver_memory_own_close_clears_source", "memory.source_undisturbed")
        .does(
            "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle \
             clears it",
        )
        .with(own_close(|memory, _| clear(memory)));

    let closed = shared::<Set<Ptr>>();
    c.driver_defect("lz_driver_memory_own_close_ends_exports", "memory.source_undisturbed")
        .does(
            "zeMemOpenIpcHandle in the exporting process gives the allocation, of which no handle is made \
             once it was closed",
        )
        .with(own_close(|memory, _| _ = closed.add(memory.address)))
        .refuses(INVALID_ARGUMENT, |c: &zeMemGetIpcHandle, driver| {
            driver.around(Sort::Memory, c.ptr).is_some_and(|memory| closed.has(&memory.address))
        })
        .before(|c: &zeMemFreeExt, _| closed.remove(&c.ptr));

    c.driver_defect("lz_driver_context_destroy_closes_memory", "lifetime.context.release_beside")
        .does("zeContextDestroy closes the memory that is open, in other contexts too")
        .by(Manifestation::Crash)
        .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Memory)));

    c.driver_defect("lz_driver_context_destroy_empties_imports", "lifetime.context.release_beside")
        .does("zeContextDestroy leaves zeros where memory is open, in other contexts too")
        .before(|_: &zeContextDestroy, driver| {
            driver.imports(Sort::Memory).iter().for_each(|memory| map_zeros(memory.address, memory.size))
        });

    c.driver_defect("lz_driver_context_destroy_destroys_physical", "lifetime.context.release_beside")
        .does("zeContextDestroy destroys the physical memory that was imported, in other contexts too")
        .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Physical)));

    c.driver_defect("lz_driver_context_destroy_closes_events", "lifetime.context.release_beside")
        .does("zeContextDestroy closes the events that are open, in other contexts too")
        .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Event)));
}
