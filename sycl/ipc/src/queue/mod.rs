//! Queues.

mod commands;
mod users;

pub use users::Users;

use crate::context::Context;
use crate::device::Device;
use crate::error::{Function, Result};
use crate::event::object::EventInner;
use crate::lock::lock;
use crate::threads::OneThread;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{forget, take};
use std::sync::{Arc, Mutex};
use ur_ipc_api::{QueueFlags, QueueHandle, QueueProperties as UrQueueProperties, UrIpc, UrResult};

/// `sycl::queue`: commands on a device.
///
/// Dropping it waits for its commands, by `urQueueFinish`, and releases it, by `urQueueRelease`; [`wait`](Self::wait) before
/// that shows errors, which a drop cannot; a queue that cannot be waited for is not released. It keeps the events that its
/// commands signal or wait for until they are done.
///
/// A queue may go to another thread, but not be used by two at once:
///
/// ```compile_fail,E0277
/// fn share(queue: &ur_ipc::Queue) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| queue.wait());
///     });
/// }
/// ```
#[doc(alias = "sycl::queue")]
pub struct Queue {
    pub(crate) inner: Arc<QueueInner>,
    _one_thread: PhantomData<OneThread>,
}

/// `sycl::property_list` of a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueProperties {
    in_order: bool,
    enable_profiling: bool,
}

impl QueueProperties {
    /// `property::queue::in_order`: commands run in the order in which they were submitted. By default they need not.
    #[must_use]
    #[doc(alias = "property::queue::in_order")]
    pub fn in_order(self, in_order: bool) -> Self {
        Self { in_order, ..self }
    }

    /// `property::queue::enable_profiling`: commands take times. An event for sharing cannot be signalled there.
    #[must_use]
    #[doc(alias = "property::queue::enable_profiling")]
    pub fn enable_profiling(self, enable: bool) -> Self {
        Self { enable_profiling: enable, ..self }
    }
}

pub struct QueueInner {
    context: Context,
    device: Device,
    handle: QueueHandle,
    in_order: bool,
    profiling: bool,
    /// The events that commands use which may not be done. The lock is held in every call with the queue, as Unified
    /// Runtime forbids two threads in calls with one handle. So memory that is dropped on another thread waits for the
    /// queue.
    kept: Mutex<Vec<Arc<EventInner>>>,
}

impl QueueInner {
    /// Waits for all commands, and lets go of what they used.
    pub fn finish(&self, function: Function) -> Result<()> {
        let mut kept = lock(&self.kept);
        // SAFETY: the queue is live, and no other thread is in a call with it.
        function.check("urQueueFinish", unsafe { self.context.ur().queue_finish(self.handle) })?;
        let done = take(&mut *kept);
        drop(kept);
        drop(done);
        Ok(())
    }

    /// Makes a call with the queue, and keeps events until its commands are done.
    pub fn enqueue(
        &self,
        events: impl IntoIterator<Item = Arc<EventInner>>,
        call: impl FnOnce(&dyn UrIpc, QueueHandle) -> UrResult,
    ) -> UrResult {
        let mut kept = lock(&self.kept);
        for event in events {
            if !kept.iter().any(|known| Arc::ptr_eq(known, &event)) {
                kept.push(event);
            }
        }
        call(self.context.ur(), self.handle)
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn has_profiling(&self) -> bool {
        self.profiling
    }
}

impl Drop for QueueInner {
    fn drop(&mut self) {
        // SAFETY: the reference is this value's own, and nobody else has the handle.
        let _ = unsafe { self.context.ur().queue_release(self.handle) };
    }
}

impl Drop for Queue {
    /// Waits while the inner value is alive, since memory takes one that is gone for one that has waited. What could not be
    /// waited for stays, with its events, and so does memory that it uses, unless a later wait succeeds.
    fn drop(&mut self) {
        if self.inner.finish(Function("queue::~queue")).is_err() {
            forget(Arc::clone(&self.inner));
        }
    }
}

impl Queue {
    /// A queue of a context on one of its devices, by `urQueueCreate`.
    ///
    /// On a device with in-order queues alone the queue is in order in any case, as in the runtime of DPC++. That
    /// runtime decides so if Unified Runtime answers `INVALID_QUEUE_PROPERTIES`; this function also does if it answers
    /// that the queue is unsupported.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) for a device of another context; [`Errc::Runtime`](crate::Errc::Runtime)
    /// with what Unified Runtime answered.
    pub fn new(context: &Context, device: &Device, properties: QueueProperties) -> Result<Self> {
        const F: Function = Function("queue::queue");
        context.require_member(F, device)?;
        let create = |in_order: bool| {
            let order =
                if in_order { QueueFlags::NONE_SET } else { QueueFlags::OUT_OF_ORDER_EXEC_MODE_ENABLE };
            let times =
                if properties.enable_profiling { QueueFlags::PROFILING_ENABLE } else { QueueFlags::NONE_SET };
            let ur_properties = UrQueueProperties::new(order | times);
            let mut handle = QueueHandle::NULL;
            // SAFETY: context and device are live, the properties and the output local variables.
            let result = unsafe {
                context.ur().queue_create(
                    context.ur_handle(),
                    device.ur_handle(),
                    &raw const ur_properties,
                    &raw mut handle,
                )
            };
            (result, handle)
        };
        let mut in_order = properties.in_order;
        let (mut result, mut handle) = create(in_order);
        let has_none = result == UrResult::ERROR_INVALID_QUEUE_PROPERTIES || result.is_unsupported();
        if has_none && !in_order {
            in_order = true;
            (result, handle) = create(in_order);
        }
        F.check("urQueueCreate", result)?;
        let inner = QueueInner {
            context: context.clone(),
            device: device.clone(),
            handle,
            in_order,
            profiling: properties.enable_profiling,
            kept: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner), _one_thread: PhantomData })
    }

    /// `queue::wait`: blocks until every command is done, by `urQueueFinish`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    #[doc(alias = "queue::wait")]
    pub fn wait(&self) -> Result<()> {
        self.inner.finish(Function("queue::wait"))
    }

    /// `queue::ext_oneapi_prod`: sees to it that commands begin which the queue may have held back, by `urQueueFlush`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    #[doc(alias = "queue::ext_oneapi_prod")]
    pub fn ext_oneapi_prod(&self) -> Result<()> {
        let flush = |ur: &dyn UrIpc, queue| {
            // SAFETY: the queue is live, and no other thread is in a call with it.
            unsafe { ur.queue_flush(queue) }
        };
        Function("queue::ext_oneapi_prod").check("urQueueFlush", self.inner.enqueue([], flush))
    }

    /// `queue::is_in_order`.
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.inner.in_order
    }

    /// Unified Runtime's handle, for calls that this crate has not; it stays this value's own.
    #[must_use]
    #[doc(alias = "get_native")]
    pub fn ur_handle(&self) -> QueueHandle {
        self.inner.handle
    }

    /// `queue::get_context`.
    #[must_use]
    pub fn get_context(&self) -> &Context {
        &self.inner.context
    }

    /// `queue::get_device`.
    #[must_use]
    pub fn get_device(&self) -> &Device {
        &self.inner.device
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Queue").field(&self.inner.handle).finish()
    }
}
