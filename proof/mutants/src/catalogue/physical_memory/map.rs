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
    c.defect("physical_map_read_write_is_read_only", "physical_memory.map.aliases_source")
        .does("An import is mapped read-only, whatever is asked.")
        .changes(|c: &map, ur| map { flags: if of_import(c, ur) { READ_ONLY } else { c.flags }, ..*c });

    let (to_read, limited) = (shared::<Set<Ptr>>(), shared::<Set<Vec<u8>>>());
    c.defect("physical_map_as_source_at_get", "physical_memory.map.aliases_source")
        .does("An import is mapped read-only if the last mapping of its source before Get was.")
        .seen_in("XRT pull request 1623: DRM_RDWR of PRIME_HANDLE_TO_FD")
        .then(move |c: &map, _| {
            let object = Ptr::from(c.physical_mem);
            if c.flags == READ_ONLY {
                to_read.add(object);
            } else {
                to_read.remove(&object);
            }
        })
        .then(move |c: &Get, _| {
            if to_read.has(&c.object) {
                limited.add(c.bytes());
            }
        })
        .changes(move |c: &map, ur| {
            let is_limited = ur.import(c.physical_mem).is_some_and(|import| limited.has(&import.bytes));
            map { flags: if is_limited { READ_ONLY } else { c.flags }, ..*c }
        });

    c.defect("physical_map_does_nothing", "physical_memory.map.aliases_source")
        .does("Mapping an import succeeds and maps nothing.")
        .pretends(of_import);

    let maps = shared::<Maps>();
    c.defect("physical_map_fill_once", "physical_memory.map.aliases_source")
        .does("A fill through a mapping of an import writes its pattern once only.")
        .with(noted_in(maps))
        .changes(move |c: &enqueue_usm_fill, ur| {
            let behind = |map: &map| (map.start..map.start.at(map.size)).contains(&c.mem);
            let once = maps.all().iter().any(|map| of_import(map, ur) && behind(map));
            enqueue_usm_fill { size: if once { c.pattern_size } else { c.size }, ..*c }
        });

    c.defect("physical_map_other_context", "physical_memory.map.aliases_source")
        .does("An import in another context than the source's is memory of its own.")
        .instead(|c: &map, ur| in_other_context(c, ur).then(|| map_other(c, ur)));

    c.defect("physical_map_other_context_refused", "physical_memory.map.aliases_source")
        .does("An import in another context than the source's cannot be mapped.")
        .refuses(INVALID_CONTEXT, in_other_context);

    parts_and_access(c);
    rights(c);
    addresses(c);
    fills(c);
}

