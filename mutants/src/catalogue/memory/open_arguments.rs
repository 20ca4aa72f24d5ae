//! `urIPCOpenMemHandleExp`: arguments that it must refuse, and what it leaves in its output then.

use super::tools::{DANGLING, failed, when};
use crate::Manner;
use crate::catalogue::Catalogue;
use crate::catalogue::tools::leak_descriptor;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::{In, Out, Ptr};
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_host::handle_data::SIZE;

pub(super) fn defects(c: &mut Catalogue) {
    let refused = AtomicBool::default();
    c.defect(
        "memory_open_refusal_sticks",
        "after an Open that was refused for a null handle the next one fails, too",
    )
    .violates(&["memory.open.null_context", "memory.open.null_device"])
    .refuses(INVALID_OPERATION, move |c: &ipc_open_mem_handle_exp, _| {
        refused.swap(c.context.is_null() || c.device.is_null(), Ordering::Relaxed)
    });

    c.defect("memory_open_without_data_says_invalid_value", "Open without handle data answers INVALID_VALUE")
        .violates(&["memory.open.null_data"])
        .refuses(INVALID_VALUE, |c: &ipc_open_mem_handle_exp, _| c.handle_data.is_null());

    c.defect("memory_open_without_data_reads", "Open reads its handle data although it is null")
        .violates(&["memory.open.null_data"])
        .by(Manner::Crash)
        // What a read through a null pointer comes to.
        .before(when(|c: &ipc_open_mem_handle_exp, _| c.handle_data.is_null(), |_, _| std::process::abort()));

    c.defect(
        "memory_open_without_out_says_invalid_value",
        "Open without a place for the pointer answers INVALID_VALUE",
    )
    .violates(&["memory.open.null_out"])
    .refuses(INVALID_VALUE, |c: &ipc_open_mem_handle_exp, _| c.mem.is_null());

    c.defect(
        "memory_open_without_out_opens",
        "Open without a place for the pointer is refused after it has opened the memory",
    )
    .violates(&["memory.open.null_out"])
    .before(|c: &ipc_open_mem_handle_exp, ur| {
        let mut own = Ptr::NULL;
        if c.mem.is_null() {
            ipc_open_mem_handle_exp { mem: Out::of(&mut own), ..*c }.run(ur);
        }
    });

    c.defect(
        "memory_open_without_out_leaks_descriptor",
        "Open without a place for the pointer is refused and leaves a descriptor open",
    )
    .violates(&["memory.open.null_out"])
    .before(when(|c: &ipc_open_mem_handle_exp, _| c.mem.is_null(), |_, _| leak_descriptor()));

    c.defect(
        "memory_open_in_context_of_the_device",
        "Open in a context that lacks the device takes another one that has it",
    )
    .violates(&["memory.open.device_not_in_context"])
    .on("two-devices")
    .changes(|c: &ipc_open_mem_handle_exp, ur| {
        let mut context = c.context;
        if !ur.devices_of(context).contains(&c.device) {
            let (devices, properties) = (In::of(&c.device), In::NULL);
            context_create { device_count: 1, devices, properties, context: Out::of(&mut context) }.run(ur);
        }
        ipc_open_mem_handle_exp { context, ..*c }
    });

    sizes(c);
    outputs(c);
}

fn sizes(c: &mut Catalogue) {
    c.defect("memory_open_of_no_bytes_says_invalid_size", "Open of a handle of 0 bytes answers INVALID_SIZE")
        .violates(&["memory.open.size_too_small"])
        .refuses(INVALID_SIZE, |c: &ipc_open_mem_handle_exp, _| c.handle_data_size == 0);

    c.defect(
        "memory_open_reads_before_the_size_check",
        "Open reads the handle's first word before it looks at the size",
    )
    .violates(&["memory.open.size_too_small"])
    .by(Manner::Crash)
    .before(|c: &ipc_open_mem_handle_exp, _| {
        std::hint::black_box(c.handle_data.read::<u8>());
    });

    c.defect(
        "memory_open_of_one_byte_less_says_invalid_size",
        "Open of a handle that lacks one byte answers INVALID_SIZE",
    )
    .violates(&["memory.open.size_too_small"])
    .refuses(INVALID_SIZE, |c: &ipc_open_mem_handle_exp, _| c.handle_data_size == SIZE - 1);

    c.defect("memory_open_of_any_larger_size_works", "Open wants as many bytes as a handle has or more")
        .violates(&["memory.open.size_too_large"])
        .changes(|c: &ipc_open_mem_handle_exp, _| ipc_open_mem_handle_exp {
            handle_data_size: c.handle_data_size.min(SIZE),
            ..*c
        });

    c.defect(
        "memory_open_of_largest_size_says_out_of_memory",
        "Open copies the handle's bytes before it looks at the size, and has no memory for the largest size",
    )
    .violates(&["memory.open.size_too_large"])
    .refuses(OUT_OF_HOST_MEMORY, |c: &ipc_open_mem_handle_exp, _| c.handle_data_size == usize::MAX);
}

fn outputs(c: &mut Catalogue) {
    c.defect(
        "memory_open_without_context_gives_pointer",
        "an Open that fails for its null context gives a dangling pointer",
    )
    .violates(&["memory.outputs_untouched_on_error"])
    .before(when(|c: &ipc_open_mem_handle_exp, _| c.context.is_null(), |c, _| c.mem.set(DANGLING)));

    c.defect("memory_failed_open_clears_half", "an Open that fails clears the lower half of its output")
        .violates(&["memory.outputs_untouched_on_error"])
        .after(failed(|c: &ipc_open_mem_handle_exp| {
            let before = c.mem.get().unwrap_or(Ptr::NULL).address();
            c.mem.set(Ptr::from_address(before >> 32 << 32));
        }));
}
