//! The result file, from before the first device is opened: what an earlier run left there is no result of this one.

use super::document::Document;
use super::environment::RunEnvironment;
use super::growing_file::GrowingFile;
use super::summary::Summary;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::slice;

/// How long a reader may take to read something, in milliseconds: one that has stopped would be waited for without end.
const PATIENCE: u16 = 60_000;

/// Where the results go.
pub(crate) struct ResultFile {
    /// For messages.
    name: String,
    target: Target,
}

enum Target {
    Nowhere,
    /// Written once, at the end.
    Stdout,
    /// Written once, at the end: a pipe, a terminal.
    Stream(File),
    /// A file, with a whole document in it all the time.
    Growing(GrowingFile),
}

impl ResultFile {
    /// Opens the file if there is to be one, `-` being the standard output. A document says at once that the run has not
    /// ended.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else {
            return Ok(Self { name: String::new(), target: Target::Nowhere });
        };
        let name = path.display().to_string();
        let target = Target::open(path).map_err(|error| told(&name, &error))?;
        let mut file = Self { name, target };
        file.put(0, &unfinished(&[])?)?;
        Ok(file)
    }

    /// Says in the file why a run cannot start, where it cannot.
    ///
    /// # Errors
    /// The obstacle, and why it is not in the file, if so.
    pub(crate) fn note_obstacle<T>(&mut self, prepared: Result<T, String>) -> Result<T, String> {
        prepared.map_err(|why| {
            let noted = unfinished(slice::from_ref(&why)).and_then(|text| self.finish(&text));
            noted.err().map_or(why.clone(), |trouble| format!("{why}\n{trouble}"))
        })
    }

    /// Puts a text at this place of a file that grows, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written. There is what was there before then.
    pub(super) fn put(&mut self, at: usize, text: &str) -> Result<(), String> {
        let put = match &mut self.target {
            Target::Growing(file) => file.put(at, text),
            _ => Ok(()),
        };
        put.map_err(|error| told(&self.name, &error))
    }

    /// Writes the last document.
    ///
    /// # Errors
    /// If it cannot be written. In a file that grows is what was there before then.
    pub(super) fn finish(&mut self, text: &str) -> Result<(), String> {
        let written = match &mut self.target {
            Target::Nowhere => Ok(()),
            Target::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush())
            }
            Target::Stream(file) => write_to_reader(file, text, PATIENCE),
            Target::Growing(file) => file.finish(text),
        };
        written.map_err(|error| told(&self.name, &error))
    }
}

fn told(name: &str, error: &io::Error) -> String {
    format!("the results cannot be written: {name}: {error}")
}

/// A document of a run that has not come to its tests.
fn unfinished(problems: &[String]) -> Result<String, String> {
    let summary = Summary { problems: problems.to_vec(), ..Summary::default() };
    Document::new(&RunEnvironment::current(), &summary).pretty().map_err(|error| error.to_string())
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout);
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
            return Ok(Self::Stream(file));
        }
        // Absolute, in case somebody changes the working directory; and a link's target is what is to be replaced at
        // the end.
        Ok(Self::Growing(GrowingFile::new(file, path.canonicalize()?)?))
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
    use serde_json::Value;
    use std::fs::{read_to_string, write};

    fn problems(path: &Path) -> (Value, Value) {
        let mut document: Value = serde_json::from_str(&read_to_string(path).unwrap()).unwrap();
        let summary = document["summary"].take();
        (summary["complete"].clone(), summary["problems"].clone())
    }

    #[test]
    fn an_old_file_is_no_result_of_a_new_run() {
        let file = tempfile::NamedTempFile::new().unwrap();
        write(file.path(), "old and long".repeat(1000)).unwrap();
        let mut results = ResultFile::open(Some(file.path())).unwrap();
        assert_eq!(problems(file.path()), (false.into(), Value::Null));
        assert_eq!(results.note_obstacle(Ok(1)), Ok(1));
        assert_eq!(problems(file.path()), (false.into(), Value::Null));
        assert_eq!(results.note_obstacle::<()>(Err("no device".to_owned())), Err("no device".to_owned()));
        assert_eq!(problems(file.path()), (false.into(), serde_json::json!(["no device"])));
    }

    #[rstest]
    #[case("/dev/full", "No space left on device")]
    #[case("/", "Is a directory")]
    #[case("/no/such/folder/r.json", "No such file")]
    fn what_cannot_be_written_is_named(#[case] path: &str, #[case] why: &str) {
        let told = match ResultFile::open(Some(path.as_ref())) {
            Ok(mut file) => file.note_obstacle::<()>(Err("no device".to_owned())).unwrap_err(),
            Err(told) => told,
        };
        assert!(told.contains(path) && told.contains(why), "{told}");
    }

    #[test]
    fn a_pipe_without_a_reader_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        nix::unistd::mkfifo(&path, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let told = ResultFile::open(Some(&path)).err().unwrap();
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
