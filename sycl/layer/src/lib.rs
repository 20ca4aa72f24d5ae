//! SYCL's extension over any implementation of Unified Runtime, by the contract of the conformance suite: the crate
//! [`ur_ipc`] with its objects behind numbers.
//!
//! The contract allows uses that the types of `ur_ipc` forbid, if SYCL allows them, as a handle that outlives its
//! object. Two threads may use two objects at once; of one object, the second waits for the first.

mod commands;
mod convert;
mod functions;
mod handles;
mod layer;
mod memory;
mod objects;

use layer::RustLayer;
use std::sync::Arc;
use ur_ipc_api::UrIpc;
use ur_ipc_api::sycl::SyclIpc;

/// The extension over an implementation of Unified Runtime, which is trusted to do what Unified Runtime's specification says:
/// where it does not, whoever calls has to expect anything.
#[must_use]
pub fn over(ur: Arc<dyn UrIpc>) -> Arc<dyn SyclIpc> {
    Arc::new(RustLayer::new(ur))
}
