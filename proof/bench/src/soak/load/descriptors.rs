//! Threads that open and close descriptors of several kinds all the time, beside the suite.

use std::fs::File;
use std::net::UdpSocket;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

/// Threads.
const THREADS: usize = 2;
/// How many descriptors a thread opens before it closes them.
const BURST: usize = 128;

/// The threads.
pub struct Churn {
    stop: Arc<AtomicBool>,
    opened: Arc<AtomicU64>,
    threads: Vec<JoinHandle<()>>,
}

impl Churn {
    /// Starts them.
    pub fn start() -> Self {
        let (stop, opened) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let threads = (0..THREADS)
            .map(|_| {
                let (stop, opened) = (Arc::clone(&stop), Arc::clone(&opened));
                thread::spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        opened.fetch_add(burst(), Ordering::Relaxed);
                    }
                })
            })
            .collect();
        Self { stop, opened, threads }
    }

    /// How many descriptors were opened so far.
    pub fn opened(&self) -> u64 {
        self.opened.load(Ordering::Relaxed)
    }
}

impl Drop for Churn {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            // A panic of it has been printed.
            let _ = thread.join();
        }
    }
}

/// Opens many, closes them, and says how many they were.
fn burst() -> u64 {
    let mut held: Vec<OwnedFd> = Vec::with_capacity(BURST);
    for index in 0..BURST {
        // What cannot be opened is no loss: then the pressure is at its highest.
        match index % 4 {
            0 => held.extend(File::open("/dev/null").map(OwnedFd::from)),
            1 => held.extend(std::io::pipe().into_iter().flat_map(|(r, w)| [r.into(), w.into()])),
            2 => held.extend(UnixStream::pair().into_iter().flat_map(|(a, b)| [a.into(), b.into()])),
            _ => held.extend(UdpSocket::bind(("127.0.0.1", 0)).map(OwnedFd::from)),
        }
    }
    held.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_opened_until_the_end() {
        let churn = Churn::start();
        while churn.opened() == 0 {
            thread::yield_now();
        }
    }
}
