//! Finds leaks: things that stay behind when all objects have been ended.

use super::finding::{COUNTS, Count, Fault, Finding, Leak};
use super::protocol::Held;
use super::runner::Runner;
use super::unable::Unable;
use std::collections::BTreeSet;
use ur_ipc_fixtures::api::Family;
use ur_ipc_model::{Call, Program, Step, StepModifier};

/// So often a program is run to see whether something grows each time.
const RUNS: usize = 6;
/// So often it is run where something does: a driver may keep what it made or opened last, up to some number.
const MOST_RUNS: usize = 24;
/// So often again in processes that are there.
const AGAIN: usize = 2;
/// Number of first runs that do not count: resources made in them may stay.
const WARM_UP: usize = 1;

/// The most that each process of a team has held.
#[derive(Debug, Default)]
pub(super) struct HighWater(Vec<Held>);

impl HighWater {
    /// True if this is more than any before: a reason to look closer, and no more than that.
    pub(super) fn rises(&mut self, held: &[Held]) -> bool {
        let mut rises = false;
        for (number, now) in held.iter().enumerate() {
            match self.0.get_mut(number) {
                None => self.0.push(*now),
                Some(most) => {
                    rises |= COUNTS.iter().any(|(_, count)| count(now) > count(most));
                    most.descriptors = most.descriptors.max(now.descriptors);
                    most.mappings = most.mappings.max(now.mappings);
                    most.addresses = most.addresses.max(now.addresses);
                    most.threads = most.threads.max(now.threads);
                    most.children = most.children.max(now.children);
                }
            }
        }
        rises
    }

    /// The processes are fresh.
    pub(super) fn reset(&mut self) {
        self.0.clear();
    }
}

/// The result of running a program again in the same processes.
pub(super) enum Again {
    /// They hold more after each run.
    More,
    NoMore,
    Finding(Box<Finding>),
}

/// Whether a program that held this after its last run holds more after each of the next ones, in the same processes. Most
/// do not, and that is soon seen; a closer look takes fresh processes, which are slow to start.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn run_again(
    runner: &mut Runner,
    most: &mut HighWater,
    program: &Program,
    held: Vec<Held>,
) -> Result<Again, Unable> {
    let mut all = vec![held];
    while all.len() <= AGAIN {
        let ran = runner.run(program)?;
        if let Some(finding) = ran.finding {
            return Ok(Again::Finding(Box::new(finding)));
        }
        if ran.held.is_empty() {
            most.reset();
            return Ok(Again::NoMore);
        }
        most.rises(&ran.held);
        all.push(ran.held);
        if growth(&all, 0).is_none() {
            return Ok(Again::NoMore);
        }
    }
    Ok(Again::More)
}

/// Runs a program several times in the same processes. A finding is what it gives in one of them, or what is more after each
/// but the first ones.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn look_for_leak(runner: &mut Runner, program: &Program) -> Result<Option<Finding>, Unable> {
    runner.refresh();
    let mut all: Vec<Vec<Held>> = Vec::new();
    while all.len() < RUNS || (all.len() < MOST_RUNS && growth(&all, WARM_UP).is_some()) {
        let ran = runner.run(program)?;
        if ran.finding.is_some() {
            return Ok(ran.finding);
        }
        // A process that ends takes all with it.
        if ran.held.is_empty() {
            return Ok(None);
        }
        all.push(ran.held);
    }
    Ok(growth(&all, WARM_UP).map(|(what, counts)| {
        let fault = Fault::Leak(Leak { what, counts, says: says(what, program) });
        Finding::new(program.clone(), fault)
    }))
}

/// Of what a process holds more after each run but so many at first, and how much after each.
fn growth(all: &[Vec<Held>], warm_up: usize) -> Option<(&'static str, Vec<usize>)> {
    let grown = |&(what, count): &(&'static str, Count)| {
        let counts = |process: usize| all.iter().map(|held| count(&held[process])).collect::<Vec<usize>>();
        let grows = |counts: &Vec<usize>| counts[warm_up..].is_sorted_by(|before, after| before < after);
        (0..all[0].len()).map(counts).find(grows).map(|counts| (what, counts))
    };
    COUNTS.iter().find_map(grown)
}

