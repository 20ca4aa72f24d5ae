//! The state after some steps.

mod clock;
mod devices;
mod names;
mod queue;
mod slots;
mod sources;

pub(crate) use clock::{Access, Clock, Stamp};
pub(crate) use devices::ListedEvents;
pub(crate) use queue::{Order, Queue};
pub(crate) use sources::{Block, Life, Signals, Storage};

use names::Used;

use crate::{
    Allowed, Beginning, Blocks, Call, Name, Observed, Process, QueueKind, Rights, Step, StepModifier,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use ur_ipc_api::Family;

/// The capabilities that a device reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent capability")]
pub struct Device {
    /// `UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP`
    pub memory: bool,
    /// `UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP`
    pub physical: bool,
    /// `UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP`
    pub event: bool,
    /// `UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT`
    pub virtual_memory: bool,
    /// `UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP`
    pub reusable_events: bool,
    /// `UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP`
    pub host_tasks: bool,
    /// `UR_DEVICE_INFO_TIMESTAMP_RECORDING_SUPPORT_EXP`
    pub timestamps: bool,
    /// Whether its platform has a second device with the same capabilities, and each of the two reaches the other's memory.
    pub second: bool,
}

impl Device {
    /// One that can do everything.
    pub const WHOLE: Self = Self {
        memory: true,
        physical: true,
        event: true,
        virtual_memory: true,
        reusable_events: true,
        host_tasks: true,
        timestamps: true,
        second: true,
    };

    pub(crate) const fn shares(&self, family: Family) -> bool {
        match family {
            Family::Memory => self.memory,
            Family::Physical => self.physical,
            Family::Event => self.event,
        }
    }
}

/// Why a step is not to be taken in a state: nothing says what it would do, or it cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEnabled {
    name: Option<Name>,
    what: &'static str,
}

impl NotEnabled {
    pub(crate) const fn not(what: &'static str) -> Self {
        Self { name: None, what }
    }

    /// Returns the name that it is about, if it is about one.
    pub(crate) const fn name(&self) -> Option<Name> {
        self.name
    }

    /// The reason, whatever it is about.
    pub(crate) const fn what(&self) -> &'static str {
        self.what
    }
}

impl fmt::Display for NotEnabled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name} {}", self.what),
            None => f.write_str(self.what),
        }
    }
}

/// A refusal that is about something.
pub(crate) fn why<T>(name: Name, what: &'static str) -> Result<T, NotEnabled> {
    Err(NotEnabled { name: Some(name), what })
}

/// Something that a process holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    pub process: Process,
    /// That it was made in; a context is its own.
    pub context: Name,
    pub kind: Kind,
    /// It is on the second device of its context, where it is on one.
    pub other: bool,
}

