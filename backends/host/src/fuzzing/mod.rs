//! For fuzzers and property tests: what this backend reads of what other processes wrote.
//!
//! Every function takes any bytes at all, and panics where something does not hold that should.

mod handle;
mod object;

pub use handle::handle;
pub use object::object;
