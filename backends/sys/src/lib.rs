//! Linux primitives: memory files, mappings, futexes, descriptors of other processes. Nothing here knows of UR.

pub mod address_range;
pub mod child;
pub mod descriptors;
pub mod futex;
pub mod libraries;
pub mod mapping;
pub mod memfd;
pub mod pidfd;
pub mod process;
pub mod seccomp;
pub mod trial;
pub mod yama;
