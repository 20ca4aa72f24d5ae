//! Defects of `urIPCOpenPhysMemHandleExp` with null arguments and wrong sizes.

use super::tools::*;
use std::hint::black_box;

/// Whether an argument is null.
type IsNull = fn(&open) -> bool;

pub(super) fn defects(c: &mut Catalogue) {
    let arguments: [(_, _, _, _, IsNull); 3] = [
        ("context", "context", "physical_memory.open.null_context", INVALID_CONTEXT, |c| c.context.is_null()),
        ("device", "device", "physical_memory.open.null_device", INVALID_DEVICE, |c| c.device.is_null()),
        ("data", "data pointer", "physical_memory.open.null_data", INVALID_VALUE, |c| {
            c.handle_data.is_null()
        }),
    ];
    for (id, argument, requirement, code, is_null) in arguments {
        let name = code.to_string().replace("UR_RESULT_ERROR_", "");
        c.defect(format!("physical_open_null_{id}_code"), requirement)
            .does(format!("Open refuses a null {argument} with {name}."))
            .refuses(code, move |c: &open, _| is_null(c));
        c.defect(format!("physical_open_null_{id}_leaks"), requirement)
            .does(format!("The refusal of a null {argument} by Open loses a descriptor."))
            .leaks(move |c: &open, _| is_null(c));
    }

    c.defect("physical_open_null_out_checks", "physical_memory.open.null_out")
        .does("Open without an out pointer only checks the handle, and succeeds.")
        .pretends(|c: &open, _| c.phys_mem.is_null());

    c.defect("physical_open_null_out_opens", "physical_memory.open.null_out")
        .does("Open opens the object before it refuses a null out pointer, and does not close it.")
        .seen_in("intel/llvm PR 22092")
        .refuses(INVALID_NULL_POINTER, |c: &open, ur| {
            let mut lost = PhysicalMemHandle::NULL;
            c.phys_mem.is_null() && open { phys_mem: Out::of(&mut lost), ..*c }.run(ur).is_success()
        });

    c.defect("physical_open_size_plus_1_leaks", "physical_memory.open.size_too_large")
        .does("The refusal of a handle that is one byte too long loses a descriptor.")
        .leaks(|c: &open, _| c.handle_data_size == SIZE + 1);

    c.defect("physical_open_byte_too_many_taken", "physical_memory.open.size_too_large")
        .does("Open takes a handle that is one byte too long.")
        .instead(|c: &Open, ur| {
            let longer = c.family == Physical && c.size == SIZE + 1;
            longer.then(|| c.run_with(&c.data.bytes(SIZE), ur))
        });

    c.defect("physical_open_size_in_32_bits_taken", "physical_memory.open.size_too_large")
        .does("Open looks at the lower 32 bits of the size only.")
        .changes(|c: &open, _| {
            let lower = c.handle_data_size & u32::MAX as usize;
            open { handle_data_size: lower, ..*c }
        });

    c.defect("physical_open_size_0_code", "physical_memory.open.size_too_small")
        .does("Open refuses the size 0 with INVALID_SIZE.")
        .refuses(INVALID_SIZE, |c: &open, _| c.handle_data_size == 0);

    c.defect("physical_open_too_small_leaks", "physical_memory.open.size_too_small")
        .does("The refusal of a handle that is too short loses a descriptor.")
        .leaks(|c: &open, _| c.handle_data_size < SIZE);

    c.defect("physical_open_reads_before_size_check", "physical_memory.open.size_too_small")
        .does("Open reads the first byte of a handle before it looks at the size.")
        .by(Manifestation::Crash)
        .before(|c: &open, _| black_box(c.handle_data.read::<u8>()));
}