fn parts_and_access(c: &mut Catalogue) {
    c.defect("physical_map_refuses_offset", "physical_memory.map.offset_and_access")
        .does("An import can be mapped from its start on only.")
        .refuses(INVALID_VALUE, |c: &map, ur| of_import(c, ur) && c.offset != 0);

    c.defect("physical_map_not_to_end", "physical_memory.map.offset_and_access")
        .does("An import cannot be mapped from its last granule on, if it has more than two.")
        .refuses(INVALID_SIZE, |c: &map, ur| {
            let size = size(c.physical_mem, ur);
            of_import(c, ur) && c.offset + GRANULE == size && size > 2 * GRANULE
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_once", "physical_memory.map.offset_and_access")
        .does("An import can be mapped once only.")
        .with(noted_in(maps))
        .refuses(INVALID_VALUE, move |c: &map, ur| of_import(c, ur) && !maps.of(c.physical_mem).is_empty());

    c.defect("physical_map_read_only_refused", "physical_memory.map.offset_and_access")
        .does("Mapping an import read-only fails, with an error that does not say that it is not offered.")
        .refuses(INVALID_ENUMERATION, |c: &map, ur| of_import(c, ur) && c.flags == READ_ONLY);

    c.defect("physical_map_read_only_is_copy", "physical_memory.map.offset_and_access")
        .does("A read-only mapping of an import shows other memory.")
        .instead(|c: &map, ur| (of_import(c, ur) && c.flags == READ_ONLY).then(|| map_other(c, ur)));

    c.defect("physical_map_access_none", "physical_memory.map.offset_and_access")
        .does("ACCESS_MODE is always NONE.")
        .answers(VirtualMemInfo::ACCESS_MODE, |_: &virtual_mem_get_info, _, _| VirtualMemAccessFlags::NONE);

    let last = shared::<Notes<_, _>>();
    c.defect("physical_map_access_of_last", "physical_memory.map.offset_and_access")
        .does("ACCESS_MODE is that of the mapping made last, wherever it is asked for.")
        .before(move |c: &map, _| last.lock().extend([((), c.flags)]))
        .answers(VirtualMemInfo::ACCESS_MODE, move |_: &virtual_mem_get_info, flags, _| {
            last.get(&()).unwrap_or(flags)
        });

    c.defect("physical_map_set_access_to_read_only_once", "physical_memory.map.offset_and_access")
        .does("A mapping that was made read-only stays so.")
        .pretends(|c: &virtual_mem_set_access, _| c.flags == READ_WRITE);

    let maps = shared::<Maps>();
    c.defect("physical_map_set_access_reaches_all", "physical_memory.map.offset_and_access")
        .does("Changing the access of one mapping changes it for all of the process.")
        .with(noted_in(maps))
        .before(move |c: &virtual_mem_set_access, ur| {
            for map in maps.all() {
                virtual_mem_set_access { start: map.start, size: map.size, ..*c }.run(ur);
            }
        });

    let maps = shared::<Maps>();
    c.defect("physical_map_set_access_of_part_is_of_whole", "physical_memory.map.offset_and_access")
        .does("Changing the access of a part of a mapping changes that of the whole.")
        .with(noted_in(maps))
        .changes(move |c: &virtual_mem_set_access, _| match maps.around(c.start) {
            Some(map) => virtual_mem_set_access { start: map.start, size: map.size, ..*c },
            None => *c,
        });

    for (of_imports, name, object) in [(true, "import", "an import"), (false, "source", "a source")] {
        let maps = shared::<Maps>();
        c.defect(
            format!("physical_map_set_access_of_{name}_forgets_offset"),
            "physical_memory.map.offset_and_access",
        )
        .does(format!(
            "Changing the access of a mapping of {object} maps the memory anew, from its start on."
        ))
        .seen_in("Level Zero driver, Context::setVirtualMemAccessAttribute")
        .with(noted_in(maps))
        .instead(move |c: &virtual_mem_set_access, ur| {
            let mapped = maps.at(c.start).filter(|map| of_import(map, ur) == of_imports)?;
            unmap { context: mapped.context, start: mapped.start, size: mapped.size }.run(ur);
            Some(map { offset: 0, flags: c.flags, ..mapped }.run(ur))
        });
    }

    let maps = shared::<Maps>();
    c.defect("physical_unmap_reaches_others", "physical_memory.map.offset_and_access")
        .does("Unmapping one of two mappings of an import leaves the other with other memory.")
        .with(noted_in(maps))
        .before(move |c: &unmap, ur| {
            let unmapped = maps.at(c.start).filter(|unmapped| of_import(unmapped, ur));
            let all = unmapped.map(|unmapped| maps.of(unmapped.physical_mem)).unwrap_or_default();
            for other in all.into_iter().filter(|other| other.start != c.start) {
                unmap { start: other.start, size: other.size, ..*c }.run(ur);
                map_other(&map { flags: READ_WRITE, ..other }, ur);
            }
        });
}

/// Defects of mappings without access, and of those that give more than they say.
fn rights(c: &mut Catalogue) {
    const NONE: VirtualMemAccessFlags = VirtualMemAccessFlags::NONE;
    c.defect("physical_map_no_access_is_for_ever", "physical_memory.map.no_access")
        .does("An import that was mapped without access gets other memory with its access.")
        .instead(|c: &map, ur| (of_import(c, ur) && c.flags == NONE).then(|| map_other(c, ur)));

    c.defect("physical_map_loss_of_access_does_nothing", "physical_memory.map.no_access")
        .does("The access of a mapping cannot be taken away; the call succeeds.")
        .pretends(|c: &virtual_mem_set_access, _| c.flags == NONE);

    let maps = shared::<Maps>();
    c.defect("physical_map_loss_of_access_reaches_source", "physical_memory.map.no_access")
        .does("Mapping an import without access takes it from the other mappings of the process.")
        .with(noted_in(maps))
        .then(move |c: &map, ur| {
            let others = maps.all().into_iter().filter(|other| c.flags == NONE && other.start != c.start);
            for other in others {
                let (context, start, size, flags) = (other.context, other.start, other.size, NONE);
                virtual_mem_set_access { context, start, size, flags }.run(ur);
            }
        });

    let lesser = shared::<Notes<Ptr, VirtualMemAccessFlags>>();
    c.defect("physical_map_access_is_for_show", "physical_memory.map.access_is_kept")
        .does("An import of another process' memory is mapped for reading and writing, whatever it says.")
        .instead(move |c: &map, ur| {
            let lies = is_foreign(c.physical_mem, ur) && c.flags != READ_WRITE;
            lesser.set(c.start, c.flags);
            lies.then(|| map { flags: READ_WRITE, ..*c }.run(ur))
        })
        .answers(VirtualMemInfo::ACCESS_MODE, move |c: &virtual_mem_get_info, flags, _| {
            lesser.get(&c.start).unwrap_or(flags)
        });

    let shown = shared::<Notes<Ptr, VirtualMemAccessFlags>>();
    c.defect("physical_map_change_to_read_only_is_for_show", "physical_memory.map.access_is_kept")
        .does("A mapping that is changed to be read-only says so, and can be written through.")
        .then(move |c: &map, _| shown.set(c.start, c.flags))
        .instead(move |c: &virtual_mem_set_access, _| {
            shown.set(c.start, c.flags);
            (c.flags == READ_ONLY).then_some(SUCCESS)
        })
        .answers(VirtualMemInfo::ACCESS_MODE, move |c: &virtual_mem_get_info, flags, _| {
            shown.get(&c.start).unwrap_or(flags)
        });
}

fn addresses(c: &mut Catalogue) {
    let maps = shared::<Maps>();
    c.defect("physical_unmap_takes_next", "physical_memory.map.after_unmap")
        .does("Unmap unmaps what is mapped behind the range as well.")
        .with(noted_in(maps))
        .pretends(move |c: &unmap, ur| {
            let Some(unmapped) = maps.at(c.start) else { return true };
            if let Some(next) = maps.take(c.start.at(unmapped.size)) {
                unmap { start: next.start, size: next.size, ..*c }.run(ur);
            }
            false
        });

    c.defect("physical_free_does_nothing", "lifetime.virtual_memory.cycles")
        .does("Free of addresses succeeds and frees nothing.")
        .pretends(|_: &virtual_mem_free, _| true);

    c.defect("physical_unmap_keeps_descriptor", "lifetime.virtual_memory.cycles")
        .does("Unmap leaves a descriptor open.")
        .leaks(|_: &unmap, _| true);
}

fn fills(c: &mut Catalogue) {
    let (defect, mapped) = knowing_mapped(
        c.defect("physical_fills_use_128_bytes_of_patterns", "cross_process.physical_memory.write_back")
            .does("a fill of a mapped import repeats the first 128 bytes of a longer pattern"),
    );
    defect.changes(move |c: &enqueue_usm_fill, _| {
        let pattern_size = if mapped.has(c.mem) { c.pattern_size.min(128) } else { c.pattern_size };
        enqueue_usm_fill { pattern_size, ..*c }
    });
}
