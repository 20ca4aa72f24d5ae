//! The model's rules for steps that are taken at once.

use rstest::rstest;
use ur_ipc_api::{EventStatus, UrResult};
use ur_ipc_model::{Device, Linearized, Name, Observable, Observed, Program, State, Step, sections};

const BEFORE: &str = "a: c1 = context
a: q1 = queue in c1
a: q2 = queue in c1
a: m1 = alloc 2 in c1
a: h1 = get m1
a: m2 = alloc 1 in c1
a: h5 = get m2
a: p1 = physical 1 in c1 shared
a: h2 = get p1
a: e1 = event in c1 shared
a: h3 = get e1
a: e2 = event in c1 shared
a: h4 = get e2
a: signal e1 by q1
a: finish q1
b: c2 = context
b: q3 = queue in c2
b: i1 = open h1 in c2
b: i2 = open h3 in c2
";

/// The state behind what comes before the section, if all goes as expected, and the steps of the section.
fn section(lines: &[&str]) -> (State, Vec<Step>) {
    let lines: String = lines.iter().map(|line| format!("  {line}\n")).collect();
    let program: Program = format!("{BEFORE}together\n{lines}end\n").parse().unwrap();
    let mut state = State::new(Device::WHOLE);
    let mut all: Vec<&[Step]> = sections(&program.steps).collect();
    let last = all.pop().unwrap().to_vec();
    for step in all.concat() {
        let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
        state.apply(&step, &allowed.expected());
    }
    (state, last)
}

fn good() -> Observed {
    Observed::of(UrResult::SUCCESS)
}

fn bad() -> Observed {
    Observed::of(UrResult::ERROR_OUT_OF_RESOURCES)
}

fn sized(size: u64) -> Observed {
    good().and(Observable::HandleSize, size)
}

fn at(status: EventStatus) -> Observed {
    good().and(Observable::Status, status.0.into())
}

#[rstest]
#[case::alike(&["a.1: h8 = get e1", "a.2: h9 = get e2"], &[sized(80), sized(80)])]
// A device may open the handles of its own process or not, until it did: only the other order allows this.
#[case::only_in_the_other_order(&["a.1: i8 = open h1 in c1", "a.2: i9 = open h5 in c1"], &[good().and(Observable::Address, 8), bad()])]
#[case::before_the_signal(&["a.1: signal e1 by q1", "b.1: status i2"], &[good(), at(EventStatus::COMPLETE)])]
#[case::behind_the_signal(&["b.1: status i2", "a.1: signal e1 by q1"], &[at(EventStatus::QUEUED), good()])]
#[case::threads_in_their_order(
    &["a.1: h8 = get m1", "b.1: i9 = open h1 in c2", "a.1: put h8", "b.1: close i9"],
    &[sized(80), good(), good(), good()]
)]
fn what_has_an_order_is_explained(#[case] steps: &[&str], #[case] seen: &[Observed]) {
    let (state, steps) = section(steps);
    let seen: Vec<_> = seen.iter().cloned().map(Some).collect();
    assert!(state.concurrent(&steps).is_ok());
    assert!(
        matches!(state.linearized(&steps, &seen), Linearized::By(_)),
        "{:?}",
        state.linearized(&steps, &seen)
    );
}

#[rstest]
#[case::sizes(
    &["a.1: h8 = get e1", "a.2: h9 = get e2"],
    &[sized(80), sized(88)],
    &["cross_process.constant_handle_size", "event.any_thread", "event.concurrent"]
)]
#[case::against_the_order_of_a_thread(
    &["a.1: i7 = open h1 in c1", "a.1: i8 = open h1 in c1", "b.1: close i1"],
    &[good().and(Observable::Address, 8), bad(), good()],
    &["device_info.memory_true_means_usable", "cross_process.memory.bytes_only_transport", "memory.open.byte_copy"]
)]
#[case::one_import_for_two(
    &["b.1: i8 = open h3 in c2", "b.2: i9 = open h4 in c2"],
    &[good().and(Observable::Address, 8), good().and(Observable::Address, 8)],
    &["device_info.event_true_means_usable", "event.concurrent"]
)]
#[case::no_signal(
    &["b.1: status i2", "a.1: h8 = get e1"],
    &[at(EventStatus::QUEUED), sized(80)],
    &["event.imported.info_basic", "event.imported.sees_source_signal"]
)]
fn what_has_none_is_a_violation(#[case] steps: &[&str], #[case] seen: &[Observed], #[case] says: &[&str]) {
    let (state, steps) = section(steps);
    let seen: Vec<_> = seen.iter().cloned().map(Some).collect();
    let Linearized::Not(_, violation) = state.linearized(&steps, &seen) else { panic!("it is explained") };
    assert!(says.iter().all(|id| violation.rule.says.contains(id)), "{violation}");
}

