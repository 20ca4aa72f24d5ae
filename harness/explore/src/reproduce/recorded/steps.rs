//! Translates recorded calls into steps of a program.

mod commands;
mod objects;
mod sharing;

use super::call::{CallRecord, named};
use super::names::{Names, Thing};
use super::order::PlacedCall;
use crate::reproduce::things::ThingKind;
use std::slice;
use ur_ipc_fixtures::{self as fixtures, Argument, Named, Value};
use ur_ipc_model as model;
use ur_ipc_model::{Blocks, Name, Process};

/// A block of USM memory, in bytes.
const BLOCK: u64 = model::BLOCK as u64;

/// Why a call is no step.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Not {
    /// It is about something that was made before the record begins.
    Recorded(String),
    /// No step stands for it, for this reason.
    Step(String),
}

fn not<T>(why: impl Into<String>) -> Result<T, Not> {
    Err(Not::Step(why.into()))
}

/// A step, and what it has that the call had not.
pub(super) type Steps = Vec<(model::Call, Option<String>)>;

/// Makes steps of calls, and takes note of what they make.
#[derive(Debug, Default)]
pub(super) struct Translation {
    names: Names,
    /// Bytes of a block of physical memory.
    granule: u64,
    /// The device of all calls.
    device: Option<Named>,
    /// The value for the next block that is written.
    value: u32,
}

