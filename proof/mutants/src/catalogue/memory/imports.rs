//! Several opens of one handle, in one context and in two.

use super::tools::*;

/// Copies opened memory to new memory of a context.
fn copy(source: &Import, context: ContextHandle, ur: &Below) -> Ptr {
    let (_, size) = place(ur, source.context, source.object);
    let copy = ur.allocate(context, size);
    ur.copy(context, copy, source.object, size);
    copy
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_open_takes_handle_once", "memory.open.multiple")
        .does("Open takes a handle once, whether it was closed since or not")
        .also(&["memory.close.double"])
        .refuses(INVALID_OPERATION, |c: &Open, ur| {
            ur.all_imports(Memory).iter().any(|import| !import.lives && import.bytes == c.bytes())
        });

    c.defect("memory_second_open_gives_copy", "memory.open.multiple")
        .does("a second Open of a handle gives a copy of the memory")
        .also(&["memory.open.two_contexts", "memory.close.one_of_two_opens"])
        .instead(|c: &Open, ur| {
            let first = ur.imports(Memory).into_iter().find(|import| import.bytes == c.bytes())?;
            Some(c.give(copy(&first, c.context, ur)))
        })
        .instead(|c: &close, ur| {
            let result = c.run(ur);
            let copied = !result.is_success() && ur.is_import(c.mem);
            Some(if copied { usm_free { context: c.context, mem: c.mem }.run(ur) } else { result })
        });

    c.defect("memory_first_close_closes_shared_pointer", "memory.close.one_of_two_opens")
        .does("Opens of one handle give one pointer, which the first Close closes")
        .also(&["memory.open.multiple"])
        .instead(|c: &Open, ur| {
            let same = |import: &Import| import.bytes == c.bytes() && import.context == c.context;
            Some(c.give(ur.imports(Memory).into_iter().find(same)?.object))
        });

    c.defect("memory_open_shares_pointer_among_contexts", "memory.open.two_contexts")
        .does("Opens of one handle in two contexts give one pointer, which the first Close closes")
        .instead(|c: &Open, ur| {
            Some(c.give(ur.imports(Memory).into_iter().find(|import| import.bytes == c.bytes())?.object))
        });

    c.defect("memory_close_makes_others_read_only", "memory.close.one_of_two_opens")
        .does("after the first Close nothing can be written through other pointers")
        .refuses(INVALID_OPERATION, |c: &memcpy, ur| place_in_import(ur, c.dst).is_some() && has_closed(ur));

    let cache = shared::<Notes<_, _>>();
    c.defect("memory_open_finds_pointer_by_address_of_bytes", "cross_process.memory.many_and_large")
        .does("a cache of opened pointers goes by the address of the handle data")
        .also(&["memory.concurrent"])
        .instead(move |c: &Open, ur| {
            let pointer = cache.get(&(c.data, c.context)).filter(|pointer: &Ptr| ur.is_import(*pointer))?;
            Some(c.give(pointer))
        })
        .then(move |c: &open, _| cache.set((c.handle_data, c.context), c.mem.get().unwrap_or(Ptr::NULL)))
        .pretends(|c: &close, ur| {
            ur.imports(Memory).iter().filter(|import| import.object == c.mem).count() > 1
        });

    let evicted = shared::<Set<_>>();
    c.defect("memory_open_evicts_other_handle", "cross_process.memory.many_and_large")
        .does("Open of a second handle of an allocation closes what was opened with the first one")
        .seen_in("unified-memory-framework a12247bc, found by reading")
        .then(move |c: &Open, ur| {
            let bytes = c.bytes();
            for other in ur.imports(Memory).iter().filter(|import| are_siblings(&import.bytes, &bytes)) {
                if other.context == c.context && evicted.add(other.object) {
                    close { context: c.context, mem: other.object }.run(ur);
                }
            }
        })
        .pretends(move |c: &close, _| evicted.remove(&c.mem));
}
