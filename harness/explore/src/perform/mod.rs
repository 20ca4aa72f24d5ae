//! Executes one step in an actor process, a file a subject as in the model.

mod commands;
mod events;
mod gate;
mod memory;
mod physical;
mod placed;
mod pools;
mod queues;
mod references;
mod sharing;
mod surroundings;
mod threads;

use super::protocol::{FromActor, Held, OrderedStep, Relayed, Seen};
use gate::Gate;
use pools::Pools;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use surroundings::Surroundings;
use thiserror::Error;
use ur_ipc_fixtures::api::*;
use ur_ipc_fixtures::{Called, DevicePtr, Environment, Stop, Ur, Usage, own};
use ur_ipc_model::{Name, Observable, Observed, Step, StepModifier, dispatch, verb};
use ur_ipc_sys::descriptors::Limit;

/// Something by its name in this process.
#[derive(Clone)]
enum Thing {
    Context(ContextHandle),
    Queue {
        queue: QueueHandle,
        context: ContextHandle,
        device: DeviceHandle,
        /// It submits commands late.
        batches: bool,
        gate: Arc<Mutex<Option<Gate>>>,
    },
    Memory {
        at: DevicePtr,
        /// Bytes of a block.
        block: usize,
        context: ContextHandle,
        /// That it was made or opened on.
        device: DeviceHandle,
        /// It was allocated from the pool of its context.
        pooled: bool,
    },
    Physical {
        object: PhysicalMemHandle,
        context: ContextHandle,
        /// That it was made or opened on.
        device: DeviceHandle,
    },
    Reserved {
        at: DevicePtr,
        size: usize,
        context: ContextHandle,
    },
    Mapping {
        at: DevicePtr,
        size: usize,
        context: ContextHandle,
        /// Whether the addresses are its own.
        own: bool,
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

/// A handle of this process or of another one, as far as it is known here.
#[derive(Clone)]
struct KnownHandle {
    family: Family,
    bytes: Vec<u8>,
    /// Bytes of a block of its memory.
    block: usize,
}

/// Does steps, and remembers what their names stand for.
pub struct Actor {
    environment: Arc<Environment>,
    things: HashMap<Name, Thing>,
    /// The bytes of handles, of this process and of others.
    bytes: HashMap<Name, KnownHandle>,
    pools: Arc<Pools>,
    /// Of physical memory, in bytes, once it is known.
    granule: usize,
}

/// Why a step cannot be done: what it names is not there.
#[derive(Debug, Error)]
pub enum Missing {
    #[error("nothing that an actor does")]
    Verb,
    #[error("there is no {0}")]
    Thing(Name),
    /// Something has the name, and is not what the step takes, as is said of it.
    #[error("{0} {1}")]
    Otherwise(Name, &'static str),
    #[error("the bytes of {0} have not come")]
    Bytes(Name),
    /// The platform lists one device.
    #[error("there is no second device")]
    Second,
    /// A block is a granule, and of one size.
    #[error(
        "the granularity of physical memory is {0} bytes on the first device and {1} on the second (expected the same): \
         let the driver list one of them alone"
    )]
    Granules(usize, usize),
    /// The machine gives no child.
    #[error("no child can be forked: {0}")]
    Child(std::io::Error),
    /// There is no place for the bytes of a handle.
    #[error("{0:?}")]
    Place(Stop),
}

/// A verb, as an actor does it.
trait Perform {
    fn perform(&self, _: &mut Actor) -> Result<Outcome, Missing> {
        Err(Missing::Verb)
    }
}

impl Perform for verb::Begin {}
impl Perform for verb::Stop {}
impl Perform for verb::Resume {}
impl Perform for verb::Kill {}
impl Perform for verb::Exit {}

/// The result of the calls of a step.
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

    /// Without a call, or before the first.
    fn good() -> Self {
        Self { observed: Observed::of(UrResult::SUCCESS), failed: None, handle: None }
    }

    fn and(self, what: Observable, value: u64) -> Self {
        Self { observed: self.observed.and(what, value), ..self }
    }

