//! Starting a program under limits: this program starts once more, takes the limits, and becomes the other.

use nix::fcntl::{FcntlArg, fcntl};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::fd::RawFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// This program, also after its file has been replaced.
const THIS_PROGRAM: &str = "/proc/self/exe";

/// The limit of a program's descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescriptorLimit {
    /// Soft and hard limit, for all processes.
    pub limit: u64,
    /// The descriptors that the first process finds free beside the standard streams: the others it inherits, open. It
    /// does not hand them on to its children.
    pub free: u64,
}

/// Limits to start a program under; by default none.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// The memory cgroup to join.
    pub group: Option<PathBuf>,
    /// Descriptors.
    pub descriptors: Option<DescriptorLimit>,
}

impl Launch {
    /// A command that starts the program under the limits. It is killed when the calling thread ends.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(THIS_PROGRAM);
        command.arg("launch");
        if let Some(group) = &self.group {
            command.arg("--group").arg(group);
        }
        if let Some(DescriptorLimit { limit, free }) = self.descriptors {
            command.args(["--limit", &limit.to_string(), "--free", &free.to_string()]);
        }
        command.arg("--").arg(program).stdin(Stdio::null());
        command
    }

    /// As `command`, for another role of this program.
    pub fn this_program(&self) -> Command {
        self.command(Path::new(THIS_PROGRAM))
    }

    /// Takes the limits and becomes the program; comes back only with the reason why not.
    pub fn become_program(&self, program: &[OsString]) -> String {
        match self.take() {
            Ok(()) => match program {
                [name, arguments @ ..] => {
                    let error = Command::new(name).args(arguments).exec();
                    format!("{} cannot be started: {error}", name.display())
                }
                [] => "no program is named".to_owned(),
            },
            Err(reason) => reason,
        }
    }

    fn take(&self) -> Result<(), String> {
        set_pdeathsig(Signal::SIGKILL).map_err(|error| format!("no death signal: {error}"))?;
        if let Some(group) = &self.group {
            fs::write(group.join("cgroup.procs"), std::process::id().to_string())
                .map_err(|error| format!("{} cannot be joined: {error}", group.display()))?;
        }
        if let Some(descriptors) = self.descriptors {
            let null = File::open("/dev/null").map_err(|error| format!("/dev/null: {error}"))?;
            for number in inherited(descriptors) {
                fcntl(&null, FcntlArg::F_DUPFD(number)).map_err(|error| format!("descriptor: {error}"))?;
            }
            setrlimit(Resource::RLIMIT_NOFILE, descriptors.limit, descriptors.limit)
                .map_err(|error| format!("the descriptors cannot be limited: {error}"))?;
        }
        Ok(())
    }
}

/// The numbers of the inherited descriptors: the free ones lie evenly among them.
fn inherited(descriptors: DescriptorLimit) -> impl Iterator<Item = RawFd> {
    // The program itself uses 3 to make the others, and closes it.
    const FIRST: u64 = 4;
    let numbers = descriptors.limit.saturating_sub(FIRST);
    let free = descriptors.free.saturating_sub(1).min(numbers);
    (0..numbers)
        .filter(move |index| (index + 1) * free / numbers == index * free / numbers)
        .filter_map(|index| RawFd::try_from(FIRST + index).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_descriptors_lie_among_inherited_ones() {
        let of = |limit, free| inherited(DescriptorLimit { limit, free }).collect::<Vec<_>>();
        assert_eq!(of(12, 5), [4, 6, 8, 10]);
        assert!(of(8, 5).is_empty(), "3 to 7 are free");
        assert_eq!(of(8, 1), [4, 5, 6, 7], "3 is free");
        for (limit, free) in [(200, 12), (64, 60), (30, 26), (1024, 77)] {
            let numbers = of(limit, free);
            assert_eq!(numbers.len() as u64, limit - 3 - free);
            assert!(numbers.iter().all(|&number| (4..limit as RawFd).contains(&number)));
        }
    }
}
