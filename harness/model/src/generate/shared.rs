//! Programs in which two processes share memory and events from the start, and order their commands by them.

use super::{Draft, FEW_STEPS, Limits};
use crate::part::Piece;
use crate::{Program, Step};

/// One program in so many begins so.
const SELDOM: usize = 4;
/// What such programs think of more often: what orders commands, what lasts, and what shows the order.
const ORDER: [&str; 6] = ["busy", "signal", "fill", "copy", "read", "status"];
/// So often.
const OFTEN: usize = 3;
/// Their first steps, with the usual queues and blocks.
const SHARED: &str = "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1
a: e1 = event in c1 shared
a: e2 = event in c1 shared
a: h1 = get m1
a: h2 = get e1
a: h3 = get e2
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
b: i2 = open h2 in c2
b: i3 = open h3 in c2
";

impl Draft<'_> {
    /// Steps by which a second process opens memory and events of the first; in most programs none. No name may be in use.
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
        let Program { mut steps } = SHARED.parse().expect("a program");
        for step in &mut steps {
            for piece in step.call.pieces() {
                match piece {
                    Piece::Kind(kind) => *kind = self.queue_kind(),
                    Piece::Bytes(size) => *size = self.size,
                    _ => {}
                }
            }
            // Its name is taken from now on.
            self.note(step);
        }
        steps
    }
}
