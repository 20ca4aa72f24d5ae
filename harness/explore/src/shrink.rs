//! Shrinks the program of a finding.
//!
//! A step is taken only where it is defined, so that the dependants of a removed step go with it. No library shrinks
//! here, because it would have to ask the model about each program.

use super::confirm::shows;
use super::finding::Finding;
use super::names::Numbers;
use super::plan::plan;
use super::runner::Runner;
use super::unable::Unable;
use std::collections::HashSet;
use std::time::{Duration, Instant};
use ur_ipc_model::{Process, Program, State, Step, StepModifier, sections};

/// So long a program may be made smaller.
const PATIENCE: Duration = Duration::from_secs(60);

/// The smallest program that was found to show the same.
///
/// # Errors
/// Why nothing can be run.
pub(super) fn shrink(runner: &mut Runner, finding: Finding) -> Result<Finding, Unable> {
    let mut shrinker =
        Shrinker { runner, best: finding, tried: HashSet::new(), until: Instant::now() + PATIENCE };
    shrinker.cut_tail()?;
    loop {
        let before = shrinker.best.program.clone();
        shrinker.remove()?;
        shrinker.simplify()?;
        if shrinker.best.program == before || shrinker.is_late() {
            break;
        }
    }
    let mut best = shrinker.best;
    let renamed = Numbers::default().renumber(&best.program);
    // Names mean nothing; what was told goes by them.
    if let Some(told) = shows(runner, &renamed, &best)? {
        best = told;
    }
    runner.refresh();
    Ok(best)
}

struct Shrinker<'r> {
    runner: &'r mut Runner,
    best: Finding,
    tried: HashSet<Vec<Step>>,
    until: Instant,
}

