//! Drivers that do something wrong when physical memory is made, exported, imported or destroyed, and backends that ask
//! for the wrong import.

use super::prelude::*;
use std::os::fd::{AsRawFd, IntoRawFd, OwnedFd};
use std::ptr::null;
use std::sync::Arc;

const OPAQUE_FD: ze_external_memory_type_flags_t =
    ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;

/// The file of new physical memory that is like another.
fn file_like(other: &Object, driver: &Driver) -> Option<OwnedFd> {
    let export = ze_external_memory_export_desc_t { flags: OPAQUE_FD, ..Default::default() };
    let mut desc =
        ze_physical_mem_desc_t { pNext: (&raw const export).cast(), size: other.size, ..Default::default() };
    let mut memory = ze_physical_mem_handle_t::NULL;
    let call = zePhysicalMemCreate {
        hContext: other.context,
        hDevice: other.device,
        desc: Out::of(&mut desc),
        phPhysicalMemory: Out::of(&mut memory),
    };
    call.run(driver);
    let made = driver.object(memory)?;
    let file = driver.export_of(&made);
    driver.end(Some(made));
    file
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_physical_get_keeps_descriptor", "lifetime.fd.physical_get_put")
        .does("zePhysicalMemGetProperties keeps a copy of the descriptor that it gives")
        .seen_in("commit 1e5996ac3, PR 22717")
        .leaks(|c: &zePhysicalMemGetProperties, _| c.descriptor().is_some());

    c.driver_defect("lz_driver_physical_get_exports_copy", "physical_memory.map.aliases_source")
        .does("zePhysicalMemGetProperties exports a copy of the memory, made at that moment")
        .also(&["cross_process.physical_memory.write_back"])
        .after(|c: &zePhysicalMemGetProperties, result, driver| {
            let Some(fd) = c.descriptor().filter(|_| result == SUCCESS) else { return result };
            let copy = driver.object(c.hPhysicalMem).and_then(|source| file_like(&source, driver));
            let Some(copy) = copy.map(IntoRawFd::into_raw_fd) else { return OUT_OF_DEVICE_MEMORY };
            copy_file(fd, copy);
            close(fd);
            c.give_descriptor(copy);
            result
        });

    c.driver_defect("lz_driver_physical_get_unmapped_only", "physical_memory.get.repeated")
        .does("zePhysicalMemGetProperties refuses to export what is mapped")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zePhysicalMemGetProperties, driver| {
            driver.all(Sort::Mapping).iter().any(|mapping| mapping.mapped == c.hPhysicalMem.into())
        });

    c.driver_defect("lz_driver_physical_get_once", "physical_memory.get.repeated")
        .does("zePhysicalMemGetProperties exports an object once")
        .refuses(HANDLE_OBJECT_IN_USE, |c: &zePhysicalMemGetProperties, driver| {
            driver.is_exported(c.hPhysicalMem)
        });

    let asked = Counter::default();
    c.driver_defect("lz_driver_physical_get_of_one", "physical_memory.get.success")
        .does("zePhysicalMemGetProperties exports the first object that it is asked for, and no other")
        .also(&["device_info.physical_true_means_usable"])
        .refuses(UNSUPPORTED_FEATURE, move |_: &zePhysicalMemGetProperties, _| asked.next() > 0);

    c.driver_defect("lz_driver_physical_get_clears", "cross_process.physical_memory.read")
        .does("zePhysicalMemGetProperties makes the memory anew, so that it is empty")
        .also(&["physical_memory.put.keeps_source"])
        .then(|c: &zePhysicalMemGetProperties, _| c.descriptor().into_iter().for_each(clear_file));

    let last = Notes::<usize, Arc<OwnedFd>>::default();
    c.driver_defect("lz_driver_physical_objects_share_memory", "physical_memory.get.repeated")
        .does(
            "zePhysicalMemCreate gives an exportable object the memory of the one before it of the same size",
        )
        .instead(move |c: &zePhysicalMemCreate, driver| {
            let desc = c.desc.get().filter(|desc| !desc.pNext.is_null() && c.imported().is_none())?;
            if let Some(last) = last.take(&desc.size) {
                let (flags, fd) = (OPAQUE_FD, last.as_raw_fd());
                let import = ze_external_memory_import_fd_t { flags, fd, ..Default::default() };
                let pNext = (&raw const import).cast();
                return Some(c.run_with(ze_physical_mem_desc_t { pNext, ..desc }, driver));
            }
            let result = c.run(driver);
            if let Some(made) = driver.given(c.phPhysicalMemory)
                && let Some(file) = driver.export_of(&made)
            {
                last.set(desc.size, Arc::new(file));
            }
            Some(result)
        });

    c.driver_defect("lz_driver_physical_destroy_does_nothing", "lifetime.fd.physical_open_close")
        .does("zePhysicalMemDestroy succeeds and does nothing")
        .also(&["lifetime.device_memory.open_close"])
        .pretends(|_: &zePhysicalMemDestroy, _| true);

    c.driver_defect("lz_driver_physical_destroy_clears", "physical_memory.handle_outlives_source")
        .does("zePhysicalMemDestroy clears the memory though others have it still")
        .also(&["physical_memory.put.keeps_source"])
        .before(|c: &zePhysicalMemDestroy, driver| {
            let memory = driver.object(c.hPhysicalMemory);
            let file = memory.and_then(|memory| driver.export_of(&memory));
            file.into_iter().for_each(|file| clear_file(file.as_raw_fd()));
        });

    c.driver_defect("lz_driver_physical_import_is_ignored", "cross_process.physical_memory.read")
        .does("zePhysicalMemCreate does not know the import of a descriptor, and makes new memory")
        .also(&["physical_memory.map.aliases_source"])
        .instead(|c: &zePhysicalMemCreate, driver| {
            let desc = c.desc.get().filter(|_| c.imported().is_some())?;
            Some(c.run_with(ze_physical_mem_desc_t { pNext: null(), ..desc }, driver))
        });

    c.driver_defect("lz_driver_physical_import_keeps_descriptor", "lifetime.fd.physical_open_close")
        .does("zePhysicalMemCreate keeps a copy of the imported descriptor")
        .seen_in("intel/llvm PR 22092")
        .leaks(|c: &zePhysicalMemCreate, _| c.imported().is_some());

    c.driver_defect("lz_driver_physical_import_clears", "cross_process.physical_memory.read")
        .does("zePhysicalMemCreate clears imported memory, as new memory")
        .before(|c: &zePhysicalMemCreate, _| c.imported().into_iter().for_each(clear_file));

    c.driver_defect("lz_driver_physical_import_of_few", "cross_process.physical_memory.multi_range")
        .does("zePhysicalMemCreate has room for two imports")
        .also(&["physical_memory.open.multiple"])
        .refuses(OUT_OF_DEVICE_MEMORY, |c: &zePhysicalMemCreate, driver| {
            c.imported().is_some() && driver.imports(Sort::Physical).len() >= 2
        });

    let first = first_thread();
    c.driver_defect("lz_driver_physical_import_on_first_thread", "physical_memory.concurrent")
        .does("zePhysicalMemCreate imports on the thread that did so first")
        .refuses(UNINITIALIZED, move |c: &zePhysicalMemCreate, _| c.imported().is_some() && !first());

    c.driver_defect("lz_backend_physical_import_has_one_granule", "physical_memory.map.aliases_source")
        .does("Open of physical memory asks the driver for an import of one granule, whatever the size")
        .instead(|c: &zePhysicalMemCreate, driver| {
            let desc = c.desc.get().filter(|_| c.imported().is_some())?;
            Some(c.run_with(ze_physical_mem_desc_t { size: GRANULE, ..desc }, driver))
        });
}
