//! Each fault at each place: one verdict, the cause by its name, and the rest of the run unharmed.

use crate::driver::{Checked, Ended, Harness, ensure};
use crate::expect::{Effect, Expectation, effect, expectation, is_tried};
use crate::fault::Fault;
use crate::place::Place;
use libtest_mimic::Trial;

const FIRST: &str = "fault::first::good";
const LAST: &str = "fault::last::good";

/// Those that are no fault, or one of the test's own; other trials have them.
const ELSEWHERE: [Fault; 10] = [
    Fault::None,
    Fault::DeviceLost,
    Fault::ClosePeers,
    Fault::Deafen,
    Fault::Answer,
    Fault::LeaveFile,
    Fault::DieLater,
    Fault::Slow,
    Fault::StopParent,
    Fault::LeavePipe,
];

pub fn faults() -> impl Iterator<Item = Fault> {
    Fault::ALL.iter().copied().filter(|fault| !ELSEWHERE.contains(fault))
}

/// One of so many cells of a table is tried by `cargo test`; CI tries the others as well, by `--ignored`. Has no
/// divisor in common with the number of faults, so that each place has others.
pub const SAMPLED: usize = 41;

pub fn trials() -> Vec<Trial> {
    let cell = |(number, (fault, place)): (usize, (Fault, Place))| {
        let name = format!("matrix::{}::{}", place.name(), fault.name());
        let trial = Trial::test(name, move || costs_what_it_must(fault, place));
        trial.with_ignored_flag(number % SAMPLED != 0)
    };
    let cells = Place::ALL.into_iter().flat_map(|place| faults().map(move |fault| (fault, place)));
    cells.filter(|&(fault, place)| is_tried(fault, place)).enumerate().map(cell).collect()
}

/// The table of all that is tried, in Markdown.
pub fn table() -> String {
    let mut text = format!("| fault | {} |\n|---|", Place::ALL.map(Place::what).join(" | "));
    text.push_str(&"---|".repeat(Place::ALL.len()));
    for fault in faults() {
        let cells = Place::ALL.map(|place| match expectation(fault, place) {
            _ if !is_tried(fault, place) => "",
            Expectation::NoBackend(_) => "no backend",
            Expectation::NoDevice(_) => "no device",
            Expectation::Verdict(outcome, _) => outcome,
            Expectation::LeavesBadly(_) => "leaves badly",
            Expectation::Problem(_) => "problem",
            Expectation::AllPass => "-",
        });
        text.push_str(&format!("\n| {} | {} |", fault.what().trim(), cells.join(" | ")));
    }
    text
}

fn costs_what_it_must(fault: Fault, place: Place) -> Checked {
    let struck = match place {
        Place::PeerStart | Place::Peer | Place::PeerIdle | Place::PeerDrop | Place::PeerExit => {
            "fault::peer::struck_peer"
        }
        _ => "fault::call::struck",
    };
    // Where nothing hangs, the time is for busy machines.
    let time = match (effect(fault), place) {
        // The test itself is to tell of it before it is ended.
        (Effect::Hangs(_) | Effect::SlipsAway, Place::PeerStart | Place::Peer) => "4",
        (Effect::Hangs(_) | Effect::SlipsAway, _) => "1.5",
        _ => "30",
    };
    let ended = Harness::command(&["--timeout", time, "--exact", FIRST, struck, LAST])
        .order(&format!("{}@{}", fault.name(), place.name()))
        .run();
    ended.expect_nothing_left()?;
    match expectation(fault, place) {
        Expectation::NoBackend(why) => {
            ended.expect_code(2)?;
            expect_parts(&ended, &why)
        }
        Expectation::NoDevice(why) => {
            ended.expect_code(1)?;
            [FIRST, struck, LAST].iter().try_for_each(|id| ended.expect_all(id, "harness-error", &why))
        }
        Expectation::Verdict(outcome, why) => {
            ended.expect_code(1)?;
            passes_quietly(&ended, FIRST)?;
            ended.expect_all(struck, outcome, &why)?;
            passes_quietly(&ended, LAST)
        }
        Expectation::LeavesBadly(how) | Expectation::Problem(how) => {
            ended.expect_code(2)?;
            expect_parts(&ended, &how)?;
            let problems = &ended.json["summary"]["problems"];
            ensure(problems[0].as_str().is_some_and(|text| text.contains(how[0])), || {
                format!("the result file tells {problems} instead of {how:?}")
            })?;
            [FIRST, struck, LAST].iter().try_for_each(|id| passes_quietly(&ended, id))
        }
        Expectation::AllPass => {
            ended.expect_code(0)?;
            [FIRST, struck, LAST].iter().try_for_each(|id| passes_quietly(&ended, id))
        }
    }?;
    let count = ended.json["tests"].as_array().map_or(0, Vec::len);
    let expected = if matches!(expectation(fault, place), Expectation::NoBackend(_)) { 0 } else { 3 };
    ensure(count == expected, || format!("{count} records instead of {expected}{}", ended.describe()))
}

fn expect_parts(ended: &Ended, parts: &[&str]) -> Checked {
    let line =
        ended.stderr.lines().any(|line| line.contains("error: ") && parts.iter().all(|p| line.contains(p)));
    ensure(line, || format!("no line tells {parts:?}{}", ended.describe()))
}

fn passes_quietly(ended: &Ended, id: &str) -> Checked {
    ended.expect(id, "pass", "")?;
    let notes = &ended.record(id)["notes"];
    let of_replacement = |note: &serde_json::Value| {
        note.as_str().is_some_and(|note| note.starts_with("its process was replaced: "))
    };
    let quiet = notes.as_array().is_none_or(|notes| notes.iter().all(of_replacement));
    ensure(quiet, || format!("{id} has notes: {notes}"))
}
