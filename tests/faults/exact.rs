//! One test by its exact name, as nextest runs each: nothing that its process does makes it look like a pass.

use crate::driver::{Checked, Ended, Harness, ensure};
use crate::expect::{Effect, Expectation, effect, expectation};
use crate::fault::Fault;
use crate::matrix::{SAMPLED, faults};
use crate::place::Place;
use libtest_mimic::Trial;

/// No probe is started for a single test.
const PLACES: [Place; 6] =
    [Place::Constructor, Place::WorkerStart, Place::Test, Place::Peer, Place::Drop, Place::Exit];

pub fn trials() -> Vec<Trial> {
    let cell = |(number, (fault, place)): (usize, (Fault, Place))| {
        let name = format!("exact::{}::{}", place.name(), fault.name());
        Trial::test(name, move || costs_what_it_must(fault, place)).with_ignored_flag(number % SAMPLED != 0)
    };
    PLACES
        .into_iter()
        .flat_map(|place| faults().map(move |fault| (fault, place)))
        .enumerate()
        .map(cell)
        .chain([
            Trial::test("exact::ends_as_it_must", ends_as_it_must),
            Trial::test("exact::names_the_device", names_the_device),
            Trial::test("exact::may_be_expected_to_crash", may_be_expected_to_crash),
            Trial::test("exact::may_be_left_out_by_a_skiplist", may_be_left_out_by_a_skiplist),
            Trial::test("exact::lets_a_backend_clean_up", lets_a_backend_clean_up),
        ])
        .collect()
}

fn exact(id: &str) -> Harness {
    Harness::conformance(&["--exact", "--nocapture"]).with(&[&format!("faulty::dev0::{id}")])
}

fn costs_what_it_must(fault: Fault, place: Place) -> Checked {
    let struck = match place {
        Place::Peer => "fault::peer::struck_peer",
        _ => "fault::call::struck",
    };
    let time = match (effect(fault), place) {
        // The test itself is to tell of it before it is ended.
        (Effect::Hangs(_) | Effect::SlipsAway, Place::Peer) => "4",
        (Effect::Hangs(_) | Effect::SlipsAway, _) => "1.5",
        _ => "30",
    };
    let mut harness = exact(struck).order(&format!("{}@{}", fault.name(), place.name()));
    harness.command.env("UR_IPC_CTS_TIMEOUT", time);
    let ended = harness.run();
    ended.expect_nothing_left()?;
    let place = if place == Place::Constructor { Place::WorkerStart } else { place };
    match expectation(fault, place) {
        Expectation::AllPass => passes(&ended),
        Expectation::NoBackend(why)
        | Expectation::NoDevice(why)
        | Expectation::Verdict(_, why)
        | Expectation::LeavesBadly(why)
        | Expectation::Problem(why) => fails(&ended, &why),
    }
}

fn passes(ended: &Ended) -> Checked {
    ended.expect_code(0)?;
    ensure(ended.stdout.contains("test result: ok. 1 passed"), || ended.describe())
}

fn fails(ended: &Ended, why: &[&str]) -> Checked {
    ended.expect_code(101)?;
    why.iter().try_for_each(|part| {
        ensure(ended.stdout.contains(part), || format!("nothing tells '{part}'{}", ended.describe()))
    })
}

fn ends_as_it_must() -> Checked {
    passes(&exact("fault::last::good").run())?;
    passes(&exact("fault::peer::good_peer").run())?;
    fails(&exact("fault::call::wrong").run(), &["test result: FAILED. 0 passed; 1 failed"])?;
    let skipped = exact("fault::call::skips").run();
    skipped.expect_code(0)?;
    ensure(skipped.stdout.contains("0 passed; 0 failed; 1 ignored"), || skipped.describe())?;
    let nobody = exact("fault::call::nope").run();
    nobody.expect_code(0)?;
    ensure(nobody.stdout.contains("running 0 tests"), || nobody.describe())
}

/// A skiplist of one entry, for these devices.
fn with_skiplist(mut harness: Harness, driver: &str, entry: &str) -> Checked<Ended> {
    let list = harness.file("list.yaml", &format!("driver: {{{driver}}}\nentries:\n- {{{entry}}}"));
    harness.command.env("UR_IPC_CTS_SKIPLIST", list);
    let ended = harness.run();
    ended.expect_code(0)?;
    Ok(ended)
}

fn names_the_device() -> Checked {
    let harness = exact("fault::last::good");
    let driver = "backend: faulty, name: 'Faulty*'";
    let ended = with_skiplist(harness, driver, "test: '*', action: skip, reason: by name")?;
    ensure(ended.stdout.contains("1 ignored"), || ended.describe())
}

fn may_be_expected_to_crash() -> Checked {
    let harness = exact("fault::call::segfault");
    let entry = "test: '*::segfault', action: expect-fail, outcome: crash, reason: known";
    let ended = with_skiplist(harness, "backend: faulty", entry)?;
    ensure(ended.stderr.contains("expected to fail: known (crash: SIGSEGV in "), || ended.describe())
}

/// A device that cannot even be opened is left out as well, if the list asks for no more than the backend.
fn may_be_left_out_by_a_skiplist() -> Checked {
    let harness = exact("fault::last::good").order("abort@worker_start");
    let ended = with_skiplist(harness, "backend: faulty", "test: '*', action: skip, reason: no device")?;
    ensure(ended.stdout.contains("1 ignored"), || ended.describe())
}

/// The worker that only said what device it has leaves as all do.
fn lets_a_backend_clean_up() -> Checked {
    let harness = exact("fault::last::good").order("leave_file@drop");
    let ended = with_skiplist(harness, "backend: faulty", "test: '*', action: skip, reason: r")?;
    ensure(ended.stdout.contains("1 ignored"), || ended.describe())?;
    ended.expect_left("left-by-fault")
}
