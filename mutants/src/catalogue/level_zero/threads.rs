//! What a driver knows of threads.

use std::sync::OnceLock;
use std::thread::{self, ThreadId};

/// The thread that called first.
#[derive(Default)]
pub(super) struct FirstThread(OnceLock<ThreadId>);

impl FirstThread {
    /// Whether this is it.
    pub(super) fn is_this(&self) -> bool {
        let thread = thread::current().id();
        *self.0.get_or_init(|| thread) == thread
    }
}
