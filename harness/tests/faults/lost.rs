//! Workers that are lost between two tests: it is the fault of none, and the next has another.

use crate::driver::{Checked, Ended, Harness, ensure};
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const STRUCK: &str = "fault::call::struck";
const LAST: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("lost::the_next_test_has_another_worker", the_next_test_has_another_worker),
        Trial::test(
            "lost::an_answer_too_many_is_not_the_next_tests",
            an_answer_too_many_is_not_the_next_tests,
        ),
        Trial::test("lost::again_and_again_it_is_told", again_and_again_it_is_told),
    ]
}

fn struck(order: &str) -> Ended {
    Harness::command(&["--exact"]).with(&[FIRST, STRUCK, LAST]).order(order).run()
}

fn passes(ended: &Ended, id: &str, note: &str) -> Checked {
    ended.expect(id, "pass", "")?;
    let notes = &ended.record(id)["notes"];
    ensure(notes.to_string().contains(note) && notes.is_null() == note.is_empty(), || notes.to_string())
}

fn all_pass(order: &str, why: &str) -> Checked {
    let ended = struck(order);
    passes(&ended, FIRST, "")?;
    passes(&ended, STRUCK, "")?;
    passes(&ended, LAST, &format!("the worker process was lost after {STRUCK}: {why}"))?;
    ended.expect_code(0)?;
    ended.expect_nothing_left()
}

fn the_next_test_has_another_worker() -> Checked {
    all_pass("deafen@test", "exited with code 0")
}

fn an_answer_too_many_is_not_the_next_tests() -> Checked {
    all_pass("answer@release", "it said how a test has ended, unasked")
}

fn again_and_again_it_is_told() -> Checked {
    let ended = struck("deafen@worker_start");
    for (id, before) in [(FIRST, "its start"), (STRUCK, FIRST), (LAST, STRUCK)] {
        let why = format!("the worker process was lost after {before}: exited with code 0");
        ended.expect(id, "harness-error", &[&why[..]; 3].join(" before any call to UR\n"))?;
    }
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}
