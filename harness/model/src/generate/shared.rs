//! Programs in which two processes share memory and events from the start, and order their commands by them.

use super::{Draft, Limits};
use crate::{Call, Process, Step, UsmKind, verb};

/// One program in so many begins so.
const SELDOM: usize = 4;
/// Programs of fewer steps than that have no use for it.
const FEW_STEPS: usize = 40;
/// What such programs think of more often: what orders commands, what lasts, and what shows the order.
const ORDER: [&str; 6] = ["busy", "signal", "fill", "copy", "read", "status"];
/// So often.
const OFTEN: usize = 3;
/// Blocks of the memory.
const BLOCKS: u32 = 2;
/// Events.
const EVENTS: usize = 2;

impl Draft<'_> {
    /// Steps by which a second process opens memory and events of the first; in most programs none.
    pub(super) fn sharing(&mut self, limits: Limits) -> Vec<Step> {
        let device = self.state.device;
        let possible = device.memory && device.event && device.reusable_events && self.processes > 1;
        if limits.steps < FEW_STEPS || !possible || !self.chance(SELDOM) {
            return Vec::new();
        }
        for (row, weight) in &mut self.weights {
            if ORDER.contains(&row.word) {
                *weight *= OFTEN;
            }
        }
        let mut steps = Vec::new();
        let (one, other) = (Process(0), Process(1));
        let mut take = |draft: &mut Self, process: Process, call: Call| {
            let step = Step::new(process, call);
            // Its name is taken from now on.
            draft.note(&step);
            steps.push(step);
        };
        let [own, theirs] = [one, other].map(|process| {
            let (context, kind) = (self.name('c'), self.queue_kind());
            take(self, process, verb::Context { new: context, both: false }.into());
            let new = self.name('q');
            take(self, process, verb::Queue { new, context, kind, other: false }.into());
            context
        });
        let memory = self.name('m');
        let (size, align, kind) = (self.size, 0, UsmKind::Device);
        take(
            self,
            one,
            verb::Alloc { new: memory, blocks: BLOCKS, size, align, context: own, kind, other: false }.into(),
        );
        let mut shared = vec![memory];
        for _ in 0..EVENTS {
            let event = self.name('e');
            take(self, one, verb::Event { new: event, context: own, shared: true, other: false }.into());
            shared.push(event);
        }
        for of in shared {
            let handle = self.name('h');
            take(self, one, verb::Get { new: handle, of, at: 0 }.into());
            let new = self.name('i');
            take(self, other, verb::Open { new, handle, context: theirs, other: false }.into());
        }
        steps
    }
}
