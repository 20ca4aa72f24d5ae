//! Drivers that do something wrong when device memory is opened.

use super::prelude::*;
use level_zero_soft::handle_data::MemoryHandle;
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
        c.pMemAllocProperties.set(ze_memory_allocation_properties_t { type_: kind, ..properties });
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_memory_open_keeps_descriptor", "lifetime.fd.memory_cycles")
        .does("zeMemOpenIpcHandle keeps a copy of the descriptor")
        .leaks(|_: &zeMemOpenIpcHandle, _| true);

    c.driver_defect("lz_driver_memory_open_maps_privately", "cross_process.memory.write_back")
        .does("zeMemOpenIpcHandle maps the memory so that what is written stays in the process")
        .then(to_opened(|memory, fd| map_over(memory.address, memory.size, libc::MAP_PRIVATE, fd, 0)));

    c.driver_defect("lz_driver_memory_open_maps_one_page", "cross_process.memory.read")
        .does("zeMemOpenIpcHandle maps the first page, and zeros behind it")
        .then(to_opened(|memory, _| map_zeros(memory.address.at(PAGE), memory.size.saturating_sub(PAGE))));

    c.driver_defect("lz_driver_memory_open_maps_one_page_off", "cross_process.memory.read")
        .does("zeMemOpenIpcHandle maps the memory from its second page on")
        .then(to_opened(|memory, fd| {
            map_over(memory.address, memory.size.saturating_sub(PAGE), libc::MAP_SHARED, fd, PAGE);
        }));

    c.driver_defect("lz_driver_memory_open_is_read_only", "memory.open.usable_in_enqueue")
        .does("zeMemOpenIpcHandle maps the memory to be read only, and commands that write fault")
        .by(Manifestation::Crash)
        .then(to_opened(|memory, _| forbid_writes(&memory)));

    c.driver_defect("lz_driver_memory_open_clears", "cross_process.memory.read")
        .does("zeMemOpenIpcHandle clears the memory, as a new allocation's")
        .also(&["memory.source_undisturbed"])
        .then(to_opened(|memory, _| clear(&memory)));

    let bases = shared::<Notes<RawFd, Ptr>>();
    c.driver_defect("lz_driver_memory_open_knows_descriptors", "cross_process.memory.reopen_new_allocation")
        .does(
            "zeMemOpenIpcHandle keeps what was opened, and knows it by the number of its descriptor, which \
             is used again",
        )
        .also(&["cross_process.memory.many_and_large"])
        .seen_in("unified-memory-framework: opened handles are cached, and Close never unmaps")
        .instead(|c: &zeMemOpenIpcHandle, _| gives(c.pptr, bases.get(&c.handle.says()?.fd)?))
        .then(to_opened(|memory, fd| {
            bases.set(fd, memory.address);
        }))
        .pretends(|_: &zeMemCloseIpcHandle, _| true);

    let kept = shared::<Notes<(i32, RawFd), ze_ipc_mem_handle_t>>();
    c.driver_defect("lz_driver_memory_open_takes_freed_memory", "cross_process.memory.reopen_new_allocation")
        .does(
            "zeMemOpenIpcHandle keeps what another process's handle named, and opens it for the next handle with the same \
             number there, unless that is of memory of the same size, for which freed memory is used again",
        )
        .seen_in("compute-runtime e37c60bf2a, importOpaqueHandleWithFallback")
        .instead(|c: &zeMemOpenIpcHandle, driver| {
            let given = c.handle.says()?;
            let old = kept.get(&(given.pid, given.exported))?;
            let stale = old.says()?.size != given.size;
            stale.then(|| zeMemOpenIpcHandle { handle: old, ..*c }.run(driver))
        })
        .after(|c: &zeMemOpenIpcHandle, result, _| {
            let given = c.handle.says().filter(|given| {
                result == SUCCESS && given.pid.cast_unsigned() != std::process::id()
            });
            if let Some(given) = given
                && kept.get(&(given.pid, given.exported)).is_none()
                // SAFETY: any number can be duplicated.
                && let fd = unsafe { libc::dup(given.fd) }
                && fd >= 0
            {
                let data = MemoryHandle { fd, ..given }.encode();
                kept.set((given.pid, given.exported), ze_ipc_mem_handle_t { data });
            }
            result
        });

    c.driver_defect("lz_driver_memory_open_shares_address", "memory.close.one_of_two_opens")
        .does(
            "zeMemOpenIpcHandle gives the address of an earlier Open, and the first zeMemCloseIpcHandle \
             unmaps it",
        )
        .by(Manifestation::Crash)
        .instead(|c: &zeMemOpenIpcHandle, driver| {
            gives(c.pptr, driver.imports_of(c.handle.identity()).first()?.address)
        });

    c.driver_defect("lz_driver_memory_open_of_few", "cross_process.memory.many_and_large")
        .does("zeMemOpenIpcHandle has room for four pointers")
        .refuses(OUT_OF_DEVICE_MEMORY, |_: &zeMemOpenIpcHandle, driver| {
            driver.imports(Sort::Memory).len() >= 4
        });

    c.driver_defect("lz_driver_memory_open_in_one_context", "memory.open.two_contexts")
        .does("zeMemOpenIpcHandle refuses memory that is open in another context")
        .refuses(INVALID_ARGUMENT, |c: &zeMemOpenIpcHandle, driver| {
            driver.imports_of(c.handle.identity()).iter().any(|other| other.context != c.hContext)
        });

    let first = first_thread();
    c.driver_defect("lz_driver_memory_open_on_first_thread", "memory.any_thread")
        .does("zeMemOpenIpcHandle works on the thread that called it first")
        .refuses(UNINITIALIZED, move |_: &zeMemOpenIpcHandle, _| !first());

    c.driver_defect("lz_driver_memory_range_is_one_page", "device_info.memory_true_means_usable")
        .does("zeMemGetAddressRange says that an opened allocation has one page")
        .also(&["memory.open.usable_in_enqueue"])
        .then(|c: &zeMemGetAddressRange, driver| driver.is_import(c.ptr).then(|| c.pSize.set(PAGE)));

    c.driver_defect("lz_driver_memory_opened_has_no_type", "memory.open.alloc_info")
        .does("zeMemGetAllocProperties says that it does not know memory that was opened")
        .then(|c: &zeMemGetAllocProperties, driver| {
            retype(c, driver, ze_memory_type_t::ZE_MEMORY_TYPE_UNKNOWN)
        });

    c.driver_defect("lz_driver_memory_opened_is_shared", "memory.open.alloc_info")
        .does("zeMemGetAllocProperties says that memory that was opened is shared with the host")
        .then(|c: &zeMemGetAllocProperties, driver| {
            retype(c, driver, ze_memory_type_t::ZE_MEMORY_TYPE_SHARED)
        });

    c.driver_defect("lz_driver_memory_opened_has_no_device", "memory.open.alloc_info")
        .does("zeMemGetAllocProperties names no device for memory that was opened")
        .then(|c: &zeMemGetAllocProperties, driver| {
            driver.is_import(c.ptr).then(|| c.phDevice.set(ze_device_handle_t::NULL))
        });
}
