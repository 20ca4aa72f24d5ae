//! Programs as text, and programs that are generated.

use proptest::prelude::*;
use rstest::rstest;
use std::collections::BTreeSet;
use ur_ipc_model::{
    Call, Device, Generator, Limits, Linearized, Program, State, Step, StepModifier, UsmKind, WrongSize,
    sections,
};

/// SplitMix64.
fn below(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |bound| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

const LIMITS: Limits = Limits { processes: 3, threads: 2, steps: 60, faults: true, misuse: false };

/// All that is said to be ends well where an implementation does as is expected.
fn run(state: &mut State, step: &Step) {
    let allowed = state.allowed(step).unwrap_or_else(|why| panic!("{step}: {why}"));
    allowed.check(&allowed.expected()).unwrap_or_else(|violation| panic!("{step}: {violation}"));
    state.apply(step, &allowed.expected());
}

/// The same of steps that are taken at once, which any order explains.
fn at_once(state: &State, steps: &[Step]) -> State {
    let together = state.concurrent(steps).unwrap_or_else(|why| panic!("{steps:?}: {why}"));
    let mut one_by_one = state.clone();
    let mut seen = Vec::new();
    for step in steps {
        let expected = one_by_one.allowed(step).expect("each order is defined").expected();
        one_by_one.apply(step, &expected);
        seen.push(Some(expected));
    }
    assert_eq!(state.linearized(steps, &seen), Linearized::By(Box::new(together.state.clone())));
    together.state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_generated_is_defined_and_read_as_it_was_written(seed: u64, bits: u8) {
        let can = |bit: u8| bits & (1 << bit) == 0;
        let device = Device {
            memory: can(0), physical: can(1), event: can(2), virtual_memory: can(3), reusable_events: can(4),
            host_tasks: can(5), timestamps: can(6), second: can(7),
        };
        let program = Generator::default().program(device, LIMITS, &mut below(seed));
        prop_assert_eq!(program.to_string().parse::<Program>(), Ok(program.clone()));
        let mut state = State::new(device);
        for section in sections(&program.steps) {
            match section {
                [step] => run(&mut state, step),
                steps => state = at_once(&state, steps),
            }
        }
        state.ending().iter().for_each(|step| run(&mut state, step));
        prop_assert!(state.is_empty(), "{:?}", state);
    }

    #[test]
    fn no_text_is_too_much_for_the_parser(
        text in "(together\n)?([a-c](\\.[0-9]( \\+[0-9]{0,6}us)?)?: |#)?(kill|[a-z0-9 =:.,\\[\\]+-]{0,40})\n?(end)?"
    ) {
        if let Ok(program) = text.parse::<Program>() {
            prop_assert_eq!(program.to_string().parse::<Program>(), Ok(program));
        }
    }
}

#[test]
fn one_seed_gives_one_sequence_of_programs() {
    let programs = |seed| {
        let (mut generator, mut below) = (Generator::default(), below(seed));
        (0..20).map(|_| generator.program(Device::WHOLE, LIMITS, &mut below)).collect::<Vec<_>>()
    };
    assert_eq!(programs(1), programs(1));
    assert_ne!(programs(1), programs(2));
}

#[test]
fn every_call_is_generated() {
    let (mut generator, mut below) = (Generator::default(), below(7));
    let mut verbs = BTreeSet::new();
    let mut at_once = verbs.clone();
    for _ in 0..300 {
        let program = generator.program(Device::WHOLE, LIMITS, &mut below);
        verbs.extend(program.steps.iter().map(|step| step.call.verb()));
        at_once.extend(program.steps.iter().filter(|step| step.place.is_some()).map(|step| step.call.verb()));
    }
    let all: BTreeSet<&str> = Call::VERBS.iter().copied().collect();
    assert_eq!(verbs, all);
    let alone = ["adapters", "begin", "exit", "fork", "kill", "resume", "stop"];
    assert_eq!(all.difference(&at_once).copied().collect::<Vec<_>>(), alone);
    assert!(generator.coverage().situations() > 300, "{}", generator.coverage().situations());
}

/// Numbers are given again, so that steps do not take the longer the more there were.
#[test]
#[ignore = "takes as long as all others: CI runs it"]
fn long_programs_hold_little_and_are_as_defined_as_short_ones() {
    let limits = Limits { steps: 6000, processes: 2, ..LIMITS };
    let program = Generator::default().program(Device::WHOLE, limits, &mut below(3));
    let made = program.steps.iter().filter(|step| step.call.makes().is_some()).count();
    assert!(made > 500, "{made}");
    let mut state = State::new(Device::WHOLE);
    for section in sections(&program.steps) {
        match section {
            [step] => run(&mut state, step),
            steps => state = at_once(&state, steps),
        }
    }
    let ending = state.ending();
    assert!(ending.len() < 200, "{}", ending.len());
    ending.iter().for_each(|step| run(&mut state, step));
    assert!(state.is_empty());
}

#[test]
fn what_is_left_of_a_mapping_is_unmapped_part_by_part() {
    let text = "a: c1 = context\na: r1 = reserve 4 in c1\na: p1 = physical 4 in c1\n\
                a: v1 = map p1[0..4] at r1[0..4]\na: unmap v1[1..2]\n";
    let mut state = State::new(Device::WHOLE);
    text.parse::<Program>().unwrap().steps.iter().for_each(|step| run(&mut state, step));
    let ending: Vec<String> = state.ending().iter().map(ToString::to_string).collect();
    assert_eq!(ending[..2], ["a: unmap v1[0..1]", "a: unmap v1[2..4]"]);
    state.ending().iter().for_each(|step| run(&mut state, step));
    assert!(state.is_empty());
}

/// A wait for an event ends the commands of a queue that was released.
#[test]
fn what_a_released_queue_had_is_waited_for_at_the_end() {
    let text = "a: c1 = context\na: q1 = queue in c1\na: m1 = alloc 1 in c1\na: e1 = event in c1\n\
                a: fill m1[0..1] with 7 by q1\na: signal e1 by q1\na: release q1\n";
    let mut state = State::new(Device::WHOLE);
    text.parse::<Program>().unwrap().steps.iter().for_each(|step| run(&mut state, step));
    let ending = state.ending();
    assert_eq!(ending[0].to_string(), "a: wait e1");
    ending.iter().for_each(|step| run(&mut state, step));
    assert!(state.is_empty());
}

#[test]
fn blocks_of_each_size_are_generated() {
    let (mut generator, mut below) = (Generator::default(), below(7));
    let mut sizes = BTreeSet::new();
    let all = [4, 12, 60, 64, 100, 1020, 1024, 4096, 65_540, 2 << 20, (5 << 20) + 4, (17 << 20) + 4];
    for _ in 0..4000 {
        if sizes.len() == all.len() {
            break;
        }
        let Program { steps } = generator.program(Device::WHOLE, Limits { steps: 20, ..LIMITS }, &mut below);
        let made = steps.iter().filter_map(|step| match &step.call {
            Call::Alloc(made) => Some((made.size, made.blocks)),
            _ => None,
        });
        sizes.extend(made.inspect(|(size, blocks)| assert!(size * blocks < 36 << 20)).map(|(size, _)| size));
    }
    assert_eq!(sizes, BTreeSet::from(all));
}

#[test]
fn memory_of_each_kind_is_generated() {
    let (mut generator, mut below) = (Generator::default(), below(7));
    let mut kinds = BTreeSet::new();
    for _ in 0..100 {
        let Program { steps } = generator.program(Device::WHOLE, LIMITS, &mut below);
        kinds.extend(steps.iter().filter_map(|step| match &step.call {
            Call::Alloc(made) => Some(made.kind),
            _ => None,
        }));
    }
    assert_eq!(kinds, BTreeSet::from([UsmKind::Device, UsmKind::Host, UsmKind::Shared, UsmKind::Pooled]));
}

/// The verbs of steps in which the second device is named.
fn on_second(device: Device) -> BTreeSet<&'static str> {
    let (mut generator, mut below) = (Generator::default(), below(7));
    let mut verbs = BTreeSet::new();
    for _ in 0..100 {
        let Program { steps } = generator.program(device, LIMITS, &mut below);
        let named = |step: &&Step| {
            let text = step.call.to_string();
            text.ends_with(" of both") || text.ends_with(" on the other device")
        };
        verbs.extend(steps.iter().filter(named).map(|step| step.call.verb()));
    }
    verbs
}

