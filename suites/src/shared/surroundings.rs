//! Surroundings of calls in process and thread: places, open files, blocked signals.

use super::more_descriptors::MoreDescriptors;
use super::open_verify_close;
use nix::fcntl::{FcntlArg, fcntl};
use nix::sys::signal::{SigSet, SigmaskHow, sigprocmask};
use nix::sys::stat::{Mode, umask};
use nix::unistd::{chdir, close, dup, dup2_stdin, getcwd};
use std::fs::File;
use std::io::stdin;
use std::os::fd::{AsRawFd, OwnedFd};
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::thread;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, InCase, Peer, Scenario, TestResult, Tests, started, system};

/// Get and Put in the one process, Open, use and Close in the other, work in each of the surroundings.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::surroundings");
    group.test(F::NAME).checks("lifetime.surroundings").across(|s, source: &At<Source<F>>| {
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        for surroundings in &SURROUNDINGS {
            in_one::<F>(s, source, (&consumer, &f), surroundings).in_case(surroundings.name)?;
        }
        s.leave(consumer)
    });
}

fn in_one<F: Shareable>(
    s: &Scenario,
    source: &At<Source<F>>,
    (consumer, f): (&Peer, &At<UrQueueTest>),
    surroundings: &Surroundings,
) -> TestResult {
    let Surroundings { enter, on, .. } = *surroundings;
    let (here, there) = (s.here(|_| enter())?, s.at(consumer, |_| enter())?);
    let handle = s.here(|_| {
        let mut handle = None;
        on(&mut || {
            handle = Some(source.export()?);
            Ok(())
        })?;
        Ok(handle)
    })?;
    let bytes = s.give(consumer, |_| Ok(handle.as_ref().map(|handle| handle.bytes()).unwrap_or_default()))?;
    s.at(consumer, |_| on(&mut || open_verify_close::<F>(f, &bytes)))?;
    s.here(|_| {
        let mut handle = handle.take();
        on(&mut || handle.take().map_or(Ok(()), |handle| handle.release()))?;
        source.verify()
    })?;
    s.at(consumer, |_| {
        drop(there.take());
        Ok(())
    })?;
    s.here(|_| {
        drop(here.take());
        Ok(())
    })
    .map(drop)
}

/// Surroundings of calls.
struct Surroundings {
    name: &'static str,
    /// Puts the process there, until what it gives is dropped.
    enter: fn() -> TestResult<Vec<Restored>>,
    /// Makes calls there.
    on: fn(Calls<'_>) -> TestResult,
}

type Calls<'c> = &'c mut (dyn FnMut() -> TestResult + Send);

/// A part of the process' state that is restored when this is dropped.
enum Restored {
    Folder(PathBuf),
    Mask(Mode),
    /// The standard input.
    Input(OwnedFd),
    /// The limit of descriptors.
    Limit(#[expect(dead_code, reason = "its end restores the limit")] MoreDescriptors),
    /// A descriptor in use.
    Taken(#[expect(dead_code, reason = "it only takes a number")] File),
}

impl Drop for Restored {
    fn drop(&mut self) {
        // Where the system refuses it, the harness finds the process changed, and takes another.
        match self {
            Self::Folder(folder) => drop(chdir(folder)),
            Self::Mask(mask) => drop(umask(*mask)),
            Self::Input(input) if fcntl(stdin(), FcntlArg::F_GETFD).is_err() => drop(dup2_stdin(input)),
            Self::Input(_) | Self::Limit(_) | Self::Taken(_) => {}
        }
    }
}

const SURROUNDINGS: [Surroundings; 6] = [
    Surroundings {
        name: "in a working folder where nobody may write",
        enter: || {
            let before = Restored::Folder(system("the working folder", getcwd())?);
            system("changing the working folder", chdir("/proc/self"))?;
            Ok(vec![before])
        },
        on: |calls| calls(),
    },
    Surroundings {
        name: "with a mask of modes that lets nobody use new files",
        enter: || Ok(vec![Restored::Mask(umask(Mode::from_bits_truncate(0o777)))]),
        on: |calls| calls(),
    },
    Surroundings {
        name: "with the descriptor 0 free",
        enter: || {
            let before = Restored::Input(system("keeping the standard input", dup(stdin()))?);
            system("closing the standard input", close(0))?;
            Ok(vec![before])
        },
        on: |calls| calls(),
    },
    Surroundings {
        name: "with all descriptors below 1024 in use",
        enter: all_low_descriptors,
        on: |calls| calls(),
    },
    Surroundings {
        name: "on a thread that blocks all signals of the system",
        enter: || Ok(Vec::new()),
        on: |calls| {
            let (all, mut before) = (SigSet::all(), SigSet::empty());
            system("blocking", sigprocmask(SigmaskHow::SIG_SETMASK, Some(&all), Some(&mut before)))?;
            let ended = calls();
            system("unblocking", sigprocmask(SigmaskHow::SIG_SETMASK, Some(&before), None))?;
            ended
        },
    },
    Surroundings {
        name: "on a thread with a stack of 256 KiB",
        enter: || Ok(Vec::new()),
        on: |calls| {
            thread::scope(|scope| {
                let thread = thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, calls);
                started("a thread", thread)?.join().unwrap_or_else(|panic| resume_unwind(panic))
            })
        },
    },
];

/// As many descriptors as a set of select(2) has room for.
const LOW: i32 = 1024;

/// Takes all low descriptors, where the process may have more.
fn all_low_descriptors() -> TestResult<Vec<Restored>> {
    const ENOUGH: u64 = 2 * LOW as u64;
    let limit = MoreDescriptors::up_to(ENOUGH)?;
    if !limit.are(ENOUGH) {
        return Ok(Vec::new());
    }
    let mut taken = vec![Restored::Limit(limit)];
    loop {
        let file = system("opening a file", File::open("/dev/null"))?;
        let is_high = file.as_raw_fd() >= LOW;
        taken.push(Restored::Taken(file));
        if is_high {
            return Ok(taken);
        }
    }
}
