//! Contexts and queues.

use super::{Calls, InC};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use ur_ipc_model::{Name, QueueKind, verb};

impl InC for verb::Context {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let call = match self.both {
            false => "urContextCreate(1, &device, NULL, &NEW)".to_owned(),
            true => {
                let other = calls.device(true);
                format!("urContextCreate(2, (ur_device_handle_t[]){{device, {other}}}, NULL, &NEW)")
            }
        };
        calls.making("ur_context_handle_t", self.new, turn, &call, &[])
    }
}

impl InC for verb::Queue {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, context, kind, other } = *self;
        let device = calls.device(other);
        if kind == QueueKind::InOrder {
            let call = format!("urQueueCreate({context}, {device}, NULL, &NEW)");
            return calls.making("ur_queue_handle_t", new, turn, &call, &[]);
        }
        let mut lines = vec![format!(
            "ur_queue_properties_t {new}_properties = {{UR_STRUCTURE_TYPE_QUEUE_PROPERTIES, NULL, {}}};",
            kind.flags()
        )];
        let call = format!("urQueueCreate({context}, {device}, &{new}_properties, &NEW)");
        lines.extend(calls.making("ur_queue_handle_t", new, turn, &call, &[]));
        lines
    }
}

impl InC for verb::Finish {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        calls.called(turn, &format!("urQueueFinish({})", self.queue), &[])
    }
}

impl InC for verb::Hold {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        calls.held += 1;
        let (queue, gate) = (self.queue, calls.held);
        calls.gates.insert(queue, gate);
        calls.used.insert(Helper::Hold);
        let mut lines = vec![format!("sem_t gate{gate};"), format!("sem_init(&gate{gate}, 0, 0);")];
        let call = format!("urEnqueueHostTaskExp({queue}, hold, &gate{gate}, NULL, 0, NULL, NULL)");
        lines.extend(calls.called(turn, &call, &[]));
        lines.extend(calls.submitted(queue));
        lines
    }
}

impl InC for verb::Unblock {
    fn lines(&self, calls: &mut Calls<'_>, _: &Turn) -> Vec<String> {
        let gate = calls.gates.get(&self.queue).copied().unwrap_or_default();
        vec![format!("sem_post(&gate{gate});")]
    }
}

impl InC for verb::Busy {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        calls.used.insert(Helper::Busy);
        let call = format!("urEnqueueHostTaskExp({}, busy, NULL, NULL, 0, NULL, NULL)", self.queue);
        let mut lines = calls.called(turn, &call, &[]);
        lines.extend(calls.submitted(self.queue));
        lines
    }
}

impl Calls<'_> {
    /// Has a queue submit what it batches, if it does.
    pub(super) fn submitted(&self, queue: Name) -> Option<String> {
        self.script.things.batches(queue).then(|| format!("urQueueFlush({queue});"))
    }
}
