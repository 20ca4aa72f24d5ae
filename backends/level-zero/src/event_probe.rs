//! Probes whether each side of a shared event sees the other's signals.
//!
//! UR promises it of every opened event. Level Zero does not. Its programming guide calls the sharing of counter-based
//! events one-directional. By the text of `zeEventCounterBasedOpenIpcHandle` every device may signal an opened event.
//! Neither says what the other side sees of it. Signals that come at once prove nothing, as an event that was never
//! signalled counts as complete. So a gate holds each of them back, and the other side has to be pending.

use crate::command_list::{CommandList, Wiring};
use crate::device::Device;
use crate::native_context::NativeContext;
use crate::native_event::NativeEvent;
use crate::result::Ze;
use level_zero_sys::ze_result_t;
use std::sync::Arc;
use std::time::Duration;

/// Time that the commands of the probe have to end, once nothing holds them back.
const PATIENCE: Duration = Duration::from_secs(10);

/// Finds out whether an event and its import see each other's signals. Neither was signalled, nor asked, before.
///
/// # Errors
/// The driver's behaviour instead, in words.
pub fn both_ways(
    context: &Arc<NativeContext>,
    device: &Device,
    source: NativeEvent,
    import: NativeEvent,
) -> Result<(), String> {
    let gate = Gate::new(context, device);
    let gate =
        gate.map_err(|error| format!("an event that the host signals, to hold another back: {error}"))?;
    let list = CommandList::new(context, device);
    let list = list.map_err(|error| format!("zeCommandListCreateImmediate: {error}"))?;
    // A handle of one-way sharing is that of the last signal.
    let anew = || NativeEvent::import(context, source.export()?)?.is_complete();
    let signalled_anew = || list.order(Wiring::new([], Some(&source), false)).and_then(|()| anew());
    let found = gate
        .look(
            &list,
            &import,
            &source,
            "the exporter does not see the signal of an opened event",
            signalled_anew,
        )
        .and_then(|()| {
            gate.look(&list, &source, &import, "an opened event does not see its exporter's signal", anew)
        });
    if !list.has_ended_within(PATIENCE) {
        // To destroy what the device uses would be undefined.
        std::mem::forget((list, gate, source, import));
        return found.and(Err("commands on a shared event do not end".to_owned()));
    }
    found
}

/// An event that holds commands back until the host signals it.
struct Gate(NativeEvent);

impl Gate {
    /// A closed gate, which has shown that it opens.
    fn new(context: &Arc<NativeContext>, device: &Device) -> Ze<Self> {
        let gate = Self(NativeEvent::switch(context, device.native)?);
        gate.0.switch_on()?;
        gate.0.switch_off()?;
        Ok(gate)
    }

    /// Lets the commands go. Where the driver refuses it once, it may do it the second time.
    fn open(&self) -> Ze {
        self.0.switch_on().or_else(|_| self.0.switch_on())
    }

    /// Signals one event and looks at the other meanwhile. Where that is complete, the driver shares events one way if
    /// the one that was signalled is pending, and so is what `anew` looks at; all else is a defect, which tests find.
    fn look(
        &self,
        list: &CommandList,
        signalled: &NativeEvent,
        observer: &NativeEvent,
        unseen: &str,
        anew: impl FnOnce() -> Ze<bool>,
    ) -> Result<(), String> {
        const ONE_WAY: &str = "the driver shares events one way only";
        const REFUSED: ze_result_t = ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
        self.0.switch_off().map_err(|error| format!("zeEventHostReset: {error}"))?;
        let held = list.order(Wiring::new([&self.0], None, false));
        held.map_err(|error| format!("zeCommandListAppendWaitOnEvents: {error}"))?;
        let appended = list.order(Wiring::new([], Some(signalled), false));
        let complete = appended.and_then(|()| observer.is_complete());
        let one_way = complete == Ok(true) && signalled.is_complete() == Ok(false) && anew() == Ok(false);
        self.open().map_err(|error| format!("zeEventHostSignal: {error}"))?;
        match (appended, complete) {
            (Err(REFUSED), _) => Err(format!("{ONE_WAY}: zeCommandListAppendSignalEvent: {REFUSED}")),
            (Err(error), _) => Err(format!("zeCommandListAppendSignalEvent: {error}")),
            (_, Err(error)) => Err(format!("zeEventQueryStatus: {error}")),
            _ if one_way => Err(format!("{ONE_WAY}: {unseen}")),
            _ if list.has_ended_within(PATIENCE) => Ok(()),
            _ => Err("commands on a shared event do not end".to_owned()),
        }
    }
}
