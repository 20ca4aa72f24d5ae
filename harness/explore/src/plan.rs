//! Plans a program: the steps to take, and the expected result of each.

use ur_ipc_model::{ConcurrentSection, NotEnabled, State, Step, StepModifier, sections};

/// A step that is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    /// Its number among the steps.
    pub index: usize,
    /// Whether it is to succeed.
    pub succeeds: bool,
    /// The number of the section, of a step that is taken at once with those beside it that have the same.
    pub section: Option<u32>,
}

/// The plan so far.
struct PlanDraft<'s> {
    state: State,
    steps: &'s [Step],
    planned: Vec<Planned>,
    not_taken: Vec<(usize, NotEnabled)>,
}

/// The steps from one on that are defined in this state, if each goes as is expected, and those that are not, with the reason.
pub(super) fn plan(state: &State, steps: &[Step], from: usize) -> (Vec<Planned>, Vec<(usize, NotEnabled)>) {
    let mut draft = PlanDraft { state: state.clone(), steps, planned: Vec::new(), not_taken: Vec::new() };
    let mut index = from;
    for section in sections(&steps[from..]) {
        if draft.is_over() {
            break;
        }
        let next = index + section.len();
        if section.len() > 1 {
            draft.at_once((index..next).collect());
        } else {
            draft.alone(index);
        }
        index = next;
    }
    (draft.planned, draft.not_taken)
}

impl PlanDraft<'_> {
    /// Nothing is known behind what is undefined.
    fn is_over(&self) -> bool {
        let last = self.planned.last().map(|planned| &self.steps[planned.index]);
        last.is_some_and(|step| step.modifier == StepModifier::Undefined)
    }

    fn alone(&mut self, index: usize) {
        let step = &self.steps[index];
        match self.state.allowed(step) {
            Ok(allowed) => {
                let expected = allowed.expected();
                self.planned.push(Planned { index, succeeds: expected.succeeded(), section: None });
                self.state.apply(step, &expected);
            }
            Err(why) => self.not_taken.push((index, why)),
        }
    }

    fn concurrent(&self, indices: &[usize]) -> Result<ConcurrentSection, NotEnabled> {
        let steps: Vec<Step> = indices.iter().map(|index| self.steps[*index].clone()).collect();
        self.state.concurrent(&steps)
    }

    /// A section, without the steps that may not be taken at once with those before them.
    fn at_once(&mut self, mut indices: Vec<usize>) {
        let mut together = self.concurrent(&indices).ok();
        if together.is_none() {
            let mut fitting = Vec::new();
            for index in indices {
                fitting.push(index);
                match self.concurrent(&fitting) {
                    Ok(fits) => together = Some(fits),
                    Err(why) => {
                        fitting.pop();
                        self.not_taken.push((index, why));
                    }
                }
            }
            indices = fitting;
        }
        let takers = |index: &usize| self.steps[*index].taker();
        if indices.iter().all(|index| takers(index) == takers(&indices[0])) {
            indices.into_iter().for_each(|index| self.alone(index));
            return;
        }
        if let Some(ConcurrentSection { state, succeed }) = together {
            let section = self.steps[indices[0]].place.map(|place| place.section);
            let planned = indices.iter().zip(succeed);
            self.planned.extend(planned.map(|(index, succeeds)| Planned {
                index: *index,
                succeeds,
                section,
            }));
            self.state = state;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_model::{Device, Program};

    fn planned(text: &str) -> (Vec<(usize, Option<u32>)>, Vec<usize>) {
        let program: Program = text.parse().unwrap();
        let (planned, not_taken) = plan(&State::new(Device::WHOLE), &program.steps, 0);
        let planned = planned.iter().map(|planned| (planned.index, planned.section)).collect();
        (planned, not_taken.into_iter().map(|(index, _)| index).collect())
    }

    #[test]
    fn what_may_not_be_taken_at_once_with_the_others_is_left_out() {
        let text = "a: c1 = context
a: m1 = alloc 1 in c1
a: h1 = get m1
together
  a.1: h2 = get m1
  a.2: put h1
  a.2: put h2
  b.1: c2 = context
end
together
  a.1: h3 = get m1
  a.2: put h9
end
";
        let (planned, not_taken) = planned(text);
        let alone = |index| (index, None);
        let expected = [alone(0), alone(1), alone(2), (3, Some(1)), (6, Some(1)), alone(7)];
        assert_eq!((planned, not_taken), (expected.to_vec(), vec![4, 5, 8]));
    }
}
