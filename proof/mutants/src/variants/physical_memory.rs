//! Physical memory: counted objects, the answers of queries, and creation and mapping.

use super::counted;
use super::tools::*;

pub(super) const FILES: super::Files = &[counts, answers, maps, sizes, creation];

const FLAGS: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;

fn counts(c: &mut Catalogue) {
    c.variant("physical_open_counts", unsaid("that each Open gives an object of its own"))
        .of(&["physical_memory.open.multiple"])
        .does(
            "another Open of the same bytes in the same place gives the same object, with one more reference",
        )
        .with(|freedom| counted::opens(Physical, freedom));

    c.variant("physical_get_counts", unsaid("whether the bytes of each handle have a place of their own"))
        .of(&["physical_memory.get.repeated"])
        .does("another Get of the same object gives the same bytes at the same place, to be put as often")
        .with(|freedom| counted::gets(Physical, freedom));

    c.variant(
        "physical_import_has_more_references",
        "virtual_memory.yml, UR_PHYSICAL_MEM_INFO_REFERENCE_COUNT: \"should be considered immediately stale. It is unsuitable for \
         general use in applications\"",
    )
    .of(&["physical_memory.info.imported_refcount"])
    .does("the references of an import include one of the implementation's own")
    .answers(PhysicalMemInfo::REFERENCE_COUNT, |c: &physical_mem_get_info, count: u32, ur| {
        count + u32::from(ur.is_import(c.physical_mem))
    });
}

fn answers(c: &mut Catalogue) {
    c.variant(
        "physical_fills_begin_at_multiples",
        unsaid("at which addresses a fill with a longer pattern may begin"),
    )
    .of(&["physical_memory.map.adjacent"])
    .does("a fill at an address that is no multiple of its pattern's size is refused")
    .refuses(INVALID_VALUE, |c: &enqueue_usm_fill, _| !c.mem.address().is_multiple_of(c.pattern_size.max(1)));

    c.variant(
        "physical_import_has_flag",
        "virtual_memory.yml, UR_PHYSICAL_MEM_INFO_PROPERTIES: \"properties set when creating this physical \
         memory object.\"; which an import has is not said",
    )
    .of(&["physical_memory.info.imported_properties"])
    .does("the properties of an import have the flag of what was made for sharing")
    .answers(
        PhysicalMemInfo::PROPERTIES,
        |c: &physical_mem_get_info, properties: PhysicalMemProperties, ur| {
            let flags =
                if ur.is_import(c.physical_mem) { PhysicalMemFlags::ENABLE_IPC } else { properties.flags };
            PhysicalMemProperties { flags, ..properties }
        },
    );

    c.variant("physical_unknown_query_is_invalid", "virtual_memory.yml, urPhysicalMemGetInfo: has no list of errors; the validation layer answers INVALID_ENUMERATION")
        .of(&["physical_memory.info.bad_arguments"])
        .does("a query that is not known answers INVALID_ENUMERATION")
        .after(|_: &physical_mem_get_info, result, _| match result {
            UNSUPPORTED_ENUMERATION => INVALID_ENUMERATION,
            other => other,
        });
}

