//! Runs work in a child that crashes, and prints the call, the place and the signal.

use serde::{Deserialize, Serialize};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use ur_ipc_isolated::crash::Hidden;
use ur_ipc_isolated::{ChannelError, Message, Started, Worker, started};

const PATIENCE: Duration = Duration::from_secs(10);
const ALL: Hidden = Hidden { machinery: &[], sources: &[], is_library: |_| false };

#[derive(Serialize, Deserialize)]
struct Answer(u64);

impl Message for Answer {
    const KIND: u8 = 1;
}

/// Starts two children, or is one.
pub fn main() -> ExitCode {
    // This program once more, as the child.
    if let Some(child) = started(&[]) {
        return child.map_or(ExitCode::FAILURE, |child| work(&child));
    }
    for role in ["counter", "writer"] {
        let mut worker = Worker::spawn(role, "").expect("a further process");
        match worker.receive(Instant::now() + PATIENCE) {
            Ok(Answer(number)) => println!("{role}: {number}"),
            Err(ChannelError::Closed) => {
                let end = worker.await_end(PATIENCE).expect("it has closed its channel");
                let calls: Vec<String> =
                    worker.ring().unfinished().into_iter().map(|call| call.name).collect();
                println!("{role}: {} in {}", worker.how(end), calls.join(", "));
                if let Some(crash) = worker.process().crash().crash() {
                    println!("{}", crash.named(role.to_owned(), &ALL));
                }
            }
            Err(error) => println!("{role}: {error}"),
        }
    }
    ExitCode::SUCCESS
}

fn work(child: &Started) -> ExitCode {
    let call = if child.role == "writer" { "write_to_null" } else { "count" };
    child.ring.begin(call, false, &[]);
    if child.role == "writer" {
        // SAFETY: none. That is what the parent is there for.
        unsafe { std::ptr::null_mut::<u8>().write_volatile(1) };
    }
    let sent = child.channel.send(&Answer(42), Instant::now() + PATIENCE);
    if sent.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
