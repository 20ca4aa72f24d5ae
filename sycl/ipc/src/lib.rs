//! SYCL's inter-process communication, `sycl_ext_oneapi_inter_process_communication`, in safe Rust: processes on one machine
//! share GPU memory and events, over any implementation of Unified Runtime ([`UrIpc`](ur_ipc_api::UrIpc)).
//!
//! ```
//! use std::sync::Arc;
//! use ur_ipc::{
//!     Context, DeviceMemory, EventProperties, Platform, Queue, QueueProperties, enqueue_signal_event, enqueue_wait_event,
//!     event, make_event, malloc_device, memory,
//! };
//! use ur_ipc_host::{HostBackend, Profile};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let backend = Arc::new(HostBackend::new(Profile::default())?);
//! // SAFETY: the host backend does what Unified Runtime's specification says.
//! let platform = unsafe { Platform::get_platforms(backend) }?.remove(0);
//! let device = platform.get_devices().remove(0);
//! let context = platform.khr_get_default_context()?;
//! let queue = Queue::new(&context, &device, QueueProperties::default().in_order(true))?;
//!
//! // The producer: work that is submitted, and an event that comes after it.
//! let buffer = malloc_device(4096, &device, &context)?;
//! let written = make_event(&context, EventProperties::default().enable_ipc(true))?;
//! queue.memset(&buffer, 0, 7, 4096)?;
//! enqueue_signal_event(&queue, &written)?;
//! // These bytes go to the other process, by whatever way, after the signal was submitted.
//! let (buffer_data, written_data) = (memory::get(&buffer)?.data(), event::get(&written)?.data());
//!
//! // The consumer, which is this process too in this example.
//! // SAFETY: the bytes are of handles whose buffer and event are alive here as long as what is opened.
//! let (opened, signal) = unsafe { (memory::open(&buffer_data, &device)?, event::open(&written_data, &context)?) };
//! enqueue_wait_event(&queue, &signal)?;
//! let mut bytes = [0; 4096];
//! queue.read(&opened, 0, &mut bytes)?;
//! assert_eq!(bytes, [7; 4096]);
//! memory::close(opened)?;
//! # Ok(())
//! # }
//! ```
//!
//! `examples/two_processes` of `ur-ipc-cts` is the same between two processes, over a Unix socket.
//!
//! # For who knows SYCL
//! Names are SYCL's, and the search finds them: `ipc::memory::get`, `ext_oneapi_ipc_memory`, `handle_data_view_t`. Three
//! modules have the functions of the extension, with a table of the entry points behind each:
//!
//! | SYCL, in `sycl::ext::oneapi::experimental` | here |
//! |---|---|
//! | `ipc::memory::{get, put, open, close}` | [`memory`] |
//! | `ipc::physical_memory::{get, put, open}` | [`physical_memory`] |
//! | `ipc::event::{get, put, open}` | [`mod@event`] |
//! | `ipc_memory::{get, put, open, close}`, deprecated | [`ipc_memory`] |
//! | `ipc::handle`, `handle_data_t`, `handle_data_view_t` | [`Handle`], [`HandleData`], [`HandleDataView`] |
//! | `aspect::ext_oneapi_ipc_{memory,physical_memory,event}` | [`Aspect`], [`Device::has`] |
//! | `enable_ipc`, `enable_profiling` | [`PhysicalMemProperties`], [`EventProperties`] |
//! | `make_event`, `enqueue_signal_event`, `enqueue_wait_event(s)` | [`make_event`], [`enqueue_signal_event`], [`enqueue_wait_event`], [`enqueue_wait_events`] |
//! | `event::ext_oneapi_ipc_enabled` | [`Event::ext_oneapi_ipc_enabled`] |
//! | the event that `queue::memset` gives | [`Queue::memset_event`] |
//! | `physical_mem`, `get_mem_granularity`, `reserve_virtual_mem`, `unmap`, ... | [`PhysicalMem`], [`VirtualMem`], [`Mapping`] |
//! | `malloc_{device,host,shared}`, `free`, `get_pointer_type` | [`malloc_device`], [`malloc_host`], [`malloc_shared`], [`free`], [`get_pointer_type`] |
//! | `exception`, `errc` | [`Error`], [`Errc`] |
//! | overloads without a context or device | [`OnDevice`], [`InContext`]: `&platform` or `&device` in their place |
//!
//! The exceptions are those of DPC++'s runtime (intel/llvm, 2026.2), in the same order of checks. Where it differs from
//! the text of the extension, the function says so.
//!
//! # What the types see to
//! - A handle that was put is gone, and one that was not cannot outlive its object. Dropping it puts nothing: its bytes stay
//!   good until the object ends.
//! - Everything keeps its context alive, mappings their memory and addresses, queues the events of their commands. Memory waits
//!   for the commands that use it before it ends, and is left behind where a queue cannot be waited for.
//! - What ends by a function in SYCL (`free`, `close`, `unmap`) ends by dropping as well; the function shows errors, a drop
//!   cannot. So a wait for a signal that never comes can also be a drop that never ends.
//! - `Send` and `Sync` are what Unified Runtime's rules for threads allow: platforms, devices, contexts, memory and handles may
//!   be shared between threads; queues, physical memory and events only moved.
//! - No memory is a slice. Other processes write to it; [`Queue::read`] and [`Queue::write`] copy: twice, so that no
//!   device that is lost in between can still be at a slice of yours.
//!
//! # What the system has to allow
//! Many implementations take the descriptors behind a handle out of the process that exported it. Where Yama guards processes
//! (`/proc/sys/kernel/yama/ptrace_scope` is 1, as on most desktops), that one consents by
//! `prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY)`, or by the id of the process that will open. This crate calls no system and does
//! not do it; the text of SYCL's extension asks it of applications as well.
//!
//! # What stays `unsafe`
//! - [`Platform::get_platforms`]: that the implementation keeps to Unified Runtime's specification.
//! - `open` of bytes: that they are of a handle, which implementations need not be able to tell; for memory also that the other
//!   process does not free it in between.
//! - [`UsmPointer::from_raw`]: memory that something else allocated.

