//! Defects of `urPhysicalMemGetInfo`.

use super::create::is_shared;
use super::tools::*;

/// Whether this is asked of an import.
fn of_import(c: &info, ur: &Below) -> bool {
    ur.is_import(c.physical_mem)
}

/// Another answer for imports.
pub(super) fn of_imports<T: Copy>(
    answer: impl Fn(T, &Import, &Below) -> T + Send + Sync + 'static,
) -> impl Fn(&info, T, &Below) -> T + Send + Sync + 'static {
    move |c: &info, value, ur: &Below| match ur.import(c.physical_mem) {
        Some(import) => answer(value, &import, ur),
        None => value,
    }
}

/// The bytes of an answer.
fn size_of_answer(name: PhysicalMemInfo) -> usize {
    match name {
        PhysicalMemInfo::REFERENCE_COUNT => 4,
        PhysicalMemInfo::PROPERTIES => size_of::<PhysicalMemProperties>(),
        _ => 8,
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    for (imports, of) in [(false, "local object"), (true, "import")] {
        let id = of.replace(' ', "_");
        c.defect(format!("physical_info_{id}_larger_buffer_refused"), "physical_memory.info.sizes")
            .does(format!("A query of a {of} is refused with a buffer that is larger than the answer."))
            .refuses(INVALID_SIZE, move |c: &info, ur| {
                of_import(c, ur) == imports && c.prop_size > size_of_answer(c.prop_name)
            });

        c.defect(format!("physical_info_{id}_shorter_buffer_accepted"), "physical_memory.info.sizes")
            .does(format!("A query of a {of} takes a buffer that is too small, and leaves it alone."))
            .after(
                move |c: &info, result, ur| {
                    if result == INVALID_SIZE && of_import(c, ur) == imports { SUCCESS } else { result }
                },
            );
    }

    for (id, requirement, prop_name) in [
        ("context", "physical_memory.info.imported_context", PhysicalMemInfo::CONTEXT),
        ("device", "physical_memory.info.imported_device", PhysicalMemInfo::DEVICE),
        ("properties", "physical_memory.info.imported_properties", PhysicalMemInfo::PROPERTIES),
    ] {
        let sentence = format!("{} cannot be asked of an import.", id.to_uppercase());
        c.defect(format!("physical_info_import_{id}_unknown"), requirement)
            .does(sentence)
            .seen_in("intel/llvm PR 22092")
            .refuses(UNSUPPORTED_ENUMERATION, move |c: &info, ur| {
                c.prop_name == prop_name && of_import(c, ur)
            });
    }

    c.defect("physical_info_import_in_first_context", "physical_memory.info.imported_context")
        .does("An import says that it is in the context of the first one.")
        .answers(PhysicalMemInfo::CONTEXT, of_imports(|_, _, ur| ur.all_imports(Physical)[0].context));

    c.defect("physical_info_import_in_context_of_the_handle", "physical_memory.info.imported_context")
        .does("Open keeps what it has learnt of a handle while an import of it is open, also the context.")
        .answers(
            PhysicalMemInfo::CONTEXT,
            of_imports(|_, import, ur| {
                let of_handle = |other: &&Import| other.bytes == import.bytes;
                ur.imports(Physical).iter().find(of_handle).map_or(import.context, |first| first.context)
            }),
        );

    c.defect("physical_info_import_device_is_context", "physical_memory.info.imported_device")
        .does("An import gives its context for its device.")
        .answers(PhysicalMemInfo::DEVICE, of_imports(|_, import, _| import.context));

    c.defect("physical_info_import_on_first_device", "physical_memory.info.imported_device")
        .does("An import says that it is on the first device of its context.")
        .on("two-devices")
        .answers(PhysicalMemInfo::DEVICE, of_imports(|_, import, ur| ur.devices_of(import.context)[0]));

    c.defect("physical_info_imported_size_0", "physical_memory.info.imported_size")
        .does("An import reports the size 0.")
        .also(&["cross_process.physical_memory.size_and_info"])
        .seen_in("intel/llvm PR 22092")
        .answers(PhysicalMemInfo::SIZE, of_imports(|_, _, _| 0usize));

    c.defect("physical_info_imported_size_cached", "physical_memory.info.imported_size")
        .does("Every import reports the size of the first.")
        .answers(
            PhysicalMemInfo::SIZE,
            of_imports(|size, _, ur| {
                let first = handle(Physical, &ur.all_imports(Physical)[0].bytes);
                first.map_or(size, |first| first.size)
            }),
        );

    c.defect("physical_info_import_properties_stype", "physical_memory.info.imported_properties")
        .does("The properties of an import have no type.")
        .answers(
            PhysicalMemInfo::PROPERTIES,
            of_imports(|own, _, _| PhysicalMemProperties { stype: StructureType(0), ..own }),
        );

    c.defect("physical_info_import_properties_next", "physical_memory.info.imported_properties")
        .does("The properties of an import chain to something that is gone.")
        .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026")
        .answers(
            PhysicalMemInfo::PROPERTIES,
            of_imports(|own, _, _| PhysicalMemProperties { p_next: DANGLING.0, ..own }),
        );

    c.defect("physical_info_import_properties_flags", "physical_memory.info.imported_properties")
        .does("The properties of an import have a reserved flag.")
        .answers(
            PhysicalMemInfo::PROPERTIES,
            of_imports(|own, _, _| PhysicalMemProperties { flags: PhysicalMemFlags(3), ..own }),
        );

    c.defect("physical_info_import_properties_size", "physical_memory.info.imported_properties")
        .does("The properties of an import are said to have 16 bytes.")
        .then(|c: &info, ur| {
            (c.prop_name == PhysicalMemInfo::PROPERTIES && of_import(c, ur)).then(|| c.prop_size_ret.set(16))
        });

    of_all(c);
}

fn of_all(c: &mut Catalogue) {
    c.defect("physical_info_references_only", "physical_memory.info.local_all_five")
        .does("REFERENCE_COUNT can be asked and nothing else.")
        .also(&[
            "physical_memory.info.imported_context",
            "physical_memory.info.imported_device",
            "physical_memory.info.imported_properties",
        ])
        .seen_in("intel/llvm PR 22092")
        .refuses(UNSUPPORTED_ENUMERATION, |c: &info, _| c.prop_name != PhysicalMemInfo::REFERENCE_COUNT);

    c.defect("physical_info_local_properties_stype", "physical_memory.info.local_all_five")
        .does("The properties of a local object have no type.")
        .answers(PhysicalMemInfo::PROPERTIES, |_: &info, own, _| PhysicalMemProperties {
            stype: StructureType(0),
            ..own
        });

    c.defect("physical_info_local_references_2", "physical_memory.info.local_all_five")
        .does("A local object for sharing starts with two references.")
        .then(|c: &create, ur| retain_all(c.physical_mem.get().filter(|_| is_shared(c)), ur));

    c.defect("physical_info_local_size_with_header", "physical_memory.info.local_all_five")
        .does("A local object reports the size of the memory file behind it.")
        .answers(PhysicalMemInfo::SIZE, |_: &info, size: usize, _| size + GRANULE);

    c.defect("physical_info_local_swaps_context_and_device", "physical_memory.info.local_all_five")
        .does("CONTEXT gives the device, and DEVICE the context.")
        .changes(|c: &info, _| {
            let prop_name = match c.prop_name {
                PhysicalMemInfo::CONTEXT => PhysicalMemInfo::DEVICE,
                PhysicalMemInfo::DEVICE => PhysicalMemInfo::CONTEXT,
                other => other,
            };
            info { prop_name, ..*c }
        });

    c.defect("physical_info_local_references_8_bytes", "physical_memory.info.local_all_five")
        .does("REFERENCE_COUNT is said to have 8 bytes.")
        .then(|c: &info, _| {
            (c.prop_name == PhysicalMemInfo::REFERENCE_COUNT).then(|| c.prop_size_ret.set(8))
        });

    c.defect("physical_info_size_not_checked", "physical_memory.info.bad_arguments")
        .does("The size of the buffer is not looked at.")
        .seen_in("intel/llvm unified-runtime validation layer, August 2026")
        .changes(|c: &info, _| {
            let enough = if c.prop_value.is_null() { 0 } else { size_of::<PhysicalMemProperties>() };
            info { prop_size: c.prop_size.max(enough), ..*c }
        });

    c.defect("physical_info_unknown_zeroes", "physical_memory.info.bad_arguments")
        .does("A query of an unknown property is refused, and clears the buffer.")
        .after(|c: &info, result, _| {
            if result == UNSUPPORTED_ENUMERATION {
                c.prop_value.write_bytes(&vec![0; c.prop_size]);
            }
            result
        });
}
