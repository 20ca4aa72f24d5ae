//! Drivers that say something wrong of their devices, or do something wrong when device memory is exported.

use super::prelude::*;

/// A new allocation like another one.
fn allocate_like(other: &Object, driver: &Driver) -> Option<Object> {
    let (desc, mut made) = (ze_device_mem_alloc_desc_t::new(), Ptr::NULL);
    let call = zeMemAllocDevice {
        hContext: other.context,
        device_desc: In::of(&desc),
        size: other.size,
        alignment: 0,
        hDevice: other.device,
        pptr: Out::of(&mut made),
    };
    call.run(driver);
    driver.object(made)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_device_uuid_of_process", "cross_process.memory.read")
        .does("zeDeviceGetProperties gives a device another UUID in each process")
        .also(&["cross_process.physical_memory.read", "cross_process.event.producer_signal"])
        .then(|c: &zeDeviceGetProperties, _| {
            let mut properties = c.pDeviceProperties.get().unwrap_or_default();
            properties.uuid.id[..4].copy_from_slice(&std::process::id().to_ne_bytes());
            c.pDeviceProperties.set(properties);
        });

    c.driver_defect("lz_driver_memory_get_keeps_descriptor", "lifetime.fd.memory_cycles")
        .does("zeMemGetIpcHandle keeps one descriptor more than its handle has")
        .leaks(|_: &zeMemGetIpcHandle, _| true);

    c.driver_defect("lz_driver_memory_get_keeps_host_memory", "lifetime.host.cycles")
        .does("zeMemGetIpcHandle keeps host memory that zeMemPutIpcHandle does not give back")
        .before(|_: &zeMemGetIpcHandle, _| {
            // Hidden from the compiler, which would spare itself an allocation that nobody reads.
            std::hint::black_box(Box::leak(vec![1_u8; 4096].into_boxed_slice()));
        });

    c.driver_defect("lz_driver_memory_get_exports_copy", "cross_process.memory.write_back")
        .does("zeMemGetIpcHandle exports a copy of the memory, made at that moment")
        .also(&["memory.open.usable_in_enqueue"])
        .instead(|c: &zeMemGetIpcHandle, driver| {
            let source = driver.around(Sort::Memory, c.ptr)?;
            let Some(copy) = allocate_like(&source, driver) else { return Some(OUT_OF_DEVICE_MEMORY) };
            copy.address.write_bytes(&source.address.bytes(source.size));
            Some(zeMemGetIpcHandle { ptr: copy.address, ..*c }.run(driver))
        })
        .instead(|c: &zeMemPutIpcHandle, driver| {
            let copy = driver.object(driver.memory_of(c)?)?;
            let result = c.run(driver);
            driver.end(Some(copy));
            Some(result)
        });

    c.driver_defect("lz_driver_memory_get_exports_newest", "cross_process.memory.read")
        .does("zeMemGetIpcHandle exports the newest allocation, whichever it is asked for")
        .also(&["memory.get.custom_pool_allocation"])
        .changes(|c: &zeMemGetIpcHandle, driver| {
            let newest = driver.all(Sort::Memory).into_iter().rfind(|memory| !memory.imported);
            zeMemGetIpcHandle { ptr: newest.map_or(c.ptr, |memory| memory.address), ..*c }
        });

    c.driver_defect("lz_driver_memory_get_shares_handle", "memory.get.repeated")
        .does(
            "zeMemGetIpcHandle gives out the handle of an allocation again, and zeMemPutIpcHandle does \
             not count",
        )
        .instead(|c: &zeMemGetIpcHandle, driver| {
            let given = driver.exports().into_iter().find(|export| export.memory == c.ptr)?;
            gives(c.pIpcHandle, given.handle)
        });

    c.driver_defect("lz_driver_memory_get_once", "memory.get.repeated")
        .does("zeMemGetIpcHandle refuses an allocation whose handle is out")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zeMemGetIpcHandle, driver| {
            driver.exports().iter().any(|export| export.memory == c.ptr)
        });

    c.driver_defect("lz_driver_memory_get_of_few", "cross_process.memory.many_and_large")
        .does("zeMemGetIpcHandle has room for four handles")
        .refuses(OUT_OF_HOST_MEMORY, |_: &zeMemGetIpcHandle, driver| driver.exports().len() >= 4);

    c.driver_defect("lz_driver_memory_get_of_small", "device_info.memory_true_means_usable")
        .does(
            "zeMemGetIpcHandle refuses more than a mebibyte, though zeDriverGetIpcProperties promises memory",
        )
        .also(&["cross_process.memory.many_and_large"])
        .refuses(UNSUPPORTED_SIZE, |c: &zeMemGetIpcHandle, driver| {
            driver.around(Sort::Memory, c.ptr).is_some_and(|memory| memory.size > 1 << 20)
        });

    c.driver_defect("lz_driver_memory_get_clears", "memory.source_undisturbed")
        .does("zeMemGetIpcHandle makes the memory anew, so that it is empty")
        .also(&["cross_process.memory.read"])
        .before(|c: &zeMemGetIpcHandle, driver| driver.around(Sort::Memory, c.ptr).iter().for_each(clear));

    let first = first_thread();
    c.driver_defect("lz_driver_memory_get_on_first_thread", "memory.any_thread")
        .does("zeMemGetIpcHandle works on the thread that called it first")
        .refuses(UNINITIALIZED, move |_: &zeMemGetIpcHandle, _| !first());

    c.driver_defect("lz_driver_memory_put_does_nothing", "lifetime.fd.memory_cycles")
        .does("zeMemPutIpcHandle succeeds and does nothing")
        .pretends(|_: &zeMemPutIpcHandle, _| true);

    c.driver_defect("lz_driver_memory_put_ends_all", "memory.get.repeated")
        .does("zeMemPutIpcHandle ends every handle of the allocation")
        .before(|c: &zeMemPutIpcHandle, driver| {
            let put = driver.memory_of(c);
            for other in driver.exports() {
                if Some(other.memory) == put && other.handle != c.handle {
                    zeMemPutIpcHandle { handle: other.handle, ..*c }.run(driver);
                }
            }
        });

    c.driver_defect("lz_driver_memory_put_frees", "memory.source_undisturbed")
        .does("zeMemPutIpcHandle frees the allocation")
        .also(&["memory.put.success"])
        .by(Manifestation::Crash)
        .instead(|c: &zeMemPutIpcHandle, driver| {
            let memory = driver.around(Sort::Memory, driver.memory_of(c)?)?;
            let result = c.run(driver);
            driver.end(Some(memory));
            Some(result)
        });
}
