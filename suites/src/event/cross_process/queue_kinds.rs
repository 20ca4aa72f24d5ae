//! The kinds of queues that signal and wait, but for those with profiling, which may refuse to.

use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::hierarchy::UrIpcEventHandleTest;
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::situations::QUEUE_FLAGS;
use ur_ipc_fixtures::{
    At, BATCHED_QUEUES, HIGH_PRIORITY_QUEUES, IMMEDIATE_QUEUES, LOW_PRIORITY_QUEUES, Need,
    OUT_OF_ORDER_QUEUES, Scenario, TestResult,
};

/// A kind of queues.
pub(in crate::event) struct QueueKind {
    /// As in [`QUEUE`](ur_ipc_fixtures::situations::QUEUE), for ids.
    pub(in crate::event) name: &'static str,
    pub(in crate::event) flags: QueueFlags,
    pub(in crate::event) needs: &'static [Need],
}

/// All of them.
pub(in crate::event) const KINDS: [QueueKind; 6] = [
    QueueKind { name: "in_order", flags: QueueFlags::NONE_SET, needs: &[] },
    QueueKind {
        name: "out_of_order",
        flags: QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE,
        needs: &[OUT_OF_ORDER_QUEUES],
    },
    QueueKind { name: "batched", flags: QueueFlags::SUBMISSION_BATCHED, needs: &[BATCHED_QUEUES] },
    QueueKind { name: "immediate", flags: QueueFlags::SUBMISSION_IMMEDIATE, needs: &[IMMEDIATE_QUEUES] },
    QueueKind { name: "low_priority", flags: QueueFlags::PRIORITY_LOW, needs: &[LOW_PRIORITY_QUEUES] },
    QueueKind { name: "high_priority", flags: QueueFlags::PRIORITY_HIGH, needs: &[HIGH_PRIORITY_QUEUES] },
];

/// The numbers of those that the device offers, which all processes of a scenario know.
pub(super) fn offered(s: &Scenario, f: &At<UrIpcEventHandleTest>) -> TestResult<Vec<usize>> {
    s.tell(|_| offered_of(f.in_context(), &KINDS.each_ref().map(|kind| kind.flags)))
}

/// Which kinds of queues are of interest.
pub(in crate::event) type OfQueues = fn(QueueFlags) -> bool;

/// The numbers of those of [`QUEUE_FLAGS`] with which the context has queues, and which are of interest.
pub(in crate::event) fn offered_where(context: &Context, of_queues: OfQueues) -> TestResult<Vec<usize>> {
    let mut kinds = offered_of(context, &QUEUE_FLAGS)?;
    kinds.retain(|&kind| of_queues(QUEUE_FLAGS[kind]));
    Ok(kinds)
}

/// The numbers of the flags with which the context has queues.
fn offered_of(context: &Context, flags: &[QueueFlags]) -> TestResult<Vec<usize>> {
    let mut offered = Vec::new();
    for (number, flags) in flags.iter().enumerate() {
        if context.lacks_queues(*flags)?.is_none() {
            offered.push(number);
        }
    }
    Ok(offered)
}
