//! `urIPCGetMemHandleExp`: its arguments and outputs, which pointers it takes, and several handles of one allocation.

use super::put::give_copy;
use super::tools::{DANGLING, handles_of, place, when};
use crate::catalogue::Catalogue;
use crate::catalogue::tools::leak_descriptor;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::{Get, Memory, Put};
use crate::layer::{Counter, Notes, Ptr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_api::{UsmAllocInfo, UsmPoolHandle};
use ur_ipc_host::handle_data::SIZE;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_get_gives_null_buffer", "Get succeeds and gives a null buffer")
        .violates(&["memory.get.success"])
        .then(|c: &ipc_get_mem_handle_exp, _| c.handle_data.set(Ptr::NULL));

    c.defect("memory_get_refuses_large_allocation", "Get refuses allocations of more than 1 MiB")
        .violates(&["memory.get.success"])
        .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, ur| place(ur, c.context, c.mem).1 > 1 << 20);

    arguments(c);
    outputs(c);
    pointers(c);
    repeated(c);
}

fn arguments(c: &mut Catalogue) {
    c.defect(
        "memory_get_without_context_says_invalid_context",
        "Get without a context answers INVALID_CONTEXT",
    )
    .violates(&["memory.get.null_context"])
    .refuses(INVALID_CONTEXT, |c: &ipc_get_mem_handle_exp, _| c.context.is_null());

    let refused = AtomicBool::default();
    c.defect(
        "memory_get_refusal_sticks",
        "after a Get that was refused for a null handle or pointer the next one fails, too",
    )
    .violates(&["memory.get.null_context", "memory.get.null_out_data", "memory.get.null_out_size"])
    .refuses(INVALID_OPERATION, move |c: &ipc_get_mem_handle_exp, _| {
        let null = c.context.is_null() || c.handle_data.is_null() || c.handle_data_size_ret.is_null();
        let sticks = refused.load(Ordering::Relaxed);
        refused.store(null && !sticks, Ordering::Relaxed);
        sticks
    });

    c.defect(
        "memory_get_without_out_data_says_invalid_value",
        "Get without a place for the buffer answers INVALID_VALUE",
    )
    .violates(&["memory.get.null_out_data"])
    .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, _| c.handle_data.is_null());

    c.defect(
        "memory_get_without_out_data_says_success",
        "Get without a place for the buffer succeeds and writes nothing",
    )
    .violates(&["memory.get.null_out_data"])
    .pretends(|c: &ipc_get_mem_handle_exp, _| c.handle_data.is_null());

    c.defect(
        "memory_get_without_out_size_says_invalid_value",
        "Get without a place for the size answers INVALID_VALUE",
    )
    .violates(&["memory.get.null_out_size"])
    .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, _| c.handle_data_size_ret.is_null());

    c.defect(
        "memory_get_without_out_size_gives_no_buffer",
        "Get without a place for the size succeeds and gives no buffer",
    )
    .violates(&["memory.get.null_out_size"])
    .pretends(|c: &ipc_get_mem_handle_exp, _| c.handle_data_size_ret.is_null());

    c.defect("memory_get_of_null_says_success", "Get of a null pointer does nothing and succeeds")
        .violates(&["memory.get.null_mem", "memory.outputs_untouched_on_error"])
        .after(|c: &ipc_get_mem_handle_exp, result, _| if c.mem.is_null() { SUCCESS } else { result });

    c.defect(
        "memory_get_of_null_leaks_descriptor",
        "Get of a null pointer fails and leaves a descriptor open",
    )
    .violates(&["memory.get.null_mem"])
    .before(when(|c: &ipc_get_mem_handle_exp, _| c.mem.is_null(), |_, _| leak_descriptor()));
}

fn outputs(c: &mut Catalogue) {
    c.defect(
        "memory_get_without_context_gives_buffer",
        "a Get that fails for its null context gives a dangling buffer",
    )
    .violates(&["memory.outputs_untouched_on_error"])
    .before(when(|c: &ipc_get_mem_handle_exp, _| c.context.is_null(), |c, _| c.handle_data.set(DANGLING)));
}

