//! `urIPCOpenMemHandleExp`: arguments that it must refuse, and what it leaves in its output then.

use super::tools::*;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn defects(c: &mut Catalogue) {
    let refused = AtomicBool::default();
    c.defect("memory_open_refusal_sticks", "memory.open.null_context")
        .does("after an Open that was refused for a null handle the next one fails, too")
        .also(&["memory.open.null_device"])
        .refuses(INVALID_OPERATION, move |c: &open, _| {
            refused.swap(c.context.is_null() || c.device.is_null(), Ordering::Relaxed)
        });

    c.defect("memory_open_without_data_says_invalid_value", "memory.open.null_data")
        .does("Open without handle data answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &open, _| c.handle_data.is_null());

    c.defect("memory_open_without_data_reads", "memory.open.null_data")
        .does("Open reads its handle data although it is null")
        // What a read through a null pointer comes to.
        .aborts(|c: &open, _| c.handle_data.is_null());

    c.defect("memory_open_without_out_says_invalid_value", "memory.open.null_out")
        .does("Open without a place for the pointer answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &open, _| c.mem.is_null());

    c.defect("memory_open_without_out_opens", "memory.open.null_out")
        .does("Open without a place for the pointer is refused after it has opened the memory")
        .before(|c: &open, ur| {
            let mut own = Ptr::NULL;
            if c.mem.is_null() {
                open { mem: Out::of(&mut own), ..*c }.run(ur);
            }
        });

    c.defect("memory_open_without_out_leaks_descriptor", "memory.open.null_out")
        .does("Open without a place for the pointer is refused and leaves a descriptor open")
        .leaks(|c: &open, _| c.mem.is_null());

    c.defect("memory_open_in_context_of_the_device", "memory.open.device_not_in_context")
        .does("Open in a context that lacks the device takes another one that has it")
        .on("two-devices")
        .changes(|c: &open, ur| {
            let mut context = c.context;
            if !ur.devices_of(context).contains(&c.device) {
                let (devices, properties) = (In::of(&c.device), In::NULL);
                context_create { device_count: 1, devices, properties, context: Out::of(&mut context) }
                    .run(ur);
            }
            open { context, ..*c }
        });

    sizes(c);
    outputs(c);
}

fn sizes(c: &mut Catalogue) {
    c.defect("memory_open_of_no_bytes_says_invalid_size", "memory.open.size_too_small")
        .does("Open of a handle of 0 bytes answers INVALID_SIZE")
        .refuses(INVALID_SIZE, |c: &open, _| c.handle_data_size == 0);

    c.defect("memory_open_reads_before_the_size_check", "memory.open.size_too_small")
        .does("Open reads the handle's first word before it looks at the size")
        .by(Manifestation::Crash)
        .before(|c: &open, _| std::hint::black_box(c.handle_data.read::<u8>()));

    c.defect("memory_open_of_one_byte_less_says_invalid_size", "memory.open.size_too_small")
        .does("Open of a handle that lacks one byte answers INVALID_SIZE")
        .refuses(INVALID_SIZE, |c: &open, _| c.handle_data_size == SIZE - 1);

    c.defect("memory_open_of_any_larger_size_works", "memory.open.size_too_large")
        .does("Open wants as many bytes as a handle has or more")
        .changes(|c: &open, _| open { handle_data_size: c.handle_data_size.min(SIZE), ..*c });

    c.defect("memory_open_of_size_in_32_bits_works", "memory.open.size_too_large")
        .does("Open looks at the lower 32 bits of the size only")
        .changes(|c: &open, _| {
            let lower = c.handle_data_size & u32::MAX as usize;
            open { handle_data_size: lower, ..*c }
        });

    c.defect("memory_open_of_largest_size_says_out_of_memory", "memory.open.size_too_large")
        .does(
            "Open copies the handle's bytes before it looks at the size, and has no memory for the \
             largest size",
        )
        .refuses(OUT_OF_HOST_MEMORY, |c: &open, _| c.handle_data_size == usize::MAX);
}

fn outputs(c: &mut Catalogue) {
    c.defect("memory_open_without_context_gives_pointer", "memory.outputs_untouched_on_error")
        .does("an Open that fails for its null context gives a dangling pointer")
        .before(|c: &open, _| c.context.is_null().then(|| c.mem.set(DANGLING)));

    c.defect("memory_failed_open_clears_half", "memory.outputs_untouched_on_error")
        .does("an Open that fails clears the lower half of its output")
        .failed(|c: &open, _| {
            let before = c.mem.get().unwrap_or(Ptr::NULL).address();
            c.mem.set(Ptr::from_address(before >> 32 << 32));
        });
}
