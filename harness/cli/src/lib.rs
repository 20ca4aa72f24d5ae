//! The ways to start a run: the command `ur-ipc-cts`, and a test target of cargo's.
//!
//! A program that runs a [`Suite`] calls [`child_main`] before anything else, and then one of the fronts: [`command_main`] for
//! the command, [`conformance_main`] for `cargo test`.

#[cfg(feature = "command")]
mod command;
#[cfg(feature = "command")]
mod command_error;
#[cfg(feature = "command")]
mod doctor;
mod error;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod libtest;
mod supervisor;
mod variables;

#[cfg(feature = "command")]
pub use command::command_main;
pub use libtest::conformance_main;
pub use supervisor::supervise;

use error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;
use ur_ipc_harness::Suite;
use ur_ipc_report::{Notices, notice};

pub use ur_ipc_isolated::is_child;

/// Plays the role for which this process was started, if it was started as a child. To be called before
/// anything else in `main`.
///
/// `None` means that this is an ordinary start of the program.
#[must_use]
pub fn child_main(suite: &Suite) -> Option<ExitCode> {
    ur_ipc_harness::children::child_main(suite, ur_ipc_explore::actor)
}

/// Usage or environment: nothing can be said about conformance.
const UNUSABLE: u8 = 2;

/// The exit code of a front's work. An error is told, and so is a panic, of which nobody could tell what its code means.
fn concluded(work: impl FnOnce() -> Result<u8, Error>) -> u8 {
    let ended = catch_unwind(AssertUnwindSafe(work));
    ended.unwrap_or(Err(Error::Panicked)).unwrap_or_else(|why| {
        notice(&format!("error: {why}"));
        UNUSABLE
    })
}

/// Logs go to the standard error; `UR_IPC_CTS_LOG` says how much.
///
/// # Errors
/// If that is no filter.
fn log_to_stderr() -> Result<(), Error> {
    let filter = variables::text("UR_IPC_CTS_LOG")?.unwrap_or_else(|| "warn".to_owned());
    let filter = EnvFilter::try_new(filter).map_err(|why| Error::of("UR_IPC_CTS_LOG", why))?;
    // A program that embeds the suite may have set its own up.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(|| Notices).try_init();
    Ok(())
}
