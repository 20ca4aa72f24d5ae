//! The file of a report: a regular file, a pipe or a device.

use super::growing_file::GrowingFile;
use super::write_error::WriteError;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Time that a reader has to read something, in milliseconds. A reader that has stopped would block the run without
/// end.
const PATIENCE: u16 = 60_000;

/// The target of a report.
pub(super) struct ResultFile {
    /// For messages.
    name: String,
    target: Target,
}

enum Target {
    /// A stream, which gets a document once, at the end.
    Stream(Stream),
    /// A file, with a whole document in it all the time.
    Growing(GrowingFile),
}

enum Stream {
    Stdout,
    /// A pipe, a terminal.
    File(File),
}

impl ResultFile {
    /// Opens the file, `-` being the standard output. What was in it is gone when something is put there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn open(path: &Path) -> Result<Self, WriteError> {
        let name = path.display().to_string();
        let target = Target::open(path).map_err(|error| write_error(&name, &error))?;
        Ok(Self { name, target })
    }

    /// Its name, if what is put into it stays there to be read.
    pub(super) fn kept(&self) -> Option<&str> {
        matches!(self.target, Target::Growing(_)).then_some(&*self.name)
    }

    /// True if it gets its document once, at the end.
    pub(super) fn is_stream(&self) -> bool {
        matches!(self.target, Target::Stream(_))
    }

    /// Puts a text at this place of a file that grows, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written. There is what was there before then.
    pub(super) fn put(&mut self, at: usize, text: &str) -> Result<(), WriteError> {
        let put = match &mut self.target {
            Target::Growing(file) => file.put(at, text),
            Target::Stream(_) => Ok(()),
        };
        put.map_err(|error| write_error(&self.name, &error))
    }

    /// Puts a text in the place of all that is in a file that grows, at once: nobody finds less there.
    ///
    /// # Errors
    /// If it cannot be written. There is what was there before then.
    pub(super) fn replace(&mut self, text: &str) -> Result<(), WriteError> {
        let replaced = match &mut self.target {
            Target::Growing(file) => file.replace(text),
            Target::Stream(_) => Ok(()),
        };
        replaced.map_err(|error| write_error(&self.name, &error))
    }

    /// Writes a text behind what is there, for everybody to read at once.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn append(&mut self, text: &str) -> Result<(), WriteError> {
        let written = match &mut self.target {
            Target::Growing(file) => file.append(text),
            Target::Stream(stream) => stream.write(text),
        };
        written.map_err(|error| write_error(&self.name, &error))
    }

    /// Writes the last document.
    ///
    /// # Errors
    /// If it cannot be written. In a file that grows is what was there before then.
    pub(super) fn finish(&mut self, text: &str) -> Result<(), WriteError> {
        let written = match &mut self.target {
            Target::Growing(file) => file.replace(text),
            Target::Stream(stream) => stream.write(text),
        };
        written.map_err(|error| write_error(&self.name, &error))
    }
}

fn write_error(name: &str, error: &io::Error) -> WriteError {
    WriteError::File { file: name.to_owned(), why: error.to_string() }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stream(Stream::Stdout));
        }
        // A pipe without a reader would be waited for.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
        let opened = File::options().write(true).create(true).truncate(false).custom_flags(flags).open(path);
        let file = opened.map_err(|error| match error.raw_os_error() {
            Some(libc::ENXIO) => {
                io::Error::new(error.kind(), "nobody reads this pipe: start its reader first")
            }
            _ => error,
        })?;
        if !file.metadata()?.is_file() {
            return Ok(Self::Stream(Stream::File(file)));
        }
        // Absolute, in case somebody changes the working directory; and a link's target is what is to be replaced at
        // the end.
        Ok(Self::Growing(GrowingFile::new(file, path.canonicalize()?)))
    }
}

impl Stream {
    fn write(&self, text: &str) -> io::Result<()> {
        match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
            }
            Self::File(file) => write_to_reader(file, text, PATIENCE),
        }
    }
}

/// Writes to a stream that does not let itself be waited for, at the pace of its reader.
fn write_to_reader(mut file: &File, text: &str, patience: u16) -> io::Result<()> {
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        match file.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                let room =
                    poll(&mut [PollFd::new(file.as_fd(), PollFlags::POLLOUT)], PollTimeout::from(patience));
                if !matches!(room, Ok(1..) | Err(Errno::EINTR)) {
                    return Err(io::Error::new(ErrorKind::TimedOut, "its reader has stopped reading"));
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    use rstest::rstest;

    #[test]
    fn a_pipe_without_a_reader_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let told = ResultFile::open(&path).err().unwrap().to_string();
        assert!(told.ends_with("pipe: nobody reads this pipe: start its reader first"), "{told}");
    }

    #[rstest]
    #[case::room_for_all(1, true)]
    #[case::more_than_a_pipe_holds(1 << 20, false)]
    fn a_reader_that_stops_is_not_waited_for(#[case] length: usize, #[case] fits: bool) {
        let (_reader, writer) = nix::unistd::pipe2(OFlag::O_NONBLOCK).unwrap();
        let written = write_to_reader(&writer.into(), &"x".repeat(length), 1);
        assert_eq!(
            written.map_err(|error| error.kind()),
            if fits { Ok(()) } else { Err(ErrorKind::TimedOut) }
        );
    }

    #[test]
    fn a_slow_reader_gets_all_of_it() {
        let (reader, writer) = nix::unistd::pipe2(OFlag::O_NONBLOCK).unwrap();
        fcntl(&reader, FcntlArg::F_SETFL(OFlag::empty())).unwrap();
        let read = std::thread::spawn(move || io::read_to_string(File::from(reader)));
        let text = "x".repeat(1 << 20);
        write_to_reader(&writer.into(), &text, PATIENCE).unwrap();
        assert_eq!(read.join().unwrap().unwrap(), text);
    }
}
