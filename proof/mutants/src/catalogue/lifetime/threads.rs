//! Calls that work on some threads only.

use crate::catalogue::tools::*;
use std::cell::Cell;
use std::thread::{self, ThreadId};

thread_local! {
    static MADE_CONTEXT: Cell<bool> = const { Cell::new(false) };
}

/// The threads that have made objects.
type Made = Notes<Ptr, ThreadId>;

fn made_here(made: &Made, what: Ptr) {
    made.set(what, thread::current().id());
}

fn made_elsewhere(made: &Made, what: Ptr) -> bool {
    made.get(&what).is_some_and(|maker| maker != thread::current().id())
}

/// The requirement of a family.
fn any_thread(family: Family) -> &'static str {
    match family {
        Memory => "memory.any_thread",
        Physical => "physical_memory.any_thread",
        Event => "event.any_thread",
    }
}

/// Whether this releases an object that was made here, or what was opened.
fn releases(family: Family, import: bool) -> impl Fn(&Release, &Below) -> bool {
    move |c, ur| c.family == family && ur.is_import(c.object) == import
}

/// The requirement of a family.
fn concurrent(family: Family) -> &'static str {
    match family {
        Memory => "memory.concurrent",
        Physical => "physical_memory.concurrent",
        Event => "event.concurrent",
    }
}

/// Opens of one family that others disturb: each family has a lock of its own, and all use the same connection.
fn beside_others(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        let running = shared::<[Counter; 4]>();
        c.defect(format!("{name}_open_fails_beside_other_families"), concurrent(family))
            .does(format!("Open of {object} fails while another thread is in Open of another family"))
            .instead(move |c: &Open, ur| {
                let others = FAMILIES.iter().filter(|(other, ..)| *other != c.family);
                let disturbed = others.into_iter().any(|(other, ..)| running[*other as usize].get() > 0);
                if disturbed && c.family == family {
                    return Some(INVALID_VALUE);
                }
                running[c.family as usize].next();
                thread::sleep(MEANWHILE);
                let result = c.run(ur);
                running[c.family as usize].back();
                Some(result)
            });
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    beside_others(c);

    for (family, name, object) in FAMILIES {
        let made = shared::<Made>();
        c.defect(format!("{name}_put_needs_thread_of_get"), any_thread(family))
            .does(format!("Put of {object} fails on another thread than Get"))
            .then(move |c: &Get, _| made_here(made, c.data.get().unwrap_or(Ptr::NULL)))
            .refuses(INVALID_VALUE, move |c: &Put, _| c.family == family && made_elsewhere(made, c.data));

        let (made, import) = (shared::<Made>(), releases(family, true));
        c.defect(format!("{name}_close_needs_thread_of_open"), any_thread(family))
            .does(format!("An import of {object} is closed by the thread alone that has opened it"))
            .then(move |c: &Open, _| made_here(made, c.object.get().unwrap_or(Ptr::NULL)))
            .refuses(INVALID_VALUE, move |c: &Close, _| c.family == family && made_elsewhere(made, c.object))
            .refuses(INVALID_EVENT, move |c: &Release, ur| {
                family == Event && import(c, ur) && made_elsewhere(made, c.object)
            });

        let (made, own) = (shared::<Made>(), releases(family, false));
        c.defect(format!("{name}_release_needs_thread_of_get"), any_thread(family))
            .does(format!("The release of {object} fails on another thread than the one that exported it"))
            .then(move |c: &Get, _| made_here(made, c.object))
            .refuses(INVALID_OPERATION, move |c: &Release, ur| own(c, ur) && made_elsewhere(made, c.object));
    }

    // Those of USM memory are with its family.
    for (family, name, object) in FAMILIES.into_iter().filter(|(family, ..)| *family != Memory) {
        c.defect(format!("{name}_get_needs_thread_of_context"), any_thread(family))
            .does(format!("Get of {object} fails on a thread that has made no context"))
            .then(|_: &context_create, _| MADE_CONTEXT.set(true))
            .refuses(INVALID_CONTEXT, move |c: &Get, _| c.family == family && !MADE_CONTEXT.get());

        c.defect(format!("{name}_open_needs_thread_of_context"), any_thread(family))
            .does(format!("Open of {object} fails on a thread that has made no context"))
            .then(|_: &context_create, _| MADE_CONTEXT.set(true))
            .refuses(INVALID_CONTEXT, move |c: &Open, _| c.family == family && !MADE_CONTEXT.get());
    }
}
