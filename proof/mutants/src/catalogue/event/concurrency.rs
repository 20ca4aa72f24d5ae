//! Defects that show when several threads call at once.

use super::tools::*;
use std::thread::sleep;

pub(super) fn defects(c: &mut Catalogue) {
    let last = Notes::default();
    c.defect("event_open_at_once_shares_output", "event.concurrent")
        .does("Opens at once go through one variable, and two of them give the same event")
        .then(move |c: &Open, _| {
            last.set((), given(c.event));
            sleep(MEANWHILE);
            c.event.set(last.get(&()).unwrap_or_default());
        });

    c.defect("event_get_at_once_refused", "event.concurrent")
        .does("Get fails while another Get is running")
        .instead(at_once(|_: &Get, _| OUT_OF_RESOURCES));

    c.defect("event_open_at_once_refused", "event.concurrent")
        .does("Open fails while another Open is running")
        .instead(at_once(|_: &Open, _| OUT_OF_RESOURCES));

    c.defect("event_open_at_once_elsewhere_refused", "event.concurrent")
        .does("Open of another process' event fails while another Open is running")
        .seen_in("Level Zero driver, DrmMemoryManager::createUSMHostAllocationFromSharedHandle")
        .instead(at_once(|c: &Open, ur| if export(c, ur).is_some() { c.run(ur) } else { OUT_OF_RESOURCES }));

    c.defect("event_open_at_once_leaks", "event.concurrent")
        .does("Open keeps a descriptor when another Open is running")
        .instead(at_once(|c: &Open, ur| {
            leak_descriptor();
            c.run(ur)
        }));

    c.defect("event_put_at_once_refused", "event.concurrent")
        .does("Put fails while another Put is running")
        .instead(at_once(|_: &Put, _| INVALID_VALUE));

    c.defect("event_create_at_once_refused", "event.concurrent")
        .does("Creation fails while another creation is running")
        .instead(at_once(|_: &Create, _| OUT_OF_RESOURCES));

    let opening = shared::<Counter>();
    c.defect("event_get_beside_open_refused", "event.concurrent_same_object")
        .does("Get fails while an Open is running")
        .instead(move |c: &Open, ur| {
            opening.next();
            sleep(MEANWHILE);
            let result = c.run(ur);
            opening.back();
            Some(result)
        })
        .refuses(OUT_OF_RESOURCES, move |_: &Get, _| opening.get() > 0);
}
