//! Events: signals and waits.

use super::{Calls, InC, block};
use crate::reproduce::checks::{self, Seen};
use crate::reproduce::script::Turn;
use ur_ipc_fixtures::api::EventStatus;
use ur_ipc_model::{Name, Observable, verb};

impl InC for verb::Event {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, context, shared, other } = self;
        let device = calls.device(*other);
        let flags = if *shared { "UR_EXP_EVENT_FLAG_IPC_EXP" } else { "0" };
        let mut lines = vec![format!(
            "ur_exp_event_desc_t {new}_desc = {{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, NULL, {flags}}};"
        )];
        let call = format!("urEventCreateExp({context}, {device}, &{new}_desc, &NEW)");
        let seen = [Seen::new(Observable::Address, new.to_string())];
        lines.extend(calls.making("ur_event_handle_t", *new, turn, &call, &seen));
        lines
    }
}

impl InC for verb::Signal {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { event, queue, low_power, after } = self;
        let properties = if *low_power { "&hint" } else { "NULL" };
        let after = listed(after);
        let call = format!("urEnqueueEventsWaitWithBarrierExt({queue}, {properties}, {after}, &kept)");
        let seen = [Seen::new(Observable::Kept, "kept").meaning(format!("kept == {event}"))];
        let mut lines = vec![format!("ur_event_handle_t kept = {event};")];
        if *low_power {
            let (name, stype) =
                ("ur_exp_enqueue_ext_properties_t", "UR_STRUCTURE_TYPE_EXP_ENQUEUE_EXT_PROPERTIES");
            let flag = "UR_EXP_ENQUEUE_EXT_FLAG_LOW_POWER_EVENTS_SUPPORT";
            lines.push(format!("{name} hint = {{{stype}, NULL, {flag}}};"));
        }
        lines.extend(calls.called(turn, &call, &seen));
        lines.extend(calls.submitted(*queue));
        block(lines)
    }
}

impl InC for verb::Timestamp {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, queue, after } = self;
        let call = format!("urEnqueueTimestampRecordingExp({queue}, false, {}, &NEW)", listed(after));
        let mut lines = calls.making("ur_event_handle_t", *new, turn, &call, &[]);
        lines.extend(calls.submitted(*queue));
        lines
    }
}

impl InC for verb::Wait {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { events } = self;
        let call = format!("urEventWait({})", listed(events));
        let query = |event: &Name| {
            [
                format!("if (status == {})", EventStatus::COMPLETE),
                format!(
                    "    urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);"
                ),
            ]
        };
        let status = Seen::new(Observable::Status, "status").after(events.iter().flat_map(query).collect());
        let lines = calls.called(turn, &call, &[status]);
        if !checks::are_of(turn, Observable::Status) {
            return lines;
        }
        let declared = format!("ur_event_status_t status = {};", EventStatus::COMPLETE);
        block([vec![declared], lines].concat())
    }
}

impl InC for verb::Status {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { event } = self;
        let call = format!(
            "urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL)"
        );
        let mut lines = vec!["ur_event_status_t status = UR_EVENT_STATUS_FORCE_UINT32;".to_owned()];
        lines.extend(calls.called(turn, &call, &[Seen::new(Observable::Status, "status")]));
        block(lines)
    }
}

/// The number of events and their list.
pub(super) fn listed(events: &[Name]) -> String {
    if events.is_empty() {
        return "0, NULL".to_owned();
    }
    let names: Vec<String> = events.iter().map(ToString::to_string).collect();
    format!("{}, (ur_event_handle_t[]){{{}}}", names.len(), names.join(", "))
}
