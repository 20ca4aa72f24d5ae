//! Any Unified Runtime build, through its C ABI: certifies real adapters.
//!
//! The loader's library is opened at run time. Every entry point of the contract is looked up by its UR name. If the
//! library lacks one, it answers `UR_RESULT_ERROR_UNSUPPORTED_FEATURE`, and the report names it. Adapters are chosen by
//! UR's own means (`UR_ADAPTERS_FORCE_LOAD`, `UR_ADAPTERS_SEARCH_PATH`, `ONEAPI_DEVICE_SELECTOR`).
//!
//! Without the parameter validation layer, adapters need not check their arguments, and many crash on null. So the layer
//! is on unless [`Options::layers`] says otherwise.

mod backend;
mod error;
mod functions;
mod options;
mod unusable;

pub use backend::UrBackend;
pub use error::UrError;
pub use options::Options;
