//! Threads that open and close descriptors of several kinds all the time, beside the suite.

use super::threads::Threads;
use std::fs::File;
use std::net::UdpSocket;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Threads.
const THREADS: usize = 2;
/// The number of times that a thread opens something before it closes it all. Half of them open two descriptors.
const BURST: usize = 128;

/// The threads.
pub struct Churn {
    opened: Arc<AtomicU64>,
    _threads: Threads,
}

impl Churn {
    /// Starts them.
    pub fn start() -> Self {
        let (opened, mut threads) = (Arc::new(AtomicU64::new(0)), Threads::default());
        for _ in 0..THREADS {
            let opened = Arc::clone(&opened);
            threads.add(move |stop| {
                while !stop.is_told() {
                    opened.fetch_add(burst(), Ordering::Relaxed);
                }
            });
        }
        Self { opened, _threads: threads }
    }

    /// The number of descriptors opened so far.
    pub fn opened(&self) -> u64 {
        self.opened.load(Ordering::Relaxed)
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
    use std::thread;

    #[test]
    fn descriptors_are_opened_until_the_end() {
        let churn = Churn::start();
        while churn.opened() == 0 {
            thread::yield_now();
        }
    }
}
