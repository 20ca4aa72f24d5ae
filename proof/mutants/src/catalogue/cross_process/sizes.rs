//! Sizes and offsets that are cut to 32 bits, and commands that end where a mapping does.

use crate::catalogue::tools::*;

/// The lower 32 bits of a number.
fn cut(number: usize) -> usize {
    number & u32::MAX as usize
}

/// An address in an import of USM memory, with what it is off by cut.
fn wrapped(at: Ptr, ur: &Below) -> Ptr {
    let imports = ur.imports(Memory).into_iter().filter_map(|import| {
        let size: usize = ur.alloc_info(import.context, import.object, UsmAllocInfo::SIZE)?;
        let offset = at.address().checked_sub(import.object.address())?;
        (offset < size).then(|| import.object.at(cut(offset)))
    });
    imports.last().unwrap_or(at)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("cross_physical_import_size_cut", "cross_process.above_4_gib")
        .does("The size of an import of physical memory is cut to 32 bits")
        .seen_in("Level Zero v2 adapter, found by reading")
        .answers(
            PhysicalMemInfo::SIZE,
            |c: &physical_mem_get_info, size: usize, ur| {
                if ur.is_import(c.physical_mem) { cut(size) } else { size }
            },
        );

    c.defect("cross_physical_map_offset_cut", "physical_memory.map.offset_and_access")
        .does("The offset at which an import is mapped is cut to 32 bits")
        .changes(|c: &virtual_mem_map, ur| {
            let offset = if ur.is_import(c.physical_mem) { cut(c.offset) } else { c.offset };
            virtual_mem_map { offset, ..*c }
        });

    c.defect("cross_memory_import_size_cut", "cross_process.above_4_gib")
        .does("The size of an import of USM memory is cut to 32 bits")
        .answers(
            UsmAllocInfo::SIZE,
            |c: &usm_get_mem_alloc_info, size: usize, ur| {
                if ur.is_import(c.mem) { cut(size) } else { size }
            },
        );

    c.defect("cross_memory_import_offset_cut", "cross_process.above_4_gib")
        .does("Copies reach an import of USM memory at offsets that are cut to 32 bits")
        .changes(|c: &enqueue_usm_memcpy, ur| enqueue_usm_memcpy {
            dst: wrapped(c.dst, ur),
            src: wrapped(c.src, ur),
            ..*c
        });
}
