//! References, and what objects say of themselves.

use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::Called;
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{CommandQuery, Name, Observable, verb};

/// The bytes that buffers have, and what is in those that a query is to refuse.
const ROOM: usize = 64;
const UNTOUCHED: u8 = 0xa5;
/// A query that UR does not define.
const UNKNOWN: PhysicalMemInfo = PhysicalMemInfo(0x7fff_0000);

/// Queries that are made as long as they succeed.
struct Queries {
    outcome: Outcome,
    /// Whether a code refuses a buffer that is too small as it has to.
    refused: fn(UrResult) -> bool,
    /// A bit for each query that went against the protocol of sizes.
    wrong: [u64; 4],
}

impl Queries {
    fn new(refused: fn(UrResult) -> bool) -> Self {
        Self { outcome: Outcome::good(), refused, wrong: [0; 4] }
    }

    /// Asks for a value, which is `initial` before, if all went well so far.
    fn ask<'u, T: Copy>(
        &mut self,
        initial: T,
        query: impl FnOnce(usize, *mut c_void, *mut usize) -> Called<'u>,
    ) -> T {
        let mut value = initial;
        if self.outcome.is_good() {
            let asked = Outcome::of(query(size_of::<T>(), (&raw mut value).cast(), null_mut()));
            if !asked.is_good() {
                self.outcome = asked;
            }
        }
        value
    }

    /// The same, and what comes of other buffers; the query comes with its number.
    fn ask_all<'u, T: Copy>(
        &mut self,
        initial: T,
        (number, query): (u32, impl Fn(usize, *mut c_void, *mut usize) -> Called<'u>),
    ) -> T {
        let (size, mut told) = (size_of::<T>(), usize::MAX);
        let value = self.ask(initial, &query);
        if !self.outcome.is_good() {
            return value;
        }
        let wrong_size = !query(0, null_mut(), &raw mut told).result.is_success() || told != size;
        let mut with = |bytes: usize| {
            let mut buffer = [UNTOUCHED; ROOM];
            let result = query(bytes, buffer.as_mut_ptr().cast(), null_mut()).result;
            (result, buffer != [UNTOUCHED; ROOM])
        };
        let smaller = [0, 1, size - 1].map(&mut with);
        let larger = [size + 1, 2 * size, ROOM].map(with);
        let facts = [
            wrong_size,
            smaller.iter().any(|(result, _)| !(self.refused)(*result)),
            larger.iter().any(|(result, _)| !result.is_success()),
            smaller.iter().any(|(result, touched)| *touched && !result.is_success()),
        ];
        for (wrong, is_wrong) in self.wrong.iter_mut().zip(facts) {
            *wrong |= u64::from(is_wrong) << (number % u64::BITS);
        }
        value
    }

    fn into_outcome(self, facts: &[(Observable, u64)]) -> Outcome {
        facts.iter().fold(self.outcome, |all, (what, value)| all.and(*what, *value))
    }

    /// The same, with what was seen of buffers.
    fn into_outcome_with_sizes(self, facts: &[(Observable, u64)]) -> Outcome {
        let kinds = [
            Observable::AnswerSize,
            Observable::TakesSmaller,
            Observable::RefusesLarger,
            Observable::Touched,
        ];
        let sizes: Vec<_> = kinds.into_iter().zip(self.wrong).collect();
        self.into_outcome(&[facts, &sizes].concat())
    }
}

/// As UR names the code.
fn by_code(result: UrResult) -> bool {
    result == UrResult::ERROR_INVALID_SIZE
}

/// Accepts any error, for queries where UR names no code.
fn by_any(result: UrResult) -> bool {
    !result.is_success()
}

impl Actor {
    pub(super) fn status(&self, name: Name) -> Result<Outcome, Missing> {
        let mut asked = Queries::new(by_code);
        let status = self.ask_event(&mut asked, name, u32::MAX, EventInfo::COMMAND_EXECUTION_STATUS)?;
        Ok(asked.into_outcome(&[(Observable::Status, status.into())]))
    }

