//! What an actor does of a step.

mod commands;
mod gate;
mod info;
mod placed;
mod sharing;
mod threads;

use super::protocol::{FromActor, Held, OrderedStep, Relayed, Seen};
use gate::Gate;
use std::collections::HashMap;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, PoisonError};
use ur_ipc_fixtures::api::*;
use ur_ipc_fixtures::{Called, DevicePtr, Environment, Stop, Ur, Usage, own};
use ur_ipc_model::{Call, Manner, Name, Observed, Step, What};
use ur_ipc_sys::descriptors::Limit;

/// The bytes of a block of USM memory: less than a page, so that what goes on to the end of one is seen.
pub(crate) const BLOCK: usize = 1024;

/// Something by its name in this process.
#[derive(Clone)]
enum Thing {
    Context(ContextHandle),
    Queue {
        queue: QueueHandle,
        gate: Arc<Mutex<Option<Gate>>>,
    },
    Memory {
        at: DevicePtr,
        context: ContextHandle,
    },
    Physical {
        object: PhysicalMemHandle,
        context: ContextHandle,
    },
    Mapping {
        at: DevicePtr,
        size: usize,
        context: ContextHandle,
    },
    Event {
        event: EventHandle,
        context: ContextHandle,
    },
    /// `live` until it was put.
    Handle {
        data: DevicePtr,
        family: Family,
        context: ContextHandle,
        live: bool,
    },
}

/// Does steps, and remembers what their names stand for.
pub(crate) struct Actor {
    environment: Arc<Environment>,
    things: HashMap<Name, Thing>,
    /// The bytes of handles, of this process and of others.
    bytes: HashMap<Name, (Family, Vec<u8>)>,
    /// Of physical memory, in bytes, once it is known.
    granule: usize,
}

/// A step that cannot be done: what it names is not there.
type Missing = String;

/// What came of the calls of a step.
struct Outcome {
    observed: Observed,
    failed: Option<String>,
    handle: Option<Relayed>,
}

impl Outcome {
    fn of(called: Called<'_>) -> Self {
        let failed = (!called.result.is_success()).then(|| called.describe());
        Self { observed: Observed::of(called.result), failed, handle: None }
    }

    fn and(self, what: What, value: u64) -> Self {
        Self { observed: self.observed.and(what, value), ..self }
    }

    fn is_good(&self) -> bool {
        self.failed.is_none()
    }
}

/// The pages of this process' address space.
fn pages() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split(' ').next().and_then(|pages| pages.parse().ok()).unwrap_or_default()
}

/// Why steps are not done.
#[derive(Debug)]
pub(crate) enum NotDone {
    /// They name what no earlier step has given, whatever the backend gave instead.
    Missing(String),
    /// The process itself went wrong, or the machine lacks something.
    Unable(String),
}

impl From<String> for NotDone {
    fn from(why: String) -> Self {
        Self::Missing(why)
    }
}

impl Actor {
    pub(crate) fn new(environment: Arc<Environment>) -> Self {
        Self { environment, things: HashMap::new(), bytes: HashMap::new(), granule: 0 }
    }

    /// Does steps until one ends otherwise than it is expected to.
    ///
    /// # Errors
    /// What is no step, or names what there is not.
    pub(crate) fn perform(
        &mut self,
        steps: &[OrderedStep],
        handles: &[Relayed],
    ) -> Result<Vec<Seen>, NotDone> {
        self.receive(handles)?;
        self.steps(steps)
    }

    fn receive(&mut self, handles: &[Relayed]) -> Result<(), String> {
        for handle in handles {
            let family = handle.family().ok_or("a handle of no family")?;
            self.bytes.insert(handle.name(), (family, handle.bytes()));
        }
        Ok(())
    }

    /// What this process itself does wrong says nothing of the backend.
    fn steps(&mut self, steps: &[OrderedStep]) -> Result<Vec<Seen>, NotDone> {
        Ok(own(|| self.one_after_the_other(steps)).map_err(NotDone::Unable)??)
    }

