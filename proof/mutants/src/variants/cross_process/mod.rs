//! Sharing between processes, and on several devices.

mod deaths;
mod devices;
mod handles;

pub(super) const FILES: super::Files = &[handles::variants, deaths::variants, devices::variants];
