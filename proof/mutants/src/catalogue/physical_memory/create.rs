//! Defects of `urPhysicalMemCreate`.

use super::tools::*;

/// Whether an object is made for sharing.
pub(super) fn is_shared(c: &create) -> bool {
    c.properties.get().is_some_and(|properties| properties.flags.contains(PhysicalMemFlags::ENABLE_IPC))
}

/// Makes the call without these flags.
fn run_without(flags: u32, c: &create, ur: &Below) -> Option<UrResult> {
    let mut properties = c.properties.get()?;
    properties.flags.0 &= !flags;
    Some(create { properties: In::of(&properties), ..*c }.run(ur))
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_create_gives_null", "physical_memory.create.enable_ipc")
        .does("An object made for sharing is a null handle.")
        .then(|c: &create, _| is_shared(c).then(|| c.physical_mem.set(PhysicalMemHandle::NULL)));

    c.defect("physical_create_one_granule_only", "physical_memory.create.enable_ipc")
        .does("Only objects of one or two granules can be made for sharing.")
        .refuses(UrResult::ERROR_OUT_OF_DEVICE_MEMORY, |c: &create, _| is_shared(c) && c.size > 2 * GRANULE);

    let made = shared::<Notes<_, PhysicalMemHandle>>();
    c.defect("physical_create_reuses_object", "physical_memory.create.enable_ipc")
        .does("An object for sharing of a size that there is already is the same object again.")
        .instead(move |c: &create, ur| {
            let reusable = is_shared(c) && !c.physical_mem.is_null();
            let object = made.get(&(c.context, c.size)).filter(|object| reusable && retain(*object, ur))?;
            c.physical_mem.set(object);
            Some(SUCCESS)
        })
        .then(move |c: &create, _| {
            let object = c.physical_mem.get().filter(|_| is_shared(c));
            made.lock().extend(object.map(|object| ((c.context, c.size), object)));
        });

    c.defect("physical_create_ignores_flag", "physical_memory.get.success")
        .does("The flag for sharing is ignored: the object cannot be exported.")
        .also(&["physical_memory.get.repeated", "physical_memory.info.local_all_five"])
        .seen_in("intel/llvm PR 22092")
        .changes(|c: &create, _| create { properties: In::NULL, ..*c });

    c.defect("physical_create_accepts_bit_0", "physical_memory.create.reserved_flags")
        .does("Flag bit 0, reserved since June 2026, is accepted.")
        .seen_in("intel/llvm PR 22092: mask 0xfffffffc")
        .instead(|c: &create, ur| run_without(1, c, ur));

    c.defect("physical_create_ignores_flag_mask", "physical_memory.create.reserved_flags")
        .does("Reserved flags are accepted and ignored.")
        .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026")
        .instead(|c: &create, ur| run_without(PhysicalMemFlags::RESERVED, c, ur));

    c.defect("physical_create_flag_without_support", "physical_memory.create.enable_ipc_unsupported")
        .does(
            "A device that shares nothing takes the flag for sharing, and makes an object that cannot be \
             exported.",
        )
        .on("no-physical-memory")
        .seen_in("intel/llvm unified-runtime/source/adapters/cuda/physical_mem.cpp, August 2026")
        .instead(|c: &create, ur| run_without(PhysicalMemFlags::ENABLE_IPC.0, c, ur));

    c.defect("physical_create_of_other_type_is_plain", "physical_memory.create.descriptor_header")
        .does("Properties of another type are taken for none: the object cannot be exported.")
        .instead(|c: &create, ur| {
            let other = c.properties.get()?.stype != StructureType::PHYSICAL_MEM_PROPERTIES;
            other.then(|| create { properties: In::NULL, ..*c }.run(ur))
        });

    c.defect("physical_create_with_chain_crashes", "physical_memory.create.descriptor_header")
        .does("Creation aborts at a structure behind the properties that it does not know.")
        .aborts(|c: &create, _| c.properties.get().is_some_and(|given| !given.p_next.is_null()));

    c.defect("physical_create_null_context_code", "physical_memory.create.null_arguments")
        .does("A null context is refused with INVALID_CONTEXT.")
        .refuses(INVALID_CONTEXT, |c: &create, _| c.context.is_null());

    c.defect("physical_create_checks_minimum_only", "physical_memory.create.size_granularity")
        .does("Sizes above one granule are rounded up.")
        .changes(|c: &create, _| {
            let size = if c.size > GRANULE { c.size.next_multiple_of(GRANULE) } else { c.size };
            create { size, ..*c }
        });
}
