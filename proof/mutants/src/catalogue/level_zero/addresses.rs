//! Drivers that do something wrong with addresses: reserved, mapped, given back; or with commands on opened memory.

use super::prelude::*;
use std::os::fd::AsRawFd;

const NO_ACCESS: ze_memory_access_attribute_t = ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_NONE;
const READ_ONLY: ze_memory_access_attribute_t =
    ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY;

/// Whether this is in memory that was opened.
fn in_import(driver: &Driver, address: Ptr) -> bool {
    driver.around(Sort::Memory, address).is_some_and(|memory| memory.imported)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.driver_defect("lz_driver_map_ignores_offset", "physical_memory.map.offset_and_access")
        .does("zeVirtualMemMap maps from the start of the memory, whatever the offset")
        .changes(|c: &zeVirtualMemMap, _| zeVirtualMemMap { offset: 0, ..*c });

    c.driver_defect("lz_driver_map_of_import_is_private", "cross_process.physical_memory.write_back")
        .does("zeVirtualMemMap maps imported memory so that what is written stays in the process")
        .then(|c: &zeVirtualMemMap, driver| {
            let import = driver.import(c.hPhysicalMemory);
            if let Some(file) = import.and_then(|memory| driver.export_of(&memory)) {
                map_over(c.ptr, c.size, libc::MAP_PRIVATE, file.as_raw_fd(), c.offset);
            }
        });

    c.driver_defect("lz_driver_map_of_import_is_read_only", "cross_process.physical_memory.write_back")
        .does("zeVirtualMemMap maps imported memory to be read only, and commands that write fault")
        .also(&["physical_memory.map.aliases_source"])
        .by(Manifestation::Crash)
        .changes(|c: &zeVirtualMemMap, driver| {
            let access = if driver.is_import(c.hPhysicalMemory) { READ_ONLY } else { c.access };
            zeVirtualMemMap { access, ..*c }
        });

    let mapped = Set::<Ptr>::default();
    c.driver_defect("lz_driver_map_twice_is_empty", "physical_memory.map.offset_and_access")
        .does("zeVirtualMemMap of an object that is mapped already maps zeros")
        .then(move |c: &zeVirtualMemMap, _| {
            (!mapped.add(c.hPhysicalMemory.into())).then(|| map_zeros(c.ptr, c.size))
        });

    c.driver_defect("lz_driver_map_has_one_granule", "cross_process.physical_memory.read")
        .does("zeVirtualMemMap maps one granule, and zeros behind it")
        .also(&["physical_memory.map.aliases_source"])
        .then(|c: &zeVirtualMemMap, _| map_zeros(c.ptr.at(GRANULE), c.size.saturating_sub(GRANULE)));

    c.driver_defect("lz_driver_map_read_only_has_no_access", "physical_memory.map.offset_and_access")
        .does("zeVirtualMemMap for reading only gives no access at all, and commands that read fault")
        .by(Manifestation::Crash)
        .changes(|c: &zeVirtualMemMap, _| {
            let access = if c.access == READ_ONLY { NO_ACCESS } else { c.access };
            zeVirtualMemMap { access, ..*c }
        });

    c.driver_defect("lz_driver_unmap_ends_reservation", "cross_process.physical_memory.multi_range")
        .does("zeVirtualMemUnmap unmaps whatever is mapped in the same reservation")
        .also(&["physical_memory.map.offset_and_access"])
        .by(Manifestation::Crash)
        .then(|c: &zeVirtualMemUnmap, driver| {
            let around = driver.around(Sort::Reservation, c.ptr);
            let is_there = |mapping: &Object| around.is_some_and(|around| around.has(mapping.address));
            driver.end(driver.all(Sort::Mapping).into_iter().filter(is_there));
        });

    c.driver_defect("lz_driver_unmap_does_nothing", "physical_memory.map.after_unmap")
        .does("zeVirtualMemUnmap succeeds and unmaps nothing")
        .pretends(|_: &zeVirtualMemUnmap, _| true);

    c.driver_defect("lz_driver_unmap_keeps_view", "physical_memory.map.after_unmap")
        .does(
            "zeVirtualMemUnmap succeeds and unmaps nothing, and zeVirtualMemMap leaves there what was \
             mapped before",
        )
        .pretends(|c: &zeVirtualMemMap, driver| {
            driver.all(Sort::Mapping).iter().any(|mapping| mapping.address == c.ptr)
        })
        .pretends(|_: &zeVirtualMemUnmap, _| true);

    c.driver_defect("lz_driver_virtual_free_does_nothing", "lifetime.virtual_memory.cycles")
        .does("zeVirtualMemFree succeeds and frees nothing")
        .pretends(|_: &zeVirtualMemFree, _| true);

    c.driver_defect("lz_driver_copy_loses_last_byte", "memory.open.usable_in_enqueue")
        .does("zeCommandListAppendMemoryCopy to opened memory leaves its last byte out")
        .changes(|c: &zeCommandListAppendMemoryCopy, driver| {
            let lost = usize::from(c.size > 1 && in_import(driver, c.dstptr));
            zeCommandListAppendMemoryCopy { size: c.size - lost, ..*c }
        });

    c.driver_defect("lz_driver_copy_to_import_is_lost", "cross_process.memory.write_back")
        .does("zeCommandListAppendMemoryCopy to opened memory has no effect")
        .also(&["memory.open.usable_in_enqueue"])
        .changes(|c: &zeCommandListAppendMemoryCopy, driver| {
            let size = if in_import(driver, c.dstptr) { 0 } else { c.size };
            zeCommandListAppendMemoryCopy { size, ..*c }
        });

    c.driver_defect("lz_driver_copy_from_import_is_refused", "memory.open.usable_in_enqueue")
        .does("zeCommandListAppendMemoryCopy refuses opened memory as its source")
        .also(&["cross_process.memory.read"])
        .refuses(INVALID_ARGUMENT, |c: &zeCommandListAppendMemoryCopy, driver| in_import(driver, c.srcptr));

    c.driver_defect("lz_driver_fill_of_import_writes_once", "memory.open.usable_in_enqueue")
        .does("zeCommandListAppendMemoryFill writes the pattern once into opened memory")
        .changes(|c: &zeCommandListAppendMemoryFill, driver| {
            let size = if in_import(driver, c.ptr) { c.pattern_size } else { c.size };
            zeCommandListAppendMemoryFill { size, ..*c }
        });
}