    fn ask_event<T: Copy>(
        &self,
        asked: &mut Queries,
        name: Name,
        initial: T,
        info: EventInfo,
    ) -> Result<T, Missing> {
        let ((event, _), ur) = (self.event(name)?, self.ur());
        Ok(asked.ask(initial, |size, value, ret| ur.event_get_info(event, info, size, value, ret)))
    }
}

impl Perform for verb::Ask {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let mut asked = Queries::new(by_code);
        let told = match self.what {
            CommandQuery::Queue => {
                let queue =
                    actor.ask_event(&mut asked, self.of, QueueHandle::NULL, EventInfo::COMMAND_QUEUE)?;
                (Observable::Queue, queue.address() as u64)
            }
            CommandQuery::Type => {
                let kind = actor.ask_event(&mut asked, self.of, u32::MAX, EventInfo::COMMAND_TYPE)?;
                (Observable::CommandType, kind.into())
            }
            CommandQuery::Empty => {
                let (queue, ur) = (actor.queue(self.of)?, actor.ur());
                let empty = asked.ask(UrBool::MAX, |size, value, ret| {
                    ur.queue_get_info(queue, QueueInfo::EMPTY, size, value, ret)
                });
                (Observable::Empty, empty.into())
            }
        };
        Ok(asked.into_outcome(&[told]))
    }
}

/// Retains or releases what has references that are counted.
macro_rules! count {
    ($actor:expr, $object:expr, $context:ident, $queue:ident, $physical:ident, $event:ident) => {
        Ok(Outcome::of(match $actor.thing($object)? {
            Thing::Context(context) => $actor.ur().$context(*context),
            Thing::Queue { queue, .. } => $actor.ur().$queue(*queue),
            Thing::Physical { object, .. } => $actor.ur().$physical(*object),
            Thing::Event { event, .. } => $actor.ur().$event(*event),
            _ => return Err(Missing::Otherwise($object, "has no references that are counted")),
        }))
    };
}

impl Perform for verb::Retain {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        count!(actor, self.object, context_retain, queue_retain, physical_mem_retain, event_retain)
    }
}

impl Perform for verb::Release {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        count!(actor, self.object, context_release, queue_release, physical_mem_release, event_release)
    }
}

