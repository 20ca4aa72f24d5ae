//! Defects that show only when several threads are at it.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_concurrent_get_refused", "physical_memory.concurrent")
        .does("A Get during another one is refused.")
        .instead(at_once(|_: &get, _| OUT_OF_RESOURCES));

    c.defect("physical_concurrent_get_retains", "physical_memory.concurrent")
        .does("A Get during another one adds a reference to its object.")
        .instead(at_once(|c: &get, ur| {
            retain(c.phys_mem, ur);
            c.run(ur)
        }));

    let last = Notes::default();
    c.defect("physical_concurrent_get_mixed_up", "physical_memory.concurrent")
        .does("A Get during another one exports the other one's object.")
        .instead(at_once(move |c: &get, ur| {
            let phys_mem = last.set((), c.phys_mem).unwrap_or(c.phys_mem);
            get { phys_mem, ..*c }.run(ur)
        }));

    c.defect("physical_concurrent_put_refused", "physical_memory.concurrent")
        .does("A Put during another one is refused.")
        .instead(at_once(|_: &put, _| INVALID_VALUE));

    c.defect("physical_concurrent_open_shared", "physical_memory.concurrent_same_object")
        .does("An Open during another one of the same handle gives the same import.")
        .instead(at_once(|c: &Open, ur| {
            let last = imports_of(&c.bytes(), ur).pop().filter(|import| retain(*import, ur));
            last.map_or_else(|| c.run(ur), |import| c.give(import.into()))
        }));

    c.defect("physical_concurrent_open_references", "physical_memory.concurrent_same_object")
        .does("An import that is opened during another Open starts with two references.")
        .instead(at_once(|c: &open, ur| {
            let result = c.run(ur);
            retain_all(c.phys_mem.get().filter(|_| result.is_success()), ur);
            result
        }));

    c.defect("physical_concurrent_close_refused", "physical_memory.concurrent")
        .does("A Close during another one is refused.")
        .instead(at_once(|_: &close, _| INVALID_MEM_OBJECT));

    c.defect("physical_concurrent_close_leaks", "physical_memory.concurrent")
        .does("A Close during another one loses a descriptor.")
        .instead(at_once(|c: &close, ur| {
            leak_descriptor();
            c.run(ur)
        }));

    c.defect("physical_concurrent_retain_lost", "physical_memory.concurrent_same_object")
        .does("Of two Retains at the same time one is lost.")
        .instead(at_once(|_: &physical_mem_retain, _| SUCCESS));

    c.defect("physical_concurrent_release_lost", "physical_memory.concurrent_same_object")
        .does("Of two Releases at the same time one is lost.")
        .instead(at_once(|_: &physical_mem_release, _| SUCCESS));
}
