//! Host tasks that nobody counts as commands of their batch.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let (batched, uncounted) = (shared::<Set<QueueHandle>>(), shared::<Set<QueueHandle>>());
    c.defect("event_lone_host_task_of_batch_not_finished", "cross_process.event.wait_list")
        .does("urQueueFinish does not wait for a batch of nothing but host tasks")
        .seen_in("Level Zero adapter v2, enqueueHostTaskExp of queue_batched.cpp")
        .then(|c: &queue_create, _| {
            let queue = c.queue.get().unwrap_or_default();
            let is_batched = flags(c).contains(QueueFlags::SUBMISSION_BATCHED);
            let _ = if is_batched { batched.add(queue) } else { batched.remove(&queue) };
            uncounted.remove(&queue)
        })
        .then(|c: &enqueue_host_task_exp, _| batched.has(&c.queue).then(|| uncounted.add(c.queue)))
        .then(|c: &enqueue_events_wait_with_barrier, _| uncounted.remove(&c.queue))
        .pretends(|c: &queue_finish, _| uncounted.has(&c.queue));
}
