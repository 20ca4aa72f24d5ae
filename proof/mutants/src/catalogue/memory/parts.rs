//! Handles of pointers into an allocation.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    parts_share_a_mapping(c);
    first_of_slab_closes_all(c);

    c.defect("memory_part_of_pooled_has_one_distance", "memory.get.interior_pointer")
        .does(
            "A handle has room for one distance: that of the allocation from its slab, if it is not 0, else that of the \
             pointer from the allocation",
        )
        .seen_in("pmodels/mpich#4630")
        .instead(|c: &Open, ur| {
            let data = c.handle().filter(|data| data.family == Memory && data.base != 0 && data.offset != 0)?;
            Some(c.run_with(&HandleData { offset: 0, ..data }.encode(), ur))
        });

    c.defect("memory_copies_between_twins_are_none", "lifetime.counts.processes")
        .does(
            "Imports are told apart by the places of their sources in the exporters, which are alike in equal programs: a copy \
             between those of two exporters counts as one onto itself, and nothing is copied",
        )
        .seen_in("openucx/ucx#11756 (cross-peer VA collision)")
        .pretends(|c: &memcpy, ur| {
            let identity = |at: Ptr| {
                let import = import_at(ur, at)?;
                let data = handle(Memory, &import.bytes)?;
                Some((data.pid, (data.base, data.size, place(ur, import.context, at).0)))
            };
            let places = identity(c.src).zip(identity(c.dst));
            places.is_some_and(|((one, from), (other, to))| one != other && from == to)
        });

    c.defect("memory_part_of_pool_opens_at_start", "memory.get.interior_pointer")
        .does(
            "The handle of a pointer into an allocation of a pool has the distance of the allocation from its slab, and \
             no longer that of the pointer from the allocation",
        )
        .seen_in("kvcache-ai/Mooncake#3546 (sub-allocated buffers open at the start of what they come from)")
        .then(|c: &Get, ur| {
            let pool = ur.alloc_info::<UsmPoolHandle>(c.context, c.object, UsmAllocInfo::POOL);
            let from_pool = c.family == Memory && pool.is_some_and(|pool| !pool.is_null());
            let given = if from_pool { handle(Memory, &c.bytes()) } else { None };
            if let (Some(given), Some(data)) = (given, c.data.get()) {
                data.write_bytes(&HandleData { offset: 0, ..given }.encode());
            }
        });

    c.defect("memory_close_of_part_leaks", "lifetime.fd.memory_cycles")
        .does(
            "Close looks the descriptor of an import up by the pointer, and finds none if the pointer is not the start of \
             the allocation",
        )
        .leaks(|c: &Close, ur| {
            c.family == Memory && handle_of(c.object, ur).is_some_and(|handle| handle.offset != 0)
        });
}

/// Handles of two places share a mapping, which ends with the first of them.
fn parts_share_a_mapping(c: &mut Catalogue) {
    // From a pointer to the one that its mapping was opened by.
    let borrowed = shared::<Notes<Ptr, Ptr>>();
    // The pointers whose mapping was closed by way of another one.
    let gone = shared::<Set<Ptr>>();
    c.defect("memory_parts_share_a_mapping", "cross_process.memory.many_and_large")
        .does(
            "Handles of two places of one allocation share a mapping in a context, but opens are counted for each handle: \
             the mapping ends when one of the two pointers is closed",
        )
        .seen_in("openucx/ucx#4431 (a mapping closed while another part of its buffer is in use)")
        .instead(move |c: &Open, ur| {
            let wanted = c.handle().filter(|_| c.family == Memory)?;
            let has_mapping = |import: &Import| {
                let there = handle(Memory, &import.bytes);
                import.context == c.context
                    && borrowed.get(&import.object).is_none()
                    && !gone.has(&import.object)
                    && are_siblings(&import.bytes, &c.bytes())
                    && there.is_some_and(|there| there.offset != wanted.offset)
            };
            if let Some(other) = ur.imports(Memory).into_iter().find(has_mapping)
                && let Some(base) = ur.alloc_info::<Ptr>(c.context, other.object, UsmAllocInfo::BASE_PTR)
            {
                let pointer = base.at(wanted.offset as usize);
                borrowed.set(pointer, other.object);
                return Some(c.give(pointer));
            }
            let result = c.run(ur);
            if let Some(pointer) = c.object.get().filter(|_| result == SUCCESS) {
                borrowed.take(&pointer);
                gone.remove(&pointer);
            }
            Some(result)
        })
        .instead(move |c: &Close, ur| {
            if c.family != Memory {
                return None;
            }
            let Some(opened) = borrowed.take(&c.object) else {
                return gone.remove(&c.object).then_some(SUCCESS);
            };
            if gone.add(opened) {
                Close { object: opened, ..*c }.run(ur);
            }
            Some(SUCCESS)
        });
}

/// The mapping of a slab ends with the import that made it.
fn first_of_slab_closes_all(c: &mut Catalogue) {
    let unmapped = shared::<Set<Ptr>>();
    c.defect("memory_close_of_slab_opener", "cross_process.memory.many_and_large")
        .does(
            "Allocations of one slab are opened by one mapping, which counts the opens of the allocation that made it: its last \
             Close unmaps the others too",
        )
        .seen_in("unified-memory-framework#403, #736: handles of the memory of pools are those of the whole slab")
        .instead(move |c: &close, ur| {
            if unmapped.remove(&c.mem) {
                return Some(SUCCESS);
            }
            let own = handle_of(c.mem, ur)?;
            let is_mapped = |import: &Import| !unmapped.has(&import.object);
            let of_slab = |import: Import| handle(Memory, &import.bytes).map(|data| (import, data));
            let slab = ur.imports(Memory).into_iter().filter(is_mapped).filter_map(of_slab);
            let slab: Vec<(Import, HandleData)> =
                slab.filter(|(_, data)| (data.pid, data.object) == (own.pid, own.object)).collect();
            let first = slab.first()?.1.base;
            let others = slab.iter().filter(|(_, data)| data.base != first);
            if first == own.base && slab.len() - others.clone().count() == 1 {
                for (Import { context, object, .. }, _) in others {
                    Close { family: Memory, context: *context, object: *object }.run(ur);
                    unmapped.add(*object);
                }
            }
            None
        });
}
