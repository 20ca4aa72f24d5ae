//! Late deaths of processes, in or after a test that does not count. That does not excuse the death of another test.

use crate::bodies::MOODS;
use crate::driver::{Checked, Ended, Harness, ensure};
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const STRUCK: &str = "fault::call::struck";
const STRUCK_PEER: &str = "fault::peer::struck_peer";
const LAST: &str = "fault::last::good";
const AGAIN: &str = "not reproduced in a fresh process: an earlier test may be to blame; the worker ";

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for chapter in ["misuse", "null", "look"] {
        trials.push(Trial::test(format!("late::no_chapter_excuses_it::{chapter}"), move || {
            no_chapter_excuses_it(&format!("fault::may::doomed_{chapter}"), &[])
        }));
    }
    trials.push(Trial::test("late::no_option_excuses_it", || {
        no_chapter_excuses_it("fault::may::doomed_misuse", &["--no-second-look"])
    }));
    trials.push(Trial::test("late::no_list_excuses_it", no_list_excuses_it));
    trials.push(Trial::test("late::a_peer_dies_in_the_part_of_another", a_peer_dies_in_the_part_of_another));
    trials.push(Trial::test("late::no_open_outcome_excuses_it", no_open_outcome_excuses_it));
    trials.push(Trial::test("late::a_lock_of_another_is_a_problem", a_lock_of_another_is_a_problem));
    trials.push(Trial::test("late::behind_a_test_it_is_a_problem", behind_a_test_it_is_a_problem));
    trials.push(Trial::test(
        "late::a_peer_is_told_with_its_parts_before",
        a_peer_is_told_with_its_parts_before,
    ));
    trials.push(Trial::test(
        "late::what_comes_again_is_excused::beside_other_calls",
        other_calls_do_not_tell_deaths_apart,
    ));
    for (name, order) in [
        ("in_a_call", "segfault@test"),
        ("at_a_release", "abort@release"),
        ("behind_the_test", "segfault@retired"),
    ] {
        trials.push(Trial::test(format!("late::what_comes_again_is_excused::{name}"), move || {
            what_comes_again_is_excused(order)
        }));
    }
    trials
}

/// The worker dies in the test after the one that doomed it, or a peer in its part.
fn another_dies(harness: Harness, test: &str, outcome: &str, before: &[&str]) -> Checked {
    let ended = harness.run();
    ended.expect(before[0], "pass", "")?;
    ended.expect(before[1], "pass", "")?;
    ended.expect(test, outcome, "SIGSEGV")?;
    passes(&ended, LAST)?;
    ended.expect_code(2)?;
    let told = [test, "SIGSEGV", AGAIN, "had run 2 tests before, the last of them", before[1], before[0]];
    is_problem(&ended, &told)?;
    ended.expect_nothing_left()
}

fn is_problem(ended: &Ended, told: &[&str]) -> Checked {
    let problem = ended.json["summary"]["problems"][0].as_str().unwrap_or_default();
    let says = |text: &str| told.iter().all(|part| text.contains(part));
    ensure(says(problem), || format!("{told:?} is not in {problem:?}{}", ended.describe()))?;
    ensure(ended.stderr.lines().any(|line| line.contains("error: ") && says(line)), || ended.describe())?;
    let only = ended.json["summary"]["problems"].as_array().map_or(0, Vec::len);
    ensure(only == 1 && ended.json["summary"]["ok"] == true, || ended.json["summary"].to_string())
}

fn passes(ended: &Ended, id: &str) -> Checked {
    ended.expect(id, "pass", "")?;
    let notes = &ended.record(id)["notes"];
    ensure(notes.is_null(), || notes.to_string())
}

fn no_chapter_excuses_it(test: &str, more: &[&str]) -> Checked {
    let harness = Harness::command(&["--exact"]).with(more).with(&[FIRST, STRUCK, test, LAST]);
    another_dies(harness.order("die_later@test"), test, "deviates", &[FIRST, STRUCK])
}

fn no_list_excuses_it() -> Checked {
    const TEST: &str = "fault::call::doomed";
    let mut harness = Harness::command(&["--exact"]).with(&[FIRST, STRUCK, TEST, LAST]);
    let entry = format!("{{test: '{TEST}', action: expect-fail, outcome: crash, reason: known}}");
    let list = harness.file("list.yaml", &format!("driver: {{backend: faulty}}\nentries:\n- {entry}"));
    harness.command.arg("--skiplist").arg(list);
    another_dies(harness.order("die_later@test"), TEST, "expected-fail", &[FIRST, STRUCK])
}