impl Object {
    pub(crate) fn kind_in_words(&self) -> &'static str {
        let imported = self.is_imported();
        match self.kind {
            Kind::Context { .. } => "a context",
            Kind::Queue { .. } => "a queue",
            Kind::Memory { .. } if imported => "an import of memory",
            Kind::Memory { .. } => "memory",
            Kind::Physical { .. } if imported => "an import of physical memory",
            Kind::Physical { .. } => "physical memory",
            Kind::Reserved { .. } => "reserved addresses",
            Kind::Mapping { .. } => "a mapping",
            Kind::Event { .. } if imported => "an import of an event",
            Kind::Event { .. } => "an event",
            Kind::Handle(handle) => match handle.family {
                Family::Memory => "a handle of memory",
                Family::Physical => "a handle of physical memory",
                Family::Event => "a handle of an event",
            },
        }
    }

    /// True if it was opened.
    pub(crate) fn is_imported(&self) -> bool {
        match self.kind {
            Kind::Memory { imported, .. } => imported,
            Kind::Physical { origin, .. } | Kind::Event { origin, .. } => origin == Origin::Imported,
            _ => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Context {
        references: u32,
        /// Of the first device and the second.
        both: bool,
    },
    Queue {
        queue: usize,
        references: u32,
    },
    Memory {
        storage: usize,
        offset: u32,
        imported: bool,
    },
    Physical {
        storage: usize,
        references: u32,
        origin: Origin,
        address: Option<u64>,
    },
    Reserved {
        blocks: u32,
    },
    /// `parts` are what each block is mapped for, if it is, of which one is; `place` are the addresses, if they are none of its own.
    Mapping {
        storage: usize,
        offset: u32,
        of: Name,
        parts: Vec<Option<Rights>>,
        place: Option<Blocks>,
    },
    Event {
        event: usize,
        references: u32,
        origin: Origin,
        address: Option<u64>,
    },
    Handle(Handle),
}

/// The origin of an object that may be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Plain,
    Shared,
    Imported,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handle {
    pub family: Family,
    /// The number of the storage, or of the event.
    pub source: usize,
    /// In blocks.
    pub offset: u32,
    /// It was made of an import.
    pub again: bool,
    /// Its process has ended.
    pub orphan: bool,
}

/// An optional capability that a device has shown, with objects of the process that used it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ObservedCapability {
    /// Opened a handle in the process that made it.
    OpensOwn(Family),
    /// Mapped one to read alone.
    MapsToRead,
    /// Mapped what is mapped, both times to write.
    MapsTwice,
    /// Recorded a time in a queue of this kind.
    Records(QueueKind),
    /// Copied rows of USM memory.
    CopiesRows,
    /// Changed the access of a mapping to this, from the other.
    ChangesTo(Rights),
    /// The same of some blocks of one.
    ChangesPartTo(Rights),
    /// Unmapped some blocks of a mapping.
    UnmapsParts,
}

/// The existing objects, and the observations of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) device: Device,
    pub(crate) ended: BTreeSet<Process>,
    pub(crate) stopped: BTreeSet<Process>,
    pub(crate) objects: BTreeMap<Name, Object>,
    /// Former objects.
    pub(crate) gone: BTreeMap<Name, Object>,
    /// Names are used once.
    pub(crate) used: Used,
    pub(crate) storages: Vec<Storage>,
    pub(crate) events: Vec<Signals>,
    pub(crate) queues: Vec<Queue>,
    /// The commands that are over, as all processes know.
    pub(crate) done: Clock,
    /// Commands that are held back, and the names of their queues.
    pub(crate) holds: Vec<(Name, Stamp)>,
    /// The sizes of handles, which are the same for all of physical memory, and of all events.
    pub(crate) sizes: [Option<u64>; 2],
    /// The optional capabilities that the device has shown.
    pub(crate) capabilities: BTreeSet<ObservedCapability>,
    /// The numbers of storages, events and queues that steps of a section may make: the same in whichever order.
    pub(crate) reserved: BTreeMap<Name, usize>,
    /// The processes that have taken a step, with how those began that say it.
    pub(crate) begun: BTreeMap<Process, Option<Beginning>>,
}

impl State {
    /// The state in which nothing has been done yet, on this device.
    #[must_use]
    pub fn new(device: Device) -> Self {
        Self {
            device,
            ended: BTreeSet::new(),
            stopped: BTreeSet::new(),
            objects: BTreeMap::new(),
            gone: BTreeMap::new(),
            used: Used::default(),
            storages: Vec::new(),
            events: Vec::new(),
            queues: Vec::new(),
            done: Clock::default(),
            holds: Vec::new(),
            sizes: [None; 2],
            capabilities: BTreeSet::new(),
            reserved: BTreeMap::new(),
            begun: BTreeMap::new(),
        }
    }

