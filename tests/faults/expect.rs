//! The expected effect of a fault at a place.

use crate::fault::Fault;
use crate::place::Place;

/// The effect of a fault on its process.
#[derive(Clone, Copy)]
pub enum Effect {
    /// It ends so: "SIGSEGV", "exited with code 0".
    Dies(&'static str),
    /// It never answers; what is told beyond that.
    Hangs(&'static str),
    /// It lives on, and its channel is closed.
    SlipsAway,
    /// It says what is no frame.
    Babbles,
    /// It can neither speak nor hear any more.
    LosesChannel,
    /// It panics.
    Panics,
    /// Nothing that anybody else would notice.
    Nothing,
}

/// The expected result of a run with the fault. Texts are parts of the output.
#[derive(Clone)]
pub enum Expectation {
    /// There is nothing to test: code 2, and this is told.
    NoBackend(Vec<&'static str>),
    /// Every test's verdict names it.
    NoDevice(Vec<&'static str>),
    /// The verdict of the one test, and its reason. All others pass.
    Verdict(&'static str, Vec<&'static str>),
    /// All tests pass, and yet it is no success: code 2, and this is told.
    LeavesBadly(Vec<&'static str>),
    /// The same, at the start.
    Problem(Vec<&'static str>),
    /// All tests pass.
    AllPass,
}

/// The calls at fault.
const TEST_CALL: &str = "urIPCOpenMemHandleExp(hContext = NULL";
const RELEASE_CALL: &str = "urIPCCloseMemHandleExp(hContext = NULL";

pub fn effect(fault: Fault) -> Effect {
    use Effect::*;
    match fault {
        Fault::Segfault | Fault::Scribble | Fault::ForkAndDie => Dies("SIGSEGV"),
        Fault::Abort | Fault::StackOverflow | Fault::MemoryAbort => Dies("SIGABRT"),
        Fault::Kill | Fault::KillGroup => Dies("SIGKILL"),
        Fault::Alarm => Dies("SIGALRM"),
        Fault::ExitZero | Fault::ForkAndGoOn => Dies("exited with code 0"),
        Fault::ExitAtOnce => Dies("exited with code 3"),
        Fault::Panic => Panics,
        Fault::Hang | Fault::HangDeaf | Fault::HangElsewhere | Fault::HangInVfork => Hangs(""),
        Fault::Stop => Hangs("its process was stopped"),
        Fault::Exec => SlipsAway,
        Fault::Garble => Babbles,
        Fault::CloseAll | Fault::ReplaceAll => LosesChannel,
        _ => Nothing,
    }
}

/// Returns the expectation for a fault whose result at this place differs from that of its effect.
fn exception(fault: Fault, place: Place) -> Option<Expectation> {
    use Expectation::*;
    Some(match (fault, place) {
        // Peers are in the group of their worker.
        (Fault::KillGroup, Place::PeerStart | Place::Peer) => Verdict("crash", vec!["SIGKILL"]),
        // The log of calls is gone with it.
        (Fault::Scribble, Place::Test | Place::Release) => Verdict("crash", vec!["SIGSEGV"]),
        // It ends as it would have ended anyway.
        (
            Fault::ExitZero | Fault::ForkAndGoOn,
            Place::Drop
            | Place::Exit
            | Place::Retired
            | Place::PeerDrop
            | Place::PeerExit
            | Place::ProbeDrop
            | Place::ProbeExit,
        ) => AllPass,
        // So is a peer that plays no part, and its worker with it.
        (Fault::KillGroup, Place::PeerIdle) => Verdict("crash", vec!["SIGKILL"]),
        (Fault::KillGroup, Place::PeerDrop | Place::PeerExit) => LeavesBadly(vec!["SIGKILL", LEAVING]),
        (Fault::StackOverflow, Place::PeerExit) => Verdict("crash", vec!["after its end: peer ", "SIGSEGV"]),
        (Fault::Panic, Place::PeerExit) => Verdict("crash", vec!["after its end: peer ", "SIGABRT"]),
        // Rust has taken down its guard of the stack by then.
        (Fault::StackOverflow, Place::Exit) => LeavesBadly(vec!["SIGSEGV", LEAVING]),
        (Fault::StackOverflow, Place::ProbeExit) => LeavesBadly(vec!["SIGSEGV", PROBED]),
        // No panic gets out of a handler of the system's.
        (Fault::Panic, Place::Exit) => LeavesBadly(vec!["SIGABRT", LEAVING]),
        (Fault::Panic, Place::ProbeExit) => LeavesBadly(vec!["SIGABRT", PROBED]),
        _ => return None,
    })
}

/// Returns the last output of the process, if it is part of the reason.
fn last_words(fault: Fault) -> &'static str {
    match fault {
        Fault::MemoryAbort => "memory allocation of 1073741824 bytes failed",
        Fault::StackOverflow => "stack overflow",
        _ => "",
    }
}

const LEAVING: &str = "while the process was leaving, after its last test";
const PROBED: &str = "after its devices were listed: ";
const LIVES: &str = "the channel to the harness was closed, but the process lives";
const CHANNEL_LOST: &str = "its channel to the harness was closed or replaced from inside";
const NO_FRAME: &str = "is no frame header";
const PANICKED: &str = "the backend panicked in urIPCOpenMemHandleExp: on purpose";
const NO_PEER: &str = "in peer 'struck': ";

pub fn expectation(fault: Fault, place: Place) -> Expectation {
    exception(fault, place).unwrap_or_else(|| match place {
        Place::Constructor | Place::Probe => in_probe(fault),
        Place::WorkerStart => in_worker_start(fault),
        Place::PeerStart | Place::Peer => in_peer(fault, place),
        Place::Test => in_call(fault, TEST_CALL),
        Place::Release => in_call(fault, RELEASE_CALL),
        Place::Drop | Place::Exit => in_leaving(fault, LEAVING),
        Place::ProbeDrop | Place::ProbeExit => in_leaving(fault, PROBED),
        Place::FirstStart => in_first_start(fault),
        Place::Idle => after_its_end(fault, ""),
        Place::Retired => in_retirement(fault),
        Place::PeerIdle => after_its_end(fault, "peer "),
        Place::PeerDrop | Place::PeerExit => in_leaving_of_peer(fault),
    })
}

/// Whether the fault can be tried at the place. A thread of an idle process can end it or confuse its channel; what else
/// it may do is what threads may do anyway.
pub fn is_tried(fault: Fault, place: Place) -> bool {
    match place {
        Place::Idle | Place::PeerIdle => {
            matches!(effect(fault), Effect::Dies(_) | Effect::Babbles) && fault != Fault::ForkAndGoOn
        }
        _ => true,
    }
}

fn in_first_start(fault: Fault) -> Expectation {
    const AGAIN: &str = "the device was opened at attempt 2 only";
    match in_worker_start(fault) {
        Expectation::NoDevice(why) => Expectation::Problem([vec![AGAIN], why].concat()),
        other => other,
    }
}

fn after_its_end(fault: Fault, who: &'static str) -> Expectation {
    match effect(fault) {
        Effect::Dies(how) => Expectation::Verdict("crash", vec!["after its end: ", who, how]),
        Effect::Babbles if who.is_empty() => {
            Expectation::Verdict("harness-error", vec!["after its end: ", NO_FRAME])
        }
        Effect::Babbles => Expectation::Verdict("crash", vec!["after its end: ", "or spoke unasked"]),
        _ => Expectation::AllPass,
    }
}

fn in_retirement(fault: Fault) -> Expectation {
    match in_leaving(fault, LEAVING) {
        Expectation::LeavesBadly(how) => {
            let outcome = match effect(fault) {
                Effect::Hangs(_) | Effect::SlipsAway => "timeout",
                _ => "crash",
            };
            Expectation::Verdict(outcome, [vec!["after its end: "], how].concat())
        }
        other => other,
    }
}

fn in_leaving_of_peer(fault: Fault) -> Expectation {
    let bad = |how| Expectation::Verdict("crash", vec!["after its end: peer ", how]);
    match effect(fault) {
        Effect::Dies(how) => bad(how),
        Effect::Panics => bad("exited with code 101"),
        Effect::SlipsAway | Effect::Hangs(_) => bad("did not leave"),
        Effect::Babbles | Effect::LosesChannel | Effect::Nothing => Expectation::AllPass,
    }
}

fn in_probe(fault: Fault) -> Expectation {
    let ended =
        |how| Expectation::NoBackend(vec!["does not work: the probe ended: ", how, last_words(fault)]);
    match effect(fault) {
        Effect::Dies(how) => ended(how),
        Effect::Panics => ended("exited with code 101"),
        Effect::SlipsAway => ended(LIVES),
        Effect::LosesChannel => ended(CHANNEL_LOST),
        Effect::Hangs(more) => Expectation::NoBackend(vec!["listing its devices took longer than", more]),
        Effect::Babbles => Expectation::NoBackend(vec!["the probe's answer is garbled", NO_FRAME]),
        Effect::Nothing => Expectation::AllPass,
    }
}

fn in_worker_start(fault: Fault) -> Expectation {
    let ended = |how| Expectation::NoDevice(vec!["while opening the device: ", how, last_words(fault)]);
    match effect(fault) {
        Effect::Dies(how) => ended(how),
        Effect::Panics => ended("exited with code 101"),
        Effect::SlipsAway => ended(LIVES),
        Effect::LosesChannel => ended(CHANNEL_LOST),
        Effect::Babbles => ended(NO_FRAME),
        Effect::Hangs(more) => Expectation::NoDevice(vec!["opening the device took longer than", more]),
        Effect::Nothing => Expectation::AllPass,
    }
}

fn in_peer(fault: Fault, place: Place) -> Expectation {
    let fails = |how| Expectation::Verdict("fail", vec![NO_PEER, how]);
    match effect(fault) {
        Effect::Dies(how) => fails(how),
        Effect::Panics if place == Place::Peer => fails(PANICKED),
        Effect::Panics => fails("exited with code 101"),
        Effect::SlipsAway => fails("the peer closed its channel and lived on"),
        Effect::LosesChannel => fails("the peer lost its channel"),
        Effect::Babbles => fails(NO_FRAME),
        Effect::Hangs(_) => Expectation::Verdict("timeout", vec![NO_PEER, "the peer did not answer in time"]),
        Effect::Nothing => Expectation::AllPass,
    }
}

fn in_call(fault: Fault, call: &'static str) -> Expectation {
    use Expectation::Verdict;
    match effect(fault) {
        Effect::Dies(how) => Verdict("crash", vec![how, call, last_words(fault)]),
        Effect::Panics if call == RELEASE_CALL => {
            Verdict("fail", vec!["the backend panicked in urIPCCloseMemHandleExp: on purpose"])
        }
        Effect::Panics => Verdict("fail", vec![PANICKED]),
        Effect::SlipsAway => Verdict("harness-error", vec![LIVES]),
        Effect::LosesChannel => Verdict("harness-error", vec!["the test closed the channel to the harness"]),
        Effect::Babbles => Verdict("harness-error", vec![NO_FRAME]),
        Effect::Hangs(more) => Verdict("timeout", vec!["not done after", call, more]),
        Effect::Nothing => Expectation::AllPass,
    }
}

fn in_leaving(fault: Fault, when: &'static str) -> Expectation {
    match effect(fault) {
        Effect::Dies(how) => Expectation::LeavesBadly(vec![how, when, last_words(fault)]),
        Effect::Panics => Expectation::LeavesBadly(vec!["exited with code 101", when]),
        Effect::SlipsAway => Expectation::LeavesBadly(vec!["did not leave within"]),
        Effect::Hangs(more) => Expectation::LeavesBadly(vec!["did not leave within", more]),
        // Nobody listens any more.
        Effect::Babbles | Effect::LosesChannel | Effect::Nothing => Expectation::AllPass,
    }
}
