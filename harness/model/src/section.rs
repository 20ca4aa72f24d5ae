//! Steps that are taken at once.
//!
//! The observations have to be linearizable: the model allows them in some order that keeps the order of each thread. A
//! section has few steps, so that all orders are tried. A section is defined if each of its orders is. So it has no
//! race, no step waits for another, and no thread names an object that another one makes.

use crate::calls::Verb as _;
use crate::state::{Clock, NotEnabled, State};
use crate::{Allowed, Observed, Process, Step, Violation};

/// The expected result of steps that are taken at once, if each goes as expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConcurrentSection {
    /// The state behind them, whatever their order was.
    pub state: State,
    /// Whether each of them is to succeed.
    pub succeed: Vec<bool>,
}

/// The judgement on steps that were taken at once, by their observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Linearized {
    /// There is an order that allows it. This is known behind the steps, whichever of those it was.
    By(Box<State>),
    /// There are orders that allow it, and it depends on the order what is allowed next.
    Unclear,
    /// There is none. In the order that goes furthest this step is the first that breaks a rule.
    Not(usize, Violation),
}

/// The decision about an order.
enum Next {
    /// The step was taken, and this was seen.
    Take(Observed),
    /// There is no such order.
    Leave,
    /// No further order is of interest.
    Stop,
}

/// Judges a step, by its number, in the state before it; with how many were taken before.
type Judge<'j> = &'j mut dyn FnMut(usize, usize, Result<Allowed, NotEnabled>) -> Next;

/// A walk through all orders.
struct Walk<'w> {
    steps: &'w [Step],
    /// The numbers of the steps of each thread that has some.
    threads: Vec<Vec<usize>>,
    /// The number of steps that were taken, for each thread.
    taken: Vec<usize>,
    /// The states behind the orders that were walked to their ends.
    ends: Vec<State>,
    judge: Judge<'w>,
}

impl State {
    /// Whether steps may be taken at once: each order is defined, and all leave the same.
    ///
    /// # Errors
    /// Why they are not to be taken at once.
    pub fn concurrent(&self, steps: &[Step]) -> Result<ConcurrentSection, NotEnabled> {
        for (number, step) in steps.iter().enumerate() {
            for other in steps[number + 1..].iter().filter(|other| other.taker() != step.taker()) {
                self.apart(step, other)?;
            }
        }
        let (mut refused, mut succeed) = (None, vec![true; steps.len()]);
        let ends = self.walk(steps, &mut |number, _, allowed| match allowed {
            Ok(allowed) => {
                let expected = allowed.expected();
                succeed[number] &= expected.succeeded();
                Next::Take(expected)
            }
            Err(why) => {
                refused = Some(why);
                Next::Stop
            }
        });
        match (refused, joint(ends)) {
            (Some(why), _) => Err(why),
            (None, None) => Err(NotEnabled::not("it depends on the order of the steps what comes of them")),
            (None, Some(state)) => Ok(ConcurrentSection { state, succeed }),
        }
    }

    /// Whether what was seen of steps has an order that allows it. The last ones of a thread may not have been taken.
    #[must_use]
    pub fn linearized(&self, steps: &[Step], seen: &[Option<Observed>]) -> Linearized {
        let numbers: Vec<usize> = (0..steps.len()).filter(|number| seen[*number].is_some()).collect();
        let taken: Vec<Step> = numbers.iter().map(|number| steps[*number].clone()).collect();
        let seen: Vec<&Observed> = seen.iter().flatten().collect();
        let mut furthest: Option<(usize, usize, Violation)> = None;
        let ends = self.walk(&taken, &mut |number, before, allowed| {
            // What went otherwise than expected may leave an order without a meaning.
            let Ok(allowed) = allowed else { return Next::Leave };
            match allowed.check(seen[number]) {
                Ok(()) => Next::Take(seen[number].clone()),
                Err(violation) => {
                    if furthest.as_ref().is_none_or(|(most, ..)| before > *most) {
                        furthest = Some((before, number, violation));
                    }
                    Next::Leave
                }
            }
        });
        match (ends.is_empty(), furthest) {
            (true, Some((_, number, violation))) => Linearized::Not(numbers[number], violation),
            (true, None) => Linearized::Unclear,
            (false, _) => joint(ends).map_or(Linearized::Unclear, |state| Linearized::By(Box::new(state))),
        }
    }

    /// Walks through the orders, and gives the different states behind them.
    fn walk(&self, steps: &[Step], judge: Judge<'_>) -> Vec<Self> {
        let mut threads: Vec<Vec<usize>> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            match threads.iter_mut().find(|thread| steps[thread[0]].taker() == step.taker()) {
                Some(thread) => thread.push(number),
                None => threads.push(vec![number]),
            }
        }
        let mut start = self.clone();
        start.reserve(steps);
        let taken = vec![0; threads.len()];
        let mut walk = Walk { steps, threads, taken, ends: Vec::new(), judge };
        walk.go(start);
        walk.ends
    }

    /// Numbers what the steps may make, so that it has the same numbers in each order.
    fn reserve(&mut self, steps: &[Step]) {
        for Step { process, call, .. } in steps {
            let number = dispatch!(call, verb => verb.reserve(self, *process));
            self.reserved.extend(call.makes().zip(number));
        }
    }

    /// Joins two states, either of which may be the actual one. Only commands that are over in both count as over.
    /// `None` if the states differ in anything else.
    fn or(mut self, mut other: Self) -> Option<Self> {
        for (one, two) in self.clocks().zip(other.clocks()) {
            let least = one.least(two);
            (*one, *two) = (least.clone(), least);
        }
        (self == other).then_some(self)
    }

    fn clocks(&mut self) -> impl Iterator<Item = &mut Clock> {
        let queues = self.queues.iter_mut().flat_map(|queue| [&mut queue.clock, &mut queue.barrier]);
        let signals = self.events.iter_mut().filter_map(|event| event.last.as_mut());
        std::iter::once(&mut self.done).chain(queues).chain(signals)
    }

    /// True if threads of one process take these steps.
    fn has_threads(steps: &[Step], process: Process) -> bool {
        let mut own = steps.iter().filter(|step| step.process == process).map(Step::taker);
        own.next().is_some_and(|first| own.any(|other| other != first))
    }
}

/// Joins states, any of which may be the actual one.
fn joint(ends: Vec<State>) -> Option<State> {
    let mut ends = ends.into_iter();
    let first = ends.next()?;
    ends.try_fold(first, State::or)
}

impl Walk<'_> {
    /// Takes each thread's next step. Whether to go on.
    fn go(&mut self, state: State) -> bool {
        let before = self.taken.iter().sum();
        if before == self.steps.len() {
            let end = State { reserved: std::collections::BTreeMap::new(), ..state };
            if !self.ends.contains(&end) {
                self.ends.push(end);
            }
            return true;
        }
        for thread in 0..self.threads.len() {
            let Some(&number) = self.threads[thread].get(self.taken[thread]) else { continue };
            let step = &self.steps[number];
            let says = state.thread_says(step, State::has_threads(self.steps, step.process));
            let allowed = state.allowed(step).map(|allowed| allowed.beside(&says));
            let seen = match (self.judge)(number, before, allowed) {
                Next::Take(seen) => seen,
                Next::Leave => continue,
                Next::Stop => return false,
            };
            let mut next = state.clone();
            next.apply(step, &seen);
            self.taken[thread] += 1;
            let on = self.go(next);
            self.taken[thread] -= 1;
            if !on {
                return false;
            }
        }
        true
    }
}
