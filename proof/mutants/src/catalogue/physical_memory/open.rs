//! Defects of `urIPCOpenPhysMemHandleExp` on good handles.

use super::tools::*;

/// Whether the bytes stand where Get gave them.
fn is_original(c: &open, ur: &Below) -> bool {
    ur.export_at(c.handle_data).is_some_and(|export| export.lives)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_open_gives_source", "physical_memory.open.success_same_process")
        .does("Open in the exporting process gives the source itself, with a reference more.")
        .also(&["physical_memory.open.multiple"])
        .instead(|c: &Open, ur| {
            let source = ur.source_of(&c.bytes()).filter(|source| well_formed(c) && retain(*source, ur))?;
            Some(c.give(source))
        })
        .instead(close_other);

    c.defect("physical_open_gives_null", "physical_memory.open.success_same_process")
        .does("Open succeeds and gives a null handle.")
        .then(|c: &open, _| c.phys_mem.set(PhysicalMemHandle::NULL));

    c.defect("physical_open_second_is_other_memory", "physical_memory.open.multiple")
        .does("A second Open of a handle gives memory of its own.")
        .instead(|c: &Open, ur| {
            let first = *imports_of(&c.bytes(), ur).first().filter(|_| well_formed(c))?;
            Some(open_other(c, size(first, ur), ur))
        })
        .instead(close_other);

    let ended = shared::<Set<_>>();
    c.defect("physical_open_close_ends_all", "physical_memory.open.multiple")
        .does("Close of one import makes the others of its handle unusable.")
        .before(move |c: &close, ur| {
            let bytes = ur.import(c.phys_mem).map(|import| import.bytes).unwrap_or_default();
            add_all(ended, imports_of(&bytes, ur).into_iter().filter(|other| *other != c.phys_mem));
        })
        .refuses(INVALID_MEM_OBJECT, move |c: &info, _| ended.has(&c.physical_mem));

    c.defect("physical_open_refuses_original_buffer", "physical_memory.open.byte_copy")
        .does("Open takes copies of the buffer that Get gave and not the buffer.")
        .refuses(INVALID_VALUE, is_original);

    c.defect("physical_open_needs_alignment_2", "physical_memory.open.byte_copy")
        .does("Open refuses bytes at odd addresses.")
        .refuses(INVALID_VALUE, |c: &open, _| !c.handle_data.address().is_multiple_of(2));

    c.defect("physical_open_modifies_original", "physical_memory.open.byte_copy")
        .does("Open marks the buffer that Get gave as used.")
        .then(|c: &open, ur| is_original(c, ur).then(|| c.handle_data.write(1u8)));

    c.defect("physical_open_device_not_checked", "physical_memory.open.device_not_in_context")
        .does("Open takes a device that is not in the context.")
        .on("two-devices")
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .instead(|c: &open, ur| {
            let device = *ur.devices_of(c.context).first().filter(|_| !c.device.is_null())?;
            Some(open { device, ..*c }.run(ur))
        });

    c.defect("physical_open_device_leaks", "physical_memory.open.device_not_in_context")
        .does("The refusal of a device that is not in the context loses a descriptor.")
        .on("two-devices")
        .leaks(|c: &open, ur| {
            let devices = ur.devices_of(c.context);
            !c.device.is_null() && !devices.is_empty() && !devices.contains(&c.device)
        });

    c.defect("physical_open_output_of_failure", "physical_memory.outputs_untouched_on_error")
        .does("A failed Open leaves a handle that was freed in its output.")
        .seen_in("intel/llvm PR 22092")
        .after(|c: &open, result, _| {
            if !result.is_success() {
                c.phys_mem.set(PhysicalMemHandle::from_address(0x7f00_0010));
            }
            result
        });
}