    fn one_after_the_other(&mut self, steps: &[OrderedStep]) -> Result<Vec<Seen>, String> {
        let mut all = Vec::with_capacity(steps.len());
        for OrderedStep { text, succeeds } in steps {
            let step: Step = text.parse().map_err(|error| format!("'{text}': {error}"))?;
            threads::pause(&step);
            // Without it the step is done as any other, which is allowed as well.
            let limit = (step.manner == Manner::Starved).then(|| Limit::of(0));
            let outcome = self.call(&step.call).map_err(|why| format!("'{text}': {why}"))?;
            drop(limit);
            let mut seen = Seen::new(&outcome.observed);
            let good = outcome.is_good();
            (seen.failed, seen.handle) = (outcome.failed, outcome.handle);
            all.push(seen);
            if good != *succeeds {
                break;
            }
        }
        Ok(all)
    }

    /// Forgets all names, and counts what this process holds.
    pub(crate) fn count(&mut self) -> FromActor {
        self.things.clear();
        self.bytes.clear();
        let usage = match Usage::now() {
            Ok(usage) => usage,
            Err(Stop::Fail(failure)) => return FromActor::Exhausted(failure.message),
            Err(Stop::NotDetermined(why)) => return FromActor::Unable(why),
            Err(other) => return FromActor::Unable(format!("{other:?}")),
        };
        FromActor::Counted(Held {
            descriptors: usage.descriptors,
            mappings: usage.mappings,
            addresses: pages(),
            threads: usage.threads,
            children: usage.children,
        })
    }

    /// Tears the implementation down with all that is held. Which code it answers is open, but it is one of UR's.
    pub(crate) fn tear_down(&self) -> Option<String> {
        let called = [self.ur().adapter_release(self.environment.adapter()), self.ur().loader_tear_down()];
        called.iter().find(|called| called.result.name().is_none()).map(Called::describe)
    }

    fn ur(&self) -> &Ur {
        self.environment.ur()
    }

    fn device(&self) -> DeviceHandle {
        self.environment.device()
    }

    fn thing(&self, name: Name) -> Result<&Thing, Missing> {
        self.things.get(&name).ok_or_else(|| format!("there is no {name}"))
    }

    fn context(&self, name: Name) -> Result<ContextHandle, Missing> {
        match self.thing(name)? {
            Thing::Context(context) => Ok(*context),
            _ => Err(format!("{name} is no context")),
        }
    }

    fn queue(&self, name: Name) -> Result<QueueHandle, Missing> {
        match self.thing(name)? {
            Thing::Queue { queue, .. } => Ok(*queue),
            _ => Err(format!("{name} is no queue")),
        }
    }

    fn event(&self, name: Name) -> Result<(EventHandle, ContextHandle), Missing> {
        match self.thing(name)? {
            Thing::Event { event, context } => Ok((*event, *context)),
            _ => Err(format!("{name} is no event")),
        }
    }

    fn events(&self, names: &[Name]) -> Result<Vec<EventHandle>, Missing> {
        names.iter().map(|name| self.event(*name).map(|(event, _)| event)).collect()
    }

    /// The granularity of physical memory in this context, in bytes.
    fn granule(&mut self, context: ContextHandle) -> usize {
        if self.granule == 0 {
            let (mut bytes, name) = (0usize, VirtualMemGranularityInfo::MINIMUM);
            let (size, value) = (size_of::<usize>(), (&raw mut bytes).cast());
            let device = self.device();
            let called =
                self.ur().virtual_mem_granularity_get_info(context, device, 1, name, size, value, null_mut());
            if called.result.is_success() {
                self.granule = bytes;
            }
        }
        // Where it is not told, creating fails or not, as it may.
        self.granule.max(1)
    }

    /// Keeps what holds a queue, or lets it go.
    fn hold(&self, queue: Name, by: Option<Gate>) {
        if let Some(Thing::Queue { gate, .. }) = self.things.get(&queue) {
            *gate.lock().unwrap_or_else(PoisonError::into_inner) = by;
        }
    }

    /// Where the mapping ends that was made last in this context of those that are known, put in order.
    fn end_of_a_mapping(&self, context: ContextHandle) -> Option<DevicePtr> {
        let ends = self.things.iter().filter_map(|(name, thing)| match thing {
            Thing::Mapping { at, size, context: of } if *of == context => Some((*name, at.at(*size))),
            _ => None,
        });
        ends.max_by_key(|(name, _)| *name).map(|(_, end)| end)
    }

    /// Keeps what was made, if it was.
    fn made(&mut self, name: Name, good: bool, thing: Thing) {
        if good {
            self.things.insert(name, thing);
        }
    }

