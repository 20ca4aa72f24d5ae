//! Sections: steps that are taken at once.

use super::{Draft, Generator, Limits};
use crate::table::ROWS;
use crate::{Place, Process, Situation, State, Step};

/// A section has no more steps.
const STEPS: usize = 4;
/// Number of attempts to find a further step.
const ATTEMPTS: usize = 3;
/// Delays in microseconds: about as long as a call takes, and a few.
const DELAYS: [u32; 5] = [5, 10, 30, 100, 300];

impl Generator {
    /// Steps that may be taken at once, and the state behind them, if some are found.
    pub(super) fn section(
        &self,
        draft: &mut Draft<'_>,
        limits: Limits,
        before: Option<Situation>,
    ) -> Option<(Vec<Step>, State)> {
        let threads = limits.threads.min(Place::MOST_THREADS);
        let living = draft.state.living(draft.processes);
        let takers: Vec<(Process, u8)> =
            living.iter().flat_map(|process| (1..=threads).map(|thread| (*process, thread))).collect();
        if takers.len() < 2 {
            return None;
        }
        let start = draft.state.clone();
        let (wanted, mut steps, mut behind) = (2 + draft.below(STEPS - 1), Vec::new(), None);
        for _ in 0..ATTEMPTS * STEPS {
            if steps.len() == wanted {
                break;
            }
            if let Some((all, state)) = self.another(draft, &start, &takers, &steps, before) {
                let step = &all[all.len() - 1];
                draft.note(step);
                draft.like = ROWS.iter().find(|row| row.word == step.call.verb());
                (steps, behind) = (all, Some(state));
            }
        }
        (draft.state, draft.like) = (start, None);
        let several = steps.iter().any(|step| step.taker() != steps[0].taker());
        Some((steps, behind.filter(|_| several)?))
    }

    /// The steps and one more, and the state behind all of them.
    fn another(
        &self,
        draft: &mut Draft<'_>,
        start: &State,
        takers: &[(Process, u8)],
        steps: &[Step],
        before: Option<Situation>,
    ) -> Option<(Vec<Step>, State)> {
        let beside = |last: &Step| {
            takers.iter().copied().find(|(process, thread)| {
                *process == last.process && steps.iter().all(|step| step.taker() != (*process, *thread))
            })
        };
        // Another thread of the same process, as often as not.
        let beside = steps.last().and_then(beside).filter(|_| draft.chance(2));
        let (process, thread) = beside.unwrap_or_else(|| takers[draft.below(takers.len())]);
        // A thread knows what it has done itself.
        draft.state = start.clone();
        for step in steps.iter().filter(|step| step.taker() == (process, thread)) {
            let allowed = draft.state.allowed(step).ok()?;
            draft.state.apply(step, &allowed.expected());
        }
        let delay = if draft.chance(3) { DELAYS[draft.below(DELAYS.len())] } else { 0 };
        let place = Place { section: 1, thread, delay };
        let step = self.choose(draft, process, before, Some(place))?;
        let all = [steps, &[step]].concat();
        let together = start.concurrent(&all).ok()?;
        Some((all, together.state))
    }
}
