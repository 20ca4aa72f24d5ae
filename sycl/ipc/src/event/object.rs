//! `sycl_ext_oneapi_reusable_events`: events.

use crate::context::Context;
use crate::error::{Function, Result};
use crate::handle::{Exports, HandleData};
use crate::info;
use crate::threads::OneThread;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use ur_ipc_api::{EventHandle, EventInfo, EventStatus, Family, ProfilingInfo as UrProfilingInfo, UrResult};

/// `sycl::event`: a reusable event of [`make_event`](crate::make_event), one that [`event::open`](super::open) gave, or that of a
/// command. A default one, as of SYCL's default constructor, is complete and of no context.
///
/// Dropping it puts its handle and releases it, by `urIPCPutEventHandleExp` and `urEventRelease`, when no queue needs it any
/// more: a [`Queue`](crate::Queue) keeps it until the commands that it knows of are done.
///
/// It may go to another thread, but not be used by two at once, so that nobody waits for it while it is signalled anew, which
/// SYCL leaves undefined:
///
/// ```compile_fail,E0277
/// fn share(event: &ur_ipc::Event) {
///     std::thread::scope(|scope| {
///         scope.spawn(|| event.wait());
///     });
/// }
/// ```
#[doc(alias = "sycl::event")]
pub struct Event {
    /// None of one that is of no context.
    inner: Option<Arc<EventInner>>,
    origin: EventOrigin,
    /// The bytes of its handle, once it has one.
    pub(super) exported: OnceLock<HandleData>,
    _one_thread: PhantomData<OneThread>,
}

pub struct EventInner {
    pub context: Context,
    pub handle: EventHandle,
    pub exports: Arc<Exports>,
}

/// The origin of an event.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EventOrigin {
    Made { ipc: bool },
    Opened,
    Command,
}

/// `info::event_command_status`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "info::event_command_status")]
pub enum EventCommandStatus {
    /// `event_command_status::submitted`
    Submitted,
    /// `event_command_status::running`
    Running,
    /// `event_command_status::complete`
    Complete,
}

/// `info::event_profiling`: which time, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "info::event_profiling")]
pub enum EventProfiling {
    /// `event_profiling::command_submit`
    CommandSubmit,
    /// `event_profiling::command_start`
    CommandStart,
    /// `event_profiling::command_end`
    CommandEnd,
}

impl Event {
    /// Takes over the reference of an event.
    pub(crate) fn adopt(context: &Context, handle: EventHandle, origin: EventOrigin) -> Self {
        let (exports, context) = (Exports::new(context, Family::Event), context.clone());
        let inner = Arc::new(EventInner { context, handle, exports });
        Self { inner: Some(inner), origin, exported: OnceLock::new(), _one_thread: PhantomData }
    }

    /// The shared part of the event; `None` if it is of no context.
    pub(crate) fn inner(&self) -> Option<&Arc<EventInner>> {
        self.inner.as_ref()
    }

    /// `event::ext_oneapi_ipc_enabled`: whether it can be shared. An opened event cannot be shared on.
    #[must_use]
    #[doc(alias = "event::ext_oneapi_ipc_enabled")]
    pub fn ext_oneapi_ipc_enabled(&self) -> bool {
        self.origin == EventOrigin::Made { ipc: true }
    }

    /// `event::wait`: blocks until the last signal that was submitted has come, from whichever process, by `urEventWait`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    #[doc(alias = "event::wait")]
    pub fn wait(&self) -> Result<()> {
        let Some(inner) = &self.inner else { return Ok(()) };
        // SAFETY: the event is live, and the list has one.
        let result = unsafe { inner.context.ur().event_wait(1, &raw const inner.handle) };
        Function("event::wait").check("urEventWait", result)
    }

    /// `event::get_info<info::event::command_execution_status>`, by `urEventGetInfo`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer, or for a status that SYCL does not know.
    #[doc(alias = "event::get_info")]
    #[doc(alias = "info::event::command_execution_status")]
    pub fn command_execution_status(&self) -> Result<EventCommandStatus> {
        const F: Function = Function("event::get_info");
        let Some(inner) = &self.inner else { return Ok(EventCommandStatus::Complete) };
        let status = info::value(F, "urEventGetInfo", |size, value, ret| {
            let (ur, name) = (inner.context.ur(), EventInfo::COMMAND_EXECUTION_STATUS);
            // SAFETY: the event is live; the place has this many bytes.
            unsafe { ur.event_get_info(inner.handle, name, size, value, ret) }
        })?;
        match EventStatus(status) {
            EventStatus::COMPLETE => Ok(EventCommandStatus::Complete),
            EventStatus::RUNNING => Ok(EventCommandStatus::Running),
            EventStatus::SUBMITTED | EventStatus::QUEUED => Ok(EventCommandStatus::Submitted),
            other => Err(F.runtime(format!("the status of the event is {other}"))),
        }
    }

    /// `event::get_profiling_info`, in nanoseconds, by `urEventGetProfilingInfo`. A signal takes one time, which is all three.
    ///
    /// # Errors
    /// [`Errc::Invalid`](crate::Errc::Invalid) if the event takes no times, or has none yet, as SYCL has it; DPC++'s runtime
    /// says [`Errc::Runtime`](crate::Errc::Runtime) of reusable events. That with other answers.
    #[doc(alias = "event::get_profiling_info")]
    pub fn get_profiling_info(&self, which: EventProfiling) -> Result<u64> {
        const F: Function = Function("event::get_profiling_info");
        const ENTRY_POINT: &str = "urEventGetProfilingInfo";
        let Some(inner) = &self.inner else { return Err(F.invalid("the event has no times")) };
        let name = match which {
            EventProfiling::CommandSubmit if self.origin == EventOrigin::Command => {
                UrProfilingInfo::COMMAND_SUBMIT
            }
            EventProfiling::CommandStart if self.origin == EventOrigin::Command => {
                UrProfilingInfo::COMMAND_START
            }
            _ => UrProfilingInfo::COMMAND_END,
        };
        let time = info::value(F, ENTRY_POINT, |size, value, ret| {
            // SAFETY: the event is live; the place has this many bytes.
            unsafe { inner.context.ur().event_get_profiling_info(inner.handle, name, size, value, ret) }
        });
        time.map_err(|error| match error.ur_result() {
            Some(result @ UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE) => {
                F.refused("the event has no times", ENTRY_POINT, result)
            }
            _ => error,
        })
    }

    /// Unified Runtime's handle, for calls that this crate has not; it stays this value's own. Null of a default event.
    #[must_use]
    #[doc(alias = "get_native")]
    pub fn ur_handle(&self) -> EventHandle {
        self.inner.as_ref().map_or(EventHandle::NULL, |inner| inner.handle)
    }

    /// The context that it is of; a default event is of none.
    #[must_use]
    pub fn get_context(&self) -> Option<&Context> {
        self.inner.as_ref().map(|inner| &inner.context)
    }
}

/// `event::event`: complete, without times, and of no context. No queue takes it.
impl Default for Event {
    #[doc(alias = "event::event")]
    fn default() -> Self {
        Self {
            inner: None,
            origin: EventOrigin::Command,
            exported: OnceLock::new(),
            _one_thread: PhantomData,
        }
    }
}

impl Drop for EventInner {
    fn drop(&mut self) {
        let _ = self.exports.put_all(Function("event::~event"));
        // SAFETY: the reference is this value's own.
        let _ = unsafe { self.context.ur().event_release(self.handle) };
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Event").field(&self.ur_handle()).finish()
    }
}
