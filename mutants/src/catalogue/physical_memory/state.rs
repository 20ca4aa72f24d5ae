//! What mutants remember.

use super::calls::{Call, Close, Create, Get, Open, Put, Release, locked};
use crate::catalogue::tools::Known;
use std::ops::Range;
use std::ptr::null;
use std::sync::Mutex;
use ur_ipc_api::*;

/// Imports that are none: objects made here in their place.
#[derive(Default)]
pub(super) struct Fakes(Known);

impl Fakes {
    /// Answers an Open with a new object of that size.
    pub(super) fn open(&self, call: &Open<'_>, size: usize) -> UrResult {
        let made = Create {
            below: call.below,
            context: call.context,
            device: call.device,
            size,
            properties: null(),
            out: call.out,
        };
        let result = made.run();
        if result.is_success() {
            self.0.add(made.made().address());
        }
        result
    }

    /// Closes; fakes are released.
    pub(super) fn close(&self, call: &Close<'_>) -> UrResult {
        if !self.0.has(call.object.address()) {
            return call.run();
        }
        Release { below: call.below, object: call.object }.run()
    }
}

/// Handles that were got and not put, by their bytes.
#[derive(Default)]
pub(super) struct Handles(Mutex<Vec<Vec<u8>>>);

impl Handles {
    /// Notes what a successful Get gave.
    pub(super) fn note(&self, call: &Get<'_>) {
        self.add(call.bytes());
    }

    /// Notes a handle.
    pub(super) fn add(&self, bytes: Vec<u8>) {
        locked(&self.0).push(bytes);
    }

    /// Forgets what is put.
    pub(super) fn forget(&self, call: &Put<'_>) {
        self.remove(&call.bytes());
    }

    /// Forgets a handle.
    pub(super) fn remove(&self, bytes: &[u8]) {
        locked(&self.0).retain(|known| known != bytes);
    }

    /// Whether this is one.
    pub(super) fn has(&self, bytes: &[u8]) -> bool {
        locked(&self.0).iter().any(|known| known == bytes)
    }

    /// The last one for which this is true.
    pub(super) fn last(&self, true_for: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        locked(&self.0).iter().rev().find(|known| true_for(known)).cloned()
    }

    /// The one which these bytes would be but for this field.
    pub(super) fn forged(&self, bytes: &[u8], field: Range<usize>) -> Option<Vec<u8>> {
        self.last(|known| {
            bytes.len() == known.len()
                && bytes[field.clone()] != known[field.clone()]
                && bytes[..field.start] == known[..field.start]
                && bytes[field.end..] == known[field.end..]
        })
    }
}