    /// That a step is defined in this state, and what may be seen of it.
    ///
    /// # Errors
    /// Why it is not to be taken.
    pub fn allowed(&self, step: &Step) -> Result<Allowed, NotEnabled> {
        if self.ended.contains(&step.process) {
            return Err(NotEnabled::not("the process has ended"));
        }
        if self.stopped.contains(&step.process) && !matches!(step.call, Call::Resume(_) | Call::Kill(_)) {
            return Err(NotEnabled::not("the process is stopped"));
        }
        if let Some(new) = step.call.makes()
            && self.used.contains(new)
        {
            return why(new, "is the name of something already");
        }
        self.apart_from_stopped(step)?;
        match step.modifier {
            StepModifier::Ordinary => self.judge(step.process, &step.call),
            StepModifier::Starved => self.judge_starved(step.process, &step.call),
            StepModifier::Blocking | StepModifier::Elsewhere | StepModifier::Masked => {
                self.judge_surrounded(step.process, &step.call)
            }
            StepModifier::Undefined => self.misuse(step).map(|_| Allowed::default()),
        }
    }

    /// Whether a step is defined in this state.
    ///
    /// # Errors
    /// Why it is not to be taken.
    pub fn enabled(&self, step: &Step) -> Result<(), NotEnabled> {
        self.allowed(step).map(drop)
    }

    /// Makes the next state: the step was taken, was allowed, and this was seen of it.
    pub fn apply(&mut self, step: &Step, observed: &Observed) {
        if let Some(new) = step.call.makes()
            && observed.succeeded()
        {
            self.used.insert(new);
        }
        self.begun.entry(step.process).or_insert(step.call.beginning());
        // Behind what is undefined nothing is known.
        if step.modifier != StepModifier::Undefined {
            self.take(step.process, &step.call, observed);
        }
    }

    /// True if this process has been ended by a step.
    #[must_use]
    pub fn has_ended(&self, process: Process) -> bool {
        self.ended.contains(&process)
    }