impl Perform for verb::Info {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ur = actor.ur().clone();
        let thing = actor.thing(self.of)?;
        let refused = if matches!(thing, Thing::Memory { .. }) { by_any } else { by_code };
        let mut asked = Queries::new(refused);
        Ok(match *thing {
            Thing::Memory { at, block, context, device, .. } => {
                let asked_at = at.at(self.at as usize * block);
                let info = |name: UsmAllocInfo| {
                    let ur = &ur;
                    let query = move |size, value, ret| {
                        ur.usm_get_mem_alloc_info(context, asked_at.raw(), name, size, value, ret)
                    };
                    (name.0, query)
                };
                let kind = asked.ask_all(u32::MAX, info(UsmAllocInfo::TYPE));
                let of = asked.ask_all(DeviceHandle::NULL, info(UsmAllocInfo::DEVICE));
                let base = asked.ask_all(usize::MAX, info(UsmAllocInfo::BASE_PTR));
                let size = asked.ask_all(0usize, info(UsmAllocInfo::SIZE));
                let before = at.0.checked_sub(base);
                let blocks = size.saturating_sub(asked_at.0.saturating_sub(base)) / block;
                asked.into_outcome_with_sizes(&[
                    (Observable::MemoryType, kind.into()),
                    (Observable::SameDevice, u64::from(of == device)),
                    (Observable::Before, before.map_or(u64::MAX, |before| before as u64)),
                    (Observable::Size, blocks as u64),
                ])
            }
            Thing::Physical { object, context, device } => {
                let granule = actor.granule(context);
                let info = |name: PhysicalMemInfo| {
                    let ur = &ur;
                    (name.0, move |size, value, ret| ur.physical_mem_get_info(object, name, size, value, ret))
                };
                let mut number = 0u64;
                let within = asked.ask_all(ContextHandle::NULL, info(PhysicalMemInfo::CONTEXT));
                let of = asked.ask_all(DeviceHandle::NULL, info(PhysicalMemInfo::DEVICE));
                let size = asked.ask_all(0usize, info(PhysicalMemInfo::SIZE));
                let none = PhysicalMemProperties {
                    stype: StructureType(u32::MAX),
                    p_next: (&raw mut number).cast(),
                    flags: PhysicalMemFlags::NONE_SET,
                };
                let properties = asked.ask_all(none, info(PhysicalMemInfo::PROPERTIES));
                let references = asked.ask_all(u32::MAX, info(PhysicalMemInfo::REFERENCE_COUNT));
                let (room, into) = (size_of_val(&number), (&raw mut number).cast());
                let unknown = ur.physical_mem_get_info(object, UNKNOWN, room, into, null_mut()).result;
                let is_wrong = [
                    properties.stype != StructureType::PHYSICAL_MEM_PROPERTIES,
                    !properties.p_next.is_null(),
                    properties.flags.has_reserved(),
                ];
                let wrong = is_wrong.iter().rev().fold(0, |all, wrong| 2 * all + u64::from(*wrong));
                let whole = size.is_multiple_of(granule);
                let shared = properties.flags.contains(PhysicalMemFlags::ENABLE_IPC);
                asked.into_outcome_with_sizes(&[
                    (Observable::SameContext, u64::from(within == context)),
                    (Observable::SameDevice, u64::from(of == device)),
                    (Observable::Size, if whole { (size / granule) as u64 } else { u64::MAX }),
                    (Observable::Shared, u64::from(shared)),
                    (Observable::Properties, wrong),
                    (Observable::Unknown, unknown.0.into()),
                    (Observable::References, references.into()),
                ])
            }
            Thing::Event { event, context } => {
                let info = |name: EventInfo| {
                    let ur = &ur;
                    (name.0, move |size, value, ret| ur.event_get_info(event, name, size, value, ret))
                };
                let within = asked.ask_all(ContextHandle::NULL, info(EventInfo::CONTEXT));
                let references = asked.ask_all(u32::MAX, info(EventInfo::REFERENCE_COUNT));
                asked.into_outcome_with_sizes(&[
                    (Observable::SameContext, u64::from(within == context)),
                    (Observable::References, references.into()),
                ])
            }
            Thing::Queue { queue, context, device, .. } => {
                let info = |name: QueueInfo| {
                    let ur = &ur;
                    move |size, value, ret| ur.queue_get_info(queue, name, size, value, ret)
                };
                let within = asked.ask(ContextHandle::NULL, info(QueueInfo::CONTEXT));
                let of = asked.ask(DeviceHandle::NULL, info(QueueInfo::DEVICE));
                asked.ask(u32::MAX, info(QueueInfo::REFERENCE_COUNT));
                asked.into_outcome(&[
                    (Observable::SameContext, u64::from(within == context)),
                    (Observable::SameDevice, u64::from(of == device)),
                ])
            }
            Thing::Mapping { at, size, context, .. } => {
                let access = asked.ask(VirtualMemAccessFlags(u32::MAX), |bytes, value, ret| {
                    ur.virtual_mem_get_info(
                        context,
                        at.raw(),
                        size,
                        VirtualMemInfo::ACCESS_MODE,
                        bytes,
                        value,
                        ret,
                    )
                });
                asked.into_outcome(&[(Observable::Access, access.0.into())])
            }
            _ => return Err(Missing::Otherwise(self.of, "says nothing of itself")),
        })
    }
}
