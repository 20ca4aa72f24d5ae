//! Queues: objects, commands, and the entry points around them.

mod calls;
pub mod command;
mod enqueue;

use crate::context::Context;
use crate::device::Device;
use command::Command;
use std::sync::Arc;
use ur_ipc_api::{QueueFlags, QueueHandle};
use ur_ipc_soft_gpu::Engine;

/// A queue.
#[derive(Debug)]
pub struct Queue {
    /// Its handle.
    pub handle: QueueHandle,
    /// The context it was made in.
    pub context: Arc<Context>,
    /// The device its commands run on.
    pub device: Arc<Device>,
    /// The flags it was made with.
    pub flags: QueueFlags,
    /// The engine that runs the commands. It outlives the queue as long as some are left.
    pub engine: Arc<Engine<Command>>,
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.engine.close();
    }
}

#[cfg(test)]
mod tests {
    use crate::backend::Core;
    use crate::profile::Profile;
    use crate::registry::lock;
    use std::ffi::c_void;
    use std::ptr::{null, null_mut};
    use std::sync::{Arc, Weak};
    use ur_ipc_api::{ContextHandle, QueueHandle};

    fn core() -> (Core, ContextHandle) {
        let core = Core::unprobed(Profile::default()).expect("addresses");
        let mut context = ContextHandle::NULL;
        // SAFETY: the array and the output are live.
        unsafe { core.context_create(1, &raw const core.devices[0].handle, null(), &raw mut context) }
            .expect("a context");
        (core, context)
    }

    fn queue(core: &Core, context: ContextHandle) -> QueueHandle {
        let mut queue = QueueHandle::NULL;
        // SAFETY: the output is live.
        unsafe { core.queue_create(context, core.devices[0].handle, null(), &raw mut queue) }
            .expect("a queue");
        queue
    }

    #[test]
    fn the_thread_of_a_queue_ends_with_it() {
        unsafe extern "C" fn nothing(_: *mut c_void) {}
        let (core, context) = core();
        let queue = queue(&core, context);
        // SAFETY: the function needs no data.
        unsafe {
            core.enqueue_host_task_exp(queue, Some(nothing), null_mut(), null(), 0, null(), null_mut())
        }
        .expect("a thread for it");
        let engine = Arc::downgrade(&core.queue(queue).expect("it lives").engine);
        core.queue_finish(queue).expect("it lives");
        assert!(engine.strong_count() > 1, "its thread waits for more");
        core.queue_release(queue).expect("it lives");
        assert_eq!(engine.strong_count(), 0);
    }

    #[test]
    fn the_backend_knows_the_engines_that_are_left() {
        let (core, context) = core();
        let live = || lock(&core.engines).iter().map(Weak::strong_count).collect::<Vec<_>>();
        let first = queue(&core, context);
        queue(&core, context);
        assert_eq!(live(), [1, 1]);
        core.queue_release(first).expect("it lives");
        queue(&core, context);
        assert_eq!(live(), [1, 1]);
    }
}