fn a_peer_dies_in_the_part_of_another() -> Checked {
    const TEST: &str = "fault::may::doomed_peer";
    let harness = Harness::command(&["--exact"]).with(&[FIRST, STRUCK_PEER, TEST, LAST]);
    another_dies(harness.order("die_later@peer"), TEST, "deviates", &[FIRST, STRUCK_PEER])
}

/// A step of open outcome has a process of its own: one that dies in its next part, for what another test did, is not it.
fn no_open_outcome_excuses_it() -> Checked {
    const TEST: &str = "fault::may::tries_in_a_peer";
    let harness = Harness::command(&["--exact"]).with(&[FIRST, STRUCK_PEER, TEST, LAST]);
    let ended = harness.order("die_later@peer").run();
    for id in [FIRST, STRUCK_PEER, TEST, LAST] {
        passes(&ended, id)?;
    }
    ended.expect_code(0)?;
    ended.expect_nothing_left()
}

/// A test that nobody is bound in hangs for what another one has left in its process.
fn a_lock_of_another_is_a_problem() -> Checked {
    const LOCKS: &str = "fault::call::leaves_a_lock";
    const TEST: &str = "fault::may::waits_for_a_lock";
    let ended = Harness::command(&["--timeout", "2", "--exact"]).with(&[FIRST, LOCKS, TEST, LAST]).run();
    ended.expect(TEST, "deviates", "timeout: not done after 2s")?;
    passes(&ended, LAST)?;
    ended.expect_code(2)?;
    is_problem(&ended, &[TEST, "not done after 2s", "it does not hang again in a fresh process", LOCKS])?;
    ended.expect_nothing_left()
}

/// Between two tests it dies at a time of its own.
fn behind_a_test_it_is_a_problem() -> Checked {
    const TEST: &str = "fault::may::struck";
    let ended = Harness::command(&["--exact"]).with(&[FIRST, TEST, LAST]).order("segfault@idle").run();
    passes(&ended, FIRST)?;
    ended.expect(TEST, "deviates", "after its end: SIGSEGV")?;
    passes(&ended, LAST)?;
    ended.expect_code(2)?;
    is_problem(&ended, &[TEST, "after its end: SIGSEGV", "; its process had run fault::first::good before"])?;
    ended.expect_nothing_left()
}

/// A peer that is used again has had parts in other tests.
fn a_peer_is_told_with_its_parts_before() -> Checked {
    const BEFORE: &str = "fault::peer::good_peer";
    const TEST: &str = "fault::may::doomed_peer";
    for (tests, before) in [(&[BEFORE, TEST][..], BEFORE), (&[TEST], "no other")] {
        let ended = Harness::command(&["--exact"]).with(tests).order("segfault@peer_drop").run();
        ended.expect(TEST, "deviates", "was ended by SIGSEGV")?;
        ended.expect_code(2)?;
        is_problem(
            &ended,
            &[TEST, "was ended by SIGSEGV", &format!("; its process had run {before} before")],
        )?;
        ended.expect_nothing_left()?;
    }
    Ok(())
}

/// At the first try another thread is in a call when the process dies, at the second none is.
fn other_calls_do_not_tell_deaths_apart() -> Checked {
    const TEST: &str = "fault::may::crashes_beside_others";
    let mut harness = Harness::command(&["--exact"]).with(&[TEST, LAST]).order("hang@release");
    let moods = tempfile::NamedTempFile::new()?;
    std::fs::write(moods.path(), "ba")?;
    harness.command.env(MOODS, moods.path());
    let ended = harness.run();
    ended.expect(TEST, "deviates", "crash: SIGSEGV in ")?;
    for call in ["urIPCOpenMemHandleExp", "urIPCCloseMemHandleExp"] {
        ended.expect(TEST, "deviates", call)?;
    }
    let left = std::fs::read_to_string(moods.path())?;
    ensure(left.is_empty(), || format!("{left:?} is left{}", ended.describe()))?;
    passes(&ended, LAST)?;
    ended.expect_code(0)?;
    ended.expect_nothing_left()
}

/// Nobody is bound, and the test dies of what it does itself.
fn what_comes_again_is_excused(order: &str) -> Checked {
    const TEST: &str = "fault::may::struck";
    for more in [&[][..], &["--no-second-look"], &["--isolation", "process"]] {
        let harness = Harness::command(&["--exact"]).with(more).with(&[FIRST, TEST, LAST]);
        let ended = harness.order(order).run();
        passes(&ended, FIRST)?;
        ended.expect(TEST, "deviates", "crash: ")?;
        passes(&ended, LAST)?;
        ended.expect_code(0)?;
        ended.expect_nothing_left()?;
    }
    Ok(())
}
