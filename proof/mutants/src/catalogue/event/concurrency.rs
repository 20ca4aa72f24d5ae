//! Defects that show when several threads call at once.

use super::tools::{Create, Get, Open, Put, given, shared};
use crate::catalogue::Catalogue;
use crate::catalogue::tools::leak_descriptor;
use crate::layer::codes::*;
use crate::layer::{Below, Call, Counter, Notes};
use std::thread::sleep;
use std::time::Duration;
use ur_ipc_api::UrResult;

/// Long enough for the other threads of a test to come in between.
const MEANWHILE: Duration = Duration::from_micros(200);

/// A defect of calls that begin while another one is running.
fn at_once<C: Call>(
    c: &mut Catalogue,
    id: &str,
    description: &str,
    body: impl Fn(&C, &Below) -> UrResult + Send + Sync + 'static,
) {
    let running = Counter::default();
    c.defect(id, description).violates(&["event.concurrent"]).instead(move |c: &C, ur| {
        let others = running.next() > 0;
        sleep(MEANWHILE);
        let result = if others { body(c, ur) } else { c.run(ur) };
        running.back();
        Some(result)
    });
}

pub(super) fn defects(c: &mut Catalogue) {
    let last = Notes::default();
    c.defect(
        "event_open_at_once_shares_output",
        "Opens at once go through one variable, and two of them give the same event",
    )
    .violates(&["event.concurrent"])
    .then(move |c: &Open, _| {
        last.set((), given(c.event));
        sleep(MEANWHILE);
        c.event.set(last.get(&()).unwrap_or_default());
    });

    at_once(c, "event_get_at_once_refused", "Get fails while another Get is running", |_: &Get, _| {
        OUT_OF_RESOURCES
    });
    at_once(c, "event_open_at_once_refused", "Open fails while another Open is running", |_: &Open, _| {
        OUT_OF_RESOURCES
    });
    at_once(
        c,
        "event_open_at_once_leaks",
        "Open keeps a descriptor when another Open is running",
        |c: &Open, ur| {
            leak_descriptor();
            c.run(ur)
        },
    );
    at_once(c, "event_put_at_once_refused", "Put fails while another Put is running", |_: &Put, _| {
        INVALID_VALUE
    });
    at_once(
        c,
        "event_create_at_once_refused",
        "Creation fails while another creation is running",
        |_: &Create, _| OUT_OF_RESOURCES,
    );

    let [running, opening] = shared::<Counter, 2>();
    c.defect("event_get_beside_open_refused", "Get fails while an Open is running")
        .violates(&["event.concurrent"])
        .instead(move |c: &Open, ur| {
            running.next();
            sleep(MEANWHILE);
            let result = c.run(ur);
            running.back();
            Some(result)
        })
        .refuses(OUT_OF_RESOURCES, move |_: &Get, _| opening.get() > 0);
}
