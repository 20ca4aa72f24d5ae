//! The standard streams, which may be closed, full, or a pipe that nobody reads any more.

use super::colours::coloured;
use super::escape::{indented, terminal};
use super::fold::fitted;
use super::write_error::WriteError;
use std::io::{self, ErrorKind, Write};

/// Prints for people.
///
/// # Errors
/// If it cannot be written. A reader that has gone away is no error.
pub fn print(text: &str) -> Result<(), WriteError> {
    let stream = io::stdout();
    print_data(&fitted(coloured(terminal(text), &stream), &stream))
}

/// Prints for programs: as it is.
///
/// # Errors
/// As [`print()`].
pub fn print_data(text: &str) -> Result<(), WriteError> {
    print_bytes(text.as_bytes())
}

/// Prints bytes, of which one letter may come in two parts.
///
/// # Errors
/// As [`print()`].
pub fn print_bytes(bytes: &[u8]) -> Result<(), WriteError> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(WriteError::StandardOutput(error.to_string()))
        }
        _ => Ok(()),
    }
}

/// Tells the user something, beside all reports. Where nobody listens, nothing is said.
pub fn notice(text: &str) {
    say(indented(&terminal(text), "    "));
}

/// Gives the runner of a workflow a command, in the stream in which no report is. Where nobody listens, nothing is said.
pub fn command_runner(command: &str) {
    let _ = writeln!(io::stderr().lock(), "{command}");
}

/// Prints a report where the standard output has another form. Where nobody listens, nothing is said.
pub fn print_aside(text: &str) {
    say(terminal(text));
}

fn say(text: String) {
    let stream = io::stderr();
    let text = fitted(coloured(text, &stream), &stream);
    let _ = writeln!(stream.lock(), "{text}");
}

/// A sink for logs. Each write is one notice.
pub struct Notices;

impl Write for Notices {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        notice(String::from_utf8_lossy(bytes).trim_end());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
