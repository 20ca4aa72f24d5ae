//! What objects say of themselves.

use super::{Actor, BLOCK, Missing, Outcome, Thing};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::Called;
use ur_ipc_fixtures::api::*;
use ur_ipc_model::{Asked as About, Name, Observed, What};

/// Queries that are made as long as they succeed.
struct Asked {
    outcome: Outcome,
}

impl Asked {
    fn new() -> Self {
        Self { outcome: Outcome { observed: Observed::of(UrResult::SUCCESS), failed: None, handle: None } }
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

    fn told(self, facts: &[(What, u64)]) -> Outcome {
        facts.iter().fold(self.outcome, |all, (what, value)| all.and(*what, *value))
    }
}

impl Actor {
    pub(super) fn status(&self, name: Name) -> Result<Outcome, Missing> {
        let (event, _) = self.event(name)?;
        let mut asked = Asked::new();
        let status = asked.ask(u32::MAX, |size, value, ret| {
            self.ur().event_get_info(event, EventInfo::COMMAND_EXECUTION_STATUS, size, value, ret)
        });
        Ok(asked.told(&[(What::Status, status.into())]))
    }

    pub(super) fn ask(&self, name: Name, what: About) -> Result<Outcome, Missing> {
        let (event, _) = self.event(name)?;
        let mut asked = Asked::new();
        let info = |name| move |size, value, ret| self.ur().event_get_info(event, name, size, value, ret);
        let told = match what {
            About::Queue => {
                let queue = asked.ask(QueueHandle::NULL, info(EventInfo::COMMAND_QUEUE));
                (What::Queue, queue.address() as u64)
            }
            About::Type => (What::CommandType, asked.ask(u32::MAX, info(EventInfo::COMMAND_TYPE)).into()),
        };
        Ok(asked.told(&[told]))
    }

    pub(super) fn info(&mut self, name: Name) -> Result<Outcome, Missing> {
        let ur = self.ur().clone();
        let (device, mut asked) = (self.device(), Asked::new());
        Ok(match *self.thing(name)? {
            Thing::Memory { at, context } => {
                let info = |name| {
                    let ur = &ur;
                    move |size, value, ret| {
                        ur.usm_get_mem_alloc_info(context, at.raw(), name, size, value, ret)
                    }
                };
                let kind = asked.ask(u32::MAX, info(UsmAllocInfo::TYPE));
                let of = asked.ask(DeviceHandle::NULL, info(UsmAllocInfo::DEVICE));
                let base = asked.ask(usize::MAX, info(UsmAllocInfo::BASE_PTR));
                let size = asked.ask(0usize, info(UsmAllocInfo::SIZE));
                let before = at.0.checked_sub(base);
                let blocks = size.saturating_sub(before.unwrap_or(0)) / BLOCK;
                asked.told(&[
                    (What::MemoryType, kind.into()),
                    (What::SameDevice, u64::from(of == device)),
                    (What::Before, before.map_or(u64::MAX, |before| before as u64)),
                    (What::Size, blocks as u64),
                ])
            }
            Thing::Physical { object, context } => {
                let granule = self.granule(context);
                let info = |name| {
                    let ur = &ur;
                    move |size, value, ret| ur.physical_mem_get_info(object, name, size, value, ret)
                };
                let within = asked.ask(ContextHandle::NULL, info(PhysicalMemInfo::CONTEXT));
                let of = asked.ask(DeviceHandle::NULL, info(PhysicalMemInfo::DEVICE));
                let size = asked.ask(0usize, info(PhysicalMemInfo::SIZE));
                let none = PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET);
                let properties = asked.ask(none, info(PhysicalMemInfo::PROPERTIES));
                let references = asked.ask(u32::MAX, info(PhysicalMemInfo::REFERENCE_COUNT));
                let whole = size.is_multiple_of(granule);
                let shared = properties.flags.contains(PhysicalMemFlags::ENABLE_IPC);
                asked.told(&[
                    (What::SameContext, u64::from(within == context)),
                    (What::SameDevice, u64::from(of == device)),
                    (What::Size, if whole { (size / granule) as u64 } else { u64::MAX }),
                    (What::Shared, u64::from(shared)),
                    (What::References, references.into()),
                ])
            }
            Thing::Event { event, context } => {
                let info = |name| {
                    let ur = &ur;
                    move |size, value, ret| ur.event_get_info(event, name, size, value, ret)
                };
                let within = asked.ask(ContextHandle::NULL, info(EventInfo::CONTEXT));
                let references = asked.ask(u32::MAX, info(EventInfo::REFERENCE_COUNT));
                asked.told(&[
                    (What::SameContext, u64::from(within == context)),
                    (What::References, references.into()),
                ])
            }
            _ => return Err(format!("{name} says nothing of itself")),
        })
    }
}
