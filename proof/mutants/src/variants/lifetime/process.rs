//! The process that calls, and its forked children.

use crate::variants::tools::*;
use std::process;
use std::sync::OnceLock;

/// Ends the process if it is a forked child of the one that called first.
fn end_of_child() {
    static CALLER: OnceLock<u32> = OnceLock::new();
    if *CALLER.get_or_init(process::id) != process::id() {
        process::abort();
    }
}

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "forked_child_may_call_nothing",
        unsaid("what a child that was forked and has started no other program may call"),
    )
    .of(&["lifetime.forked_child"])
    .does("a call in a forked child ends the child")
    .before(|_: &context_create, _| end_of_child())
    .before(|_: &Get, _| end_of_child())
    .before(|_: &Put, _| end_of_child())
    .before(|_: &Open, _| end_of_child())
    .before(|_: &Close, _| end_of_child())
    .before(|_: &Release, _| end_of_child())
    .before(|_: &queue_finish, _| end_of_child())
    .before(|_: &event_wait, _| end_of_child());
}
