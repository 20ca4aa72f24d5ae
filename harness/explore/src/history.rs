//! Programs that the processes ran before this one. A driver keeps things from one program to the next, and can
//! fail by what it kept.

use super::names::Numbers;
use std::collections::VecDeque;
use ur_ipc_model::{Place, Program, Step};

/// So many programs are remembered.
const MOST: usize = 256;
/// And no more than the last one, if they have more steps than that.
const MOST_STEPS: usize = 100_000;

/// Programs that the same processes ran one after the other, each with the steps that ended what it left.
#[derive(Debug, Default)]
pub(super) struct History(VecDeque<Program>);

impl History {
    /// The next program has fresh processes.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn push(&mut self, program: &Program, ending: Vec<Step>) {
        self.0.push_back(Program { steps: program.steps.iter().cloned().chain(ending).collect() });
        let steps = |history: &Self| history.0.iter().map(|program| program.steps.len()).sum::<usize>();
        while self.0.len() > MOST || self.0.len() > 1 && steps(self) > MOST_STEPS {
            self.0.pop_front();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The last of these programs, so many, and then this one, as one program.
    pub(super) fn before(&self, last: usize, program: &Program) -> Program {
        let (mut numbers, mut sections, mut steps) = (Numbers::default(), 0, Vec::new());
        for program in self.0.iter().skip(self.0.len().saturating_sub(last)).chain([program]) {
            let Program { steps: mut its } = numbers.renumber(program);
            for place in its.iter_mut().filter_map(|step| step.place.as_mut()) {
                *place = Place { section: place.section + sections, ..*place };
            }
            let last = its.iter().filter_map(|step| step.place).map(|place| place.section).max();
            sections = last.unwrap_or(sections);
            steps.extend(its);
        }
        Program::tidy(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        text.parse().unwrap()
    }

    #[test]
    fn programs_are_one_after_the_other_with_names_of_their_own() {
        let mut history = History::default();
        let text = "a: c1 = context\ntogether\n  a.1: m1 = alloc 1 in c1\n  b.1: c2 = context\nend\n";
        let ending = program("a: free m1\na: release c1\nb: release c2\n").steps;
        history.push(&program("a: c9 = context\n"), program("a: release c9\n").steps);
        history.push(&program(text), ending);
        let joined = history.before(1, &program(text)).to_string();
        let second = "a: c3 = context\ntogether\n  a.1: m2 = alloc 1 in c3\n  b.1: c4 = context\nend\n";
        assert_eq!(joined, format!("{text}a: free m1\na: release c1\nb: release c2\n{second}"));
        assert!(
            history
                .before(2, &program(text))
                .to_string()
                .starts_with("a: c1 = context\na: release c1\na: c2 =")
        );
        assert_eq!(history.before(9, &program(text)), history.before(2, &program(text)));
        // Sections that meet stay two.
        let mut history = History::default();
        let text = "together\n  a.1: c1 = context\n  b.1: c2 = context\nend\n";
        history.push(&program(text), Vec::new());
        assert_eq!(history.before(1, &program(text)).to_string().matches("together").count(), 2);
    }

    #[test]
    fn only_the_last_programs_are_remembered() {
        let mut history = History::default();
        (0..=MOST).for_each(|_| history.push(&program("a: c1 = context\n"), Vec::new()));
        assert_eq!(history.len(), MOST);
        history.clear();
        assert_eq!(history.len(), 0);
    }
}
