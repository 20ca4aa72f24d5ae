//! Entry points for fuzzers and property tests: readers of bytes from other processes.
//!
//! Every function takes any bytes, and panics if a property does not hold.

mod handle;
mod object;

pub use handle::handle;
pub use object::object;
