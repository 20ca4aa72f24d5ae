//! Opens that look beside the bytes of the handle, or want them in a certain place.

use crate::catalogue::tools::*;
use std::hint::black_box;

const REQUIREMENT: &str = "cross_process.handle_bounds";

/// Whether the arguments are such that the bytes are looked at.
fn reads(c: &Open) -> bool {
    c.size == SIZE && !c.data.is_null() && !c.context.is_null()
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        c.defect(format!("cross_{name}_open_reads_beyond_handle"), REQUIREMENT)
            .does(format!("Open of {object} reads 16 bytes behind the handle"))
            .by(Manifestation::Crash)
            .before(move |c: &Open, _| {
                (c.family == family && reads(c)).then(|| black_box(c.data.at(SIZE).bytes(16)))
            });

        c.defect(format!("cross_{name}_open_reads_before_handle"), REQUIREMENT)
            .does(format!("Open of {object} reads 16 bytes before the handle"))
            .by(Manifestation::Crash)
            .before(move |c: &Open, _| {
                let at = Ptr::from_address(c.data.address().wrapping_sub(16));
                (c.family == family && reads(c)).then(|| black_box(at.bytes(16)))
            });

        c.defect(format!("cross_{name}_open_needs_alignment"), REQUIREMENT)
            .does(format!("Open of {object} refuses bytes at an odd address"))
            .refuses(INVALID_VALUE, move |c: &Open, _| c.family == family && c.data.address() % 2 == 1);

        // UR promises to leave the bytes alone for these two.
        if family != Memory {
            c.defect(format!("cross_{name}_open_writes_to_handle"), REQUIREMENT)
                .does(format!("Open of {object} writes to the bytes of the handle what was there"))
                .by(Manifestation::Crash)
                .before(move |c: &Open, _| {
                    (c.family == family && reads(c)).then(|| c.data.write_bytes(&black_box(c.bytes())))
                });
        }
    }
}
