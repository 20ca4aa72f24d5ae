//! Programs in which processes share something from the start, so that their steps go deep into what comes of it.

use super::{Draft, FEW_STEPS, Limits};
use crate::part::Piece;
use crate::{Device, Program, Step};

/// One program in so many begins so.
const SELDOM: usize = 3;
/// So often is thought of what shows more of what is shared.
const OFTEN: usize = 3;

/// A beginning.
struct Shared {
    processes: usize,
    /// Whether a device has what it takes.
    possible: fn(&Device) -> bool,
    /// The verbs that such programs think of more often.
    often: &'static [&'static str],
    /// The first steps, with the usual queues and blocks; of large ones memory has two at most.
    steps: &'static str,
}

/// The first is drawn twice as often as each other one.
const ALL: [Shared; 5] = [ORDERED, ORDERED, POOLED, MAPPED, FROM_TWO];

/// What orders commands, what lasts, and what shows the order.
const ORDERED: Shared = Shared {
    processes: 2,
    possible: |device| device.memory && device.event && device.reusable_events,
    often: &["busy", "signal", "fill", "copy", "read", "status"],
    steps: "a: c1 = context
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
",
};

/// Allocations of a pool, and parts of one.
const POOLED: Shared = Shared {
    processes: 2,
    possible: |device| device.memory,
    often: &["alloc", "free", "get", "close", "info", "fill", "copy", "read"],
    steps: "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1 pooled
a: m2 = alloc 2 in c1 pooled
a: h1 = get m1
a: h2 = get m2
a: h3 = get m2 at 1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
b: i2 = open h2 in c2
b: i3 = open h3 in c2
",
};

/// Mappings beside each other.
const MAPPED: Shared = Shared {
    processes: 2,
    possible: |device| device.physical && device.virtual_memory,
    often: &["map", "unmap", "change", "fill", "copy", "read"],
    steps: "a: c1 = context
a: q1 = queue in c1
a: p1 = physical 3 in c1 shared
a: v1 = map p1[0..3]
a: h1 = get p1
b: c2 = context
b: q2 = queue in c2
b: i1 = open h1 in c2
b: r1 = reserve 4 in c2
b: v2 = map i1[1..2] at r1[1..2]
",
};

/// Two processes that share, often at equal addresses, and one that has both.
const FROM_TWO: Shared = Shared {
    processes: 3,
    possible: |device| device.memory,
    often: &["get", "open", "close", "fill", "copy", "copy2d", "read"],
    steps: "a: c1 = context
a: q1 = queue in c1
a: m1 = alloc 2 in c1
a: h1 = get m1
b: c2 = context
b: q2 = queue in c2
b: m2 = alloc 2 in c2
b: h2 = get m2
c: c3 = context
c: q3 = queue in c3
c: i1 = open h1 in c3
c: i2 = open h2 in c3
",
};

impl Draft<'_> {
    /// Steps by which a process opens what another one shares; in most programs none. No name may be in use.
    pub(super) fn sharing(&mut self, limits: Limits) -> Vec<Step> {
        if limits.steps < FEW_STEPS || !self.chance(SELDOM) {
            return Vec::new();
        }
        let possible = |shared: &&Shared| {
            shared.processes <= usize::from(limits.processes) && (shared.possible)(&self.state.device)
        };
        let possible: Vec<&Shared> = ALL.iter().filter(possible).collect();
        let at = self.below(possible.len());
        let Some(Shared { processes, often, steps, .. }) = possible.get(at) else { return Vec::new() };
        self.processes = self.processes.max(*processes);
        for (row, weight) in &mut self.weights {
            if often.contains(&row.word) {
                *weight *= OFTEN;
            }
        }
        let Program { mut steps } = steps.parse().expect("a program");
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
