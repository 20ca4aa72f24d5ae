//! Drivers that do something wrong when device memory is closed or freed, or when a context is destroyed.

use super::prelude::*;

/// Opens a handle, in the process that made it, to the allocation itself, and does this when that is closed.
fn own_close<'c>(
    c: &'c mut Catalogue,
    id: &str,
    description: &str,
    close: impl Fn(&Object, &Driver) + Send + Sync + 'static,
) -> Defect<'c, LevelZero> {
    c.driver_defect(id, description)
        .violates(&["memory.source_undisturbed"])
        .instead(|c: &zeMemOpenIpcHandle, driver| {
            gives(c.pptr, driver.source_of(c.handle.identity())?.address)
        })
        .pretends(move |c: &zeMemCloseIpcHandle, driver| {
            let own = driver.object(c.ptr).filter(|memory| !memory.imported);
            own.map(|memory| close(&memory, driver)).is_some()
        })
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect(
        "lz_driver_memory_free_does_nothing",
        "zeMemFree and zeMemFreeExt succeed and free nothing",
    )
    .violates(&["lifetime.device_memory.open_close"])
    .pretends(|_: &zeMemFree, _| true)
    .pretends(|_: &zeMemFreeExt, _| true);

    c.driver_defect(
        "lz_driver_memory_close_keeps_mapping",
        "zeMemCloseIpcHandle succeeds and keeps the mapping",
    )
    .violates(&["lifetime.host.cycles", "lifetime.device_memory.open_close"])
    .pretends(|_: &zeMemCloseIpcHandle, _| true);

    c.driver_defect(
        "lz_driver_memory_close_ends_all",
        "zeMemCloseIpcHandle unmaps the allocation wherever it is open",
    )
    .violates(&["memory.close.one_of_two_opens"])
    .by(Manner::Crash)
    .before(|c: &zeMemCloseIpcHandle, driver| driver.end(driver.twins(c.ptr)));

    c.driver_defect(
        "lz_driver_memory_close_clears",
        "zeMemCloseIpcHandle clears the memory, as if it was freed",
    )
    .violates(&["memory.source_undisturbed"])
    .before(|c: &zeMemCloseIpcHandle, driver| {
        driver.object(c.ptr).iter().for_each(clear);
    });

    own_close(
        c,
        "lz_driver_memory_own_close_frees_source",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle frees it",
        |memory, driver| driver.end(Some(*memory)),
    )
    .by(Manner::Crash);

    own_close(
        c,
        "lz_driver_memory_own_close_clears_source",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, and zeMemCloseIpcHandle clears it",
        |memory, _| clear(memory),
    );

    let closed = remembered::<Set<Ptr>>();
    own_close(
        c,
        "lz_driver_memory_own_close_ends_exports",
        "zeMemOpenIpcHandle in the exporting process gives the allocation, of which no handle is made \
         once it was closed",
        |memory, _| {
            closed.add(memory.address);
        },
    )
    .refuses(INVALID_ARGUMENT, |c: &zeMemGetIpcHandle, driver| {
        driver.around(Sort::Memory, c.ptr).is_some_and(|memory| closed.has(&memory.address))
    })
    .before(|c: &zeMemFreeExt, _| {
        closed.remove(&c.ptr);
    });

    c.driver_defect(
        "lz_driver_context_destroy_closes_memory",
        "zeContextDestroy closes the memory that is open, in other contexts too",
    )
    .violates(&["lifetime.context.release_beside"])
    .by(Manner::Crash)
    .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Memory)));

    c.driver_defect(
        "lz_driver_context_destroy_empties_imports",
        "zeContextDestroy leaves zeros where memory is open, in other contexts too",
    )
    .violates(&["lifetime.context.release_beside"])
    .before(|_: &zeContextDestroy, driver| {
        driver.imports(Sort::Memory).iter().for_each(|memory| map_zeros(memory.address, memory.size));
    });

    c.driver_defect(
        "lz_driver_context_destroy_destroys_physical",
        "zeContextDestroy destroys the physical memory that was imported, in other contexts too",
    )
    .violates(&["lifetime.context.release_beside"])
    .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Physical)));

    c.driver_defect(
        "lz_driver_context_destroy_closes_events",
        "zeContextDestroy closes the events that are open, in other contexts too",
    )
    .violates(&["lifetime.context.release_beside"])
    .before(|_: &zeContextDestroy, driver| driver.end(driver.imports(Sort::Event)));
}
