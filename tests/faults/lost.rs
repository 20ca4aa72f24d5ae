//! Workers that are lost between two tests. The test before is to blame, and the next one gets a new worker.

use crate::driver::{Checked, Ended, Harness, ensure};
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const STRUCK: &str = "fault::call::struck";
const LAST: &str = "fault::last::good";

pub fn trials() -> Vec<Trial> {
    vec![
        Trial::test("lost::the_next_test_has_another_worker", the_next_test_has_another_worker),
        Trial::test("lost::nobody_else_can_answer_for_a_worker", nobody_else_can_answer_for_a_worker),
        Trial::test("lost::again_and_again_it_is_told", again_and_again_it_is_told),
    ]
}

fn struck(order: &str) -> Ended {
    Harness::command(&["--exact"]).with(&[FIRST, STRUCK, LAST]).order(order).run()
}

fn passes(ended: &Ended, id: &str) -> Checked {
    ended.expect(id, "pass", "")?;
    let notes = &ended.record(id)["notes"];
    ensure(notes.is_null(), || notes.to_string())
}

fn belongs_to_the_test_before(order: &str, outcome: &str, why: &str) -> Checked {
    let ended = struck(order);
    passes(&ended, FIRST)?;
    ended.expect(STRUCK, outcome, &format!("after its end: {why}"))?;
    passes(&ended, LAST)?;
    ended.expect_code(1)?;
    ensure(ended.stdout.matches(&format!("test faulty::dev0::{STRUCK} ... ")).count() == 2, || {
        ended.describe()
    })?;
    ended.expect_nothing_left()
}

fn the_next_test_has_another_worker() -> Checked {
    belongs_to_the_test_before("deafen@test", "crash", "exited with code 0")
}

fn nobody_else_can_answer_for_a_worker() -> Checked {
    let ended = struck("answer@release");
    passes(&ended, FIRST)?;
    ended.expect(STRUCK, "harness-error", "somebody else spoke in the name of the worker")?;
    passes(&ended, LAST)?;
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}

fn again_and_again_it_is_told() -> Checked {
    let ended = struck("deafen@worker_start");
    let why = "the worker process was lost after its start: exited with code 0";
    for id in [FIRST, STRUCK, LAST] {
        ended.expect(id, "harness-error", why)?;
        let reason = ended.record(id)["reason"].as_str().unwrap_or_default();
        ensure(reason.matches(why).count() == 3, || reason.to_owned())?;
    }
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}
