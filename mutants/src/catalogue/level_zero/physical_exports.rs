//! Drivers that do something wrong when physical memory is made, exported or destroyed.

use super::layer::{call, defect, install};
use super::outputs::{SUCCESS, is_done, pointer_mut};
use super::shared_bytes::{clear_file, close, copy_file, file_of_physical, keep};
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::{Known, leak_descriptor};
use crate::{Legacy as Mutant, Manner};
use level_zero_sys::{
    ze_context_handle_t, ze_device_handle_t, ze_external_memory_export_desc_t,
    ze_external_memory_import_fd_t, ze_external_memory_type_flags_t, ze_physical_mem_desc_t,
    ze_physical_mem_handle_t, ze_result_t,
};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_physical_get_keeps_descriptor",
        "zePhysicalMemGetProperties keeps a copy of the descriptor that it gives",
        &["lifetime.fd.physical_get_put"],
        install::<GetKeepsDescriptor>,
    )
    .seen_in("commit 1e5996ac3, PR 22717"),
    Mutant::of_driver(
        "lz_driver_physical_get_gives_its_own_descriptor",
        "zePhysicalMemGetProperties gives one descriptor each time, which the first Put closes",
        &["physical_memory.get.repeated"],
        install::<GetGivesItsOwnDescriptor>,
    )
    .by(Manner::Crash),
    Mutant::of_driver(
        "lz_driver_physical_get_exports_copy",
        "zePhysicalMemGetProperties exports a copy of the memory, made at that moment",
        &["physical_memory.map.aliases_source", "cross_process.physical_memory.write_back"],
        install::<GetExportsCopy>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_get_unmapped_only",
        "zePhysicalMemGetProperties refuses to export what is mapped",
        &["physical_memory.get.repeated"],
        install::<GetUnmappedOnly>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_get_once",
        "zePhysicalMemGetProperties exports an object once",
        &["physical_memory.get.repeated"],
        install::<GetOnce>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_get_of_one",
        "zePhysicalMemGetProperties exports the first object that it is asked for, and no other",
        &["physical_memory.get.success", "device_info.physical_true_means_usable"],
        install::<GetOfOne>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_get_clears",
        "zePhysicalMemGetProperties makes the memory anew, so that it is empty",
        &["cross_process.physical_memory.read", "physical_memory.put.keeps_source"],
        install::<GetClears>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_objects_share_memory",
        "zePhysicalMemCreate gives an exportable object the memory of the one before it of the same size",
        &["physical_memory.get.repeated"],
        install::<ObjectsShareMemory>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_destroy_does_nothing",
        "zePhysicalMemDestroy succeeds and does nothing",
        &["lifetime.fd.physical_open_close", "lifetime.device_memory.open_close"],
        install::<DestroyDoesNothing>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_destroy_clears",
        "zePhysicalMemDestroy clears the memory though others have it still",
        &["physical_memory.handle_outlives_source", "physical_memory.put.keeps_source"],
        install::<DestroyClears>,
    ),
];

defect!(GetKeepsDescriptor {}, zePhysicalMemGetProperties, |_, call| {
    let result = call.run();
    if is_done(result) && call.descriptor().is_some() {
        leak_descriptor();
    }
    result
});

defect!(GetGivesItsOwnDescriptor { own: Notes<RawFd> }, zePhysicalMemGetProperties, |this, call| {
    let result = call.run();
    let Some(new) = call.descriptor().filter(|_| is_done(result)) else { return result };
    match this.own.get(call.hPhysicalMem.0.addr()) {
        Some(own) => {
            close(new);
            call.give_descriptor(own);
        }
        None => this.own.set(call.hPhysicalMem.0.addr(), new),
    }
    result
});

