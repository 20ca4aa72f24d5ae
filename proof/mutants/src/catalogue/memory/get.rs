//! `urIPCGetMemHandleExp`: its arguments and outputs, which pointers it takes, and several handles of one allocation.

use super::put::give_copy;
use super::tools::*;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_get_gives_null_buffer", "memory.get.success")
        .does("Get succeeds and gives a null buffer")
        .then(|c: &get, _| c.handle_data.set(Ptr::NULL));

    c.defect("memory_get_refuses_large_allocation", "memory.get.success")
        .does("Get refuses allocations of more than 1 MiB")
        .refuses(INVALID_VALUE, |c: &get, ur| place(ur, c.context, c.mem).1 > 1 << 20);

    arguments(c);
    outputs(c);
    pointers(c);
    aligned(c);
    repeated(c);
}

/// Memory at addresses that are multiples of more than a driver aligns by itself.
fn aligned(c: &mut Catalogue) {
    let aligned = shared::<Set<Ptr>>();
    c.defect("memory_handle_of_aligned_names_start_of_block", "cross_process.memory.read")
        .does("the handle of memory that is aligned to 512 bytes and more leads to its last 4 bytes")
        .then(|c: &usm_device_alloc, _| {
            if alignment(c) >= 512 {
                aligned.add(c.mem.get().unwrap_or(Ptr::NULL));
            }
        })
        .changes(|c: &get, ur| {
            let end = if aligned.has(&c.mem) { place(ur, c.context, c.mem).1.saturating_sub(4) } else { 0 };
            get { mem: c.mem.at(end), ..*c }
        });

    let pooled = shared::<Set<Ptr>>();
    c.defect("memory_handle_of_aligned_in_pool_is_none", "memory.get.custom_pool_allocation")
        .does("Get of memory from a pool that is aligned to 4096 bytes and more is refused")
        .then(|c: &usm_device_alloc, _| {
            if alignment(c) >= 4096 && !c.pool.is_null() {
                pooled.add(c.mem.get().unwrap_or(Ptr::NULL));
            }
        })
        .refuses(INVALID_VALUE, |c: &get, _| pooled.has(&c.mem));
}

/// The alignment that a caller has asked for.
fn alignment(c: &usm_device_alloc) -> u32 {
    // SAFETY: the caller's descriptor, which lives through the call.
    unsafe { c.usm_desc.0.as_ref() }.map_or(0, |desc| desc.align)
}

