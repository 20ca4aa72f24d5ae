//! Drivers that do something wrong when device memory is opened.

use super::prelude::*;
use std::os::fd::RawFd;

/// Does this to what was opened, with the descriptor that it was opened from.
fn to_opened(
    body: impl Fn(Object, RawFd) + Send + Sync,
) -> impl Fn(&zeMemOpenIpcHandle, &Driver) + Send + Sync {
    move |c, driver| {
        let opened = driver.given(c.pptr).zip(c.handle.says());
        opened.into_iter().for_each(|(memory, handle)| body(memory, handle.fd));
    }
}

/// Says that memory that was opened is of another type.
fn retype(c: &zeMemGetAllocProperties, driver: &Driver, kind: ze_memory_type_t) {
    if driver.is_import(c.ptr) {
        let properties = c.pMemAllocProperties.get().unwrap_or_default();
        c.pMemAllocProperties.set(ze_memory_allocation_properties_t { r#type: kind, ..properties });
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect(
        "lz_driver_memory_open_keeps_descriptor",
        "zeMemOpenIpcHandle keeps a copy of the descriptor",
    )
    .violates(&["lifetime.fd.memory_cycles"])
    .before(|_: &zeMemOpenIpcHandle, _| leak_descriptor());

    c.driver_defect(
        "lz_driver_memory_open_maps_privately",
        "zeMemOpenIpcHandle maps the memory so that what is written stays in the process",
    )
    .violates(&["cross_process.memory.write_back"])
    .then(to_opened(|memory, fd| map_over(memory.address, memory.size, libc::MAP_PRIVATE, fd, 0)));

    c.driver_defect(
        "lz_driver_memory_open_maps_one_page",
        "zeMemOpenIpcHandle maps the first page, and zeros behind it",
    )
    .violates(&["cross_process.memory.read"])
    .then(to_opened(|memory, _| map_zeros(memory.address.at(PAGE), memory.size.saturating_sub(PAGE))));

    c.driver_defect(
        "lz_driver_memory_open_maps_one_page_off",
        "zeMemOpenIpcHandle maps the memory from its second page on",
    )
    .violates(&["cross_process.memory.read"])
    .then(to_opened(|memory, fd| {
        map_over(memory.address, memory.size.saturating_sub(PAGE), libc::MAP_SHARED, fd, PAGE);
    }));

    c.driver_defect(
        "lz_driver_memory_open_is_read_only",
        "zeMemOpenIpcHandle maps the memory to be read only, and commands that write fault",
    )
    .violates(&["memory.open.usable_in_enqueue"])
    .by(Manner::Crash)
    .then(to_opened(|memory, _| forbid_writes(&memory)));

    c.driver_defect(
        "lz_driver_memory_open_clears",
        "zeMemOpenIpcHandle clears the memory, as a new allocation's",
    )
    .violates(&["cross_process.memory.read", "memory.source_undisturbed"])
    .then(to_opened(|memory, _| clear(&memory)));

    let bases = remembered::<Notes<RawFd, Ptr>>();
    c.driver_defect(
        "lz_driver_memory_open_knows_descriptors",
        "zeMemOpenIpcHandle keeps what was opened, and knows it by the number of its descriptor, which \
         is used again",
    )
    .violates(&["cross_process.memory.reopen_new_allocation", "cross_process.memory.many_and_large"])
    .seen_in("unified-memory-framework: opened handles are cached, and Close never unmaps")
    .instead(|c: &zeMemOpenIpcHandle, _| gives(c.pptr, bases.get(&c.handle.says()?.fd)?))
    .then(to_opened(|memory, fd| {
        bases.set(fd, memory.address);
    }))
    .pretends(|_: &zeMemCloseIpcHandle, _| true);

    c.driver_defect(
        "lz_driver_memory_open_shares_address",
        "zeMemOpenIpcHandle gives the address of an earlier Open, and the first zeMemCloseIpcHandle \
         unmaps it",
    )
    .violates(&["memory.close.one_of_two_opens"])
    .by(Manner::Crash)
    .instead(|c: &zeMemOpenIpcHandle, driver| {
        gives(c.pptr, driver.imports_of(c.handle.identity()).first()?.address)
    });

    c.driver_defect("lz_driver_memory_open_of_few", "zeMemOpenIpcHandle has room for four pointers")
        .violates(&["cross_process.memory.many_and_large"])
        .refuses(OUT_OF_DEVICE_MEMORY, |_: &zeMemOpenIpcHandle, driver| {
            driver.imports(Sort::Memory).len() >= 4
        });

    c.driver_defect(
        "lz_driver_memory_open_in_one_context",
        "zeMemOpenIpcHandle refuses memory that is open in another context",
    )
    .violates(&["memory.open.two_contexts"])
    .refuses(INVALID_ARGUMENT, |c: &zeMemOpenIpcHandle, driver| {
        driver.imports_of(c.handle.identity()).iter().any(|other| other.context != c.hContext)
    });

    let first = first_thread();
    c.driver_defect(
        "lz_driver_memory_open_on_first_thread",
        "zeMemOpenIpcHandle works on the thread that called it first",
    )
    .violates(&["memory.any_thread"])
    .refuses(UNINITIALIZED, move |_: &zeMemOpenIpcHandle, _| !first());

    c.driver_defect(
        "lz_driver_memory_range_is_one_page",
        "zeMemGetAddressRange says that an opened allocation has one page",
    )
    .violates(&["device_info.memory_true_means_usable", "memory.open.usable_in_enqueue"])
    .then(|c: &zeMemGetAddressRange, driver| {
        if driver.is_import(c.ptr) {
            c.pSize.set(PAGE);
        }
    });

    c.driver_defect(
        "lz_driver_memory_opened_has_no_type",
        "zeMemGetAllocProperties says that it does not know memory that was opened",
    )
    .violates(&["memory.open.alloc_info"])
    .then(|c: &zeMemGetAllocProperties, driver| retype(c, driver, ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN));

    c.driver_defect(
        "lz_driver_memory_opened_is_shared",
        "zeMemGetAllocProperties says that memory that was opened is shared with the host",
    )
    .violates(&["memory.open.alloc_info"])
    .then(|c: &zeMemGetAllocProperties, driver| retype(c, driver, ze_memory_type_t::ZE_MEMORY_TYPE_SHARED));

    c.driver_defect(
        "lz_driver_memory_opened_has_no_device",
        "zeMemGetAllocProperties names no device for memory that was opened",
    )
    .violates(&["memory.open.alloc_info"])
    .then(|c: &zeMemGetAllocProperties, driver| {
        if driver.is_import(c.ptr) {
            c.phDevice.set(ze_device_handle_t::NULL);
        }
    });
}
