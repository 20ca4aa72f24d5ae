//! Defects that show only when several threads are at it.

use super::tools::*;
use std::thread::sleep;
use std::time::Duration;

/// Does something in place of calls during which there is another one on its way.
fn meanwhile<C: Call>(
    body: impl Fn(&C, &Below) -> UrResult + Send + Sync + 'static,
) -> impl Fn(&C, &Below) -> Option<UrResult> + Send + Sync + 'static {
    let running = Counter::default();
    move |c: &C, ur: &Below| {
        let others = running.next();
        if others == 0 {
            // So that others come in time.
            sleep(Duration::from_micros(300));
        }
        let result = if others > 0 { body(c, ur) } else { c.run(ur) };
        running.back();
        Some(result)
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_concurrent_get_refused", "A Get during another one is refused.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|_: &get, _| OUT_OF_RESOURCES));

    c.defect("physical_concurrent_get_retains", "A Get during another one adds a reference to its object.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|c: &get, ur| {
            retain(c.phys_mem, ur);
            c.run(ur)
        }));

    let last = Notes::default();
    c.defect("physical_concurrent_get_mixed_up", "A Get during another one exports the other one's object.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(move |c: &get, ur| {
            let phys_mem = last.set((), c.phys_mem).unwrap_or(c.phys_mem);
            get { phys_mem, ..*c }.run(ur)
        }));

    c.defect("physical_concurrent_put_refused", "A Put during another one is refused.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|_: &put, _| INVALID_VALUE));

    c.defect(
        "physical_concurrent_open_shared",
        "An Open during another one of the same handle gives the same import.",
    )
    .violates(&["physical_memory.concurrent"])
    .instead(meanwhile(|c: &Open, ur| {
        let last = imports_of(&c.bytes(), ur).pop().filter(|import| retain(*import, ur));
        last.map_or_else(|| c.run(ur), |import| c.give(import.into()))
    }));

    c.defect(
        "physical_concurrent_open_references",
        "An import that is opened during another Open starts with two references.",
    )
    .violates(&["physical_memory.concurrent"])
    .instead(meanwhile(|c: &open, ur| {
        let result = c.run(ur);
        retain_all(c.phys_mem.get().filter(|_| result.is_success()), ur);
        result
    }));

    c.defect("physical_concurrent_close_refused", "A Close during another one is refused.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|_: &close, _| INVALID_MEM_OBJECT));

    c.defect("physical_concurrent_close_leaks", "A Close during another one loses a descriptor.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|c: &close, ur| {
            leak_descriptor();
            c.run(ur)
        }));

    c.defect("physical_concurrent_retain_lost", "Of two Retains at the same time one is lost.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|_: &physical_mem_retain, _| SUCCESS));

    c.defect("physical_concurrent_release_lost", "Of two Releases at the same time one is lost.")
        .violates(&["physical_memory.concurrent"])
        .instead(meanwhile(|_: &physical_mem_release, _| SUCCESS));
}