impl Shrinker<'_> {
    fn is_late(&self) -> bool {
        Instant::now() > self.until
    }

    /// Takes these steps, as far as they are defined, if they show the same and are fewer or simpler.
    fn accepts(&mut self, steps: Vec<Step>) -> Result<bool, Unable> {
        let (planned, _) = plan(&State::new(self.runner.device()), &steps, 0);
        let steps = planned.iter().map(|planned| steps[planned.index].clone()).collect();
        let Program { steps } = Program::tidy(steps);
        if steps == self.best.program.steps || self.is_late() || !self.tried.insert(steps.clone()) {
            return Ok(false);
        }
        match shows(self.runner, &Program { steps }, &self.best)? {
            Some(finding) => {
                self.best = finding;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Leaves out what comes behind the step that the finding is about.
    fn cut_tail(&mut self) -> Result<(), Unable> {
        let steps = &self.best.program.steps;
        let (mut end, mut last) = (0, None);
        for section in sections(steps) {
            end += section.len();
            if section.iter().any(|step| Some(step) == self.best.step.as_ref()) {
                last = Some(end);
            }
        }
        if let Some(last) = last {
            self.accepts(steps[..last].to_vec())?;
        }
        Ok(())
    }

    /// Leaves out parts, the large ones first.
    fn remove(&mut self) -> Result<(), Unable> {
        let mut size = self.best.program.steps.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < self.best.program.steps.len() {
                let mut steps = self.best.program.steps.clone();
                steps.drain(at..(at + size).min(steps.len()));
                if !self.accepts(steps)? {
                    at += size;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    /// Tries simpler forms: of the whole, then of each step.
    fn simplify(&mut self) -> Result<(), Unable> {
        for change in [
            one_after_the_other,
            without_delays,
            one_thread,
            least_blocks,
            usual,
            first_device,
            usual_surroundings,
            one_process_less,
        ] {
            let steps = self.best.program.steps.clone();
            self.accepts(change(steps))?;
        }
        for at in 0..self.best.program.steps.len() {
            let steps = self.best.program.steps.clone();
            if let Some(before) = before_section(&steps, at)
                && self.accepts(before)?
            {
                continue;
            }
            let mut steps = self.best.program.steps.clone();
            if let Some(step) = steps.get_mut(at).filter(|step| step.modifier.surrounds()) {
                step.modifier = StepModifier::Ordinary;
                self.accepts(steps)?;
            }
            while self.simplify_call(at)? {}
        }
        Ok(())
    }

    /// Takes the first simpler form of a call that shows the same, if one does.
    fn simplify_call(&mut self, at: usize) -> Result<bool, Unable> {
        let steps = self.best.program.steps.clone();
        for simpler in steps.get(at).map(|step| step.call.simpler()).unwrap_or_default() {
            let mut steps = steps.clone();
            steps[at].call = simpler;
            if self.accepts(steps)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Nothing at once.
fn one_after_the_other(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().for_each(|step| step.place = None);
    steps
}

/// Everything at once from the beginning.
fn without_delays(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().filter_map(|step| step.place.as_mut()).for_each(|place| place.delay = 0);
    steps
}

/// One thread in each process.
fn one_thread(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().filter_map(|step| step.place.as_mut()).for_each(|place| place.thread = 1);
    steps
}

/// A step that is taken at once with others taken before them.
fn before_section(steps: &[Step], at: usize) -> Option<Vec<Step>> {
    let section = steps.get(at)?.place?.section;
    let first = steps.iter().position(|step| step.place.is_some_and(|place| place.section == section))?;
    let mut steps = steps.to_vec();
    let step = steps.remove(at);
    steps.insert(first, Step { place: None, ..step });
    Some(steps)
}

/// Everything one block large.
fn least_blocks(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().for_each(|step| step.call.be_least());
    steps
}

/// Blocks of the usual size, mappings with addresses of their own, usual queues, and the first device.
fn usual(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().for_each(|step| step.call.be_usual());
    steps
}

/// Everything on the first device.
fn first_device(mut steps: Vec<Step>) -> Vec<Step> {
    steps.iter_mut().for_each(|step| step.call.be_on_first());
    steps
}

/// Nothing particular around any call.
fn usual_surroundings(mut steps: Vec<Step>) -> Vec<Step> {
    let surrounded = steps.iter_mut().filter(|step| step.modifier.surrounds());
    surrounded.for_each(|step| step.modifier = StepModifier::Ordinary);
    steps
}

/// Gives the steps of the last process to the one before it.
fn one_process_less(mut steps: Vec<Step>) -> Vec<Step> {
    let last = steps.iter().map(|step| step.process).max().filter(|process| process.0 > 0);
    for step in steps.iter_mut().filter(|step| Some(step.process) == last) {
        step.process = Process(step.process.0 - 1);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_model::Call;

    fn program(text: &str) -> Program {
        text.parse().unwrap()
    }

    #[test]
    fn simpler_forms_are_simpler() {
        let steps = program("b: read m1[1..3] by q1 after e1\nb: wait e1, e2\nc: kill\n").steps;
        let simpler = |call: &Call| call.simpler().iter().map(ToString::to_string).collect::<Vec<_>>();
        let one = ["read m1[1..3] by q1", "read m1[1..2] by q1 after e1"];
        assert_eq!(simpler(&steps[0].call), one);
        assert_eq!(simpler(&steps[1].call), ["wait e1", "wait e2", "wait e1"]);
        assert_eq!(simpler(&steps[2].call), [""; 0]);
        let five = program("a: wait e1, e2, e3, e4, e5\n").steps[0].call.simpler();
        let halves =
            ["wait e1", "wait e3, e4, e5", "wait e1, e2, e5", "wait e1, e2, e3, e4", "wait e2, e3, e4, e5"];
        assert_eq!(five[..5].iter().map(ToString::to_string).collect::<Vec<_>>(), halves);
        let queue = &program("a: q1 = queue in c1 out of order\n").steps[0].call.simpler()[..];
        assert_eq!((queue[0].to_string().as_str(), queue[0].simpler()), ("q1 = queue in c1", Vec::new()));
        let other = program(
            "a: m1 = alloc 4 of 60 aligned 512 in c1 host\na: q1 = queue in c1 batched\na: v1 = map p1[0..2] at r1[1..3]\n",
        )
        .steps;
        assert_eq!(simpler(&other[0].call), ["m1 = alloc 4 in c1"]);
        assert_eq!(simpler(&other[2].call), ["v1 = map p1[0..2]"]);
        let texts = usual(other).iter().map(|step| step.call.to_string()).collect::<Vec<_>>();
        assert_eq!(texts, ["m1 = alloc 4 in c1", "q1 = queue in c1", "v1 = map p1[0..2]"]);
        let second =
            program("a: c1 = context of both\na: q1 = queue in c1 batched on the other device\n").steps;
        assert_eq!(simpler(&second[0].call), ["c1 = context"]);
        let nearer = ["q1 = queue in c1", "q1 = queue in c1 batched", "q1 = queue in c1 on the other device"];
        assert_eq!(simpler(&second[1].call), nearer);
        let texts = first_device(second).iter().map(|step| step.call.to_string()).collect::<Vec<_>>();
        assert_eq!(texts, ["c1 = context", "q1 = queue in c1 batched"]);
        let rows = program("a: copy2d m1[0..2] pitch 3 to m2[1..3] pitch 2 height 4 by q1\n").steps;
        let one_row = "copy2d m1[0..1] pitch 1 to m2[1..2] pitch 1 height 1 by q1";
        assert_eq!(
            simpler(&rows[0].call),
            [one_row, "copy2d m1[0..1] pitch 3 to m2[1..2] pitch 2 height 4 by q1"]
        );
        assert_eq!(rows[0].call.simpler()[0].simpler(), []);
        let parts = program("a: unmap v1[1..2]\na: change v1[0..2] to read\na: unmap v1\n").steps;
        assert_eq!(simpler(&parts[0].call), ["unmap v1"]);
        assert_eq!(simpler(&parts[1].call), ["change v1 to read"]);
        assert_eq!(simpler(&parts[2].call), [""; 0]);
        let around = program("a: put h1 with signals blocked\na: put h2 without descriptors\n").steps;
        let texts = usual_surroundings(around).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts, ["a: put h1", "a: put h2 without descriptors"]);
        let fewer = Program { steps: one_process_less(steps.clone()) };
        assert_eq!(fewer.processes(), 2);
        assert_eq!(least_blocks(steps)[0].call.to_string(), "read m1[0..1] by q1 after e1");
    }

    #[test]
    fn less_at_once_is_simpler() {
        let text = "a: put h1\ntogether\n  a.1 +5us: put h2\n  a.2: put h3\n  b.1: close i1\nend\n";
        let steps = program(text).steps;
        let tidied = |steps| Program::tidy(steps).to_string();
        assert_eq!(
            tidied(one_after_the_other(steps.clone())),
            "a: put h1\na: put h2\na: put h3\nb: close i1\n"
        );
        assert!(!tidied(without_delays(steps.clone())).contains("us"));
        let one = tidied(one_thread(steps.clone()));
        assert_eq!(one, text.replace("a.2", "a.1"));
        assert_eq!(before_section(&steps, 0), None);
        let out = tidied(before_section(&steps, 3).unwrap());
        assert_eq!(out, "a: put h1\nb: close i1\ntogether\n  a.1 +5us: put h2\n  a.2: put h3\nend\n");
        assert_eq!(tidied(steps[..3].to_vec()), text.replace("  b.1: close i1\n", ""));
        assert_eq!(tidied(steps[..2].to_vec()), "a: put h1\na: put h2\n");
        assert_eq!(Numbers::default().renumber(&program(text)).to_string(), text);
    }
}
