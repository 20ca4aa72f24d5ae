//! Tests that hang in one call, one after the other: the last of them do not cost their full time, and nobody else loses any.

use crate::driver::{Checked, Harness, ensure};
use crate::suite::HANGING;
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const SLOW: &str = "fault::hanging::slow";
const LAST: &str = "fault::last::good";
/// So many hang for as long as they may.
const IN_FULL: usize = 10;
const ALL: usize = 12;
/// Microseconds after which a test that may take 5 seconds gives up by itself.
const IN_TIME: u64 = 4_000_000;
const SHORTER: &str = "it had stood still in urIPCOpenMemHandleExp for 3s, where 10 tests before it hung";

pub fn trials() -> Vec<Trial> {
    vec![Trial::test("hanging::the_same_call_is_not_waited_for_in_full_again_and_again", in_the_same_call)]
}

fn in_the_same_call() -> Checked {
    let ids: Vec<String> = (0..ALL).map(|number| format!("fault::hanging::number_{number}")).collect();
    let mut harness = Harness::command(&["--timeout", "5", "--exact"]).with(&[FIRST, SLOW, LAST]);
    harness.command.args(&ids).env(HANGING, ALL.to_string());
    let ended = harness.run();
    ended.expect(FIRST, "pass", "")?;
    for (number, id) in ids.iter().enumerate() {
        let shorter = number >= IN_FULL;
        let in_full = if number % 2 == 0 {
            "not done after 5s, in urIPCOpenMem"
        } else {
            "it said nothing in time, in urIPCOpenMem"
        };
        ended.expect(id, "timeout", if shorter { SHORTER } else { in_full })?;
        let reason = ended.record(id)["reason"].as_str().unwrap_or_default();
        ensure(shorter == reason.contains(SHORTER), || reason.to_owned())?;
        let took = ended.record(id)["duration_us"].as_u64().unwrap_or_default();
        ensure(shorter || took >= IN_TIME, || format!("{id} took {took} us"))?;
    }
    for id in [SLOW, LAST] {
        ended.expect(id, "pass", "")?;
        let notes = &ended.record(id)["notes"];
        ensure(notes.is_null(), || notes.to_string())?;
    }
    let warned = "::fault::hanging::slow has been running for 2.5s";
    ensure(ended.stderr.contains(warned), || ended.told())?;
    ended.expect_code(1)?;
    ended.expect_nothing_left()
}
