//! Effects of a Put of a copy, or of a missing Put. Tests write them down.

use crate::catalogue::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        let objects = if family == Event { "events" } else { object };
        c.defect(format!("lifetime_{name}_put_of_copy_works"), "lifetime.put.misuse")
            .does(format!("Put takes any bytes for a handle, and frees nothing, for {objects}"))
            .after(
                move |c: &Put, result, _| {
                    if c.family == family && result == INVALID_VALUE { SUCCESS } else { result }
                },
            );

        c.defect(format!("lifetime_{name}_handles_run_out"), "lifetime.put.misuse")
            .does(format!("There are handles for 32 Gets without a Put, for {objects}"))
            .refuses(OUT_OF_RESOURCES, move |c: &Get, ur| {
                c.family == family && ur.exports(family).len() >= 32
            });
    }
}
