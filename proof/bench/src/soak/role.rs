//! Roles of this program as a child of itself.

use super::cgroup;
use super::launch::{DescriptorLimit, Launch};
use super::load::read_over_and_over;
use crate::measure::Problem;
use clap::Subcommand;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Roles of children. Nobody needs to call them by hand.
#[derive(Debug, Subcommand)]
pub enum Role {
    /// Takes limits and becomes another program.
    #[command(hide = true)]
    Launch {
        /// The memory cgroup to join.
        #[arg(long)]
        group: Option<PathBuf>,
        /// Limit of descriptors.
        #[arg(long, requires = "free")]
        limit: Option<u64>,
        /// Descriptors that are left free.
        #[arg(long, requires = "limit")]
        free: Option<u64>,
        /// The program and its arguments.
        #[arg(last = true)]
        program: Vec<OsString>,
    },
    /// Reads a file over and over.
    #[command(hide = true)]
    Read {
        /// The file.
        file: PathBuf,
    },
    /// Waits for the end of its input, then removes a cgroup and what runs in it.
    #[command(hide = true)]
    Guard {
        /// The cgroup.
        group: PathBuf,
    },
}

impl Role {
    /// Plays it to the end.
    pub fn play(&self) -> Result<ExitCode, Problem> {
        match self {
            Self::Launch { group, limit, free, program } => {
                let descriptors = limit.zip(*free).map(|(limit, free)| DescriptorLimit { limit, free });
                let launch = Launch { group: group.clone(), descriptors };
                Err(Problem::Unexpected(launch.become_program(program)))
            }
            Self::Read { file } => {
                let error = read_over_and_over(file);
                Err(Problem::Unexpected(format!("{} cannot be read: {error}", file.display())))
            }
            Self::Guard { group } => {
                cgroup::guard(group).map_err(|error| {
                    Problem::Unexpected(format!("{} cannot be removed: {error}", group.display()))
                })?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }
}
