//! Commands on memory, signals and waits, and what objects are asked.

use super::{CallRecord, Not, Steps, Translation, flagged, named, not};
use crate::reproduce::things::ThingKind;
use ur_ipc_fixtures::{self as fixtures, Value};
use ur_ipc_model as model;
use ur_ipc_model::{CommandQuery, Process};

impl Translation {
    pub(super) fn command(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        match call.entry_point {
            "urEnqueueUSMMemcpy" => self.copy(process, call),
            "urEnqueueUSMFill" => self.write(process, call, call.value("pMem"), false),
            "urEnqueueEventsWaitWithBarrierExt" => {
                let told = named(call.value("phEvent")).map(|told| told.kind);
                if told != Some(fixtures::Kind::Event) {
                    return not("a program's barriers signal an event");
                }
                let low_power =
                    flagged(call, "pProperties", "UR_EXP_ENQUEUE_EXT_FLAG_LOW_POWER_EVENTS_SUPPORT")?;
                let queue = self.named(process, call, "hQueue", ThingKind::Queue)?;
                let after = self.events(process, call, "phEventWaitList")?;
                // One that is not known is not reusable.
                let event = self.named(process, call, "phEvent", ThingKind::Event)?;
                Ok(vec![(model::verb::Signal { event, queue, low_power, after }.into(), None)])
            }
            "urEventWait" => {
                let events = self.events(process, call, "phEventWaitList")?;
                if events.is_empty() {
                    return not("a program waits for something");
                }
                Ok(vec![(model::verb::Wait { events }.into(), None)])
            }
            _ => self.question(process, call),
        }
    }

    /// A copy between host memory and that of the device, or on the device.
    fn copy(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        let (to, from, size) = (call.value("pDst"), call.value("pSrc"), call.number("size"));
        let is_host = |told: &Value| matches!(told, Value::Address(_));
        if is_host(from) && !is_host(to) {
            return self.write(process, call, to, *call.value("blocking") == Value::Flag(true));
        }
        let queue = self.named(process, call, "hQueue", ThingKind::Queue)?;
        let after = self.events(process, call, "phEventWaitList")?;
        without_event(call)?;
        if is_host(to) && !is_host(from) {
            let (at, remark) = self.blocks(process, from, size)?;
            return Ok(vec![(model::verb::Read { at, queue, after }.into(), remark)]);
        }
        if is_host(to) {
            return not("no step copies on the host");
        }
        let ((from, one), (to, other)) = (self.blocks(process, from, size)?, self.blocks(process, to, size)?);
        if from.count() != to.count() {
            return not("a program copies as many blocks as it writes");
        }
        let mut steps = vec![(model::verb::Copy { from, to, queue, after }.into(), one.or(other))];
        if *call.value("blocking") == Value::Flag(true) {
            steps.push((model::verb::Finish { queue }.into(), None));
        }
        Ok(steps)
    }

    /// Makes a fill of a write. The written data is not recorded, so each write gets another value.
    fn write(
        &mut self,
        process: Process,
        call: &CallRecord<'_>,
        to: &Value,
        waits: bool,
    ) -> Result<Steps, Not> {
        let queue = self.named(process, call, "hQueue", ThingKind::Queue)?;
        let after = self.events(process, call, "phEventWaitList")?;
        without_event(call)?;
        let (at, remark) = self.blocks(process, to, call.number("size"))?;
        let value = self.value;
        self.value = value.wrapping_add(at.count());
        let mut steps = vec![(model::verb::Fill { at, value, queue, after }.into(), remark)];
        if waits {
            steps.push((model::verb::Finish { queue }.into(), None));
        }
        Ok(steps)
    }

    fn question(&mut self, process: Process, call: &CallRecord<'_>) -> Result<Steps, Not> {
        let argument = match call.entry_point {
            "urEventGetInfo" => "hEvent",
            "urPhysicalMemGetInfo" => "hPhysicalMem",
            _ => "pMem",
        };
        if !call.succeeded() || call.output("pPropValue").is_none() {
            return if call.succeeded() { Ok(Vec::new()) } else { not("no step asks that") };
        }
        let thing = self.thing(process, call, argument)?;
        let of = thing.name();
        let what = call.constant("propName");
        let step = match (thing.kind, what) {
            (ThingKind::Event, "UR_EVENT_INFO_COMMAND_EXECUTION_STATUS") => {
                model::verb::Status { event: of }.into()
            }
            (ThingKind::Event, "UR_EVENT_INFO_COMMAND_QUEUE") if thing.imported => {
                model::verb::Ask { of, what: CommandQuery::Queue }.into()
            }
            (ThingKind::Event, "UR_EVENT_INFO_COMMAND_TYPE") if thing.imported => {
                model::verb::Ask { of, what: CommandQuery::Type }.into()
            }
            (ThingKind::Event, "UR_EVENT_INFO_CONTEXT" | "UR_EVENT_INFO_REFERENCE_COUNT")
            | (ThingKind::Physical, _) => model::verb::Info { of, at: 0 }.into(),
            (ThingKind::Memory, _) if thing.imported && call.offset(argument) == 0 => {
                model::verb::Info { of, at: 0 }.into()
            }
            _ => return Ok(Vec::new()),
        };
        Ok(vec![(step, None)])
    }
}

/// An event of a command is none that a program has.
fn without_event(call: &CallRecord<'_>) -> Result<(), Not> {
    if call.is_null("phEvent") { Ok(()) } else { not("a program's commands give no events") }
}
