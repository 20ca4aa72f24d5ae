//! `urIPCPutMemHandleExp`.

use super::tools::{allocation, handles_of, when};
use crate::catalogue::Catalogue;
use crate::layer::call::*;
use crate::layer::codes::*;
use crate::layer::sharing::Memory;
use crate::layer::{Below, Export, Notes, Ptr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use ur_ipc_host::handle_data::SIZE;

/// Gives a copy of the handle, with so many bytes behind it, in the place of the handle itself.
pub(super) fn give_copy(c: &ipc_get_mem_handle_exp, behind: usize) -> Vec<u8> {
    let size = c.handle_data_size_ret.get().unwrap_or_default();
    let mut copy = c.handle_data.get().unwrap_or(Ptr::NULL).bytes(size);
    copy.resize(size + behind, 0);
    c.handle_data.set(Ptr(copy.as_mut_ptr().cast()));
    c.handle_data_size_ret.set(copy.len());
    copy
}

/// The handle there, if its memory was freed since it was made.
fn late(ur: &Below, data: Ptr) -> Option<Export> {
    let late = ur.export_at(data)?;
    let newest = ur.all_exports(Memory).into_iter().rfind(|export| export.source == late.source)?;
    let freed = ur.was_released(Memory, late.source) || allocation(&newest.bytes) != allocation(&late.bytes);
    freed.then_some(late)
}

/// The same Put in the handle's own context.
fn at_home(c: &ipc_put_mem_handle_exp, ur: &Below) -> ipc_put_mem_handle_exp {
    let own = ur.export_at(c.handle_data).map_or(c.context, |export| export.context);
    ipc_put_mem_handle_exp { context: own, ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect(
        "memory_put_takes_newest_handle_only",
        "Put refuses a handle that is not the newest one of its allocation",
    )
    .violates(&["memory.put.success"])
    .refuses(INVALID_VALUE, |c: &ipc_put_mem_handle_exp, ur| {
        let all = ur.export_at(c.handle_data).map(|put| handles_of(ur, put.source)).unwrap_or_default();
        all.last().is_some_and(|newest| newest.data != c.handle_data)
    });

    c.defect("memory_put_without_context_works", "Put without a context takes that of the handle")
        .violates(&["memory.put.null_context"])
        .changes(at_home);

    c.defect(
        "memory_put_without_context_frees",
        "a Put that is refused for its null context releases the handle all the same",
    )
    .violates(&["memory.put.null_context"])
    .before(when(|c: &ipc_put_mem_handle_exp, _| c.context.is_null(), |c, ur| at_home(c, ur).run(ur)));

    c.defect("memory_put_of_null_says_invalid_value", "Put of a null pointer answers INVALID_VALUE")
        .violates(&["memory.put.null_data"])
        .refuses(INVALID_VALUE, |c: &ipc_put_mem_handle_exp, _| c.handle_data.is_null());

    c.defect("memory_put_of_null_puts_newest", "Put of a null pointer is refused and puts the newest handle")
        .violates(&["memory.put.null_data"])
        .before(|c: &ipc_put_mem_handle_exp, ur| {
            if let Some(newest) = ur.exports(Memory).last().filter(|_| c.handle_data.is_null()) {
                ipc_put_mem_handle_exp { handle_data: newest.data, ..*c }.run(ur);
            }
        });

    copies(c);
    after_free(c);
}

fn copies(c: &mut Catalogue) {
    let copies = Arc::new(Notes::default());
    let freed = Arc::clone(&copies);
    c.defect(
        "memory_put_frees_copy_and_keeps_original",
        "Get hands out a copy, and Put frees that instead of what it was made of",
    )
    .violates(&["memory.put.takes_original_pointer", "lifetime.fd.memory_cycles"])
    .seen_in("unified-runtime commit 97e4fb5ac")
    .then(move |c: &ipc_get_mem_handle_exp, _| {
        let copy = give_copy(c, 0);
        copies.set(c.handle_data.get(), copy);
    })
    .pretends(move |c: &ipc_put_mem_handle_exp, _| {
        !c.context.is_null() && freed.take(&Some(c.handle_data)).is_some()
    });

    c.defect("memory_put_does_not_know_copy", "Get hands out a copy, and Put takes the original only")
        .violates(&["memory.put.takes_original_pointer", "memory.put.success"])
        .then(|c: &ipc_get_mem_handle_exp, _| std::mem::forget(give_copy(c, 0)));

    c.defect("memory_put_leaks_buffer", "Put does not free the buffer")
        .violates(&["memory.put.takes_original_pointer"])
        // Hidden from the compiler, which would spare itself an allocation that nobody reads.
        .before(|_: &ipc_put_mem_handle_exp, _| std::mem::forget(std::hint::black_box(vec![1u8; SIZE])));

    c.defect("memory_put_spoils_other_handles", "Put writes over the buffers of the other handles")
        .violates(&["memory.put.takes_original_pointer", "memory.get.repeated"])
        .before(|c: &ipc_put_mem_handle_exp, ur| {
            for other in ur.exports(Memory).iter().filter(|export| export.data != c.handle_data) {
                other.data.write_bytes(&[0; SIZE]);
            }
        });
}

fn after_free(c: &mut Catalogue) {
    c.defect("memory_put_after_free_refused", "Put of a handle whose allocation was freed fails")
        .violates(&["memory.put.after_free"])
        .refuses(INVALID_MEM_OBJECT, |c: &ipc_put_mem_handle_exp, ur| late(ur, c.handle_data).is_some());

    c.defect(
        "memory_put_after_free_leaves_export",
        "Put of a handle whose allocation was freed puts the newest handle that was made for its address",
    )
    .violates(&["memory.put.after_free"])
    .instead(|c: &ipc_put_mem_handle_exp, ur| {
        let freed = late(ur, c.handle_data)?.source;
        let handles = handles_of(ur, freed);
        let newest = handles.iter().rfind(|export| late(ur, export.data).is_none())?;
        Some(ipc_put_mem_handle_exp { handle_data: newest.data, ..*c }.run(ur))
    });

    c.defect("memory_free_of_exported_memory_refused", "urUSMFree of memory that has a handle fails")
        .violates(&["memory.put.after_free"])
        .refuses(INVALID_OPERATION, |c: &usm_free, ur| !handles_of(ur, c.mem).is_empty());

    let broken = Arc::new(AtomicBool::default());
    let refused = Arc::clone(&broken);
    c.defect(
        "memory_get_after_late_put_refused",
        "after a Put of a handle whose allocation was freed the next Get fails",
    )
    .violates(&["memory.put.after_free"])
    .before(move |c: &ipc_put_mem_handle_exp, ur| {
        broken.fetch_or(late(ur, c.handle_data).is_some(), Ordering::Relaxed);
    })
    .refuses(INVALID_OPERATION, move |_: &ipc_get_mem_handle_exp, _| refused.swap(false, Ordering::Relaxed));
}