impl Translation {
    pub(super) fn new(calls: &[PlacedCall<'_>]) -> Self {
        Self { granule: granule(calls), value: 1, ..Self::default() }
    }

    /// The steps of a call; none, if it leaves everything as it is and asks nothing that a program can ask.
    pub(super) fn steps(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        self.same_device(call)?;
        if let Some((sharing, family)) = call.sharing() {
            return Ok(vec![(self.shared(process, call, sharing, family)?, None)]);
        }
        match call.entry_point {
            "urContextCreate"
            | "urContextRetain"
            | "urContextRelease"
            | "urQueueCreate"
            | "urQueueRetain"
            | "urQueueRelease"
            | "urQueueFinish"
            | "urEventCreateExp"
            | "urEventRetain"
            | "urEventRelease"
            | "urUSMDeviceAlloc"
            | "urUSMFree"
            | "urPhysicalMemCreate"
            | "urPhysicalMemRetain"
            | "urPhysicalMemRelease"
            | "urVirtualMemReserve"
            | "urVirtualMemMap"
            | "urVirtualMemUnmap"
            | "urVirtualMemFree" => self.object(process, call),
            "urEnqueueUSMMemcpy"
            | "urEnqueueUSMFill"
            | "urEnqueueEventsWaitWithBarrierExt"
            | "urEventWait"
            | "urEventGetInfo"
            | "urPhysicalMemGetInfo"
            | "urUSMGetMemAllocInfo" => self.command(process, call),
            "urEnqueueHostTaskExp" => not("it is not recorded when the host function ended"),
            // What was enqueued goes on anyway.
            "urQueueFlush" => Ok(Vec::new()),
            _ if call.asks() && call.succeeded() => Ok(Vec::new()),
            _ => not("no step of a program stands for it"),
        }
    }

    /// All is on one device in a program.
    fn same_device(&mut self, call: &CallRecord<'_>) -> Result<(), Not> {
        let devices = match (call.argument("hDevice"), call.argument("phDevices")) {
            _ if call.asks() => &[],
            (None, Some(Argument { value: Value::List { items, more: 0 }, .. })) => &items[..],
            (Some(device), _) | (None, Some(device)) => slice::from_ref(&device.value),
            (None, None) => &[],
        };
        devices.iter().try_for_each(|device| match named(device) {
            Some(device) if device.kind == fixtures::Kind::Device => match *self.device.get_or_insert(device)
            {
                known if known == device => Ok(()),
                known => not(format!("a program is on one device, here {known}")),
            },
            _ => not(format!("a program is on one device, and gives no {device}")),
        })
    }

    /// Returns the object that a call is given as this argument.
    fn thing(&self, process: Process, call: &CallRecord<'_>, argument: &str) -> Result<&Thing, Not> {
        self.thing_of(process, call.value(argument))
    }

    fn thing_of(&self, process: Process, told: &Value) -> Result<&Thing, Not> {
        let Some(told) = named(told).filter(|told| told.kind != fixtures::Kind::Handle) else {
            return not(format!("no step is given {told}"));
        };
        let name = told.bare();
        if told.released {
            return not(format!("{name} is used after its end, which no program does"));
        }
        self.names.things.get(&(process, name)).ok_or_else(|| Not::Recorded(name.to_string()))
    }

    /// A thing of one kind.
    fn named(
        &self,
        process: Process,
        call: &CallRecord<'_>,
        argument: &str,
        kind: ThingKind,
    ) -> Result<Name, Not> {
        match self.thing(process, call, argument)? {
            thing if thing.kind == kind => Ok(thing.name()),
            _ => not(format!("no step is given {} for {argument}", call.value(argument))),
        }
    }

    /// The context of a call about something, which is that of the thing in a program.
    fn in_its_context(&self, process: Process, call: &CallRecord<'_>, of: Name) -> Result<(), Not> {
        match self.named(process, call, "hContext", ThingKind::Context)? {
            context if context == of => Ok(()),
            _ => not("a program makes it with the context in which the thing was made"),
        }
    }

    /// A list of events.
    fn events(&self, process: Process, call: &CallRecord<'_>, argument: &str) -> Result<Vec<Name>, Not> {
        let items = match call.value(argument) {
            Value::Null => return Ok(Vec::new()),
            Value::List { items, more: 0 } => items,
            told => return not(format!("no step is given {told} for events")),
        };
        let event = |one| match self.thing_of(process, one)? {
            thing if thing.kind == ThingKind::Event => Ok(thing.name()),
            _ => not(format!("no step waits for {one}")),
        };
        items.iter().map(event).collect()
    }

    /// The blocks that bytes are in, and what of them is more than the call had.
    fn blocks(&self, process: Process, told: &Value, size: u64) -> Result<(Blocks, Option<String>), Not> {
        let Some(place) = named(told) else { return not(format!("no step is given {told}")) };
        let name = place.bare();
        let (of, block) = match self.names.ranges.get(&(process, name)).map(|range| range.mapping) {
            Some(Some(mapping)) => (mapping, self.granule),
            Some(None) => return not("nothing is mapped there, or by a call that is no step"),
            None if place.kind == fixtures::Kind::Range => return Err(Not::Recorded(name.to_string())),
            None => match self.thing_of(process, told)? {
                thing if thing.kind == ThingKind::Memory => (thing.name(), BLOCK),
                _ => return not(format!("no step uses {told} as memory")),
            },
        };
        let (from, to) = (place.offset / block, (place.offset + size).div_ceil(block));
        let whole = place.offset.is_multiple_of(block) && size.is_multiple_of(block);
        let blocks = Blocks { of, from: count(from)?, to: count(to)? };
        if blocks.from == blocks.to {
            return not("no step is about no bytes");
        }
        let remark = (!whole).then(|| format!("{size} bytes in the record, here whole blocks of {block}"));
        Ok((blocks, remark))
    }
}

fn count(number: u64) -> Result<u32, Not> {
    match u32::try_from(number) {
        Ok(count) if count <= Blocks::MOST => Ok(count),
        _ => not("it is about more memory than a program has"),
    }
}

/// A flag that is all of a descriptor, or none.
fn flagged(call: &CallRecord<'_>, descriptor: &str, flag: &str) -> Result<bool, Not> {
    let told = call.value(descriptor);
    match told {
        Value::Null => return Ok(false),
        Value::Descriptor { stype: None, fields } => {
            if let [Argument { name, value: Value::Constant(flags) }] = &fields[..]
                && name == "flags"
                && (flags == "0x0" || flags == flag)
            {
                return Ok(flags == flag);
            }
        }
        _ => {}
    }
    not(format!("no step is given {told}"))
}

/// Returns the granularity that a device reported, or else the greatest common divisor of all sizes of physical memory.
fn granule(calls: &[PlacedCall<'_>]) -> u64 {
    let said = calls.iter().map(|made| &made.call).find_map(|call| {
        let asked = call.entry_point == "urVirtualMemGranularityGetInfo"
            && call.constant("propName") == "UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM";
        asked.then(|| call.number("pPropValue")).filter(|&size| size > 0)
    });
    let sizes = calls.iter().map(|made| &made.call).flat_map(|call| match call.entry_point {
        "urPhysicalMemCreate" => [call.number("size"), 0],
        "urVirtualMemMap" => [call.number("size"), call.number("offset")],
        _ => [0, 0],
    });
    said.unwrap_or_else(|| sizes.fold(0, common_divisor)).max(1)
}

const fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