fn maps(c: &mut Catalogue) {
    let mapped = shared::<Notes<Ptr, PhysicalMemHandle>>();
    c.variant("physical_maps_once", "common.yml, ur_result_t: UNSUPPORTED_FEATURE, \"generic error code for unsupported features\"; virtual_memory.yml, urVirtualMemMap: has no list of errors, and nothing says that an object can be mapped at two places at a time")
        .of(&["physical_memory.map.offset_and_access"])
        .does("an object that is mapped cannot be mapped at another place")
        .lacks(&[Need::TwoMappings])
        .refuses(UNSUPPORTED_FEATURE, move |c: &virtual_mem_map, _| mapped.lock().values().any(|it| *it == c.physical_mem))
        .then(move |c: &virtual_mem_map, _| mapped.set(c.start, c.physical_mem))
        .then(move |c: &virtual_mem_unmap, _| {
            let unmapped = c.start..c.start.at(c.size);
            mapped.lock().retain(|start, _| !unmapped.contains(start));
        });

    c.variant("physical_maps_with_access_alone", "common.yml, ur_result_t: UNSUPPORTED_FEATURE, \"generic error code for unsupported features\"; virtual_memory.yml, urVirtualMemMap: has no list of errors, and nothing says that every device has mappings without access")
        .of(&["physical_memory.map.no_access"])
        .does("nothing can be mapped without access, or lose its access")
        .lacks(&[Need::NoAccessMappings])
        .refuses(UNSUPPORTED_FEATURE, |c: &virtual_mem_map, _| is_none(c.flags))
        .refuses(UNSUPPORTED_FEATURE, |c: &virtual_mem_set_access, _| is_none(c.flags));

    c.variant(
        "physical_maps_for_writing_alone",
        "common.yml, ur_result_t: UNSUPPORTED_FEATURE, \"generic error code for unsupported features\"; virtual_memory.yml, urVirtualMemMap: has no list of errors, and nothing says that every device has mappings for reading alone",
    )
    .of(&["physical_memory.map.offset_and_access"])
    .does("nothing can be mapped for reading alone")
    .lacks(&[Need::ReadOnlyMappings, Need::ReadOnlyParts])
    .refuses(UNSUPPORTED_FEATURE, |c: &virtual_mem_map, _| c.flags == VirtualMemAccessFlags::READ_ONLY)
    .refuses(UNSUPPORTED_FEATURE, |c: &virtual_mem_set_access, _| {
        c.flags == VirtualMemAccessFlags::READ_ONLY
    });

    c.variant(
        "physical_no_access_is_no_flag",
        "virtual_memory.yml, UR_VIRTUAL_MEM_INFO_ACCESS_MODE: \"access flags of a mapped virtual memory \
         range.\"; that UR_VIRTUAL_MEM_ACCESS_FLAG_NONE is one of them where nothing else is, is not said",
    )
    .of(&["physical_memory.map.no_access"])
    .does("the access mode of a mapping without access is 0")
    .answers(
        VirtualMemInfo::ACCESS_MODE,
        |_: &virtual_mem_get_info, flags: VirtualMemAccessFlags, _| {
            if is_none(flags) { VirtualMemAccessFlags(0) } else { flags }
        },
    );

    let sizes = shared::<Notes<Ptr, usize>>();
    c.variant(
        "physical_access_changes_of_one_mapping",
        "common.yml, ur_result_t: UNSUPPORTED_FEATURE, \"generic error code for unsupported features\"; virtual_memory.yml, urVirtualMemSetAccess: has no list of errors, and nothing says that one call may be about more than one mapping",
    )
    .of(&["physical_memory.map.access_of_several"])
    .does("the access to more than one mapping cannot be changed at once")
    .then(move |c: &virtual_mem_map, _| sizes.set(c.start, c.size))
    .then(move |c: &virtual_mem_unmap, _| sizes.take(&c.start))
    .refuses(UNSUPPORTED_FEATURE, move |c: &virtual_mem_set_access, _| {
        sizes.get(&c.start).is_some_and(|mapped| c.size > mapped)
    });

    let asked = shared::<Notes<Ptr, VirtualMemAccessFlags>>();
    c.variant(
        "physical_access_is_not_enforced",
        "virtual_memory.yml: what a command does that lacks the access is not said",
    )
    .of(&["physical_memory.map.access_is_kept"])
    .does("what is mapped for reading alone, or without access, can be written as well")
    .then(move |c: &virtual_mem_map, _| asked.set(c.start, c.flags))
    .then(move |c: &virtual_mem_set_access, _| {
        let changed = c.start..c.start.at(c.size);
        let mut asked = asked.lock();
        asked.iter_mut().filter(|(start, _)| changed.contains(start)).for_each(|(_, flags)| *flags = c.flags);
        asked.insert(c.start, c.flags)
    })
    .then(move |c: &virtual_mem_unmap, _| asked.take(&c.start))
    .changes(|c: &virtual_mem_map, _| virtual_mem_map { flags: FLAGS, ..*c })
    .changes(|c: &virtual_mem_set_access, _| virtual_mem_set_access { flags: FLAGS, ..*c })
    .answers(
        VirtualMemInfo::ACCESS_MODE,
        move |c: &virtual_mem_get_info, flags: VirtualMemAccessFlags, _| asked.get(&c.start).unwrap_or(flags),
    );
}

fn is_none(flags: VirtualMemAccessFlags) -> bool {
    flags.0 == 0 || flags == VirtualMemAccessFlags::NONE
}

