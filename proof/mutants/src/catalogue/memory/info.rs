//! Defects of the query of allocations.

use super::tools::*;

/// The bytes of an answer; of a name that takes another number of them, none is too large.
fn size_of_answer(name: UsmAllocInfo) -> usize {
    if name == UsmAllocInfo::TYPE { 4 } else { 8 }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_info_larger_buffer_refused", "memory.open.alloc_info_sizes")
        .does("A query of an import is refused with a buffer that is larger than the answer")
        .refuses(INVALID_SIZE, |c: &usm_get_mem_alloc_info, ur| {
            ur.is_import(c.mem) && c.prop_size > size_of_answer(c.prop_name)
        });

    c.defect("memory_info_shorter_buffer_accepted", "memory.open.alloc_info_sizes")
        .does("A query of an import takes a buffer that is too small, and leaves it alone")
        .after(
            |c: &usm_get_mem_alloc_info, result, ur| {
                if result == INVALID_SIZE && ur.is_import(c.mem) { SUCCESS } else { result }
            },
        );

    let lost = shared::<Set<Ptr>>();
    c.defect("memory_close_forgets_import_below", "memory.open.alloc_info")
        .does("Close takes the import at the next lower address out of the tracker as well, if it is of another handle")
        .before(move |c: &Close, ur| {
            lost.remove(&c.object);
            let closed = ur.import(c.object).filter(|import| import.family == Memory)?;
            let imports = ur.imports(Memory).into_iter().filter(|import| import.object < c.object);
            let below = imports.max_by_key(|import| import.object)?;
            (below.bytes != closed.bytes).then(|| lost.add(below.object))
        })
        .answers(UsmAllocInfo::TYPE, move |c: &usm_get_mem_alloc_info, kind: UsmType, _| {
            if lost.has(&c.mem) { UsmType::UNKNOWN } else { kind }
        });
}
