//! The generator of programs with defined steps.

mod faults;
mod lists;
mod section;
mod shared;
mod sizes;

use crate::calls::Row;
use crate::state::{Kind, Object, State};
use crate::table::ROWS;
use crate::{
    BLOCK, Blocks, Call, Coverage, Device, Name, Place, Process, Program, QueueKind, Rights, Situation, Step,
    UsmKind, verb,
};
use std::collections::BTreeMap;

/// Limits of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Number of processes that take part.
    pub processes: u8,
    /// Number of threads of each process that take steps at once. With one, only steps of several processes are taken
    /// at once; with none, no steps.
    pub threads: u8,
    /// Maximum number of steps.
    pub steps: usize,
    /// Whether processes stop and go on, and calls are made without descriptors.
    pub faults: bool,
    /// Whether the last step is one that is not defined.
    pub misuse: bool,
}

/// A source of numbers: one below its argument, each time.
type Below<'b> = &'b mut dyn FnMut(usize) -> usize;

/// Makes programs, and knows what it has made already. All that is random comes from outside.
#[derive(Clone, Debug, Default)]
pub struct Generator {
    coverage: Coverage,
    /// Number of times that each undefined step was taken.
    misuse: BTreeMap<String, u64>,
}

/// Those without which the others cannot be had, or do not go on.
const NEEDED: [&str; 4] = ["context", "queue", "let", "finish"];
/// Maximum number of candidates that are thought of for one step.
const THOUGHTS: usize = 24;
/// From how many that are possible it is chosen.
const CHOICE: usize = 3;
/// The largest number of blocks of anything.
pub(crate) const BLOCKS: usize = 4;
/// One time in so many, steps are taken at once.
const SECTIONS: usize = 9;
/// Programs of fewer steps have no use for many first ones.
const FEW_STEPS: usize = 40;
/// Programs of more steps are long: what they hold stays small, however much they make.
const LONG: usize = 1000;
/// Number of objects of one kind at which a process stops making more.
pub(crate) const ENOUGH: usize = 4;

impl Generator {
    /// Returns the coverage of its programs.
    #[must_use]
    pub const fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The next program, for this device.
    pub fn program(&mut self, device: Device, limits: Limits, below: Below<'_>) -> Program {
        let mut draft = Draft {
            state: State::new(device),
            processes: usize::from(limits.processes.clamp(1, Process::MOST)),
            weights: thought_of().collect(),
            numbers: BTreeMap::new(),
            value: 1,
            like: None,
            waits_long: false,
            is_long: limits.steps > LONG,
            size: BLOCK,
            faults: limits.faults,
            below,
        };
        // More than two are needed seldom, and each step of a third is one less of the others.
        if !draft.chance(3) {
            draft.processes = draft.processes.min(2);
        }
        draft.vary();
        draft.size = draft.size_of_blocks();
        let (mut program, mut before) = (Program::default(), None);
        // Few programs lose a process, as it takes long to start another.
        let end = if draft.chance(16) && !draft.is_long {
            Some(limits.steps / 3 + draft.below(limits.steps / 2 + 1))
        } else {
            None
        };
        let mut first = draft.beginnings();
        first.extend(draft.sharing(limits));
        first.extend(self.many_events(&mut draft, limits));
        for step in first {
            self.cover(&draft.state, &step, &mut before);
            draft.advance(&step);
            program.steps.push(step);
        }
        let mut process = Process(0);
        let (mut at, mut sections) = (0, 0);
        while at < limits.steps {
            let steps = if draft.chance(SECTIONS) { self.section(&mut draft, limits, before) } else { None };
            if let Some((mut steps, state)) = steps {
                sections += 1;
                for step in &mut steps {
                    step.place = step.place.map(|place| Place { section: sections, ..place });
                    self.cover(&draft.state, step, &mut before);
                }
                draft.state = state;
                at += steps.len();
                program.steps.extend(steps);
                continue;
            }
            at += 1;
            if draft.chance(2) {
                process = draft.process();
            }
            let step = if end.is_some_and(|end| at > end) && draft.state.ended.is_empty() {
                draft.end()
            } else {
                draft.stops()
            };
            let Some(step) = step.or_else(|| self.choose(&mut draft, process, before, None)) else {
                continue;
            };
            self.cover(&draft.state, &step, &mut before);
            draft.advance(&step);
            program.steps.push(step);
        }
        // The others are ended, so that what they leave is counted.
        if limits.misuse && draft.chance(2) {
            program.steps.extend(self.undefined(&mut draft));
        }
        program
    }

    /// Takes note of a step, and of its situation for the next one.
    fn cover(&mut self, state: &State, step: &Step, before: &mut Option<Situation>) {
        let situation = state.situation(step);
        self.coverage.add(*before, situation, &state.classes(step));
        *before = Some(situation);
    }

