//! Wait lists, and programs with so many events that they can be long.

use super::{Draft, FEW_STEPS, Generator, Limits};
use crate::calls::signalled;
use crate::state::{Kind, State};
use crate::{Name, Process, Step, verb};

/// One program in so many begins with many events.
const SELDOM: usize = 24;
/// So many: about as many as words and bytes have bits, or seldom more than a byte counts.
const MANY: [usize; 5] = [33, 65, 66, 72, 258];
/// One in so many has that many more.
const FEW: usize = 12;
/// Lists that are long end about here.
const LONG: [usize; 6] = [9, 32, 33, 64, 65, 257];

impl Generator {
    /// Steps that make many events, each with a signal; in most programs none.
    pub(super) fn many_events(&self, draft: &mut Draft<'_>, limits: Limits) -> Vec<Step> {
        let device = draft.state.device;
        if limits.steps < FEW_STEPS || !device.reusable_events || !draft.chance(SELDOM) {
            return Vec::new();
        }
        draft.waits_long = true;
        let (process, count) = (Process(0), draft.many());
        let (context, kind) = (draft.name('c'), draft.queue_kind());
        let queue = draft.name('q');
        let mut calls = vec![
            verb::Context { new: context, both: false }.into(),
            verb::Queue { new: queue, context, kind, other: false }.into(),
        ];
        for number in (draft.name('e').number..).take(count) {
            let event = Name { letter: 'e', number };
            let shared = device.event && draft.chance(4);
            calls.extend(signalled(event, context, shared, queue));
        }
        calls.into_iter().map(|call| Step::new(process, call)).collect()
    }
}

impl Draft<'_> {
    fn many(&mut self) -> usize {
        let last = MANY.len() - 1;
        MANY[if self.chance(FEW) { last } else { self.below(last) }]
    }

    /// Draws the wait list of a command of the queue.
    pub(crate) fn wait_list(&mut self, process: Process, queue: Name) -> Vec<Name> {
        if !self.chance(if self.waits_long { 2 } else { 4 }) {
            return Vec::new();
        }
        match self.state.objects.get(&queue).map(|object| object.context) {
            Some(context) => self.events_of(process, context),
            None => Vec::new(),
        }
    }

    /// Some events of a context that can be waited for, now and then one of them twice, which UR does not forbid.
    pub(crate) fn events_of(&mut self, process: Process, context: Name) -> Vec<Name> {
        let can = |state: &State, name: Name, kind: &Kind| match kind {
            Kind::Event { event, .. } => state.signal_of(name, *event).is_ok(),
            _ => false,
        };
        let objects = self.state.objects.iter();
        let own = objects.filter(|(_, object)| object.process == process && object.context == context);
        let mut all: Vec<Name> = own
            .filter(|(name, object)| can(&self.state, **name, &object.kind))
            .map(|(name, _)| *name)
            .collect();
        let wanted = match self.below(6) {
            0..=2 => 1,
            3 => 2,
            4 if self.waits_long && self.chance(2) => LONG[self.below(LONG.len())],
            4 => 3 + self.below(6),
            _ => all.len(),
        };
        let wanted = wanted.min(all.len());
        for at in 0..wanted {
            let other = at + self.below(all.len() - at);
            all.swap(at, other);
        }
        all.truncate(wanted);
        if wanted > 0 && self.chance(12) {
            all.push(all[self.below(wanted)]);
        }
        all
    }
}
