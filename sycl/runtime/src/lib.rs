//! A SYCL runtime, for the conformance suite of `sycl_ext_oneapi_inter_process_communication`.
//!
//! A Rust program cannot call SYCL, which is C++. `shim/*.cpp` is a library with a C ABI, with a function for each row
//! of the contract's table. `tools/build-sycl-shim.sh` builds it with the runtime under test. That library is opened at
//! run time, and brings the runtime with it, so that nothing of SYCL is needed to build this.
//!
//! [`SyclBackend`] is the runtime as a backend of the suite.

mod aspects;
mod backend;
mod error;
mod listing;
mod options;
mod pass;
mod runtime;
mod shim;
mod status;
mod unified_runtime;

pub use backend::SyclBackend;
pub use error::SyclError;
pub use options::Options;
