//! The standard output of libtest-mimic, which panics if nobody reads it any more.
//!
//! It writes into a pipe, as into a log file, and a thread passes that on. So a reader that has gone away ends no run.

use crate::error::Error;
use libtest_mimic::{Arguments, ColorSetting};
use std::io::{self, ErrorKind, PipeReader, Read};
use std::os::fd::AsRawFd;
use std::thread;
use ur_ipc_report::{WriteError, print_bytes, stdout_has_colours};

/// Calls this with arguments whose output is passed on. A log file that the user named stays.
///
/// # Errors
/// If the output cannot be written, for another reason than that nobody reads it.
pub(super) fn passed_on<T>(arguments: &Arguments, run: impl FnOnce(&Arguments) -> T) -> Result<T, Error> {
    if arguments.logfile.is_some() {
        return Ok(run(arguments));
    }
    let unwritten = |why: io::Error| WriteError::StandardOutput(why.to_string());
    let (reader, writer) = io::pipe().map_err(unwritten)?;
    // Libtest-mimic would see that the pipe is no terminal.
    let colour = if stdout_has_colours() { ColorSetting::Always } else { ColorSetting::Never };
    let logfile = Some(format!("/proc/self/fd/{}", writer.as_raw_fd()));
    let own = Arguments { logfile, color: Some(colour), ..arguments.clone() };
    let passing = thread::Builder::new().spawn(|| pass_on(reader)).map_err(unwritten)?;
    let ended = run(&own);
    drop(writer);
    passing.join().map_err(|_| Error::NotRun)??;
    Ok(ended)
}

/// Reads to the end, whatever becomes of it: the writer would wait, or panic.
fn pass_on(mut reader: PipeReader) -> Result<(), WriteError> {
    let (mut passed, mut bytes) = (Ok(()), [0; 4096]);
    loop {
        match reader.read(&mut bytes) {
            Ok(0) => return passed,
            Ok(count) if passed.is_ok() => passed = print_bytes(&bytes[..count]),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return passed.and(Err(WriteError::StandardOutput(error.to_string()))),
        }
    }
}