    fn call(&mut self, call: &Call) -> Result<Outcome, Missing> {
        match call {
            Call::Context { .. }
            | Call::Queue { .. }
            | Call::Finish { .. }
            | Call::Hold { .. }
            | Call::Let { .. }
            | Call::Busy { .. }
            | Call::Retain { .. }
            | Call::Release { .. }
            | Call::Event { .. }
            | Call::Wait { .. } => self.object(call),
            Call::Alloc { .. }
            | Call::Free { .. }
            | Call::Physical { .. }
            | Call::PhysicalWrong { .. }
            | Call::Map { .. }
            | Call::Change { .. }
            | Call::Unmap { .. } => self.storage(call),
            Call::Fill { .. } | Call::Copy { .. } | Call::Read { .. } | Call::Signal { .. } => {
                self.command(call)
            }
            Call::Status { event } => self.status(*event),
            Call::Info { of } => self.info(*of),
            Call::Ask { event, what } => self.ask(*event, *what),
            Call::Get { .. }
            | Call::Put { .. }
            | Call::Open { .. }
            | Call::OpenWrong { .. }
            | Call::Close { .. } => self.share(call),
            Call::Stop | Call::Resume | Call::Kill | Call::Exit => {
                Err("nothing that an actor does".to_owned())
            }
        }
    }

    /// Contexts, queues, events.
    fn object(&mut self, call: &Call) -> Result<Outcome, Missing> {
        let ur = self.ur().clone();
        let device = self.device();
        Ok(match call {
            Call::Context { new } => {
                let mut context = ContextHandle::NULL;
                let made = Outcome::of(ur.context_create(1, &raw const device, null(), &raw mut context));
                self.made(*new, made.is_good(), Thing::Context(context));
                made
            }
            Call::Queue { new, context } => {
                let (context, mut queue) = (self.context(*context)?, QueueHandle::NULL);
                let made = Outcome::of(ur.queue_create(context, device, null(), &raw mut queue));
                self.made(*new, made.is_good(), Thing::Queue { queue, gate: Arc::default() });
                made
            }
            Call::Finish { queue } => Outcome::of(ur.queue_finish(self.queue(*queue)?)),
            Call::Hold { queue: name } => {
                let queue = self.queue(*name)?;
                let (gate, called) = Gate::close(&ur, queue);
                let held = Outcome::of(called);
                self.hold(*name, gate);
                held
            }
            Call::Busy { queue } => Outcome::of(gate::occupy(&ur, self.queue(*queue)?)),
            Call::Let { queue } => {
                // Dropped, it lets go.
                self.hold(*queue, None);
                Outcome { observed: Observed::of(UrResult::SUCCESS), failed: None, handle: None }
            }
            Call::Retain { object } | Call::Release { object } => {
                let retain = matches!(call, Call::Retain { .. });
                Outcome::of(match (self.thing(*object)?, retain) {
                    (Thing::Context(context), true) => ur.context_retain(*context),
                    (Thing::Context(context), false) => ur.context_release(*context),
                    (Thing::Queue { queue, .. }, true) => ur.queue_retain(*queue),
                    (Thing::Queue { queue, .. }, false) => ur.queue_release(*queue),
                    (Thing::Physical { object, .. }, true) => ur.physical_mem_retain(*object),
                    (Thing::Physical { object, .. }, false) => ur.physical_mem_release(*object),
                    (Thing::Event { event, .. }, true) => ur.event_retain(*event),
                    (Thing::Event { event, .. }, false) => ur.event_release(*event),
                    _ => return Err(format!("{object} has no references that are counted")),
                })
            }
            Call::Event { new, context, shared } => {
                let (context, mut event) = (self.context(*context)?, EventHandle::NULL);
                let flags = if *shared { ExpEventFlags::IPC_EXP } else { ExpEventFlags::NONE_SET };
                let desc = ExpEventDesc::new(flags);
                let made = Outcome::of(ur.event_create_exp(context, device, &raw const desc, &raw mut event));
                self.made(*new, made.is_good(), Thing::Event { event, context });
                made.and(What::Address, event.address() as u64)
            }
            Call::Wait { events } => {
                let listed = self.events(events)?;
                let count = u32::try_from(listed.len()).unwrap_or(u32::MAX);
                let waited = Outcome::of(ur.event_wait(count, listed.as_ptr()));
                let mut incomplete = 0;
                for name in events.iter().filter(|_| waited.is_good()) {
                    let status = self.status(*name)?;
                    if !status.is_good() {
                        return Ok(status);
                    }
                    incomplete = incomplete.max(status.observed.get(What::Status).unwrap_or_default());
                }
                waited.and(What::Status, incomplete)
            }
            _ => return Err("nothing about objects".to_owned()),
        })
    }

