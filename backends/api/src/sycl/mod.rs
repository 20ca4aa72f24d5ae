//! SYCL's own level: the contract between the SYCL suite and an implementation of
//! `sycl_ext_oneapi_inter_process_communication`.
//!
//! [`SyclIpc`] has one method for each function of the extension, and for each function that using it needs. SYCL's
//! types allow more than a Rust layer's, and the suite tests that too. So objects are numbers that the implementation
//! gives out, and memory is an address.

mod contract;
mod functions;
mod layer;
mod types;

pub use contract::SyclIpc;
pub use layer::SyclLayer;
pub use types::{
    Access, Aspect, Context, Device, Errc, Error, Event, EventStatus, Handle, Overload, PhysicalMem, Place,
    ProfilingTime, Queue, QueueProperties, Result, UsmKind,
};
