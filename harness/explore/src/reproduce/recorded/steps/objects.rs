//! Contexts, queues, events and memory: how they are made, counted and ended.

use super::{BLOCK, CallRecord, Not, Steps, Translation, count, flagged, named, not};
use crate::reproduce::recorded::names::{Range, Thing};
use crate::reproduce::things::ThingKind;
use ur_ipc_fixtures::{self as fixtures, Value};
use ur_ipc_model as model;
use ur_ipc_model::{Blocks, Name, Process, QueueKind, Rights};

impl Translation {
    pub(super) fn object(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        let step = match call.entry_point {
            "urContextCreate" => {
                if call.number("DeviceCount") != 1 || !flagged(call, "pProperties", "0x0")?.eq(&false) {
                    return not("a program's contexts are of one device, without flags");
                }
                let new = self.names.new_name('c');
                self.new_thing(process, call, "phContext", ThingKind::Context, new, new);
                model::verb::Context { new, both: false }.into()
            }
            "urQueueCreate" => {
                let context = self.named(process, call, "hContext", ThingKind::Context)?;
                let kind = queue_kind(call)?;
                let new = self.names.new_name('q');
                self.new_thing(process, call, "phQueue", ThingKind::Queue, new, context);
                model::verb::Queue { new, context, kind, other: false }.into()
            }
            "urQueueFinish" => {
                model::verb::Finish { queue: self.named(process, call, "hQueue", ThingKind::Queue)? }.into()
            }
            "urEventCreateExp" => {
                let context = self.named(process, call, "hContext", ThingKind::Context)?;
                if call.is_null("pEventDesc") {
                    return not("no step is given NULL for a descriptor");
                }
                let shared = flagged(call, "pEventDesc", "UR_EXP_EVENT_FLAG_IPC_EXP")?;
                let new = self.names.new_name('e');
                self.new_thing(process, call, "phEvent", ThingKind::Event, new, context);
                model::verb::Event { new, context, shared, other: false }.into()
            }
            "urUSMDeviceAlloc" => return self.alloc(process, call),
            "urUSMFree" => {
                let thing = self.thing(process, call, "pMem")?;
                if call.offset("pMem") != 0 {
                    return not("no step frees within memory");
                }
                self.in_its_context(process, call, thing.context)?;
                model::verb::Free { memory: self.named(process, call, "pMem", ThingKind::Memory)? }.into()
            }
            "urPhysicalMemCreate" => return self.physical(process, call),
            "urVirtualMemReserve" | "urVirtualMemMap" | "urVirtualMemUnmap" | "urVirtualMemFree" => {
                return self.mapping(process, call);
            }
            _ => self.reference(process, call)?,
        };
        Ok(vec![(step, None)])
    }

    fn new_thing(
        &mut self,
        process: Process,
        call: &CallRecord<'_>,
        output: &str,
        kind: ThingKind,
        new: Name,
        context: Name,
    ) {
        if let Some(told) = call.given(output) {
            self.names.made(process, told, Thing { names: vec![new], kind, context, imported: false });
        }
    }

    fn alloc(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        let context = self.named(process, call, "hContext", ThingKind::Context)?;
        let size = call.number("size");
        if !call.is_null("pUSMDesc") || !call.is_null("pool") || size == 0 {
            return not("an allocation with a descriptor or a pool, or of no bytes, is not translated");
        }
        let blocks = count(size.div_ceil(BLOCK))?;
        let new = self.names.new_name('m');
        self.new_thing(process, call, "ppMem", ThingKind::Memory, new, context);
        let remark = (!size.is_multiple_of(BLOCK)).then(|| format!("{size} bytes in the record"));
        let (size, align, kind) = (model::BLOCK, 0, model::UsmKind::Device);
        let alloc = model::verb::Alloc { new, blocks, size, align, context, kind, other: false };
        Ok(vec![(alloc.into(), remark)])
    }

    fn physical(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        let context = self.named(process, call, "hContext", ThingKind::Context)?;
        let shared = flagged(call, "pProperties", "UR_PHYSICAL_MEM_FLAG_ENABLE_IPC")?;
        let size = call.number("size");
        if size == 1 && !shared {
            return Ok(vec![(model::verb::PhysicalWrong { context }.into(), None)]);
        }
        if size == 0 || !size.is_multiple_of(self.granule) {
            return not("the size is none that a program makes");
        }
        let blocks = count(size / self.granule)?;
        let new = self.names.new_name('p');
        self.new_thing(process, call, "phPhysicalMem", ThingKind::Physical, new, context);
        Ok(vec![(model::verb::Physical { new, blocks, context, shared, other: false }.into(), None)])
    }

