//! Runs work in child processes that may crash or hang, and reports the end of each.
//!
//! Some code may crash, hang, exit, garble memory or leave processes behind. A program starts itself once more for it,
//! as a child with a [role](Order::role). Only the child is lost:
//!
//! - parent and child exchange typed messages with deadlines ([`Channel`], [`Message`]);
//! - its calls stand in memory that outlives it ([`CallRing`]), so that the call in which it died or hangs is known;
//! - a signal handler keeps the address at fault and a backtrace ([`crash`]), which its parent gives names;
//! - its end is known ([`SeenEnd`]), its output is kept ([`Output`]), and the processes that it left behind are ended
//!   ([`Worker`]);
//! - all of its calls can be traced, for viewers of Chrome's format ([`trace`]);
//! - a process that stands still in the same call is told from one that works ([`Watch`]);
//! - the parent itself may have a supervisor, which tells a completed run from one that was killed ([`LastWord`]).
//!
//! A parent whose child may crash, and the child:
//!
//! ```no_run
//! use serde::{Deserialize, Serialize};
//! use std::process::ExitCode;
//! use std::time::{Duration, Instant};
//! use ur_ipc_isolated::{ChannelError, Message, Started, Worker, started};
//!
//! const PATIENCE: Duration = Duration::from_secs(10);
//!
//! #[derive(Serialize, Deserialize)]
//! struct Answer(u64);
//!
//! impl Message for Answer {
//!     const KIND: u8 = 1;
//! }
//!
//! fn main() -> ExitCode {
//!     // First of all: this program may be the child.
//!     if let Some(child) = started(&[]) {
//!         return child.map_or(ExitCode::FAILURE, |child| work(&child));
//!     }
//!     let mut worker = Worker::spawn("worker", "").expect("a further process");
//!     match worker.receive(Instant::now() + PATIENCE) {
//!         Ok(Answer(number)) => println!("it answers {number}"),
//!         Err(ChannelError::Closed) => {
//!             let end = worker.await_end(PATIENCE).expect("it has closed its channel");
//!             println!("it ended: {}", worker.how(end));
//!         }
//!         Err(error) => println!("{error}"),
//!     }
//!     ExitCode::SUCCESS
//! }
//!
//! fn work(child: &Started) -> ExitCode {
//!     // Here the foreign code runs.
//!     let sent = child.channel.send(&Answer(42), Instant::now() + PATIENCE);
//!     if sent.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
//! }
//! ```
//!
//! `examples/crash.rs` also names the call and the place of a crash.

mod channel;
mod child;
mod clock;
pub mod crash;
mod end;
mod fork;
mod interruption;
mod last_word;
mod output;
mod patience;
mod process_name;
mod process_snapshot;
mod ring;
mod run_state;
mod shared_memory;
mod shortage;
mod shutdown;
mod signals;
mod spawn;
mod standstill;
mod started;
mod state;
mod strays;
mod text;
pub mod trace;
mod watch;
mod worker;

#[cfg(any(test, feature = "fuzzing"))]
pub use channel::Frame;
pub use channel::{CHANNEL_LOST, Channel, ChannelError, FrameError, MAX_PAYLOAD, Message};
pub use child::{BadLeave, ChildProcess, SeenEnd};
pub use clock::monotonic;
pub use interruption::{end_on_signals, interruptions, is_traced};
pub use last_word::{LastWord, Said, SharedCalls, say_ended, share};
pub use output::Output;
pub use patience::Patience;
pub use process_name::take_name_of_program;
pub use process_snapshot::ProcessSnapshot;
pub use ring::{AtWork, CallEnd, CallRing, NotedCall, RECORDED};
pub use run_state::{RunState, run_state};
pub use shared_memory::{Shareable, SharedMemory};
pub use shortage::{keep_limits, lacked, not_started, shortage, soft_limit};
pub use shutdown::{ShutdownGuard, ShutdownHandler, leave, prepare_shutdown};
pub use signals::{
    await_signal, die_with_parent, ends_are_unseen, ignore_sigxfsz, raise_default, restore_sigchld,
    set_parent_death_signal,
};
pub use spawn::{MARK, Order, Streams, spawn_child};
pub use started::{StartError, Started, is_child, started};
pub use strays::VARIABLE as WORKER_VARIABLE;
pub use strays::{adopt_orphans, end_descendants_of};
pub use text::{escaped, is_shown, one_line};
pub use watch::{ENOUGH as HANGS_ENOUGH, Watch};
pub use worker::Worker;
