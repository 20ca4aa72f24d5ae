//! Drivers that do something wrong when physical memory is imported, and backends that ask for the wrong import.

use super::layer::{defect, install};
use super::outputs::is_done;
use super::shared_bytes::clear_file;
use super::threads::FirstThread;
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::Notes;
use crate::catalogue::tools::leak_descriptor;
use level_zero_sys::{ze_physical_mem_desc_t, ze_result_t};
use std::ptr::null;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::of_driver(
        "lz_driver_physical_import_is_ignored",
        "zePhysicalMemCreate does not know the import of a descriptor, and makes new memory",
        &["cross_process.physical_memory.read", "physical_memory.map.aliases_source"],
        install::<ImportIsIgnored>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_import_keeps_descriptor",
        "zePhysicalMemCreate keeps a copy of the imported descriptor",
        &["lifetime.fd.physical_open_close"],
        install::<ImportKeepsDescriptor>,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::of_driver(
        "lz_driver_physical_import_clears",
        "zePhysicalMemCreate clears imported memory, as new memory",
        &["cross_process.physical_memory.read"],
        install::<ImportClears>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_import_of_few",
        "zePhysicalMemCreate has room for two imports",
        &["cross_process.physical_memory.multi_range", "physical_memory.open.multiple"],
        install::<ImportOfFew>,
    ),
    Mutant::of_driver(
        "lz_driver_physical_import_on_first_thread",
        "zePhysicalMemCreate imports on the thread that did so first",
        &["physical_memory.concurrent"],
        install::<ImportOnFirstThread>,
    ),
    Mutant::of_driver(
        "lz_backend_physical_import_has_one_granule",
        "Open of physical memory asks the driver for an import of one granule, whatever the size",
        &["physical_memory.map.aliases_source"],
        install::<ImportHasOneGranule>,
    ),
];

const GRANULE: usize = 64 << 10;

defect!(ImportIsIgnored {}, zePhysicalMemCreate, |_, call| {
    if call.imported().is_some() {
        call.describe(ze_physical_mem_desc_t { pNext: null(), ..call.description() });
    }
    call.run()
});

defect!(ImportKeepsDescriptor {}, zePhysicalMemCreate, |_, call| {
    if call.imported().is_some() {
        leak_descriptor();
    }
    call.run()
});

defect!(ImportClears {}, zePhysicalMemCreate, |_, call| {
    if let Some(fd) = call.imported() {
        clear_file(fd);
    }
    call.run()
});

defect!(
    ImportOfFew { imports: Notes<()> },
    zePhysicalMemCreate,
    |this, call| {
        let imported = call.imported().is_some();
        if imported && this.imports.count() >= 2 {
            return ze_result_t::ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
        }
        let result = call.run();
        if is_done(result) && imported {
            this.imports.set(call.gave().0.addr(), ());
        }
        result
    },
    zePhysicalMemDestroy,
    |this, call| {
        this.imports.take(call.hPhysicalMemory.0.addr());
        call.run()
    }
);

defect!(ImportOnFirstThread { first: FirstThread }, zePhysicalMemCreate, |this, call| {
    if call.imported().is_some() && !this.first.is_this() {
        return ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED;
    }
    call.run()
});

defect!(ImportHasOneGranule {}, zePhysicalMemCreate, |_, call| {
    if call.imported().is_some() {
        call.describe(ze_physical_mem_desc_t { size: GRANULE, ..call.description() });
    }
    call.run()
});