    /// A program reserves and maps in one step, and unmaps and gives the addresses back in one.
    fn mapping(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        self.named(process, call, "hContext", ThingKind::Context)?;
        let size = call.number("size");
        if call.entry_point == "urVirtualMemReserve" {
            return match call.given("ppStart") {
                Some(told) if call.is_null("pStart") => {
                    self.names.ranges.insert((process, told.bare()), Range { size, mapping: None });
                    Ok(Vec::new())
                }
                _ => not("a program reserves where it is, and that is no step by itself"),
            };
        }
        let told = call.value("pStart");
        let Some(place) = named(told).filter(|place| place.kind == fixtures::Kind::Range) else {
            return not(format!("no step is given {told}"));
        };
        let key = (process, place.bare());
        let Some(range) = self.names.ranges.get(&key) else {
            return Err(Not::Recorded(place.bare().to_string()));
        };
        if place.offset != 0 || size != range.size || place.released {
            return not("a program maps all that it reserves, once");
        }
        let step = match (call.entry_point, range.mapping) {
            ("urVirtualMemMap", None) => {
                let flags = call.constant("flags");
                let Some(access) = Rights::ALL.into_iter().find(|access| access.flags().to_string() == flags)
                else {
                    return not("a program maps to read and write, or to read");
                };
                let of = self.named(process, call, "hPhysicalMem", ThingKind::Physical)?;
                let context = self.thing(process, call, "hPhysicalMem")?.context;
                self.in_its_context(process, call, context)?;
                let (offset, granule) = (call.number("offset"), self.granule);
                if !offset.is_multiple_of(granule) || !size.is_multiple_of(granule) {
                    return not("offset or size is none that a program maps");
                }
                let blocks =
                    Blocks { of, from: count(offset / granule)?, to: count((offset + size) / granule)? };
                let new = self.names.new_name('v');
                if call.succeeded() {
                    self.names.ranges.insert(key, Range { size, mapping: Some(new) });
                }
                model::verb::Map { new, blocks, access, place: None }.into()
            }
            ("urVirtualMemUnmap", Some(mapping)) => {
                // The addresses go with it.
                self.names.ranges.insert(key, Range { size, mapping: None });
                model::verb::Unmap { span: model::Span::whole(mapping) }.into()
            }
            ("urVirtualMemFree", None) if call.succeeded() => return Ok(Vec::new()),
            _ => return not("a program maps all that it reserves, once"),
        };
        Ok(vec![(step, None)])
    }

    fn reference(&mut self, process: Process, call: &CallRecord<'_>) -> Result<model::Call, Not> {
        let (argument, kind, retains) = match call.entry_point {
            "urContextRetain" => ("hContext", ThingKind::Context, true),
            "urContextRelease" => ("hContext", ThingKind::Context, false),
            "urQueueRetain" => ("hQueue", ThingKind::Queue, true),
            "urQueueRelease" => ("hQueue", ThingKind::Queue, false),
            "urEventRetain" => ("hEvent", ThingKind::Event, true),
            "urEventRelease" => ("hEvent", ThingKind::Event, false),
            "urPhysicalMemRetain" => ("hPhysicalMem", ThingKind::Physical, true),
            _ => ("hPhysicalMem", ThingKind::Physical, false),
        };
        let object = self.named(process, call, argument, kind)?;
        if retains {
            return Ok(model::verb::Retain { object }.into());
        }
        self.ended(process, call.value(argument));
        Ok(model::verb::Release { object }.into())
    }

    /// One of several names of the same thing is used up.
    pub(super) fn ended(&mut self, process: Process, told: &Value) {
        let thing = named(told).and_then(|told| self.names.things.get_mut(&(process, told.bare())));
        if let Some(thing) = thing.filter(|thing| thing.names.len() > 1) {
            thing.names.pop();
        }
    }
}

/// The kind of queue that has these flags, and no others.
fn queue_kind(call: &CallRecord<'_>) -> Result<QueueKind, Not> {
    let is = |kind: &QueueKind| flagged(call, "pProperties", &kind.flags().to_string());
    match QueueKind::ALL.into_iter().find(|kind| is(kind) == Ok(true)) {
        Some(kind) => Ok(kind),
        None => is(&QueueKind::InOrder).map(|_| QueueKind::InOrder),
    }
}
