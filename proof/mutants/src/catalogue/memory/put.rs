//! `urIPCPutMemHandleExp`.

use super::tools::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gives a copy of the handle, with so many bytes behind it, in the place of the handle itself.
pub(super) fn give_copy(c: &get, behind: usize) -> Vec<u8> {
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
fn at_home(c: &put, ur: &Below) -> put {
    let own = ur.export_at(c.handle_data).map_or(c.context, |export| export.context);
    put { context: own, ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_put_takes_newest_handle_only", "memory.get.repeated")
        .does("Put refuses a handle that is not the newest one of its allocation")
        .refuses(INVALID_VALUE, |c: &put, ur| {
            let all = ur.export_at(c.handle_data).map(|put| handles_of(ur, put.source)).unwrap_or_default();
            all.last().is_some_and(|newest| newest.data != c.handle_data)
        });

    c.defect("memory_put_without_context_works", "memory.put.null_context")
        .does("Put without a context takes that of the handle")
        .changes(at_home);

    c.defect("memory_put_without_context_frees", "memory.put.null_context")
        .does("a Put that is refused for its null context releases the handle all the same")
        .before(|c: &put, ur| c.context.is_null().then(|| at_home(c, ur).run(ur)));

    c.defect("memory_put_of_null_says_invalid_value", "memory.put.null_data")
        .does("Put of a null pointer answers INVALID_VALUE")
        .refuses(INVALID_VALUE, |c: &put, _| c.handle_data.is_null());

    c.defect("memory_put_of_null_puts_newest", "memory.put.null_data")
        .does("Put of a null pointer is refused and puts the newest handle")
        .before(|c: &put, ur| {
            if let Some(newest) = ur.exports(Memory).last().filter(|_| c.handle_data.is_null()) {
                put { handle_data: newest.data, ..*c }.run(ur);
            }
        });

    copies(c);
    ended_early(c);
    after_free(c);
}

/// Handles that end before they are put.
fn ended_early(c: &mut Catalogue) {
    let ended = shared::<Set<Ptr>>();
    c.defect("memory_free_of_unshared_ends_handle", "memory.put.not_before")
        .does("urUSMFree of memory that was never shared ends the newest handle of other memory")
        .seen_in("Level Zero driver, Context::freeMem")
        .before(move |c: &usm_free, ur| {
            let (shared, handles) = (ur.all_exports(Memory), ur.exports(Memory));
            let was_shared = shared.iter().any(|export| export.source == c.mem);
            let newest = handles.last().filter(|_| !was_shared)?;
            ended.add(newest.data);
            Some(put { context: newest.context, handle_data: newest.data }.run(ur))
        })
        .pretends(move |c: &put, _| !c.context.is_null() && ended.remove(&c.handle_data));

    let ended = shared::<Set<(Ptr, ContextHandle)>>();
    c.defect("memory_free_ends_handles_of_same_size", "memory.put.not_before")
        .does("urUSMFree ends the handles of other USM memory of the same size in the context")
        .before(|c: &usm_free, ur| {
            let size = ur.alloc_info::<usize>(c.context, c.mem, UsmAllocInfo::SIZE);
            for export in ur.exports(Memory) {
                let other = export.context == c.context && export.source != c.mem;
                let same = handle(Memory, &export.bytes).map(|handle| handle.size as usize) == size;
                if other && same && ended.add((export.data, export.context)) {
                    put { context: export.context, handle_data: export.data }.run(ur);
                }
            }
        })
        .pretends(|c: &put, _| ended.remove(&(c.handle_data, c.context)));

    let ended = shared::<Set<Ptr>>();
    c.defect("memory_put_of_base_ends_interior_handles", "memory.get.interior_pointer")
        .does("Handles of pointers into an allocation do not count: the Put of the last one of its base ends them")
        .before(move |c: &put, ur| {
            let export = ur.export_at(c.handle_data).filter(|export| export.lives)?;
            let is_base = place(ur, export.context, export.source).0 == 0;
            let is_last = is_base && handles_of(ur, export.source).len() == 1;
            for other in ur.exports(Memory).iter().filter(|_| is_last) {
                if are_siblings(&export.bytes, &other.bytes) && ended.add(other.data) {
                    put { context: other.context, handle_data: other.data }.run(ur);
                }
            }
            Some(())
        })
        .pretends(move |c: &put, _| ended.remove(&c.handle_data));
}

fn copies(c: &mut Catalogue) {
    let copies = shared::<Notes<_, _>>();
    c.defect("memory_put_frees_copy_and_keeps_original", "memory.put.takes_original_pointer")
        .does("Get hands out a copy, and Put frees that instead of what it was made of")
        .also(&["lifetime.fd.memory_cycles"])
        .seen_in("unified-runtime commit 97e4fb5ac")
        .then(move |c: &get, _| {
            let copy = give_copy(c, 0);
            copies.set(c.handle_data.get(), copy);
        })
        .pretends(move |c: &put, _| !c.context.is_null() && copies.take(&Some(c.handle_data)).is_some());

    c.defect("memory_put_does_not_know_copy", "memory.put.takes_original_pointer")
        .does("Get hands out a copy, and Put takes the original only")
        .also(&["memory.put.success"])
        .then(|c: &get, _| std::mem::forget(give_copy(c, 0)));

    c.defect("memory_put_leaks_buffer", "memory.put.takes_original_pointer")
        .does("Put does not free the buffer")
        // Hidden from the compiler, which would spare itself an allocation that nobody reads.
        .before(|_: &put, _| std::mem::forget(std::hint::black_box(vec![1u8; SIZE])));

    c.defect("memory_put_spoils_other_handles", "memory.put.takes_original_pointer")
        .does("Put writes over the buffers of the other handles")
        .also(&["memory.get.repeated"])
        .before(|c: &put, ur| {
            for other in ur.exports(Memory).iter().filter(|export| export.data != c.handle_data) {
                other.data.write_bytes(&[0; SIZE]);
            }
        });
}

fn after_free(c: &mut Catalogue) {
    c.defect("memory_put_after_free_refused", "memory.put.after_free")
        .does("Put of a handle whose allocation was freed fails")
        .refuses(INVALID_MEM_OBJECT, |c: &put, ur| late(ur, c.handle_data).is_some());

    c.defect("memory_put_after_free_leaves_export", "memory.put.after_free")
        .does(
            "Put of a handle whose allocation was freed puts the newest handle that was made for its address",
        )
        .instead(|c: &put, ur| {
            let freed = late(ur, c.handle_data)?.source;
            let handles = handles_of(ur, freed);
            let newest = handles.iter().rfind(|export| late(ur, export.data).is_none())?;
            Some(put { handle_data: newest.data, ..*c }.run(ur))
        });

    c.defect("memory_free_of_exported_memory_refused", "memory.put.after_free")
        .does("urUSMFree of memory that has a handle fails")
        .refuses(INVALID_OPERATION, |c: &usm_free, ur| !handles_of(ur, c.mem).is_empty());

    let broken = shared::<AtomicBool>();
    c.defect("memory_get_after_late_put_refused", "memory.put.after_free")
        .does("after a Put of a handle whose allocation was freed the next Get fails")
        .before(move |c: &put, ur| broken.fetch_or(late(ur, c.handle_data).is_some(), Ordering::Relaxed))
        .refuses(INVALID_OPERATION, move |_: &get, _| broken.swap(false, Ordering::Relaxed));
}
