//! The classes of a step in the dimensions of situations, the same as those of calls when they return.

use crate::part::Piece;
use crate::state::{Kind, State};
use crate::{Blocks, Call, Step};
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use ur_ipc_api::Family;
use ur_ipc_api::situations::{
    BYTES, CONTEXTS, Dimension, LIVE, OFFSET, ORIGIN, PENDING, PLACES, QUEUE, QUEUE_FLAGS, THREAD, WAIT_LIST,
};

/// A class by its place among those of all dimensions.
type ClassIndex = u8;
/// The level of well-known pairs: those that came about `1 << (KNOWN - 1)` times or more.
const KNOWN: u32 = 3;

/// Classes of a step in the model alone: of objects on the second device, and on both.
const DEVICES: [ClassIndex; 2] = [PLACES as ClassIndex, PLACES as ClassIndex + 1];
/// The number of all classes.
const ALL: usize = PLACES + DEVICES.len();

/// The devices of what a step makes and is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum DeviceClass {
    /// All is on the first one, or on none.
    First,
    /// All is on the second one.
    Second,
    /// Something is on either.
    Both,
}

/// A verb, and the classes of a step of it.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    verb: Discriminant<Call>,
    places: Vec<ClassIndex>,
}

/// Counts of two classes together in a step of a verb.
#[derive(Clone, Debug, Default)]
pub(super) struct PairCounts(HashMap<Discriminant<Call>, Vec<u32>>);

impl PairCounts {
    pub(super) fn add(&mut self, classes: &Classes) {
        let counts = self.0.entry(classes.verb).or_insert_with(|| vec![0; ALL * ALL]);
        classes.pairs().for_each(|at| counts[at] = counts[at].saturating_add(1));
    }

    /// Returns the level of the step's rarest pair of classes: the bit length of its count, at most `KNOWN`.
    pub(super) fn least(&self, classes: &Classes) -> u32 {
        let Some(counts) = self.0.get(&classes.verb) else { return 0 };
        let least = classes.pairs().map(|at| counts[at]).min().unwrap_or(u32::MAX);
        (u32::BITS - least.leading_zeros()).min(KNOWN)
    }
}

impl Classes {
    /// Two classes of it, and each with itself.
    fn pairs(&self) -> impl Iterator<Item = usize> {
        let all = self.places.iter().enumerate();
        all.flat_map(|(at, one)| {
            self.places[at..].iter().map(|other| usize::from(*one) * ALL + usize::from(*other))
        })
    }
}

/// Classes in the making.
struct ClassesDraft(Vec<ClassIndex>);

impl ClassesDraft {
    fn of(&mut self, dimension: &'static Dimension, class: usize) {
        self.0.push(dimension.place(class) as ClassIndex);
    }

    fn number(&mut self, dimension: &'static Dimension, number: u64) {
        self.of(dimension, dimension.class_of(number));
    }
}

impl State {
    /// The classes that a step is of in this state.
    pub(crate) fn classes(&self, step: &Step) -> Classes {
        let (mut call, mut draft) = (step.call.clone(), ClassesDraft(Vec::with_capacity(12)));
        let own = || self.objects.values().filter(|object| object.process == step.process);
        let (mut blocks, mut size) = (None, None);
        for piece in call.pieces() {
            match piece {
                Piece::Events(events) => draft.number(&WAIT_LIST, events.len() as u64),
                Piece::Blocks(at) => self.blocks_are(*at, &mut draft),
                Piece::Count(count) => blocks = Some(*count),
                Piece::Bytes(bytes) => size = Some(*bytes),
                _ => {}
            }
        }
        if let (Some(blocks), Some(size)) = (blocks, size) {
            draft.number(&BYTES, u64::from(blocks) * u64::from(size));
        }
        if let Some(kind) = self.kind_of_queue(&step.call) {
            let class = QUEUE_FLAGS.iter().position(|flags| *flags == kind.flags());
            draft.of(&QUEUE, class.unwrap_or_default());
        }
        let sharing = match step.call.verb() {
            "get" | "put" => Some(false),
            "open" | "close" => Some(true),
            _ => None,
        };
        if let (Some(opens), Some(family)) = (sharing, step.call.subject().and_then(|of| self.family_of(of)))
        {
            let live = own().filter(|object| match &object.kind {
                Kind::Handle(handle) => !opens && handle.family == family,
                kind => opens && object.is_imported() && family_of(kind) == Some(family),
            });
            draft.number(&LIVE, live.count() as u64);
        }
        let subject = step.call.subject().and_then(|of| self.objects.get(&of));
        if let Some(object) = subject.filter(|object| family_of(&object.kind).is_some()) {
            draft.of(&ORIGIN, usize::from(object.is_imported()));
        }
        let contexts = own().filter(|object| matches!(object.kind, Kind::Context { .. })).count();
        draft.of(&CONTEXTS, usize::from(contexts > 1));
        draft.of(&THREAD, usize::from(step.taker().1 > 1));
        let held = self.holds.iter().any(|(_, stamp)| self.is_of(step.process)(stamp.queue));
        draft.of(&PENDING, usize::from(held));
        match self.device_class(&step.call) {
            DeviceClass::First => {}
            DeviceClass::Second => draft.0.push(DEVICES[0]),
            DeviceClass::Both => draft.0.push(DEVICES[1]),
        }
        let ClassesDraft(mut places) = draft;
        places.sort_unstable();
        places.dedup();
        Classes { verb: discriminant(&step.call), places }
    }

