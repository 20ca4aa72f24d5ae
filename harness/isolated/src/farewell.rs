//! Graceful shutdown: runs between a termination signal and exit.

use super::signals::{await_signal, end_by};
use super::strays::end_all;
use nix::sys::signal::{SigSet, Signal};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// How long what is at work may take to come to its end by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the last words may take: a reader of theirs may have stopped reading.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What a process does when it is asked to end.
pub trait Farewell: Send + Sync {
    /// Begins nothing new. Whether it is of use to wait for what is at work.
    fn stop(&self, signal: Signal) -> bool;
    /// Says what there is to say, at most once; the process ends after that.
    fn last_words(&self, signal: Signal);
}

/// As long as it lives, the process says farewell.
pub struct Prepared;

fn prepared() -> MutexGuard<'static, Option<Arc<dyn Farewell>>> {
    static PREPARED: Mutex<Option<Arc<dyn Farewell>>> = Mutex::new(None);
    PREPARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, this is done when the process is asked to end.
pub fn prepare(farewell: Arc<dyn Farewell>) -> Prepared {
    *prepared() = Some(farewell);
    Prepared
}

impl Drop for Prepared {
    /// Whoever has asked before this has been told to [`stop`](Farewell::stop) by now.
    fn drop(&mut self) {
        *prepared() = None;
    }
}

/// Ends the process by a signal, which it has got.
pub(super) fn part(signal: Signal, signals: &SigSet) -> ! {
    let farewell = {
        let prepared = prepared();
        prepared.as_ref().map(|farewell| (Arc::clone(farewell), farewell.stop(signal)))
    };
    if let Some((farewell, waits)) = farewell {
        if waits {
            await_another(signals, PATIENCE);
        }
        let (said, awaited) = channel::<()>();
        let say = move || {
            farewell.last_words(signal);
            drop(said);
        };
        if Builder::new().spawn(say).is_ok() {
            let _ = awaited.recv_timeout(LAST_WORDS);
        }
    }
    leave(signal)
}

/// Ends the children of this process and theirs, and then itself, by a signal.
pub fn leave(signal: Signal) -> ! {
    end_all();
    end_by(signal as libc::c_int)
}

/// Waits until one more of these signals comes, or the time is over.
fn await_another(signals: &SigSet, patience: Duration) {
    let until = Instant::now() + patience;
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        if await_signal(signals, left).is_some() {
            return;
        }
    }
}