/// The file of new physical memory.
fn new_file(context: ze_context_handle_t, device: usize, size: usize) -> Option<OwnedFd> {
    let export = ze_external_memory_export_desc_t {
        flags: ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
        ..Default::default()
    };
    let mut desc = ze_physical_mem_desc_t { pNext: (&raw const export).cast(), size, ..Default::default() };
    let mut memory = ze_physical_mem_handle_t::NULL;
    let created = call::zePhysicalMemCreate {
        hContext: context,
        hDevice: ze_device_handle_t(pointer_mut(device)),
        desc: &raw mut desc,
        phPhysicalMemory: &raw mut memory,
    };
    if !is_done(created.run()) {
        return None;
    }
    let file = file_of_physical(context, memory);
    call::zePhysicalMemDestroy { hContext: context, hPhysicalMemory: memory }.run();
    file
}

defect!(
    GetExportsCopy { devices: Notes<usize> },
    zePhysicalMemCreate,
    |this, call| {
        let result = call.run();
        if is_done(result) {
            this.devices.set(call.gave().0.addr(), call.hDevice.0.expose_provenance());
        }
        result
    },
    zePhysicalMemGetProperties,
    |this, call| {
        let result = call.run();
        let Some(fd) = call.descriptor().filter(|_| is_done(result)) else { return result };
        // SAFETY: the successful call has written them.
        let size = unsafe { call.pMemProperties.read() }.size;
        let device = this.devices.get(call.hPhysicalMem.0.addr());
        let copy = device.and_then(|device| new_file(call.hContext, device, usize::try_from(size).ok()?));
        let Some(copy) = copy else { return ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY };
        copy_file(fd, copy.as_raw_fd());
        close(fd);
        call.give_descriptor(keep(copy));
        result
    }
);

defect!(
    GetUnmappedOnly { mapped: Known },
    zeVirtualMemMap,
    |this, call| {
        this.mapped.add(call.hPhysicalMemory.0.addr());
        call.run()
    },
    zePhysicalMemGetProperties,
    |this, call| {
        if this.mapped.has(call.hPhysicalMem.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
        }
        call.run()
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.mapped.remove(call.hPhysicalMemory.0.addr());
        call.run()
    }
);

defect!(
    GetOnce { exported: Known },
    zePhysicalMemGetProperties,
    |this, call| {
        if !this.exported.add(call.hPhysicalMem.0.addr()) {
            return ze_result_t::ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE;
        }
        call.run()
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.exported.remove(call.hPhysicalMemory.0.addr());
        call.run()
    }
);

defect!(GetOfOne { asked: Notes<()> }, zePhysicalMemGetProperties, |this, call| {
    if this.asked.get(0).is_some() {
        return ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    }
    this.asked.set(0, ());
    call.run()
});

defect!(GetClears {}, zePhysicalMemGetProperties, |_, call| {
    let result = call.run();
    if let Some(fd) = call.descriptor().filter(|_| is_done(result)) {
        clear_file(fd);
    }
    result
});

defect!(ObjectsShareMemory { last: Notes<Arc<OwnedFd>> }, zePhysicalMemCreate, |this, call| {
    let desc = call.description();
    if desc.pNext.is_null() || call.imported().is_some() {
        return call.run();
    }
    if let Some(last) = this.last.take(desc.size) {
        let import = ze_external_memory_import_fd_t {
            flags: ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
            fd: last.as_raw_fd(),
            ..Default::default()
        };
        call.describe(ze_physical_mem_desc_t { pNext: (&raw const import).cast(), ..desc });
        return call.run();
    }
    let result = call.run();
    if is_done(result)
        && let Some(file) = file_of_physical(call.hContext, call.gave())
    {
        this.last.set(desc.size, Arc::new(file));
    }
    result
});

defect!(DestroyDoesNothing {}, zePhysicalMemDestroy, |_, _| SUCCESS);

defect!(DestroyClears {}, zePhysicalMemDestroy, |_, call| {
    if let Some(file) = file_of_physical(call.hContext, call.hPhysicalMemory) {
        clear_file(file.as_raw_fd());
    }
    call.run()
});
