//! Programs of steps that are defined.

mod faults;
mod section;

use crate::state::{Kind, Object, Origin, State};
use crate::{
    Asked, Blocks, Call, Coverage, Device, Name, Place, Process, Program, Rights, Situation, Step, WrongSize,
};
use std::collections::BTreeMap;

/// How large programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many processes take part.
    pub processes: u8,
    /// How many threads of each of them take steps at once: with one, only steps of several processes are taken at once; with
    /// none, no steps.
    pub threads: u8,
    /// How many steps there are at most.
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
    /// How often something undefined was done.
    misuse: BTreeMap<String, u64>,
}

/// The calls by how often they are thought of.
const WEIGHTS: &[(&str, usize)] = &[
    ("context", 2),
    ("queue", 3),
    ("finish", 6),
    ("hold", 2),
    ("let", 4),
    ("busy", 3),
    ("alloc", 4),
    ("free", 3),
    ("fill", 9),
    ("copy", 4),
    ("read", 10),
    ("physical", 3),
    ("map", 5),
    ("unmap", 3),
    ("change", 2),
    ("event", 4),
    ("signal", 9),
    ("wait", 6),
    ("status", 5),
    ("info", 5),
    ("ask", 1),
    ("retain", 2),
    ("release", 6),
    ("get", 8),
    ("put", 4),
    ("open", 12),
    ("open with", 1),
    ("close", 6),
];

/// Those without which the others cannot be had, or do not go on.
const NEEDED: [&str; 4] = ["context", "queue", "let", "finish"];
/// How many steps are thought of until one is chosen.
const THOUGHTS: usize = 24;
/// From how many that are possible it is chosen.
const CHOICE: usize = 3;
/// The largest number of blocks of anything.
const BLOCKS: usize = 4;
/// One time in so many, steps are taken at once.
const SECTIONS: usize = 9;
/// How much of one kind a process holds before it stops making more.
const ENOUGH: usize = 4;

impl Generator {
    /// What its programs have covered.
    #[must_use]
    pub const fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// The next program, for this device.
    pub fn program(&mut self, device: Device, limits: Limits, below: Below<'_>) -> Program {
        let mut draft = Draft {
            state: State::new(device),
            processes: usize::from(limits.processes.clamp(1, Process::MOST)),
            weights: WEIGHTS.to_vec(),
            numbers: BTreeMap::new(),
            value: 1,
            like: None,
            faults: limits.faults,
            below,
        };
        // More than two are needed seldom, and each step of a third is one less of the others.
        if !draft.chance(3) {
            draft.processes = draft.processes.min(2);
        }
        draft.vary();
        let (mut program, mut before) = (Program::default(), None);
        // Few programs lose a process, as it takes long to start another.
        let end =
            if draft.chance(16) { Some(limits.steps / 3 + draft.below(limits.steps / 2 + 1)) } else { None };
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
        self.coverage.add(*before, situation);
        *before = Some(situation);
    }

