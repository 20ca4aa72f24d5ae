//! Graceful shutdown: runs between a termination signal and exit.

use super::signals::{await_signal, raise_default};
use super::strays::end_all;
use nix::sys::signal::{SigSet, Signal};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};

/// Time that work in progress has to end by itself.
const PATIENCE: Duration = Duration::from_secs(3);
/// Time limit for the final report: a reader of it may have stopped reading.
const FINAL_REPORT: Duration = Duration::from_secs(5);

/// The actions of a process that is asked to end.
pub trait ShutdownHandler: Send + Sync {
    /// Begins nothing new. Whether it is of use to wait for what is at work.
    fn stop(&self, signal: Signal) -> bool;
    /// Says what there is to say, at most once; the process ends after that.
    fn final_report(&self, signal: Signal);
}

/// As long as it lives, its handler runs before the process ends.
pub struct ShutdownGuard;

fn installed() -> MutexGuard<'static, Option<Arc<dyn ShutdownHandler>>> {
    static INSTALLED: Mutex<Option<Arc<dyn ShutdownHandler>>> = Mutex::new(None);
    INSTALLED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, this is done when the process is asked to end.
pub fn prepare_shutdown(handler: Arc<dyn ShutdownHandler>) -> ShutdownGuard {
    *installed() = Some(handler);
    ShutdownGuard
}

impl Drop for ShutdownGuard {
    /// Whoever has asked before this has been told to [`stop`](ShutdownHandler::stop) by now.
    fn drop(&mut self) {
        *installed() = None;
    }
}

/// Ends the process by a signal, which it has got.
pub(super) fn terminate(signal: Signal, signals: &SigSet) -> ! {
    let handler = {
        let installed = installed();
        installed.as_ref().map(|handler| (Arc::clone(handler), handler.stop(signal)))
    };
    if let Some((handler, waits)) = handler {
        if waits {
            await_another(signals, PATIENCE);
        }
        let (said, awaited) = channel::<()>();
        let say = move || {
            handler.final_report(signal);
            drop(said);
        };
        if Builder::new().spawn(say).is_ok() {
            let _ = awaited.recv_timeout(FINAL_REPORT);
        }
    }
    leave(signal)
}

/// Ends the children of this process and theirs, and then itself, by a signal.
pub fn leave(signal: Signal) -> ! {
    end_all();
    raise_default(signal as libc::c_int)
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