/// The families of what a program makes.
pub(super) fn families(program: &Program) -> BTreeSet<Family> {
    program.steps.iter().filter_map(|step| step.call.family()).collect()
}

/// The program without what it makes of these families: all that depends on it is not defined then, and not done.
pub(super) fn without(program: &Program, families: &BTreeSet<Family>) -> Program {
    let stays = |step: &&Step| step.call.family().is_none_or(|family| !families.contains(&family));
    Program::tidy(program.steps.iter().filter(stays).cloned().collect())
}

/// The requirements that say that nothing of this stays.
fn says(what: &str, program: &Program) -> Vec<&'static str> {
    let has = |wanted: fn(&Call) -> bool| program.steps.iter().any(|step| wanted(&step.call));
    let made = program.steps.iter().filter(|step| step.call.makes().is_some());
    let makes = |family| made.clone().any(|step| step.call.family() == Some(family));
    let mut says = Vec::new();
    match what {
        "descriptors" => {
            if makes(Family::Memory) {
                says.push("lifetime.fd.memory_cycles");
            }
            if makes(Family::Physical) {
                says.extend(["lifetime.fd.physical_get_put", "lifetime.fd.physical_open_close"]);
            }
            if makes(Family::Event) {
                says.push("lifetime.fd.event_cycles");
            }
            let starved = program.steps.iter().any(|step| step.modifier == StepModifier::Starved);
            if starved || has(|call| matches!(call, Call::OpenWrong(_) | Call::PhysicalWrong(_))) {
                says.push("lifetime.fd.failed_calls");
            }
            if says.is_empty() {
                says.push("lifetime.host.cycles");
            }
        }
        "mappings" | "pages of addresses" => {
            says.push("lifetime.host.cycles");
            if has(|call| matches!(call, Call::Map(_))) {
                says.push("lifetime.virtual_memory.cycles");
            }
        }
        _ => says.push("lifetime.process"),
    }
    says
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_never_held_before_is_suspicious() {
        let held = |descriptors| Held { descriptors, ..Held::default() };
        let mut most = HighWater::default();
        assert!(!most.rises(&[held(7), held(9)]));
        assert!(!most.rises(&[held(7), held(8)]));
        assert!(most.rises(&[held(7), held(10)]));
        assert!(!most.rises(&[held(6), held(10)]));
        most.reset();
        assert!(!most.rises(&[held(99)]));
    }

    #[test]
    fn what_grows_is_more_after_each_run_but_the_first() {
        let runs = |counts: &[usize]| -> Vec<Vec<Held>> {
            let held = |&threads: &usize| vec![Held::default(), Held { threads, ..Held::default() }];
            counts.iter().map(held).collect()
        };
        assert_eq!(growth(&runs(&[7, 1, 2, 3]), 1), Some(("threads", vec![7, 1, 2, 3])));
        assert_eq!(growth(&runs(&[7, 1, 2, 3]), 0), None);
        assert_eq!(growth(&runs(&[1, 2, 3, 3]), 1), None);
    }

    #[test]
    fn a_family_goes_with_what_is_made_of_it() {
        let program: Program =
            "a: c1 = context\na: m1 = alloc 1 in c1\na: e1 = event in c1 shared\na: h1 = get m1"
                .parse()
                .unwrap();
        assert_eq!(families(&program), BTreeSet::from([Family::Memory, Family::Event]));
        let rest = without(&program, &BTreeSet::from([Family::Memory, Family::Physical]));
        assert_eq!(rest.to_string(), "a: c1 = context\na: e1 = event in c1 shared\na: h1 = get m1\n");
        assert_eq!(families(&rest), BTreeSet::from([Family::Event]));
    }

    #[test]
    fn a_leak_is_what_the_requirements_about_its_calls_forbid() {
        let of = |text: &str| says("descriptors", &text.parse().unwrap());
        assert_eq!(of("a: c1 = context"), ["lifetime.host.cycles"]);
        assert_eq!(
            of("a: e1 = event in c1\nb: open h1 in c2 with size 0"),
            ["lifetime.fd.event_cycles", "lifetime.fd.failed_calls"]
        );
        assert_eq!(says("threads", &Program::default()), ["lifetime.process"]);
    }
}
