//! Queues that use a piece of memory.

use super::QueueInner;
use crate::error::{Function, Result};
use crate::lock::lock;
use std::sync::{Arc, Mutex, Weak};

/// The queues that have got commands with a piece of memory, which cannot end before these.
#[derive(Default)]
pub struct Users(Mutex<Vec<Weak<QueueInner>>>);

impl Users {
    pub fn add(&self, queue: &Arc<QueueInner>) {
        let mut users = lock(&self.0);
        // A queue that is gone has waited for its commands: `Queue` does so before it lets go of this.
        users.retain(|user| user.strong_count() > 0);
        if !users.iter().any(|user| std::ptr::eq(user.as_ptr(), Arc::as_ptr(queue))) {
            users.push(Arc::downgrade(queue));
        }
    }

    /// Waits for the commands of all of them.
    pub fn finish(&self, function: Function) -> Result<()> {
        let mut users = lock(&self.0);
        for queue in users.iter().filter_map(Weak::upgrade) {
            queue.finish(function)?;
        }
        users.clear();
        Ok(())
    }
}