mod address;
mod aspect;
mod context;
mod device;
mod device_memory;
mod error;
pub mod event;
mod handle;
mod info;
mod lock;
pub mod memory;
mod physical_mem;
pub mod physical_memory;
mod place;
mod platform;
mod queue;
mod threads;
mod usm;
mod virtual_mem;

pub use aspect::Aspect;
pub use context::Context;
pub use device::Device;
pub use device_memory::DeviceMemory;
pub use error::{Errc, Error, Result};
pub use event::make::{EventProperties, make_event};
pub use event::object::{Event, EventCommandStatus, EventProfiling};
pub use event::queue::{enqueue_signal_event, enqueue_wait_event, enqueue_wait_events};
pub use handle::{Handle, HandleData, HandleDataView};
pub use memory::{OpenedMemory, UsmPointer};
pub use physical_mem::{PhysicalMem, PhysicalMemProperties};
pub use place::{InContext, OnDevice};
pub use platform::Platform;
pub use queue::{Queue, QueueProperties};
pub use usm::{UsmKind, UsmMemory, free, get_pointer_type, malloc_device, malloc_host, malloc_shared};
pub use virtual_mem::{
    AddressAccessMode, GranularityMode, Mapping, VirtualMem, get_mem_granularity, reserve_virtual_mem, unmap,
};

/// `sycl::ext::oneapi::experimental::ipc_memory`: [`memory`] under its name before it moved to `ipc`.
///
/// SYCL's has a handle type of its own; here it is the same.
#[deprecated = "SYCL has renamed it: use `memory`"]
pub mod ipc_memory {
    pub use crate::memory::{close, get, open, put};
}
