//! Parts that all backends on a native driver share.
//!
//! - [`Registry`]: handles that are never used twice and are looked up before anything is touched;
//! - [`checks`] and [`InfoOut`]: UR's rules on arguments and queries;
//! - [`envelope`] and [`Exports`]: the handle data that travels, and who vouches for it;
//! - [`TokenTable`] and [`producer`]: how an importer finds out that a handle is still good;
//! - [`PinnedProcess`]: a process pinned by a pidfd, whose descriptors can be taken;
//! - [`MemoryMap`] and [`ranges`]: which addresses mean what;
//! - [`State`] and [`objects`]: what a backend works on, with the types of its [`Driver`] for the driver's parts;
//! - [`calls`]: the entry points, but for what each driver does its own way.

pub mod calls;
pub mod descriptors;
mod driver;
pub mod envelope;
mod exports;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod memory_map;
pub mod objects;
mod process;
pub mod producer;
pub mod ranges;
mod registry;
mod state;
#[cfg(feature = "test-bed")]
pub mod test_bed;
mod token_table;

pub use checks::Ur;
pub use driver::{DeviceFacts, Driver};
pub use envelope::Envelope;
pub use exports::{Contents, Exports, Shared};
pub use memory_map::{MemoryMap, Ranges, Region};
pub use process::{Identity, PinnedProcess};
pub use registry::{Registry, lock, next_id};
pub use state::State;
pub use token_table::{TokenEntry, TokenTable, verify};
pub use ur_ipc_api::implement::{InfoOut, checks};
