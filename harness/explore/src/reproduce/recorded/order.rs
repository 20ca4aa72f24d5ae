//! The calls of all processes in one order.

use super::call::CallRecord;
use super::refusal::{NoProgram, NoStep};
use ur_ipc_report::last_calls::{LastCall, ProcessCalls};

/// A call, and the process that made it: its place among those of the record.
pub(super) struct PlacedCall<'t> {
    pub process: u8,
    pub call: CallRecord<'t>,
    pub recorded: &'t LastCall,
}

/// The test's own calls as they began, up to the one at which it failed, if it failed at one.
///
/// # Errors
/// What cannot be told one after the other, or is not there.
pub(super) fn in_order(log: &[ProcessCalls]) -> Result<Vec<PlacedCall<'_>>, NoProgram> {
    let mut all: Vec<(u8, &ProcessCalls, &LastCall)> = (0..)
        .zip(log)
        .flat_map(|(process, of)| of.calls.iter().map(move |call| (process, of, call)))
        .filter(|(_, _, call)| !call.clean_up)
        .collect();
    all.sort_by_key(|(_, _, call)| call.at_us);
    if let Some(at) = all.iter().position(|(_, _, call)| call.went_wrong()) {
        all.truncate(at + 1);
    }
    let mut order = Vec::new();
    for (at, (process, of, call)) in all.iter().enumerate() {
        let ended = call.took_us.map(|took| call.at_us + took);
        let beside = all[at + 1..].iter().find(|(other, ..)| other == process);
        if let Some((_, _, beside)) = beside
            && ended.is_none_or(|ended| beside.at_us + 1 < ended)
        {
            return Err(NoProgram::at(of, call, NoStep::Beside(beside.text.clone())));
        }
        let made = CallRecord::new(call).map_err(|why| NoProgram::at(of, call, why))?;
        order.push(PlacedCall { process: *process, call: made, recorded: call });
    }
    Ok(order)
}
