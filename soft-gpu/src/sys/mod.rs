//! The Linux primitives below the model. Nothing here knows of UR.

pub mod address_range;
pub mod futex;
pub mod mapping;
pub mod memfd;
pub mod pidfd;
pub mod process;
pub mod yama;
