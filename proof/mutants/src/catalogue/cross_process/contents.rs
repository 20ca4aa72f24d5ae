//! Imports that are not what was exported, or say that they are not.

use crate::catalogue::tools::*;

/// A copy that is not made: a byte goes to where it is.
fn copies_nothing(c: &enqueue_usm_memcpy) -> enqueue_usm_memcpy {
    enqueue_usm_memcpy { dst: c.src, size: c.size.min(1), ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    let kept = shared::<Notes<(i32, i32), Ptr>>();
    c.defect("cross_memory_cached_by_number", "cross_process.memory.read")
        .does("What another process has exported is kept by the number of its descriptor, and opened again for whatever has it")
        .seen_in("Level Zero driver, Context::importOpaqueHandleWithFallback")
        .instead(move |c: &Open, _| {
            let handle = c.handle().filter(|_| c.family == Memory && c.is_foreign())?;
            kept.get(&(handle.pid, handle.fd)).map(|import| c.give(import))
        })
        .then(move |c: &Open, _| {
            let handle = c.handle().filter(|_| c.family == Memory && c.is_foreign())?;
            kept.set((handle.pid, handle.fd), c.object.get()?);
            Some(())
        })
        .pretends(move |c: &Close, _| kept.lock().values().any(|import| *import == c.object));

    c.defect("cross_memory_opens_to_copy", "cross_process.memory.write_back")
        .does("A handle of another process opens to a copy of the memory")
        .also(&["cross_process.memory.multiple_consumers"])
        .instead(|c: &Open, ur| {
            let handle = c.handle().filter(|_| c.family == Memory && c.is_foreign())?;
            let result = c.run(ur);
            let import = c.object.get().filter(|_| result.is_success())?;
            let copy = ur.allocate(c.context, handle.size as usize);
            ur.copy(c.context, copy, import, (handle.size - handle.offset) as usize);
            Close { family: Memory, context: c.context, object: import }.run(ur);
            Some(c.give(copy))
        })
        .instead(|c: &Close, ur| {
            let Close { family, context, object } = *c;
            let is_copy = family == Memory && is_foreign(object, ur);
            is_copy.then(|| Release { family, context, object }.run(ur))
        });

    c.defect("cross_memory_writes_stay", "cross_process.memory.write_back")
        .does("What is written to memory of another process does not arrive there")
        .also(&["cross_process.memory.opened_survives_put"])
        .changes(|c: &enqueue_usm_memcpy, ur| {
            let written = |import: &Import| {
                let size = handle(Memory, &import.bytes).map_or(0, |handle| handle.size as usize);
                (import.object..import.object.at(size)).contains(&c.dst)
            };
            if ur.imports(Memory).iter().any(written) { copies_nothing(c) } else { *c }
        });

    c.defect("cross_physical_opens_to_other_memory", "cross_process.physical_memory.read")
        .does("A handle of another process opens to an object that nobody else has")
        .also(&["cross_process.physical_memory.write_back"])
        .instead(|c: &Open, ur| {
            let size = c.handle().filter(|_| c.family == Physical && c.is_foreign())?.size as usize;
            let (properties, physical_mem) = (In::NULL, Out(c.object.0.cast()));
            let Open { context, device, .. } = *c;
            Some(physical_mem_create { context, device, size, properties, physical_mem }.run(ur))
        });

    let defect = c
        .defect("cross_physical_writes_stay", "cross_process.physical_memory.write_back")
        .does("What is written through a mapping of an import does not arrive in the other process")
        .also(&["cross_process.physical_memory.multi_range"]);
    let (defect, mapped) = knowing_mapped(defect);
    defect.changes(move |c: &enqueue_usm_memcpy, _| if mapped.has(c.dst) { copies_nothing(c) } else { *c });

    c.defect("cross_memory_cached_by_size", "cross_process.memory.reopen_new_allocation")
        .does("Memory of the same size from the same process is found in a cache")
        .seen_in("unified-memory-framework, whose cache keeps mappings until the pool dies")
        .instead(|c: &Open, ur| {
            let key = |handle: HandleData| (handle.pid, handle.size, handle.offset);
            let new = c.handle().filter(|_| c.family == Memory).map(key)?;
            let mut opened = ur.all_imports(Memory).into_iter();
            let old = opened.find(|old| handle(Memory, &old.bytes).map(key) == Some(new))?;
            Some(c.give(old.object))
        })
        .pretends(|c: &Close, _| c.family == Memory);

    let sizes = shared::<Notes<(i32, u64, u64), u64>>();
    let place = |handle: &HandleData| (handle.pid, handle.object, handle.base);
    c.defect("cross_memory_cached_by_place_of_pool", "cross_process.memory.reopen_new_allocation")
        .does("Memory at a place of a pool from which smaller memory was opened before is opened with the size of that")
        .seen_in("UCX PR 2738 (a new allocation at the address of an old one)")
        .instead(move |c: &Open, ur| {
            let handle = c.handle().filter(|handle| handle.family == Memory)?;
            let size = sizes.get(&place(&handle))?;
            let hit = size < handle.size && handle.offset < size;
            hit.then(|| c.run_with(&HandleData { size, ..handle }.encode(), ur))
        })
        .then(move |c: &Open, _| {
            if let Some(handle) = c.handle().filter(|handle| handle.family == Memory) {
                sizes.lock().entry(place(&handle)).or_insert(handle.size);
            }
        });

    c.defect("cross_physical_cached_by_handle", "cross_process.physical_memory.open_after_put")
        .does("A handle that was opened before is found in a cache")
        .also(&["cross_process.physical_memory.open_after_producer_exit"])
        .instead(|c: &Open, ur| {
            let mut opened = ur.all_imports(Physical).into_iter();
            Some(c.give(opened.find(|old| old.bytes == c.bytes())?.object))
        })
        // The cache has a reference of its own.
        .then(|c: &ipc_open_phys_mem_handle_exp, ur| {
            physical_mem_retain { physical_mem: c.phys_mem.get().unwrap_or_default() }.run(ur)
        });

    c.defect("cross_memory_close_closes_all", "cross_process.memory.opened_survives_put")
        .does("Close closes all that is open of the same process")
        .seen_in("unified-memory-framework: a new handle of the same base unmaps what is in use")
        .then(|_: &ipc_close_mem_handle_exp, ur| {
            for Import { context, object, .. } in ur.imports(Memory) {
                Close { family: Memory, context, object }.run(ur);
            }
        });

    for (id, query, sentence) in [
        ("size_is_zero", PhysicalMemInfo::SIZE, "An object imported from another process reports the size 0"),
        (
            "context_is_null",
            PhysicalMemInfo::CONTEXT,
            "An object imported from another process has no context",
        ),
        ("device_is_null", PhysicalMemInfo::DEVICE, "An object imported from another process has no device"),
        (
            "properties_are_unset",
            PhysicalMemInfo::PROPERTIES,
            "The properties of an object imported from another process are zeroes",
        ),
    ] {
        c.defect(format!("cross_physical_imported_{id}"), "cross_process.physical_memory.size_and_info")
            .does(sentence)
            .seen_in("intel/llvm PR 22092")
            .then(move |c: &physical_mem_get_info, ur| {
                if c.prop_name == query && is_foreign(c.physical_mem, ur) {
                    c.prop_value.write_bytes(&vec![0; c.prop_size]);
                }
            });
    }

    c.defect("cross_physical_imported_knows_count_only", "cross_process.physical_memory.size_and_info")
        .does("An object imported from another process knows its count of references and nothing else")
        .seen_in("intel/llvm PR 22092")
        .refuses(UNSUPPORTED_ENUMERATION, |c: &physical_mem_get_info, ur| {
            c.prop_name != PhysicalMemInfo::REFERENCE_COUNT && is_foreign(c.physical_mem, ur)
        });
}