    /// Memory and mappings.
    fn storage(&mut self, call: &Call) -> Result<Outcome, Missing> {
        let ur = self.ur().clone();
        let device = self.device();
        Ok(match call {
            Call::Alloc { new, blocks, context } => {
                let (context, mut at) = (self.context(*context)?, null_mut());
                let (pool, size) = (UsmPoolHandle::NULL, *blocks as usize * BLOCK);
                let made = Outcome::of(ur.usm_device_alloc(context, device, null(), pool, size, &raw mut at));
                self.made(*new, made.is_good(), Thing::Memory { at: at.into(), context });
                made
            }
            Call::Free { memory } => match self.thing(*memory)? {
                Thing::Memory { at, context } => Outcome::of(ur.usm_free(*context, at.raw())),
                _ => return Err(format!("{memory} is no memory")),
            },
            Call::Physical { new, blocks, context, shared } => {
                let (context, mut object) = (self.context(*context)?, PhysicalMemHandle::NULL);
                let flags = if *shared { PhysicalMemFlags::ENABLE_IPC } else { PhysicalMemFlags::NONE_SET };
                let properties = PhysicalMemProperties::new(flags);
                let size = *blocks as usize * self.granule(context);
                let properties = &raw const properties;
                let called = ur.physical_mem_create(context, device, size, properties, &raw mut object);
                let made = Outcome::of(called);
                self.made(*new, made.is_good(), Thing::Physical { object, context });
                made.and(What::Address, object.address() as u64)
            }
            Call::PhysicalWrong { context } => {
                let (context, mut object) = (self.context(*context)?, PhysicalMemHandle::NULL);
                Outcome::of(ur.physical_mem_create(context, device, 1, null(), &raw mut object))
            }
            Call::Map { new, blocks, access } => {
                let Thing::Physical { object, context } = self.thing(blocks.of)? else {
                    return Err(format!("{} is no physical memory", blocks.of));
                };
                let (object, context) = (*object, *context);
                let granule = self.granule(context);
                let (offset, size) = (blocks.from as usize * granule, blocks.count() as usize * granule);
                let mut at = null_mut();
                let mut reserve = |from: DevicePtr| {
                    Outcome::of(ur.virtual_mem_reserve(context, from.raw(), size, &raw mut at))
                };
                // Side by side with another mapping, if that is given; what one is unmapped the other does not feel.
                let beside = self.end_of_a_mapping(context).filter(|_| new.number % 2 == 1).map(&mut reserve);
                let reserved = beside.filter(Outcome::is_good).unwrap_or_else(|| reserve(DevicePtr::NULL));
                if !reserved.is_good() {
                    return Ok(reserved);
                }
                let mapped =
                    Outcome::of(ur.virtual_mem_map(context, at, size, object, offset, access.flags()));
                if !mapped.is_good() {
                    // What it says is of no more use to anybody.
                    let _ = ur.virtual_mem_free(context, at, size);
                }
                self.made(*new, mapped.is_good(), Thing::Mapping { at: at.into(), size, context });
                mapped
            }
            Call::Change { mapping, access } => match self.thing(*mapping)? {
                Thing::Mapping { at, size, context } => {
                    Outcome::of(ur.virtual_mem_set_access(*context, at.raw(), *size, access.flags()))
                }
                _ => return Err(format!("{mapping} is no mapping")),
            },
            Call::Unmap { mapping } => match self.thing(*mapping)? {
                Thing::Mapping { at, size, context } => {
                    let (at, size, context) = (*at, *size, *context);
                    let unmapped = Outcome::of(ur.virtual_mem_unmap(context, at.raw(), size));
                    if unmapped.is_good() {
                        Outcome::of(ur.virtual_mem_free(context, at.raw(), size))
                    } else {
                        unmapped
                    }
                }
                _ => return Err(format!("{mapping} is no mapping")),
            },
            _ => return Err("nothing about memory".to_owned()),
        })
    }
}