fn pointers(c: &mut Catalogue) {
    let oldest = Arc::new(Notes::default());
    let known = Arc::clone(&oldest);
    c.defect(
        "memory_get_exports_any_pointer",
        "Get of a pointer that is no USM exports the oldest allocation",
    )
    .violates(&["memory.get.pointer_not_usm"])
    .then(move |c: &usm_device_alloc, _| {
        oldest.lock().entry(c.context).or_insert(c.mem.get());
    })
    .after(move |c: &ipc_get_mem_handle_exp, result, ur| match known.get(&c.context).flatten() {
        Some(mem) if result == INVALID_VALUE => ipc_get_mem_handle_exp { mem, ..*c }.run(ur),
        _ => result,
    });

    c.defect(
        "memory_get_writes_through_unknown_pointer",
        "Get refuses a pointer that is no USM after it has written to it",
    )
    .violates(&["memory.get.pointer_not_usm"])
    .after(|c: &ipc_get_mem_handle_exp, result, ur| {
        if result == INVALID_VALUE && !ur.was_released(Memory, c.mem) {
            c.mem.write(0u8);
        }
        result
    });

    c.defect("memory_get_refuses_interior_pointer", "Get takes the first address of an allocation only")
        .violates(&["memory.get.interior_pointer"])
        .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, ur| place(ur, c.context, c.mem).0 > 0);

    c.defect("memory_get_refuses_last_byte", "Get refuses the pointer to the last byte of an allocation")
        .violates(&["memory.get.interior_pointer"])
        .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, ur| {
            let (offset, size) = place(ur, c.context, c.mem);
            offset > 0 && offset + 1 == size
        });

    c.defect(
        "memory_get_keeps_eight_bits_of_offset",
        "the handle has one byte for the offset of an interior pointer",
    )
    .violates(&["memory.get.interior_pointer"])
    .changes(|c: &ipc_get_mem_handle_exp, ur| {
        let lost = place(ur, c.context, c.mem).0 & !0xff;
        ipc_get_mem_handle_exp { mem: c.mem.at(lost.wrapping_neg()), ..*c }
    });

    c.defect("memory_get_refuses_large_pooled_memory", "Get refuses what a pool allocates by itself")
        .violates(&["memory.get.custom_pool_allocation"])
        .refuses(INVALID_VALUE, |c: &ipc_get_mem_handle_exp, ur| {
            let pool = ur.alloc_info::<UsmPoolHandle>(c.context, c.mem, UsmAllocInfo::POOL);
            pool.is_some() && place(ur, c.context, c.mem).1 > 64 << 10
        });
}

fn repeated(c: &mut Catalogue) {
    c.defect(
        "memory_get_gives_same_buffer",
        "Gets on one allocation give one buffer, which the last Put frees",
    )
    .violates(&["memory.get.repeated"])
    .instead(|c: &Get, ur| {
        handles_of(ur, c.object).first().map(|first| c.give(first.data, first.bytes.len()))
    })
    .pretends(|c: &Put, ur| ur.exports(Memory).iter().filter(|export| export.data == c.data).count() > 1);

    let made = Counter::default();
    c.defect("memory_get_gives_sizes_that_differ", "every second handle is one byte longer")
        .violates(&["memory.get.repeated"])
        .then(move |c: &ipc_get_mem_handle_exp, _| std::mem::forget(give_copy(c, made.next() % 2)))
        .changes(|c: &ipc_put_mem_handle_exp, ur| {
            let bytes = c.handle_data.bytes(SIZE);
            let original = ur.exports(Memory).into_iter().find(|export| export.bytes == bytes);
            ipc_put_mem_handle_exp { handle_data: original.map_or(c.handle_data, |export| export.data), ..*c }
        })
        .changes(|c: &ipc_open_mem_handle_exp, _| {
            let size = if c.handle_data_size == SIZE + 1 { SIZE } else { c.handle_data_size };
            ipc_open_mem_handle_exp { handle_data_size: size, ..*c }
        });

    for (id, description, violates, most) in [
        (
            "memory_get_refuses_second_handle",
            "Get on an allocation that has a handle fails",
            ["memory.get.repeated", "memory.put.success"],
            1,
        ),
        (
            "memory_get_gives_seven_handles",
            "Get on an allocation that has seven handles fails",
            ["memory.get.repeated", "memory.put.takes_original_pointer"],
            7,
        ),
    ] {
        c.defect(id, description)
            .violates(&violates)
            .refuses(OUT_OF_RESOURCES, move |c: &ipc_get_mem_handle_exp, ur| {
                handles_of(ur, c.mem).len() == most
            });
    }

    c.defect(
        "memory_get_counts_handles_ever_made",
        "Get fails when the context has given 64 handles in its life, although they were put",
    )
    .violates(&["memory.put.takes_original_pointer"])
    .refuses(OUT_OF_RESOURCES, |c: &ipc_get_mem_handle_exp, ur| {
        ur.all_exports(Memory).iter().filter(|export| export.context == c.context).count() >= 64
    });

    c.defect("memory_get_works_once", "an allocation can be exported once, Put or not")
        .violates(&["memory.get.repeated", "memory.put.success", "memory.source_undisturbed"])
        .refuses(INVALID_OPERATION, |c: &ipc_get_mem_handle_exp, ur| {
            ur.is_source(c.mem) && !ur.was_released(Memory, c.mem)
        });
}
