//! UR IPC on the CUDA driver API, opened at run time.
//!
//! [`CudaBackend`] implements [`UrIpc`](ur_ipc_api::UrIpc) with what CUDA offers between processes: its IPC handles
//! for device memory and events, and file descriptors for physical memory. Building needs no CUDA; without
//! `libcuda.so.1` or without a device [`CudaBackend::new`] says so.
//!
//! The handle data adds four things to CUDA's own handles: a family, a checksum, the exporting process with its start
//! time, and a token. The exporter withdraws the token at Put. A handle that is damaged, of another family, put, or of a
//! process that is gone is refused before CUDA sees it.
//!
//! Differences of CUDA where UR leaves something open:
//! - Within the exporting process CUDA refuses its handles for memory. Such an Open gives the address of the
//!   allocation itself, and the allocation cannot be freed until that is closed.
//! - Shared USM is not offered, a pool is bookkeeping only, and an out-of-order queue runs in order.
//! - Physical memory can only be mapped from offset 0 where the driver asks for that.
//! - `COMMAND_QUEUED` and `COMMAND_SUBMIT` of profiling report the start: CUDA's events know no more.

mod backend;
mod commands;
mod context;
mod copy;
mod cuda;
mod cuda_result;
mod device;
mod device_info;
mod driver;
mod error;
mod event;
mod host_lane;
mod ipc_event;
mod ipc_memory;
mod ipc_physical;
mod native_event;
mod native_memory;
mod native_physical;
mod physical;
mod pinned;
mod platform;
mod queue;
mod stream;
mod usm;
mod virtual_memory;

pub use backend::CudaBackend;
pub use error::CudaError;