    /// Of some steps that are possible the one of which least is known: of which two classes, or else which situation behind this
    /// one, came about least.
    fn choose(
        &self,
        draft: &mut Draft<'_>,
        process: Process,
        before: Option<Situation>,
        place: Option<Place>,
    ) -> Option<Step> {
        let mut best: Option<((u32, u64, u64), Step)> = None;
        let mut found = 0;
        for _ in 0..THOUGHTS {
            let Some(step) = draft.think(process) else { continue };
            let step = Step { place, modifier: draft.modifier(&step, place), ..step };
            if draft.state.enabled(&step).is_err() {
                continue;
            }
            let (situation, classes) = (draft.state.situation(&step), draft.state.classes(&step));
            let known = self.coverage.known(before, situation, &classes);
            if best.as_ref().is_none_or(|(least, _)| known < *least) {
                best = Some((known, step));
            }
            found += 1;
            if found == CHOICE {
                break;
            }
        }
        best.map(|(_, step)| step)
    }
}

/// The verbs that are thought of, with how often.
fn thought_of() -> impl Iterator<Item = (&'static Row, usize)> {
    ROWS.iter().map(|row| (row, row.weight)).filter(|(_, weight)| *weight > 0)
}

/// A program in the making.
pub(crate) struct Draft<'b> {
    pub state: State,
    processes: usize,
    numbers: BTreeMap<char, u32>,
    pub value: u32,
    /// The calls by how often they are thought of in this program.
    weights: Vec<(&'static Row, usize)>,
    /// The verb that the generator thinks of more often.
    like: Option<&'static Row>,
    /// Whether there are many events, and wait lists are long.
    waits_long: bool,
    /// Whether what is held has to stay small, as there are many steps.
    pub is_long: bool,
    /// Size of most blocks, in bytes.
    size: u32,
    faults: bool,
    below: Below<'b>,
}