    /// True if anything is left that some process holds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.objects.values().any(|object| !self.ended.contains(&object.process))
    }

    /// Finds an object of the process by its name.
    pub(crate) fn find(&self, process: Process, name: Name) -> Result<&Object, NotEnabled> {
        match self.objects.get(&name) {
            Some(object) if object.process == process => Ok(object),
            Some(_) => why(name, "is another process'"),
            None => why(name, "was released or never made"),
        }
    }

    /// The same, and its context has not been released.
    pub(crate) fn usable(&self, process: Process, name: Name) -> Result<&Object, NotEnabled> {
        let object = self.find(process, name)?;
        if !self.objects.contains_key(&object.context) {
            return why(name, "is left to be released: its context was");
        }
        Ok(object)
    }

    pub(crate) fn context(&self, process: Process, name: Name) -> Result<u32, NotEnabled> {
        match self.find(process, name)?.kind {
            Kind::Context { references, .. } => Ok(references),
            _ => why(name, "is no context"),
        }
    }

    /// The number of the event, and what it is of.
    pub(crate) fn event(&self, process: Process, name: Name) -> Result<(usize, &Object), NotEnabled> {
        let object = self.usable(process, name)?;
        match object.kind {
            Kind::Event { event, .. } => Ok((event, object)),
            _ => why(name, "is no event"),
        }
    }

    /// The memory behind blocks that commands of a queue of this context may use: its number, and the first block there.
    pub(crate) fn reach(
        &self,
        process: Process,
        blocks: Blocks,
        context: Name,
        writes: bool,
    ) -> Result<(usize, usize), NotEnabled> {
        let object = self.usable(process, blocks.of)?;
        if object.context != context {
            return why(blocks.of, "is in another context than the queue");
        }
        let (storage, offset, most) = match object.kind {
            Kind::Memory { storage, offset, .. } => {
                if self.storages[storage].life != Life::Held {
                    return why(blocks.of, "is left to be closed: what it was opened from is no more");
                }
                (storage, offset, self.storages[storage].blocks.len() as u32 - offset)
            }
            Kind::Mapping { storage, offset, ref parts, .. } => {
                let used = parts.get(blocks.from as usize..blocks.to as usize).unwrap_or_default();
                if used.contains(&None) {
                    return why(blocks.of, "is unmapped there");
                }
                if writes && used.contains(&Some(Rights::Read)) {
                    return why(blocks.of, "is mapped to be read alone");
                }
                (storage, offset, parts.len() as u32)
            }
            _ => return why(blocks.of, "is nothing that commands reach"),
        };
        if blocks.to > most || blocks.from >= blocks.to {
            return why(blocks.of, "has not so many blocks");
        }
        Ok((storage, (offset + blocks.from) as usize))
    }

    pub(crate) fn is_of(&self, process: Process) -> impl Fn(usize) -> bool {
        move |queue| self.queues[queue].process == process
    }

    /// True if what comes by then waits for something that is held back.
    pub(crate) fn is_held_back(&self, clock: &Clock) -> bool {
        self.holds.iter().any(|(_, stamp)| clock.covers(*stamp))
    }

    /// Whether nothing of the process is held up: calls that a device may hold up are not made then.
    pub(crate) fn free_to_call(&self, process: Process) -> Result<(), NotEnabled> {
        self.not_held_up([process])
    }

    /// Whether the host may wait for what comes by then.
    pub(crate) fn free_to_wait(&self, clock: &Clock) -> Result<(), NotEnabled> {
        self.not_held_up(clock.beyond(&self.done).map(|queue| self.queues[queue].process))
    }

    fn not_held_up(&self, processes: impl IntoIterator<Item = Process>) -> Result<(), NotEnabled> {
        let Some((queue, _)) = self.holds.first() else { return Ok(()) };
        let held_up = self.held_up();
        match processes.into_iter().any(|process| held_up.contains(&process)) {
            true => why(*queue, "is held, and this call may wait for it"),
            false => Ok(()),
        }
    }

    /// The processes with work that waits for something that is held back. A device may have one engine, which runs the
    /// commands of all queues of a process one after the other: all of that process may wait then, and who waits for it.
    fn held_up(&self) -> BTreeSet<Process> {
        let waiting = self.queues.iter().filter(|queue| self.is_held_back(&queue.clock));
        let mut held_up: BTreeSet<Process> = waiting.map(|queue| queue.process).collect();
        loop {
            let waits = |queue: &&Queue| {
                let mut others = queue.clock.beyond(&self.done).map(|other| self.queues[other].process);
                !held_up.contains(&queue.process) && others.any(|process| held_up.contains(&process))
            };
            match self.queues.iter().find(waits) {
                Some(queue) => held_up.insert(queue.process),
                None => return held_up,
            };
        }
    }

    /// The things of a process that lead to the same memory or the same event.
    pub(crate) fn kin(&self, family: Family, source: usize) -> impl Iterator<Item = (&Name, &Object)> {
        self.objects.iter().filter(move |(_, object)| match object.kind {
            Kind::Memory { storage, .. } => family == Family::Memory && storage == source,
            Kind::Physical { storage, .. } => family == Family::Physical && storage == source,
            Kind::Event { event, .. } => family == Family::Event && event == source,
            _ => false,
        })
    }

    /// True if there is a handle of it, not yet put.
    pub(crate) fn has_handle(&self, family: Family, source: usize) -> bool {
        self.objects.values().any(|object| match object.kind {
            Kind::Handle(handle) => handle.family == family && handle.source == source,
            _ => false,
        })
    }

    /// Puts a new object under its name, on the first device.
    pub(crate) fn make(&mut self, process: Process, name: Name, context: Name, kind: Kind) {
        self.make_on(process, name, context, kind, false);
    }

    /// Puts a new object under its name, on the first device or the other one.
    pub(crate) fn make_on(&mut self, process: Process, name: Name, context: Name, kind: Kind, other: bool) {
        self.objects.insert(name, Object { process, context, kind, other });
    }
}
