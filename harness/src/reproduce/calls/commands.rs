//! Commands on memory, and events.

use super::{Calls, block};
use crate::reproduce::checks::Seen;
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use ur_ipc_api::EventStatus;
use ur_ipc_model::{Blocks, Call, Name, What};

impl Calls<'_> {
    /// Where blocks begin.
    fn place(&mut self, blocks: Blocks) -> String {
        match blocks.from {
            0 => blocks.of.to_string(),
            from => format!("(char *){} + {from} * {}", blocks.of, self.block(blocks.of)),
        }
    }

    pub(super) fn command(&mut self, turn: &Turn) -> Vec<String> {
        let call = match &turn.step.call {
            Call::Fill { at, value, queue, after } => {
                self.used.insert(Helper::Fill);
                let (place, block) = (self.place(*at), self.block(at.of));
                format!("fill({queue}, {place}, {block}, {}, {value}, {})", at.count(), listed(after))
            }
            Call::Copy { from, to, queue, after } => {
                let (source, target) = (self.place(*from), self.place(*to));
                let (block, other) = (self.block(to.of), self.block(from.of));
                let (count, list) = (from.count(), listed(after));
                if block == other {
                    format!(
                        "urEnqueueUSMMemcpy({queue}, false, {target}, {source}, {count} * {block}, {list}, NULL)"
                    )
                } else {
                    self.used.insert(Helper::Copy);
                    format!("copy({queue}, {target}, {block}, {source}, {other}, {count}, {list})")
                }
            }
            Call::Read { at, queue, after } => {
                self.used.insert(Helper::Read);
                self.most_read = self.most_read.max(at.count());
                let (place, block) = (self.place(*at), self.block(at.of));
                format!("read_blocks({queue}, {place}, {block}, {}, {})", at.count(), listed(after))
            }
            _ => unreachable!("no command"),
        };
        let seen: Vec<Seen> = (0..self.most_read)
            .map(|block| Seen::new(What::Block(block), format!("word[{block}]")))
            .collect();
        self.called(turn, &call, &seen)
    }

    pub(super) fn event(&mut self, turn: &Turn) -> Vec<String> {
        match &turn.step.call {
            Call::Event { new, context, shared } => {
                let flags = if *shared { "UR_EXP_EVENT_FLAG_IPC_EXP" } else { "0" };
                let mut lines = vec![format!(
                    "ur_exp_event_desc_t {new}_desc = {{UR_STRUCTURE_TYPE_EXP_EVENT_DESC, NULL, {flags}}};"
                )];
                let call = format!("urEventCreateExp({context}, device, &{new}_desc, &NEW)");
                let seen = [Seen::new(What::Address, new.to_string())];
                lines.extend(self.making("ur_event_handle_t", *new, turn, &call, &seen));
                lines
            }
            Call::Signal { event, queue, after } => {
                let call =
                    format!("urEnqueueEventsWaitWithBarrierExt({queue}, NULL, {}, &kept)", listed(after));
                let seen = [Seen::new(What::Kept, "kept").meaning(format!("kept == {event}"))];
                let mut lines = vec![format!("ur_event_handle_t kept = {event};")];
                lines.extend(self.called(turn, &call, &seen));
                block(lines)
            }
            Call::Wait { events } => {
                let call = format!("urEventWait({})", listed(events));
                let checks = self.called(turn, &call, &[Seen::new(What::Status, "status")]);
                let Some(at) = checks.iter().position(|line| line.starts_with("EXPECT(status")) else {
                    return checks;
                };
                let mut lines = vec![format!("ur_event_status_t status = {};", EventStatus::COMPLETE)];
                lines.extend_from_slice(&checks[..at]);
                for event in events {
                    lines.push(format!("if (status == {})", EventStatus::COMPLETE));
                    lines.push(format!(
                        "    urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);"
                    ));
                }
                lines.extend_from_slice(&checks[at..]);
                block(lines)
            }
            Call::Status { event } => {
                let call = format!(
                    "urEventGetInfo({event}, UR_EVENT_INFO_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL)"
                );
                let mut lines = vec!["ur_event_status_t status = UR_EVENT_STATUS_FORCE_UINT32;".to_owned()];
                lines.extend(self.called(turn, &call, &[Seen::new(What::Status, "status")]));
                block(lines)
            }
            _ => unreachable!("not about events"),
        }
    }
}

/// The number of events and their list.
fn listed(events: &[Name]) -> String {
    if events.is_empty() {
        return "0, NULL".to_owned();
    }
    let names: Vec<String> = events.iter().map(ToString::to_string).collect();
    format!("{}, (ur_event_handle_t[]){{{}}}", names.len(), names.join(", "))
}
