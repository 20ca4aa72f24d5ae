//! The threads of the driver that run host functions, one for each device. Each starts with the first function and stays.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::command::HostFunction;
use crate::memory::checks::lock;

struct Job {
    function: HostFunction,
    done: Sender<()>,
}

/// The channels to the threads of devices, by the device's index.
static THREADS: Mutex<BTreeMap<u32, Sender<Job>>> = Mutex::new(BTreeMap::new());

/// Has the thread of a device call a function, and waits until it has. Where there is no thread to be had, this one calls it.
pub(super) fn call(device: u32, function: HostFunction) {
    let (done, wait) = channel();
    let job = Job { function, done };
    let mut threads = lock(&THREADS);
    let jobs = match threads.get(&device) {
        Some(jobs) => Some(jobs.clone()),
        None => start().inspect(|jobs| {
            threads.insert(device, jobs.clone());
        }),
    };
    drop(threads);
    match jobs {
        // The thread never ends, so that the job is taken and done.
        Some(jobs) => drop(jobs.send(job).map(|()| wait.recv())),
        None => function.call(),
    }
}

fn start() -> Option<Sender<Job>> {
    let (jobs, next) = channel::<Job>();
    let body = move || {
        for Job { function, done } in next {
            function.call();
            // Whoever asked may be gone.
            let _ = done.send(());
        }
    };
    thread::Builder::new().name("soft-host".to_owned()).spawn(body).ok().map(|_| jobs)
}