fn arguments(c: &mut Catalogue) {
    c.defect("memory_get_without_context_says_invalid_context", "memory.get.null_context")
        .does("Get without a context answers INVALID_CONTEXT")
        .refuses(INVALID_CONTEXT, |c: &get, _| c.context.is_null());

    let refused = AtomicBool::default();
    c.defect("memory_get_refusal_sticks", "memory.get.null_context")
        .does("after a Get that was refused for a null handle or pointer the next one fails, too")
        .also(&["memory.get.null_out_data", "memory.get.null_out_size"])
        .refuses(INVALID_OPERATION, move |c: &get, _| {
            let null = c.context.is_null() || c.handle_data.is_null() || c.handle_data_size_ret.is_null();
            let sticks = refused.load(Ordering::Relaxed);
            refused.store(null && !sticks, Ordering::Relaxed);
            sticks
        });

    c.defect("memory_get_without_out_data_says_invalid_value", "memory.get.null_out_data")
        .does("Get without a place for the buffer answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &get, _| c.handle_data.is_null());

    c.defect("memory_get_without_out_data_says_success", "memory.get.null_out_data")
        .does("Get without a place for the buffer succeeds and writes nothing")
        .pretends(|c: &get, _| c.handle_data.is_null());

    c.defect("memory_get_without_out_size_says_invalid_value", "memory.get.null_out_size")
        .does("Get without a place for the size answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &get, _| c.handle_data_size_ret.is_null());

    c.defect("memory_get_without_out_size_gives_no_buffer", "memory.get.null_out_size")
        .does("Get without a place for the size succeeds and gives no buffer")
        .pretends(|c: &get, _| c.handle_data_size_ret.is_null());

    c.defect("memory_get_of_null_says_success", "memory.get.null_mem")
        .does("Get of a null pointer does nothing and succeeds")
        .also(&["memory.outputs_untouched_on_error"])
        .after(|c: &get, result, _| if c.mem.is_null() { SUCCESS } else { result });

    c.defect("memory_get_of_null_leaks_descriptor", "memory.get.null_mem")
        .does("Get of a null pointer fails and leaves a descriptor open")
        .leaks(|c: &get, _| c.mem.is_null());
}

fn outputs(c: &mut Catalogue) {
    c.defect("memory_get_without_context_gives_buffer", "memory.outputs_untouched_on_error")
        .does("a Get that fails for its null context gives a dangling buffer")
        .before(|c: &get, _| c.context.is_null().then(|| c.handle_data.set(DANGLING)));
}

fn pointers(c: &mut Catalogue) {
    let oldest = shared::<Notes<_, _>>();
    c.defect("memory_get_exports_any_pointer", "memory.get.pointer_not_usm")
        .does("Get of a pointer that is no USM exports the oldest allocation")
        .then(|c: &usm_device_alloc, _| _ = oldest.lock().entry(c.context).or_insert(c.mem.get()))
        .after(move |c: &get, result, ur| match oldest.get(&c.context).flatten() {
            Some(mem) if result == INVALID_VALUE => get { mem, ..*c }.run(ur),
            _ => result,
        });

    c.defect("memory_get_writes_through_unknown_pointer", "memory.get.pointer_not_usm")
        .does("Get refuses a pointer that is no USM after it has written to it")
        .after(|c: &get, result, ur| {
            if result == INVALID_VALUE && !ur.was_released(Memory, c.mem) {
                c.mem.write(0u8);
            }
            result
        });

    c.defect("memory_get_refuses_interior_pointer", "memory.get.interior_pointer")
        .does("Get takes the first address of an allocation only")
        .refuses(INVALID_VALUE, |c: &get, ur| place(ur, c.context, c.mem).0 > 0);

    c.defect("memory_get_refuses_last_byte", "memory.get.interior_pointer")
        .does("Get refuses the pointer to the last byte of an allocation")
        .refuses(INVALID_VALUE, |c: &get, ur| {
            let (offset, size) = place(ur, c.context, c.mem);
            offset > 0 && offset + 1 == size
        });

    c.defect("memory_get_keeps_eight_bits_of_offset", "memory.get.interior_pointer")
        .does("the handle has one byte for the offset of an interior pointer")
        .changes(|c: &get, ur| {
            let lost = place(ur, c.context, c.mem).0 & !0xff;
            get { mem: c.mem.at(lost.wrapping_neg()), ..*c }
        });

    c.defect("memory_get_refuses_large_pooled_memory", "memory.get.custom_pool_allocation")
        .does("Get refuses what a pool allocates by itself")
        .refuses(INVALID_VALUE, |c: &get, ur| {
            let pool = ur.alloc_info::<UsmPoolHandle>(c.context, c.mem, UsmAllocInfo::POOL);
            pool.is_some() && place(ur, c.context, c.mem).1 > 64 << 10
        });
}

fn repeated(c: &mut Catalogue) {
    let made = Counter::default();
    c.defect("memory_get_gives_sizes_that_differ", "memory.get.repeated")
        .does("every second handle is one byte longer")
        .then(move |c: &get, _| std::mem::forget(give_copy(c, made.next() % 2)))
        .changes(|c: &put, ur| {
            let bytes = c.handle_data.bytes(SIZE);
            let original = ur.exports(Memory).into_iter().find(|export| export.bytes == bytes);
            put { handle_data: original.map_or(c.handle_data, |export| export.data), ..*c }
        })
        .changes(|c: &open, _| {
            let size = if c.handle_data_size == SIZE + 1 { SIZE } else { c.handle_data_size };
            open { handle_data_size: size, ..*c }
        });

    c.defect("memory_get_refuses_second_handle", "memory.get.repeated")
        .does("Get on an allocation that has a handle fails")
        .also(&["memory.put.success"])
        .refuses(OUT_OF_RESOURCES, |c: &get, ur| handles_of(ur, c.mem).len() == 1);

    c.defect("memory_get_gives_seven_handles", "memory.get.repeated")
        .does("Get on an allocation that has seven handles fails")
        .also(&["memory.put.takes_original_pointer"])
        .refuses(OUT_OF_RESOURCES, |c: &get, ur| handles_of(ur, c.mem).len() == 7);

    c.defect("memory_get_counts_handles_ever_made", "memory.put.takes_original_pointer")
        .does("Get fails when the context has given 64 handles in its life, although they were put")
        .refuses(OUT_OF_RESOURCES, |c: &get, ur| {
            ur.all_exports(Memory).iter().filter(|export| export.context == c.context).count() >= 64
        });

    c.defect("memory_get_works_once", "memory.get.repeated")
        .does("an allocation can be exported once, Put or not")
        .also(&["memory.put.success", "memory.source_undisturbed"])
        .refuses(INVALID_OPERATION, |c: &get, ur| ur.is_source(c.mem) && !ur.was_released(Memory, c.mem));

    let alignments = shared::<Notes<Ptr, usize>>();
    c.defect("memory_get_counts_offsets_in_alignments", "memory.get.interior_pointer")
        .does("In memory that was allocated with an alignment, Get rounds a pointer down to it")
        .then(move |c: &usm_device_alloc, _| {
            let (mem, align) = (c.mem.get()?, c.usm_desc.get()?.align as usize);
            if align > 1 { alignments.set(mem, align) } else { alignments.take(&mem) }
        })
        .before(move |c: &usm_free, _| alignments.take(&c.mem))
        .changes(move |c: &get, ur| {
            let (offset, _) = place(ur, c.context, c.mem);
            let base = Ptr::from_address(c.mem.address() - offset);
            let align = alignments.get(&base).unwrap_or(1);
            get { mem: base.at(offset / align * align), ..*c }
        });
}
