//! Entry points for fuzzers and property tests: this crate's readers, and properties of their results.
//!
//! Every function takes any bytes, and panics if a property does not hold.

mod call_ring;
mod crash_record;
mod frames;
mod manifest;
#[cfg(test)]
mod mutation;
mod parts;
mod pattern;
mod payload;
mod requirements;
mod results;
mod skiplist;
mod text;
mod version;

pub use call_ring::call_ring;
pub use crash_record::crash_record;
pub use frames::frames;
pub use manifest::manifest;
pub use parts::{merge, resume};
pub use pattern::patterns;
pub use payload::payload;
pub use requirements::requirements;
pub use results::results;
pub use skiplist::skiplist;
pub use version::versions;
