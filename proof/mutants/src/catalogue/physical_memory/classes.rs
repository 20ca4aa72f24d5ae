//! Commands on mapped imports, of which some sizes, places and patterns only go wrong.

use super::tools::*;
use std::ops::Range;

type Mapped = Kept<Vec<Range<Ptr>>>;

/// A defect that knows where imports are mapped.
fn mapped<'c>(c: &'c mut Catalogue, id: &str, does: &str) -> (Defect<'c>, &'static Mapped) {
    let mapped = shared::<Mapped>();
    let defect = c.defect(id, "cross_process.physical_memory.write_back").does(does);
    let note = move |c: &virtual_mem_map, ur: &Below| {
        ur.is_import(c.physical_mem).then(|| mapped.lock().push(c.start..c.start.at(c.size)))
    };
    (defect.then(note), mapped)
}

fn is_in(mapped: &Mapped, at: Ptr) -> bool {
    mapped.lock().iter().any(|range| range.contains(&at))
}

pub(super) fn defects(c: &mut Catalogue) {
    let (defect, ranges) = mapped(
        c,
        "physical_copies_inside_are_not_made",
        "a copy that does not wait, to behind the start of a mapped import, is not made",
    );
    defect.pretends(move |c: &enqueue_usm_memcpy, _| {
        let inside = ranges.lock().iter().any(|range| range.start < c.dst && range.contains(&c.dst));
        inside && !c.blocking
    });

    let (defect, ranges) = mapped(
        c,
        "physical_fills_end_early",
        "a fill of a mapped import leaves out the last time that its pattern fits",
    );
    defect.changes(move |c: &enqueue_usm_fill, _| {
        let cut = if is_in(ranges, c.mem) { c.pattern_size } else { 0 };
        enqueue_usm_fill { size: (c.size - cut).max(c.pattern_size), ..*c }
    });

    c.defect("physical_contents_of_two_threads_mixed", "physical_memory.concurrent")
        .does("of two copies that threads make at once, one is not made")
        .instead(at_once(|_: &enqueue_usm_memcpy, _| SUCCESS));
}
