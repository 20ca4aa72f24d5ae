//! Interrupted runs: keeps and reports the results so far, and tells how to continue.

use crate::execute::Stop;
use crate::suite::Suite;
use nix::sys::signal::Signal;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};
use ur_ipc_isolated::ShutdownHandler;
use ur_ipc_report::options::Front;
use ur_ipc_report::subject::program;
use ur_ipc_report::{Detail, EndReport, Rerun, Results, columns, continuation, notice, print_aside};

/// Time limit for the lock of the results. Its holder may be waiting for a reader of them.
const PATIENCE: Duration = Duration::from_secs(2);

/// The state that is needed to end a run early.
pub struct Interrupted {
    pub suite: Arc<Suite>,
    pub stop: Arc<Stop>,
    pub results: Arc<Mutex<Results>>,
    pub front: Front,
    pub rerun: Rerun,
    /// Number of planned tests.
    pub planned: usize,
    pub begin: Instant,
    said: AtomicBool,
}

impl Interrupted {
    pub fn new(
        suite: &Arc<Suite>,
        stop: &Arc<Stop>,
        results: &Arc<Mutex<Results>>,
        (front, rerun): (Front, Rerun),
        (planned, begin): (usize, Instant),
    ) -> Self {
        let (suite, stop, results) = (Arc::clone(suite), Arc::clone(stop), Arc::clone(results));
        Self { suite, stop, results, front, rerun, planned, begin, said: AtomicBool::new(false) }
    }

    /// Keeps and tells what is known. `settled` says whether the ends of all processes are; the problems are those of
    /// no test. Whoever comes second waits for the end of the process.
    pub fn say(&self, signal: Signal, settled: bool, problems: Vec<String>) {
        if self.said.swap(true, Ordering::SeqCst) {
            loop {
                thread::park();
            }
        }
        let Some(mut results) = self.results() else {
            notice("error: what is known cannot be told; the result file has it");
            return;
        };
        for record in self.stop.so_far() {
            // Its end may have come just now.
            if results.get(&record.name).is_none() {
                results.add(record);
            }
        }
        let requirements = &self.suite.requirements;
        let wall = self.begin.elapsed();
        let (document, written) = results.interrupt(signal.as_str(), settled, problems, wall, requirements);
        let file = results.kept().map(str::to_owned);
        // What ends because of this is no result.
        std::mem::forget(results);
        let rerun = self.rerun.clone();
        let (detail, columns) = (Detail::Usual, columns(io::stderr()));
        let report =
            EndReport { requirements, document: &document, rerun, detail, columns, left_to_thorough: 0 };
        let mut text = report.partial(self.planned);
        text.push_str(&match (self.front, file) {
            (Front::Command, Some(file)) => match continuation(&document, &file) {
                Some(command) => format!("continue it: {command}\n"),
                None => {
                    format!("it cannot be continued: `{} run` can be, and this begins anew\n", program())
                }
            },
            (Front::Command, None) => {
                "it cannot be continued, as no file has its results: see --json\n".to_owned()
            }
            (Front::TestTarget, _) => {
                format!("the command `{} run` can continue what it began; this begins anew\n", program())
            }
        });
        print_aside(&text);
        if let Err(why) = written {
            notice(&format!("error: {why}"));
        }
    }

    fn results(&self) -> Option<MutexGuard<'_, Results>> {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.results.try_lock() {
                Ok(results) => return Some(results),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if Instant::now() < until => {
                    thread::sleep(Duration::from_millis(5));
                }
                Err(TryLockError::WouldBlock) => return None,
            }
        }
    }
}

impl ShutdownHandler for Interrupted {
    fn stop(&self, signal: Signal) -> bool {
        self.stop.interrupt(signal);
        let waits = self.front == Front::Command;
        if waits {
            // The cursor may stand behind a progress bar.
            if io::stderr().is_terminal() {
                let _ = io::stderr().write_all(b"\n");
            }
            notice(&format!("{signal}: no further test begins; a second signal stops the running tests"));
        }
        waits
    }

    fn final_report(&self, signal: Signal) {
        self.say(signal, false, Vec::new());
    }
}