    /// The class of a call by the devices of what it makes and is given.
    pub(super) fn device_class(&self, call: &Call) -> DeviceClass {
        let mut all: Vec<bool> = call.names().into_iter().flat_map(|name| self.devices_of(name)).collect();
        // An event is opened for all devices.
        let opened = call.opens().filter(|handle| self.family_of(*handle) != Some(Family::Event));
        all.extend(call.says_second().then_some(true).or(opened.map(|_| false)));
        match (all.contains(&true), all.contains(&false)) {
            (false, _) => DeviceClass::First,
            (true, false) => DeviceClass::Second,
            (true, true) => DeviceClass::Both,
        }
    }

    /// Adds the classes of the used bytes of memory, and of their offset. The size of granules is not known.
    fn blocks_are(&self, at: Blocks, draft: &mut ClassesDraft) {
        if let Some(Kind::Memory { storage, .. }) = self.objects.get(&at.of).map(|object| &object.kind) {
            let size = u64::from(self.storages[*storage].bytes);
            draft.number(&BYTES, u64::from(at.count()) * size);
            draft.number(&OFFSET, u64::from(at.from) * size);
        }
    }
}

/// The family of something that may be opened.
const fn family_of(kind: &Kind) -> Option<Family> {
    match kind {
        Kind::Memory { .. } => Some(Family::Memory),
        Kind::Physical { .. } => Some(Family::Physical),
        Kind::Event { .. } => Some(Family::Event),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Device, Program};
    use ur_ipc_api::situations::{CLASSES, DIMENSIONS};

    /// The classes of the last step of a program, with their dimensions.
    fn classes(text: &str) -> Vec<(&'static str, &'static str)> {
        let (mut steps, mut state) = (text.parse::<Program>().unwrap().steps, State::new(Device::WHOLE));
        let last = steps.pop().unwrap();
        for step in steps {
            let allowed = state.allowed(&step).unwrap_or_else(|why| panic!("{step}: {why}"));
            state.apply(&step, &allowed.expected());
        }
        let named = |place: &ClassIndex| {
            let dimension = DIMENSIONS[usize::from(*place) / CLASSES];
            (dimension.name, dimension.classes[usize::from(*place) % CLASSES].name)
        };
        state.classes(&last).places.iter().map(named).collect()
    }

    #[test]
    fn a_step_has_the_classes_of_its_call() {
        assert!(DIMENSIONS.iter().all(|dimension| dimension.classes.len() <= CLASSES));
        let memory = "a: c1 = context\na: m1 = alloc 4 of 60 in c1\na: h1 = get m1\na: h2 = get m1\n\
                      b: c2 = context\nb: c3 = context\nb: i1 = open h1 in c2\nb: q1 = queue in c2 batched\n";
        let fill = classes(&format!("{memory}b: fill i1[2..3] with 7 by q1\n"));
        let expected = [
            ("bytes", "1-64"),
            ("offset", "64-4095"),
            ("wait list", "0"),
            ("queue", "batched"),
            ("origin", "imported"),
            ("thread", "the test's"),
            ("contexts", "several"),
            ("held work", "none"),
        ];
        assert_eq!(fill, expected);
        let get = classes(&format!("{memory}a: h3 = get m1\n"));
        assert!(get.contains(&("live objects", "2-31")) && get.contains(&("origin", "own")), "{get:?}");
        let open = classes(&format!("{memory}b: i2 = open h1 in c3\n"));
        assert!(open.contains(&("live objects", "1")), "{open:?}");
        let held = classes(&format!("{memory}b: hold q1\nb: close i1\n").replace("b: close", "b: info"));
        assert!(held.contains(&("held work", "some")), "{held:?}");
    }

    #[test]
    fn what_came_about_least_counts() {
        let classes = |places: &[ClassIndex]| Classes {
            verb: discriminant(&"a: c1 = context\n".parse::<Program>().unwrap().steps[0].call),
            places: places.to_vec(),
        };
        let mut together = PairCounts::default();
        assert_eq!(together.least(&classes(&[1, 9])), 0);
        (0..4).for_each(|_| together.add(&classes(&[1, 9])));
        together.add(&classes(&[2, 10]));
        let least = [&[1, 9][..], &[2, 10], &[1, 10], &[2]].map(|places| together.least(&classes(places)));
        assert_eq!(least, [3, 1, 0, 1]);
    }
}