fn sizes(c: &mut Catalogue) {
    let text = "virtual_memory.yml, ur_virtual_mem_granularity_info_t: \"size in bytes of the minimum \
                virtual memory granularity.\" and \"size in bytes of the recommended virtual memory \
                granularity.\"; that they are powers of two, or alike, is not said";
    c.variant("physical_granularity_is_no_power_of_two", text)
        .of(&["physical_memory.create.size_granularity"])
        .does("both granularities are 192 KiB, and sizes that are no multiples of it are refused")
        .with(|freedom| granularities(freedom, 192 << 10, 192 << 10));

    c.variant("physical_granularities_differ", text)
        .of(&["physical_memory.create.size_granularity"])
        .does("the smallest granularity is 192 KiB, and the recommended one 576 KiB")
        .with(|freedom| granularities(freedom, 192 << 10, 576 << 10));
}

fn granularities(freedom: Freedom<'_>, minimum: usize, recommended: usize) -> Freedom<'_> {
    freedom
        // 4 GiB is no multiple of these; and SYCL's text wants addresses that are, which the host backend does not reserve.
        .lacks(&[Need::LargePhysicalMemory])
        .forbidden_by_sycl()
        .answers(
            VirtualMemGranularityInfo::MINIMUM,
            move |_: &virtual_mem_granularity_get_info, _: usize, _| minimum,
        )
        .answers(
            VirtualMemGranularityInfo::RECOMMENDED,
            move |_: &virtual_mem_granularity_get_info, _: usize, _| recommended,
        )
        .refuses(INVALID_SIZE, move |c: &physical_mem_create, _| {
            let nulls = [c.context.is_null(), c.device.is_null(), c.physical_mem.is_null()];
            let known = c.properties.get().is_none_or(|given| !given.flags.has_reserved());
            !nulls.contains(&true) && known && !c.size.is_multiple_of(minimum)
        })
        .refuses(INVALID_SIZE, move |c: &virtual_mem_reserve, _| {
            !c.context.is_null() && !c.size.is_multiple_of(minimum)
        })
}

fn creation(c: &mut Catalogue) {
    let flagged = shared::<Set<PhysicalMemHandle>>();
    c.variant(
        "physical_create_takes_flag_that_it_cannot_keep",
        "virtual_memory.yml, urPhysicalMemCreate: lists INVALID_SIZE alone, and no error for ENABLE_IPC on \
         a device that cannot share",
    )
    .of(&["physical_memory.create.enable_ipc_unsupported", "device_info.physical_false_means_unsupported"])
    .does("an object can be made for sharing on a device that cannot share, and is refused by Get")
    .on("no-physical-memory")
    .instead(move |c: &physical_mem_create, ur| {
        let given = c.properties.get().filter(|given| given.flags == PhysicalMemFlags::ENABLE_IPC)?;
        let properties = PhysicalMemProperties { flags: PhysicalMemFlags::NONE_SET, ..given };
        let result = physical_mem_create { properties: In::of(&properties), ..*c }.run(ur);
        if result == SUCCESS {
            c.physical_mem.get().map(|object| flagged.add(object));
        }
        Some(result)
    })
    .answers(
        PhysicalMemInfo::PROPERTIES,
        move |c: &physical_mem_get_info, properties: PhysicalMemProperties, _| {
            let is_flagged = flagged.has(&c.physical_mem);
            let flags = if is_flagged { PhysicalMemFlags::ENABLE_IPC } else { properties.flags };
            PhysicalMemProperties { flags, ..properties }
        },
    );

    c.variant(
        "physical_create_refuses_chains",
        "common.yml, ur_base_properties_t: \"pointer to extension-specific structure\"; what becomes of \
         one of another kind is not said",
    )
    .of(&["physical_memory.create.descriptor_header"])
    .does("properties with a structure behind them are refused")
    .refuses(INVALID_VALUE, |c: &physical_mem_create, _| {
        let nulls = [c.context.is_null(), c.device.is_null(), c.physical_mem.is_null()];
        !nulls.contains(&true) && c.properties.get().is_some_and(|given| !given.p_next.is_null())
    });

    c.variant(
        "physical_create_takes_any_type",
        "common.yml, ur_base_properties_t: \"type of this structure\"; what becomes of another one is not \
         said",
    )
    .of(&["physical_memory.create.descriptor_header"])
    .does("the type of properties is not looked at")
    .instead(|c: &physical_mem_create, ur| {
        let given = c.properties.get()?;
        let properties = PhysicalMemProperties { stype: StructureType::PHYSICAL_MEM_PROPERTIES, ..given };
        Some(physical_mem_create { properties: In::of(&properties), ..*c }.run(ur))
    });
}
