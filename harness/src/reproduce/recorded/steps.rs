//! What a recorded call is as steps of a program.

mod commands;
mod objects;
mod sharing;

use super::call::Call;
use super::names::{Names, Place, Thing};
use super::order::Made;
use crate::reproduce::things::Kind;
use ur_ipc_model as model;
use ur_ipc_model::{Blocks, Name, Process};

/// A block of USM memory, in bytes.
const BLOCK: u64 = crate::explore::BLOCK as u64;

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
    /// The device of all calls, as it is told.
    device: String,
    /// What the next block that is written gets.
    value: u32,
}

impl Translation {
    pub(super) fn new(calls: &[Made<'_>]) -> Self {
        Self { granule: granule(calls), value: 1, ..Self::default() }
    }

    /// The steps of a call; none, if it leaves everything as it is and asks nothing that a program can ask.
    pub(super) fn steps(&mut self, process: Process, call: &Call<'_>) -> Result<Steps, Not> {
        self.same_device(call)?;
        match call.entry_point {
            "urContextCreate"
            | "urContextRetain"
            | "urContextRelease"
            | "urQueueCreate"
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
            "urIPCGetMemHandleExp"
            | "urIPCGetPhysMemHandleExp"
            | "urIPCGetEventHandleExp"
            | "urIPCPutMemHandleExp"
            | "urIPCPutPhysMemHandleExp"
            | "urIPCPutEventHandleExp"
            | "urIPCOpenMemHandleExp"
            | "urIPCOpenPhysMemHandleExp"
            | "urIPCOpenEventHandleExp"
            | "urIPCCloseMemHandleExp"
            | "urIPCClosePhysMemHandleExp" => self.shared(process, call),
            "urEnqueueHostTaskExp" => not("it is not recorded when the host function ended"),
            // What was enqueued goes on anyway.
            "urQueueFlush" => Ok(Vec::new()),
            // Questions change nothing.
            query if query.contains("Get") && call.succeeded() => Ok(Vec::new()),
            _ => not("no step of a program stands for it"),
        }
    }

    /// All is on one device in a program.
    fn same_device(&mut self, call: &Call<'_>) -> Result<(), Not> {
        let told = match (call.value("hDevice"), call.value("phDevices")) {
            ("", devices) => devices.trim_start_matches('[').trim_end_matches(']'),
            (device, _) => device,
        };
        if told.is_empty() || call.entry_point.contains("Get") {
            return Ok(());
        }
        if !told.starts_with("device#") {
            return not(format!("a program is on one device, and gives no {told}"));
        }
        if self.device.is_empty() {
            told.clone_into(&mut self.device);
        }
        if told == self.device {
            Ok(())
        } else {
            not(format!("a program is on one device, here {}", self.device))
        }
    }

    /// What a call is given under the argument whose name ends so.
    fn thing(&self, process: Process, call: &Call<'_>, argument: &str) -> Result<&Thing, Not> {
        self.told(process, call.value(argument))
    }

    fn told(&self, process: Process, told: &str) -> Result<&Thing, Not> {
        let place = Place::read(told);
        if place.gone {
            return not(format!("{} is used after its end, which no program does", place.name));
        }
        if !place.name.contains('#') {
            return not(format!("no step is given {told}"));
        }
        let key = (process, place.name.to_owned());
        self.names.things.get(&key).ok_or_else(|| Not::Recorded(place.name.to_owned()))
    }

    /// A thing of one kind.
    fn named(&self, process: Process, call: &Call<'_>, argument: &str, kind: Kind) -> Result<Name, Not> {
        match self.thing(process, call, argument)? {
            thing if thing.kind == kind => Ok(thing.name()),
            _ => not(format!("no step is given {} for {argument}", call.value(argument))),
        }
    }

    /// The context of a call about something, which is that of the thing in a program.
    fn in_its_context(&self, process: Process, call: &Call<'_>, of: Name) -> Result<(), Not> {
        match self.named(process, call, "hContext", Kind::Context)? {
            context if context == of => Ok(()),
            _ => not("a program makes it with the context in which the thing was made"),
        }
    }

    /// A list of events.
    fn events(&self, process: Process, call: &Call<'_>, argument: &str) -> Result<Vec<Name>, Not> {
        let told = call.value(argument);
        let Some(list) = told.strip_prefix('[').and_then(|list| list.strip_suffix(']')) else {
            return if told == "NULL" {
                Ok(Vec::new())
            } else {
                not(format!("no step is given {told} for events"))
            };
        };
        let mut names = Vec::new();
        for one in list
            .split(", event")
            .enumerate()
            .map(|(at, one)| if at > 0 { format!("event{one}") } else { one.to_owned() })
        {
            match self.told(process, &one)? {
                thing if thing.kind == Kind::Event => names.push(thing.name()),
                _ => return not(format!("no step waits for {one}")),
            }
        }
        Ok(names)
    }

    /// The blocks that bytes are in, and what of them is more than the call had.
    fn blocks(&self, process: Process, told: &str, size: u64) -> Result<(Blocks, Option<String>), Not> {
        let place = Place::read(told);
        let key = (process, place.name.to_owned());
        let (of, block) = match self.names.ranges.get(&key).map(|range| range.mapping) {
            Some(Some(mapping)) => (mapping, self.granule),
            Some(None) => return not("nothing is mapped there, or by a call that is no step"),
            None if place.name.starts_with("range#") => return Err(Not::Recorded(place.name.to_owned())),
            None => match self.told(process, told)? {
                thing if thing.kind == Kind::Memory => (thing.name(), BLOCK),
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
fn flagged(call: &Call<'_>, descriptor: &str, flag: &str) -> Result<bool, Not> {
    match call.value(descriptor) {
        "NULL" | "{flags = 0x0}" => Ok(false),
        told if told == format!("{{flags = {flag}}}") => Ok(true),
        told => not(format!("no step is given {told}")),
    }
}

/// What a device said, or else what all sizes of physical memory are multiples of.
fn granule(calls: &[Made<'_>]) -> u64 {
    let said = calls.iter().map(|made| &made.call).find_map(|call| {
        let asked = call.entry_point == "urVirtualMemGranularityGetInfo"
            && call.value("propName") == "UR_VIRTUAL_MEM_GRANULARITY_INFO_MINIMUM";
        call.output("pPropValue").filter(|_| asked)?.parse::<u64>().ok()
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
