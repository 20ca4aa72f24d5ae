//! A section of a program: steps that are taken at once.

use super::finding::Fault;
use super::plan::Planned;
use super::protocol::Seen;
use super::runner::{Course, Followed, fault_of, ordered};
use super::team::AtOnce;
use super::unable::Unable;
use std::collections::BTreeMap;
use ur_ipc_model::{Linearized, Observed, Process, Step};

impl Course<'_> {
    /// Has all steps taken at once, and looks for an order that allows what was seen.
    pub(super) fn at_once(&mut self, steps: &[Step], planned: &[Planned]) -> Result<Followed, Unable> {
        let section: Vec<Step> = planned.iter().map(|planned| steps[planned.index].clone()).collect();
        let orders = self.orders(&section, planned);
        let processes: Vec<Process> = orders.iter().map(|order| order.process).collect();
        let answers = match self.runner.team.perform_at_once(orders) {
            Ok(answers) => answers,
            Err((process, why)) => {
                // Which of them it was is not known; the first stands for all.
                let first = section.iter().find(|step| step.process == process).cloned();
                let at = first.filter(|_| self.runner.one_by_one);
                return Ok(Followed::Found((fault_of(why)?, at, None)));
            }
        };
        let answers = processes.into_iter().zip(answers).flat_map(|(process, threads)| {
            (1..).zip(threads).map(move |(thread, seen)| ((process, thread), seen.into_iter()))
        });
        let mut answers: BTreeMap<(Process, u8), _> = answers.collect();
        let seen: Vec<Option<Seen>> =
            section.iter().map(|step| answers.get_mut(&step.taker()).and_then(Iterator::next)).collect();
        let observed: Vec<Option<Observed>> =
            seen.iter().map(|seen| Some(seen.as_ref()?.observed.clone())).collect();
        let taken = seen.iter().flatten().count();
        self.ran.steps += taken;
        self.ran.at_once += taken;
        match self.state.linearized(&section, &observed) {
            Linearized::By(state) => self.state = *state,
            Linearized::Unclear => return Ok(Followed::Unclear),
            Linearized::Not(number, violation) => {
                let call = seen[number].as_ref().and_then(|seen| seen.failed.clone());
                let found = (Fault::Wrong(violation), Some(section[number].clone()), call);
                return Ok(Followed::Found(found));
            }
        }
        let as_planned = |(planned, seen): (&Planned, &Option<Seen>)| {
            seen.as_ref().is_some_and(|seen| seen.failed.is_none() == planned.succeeds)
        };
        let otherwise = !planned.iter().zip(&seen).all(as_planned);
        for handle in seen.into_iter().flatten().filter_map(|seen| seen.handle) {
            self.handles.insert(handle.name, handle);
        }
        Ok(match planned.last() {
            Some(last) if otherwise => Followed::UpTo(last.index),
            _ => Followed::ToTheEnd,
        })
    }

    /// Returns the order for each process.
    fn orders(&self, section: &[Step], planned: &[Planned]) -> Vec<AtOnce> {
        let mut orders: BTreeMap<Process, AtOnce> = BTreeMap::new();
        for (step, planned) in section.iter().zip(planned) {
            let (process, thread) = step.taker();
            let own = || section.iter().filter(move |step| step.process == process);
            let order = orders.entry(process).or_insert_with(|| AtOnce {
                process,
                threads: Vec::new(),
                handles: self.handles_of(own()),
            });
            let threads = usize::from(thread).max(order.threads.len());
            order.threads.resize_with(threads, Vec::new);
            order.threads[usize::from(thread) - 1].push(ordered(step, planned.succeeds));
        }
        orders.into_values().collect()
    }
}
