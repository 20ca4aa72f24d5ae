//! For fuzzers and property tests: what this crate reads, from bytes, with what must hold afterwards.
//!
//! Every function takes any bytes at all, and panics where something does not hold that should.

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
