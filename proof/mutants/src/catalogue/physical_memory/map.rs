//! Defects of mapping imports, and of the addresses that they are mapped to.

use super::tools::*;

const READ_WRITE: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const READ_ONLY: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;

/// Whether an import is mapped.
fn of_import(c: &map, ur: &Below) -> bool {
    ur.is_import(c.physical_mem)
}

/// Whether an import is mapped whose source is in another context.
fn in_other_context(c: &map, ur: &Below) -> bool {
    let source = source(c.physical_mem, ur);
    let context = source.and_then(|source| ur.physical_info(source, PhysicalMemInfo::CONTEXT));
    context.is_some_and(|context: ContextHandle| context != c.context)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_map_read_write_is_read_only", "An import is mapped read-only, whatever is asked.")
        .violates(&["physical_memory.map.aliases_source"])
        .changes(|c: &map, ur| map { flags: if of_import(c, ur) { READ_ONLY } else { c.flags }, ..*c });

    c.defect("physical_map_does_nothing", "Mapping an import succeeds and maps nothing.")
        .violates(&["physical_memory.map.aliases_source"])
        .pretends(of_import);

    let maps = Maps::default();
    maps.noted(c.defect(
        "physical_map_fill_once",
        "A fill through a mapping of an import writes its pattern once only.",
    ))
    .violates(&["physical_memory.map.aliases_source"])
    .changes(move |c: &enqueue_usm_fill, ur| {
        let behind = |map: &map| (map.start..map.start.at(map.size)).contains(&c.mem);
        let once = maps.all().iter().any(|map| of_import(map, ur) && behind(map));
        enqueue_usm_fill { size: if once { c.pattern_size } else { c.size }, ..*c }
    });

    c.defect(
        "physical_map_other_context",
        "An import in another context than the source's is memory of its own.",
    )
    .violates(&["physical_memory.map.aliases_source"])
    .instead(|c: &map, ur| in_other_context(c, ur).then(|| map_other(c, ur)));

    c.defect(
        "physical_map_other_context_refused",
        "An import in another context than the source's cannot be mapped.",
    )
    .violates(&["physical_memory.map.aliases_source"])
    .refuses(INVALID_CONTEXT, in_other_context);

    parts_and_access(c);
    addresses(c);
}

fn parts_and_access(c: &mut Catalogue) {
    c.defect("physical_map_refuses_offset", "An import can be mapped from its start on only.")
        .violates(&["physical_memory.map.offset_and_access"])
        .refuses(INVALID_VALUE, |c: &map, ur| of_import(c, ur) && c.offset != 0);

    c.defect(
        "physical_map_not_to_end",
        "An import cannot be mapped from its last granule on, if it has more than two.",
    )
    .violates(&["physical_memory.map.offset_and_access"])
    .refuses(INVALID_SIZE, |c: &map, ur| {
        let size = size(c.physical_mem, ur);
        of_import(c, ur) && c.offset + GRANULE == size && size > 2 * GRANULE
    });

    let maps = Maps::default();
    maps.noted(c.defect("physical_map_once", "An import can be mapped once only."))
        .violates(&["physical_memory.map.offset_and_access"])
        .refuses(INVALID_VALUE, move |c: &map, ur| of_import(c, ur) && !maps.of(c.physical_mem).is_empty());

    c.defect(
        "physical_map_read_only_refused",
        "Mapping an import read-only fails, with an error that does not say that it is not offered.",
    )
    .violates(&["physical_memory.map.offset_and_access"])
    .refuses(INVALID_ENUMERATION, |c: &map, ur| of_import(c, ur) && c.flags == READ_ONLY);

    c.defect("physical_map_read_only_is_copy", "A read-only mapping of an import shows other memory.")
        .violates(&["physical_memory.map.offset_and_access"])
        .instead(|c: &map, ur| (of_import(c, ur) && c.flags == READ_ONLY).then(|| map_other(c, ur)));

    c.defect("physical_map_access_none", "ACCESS_MODE is always NONE.")
        .violates(&["physical_memory.map.offset_and_access"])
        .answers(VirtualMemInfo::ACCESS_MODE, |_: &virtual_mem_get_info, _, _| VirtualMemAccessFlags::NONE);

    let (last, given) = state::<Notes<_, _>>();
    c.defect(
        "physical_map_access_of_last",
        "ACCESS_MODE is that of the mapping made last, wherever it is asked for.",
    )
    .violates(&["physical_memory.map.offset_and_access"])
    .before(move |c: &map, _| given.lock().extend([((), c.flags)]))
    .answers(VirtualMemInfo::ACCESS_MODE, move |_: &virtual_mem_get_info, flags, _| {
        last.get(&()).unwrap_or(flags)
    });

    c.defect("physical_map_set_access_to_read_only_once", "A mapping that was made read-only stays so.")
        .violates(&["physical_memory.map.offset_and_access"])
        .pretends(|c: &virtual_mem_set_access, _| c.flags == READ_WRITE);

    let maps = Maps::default();
    maps.noted(c.defect(
        "physical_map_set_access_reaches_all",
        "Changing the access of one mapping changes it for all of the process.",
    ))
    .violates(&["physical_memory.map.offset_and_access"])
    .before(move |c: &virtual_mem_set_access, ur| {
        for map in maps.all() {
            virtual_mem_set_access { start: map.start, size: map.size, ..*c }.run(ur);
        }
    });

    let maps = Maps::default();
    maps.noted(c.defect(
        "physical_unmap_reaches_others",
        "Unmapping one of two mappings of an import leaves the other with other memory.",
    ))
    .violates(&["physical_memory.map.offset_and_access"])
    .before(move |c: &unmap, ur| {
        let unmapped = maps.at(c.start).filter(|unmapped| of_import(unmapped, ur));
        let all = unmapped.map(|unmapped| maps.of(unmapped.physical_mem)).unwrap_or_default();
        for other in all.into_iter().filter(|other| other.start != c.start) {
            unmap { start: other.start, size: other.size, ..*c }.run(ur);
            map_other(&map { flags: READ_WRITE, ..other }, ur);
        }
    });
}

fn addresses(c: &mut Catalogue) {
    let maps = Maps::default();
    maps.noted(
        c.defect("physical_unmap_takes_next", "Unmap unmaps what is mapped behind the range as well."),
    )
    .violates(&["physical_memory.map.after_unmap"])
    .pretends(move |c: &unmap, ur| {
        let Some(unmapped) = maps.at(c.start) else { return true };
        if let Some(next) = maps.take(c.start.at(unmapped.size)) {
            unmap { start: next.start, size: next.size, ..*c }.run(ur);
        }
        false
    });

    c.defect("physical_free_does_nothing", "Free of addresses succeeds and frees nothing.")
        .violates(&["lifetime.virtual_memory.cycles"])
        .pretends(|_: &virtual_mem_free, _| true);

    c.defect("physical_unmap_keeps_descriptor", "Unmap leaves a descriptor open.")
        .violates(&["lifetime.virtual_memory.cycles"])
        .before(|_: &unmap, _| leak_descriptor());
}
