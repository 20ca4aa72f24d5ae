//! Addresses that this crate passes on and does not follow.

use std::ffi::c_void;

/// An address that Unified Runtime gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub *mut c_void);

// SAFETY: nothing here reads or writes what is there; it goes to calls of Unified Runtime, which say by themselves which
// threads may make them.
unsafe impl Send for Address {}
// SAFETY: as above.
unsafe impl Sync for Address {}
