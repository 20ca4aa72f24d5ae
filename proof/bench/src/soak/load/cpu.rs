//! Four threads a core: two that are always busy, and two that wake each other all the time.

use super::threads::{Stop, Threads};
use crate::measure::Problem;
use crate::soak::report::Evidence;
use crate::soak::usage::Usage;
use std::hint::spin_loop;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Threads that keep every core busy, erratically.
pub struct BusyThreads {
    threads: Threads,
    before: Usage,
}

impl BusyThreads {
    /// Starts them.
    pub fn start() -> Result<Self, Problem> {
        let mut started = Self { threads: Threads::default(), before: Usage::of_self()? };
        let threads = &mut started.threads;
        for core in 0..thread::available_parallelism().map_or(1, usize::from) {
            for _ in 0..2 {
                threads.add(spin);
            }
            let (to_second, from_first) = sync_channel(0);
            let (to_first, from_second) = sync_channel(0);
            threads.add(move |stop| wake_other(core as u32, stop, &to_second, &from_second));
            threads.add(move |_| echo(&from_first, &to_first));
        }
        Ok(started)
    }

    /// The number of threads, and their processor time.
    pub fn evidence(&self) -> Result<Evidence, Problem> {
        let took = Usage::of_self()?.since(&self.before).processor;
        if took <= 0.0 {
            return Err(Problem::Unexpected("the busy threads got no processor time".to_owned()));
        }
        Ok(vec![
            ("busy_threads", self.threads.count().to_string()),
            ("busy_threads_cpu_s", format!("{took:.1}")),
        ])
    }
}

fn spin(stop: &Stop) {
    while !stop.is_told() {
        spin_loop();
    }
}

/// Wakes the other after spells of work of all lengths, so that the scheduler has no rhythm to settle into.
fn wake_other(seed: u32, stop: &Stop, to: &SyncSender<u32>, from: &Receiver<u32>) {
    let mut spell = seed;
    while !stop.is_told() {
        spell = spell.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        work(spell >> 14);
        if to.send(spell.rotate_left(9) >> 14).is_err() || from.recv().is_err() {
            return;
        }
    }
}

/// Works as long as it is told, and answers, until the other is gone.
fn echo(from: &Receiver<u32>, to: &SyncSender<u32>) {
    for spell in from {
        work(spell);
        if to.send(spell).is_err() {
            return;
        }
    }
}

fn work(spell: u32) {
    for _ in 0..spell {
        spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn busy_threads_are_busy_and_end() {
        let busy = BusyThreads::start().unwrap();
        while Usage::of_self().unwrap().since(&busy.before).processor < 0.01 {
            thread::yield_now();
        }
        assert_eq!(busy.evidence().unwrap().len(), 2);
        drop(busy);
    }
}