    /// With the code of a further call, where all went well before.
    fn then(self, called: Called<'_>) -> Self {
        if called.result.is_success() { self } else { Self { handle: self.handle, ..Self::of(called) } }
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
#[derive(Debug, Error)]
pub enum NotDone {
    /// One names what no earlier step has given, whatever the backend gave instead.
    #[error("'{step}': {why}")]
    Missing { step: Box<Step>, why: Missing },
    #[error("a handle of no family")]
    NoFamily,
    /// The process itself went wrong, or the machine lacks something.
    #[error("{0}")]
    Unable(String),
}

impl Actor {
    pub fn new(environment: Arc<Environment>) -> Self {
        Self { environment, things: HashMap::new(), bytes: HashMap::new(), pools: Arc::default(), granule: 0 }
    }

    /// Does steps until one ends otherwise than it is expected to.
    ///
    /// # Errors
    /// What a step names that there is not.
    pub fn perform(&mut self, steps: &[OrderedStep], handles: &[Relayed]) -> Result<Vec<Seen>, NotDone> {
        self.receive(handles)?;
        self.steps(steps)
    }

    fn receive(&mut self, handles: &[Relayed]) -> Result<(), NotDone> {
        for handle in handles {
            let family = handle.family().ok_or(NotDone::NoFamily)?;
            let handle_of = KnownHandle { family, bytes: handle.bytes(), block: handle.block };
            self.bytes.insert(handle.name, handle_of);
        }
        Ok(())
    }

    /// Does the steps. An error of this process itself becomes `Unable`, since it says nothing about the backend.
    fn steps(&mut self, steps: &[OrderedStep]) -> Result<Vec<Seen>, NotDone> {
        own(|| self.one_after_the_other(steps)).map_err(NotDone::Unable)?
    }

    fn one_after_the_other(&mut self, steps: &[OrderedStep]) -> Result<Vec<Seen>, NotDone> {
        let mut all = Vec::with_capacity(steps.len());
        for OrderedStep { step, succeeds } in steps {
            threads::pause(step);
            // Without it the step is done as any other, which is allowed as well.
            let limit = (step.modifier == StepModifier::Starved).then(|| Limit::of(0));
            let around =
                Surroundings::enter(step.modifier).map_err(|why| NotDone::Unable(why.to_string()))?;
            let outcome = dispatch!(&step.call, verb => verb.perform(self));
            drop(around);
            let missing = |why| match why {
                Missing::Child(_) | Missing::Granules(..) => NotDone::Unable(why.to_string()),
                why => NotDone::Missing { step: Box::new(step.clone()), why },
            };
            let Outcome { observed, failed, handle } = outcome.map_err(missing)?;
            drop(limit);
            let good = failed.is_none();
            all.push(Seen { observed, failed, handle });
            if good != *succeeds {
                break;
            }
        }
        Ok(all)
    }

    /// Forgets all names, and counts what this process holds.
    pub fn count(&mut self) -> FromActor {
        self.things.clear();
        self.bytes.clear();
        self.pools = Arc::default();
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
    pub fn tear_down(&self) -> Option<String> {
        let called = [self.ur().adapter_release(self.environment.adapter()), self.ur().loader_tear_down()];
        called.iter().find(|called| called.result.name().is_none()).map(Called::describe)
    }

    fn ur(&self) -> &Ur {
        self.environment.ur()
    }

    fn device(&self) -> DeviceHandle {
        self.environment.device()
    }

    /// The first device, or the second one of its platform.
    fn device_on(&self, other: bool) -> Result<DeviceHandle, Missing> {
        let own = self.device();
        if !other {
            return Ok(own);
        }
        let devices = self.environment.platform_devices().iter().copied();
        devices.into_iter().find(|device| *device != own).ok_or(Missing::Second)
    }

    fn thing(&self, name: Name) -> Result<&Thing, Missing> {
        self.things.get(&name).ok_or(Missing::Thing(name))
    }

    fn context(&self, name: Name) -> Result<ContextHandle, Missing> {
        match self.thing(name)? {
            Thing::Context(context) => Ok(*context),
            _ => Err(Missing::Otherwise(name, "is no context")),
        }
    }

    fn queue(&self, name: Name) -> Result<QueueHandle, Missing> {
        match self.thing(name)? {
            Thing::Queue { queue, .. } => Ok(*queue),
            _ => Err(Missing::Otherwise(name, "is no queue")),
        }
    }

    fn context_of_queue(&self, name: Name) -> Result<ContextHandle, Missing> {
        match self.thing(name)? {
            Thing::Queue { context, .. } => Ok(*context),
            _ => Err(Missing::Otherwise(name, "is no queue")),
        }
    }

    /// Keeps what was made, if it was.
    fn made(&mut self, name: Name, good: bool, thing: Thing) {
        if good {
            self.things.insert(name, thing);
        }
    }
}
