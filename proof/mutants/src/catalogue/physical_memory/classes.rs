//! Commands on mapped imports that go wrong for some sizes, places and patterns only.

use super::tools::*;
use std::thread::{self, ThreadId};

const REQUIREMENT: &str = "cross_process.physical_memory.write_back";

pub(super) fn defects(c: &mut Catalogue) {
    let (defect, mapped) = knowing_mapped(
        c.defect("physical_copies_inside_are_not_made", REQUIREMENT)
            .does("a copy that does not wait, to behind the start of a mapped import, is not made"),
    );
    defect.pretends(move |c: &enqueue_usm_memcpy, _| {
        let inside = mapped.lock().iter().any(|range| range.start < c.dst && range.contains(&c.dst));
        inside && !c.blocking
    });

    let (defect, mapped) = knowing_mapped(
        c.defect("physical_fills_end_early", REQUIREMENT)
            .does("a fill of a mapped import leaves out the last time that its pattern fits"),
    );
    defect.changes(move |c: &enqueue_usm_fill, _| {
        let cut = if mapped.has(c.mem) { c.pattern_size } else { 0 };
        enqueue_usm_fill { size: (c.size - cut).max(c.pattern_size), ..*c }
    });

    let changed = shared::<Notes<(), ThreadId>>();
    c.defect("physical_access_is_of_one_thread", "physical_memory.map.offset_and_access")
        .does("only the thread that has changed the access of a mapping first can do so")
        .pretends(move |_: &virtual_mem_set_access, _| {
            let this = thread::current().id();
            let first = changed.get(&()).unwrap_or(this);
            changed.set((), first);
            first != this
        });

    c.defect("physical_contents_of_two_threads_mixed", "physical_memory.concurrent")
        .does("of two copies that threads make at once, one is not made")
        .instead(at_once(|_: &enqueue_usm_memcpy, _| SUCCESS));
}
