//! The log of calls: one line each, written at once, so that threads and processes may share a file.

use core::fmt::{Debug, Write as _};
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::process;
use std::sync::LazyLock;

use crate::faults;

static FILE: LazyLock<Option<File>> = LazyLock::new(|| {
    let path = faults::settings().log.as_ref()?;
    let path = path.replace("%p", &process::id().to_string());
    match OpenOptions::new().append(true).create(true).open(&path) {
        Ok(file) => Some(file),
        Err(error) => {
            eprintln!("level-zero-soft: the log {path} cannot be written: {error}");
            None
        }
    }
});

/// Writes the line of a call, when a log is asked for.
pub fn write(function: &str, arguments: &[(&'static str, &dyn Debug)], answer: &dyn Debug) {
    if let Some(mut file) = FILE.as_ref() {
        // A full disk must not change how the driver behaves.
        let _ = file.write_all(line(process::id(), function, arguments, answer).as_bytes());
    }
}

/// `pid function(name=value, ..) = answer`, and a line break.
fn line(
    process: u32,
    function: &str,
    arguments: &[(&'static str, &dyn Debug)],
    answer: &dyn Debug,
) -> String {
    let mut line = format!("{process} {function}(");
    for (index, (name, value)) in arguments.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(line, "{separator}{name}={value:?}").expect("a string takes any text");
    }
    writeln!(line, ") = {answer:?}").expect("a string takes any text");
    line
}

#[cfg(test)]
mod tests {
    use super::line;
    use level_zero_sys::ze_result_t;

    #[test]
    fn a_line_has_the_names_of_the_arguments() {
        let text = line(7, "zeTest", &[("size", &3), ("flags", &"x")], &ze_result_t::ZE_RESULT_NOT_READY);
        assert_eq!(text, "7 zeTest(size=3, flags=\"x\") = ZE_RESULT_NOT_READY\n");
        assert_eq!(line(7, "zeNone", &[], &0), "7 zeNone() = 0\n");
    }
}
