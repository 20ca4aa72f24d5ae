//! Little memory: a cgroup that is full of file pages, or, where there is none, memory that is kept dirty.

use crate::measure::Problem;
use crate::soak::cgroup::Group;
use crate::soak::launch::Launch;
use crate::soak::report::Evidence;
use nix::fcntl::{PosixFadviseAdvice, posix_fadvise};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// Memory that a group gets beyond the measured need: a share of it, as orders differ, and some for the process that
/// fills it. With 2 MiB in place of 6, the system kills one process of the suite in seven runs.
const SPARE_SHARE: u64 = 16;
const SPARE: u64 = 6 << 20;
/// Time in which a group has to be full.
const FILL: Duration = Duration::from_secs(60);
/// The memory that is left to the machine where memory is kept dirty.
const LEFT: u64 = 4 << 30;
/// The most memory that is kept dirty.
const MOST_DIRTY: u64 = 6 << 30;
const PAGE: usize = 4096;

/// Memory pressure of either kind.
pub enum Squeeze {
    /// All of the suite in a group.
    Group { group: Group, reader: Child, limit: u64, _file: NamedTempFile },
    /// Beside the suite.
    Dirty { bytes: u64, passes: Arc<AtomicU64>, stop: Arc<AtomicBool>, thread: Option<JoinHandle<()>> },
}

impl Squeeze {
    /// Starts it by what a run needs, for that many runs at a time.
    pub fn start(need: &Result<u64, String>, jobs: u64, program: &Path) -> Result<Self, Problem> {
        match need {
            Ok(bytes) => {
                in_group(bytes * jobs + bytes / SPARE_SHARE + SPARE, program).map_err(Problem::Unexpected)
            }
            Err(_) => Ok(keep_dirty(available().saturating_sub(LEFT).min(MOST_DIRTY))),
        }
    }

    /// The folder of the group that runs have to join.
    pub fn group(&self) -> Option<&Path> {
        match self {
            Self::Group { group, .. } => Some(group.path()),
            Self::Dirty { .. } => None,
        }
    }

    /// The figures of the pressure.
    pub fn evidence(&self) -> Result<Evidence, Problem> {
        match self {
            Self::Group { group, limit, .. } => {
                let figure = |figure: Result<u64, String>| figure.map_err(Problem::Unexpected);
                Ok(vec![
                    ("memory_limit_mib", (limit >> 20).to_string()),
                    ("memory_limit_hits", figure(group.hits())?.to_string()),
                    ("killed_for_memory", figure(group.kills())?.to_string()),
                ])
            }
            Self::Dirty { bytes, passes, .. } => Ok(vec![
                ("memory_kept_dirty_mib", (bytes >> 20).to_string()),
                ("times_written", passes.load(Ordering::Relaxed).to_string()),
            ]),
        }
    }
}

impl Drop for Squeeze {
    fn drop(&mut self) {
        match self {
            Self::Group { reader, .. } => {
                // It may have ended, which has no other effect than an error here.
                let _ = reader.kill();
                let _ = reader.wait();
            }
            Self::Dirty { stop, thread, .. } => {
                stop.store(true, Ordering::Relaxed);
                // A panic of it has been printed.
                let _ = thread.take().map(JoinHandle::join);
            }
        }
    }
}

/// Makes a group with that limit and has it filled with pages of a file that is larger than the limit, so that each
/// page that the suite needs has to be reclaimed from others, its own code included.
fn in_group(limit: u64, program: &Path) -> Result<Squeeze, String> {
    let text = |error: io::Error| error.to_string();
    let group = Group::create()?;
    group.limit(limit)?;
    // A file with nothing in it takes pages of memory all the same when it is read.
    let file = NamedTempFile::new().map_err(text)?;
    file.as_file().set_len(2 * limit).map_err(text)?;
    forget_pages(program).map_err(text)?;
    let launch = Launch { group: Some(group.path().to_owned()), ..Launch::default() };
    let reader = launch.this_program().arg("read").arg(file.path()).spawn().map_err(text)?;
    let squeeze = Squeeze::Group { group, reader, limit, _file: file };
    let Squeeze::Group { group, .. } = &squeeze else { return Ok(squeeze) };
    let until = Instant::now() + FILL;
    while group.hits()? == 0 {
        if Instant::now() > until {
            return Err(
                "a cgroup is not filled by reading a file; TMPDIR should name a folder on a disk".to_owned()
            );
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(squeeze)
}

/// Has the system forget the pages of a program that nobody runs, so that the next who does has them on its account.
fn forget_pages(program: &Path) -> io::Result<()> {
    let file = File::open(program)?;
    file.sync_all()?;
    Ok(posix_fadvise(&file, 0, 0, PosixFadviseAdvice::POSIX_FADV_DONTNEED)?)
}

/// Reads a file again and again, until it cannot be read.
pub fn read_over_and_over(file: &Path) -> io::Error {
    let mut buffer = vec![0; 256 << 10];
    let mut forever = || -> io::Result<()> {
        let mut file = File::open(file)?;
        loop {
            file.rewind()?;
            while file.read(&mut buffer)? > 0 {}
        }
    };
    forever().err().unwrap_or_else(|| io::Error::other("it ended"))
}

/// Memory that the system could give, in bytes.
fn available() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib: Option<u64> = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok());
    kib.unwrap_or(0) << 10
}

/// Takes that much memory and writes to each page of it again and again. Once this returns, all of it is taken.
fn keep_dirty(bytes: u64) -> Squeeze {
    let (passes, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    let (counter, stopped) = (Arc::clone(&passes), Arc::clone(&stop));
    let (taken, all_taken) = sync_channel(1);
    let thread = thread::spawn(move || {
        let mut memory = vec![0u8; usize::try_from(bytes).unwrap_or(0)];
        while !stopped.load(Ordering::Relaxed) {
            for page in memory.chunks_mut(PAGE).take_while(|_| !stopped.load(Ordering::Relaxed)) {
                page[0] = page[0].wrapping_add(1);
            }
            std::hint::black_box(&mut memory);
            counter.fetch_add(1, Ordering::Relaxed);
            // Only the first one is waited for.
            let _ = taken.try_send(());
        }
    });
    // Where the thread could not take it, it has said why and is gone.
    let _ = all_taken.recv();
    Squeeze::Dirty { bytes, passes, stop, thread: Some(thread) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_says_what_is_available() {
        assert!(available() > 1 << 20);
    }

    #[test]
    fn memory_is_kept_dirty_until_the_end() {
        let squeeze = keep_dirty(1 << 20);
        let Squeeze::Dirty { passes, .. } = &squeeze else { unreachable!("it is not in a group") };
        while passes.load(Ordering::Relaxed) < 2 {
            thread::yield_now();
        }
        assert_eq!(squeeze.evidence().unwrap()[0].1, "1");
    }

    #[test]
    fn reading_ends_with_an_error() {
        assert_eq!(read_over_and_over(Path::new("/nonexistent")).kind(), io::ErrorKind::NotFound);
    }
}
