//! USM memory.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    opens(c);
    places(c);
}

fn opens(c: &mut Catalogue) {
    let copies = shared::<Set<Ptr>>();
    c.defect("unplanned_memory_opened_elsewhere_is_copy", "memory.open.two_contexts")
        .does("A handle that was opened in one context and closed opens to a copy in another one")
        .instead(|c: &Open, ur| {
            let before = |import: &Import| !import.lives && import.context != c.context;
            let all = ur.all_imports(Memory);
            all.iter().find(|import| before(import) && import.bytes == c.bytes())?;
            let result = c.run(ur);
            let opened = c.object.get().filter(|_| result.is_success())?;
            let size = handle(Memory, &c.bytes()).map(|handle| (handle.size - handle.offset) as usize)?;
            let copy = ur.allocate(c.context, size);
            ur.copy(c.context, copy, opened, size);
            Close { family: Memory, context: c.context, object: opened }.run(ur);
            copies.add(copy);
            Some(c.give(copy))
        })
        .instead(|c: &Close, ur| {
            let copied = c.family == Memory && copies.remove(&c.object);
            copied.then(|| Release { family: Memory, context: c.context, object: c.object }.run(ur))
        });

    let closed = shared::<Set<Ptr>>();
    c.defect("unplanned_memory_close_closes_sibling_elsewhere", "memory.close.one_of_two_opens")
        .does("Close of USM memory closes what another handle of it has opened in another context")
        .then(|c: &Close, ur| {
            let all = ur.all_imports(Memory);
            let Some(own) = all.iter().rfind(|import| import.object == c.object) else { return };
            for other in ur.imports(Memory) {
                let sibling = allocation(&other.bytes) == allocation(&own.bytes) && other.bytes != own.bytes;
                if c.family == Memory && sibling && other.context != c.context && closed.add(other.object) {
                    Close { family: Memory, context: other.context, object: other.object }.run(ur);
                }
            }
        })
        .pretends(|c: &Close, _| closed.remove(&c.object));
}

fn places(c: &mut Catalogue) {
    c.defect("unplanned_memory_get_inside_beside_import", "memory.get.interior_pointer")
        .does("Get inside of USM memory gives a handle of its start while that of another process is open")
        .changes(|c: &get_memory, ur| {
            let beside = ur.imports(Memory).iter().any(|import| is_foreign(import.object, ur));
            match base(ur, c.context, c.mem) {
                Some(base) if beside => get_memory { mem: base, ..*c },
                _ => *c,
            }
        });

    c.defect("unplanned_memory_copy_within_allocation_lost", "memory.open.usable_in_enqueue")
        .does("A copy from one import to another of the same USM memory does nothing")
        .instead(|c: &memcpy, ur| {
            let (from, to) = (import_at(ur, c.src)?, import_at(ur, c.dst)?);
            let lost = from.object != to.object && allocation(&from.bytes) == allocation(&to.bytes);
            let memcpy { queue, num_events_in_wait_list, event_wait_list, event, .. } = *c;
            lost.then(|| {
                enqueue_events_wait { queue, num_events_in_wait_list, event_wait_list, event }.run(ur)
            })
        });

    c.defect("unplanned_memory_copy_between_imports_in_words", "memory.open.usable_in_enqueue")
        .does("A copy from one import to another leaves out what is left of the last eight bytes")
        .changes(|c: &memcpy, ur| {
            let both = import_at(ur, c.src).and(import_at(ur, c.dst)).is_some();
            memcpy { size: if both && c.size > 8 { c.size & !7 } else { c.size }, ..*c }
        });
}
