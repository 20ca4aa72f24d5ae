//! Faults and unusual beginnings as steps, and steps that are not defined.

use super::{Draft, Generator, THOUGHTS};
use crate::state::Kind;
use crate::{Beginning, Place, Step, StepModifier, verb};

/// One time in so many a process is stopped, and one in so many it goes on.
const STOPS: usize = 30;
const GOES_ON: usize = 6;
/// One call in so many of those that may open descriptors can open none.
const STARVED: usize = 8;
/// One in so many of those that share something has other surroundings.
const SURROUNDED: usize = 12;
/// In one program of so many processes begin in an unusual way: others are started for it.
const BEGINNINGS: usize = 32;

impl Draft<'_> {
    /// The beginnings of processes, in most programs none.
    pub(super) fn beginnings(&mut self) -> Vec<Step> {
        if !self.chance(BEGINNINGS) {
            return Vec::new();
        }
        let mut steps = Vec::new();
        for process in self.state.living(self.processes) {
            if self.chance(3) {
                continue;
            }
            let how = Beginning::ALL[self.below(Beginning::ALL.len())];
            steps.push(Step::new(process, verb::Begin { how }.into()));
        }
        steps
    }

    /// A process that stops, or goes on.
    pub(super) fn stops(&mut self) -> Option<Step> {
        if !self.faults {
            return None;
        }
        let step = match self.state.stopped.first().copied() {
            Some(stopped) if self.chance(GOES_ON) => Step::new(stopped, verb::Resume {}.into()),
            None if self.chance(STOPS) => Step::new(self.process(), verb::Stop {}.into()),
            _ => return None,
        };
        self.state.enabled(&step).is_ok().then_some(step)
    }

    /// Draws the modifier of a step.
    pub(super) fn modifier(&mut self, step: &Step, place: Option<Place>) -> StepModifier {
        if self.faults && place.is_none() && step.call.starves() && self.chance(STARVED) {
            StepModifier::Starved
        } else if place.is_none() && step.call.shares() && self.chance(SURROUNDED) {
            StepModifier::SURROUNDINGS[self.below(StepModifier::SURROUNDINGS.len())]
        } else {
            StepModifier::Ordinary
        }
    }
}

impl Generator {
    /// A step that is not defined, of those that were thought of the one that was done least, and what goes before it.
    pub(super) fn undefined(&mut self, draft: &mut Draft<'_>) -> Vec<Step> {
        let mut steps = draft.state.going_on();
        steps.iter().for_each(|step| draft.advance(step));
        let defined = draft.state.clone();
        // As if all that ever was were still there, and half of the time nothing else but what it takes to use it.
        if draft.chance(2) {
            let needed = |kind: &Kind| matches!(kind, Kind::Context { .. } | Kind::Queue { .. });
            draft.state.objects.retain(|_, object| needed(&object.kind));
        }
        draft.state.objects.extend(defined.gone.clone());
        let mut best: Option<(u64, String, Step)> = None;
        for _ in 0..THOUGHTS {
            let process = draft.process();
            let Some(step) = draft.think(process) else { continue };
            let step = Step { modifier: StepModifier::Undefined, ..step };
            let Ok(what) = defined.misuse(&step) else { continue };
            let known = self.misuse.get(&what).copied().unwrap_or(0);
            if best.as_ref().is_none_or(|(least, ..)| known < *least) {
                best = Some((known, what, step));
            }
        }
        draft.state = defined;
        if let Some((known, what, step)) = best {
            self.misuse.insert(what, known + 1);
            steps.push(step);
        }
        steps
    }
}
