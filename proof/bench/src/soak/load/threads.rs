//! Threads that go on until they are told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// Tells threads when to stop.
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether to stop.
    pub fn is_told(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Threads, which are told to stop and waited for when this is dropped.
#[derive(Default)]
pub struct Threads {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Threads {
    /// Starts one more.
    pub fn add(&mut self, body: impl FnOnce(&Stop) + Send + 'static) {
        let stop = self.stop.clone();
        self.threads.push(thread::spawn(move || body(&stop)));
    }

    /// The number of threads.
    pub fn count(&self) -> usize {
        self.threads.len()
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.stop.0.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A panic of it has been printed.
            let _ = thread.join();
        }
    }
}