#[test]
fn what_a_thread_did_not_come_to_needs_no_order() {
    let (state, steps) = section(&["b.1: i9 = open h1 in c2", "b.1: close i9", "a.1: h8 = get m1"]);
    let explained = state.linearized(&steps, &[Some(bad()), None, Some(sized(80))]);
    assert!(matches!(explained, Linearized::Not(0, _)), "{explained:?}");
    let (state, steps) = section(&["a.1: i9 = open h1 in c1", "a.1: close i9", "b.1: i8 = open h1 in c2"]);
    let explained = state.linearized(&steps, &[Some(bad()), None, Some(good())]);
    let Linearized::By(behind) = explained else { panic!("{explained:?}") };
    assert!(behind.family_of(name('i', 8)).is_some() && behind.family_of(name('i', 9)).is_none());
}

fn name(letter: char, number: u32) -> Name {
    Name { letter, number }
}

#[test]
fn behind_a_section_only_that_is_over_which_is_in_each_order() {
    // Whether the fill begins behind the finish is open, so that it is not known to.
    let (state, steps) = section(&["a.1: finish q2", "b.1: fill i1[0..1] with 7 by q3", "a.2: h9 = get m1"]);
    let state = {
        let mut state = state;
        let fill: Step = "a: fill m1[1..2] with 1 by q2".parse().unwrap();
        state.apply(&fill, &good());
        state
    };
    let together = state.concurrent(&steps).unwrap();
    let reversed: Vec<Step> = steps.iter().rev().cloned().collect();
    assert_eq!(state.concurrent(&reversed).unwrap().state, together.state);
    let one_by_one = steps.iter().fold(state, |mut state, step| {
        state.apply(step, &good());
        state
    });
    assert_ne!(one_by_one, together.state);
}

#[rstest]
#[case::race(&["a.1: fill m1[0..1] with 7 by q1", "b.1: read i1[0..1] by q3"], "is in use by what this is not ordered with")]
#[case::end_of_a_handle(&["a.1: put h1", "b.1: i9 = open h1 in c2"], "h1 was put or never made")]
#[case::one_queue(&["a.1: finish q1", "a.2: fill m1[0..1] with 7 by q1"], "q1 is used by another thread at the same time")]
#[case::one_object(&["a.1: h9 = get p1", "a.2: info p1"], "p1 is used by another thread at the same time")]
#[case::its_handle(&["a.1: h9 = get e1", "a.2: put h3"], "e1 is used by another thread at the same time")]
#[case::freed(&["a.1: free m1", "a.2: put h1"], "m1 is used by another thread at the same time")]
#[case::one_allocation(&["a.1: h8 = get m1", "a.2: put h1"], "m1 is used by another thread at the same time")]
#[case::used_and_exported(
    &["a.1: fill m1[0..1] with 7 by q1", "a.2: h8 = get m1"],
    "m1 is used by another thread at the same time"
)]
#[case::half_a_signal(&["a.1: signal e1 by q1", "b.1: wait i2"], "e1 is waited for by another process at the same time")]
#[case::end(&["a.1: kill", "b.1: close i1"], "a process begins, ends, stops or goes on while nothing else is done")]
#[case::not_in_the_other_order(&["a.1: h9 = get m1", "b.1: i9 = open h9 in c2"], "h9 was put or never made")]
#[case::one_name(&["a.1: h9 = get m1", "b.1: h9 = get i1"], "h9 is the name of something already")]
fn what_is_not_defined_in_each_order_is_not_taken(#[case] steps: &[&str], #[case] reason: &str) {
    let (state, steps) = section(steps);
    let why = state.concurrent(&steps).unwrap_err().to_string();
    assert!(why.ends_with(reason), "{why}");
}

#[rstest]
#[case::commands_with_one_allocation(&["a.1: fill m1[0..1] with 7 by q1", "a.2: fill m1[1..2] with 7 by q2"])]
#[case::threads_with_an_allocation_each(&["a.1: h8 = get m1", "a.2: put h5"])]
#[case::one_context(&["a.1: retain c1", "a.2: h8 = get p1", "a.1: release c1"])]
#[case::own_objects(&["a.1: info p1", "a.2: wait e1"])]
#[case::one_source_in_two_processes(&["a.1: info p1", "b.1: i9 = open h2 in c2"])]
fn what_is_defined_in_each_order_is_taken(#[case] steps: &[&str]) {
    let (state, steps) = section(steps);
    state.concurrent(&steps).unwrap_or_else(|why| panic!("{why}"));
}

#[test]
fn sections_of_one_thread_are_none() {
    let text = "together\n  a.1: c1 = context\n  a.1: c2 = context\nend\ntogether\n  a.1: c3 = context\n  b.2 +5us: c4 = context\nend\n";
    let Program { steps } = text.parse().unwrap();
    let tidy = Program::tidy(steps);
    let expected =
        "a: c1 = context\na: c2 = context\ntogether\n  a.1: c3 = context\n  b.2 +5us: c4 = context\nend\n";
    assert_eq!(tidy.to_string(), expected);
    assert_eq!(expected.parse(), Ok(tidy));
}