impl Draft<'_> {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        if bound < 2 { 0 } else { (self.below)(bound) }
    }

    /// One time in so many.
    pub(crate) fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// In every other program some calls are left out and some come often: what all programs have of everything, none has
    /// much of.
    fn vary(&mut self) {
        if self.chance(2) {
            return;
        }
        let varied = thought_of().map(|(row, weight)| match self.below(4) {
            // In long programs what is held would not stay small without what ends it.
            0 if !self.is_long && !NEEDED.contains(&row.word) => (row, 0),
            1 => (row, 4 * weight),
            _ => (row, weight),
        });
        self.weights = varied.collect();
    }

    fn process(&mut self) -> Process {
        let living = self.state.living(self.processes);
        let at = self.below(living.len());
        living.get(at).copied().unwrap_or(Process(0))
    }

    /// A name that is not used, of this letter.
    pub(crate) fn name(&self, letter: char) -> Name {
        Name { letter, number: self.numbers.get(&letter).copied().unwrap_or(0) + 1 }
    }

    /// Uses no name and no value twice.
    fn note(&mut self, step: &Step) {
        if let Some(new) = step.call.makes() {
            self.numbers.insert(new.letter, new.number);
        }
        if let Call::Fill(verb::Fill { at, .. }) = &step.call {
            self.value += at.count();
        }
    }

    /// Takes a step as it is expected to go.
    fn advance(&mut self, step: &Step) {
        self.note(step);
        if let Ok(allowed) = self.state.allowed(step) {
            self.state.apply(step, &allowed.expected());
        }
    }

    /// Some object that is such.
    pub(crate) fn pick(&mut self, wanted: impl Fn(&State, Name, &Object) -> bool) -> Option<Name> {
        let names: Vec<Name> = self
            .state
            .objects
            .iter()
            .filter(|(name, object)| wanted(&self.state, **name, object))
            .map(|(name, _)| *name)
            .collect();
        let at = self.below(names.len());
        names.get(at).copied()
    }

    pub(crate) fn own(&mut self, process: Process, wanted: impl Fn(&Kind) -> bool) -> Option<Name> {
        self.pick(|_, _, object| object.process == process && wanted(&object.kind))
    }

    pub(crate) fn count(&self, process: Process, wanted: impl Fn(&Kind) -> bool) -> usize {
        let own = self.state.objects.values().filter(|object| object.process == process);
        own.filter(|object| wanted(&object.kind)).count()
    }

    /// True if a process of a long program holds enough of something: in others it never comes to hold much.
    pub(crate) fn has_enough(&self, process: Process, wanted: impl Fn(&Kind) -> bool) -> bool {
        self.is_long && self.count(process, wanted) >= 2 * ENOUGH
    }

    /// The end of a process that can be ended.
    fn end(&mut self) -> Option<Step> {
        let process = self.process();
        let call = if self.chance(2) { verb::Kill {}.into() } else { verb::Exit {}.into() };
        let step = Step::new(process, call);
        self.state.enabled(&step).is_ok().then_some(step)
    }

    /// A step that may be possible.
    fn think(&mut self, process: Process) -> Option<Step> {
        let total = self.weights.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(total);
        let (row, _) = *self.weights.iter().find(|(_, weight)| match at.checked_sub(*weight) {
            Some(rest) => {
                at = rest;
                false
            }
            None => true,
        })?;
        // Nothing goes without one.
        let contexts = self.count(process, |kind| matches!(kind, Kind::Context { .. }));
        let row = if contexts == 0 { self.weights[0].0 } else { row };
        let like = self.like;
        let row = match like {
            Some(like) if self.chance(2) => like,
            _ => row,
        };
        (row.candidate)(self, process).map(|call| Step::new(process, call))
    }

    pub(crate) fn rights(&mut self) -> Rights {
        if self.chance(3) { Rights::Read } else { Rights::Write }
    }

    /// Draws the kind of a new queue: the usual one as often as not.
    pub(crate) fn queue_kind(&mut self) -> QueueKind {
        if self.chance(2) { QueueKind::InOrder } else { QueueKind::ALL[self.below(QueueKind::ALL.len())] }
    }

    /// Draws the kind of new memory: mostly on the device, since such memory has handles, and from a pool as often as not where the
    /// process has one.
    pub(crate) fn usm_kind(&mut self, process: Process) -> UsmKind {
        if self.count(process, |kind| self.state.is_of_pool(kind)) > 0 && self.chance(2) {
            UsmKind::Pooled
        } else if self.chance(4) {
            UsmKind::ALL[self.below(UsmKind::ALL.len())]
        } else {
            UsmKind::Device
        }
    }

    /// Draws whether a new context is of both devices, where there is a second one.
    pub(crate) fn both(&mut self) -> bool {
        self.state.device.second && self.chance(2)
    }

    /// Draws whether something new is on the second device of its context, if that has one.
    pub(crate) fn other(&mut self, context: Name) -> bool {
        self.state.is_of_both(context) && self.chance(2)
    }

    pub(crate) fn in_context(&mut self, process: Process) -> Option<Name> {
        self.own(process, |kind| matches!(kind, Kind::Context { .. }))
    }

    /// A context for something new, whether it is to be shared, and how many blocks it has.
    pub(crate) fn something(&mut self, process: Process) -> Option<(Name, bool, u32)> {
        let context = self.in_context(process)?;
        let shared = !self.chance(6);
        Some((context, shared, 1 + self.below(BLOCKS) as u32))
    }

    /// A queue in the context of something.
    pub(crate) fn queue_beside(&mut self, name: Name) -> Option<Name> {
        let context = self.state.objects.get(&name)?.context;
        self.pick(|_, _, object| matches!(object.kind, Kind::Queue { .. }) && object.context == context)
    }

    /// A block of memory, mostly the first; of anything else that.
    pub(crate) fn block_within(&mut self, of: Name) -> u32 {
        let is_memory = matches!(self.state.objects[&of].kind, Kind::Memory { .. });
        if is_memory && self.chance(3) { self.below(BLOCKS) as u32 } else { 0 }
    }

    /// Some of so many blocks, or all: what is filled as a whole is known as a whole, and what is read so shows all.
    pub(crate) fn blocks(&mut self, of: Name, most: u32) -> Blocks {
        if self.chance(3) {
            return Blocks { of, from: 0, to: most };
        }
        let from = self.below(most as usize) as u32;
        let to = from + 1 + self.below((most - from) as usize) as u32;
        Blocks { of, from, to }
    }

    /// Something that commands reach, and some of it.
    pub(crate) fn target(&mut self, process: Process, context: Option<Name>) -> Option<Blocks> {
        let of = self.pick(|_, _, object| {
            object.process == process
                && context.is_none_or(|context| object.context == context)
                && matches!(object.kind, Kind::Memory { .. } | Kind::Mapping { .. })
        })?;
        let most = self.blocks_of(of)?;
        Some(self.blocks(of, most))
    }

    /// Returns the number of blocks that commands reach through this name.
    pub(crate) fn blocks_of(&self, name: Name) -> Option<u32> {
        match self.state.objects.get(&name)?.kind {
            Kind::Memory { storage, offset, .. } => {
                Some(self.state.storages[storage].blocks.len() as u32 - offset)
            }
            Kind::Mapping { ref parts, .. } => Some(parts.len() as u32),
            _ => None,
        }
    }

    /// Some blocks, a queue that has commands on them, and what such a command waits for.
    pub(crate) fn command(&mut self, process: Process) -> Option<(Blocks, Name, Vec<Name>)> {
        let at = self.target(process, None)?;
        let queue = self.queue_beside(at.of)?;
        Some((at, queue, self.wait_list(process, queue)))
    }
}