#[test]
fn objects_of_a_second_device_are_generated_where_there_is_one() {
    let all = ["alloc", "context", "event", "open", "physical", "queue"];
    assert_eq!(on_second(Device::WHOLE), BTreeSet::from(all));
    assert_eq!(on_second(Device { second: false, ..Device::WHOLE }), BTreeSet::new());
}

/// As many as bits of words, and as two words, and one more.
#[test]
fn wait_lists_of_each_length_are_generated() {
    let (mut generator, mut below) = (Generator::default(), below(7));
    let (mut lengths, mut twice) = (BTreeSet::new(), 0);
    let classes = [0..=0, 1..=1, 2..=2, 3..=8, 9..=32, 33..=64, 65..=100, 257..=258];
    let missed =
        |lengths: &BTreeSet<usize>| classes.iter().any(|class| lengths.range(class.clone()).next().is_none());
    for _ in 0..1500 {
        if twice > 10 && !missed(&lengths) {
            break;
        }
        let Program { steps } = generator.program(Device::WHOLE, Limits { steps: 40, ..LIMITS }, &mut below);
        for step in &steps {
            let events = match &step.call {
                Call::Wait(wait) => &wait.events,
                Call::Fill(fill) => &fill.after,
                Call::Signal(signal) => &signal.after,
                _ => continue,
            };
            let different: BTreeSet<_> = events.iter().collect();
            twice += usize::from(different.len() < events.len());
            lengths.insert(different.len());
        }
    }
    assert!(!missed(&lengths), "{lengths:?}");
    assert!(twice > 10, "{twice}");
}

