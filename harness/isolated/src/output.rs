//! The output of a child: kept in memory, bounded, never in the child's way.

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::process::Stdio;

/// More than this is thrown away between jobs.
const KEPT: u64 = 1 << 20;
/// More than this is thrown away at once: a process that prints without end must not fill the memory.
const LIMIT: u64 = 16 << 20;
/// Bytes of it that a report shows at most.
const SHOWN: u64 = 4 << 10;

/// A file in memory that takes a child's standard output and error.
pub struct Output {
    file: File,
    /// The offset of the current job's output.
    start: u64,
}

impl Output {
    /// Nothing yet.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new() -> io::Result<Self> {
        let memory = memfd_create(c"isolated-output", MFdFlags::MFD_CLOEXEC)?;
        // Appending keeps the writers right when the file is cut under them.
        fcntl(&memory, FcntlArg::F_SETFL(OFlag::O_APPEND))?;
        Ok(Self { file: File::from(memory), start: 0 })
    }

    /// The file as a child's standard stream.
    pub fn stdio(&self) -> io::Result<Stdio> {
        Ok(self.file.try_clone()?.into())
    }

    /// A new job begins.
    pub fn begin_job(&mut self) {
        let length = self.length();
        if length > KEPT {
            self.cut();
        } else {
            self.start = length;
        }
    }

    /// Throws everything away if there is far too much of it.
    pub fn limit(&mut self) {
        if self.length() > LIMIT {
            self.cut();
        }
    }

    /// The end of what was printed since the job began; `None` if nothing was.
    pub fn tail(&self) -> Option<String> {
        let end = self.length();
        let from = end.saturating_sub(SHOWN).max(self.start.min(end));
        let mut buffer = vec![0; usize::try_from(end - from).ok()?];
        let read = self.file.read_at(&mut buffer, from).ok()?;
        let text = String::from_utf8_lossy(&buffer[..read]);
        let text = text.trim_end();
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |data| data.len())
    }

    fn cut(&mut self) {
        if self.file.set_len(0).is_ok() {
            self.start = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_the_end_of_the_current_test_is_shown() {
        let mut output = Output::new().unwrap();
        let mut writer = output.file.try_clone().unwrap();
        writer.write_all(b"earlier\n").unwrap();
        output.begin_job();
        assert_eq!(output.tail(), None);
        writer.write_all(b"now\n").unwrap();
        assert_eq!(output.tail().as_deref(), Some("now"));
        writer.write_all(&vec![b'x'; 10_000]).unwrap();
        assert_eq!(output.tail().unwrap().len() as u64, SHOWN);
    }

    #[test]
    fn endless_output_is_cut_and_goes_on_at_the_start() {
        let mut output = Output::new().unwrap();
        let mut writer = output.file.try_clone().unwrap();
        writer.write_all(&vec![b'x'; usize::try_from(LIMIT).unwrap() + 1]).unwrap();
        output.limit();
        assert_eq!(output.tail(), None);
        writer.write_all(b"after").unwrap();
        assert_eq!(output.tail().as_deref(), Some("after"));
    }
}
