//! The surroundings of a call, and children that call nothing.

use super::{Actor, Missing, Outcome, Perform};
use nix::sys::signal::{SigSet, SigmaskHow, sigprocmask};
use nix::sys::stat::{Mode, umask};
use std::env::{current_dir, set_current_dir};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use ur_ipc_fixtures::get_and_release_adapters;
use ur_ipc_model::{StepModifier, verb};
use ur_ipc_sys::child::Child;

/// A folder where nobody may make a file.
const FOLDER: &str = "/proc/self";
/// So long a child may take to end: one that hangs in what a library does at its end is killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// The surroundings before a change. They are restored when this is dropped.
pub(super) enum Surroundings {
    Usual,
    Signals(SigSet),
    Folder(PathBuf),
    Mask(Mode),
}

impl Surroundings {
    /// # Errors
    /// What the system refuses.
    pub(super) fn enter(modifier: StepModifier) -> io::Result<Self> {
        Ok(match modifier {
            StepModifier::Blocking => {
                let mut before = SigSet::empty();
                sigprocmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), Some(&mut before))?;
                Self::Signals(before)
            }
            StepModifier::Elsewhere => {
                let before = current_dir()?;
                set_current_dir(FOLDER)?;
                Self::Folder(before)
            }
            StepModifier::Masked => Self::Mask(umask(Mode::from_bits_truncate(0o777))),
            StepModifier::Ordinary | StepModifier::Undefined | StepModifier::Starved => Self::Usual,
        })
    }
}

impl Drop for Surroundings {
    fn drop(&mut self) {
        // What the system refuses here it would have refused before.
        match self {
            Self::Usual => {}
            Self::Signals(before) => drop(sigprocmask(SigmaskHow::SIG_SETMASK, Some(before), None)),
            Self::Folder(before) => drop(set_current_dir(before)),
            Self::Mask(before) => drop(umask(*before)),
        }
    }
}

impl Perform for verb::Adapters {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        Ok(Outcome::of(get_and_release_adapters(actor.ur())))
    }
}

impl Perform for verb::Fork {
    fn perform(&self, _: &mut Actor) -> Result<Outcome, Missing> {
        let ended = Child::exiting().and_then(|child| child.end_within(PATIENCE));
        ended.map_err(Missing::Child)?;
        Ok(Outcome::good())
    }
}