#[test]
fn calls_are_made_without_descriptors_and_programs_end_with_what_is_undefined() {
    let limits = Limits { misuse: true, ..LIMITS };
    let (mut generator, mut below) = (Generator::default(), below(7));
    let (mut starved, mut undefined, mut surroundings) = (0, BTreeSet::new(), BTreeSet::new());
    for _ in 0..200 {
        let Program { steps } = generator.program(Device::WHOLE, limits, &mut below);
        let around = steps.iter().filter(|step| step.modifier.surrounds());
        surroundings.extend(around.map(|step| format!("{:?}", step.modifier)));
        starved += steps.iter().filter(|step| step.modifier == StepModifier::Starved).count();
        let mut state = State::new(Device::WHOLE);
        for section in sections(&steps) {
            match section {
                [step] if step.modifier == StepModifier::Undefined => {
                    undefined.insert(state.misuse(step).unwrap_or_else(|why| panic!("{step}: {why}")));
                }
                [step] => run(&mut state, step),
                steps => state = at_once(&state, steps),
            }
        }
        let before_last = &steps[..steps.len() - 1];
        assert!(before_last.iter().all(|step| step.modifier != StepModifier::Undefined));
    }
    assert!(starved > 20, "{starved}");
    assert_eq!(surroundings, StepModifier::SURROUNDINGS.map(|modifier| format!("{modifier:?}")).into());
    assert!(undefined.len() > 60, "{undefined:#?}");
}

#[rstest]
#[case("a: m1 = alloc 4 blocks", 1, 17, "'in'")]
#[case("a: c1 = context\nb open h1", 2, 3, "':'")]
#[case("a: fill m1[2..2] with 7 by q1", 1, 15, "a block above 2")]
#[case("a: fill m1[0..2] with x by q1", 1, 23, "a value, a number up to 4294967295")]
#[case("  a: put", 1, 9, "a name, which is a letter and a number: m1")]
#[case("a: c01 = context", 1, 4, "what is done, such as fill or put, or the name of what is made")]
#[case("a: open h1 in c1 with size 3", 1, 28, "a wrong size: 0, -1, +1, +4GiB or max")]
#[case("a: v1 = map p1[0..2] to burn", 1, 25, "what it is mapped for: read or write")]
#[case("a: m1 = alloc 4 of 6 in c1", 1, 20, "the bytes of a block, a multiple of 4")]
#[case("a: m1 = alloc 4 of 67108868 in c1", 1, 20, "the bytes of a block, a number up to 67108864")]
#[case("a: q1 = queue in c1 low", 1, 24, "'priority'")]
#[case("a: q1 = queue in c1 idle", 1, 21, "the end of the line")]
#[case("a: copy2d m1[0..1] pitch 0 to", 1, 26, "at least one row or block")]
#[case("a: unmap v1[1..1]", 1, 16, "a block above 1")]
#[case("a: m1 = alloc 4 in c1 hostile", 1, 23, "the end of the line")]
#[case("a: put h1 with signals", 1, 23, "'blocked'")]
#[case("a: kill b", 1, 9, "the end of the line")]
#[case("a: put h1 although", 1, 19, "'undefined'")]
#[case("A: kill", 1, 1, "a process, which is one letter: a, b")]
#[case("a.2: kill", 1, 1, "a step without a thread: only those between 'together' and 'end' have one")]
#[case("together\n  a.9: kill", 2, 5, "a thread, a number up to 8")]
#[case("together\n  a.0: kill", 2, 5, "a thread, from 1 on")]
#[case("together\n  a.1 +5: kill", 2, 7, "a delay from +1us to +100000us")]
#[case("together\na: kill\ntogether", 3, 1, "'end' before the next 'together'")]
#[case("together\na: kill\n", 3, 1, "'end' of the last section")]
#[case(" end", 1, 2, "a step: no section has begun")]
#[case(
    "together\na: kill\na: kill\na: kill\na: kill\na: kill\na: kill\na: kill",
    8,
    1,
    "'end', as no more than 6 steps are in a section"
)]
fn a_mistake_is_told_with_its_place(
    #[case] text: &str,
    #[case] line: usize,
    #[case] column: usize,
    #[case] expected: &str,
) {
    let error = text.parse::<Program>().unwrap_err();
    assert_eq!((error.line, error.column, error.expected.as_str()), (line, column, expected));
}

#[test]
fn comments_and_empty_lines_are_no_steps() {
    let program: Program = "# why\n\n a:kill # now\n".parse().unwrap();
    assert_eq!(program.to_string(), "a: kill\n");
    let sizes = WrongSize::ALL.map(|size| size.of(80));
    assert_eq!(sizes, [0, 79, 81, 80 + (1 << 32), usize::MAX]);
}