    /// Of some steps that are possible the one of which least is known.
    fn choose(
        &self,
        draft: &mut Draft<'_>,
        process: Process,
        before: Option<Situation>,
        place: Option<Place>,
    ) -> Option<Step> {
        let mut best: Option<((u64, u64), Step)> = None;
        let mut found = 0;
        for _ in 0..THOUGHTS {
            let Some(step) = draft.think(process) else { continue };
            let step = Step { place, manner: draft.manner(&step, place), ..step };
            if draft.state.enabled(&step).is_err() {
                continue;
            }
            let known = self.coverage.known(before, draft.state.situation(&step));
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

/// A program in the making.
struct Draft<'b> {
    state: State,
    processes: usize,
    numbers: BTreeMap<char, u32>,
    value: u32,
    /// The calls by how often they are thought of in this program.
    weights: Vec<(&'static str, usize)>,
    /// What is thought of more often.
    like: Option<&'static str>,
    faults: bool,
    below: Below<'b>,
}

impl Draft<'_> {
    fn below(&mut self, bound: usize) -> usize {
        if bound < 2 { 0 } else { (self.below)(bound) }
    }

    /// One time in so many.
    fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// In every other program some calls are left out and some come often: what all programs have of everything, none has
    /// much of.
    fn vary(&mut self) {
        if self.chance(2) {
            return;
        }
        let varied = WEIGHTS.iter().map(|&(verb, weight)| match self.below(4) {
            0 if !NEEDED.contains(&verb) => (verb, 0),
            1 => (verb, 4 * weight),
            _ => (verb, weight),
        });
        self.weights = varied.collect();
    }

    fn process(&mut self) -> Process {
        let living = self.state.living(self.processes);
        let at = self.below(living.len());
        living.get(at).copied().unwrap_or(Process(0))
    }

    /// A name that is not used, of this letter.
    fn name(&self, letter: char) -> Name {
        Name { letter, number: self.numbers.get(&letter).copied().unwrap_or(0) + 1 }
    }

    /// Uses no name and no value twice.
    fn note(&mut self, step: &Step) {
        if let Some(new) = step.call.makes() {
            self.numbers.insert(new.letter, new.number);
        }
        if let Call::Fill { at, .. } = &step.call {
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
    fn pick(&mut self, wanted: impl Fn(&State, Name, &Object) -> bool) -> Option<Name> {
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

    fn own(&mut self, process: Process, wanted: impl Fn(&Kind) -> bool) -> Option<Name> {
        self.pick(|_, _, object| object.process == process && wanted(&object.kind))
    }

    fn count(&self, process: Process, wanted: impl Fn(&Kind) -> bool) -> usize {
        let own = self.state.objects.values().filter(|object| object.process == process);
        own.filter(|object| wanted(&object.kind)).count()
    }

    /// The end of a process that can be ended.
    fn end(&mut self) -> Option<Step> {
        let process = self.process();
        let call = if self.chance(2) { Call::Kill } else { Call::Exit };
        let step = Step::new(process, call);
        self.state.enabled(&step).is_ok().then_some(step)
    }

    /// A step that may be possible.
    fn think(&mut self, process: Process) -> Option<Step> {
        let total = self.weights.iter().map(|(_, weight)| weight).sum();
        let mut at = self.below(total);
        let (verb, _) = *self.weights.iter().find(|(_, weight)| match at.checked_sub(*weight) {
            Some(rest) => {
                at = rest;
                false
            }
            None => true,
        })?;
        let contexts = self.count(process, |kind| matches!(kind, Kind::Context { .. }));
        // Nothing goes without one.
        let verb = if contexts == 0 { "context" } else { verb };
        let like = self.like;
        let verb = match like {
            Some(like) if self.chance(2) => like,
            _ => verb,
        };
        let call = match verb {
            "context" if contexts < 2 => Call::Context { new: self.name('c') },
            "queue" if self.count(process, |kind| matches!(kind, Kind::Queue { .. })) < ENOUGH => {
                Call::Queue { new: self.name('q'), context: self.in_context(process)? }
            }
            "alloc" | "physical" | "event" => self.something(process, verb)?,
            "fill" | "copy" | "read" => self.command(process, verb)?,
            "signal" => {
                let event = self.own(process, |kind| matches!(kind, Kind::Event { .. }))?;
                let queue = self.queue_beside(event)?;
                Call::Signal { event, queue, after: self.wait_list(process, queue) }
            }
            "wait" => {
                let first = self.own(process, |kind| matches!(kind, Kind::Event { .. }))?;
                let second = self.own(process, |kind| matches!(kind, Kind::Event { .. }))?;
                let both = second != first && self.chance(3);
                Call::Wait { events: if both { vec![first, second] } else { vec![first] } }
            }
            "map" => {
                let of = self.own(process, |kind| matches!(kind, Kind::Physical { .. }))?;
                let Kind::Physical { storage, .. } = self.state.objects[&of].kind else { return None };
                let most = self.state.storages[storage].blocks.len() as u32;
                let whole = !self.chance(3);
                let blocks = if whole { Blocks { of, from: 0, to: most } } else { self.blocks(of, most) };
                Call::Map { new: self.name('v'), blocks, access: self.rights() }
            }
            "get" => {
                let of = self.own(process, |kind| {
                    matches!(kind, Kind::Memory { .. } | Kind::Physical { .. } | Kind::Event { .. })
                })?;
                let inside = matches!(self.state.objects[&of].kind, Kind::Memory { .. }) && self.chance(3);
                let at = if inside { self.below(BLOCKS) as u32 } else { 0 };
                Call::Get { new: self.name('h'), of, at }
            }
            "open" | "open with" => {
                let context = self.in_context(process)?;
                let foreign = !self.chance(4);
                let handle = self.pick(|_, _, object| {
                    matches!(object.kind, Kind::Handle(_)) && (object.process != process) == foreign
                })?;
                if verb == "open with" {
                    let at = self.below(WrongSize::ALL.len());
                    Call::OpenWrong { handle, context, size: WrongSize::ALL[at] }
                } else {
                    Call::Open { new: self.name('i'), handle, context }
                }
            }
            _ => self.ending(process, verb)?,
        };
        Some(Step::new(process, call))
    }

    /// A call about one object that is there, and about nothing else.
    fn ending(&mut self, process: Process, verb: &str) -> Option<Call> {
        let wanted: fn(&Kind) -> bool = match verb {
            "finish" | "hold" | "let" | "busy" => |kind| matches!(kind, Kind::Queue { .. }),
            "free" => |kind| matches!(kind, Kind::Memory { imported: false, .. }),
            "unmap" | "change" => |kind| matches!(kind, Kind::Mapping { .. }),
            "ask" => |kind| matches!(kind, Kind::Event { origin: Origin::Imported, .. }),
            "status" => |kind| matches!(kind, Kind::Event { .. }),
            "put" => |kind| matches!(kind, Kind::Handle(_)),
            "info" => |kind| {
                matches!(
                    kind,
                    Kind::Memory { imported: true, .. }
                        | Kind::Physical { .. }
                        | Kind::Mapping { .. }
                        | Kind::Event { .. }
                )
            },
            "retain" => {
                |kind| matches!(kind, Kind::Context { .. } | Kind::Physical { .. } | Kind::Event { .. })
            }
            "release" => |kind| {
                matches!(
                    kind,
                    Kind::Context { .. } | Kind::Queue { .. } | Kind::Physical { .. } | Kind::Event { .. }
                )
            },
            "close" => |kind| {
                matches!(
                    kind,
                    Kind::Memory { imported: true, .. } | Kind::Physical { origin: Origin::Imported, .. }
                )
            },
            _ => return None,
        };
        let name = self.own(process, wanted)?;
        Some(match verb {
            "finish" => Call::Finish { queue: name },
            "hold" => Call::Hold { queue: name },
            "let" => Call::Let { queue: name },
            "free" => Call::Free { memory: name },
            "unmap" => Call::Unmap { mapping: name },
            "change" => Call::Change { mapping: name, access: self.rights() },
            "busy" => Call::Busy { queue: name },
            "ask" => Call::Ask { event: name, what: Asked::ALL[self.below(Asked::ALL.len())] },
            "status" => Call::Status { event: name },
            "put" => Call::Put { handle: name },
            "info" => Call::Info { of: name },
            "retain" => Call::Retain { object: name },
            "release" => Call::Release { object: name },
            _ => Call::Close { import: name },
        })
    }

    fn rights(&mut self) -> Rights {
        if self.chance(3) { Rights::Read } else { Rights::Write }
    }

    fn in_context(&mut self, process: Process) -> Option<Name> {
        self.own(process, |kind| matches!(kind, Kind::Context { .. }))
    }

    /// Something new that may be shared.
    fn something(&mut self, process: Process, verb: &str) -> Option<Call> {
        let context = self.in_context(process)?;
        let shared = !self.chance(6);
        let blocks = 1 + self.below(BLOCKS) as u32;
        let (call, held) = match verb {
            "alloc" => (
                Call::Alloc { new: self.name('m'), blocks, context },
                self.count(process, |kind| matches!(kind, Kind::Memory { imported: false, .. })),
            ),
            "physical" => (
                Call::Physical { new: self.name('p'), blocks, context, shared },
                self.count(process, |kind| matches!(kind, Kind::Physical { .. })),
            ),
            _ => (
                Call::Event { new: self.name('e'), context, shared },
                self.count(process, |kind| matches!(kind, Kind::Event { .. })),
            ),
        };
        (held < ENOUGH).then_some(call)
    }

    /// A queue in the context of something.
    fn queue_beside(&mut self, name: Name) -> Option<Name> {
        let context = self.state.objects.get(&name)?.context;
        self.pick(|_, _, object| matches!(object.kind, Kind::Queue { .. }) && object.context == context)
    }

    fn wait_list(&mut self, process: Process, queue: Name) -> Vec<Name> {
        if !self.chance(4) {
            return Vec::new();
        }
        let Some(context) = self.state.objects.get(&queue).map(|object| object.context) else {
            return Vec::new();
        };
        let event = self.pick(|state, name, object| {
            object.process == process
                && object.context == context
                && matches!(object.kind, Kind::Event { event, .. } if state.signal_of(name, event).is_ok())
        });
        event.into_iter().collect()
    }

    /// Some of so many blocks.
    fn blocks(&mut self, of: Name, most: u32) -> Blocks {
        let from = self.below(most as usize) as u32;
        let to = from + 1 + self.below((most - from) as usize) as u32;
        Blocks { of, from, to }
    }

    /// Something that commands reach, and some of it.
    fn target(&mut self, process: Process, context: Option<Name>) -> Option<Blocks> {
        let of = self.pick(|_, _, object| {
            object.process == process
                && context.is_none_or(|context| object.context == context)
                && matches!(object.kind, Kind::Memory { .. } | Kind::Mapping { .. })
        })?;
        let most = match self.state.objects[&of].kind {
            Kind::Memory { storage, offset, .. } => self.state.storages[storage].blocks.len() as u32 - offset,
            Kind::Mapping { blocks, .. } => blocks,
            _ => return None,
        };
        Some(self.blocks(of, most))
    }

    fn command(&mut self, process: Process, verb: &str) -> Option<Call> {
        let at = self.target(process, None)?;
        let queue = self.queue_beside(at.of)?;
        let after = self.wait_list(process, queue);
        Some(match verb {
            "fill" => Call::Fill { at, value: self.value, queue, after },
            "read" => Call::Read { at, queue, after },
            _ => {
                let context = self.state.objects.get(&at.of)?.context;
                let to = self.target(process, Some(context))?;
                let count = at.count().min(to.count());
                let cut = |blocks: Blocks| Blocks { to: blocks.from + count, ..blocks };
                Call::Copy { from: cut(at), to: cut(to), queue, after }
            }
        })
    }
}
