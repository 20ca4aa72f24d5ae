//! Open files of a process that are no memory, and whether they are still what they were.

use std::fs::{self, File, OpenOptions};
use std::io::{PipeReader, PipeWriter, Read, Write, pipe};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::fs::FileExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use ur_ipc_fixtures::{Pattern, TestContext, TestResult, system};

/// A regular file with content, a pipe and a pair of sockets.
pub(super) struct ForeignFiles {
    file: File,
    size: usize,
    content: Pattern,
    reader: PipeReader,
    writer: PipeWriter,
    sockets: (UnixStream, UnixStream),
    /// The target that each descriptor named in the beginning.
    identities: Vec<PathBuf>,
}

impl ForeignFiles {
    /// Opens them; the file has `size` bytes, so that its size alone does not give it away.
    pub(super) fn new(t: &TestContext, size: usize) -> TestResult<Self> {
        let content = t.pattern(77);
        let path = std::env::temp_dir().join(format!("ur-ipc-cts-{}-{:x}", std::process::id(), t.seed()));
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
        let file = system("making a file", opened)?;
        system("taking its name away", fs::remove_file(&path))?;
        system("writing the file", file.write_all_at(&content.bytes(0, size), 0))?;
        let (reader, writer) = system("making a pipe", pipe())?;
        let sockets = system("making sockets", UnixStream::pair())?;
        let mut this = Self { file, size, content, reader, writer, sockets, identities: Vec::new() };
        this.identities = this.name_all()?;
        Ok(this)
    }

    /// Their descriptors.
    pub(super) fn descriptors(&self) -> [RawFd; 4] {
        [self.file.as_raw_fd(), self.reader.as_raw_fd(), self.writer.as_raw_fd(), self.sockets.0.as_raw_fd()]
    }

    fn name_all(&self) -> TestResult<Vec<PathBuf>> {
        self.descriptors()
            .into_iter()
            .map(|fd| system("a foreign file", fs::read_link(format!("/proc/self/fd/{fd}"))))
            .collect()
    }

    /// Checks that all are open, the same as in the beginning, and work; gives them back.
    pub(super) fn unharmed(mut self, t: &TestContext) -> TestResult<Self> {
        match self.check(t) {
            Ok(()) => Ok(self),
            Err(stop) => {
                // Descriptors that somebody else has closed are no longer ours to close.
                std::mem::forget(self);
                Err(stop)
            }
        }
    }

    fn check(&mut self, t: &TestContext) -> TestResult {
        t.check_eq("foreign files", self.name_all()?, self.identities.clone())?;
        let length = system("the foreign file", self.file.metadata())?.len();
        t.check_eq("length of the foreign file", length, self.size as u64)?;
        let mut found = vec![0; self.size];
        system("reading the foreign file", self.file.read_exact_at(&mut found, 0))?;
        self.content.verify(t, 0, &found)?;

        let message = t.pattern(78).bytes(0, 64);
        let mut through = [0; 64];
        system("writing to the foreign pipe", self.writer.write_all(&message))?;
        system("reading from the foreign pipe", self.reader.read_exact(&mut through))?;
        t.check_eq("bytes through the foreign pipe", through.as_slice(), message.as_slice())?;
        system("writing to the foreign socket", self.sockets.0.write_all(&message))?;
        system("reading from the foreign socket", self.sockets.1.read_exact(&mut through))?;
        t.check_eq("bytes through the foreign socket", through.as_slice(), message.as_slice())
    }
}
