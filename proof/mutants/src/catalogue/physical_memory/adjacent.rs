//! Commands over the mappings of two objects side by side.

use super::tools::*;

/// The number of bytes of a range that are in the mapping at its start, if that is one of an import; else all of them.
fn within_first(maps: &Maps, at: Ptr, size: usize, ur: &Below) -> usize {
    let mapped = maps.around(at).filter(|map| ur.is_import(map.physical_mem));
    let end = mapped.map(|map| map.start.at(map.size).address());
    end.map_or(size, |end| size.min(end - at.address()))
}

pub(super) fn defects(c: &mut Catalogue) {
    let maps = shared::<Maps>();
    c.defect("physical_map_copy_to_first_only", "physical_memory.map.adjacent")
        .does("A copy to two mapped imports side by side is made to the first.")
        .with(noted_in(maps))
        .changes(|c: &enqueue_usm_memcpy, ur| enqueue_usm_memcpy {
            size: within_first(maps, c.dst, c.size, ur),
            ..*c
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_copy_from_first_only", "physical_memory.map.adjacent")
        .does("A copy from two mapped imports side by side is made from the first.")
        .with(noted_in(maps))
        .changes(|c: &enqueue_usm_memcpy, ur| enqueue_usm_memcpy {
            size: within_first(maps, c.src, c.size, ur),
            ..*c
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_fill_of_first_only", "physical_memory.map.adjacent")
        .does("A fill of two mapped imports side by side is one of the first.")
        .with(noted_in(maps))
        .changes(|c: &enqueue_usm_fill, ur| enqueue_usm_fill {
            size: within_first(maps, c.mem, c.size, ur),
            ..*c
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_fill_begins_anew_in_second", "physical_memory.map.adjacent")
        .does("A fill of two mapped imports side by side begins its pattern anew in the second.")
        .with(noted_in(maps))
        .instead(|c: &enqueue_usm_fill, ur| {
            let first = within_first(maps, c.mem, c.size, ur);
            let rest = c.size - first;
            // In whole patterns, as fills are.
            let (before, behind) = (first % c.pattern_size, rest / c.pattern_size * c.pattern_size);
            if before == 0 || behind == 0 {
                return None;
            }
            let whole = enqueue_usm_fill { event: Out::NULL, ..*c }.run(ur);
            let again = enqueue_usm_fill { mem: c.mem.at(first), size: behind, ..*c }.run(ur);
            Some(if whole.is_success() { again } else { whole })
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_rows_of_first_only", "physical_memory.map.adjacent")
        .does("A copy of rows to two mapped imports side by side leaves out those that begin in the second.")
        .with(noted_in(maps))
        .changes(|c: &enqueue_usm_memcpy_2d, ur| {
            let first = within_first(maps, c.dst, c.dst_pitch * c.height, ur);
            enqueue_usm_memcpy_2d { height: first.div_ceil(c.dst_pitch), ..*c }
        });

    let (maps, reserved) = (shared::<Maps>(), shared::<Set<Ptr>>());
    c.defect("physical_map_copy_from_memory_behind_start_not_made", "physical_memory.map.adjacent")
        .does("A copy from imported memory to an import that is mapped behind the start of a reservation is not made.")
        .with(noted_in(maps))
        .then(move |c: &virtual_mem_reserve, _| c.start_ret.get().is_some_and(|start| reserved.add(start)))
        .then(move |c: &virtual_mem_free, _| reserved.remove(&c.start))
        .pretends(move |c: &enqueue_usm_memcpy, ur| {
            let to = maps.around(c.dst).filter(|map| ur.is_import(map.physical_mem));
            to.is_some_and(|map| !reserved.has(&map.start)) && import_at(ur, c.src).is_some()
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_command_over_two_refused", "physical_memory.map.adjacent")
        .does("A fill over the end of a mapped import is refused.")
        .with(noted_in(maps))
        .refuses(INVALID_SIZE, |c: &enqueue_usm_fill, ur| within_first(maps, c.mem, c.size, ur) < c.size);

    access(c);
}

/// Changes of the access to two mappings side by side.
fn access(c: &mut Catalogue) {
    const REQUIREMENT: &str = "physical_memory.map.access_of_several";
    /// The bytes of a change that are in the mapping at its start.
    fn in_first(maps: &Maps, c: &virtual_mem_set_access) -> usize {
        let mapped = maps.around(c.start);
        mapped.map_or(c.size, |map| c.size.min(map.start.at(map.size).address() - c.start.address()))
    }

    for (of_imports, name, objects) in [(true, "imports", "imports"), (false, "own_objects", "its own")] {
        let maps = shared::<Maps>();
        c.defect(format!("physical_map_set_access_of_two_{name}_reaches_first"), REQUIREMENT)
            .does(format!(
                "A change of the access to two mapped objects side by side, {objects}, changes the first."
            ))
            .with(noted_in(maps))
            .changes(move |c: &virtual_mem_set_access, ur| {
                let changed =
                    maps.around(c.start).is_some_and(|map| ur.is_import(map.physical_mem) == of_imports);
                let size = if changed { in_first(maps, c) } else { c.size };
                virtual_mem_set_access { size, ..*c }
            });
    }

    let (maps, changed) = (shared::<Maps>(), shared::<Mapped>());
    c.defect("physical_map_set_access_of_two_forbids_copies", REQUIREMENT)
        .does("No copy is made to the second of two mappings whose access was changed at once.")
        .with(noted_in(maps))
        .then(move |c: &virtual_mem_set_access, _| {
            let first = in_first(maps, c);
            if first < c.size {
                changed.lock().push(c.start.at(first)..c.start.at(c.size));
            }
        })
        .pretends(move |c: &enqueue_usm_memcpy, _| changed.has(c.dst));

    let maps = shared::<Maps>();
    c.defect("physical_map_set_access_of_two_maps_at_offset_of_first", REQUIREMENT)
        .does("A change of the access to two mappings maps both anew, from the offset in its object at which the first began.")
        .seen_in("ROCm/rocm-systems PR 1879 (the offset is forgotten when memory is mapped anew)")
        .with(noted_in(maps))
        .instead(|c: &virtual_mem_set_access, ur| {
            let first = maps.at(c.start)?;
            let second = maps.at(c.start.at(first.size))?;
            let fits = first.offset + second.size <= size(second.physical_mem, ur);
            if first.size + second.size != c.size || first.offset == second.offset || !fits {
                return None;
            }
            unmap { context: c.context, start: c.start, size: c.size }.run(ur);
            map { flags: c.flags, ..first }.run(ur);
            Some(map { offset: first.offset, flags: c.flags, ..second }.run(ur))
        });
}
