//! Linux primitives: memory files, mappings, futexes, descriptors of other processes. Nothing here knows of UR.

pub mod address_range;
pub mod child;
pub mod descriptors;
mod end;
mod file;
pub mod futex;
pub mod libraries;
pub mod mapping;
pub mod memfd;
pub mod pidfd;
pub mod process;
pub mod seccomp;
mod shortage;
pub mod trial;
pub mod yama;

pub use end::ProcessEnd;
pub use file::text_of;
pub use shortage::{ENOUGH_DESCRIPTORS, Shortage, descriptor_limit, keep_limit};
