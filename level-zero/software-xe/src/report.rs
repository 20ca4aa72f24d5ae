//! Reports of a process: messages on standard error, a log, and counts.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Mutex, PoisonError};

use crate::settings::Settings;
use crate::sys;

/// The log and the counts of a process, with their files.
#[derive(Debug, Default)]
pub struct Report {
    log: Option<CString>,
    counts_file: Option<CString>,
    counts: Mutex<BTreeMap<String, u64>>,
}

impl Report {
    /// Makes the report that the settings ask for.
    pub fn new(settings: &Settings) -> Self {
        let path = |path: &Option<String>| path.as_deref().map(with_process_id);
        Self { log: path(&settings.log), counts_file: path(&settings.counts), counts: Mutex::default() }
    }

    /// True if what is written to the log is read by anybody.
    pub fn logs(&self) -> bool {
        self.log.is_some()
    }

    /// Appends a line to the log.
    pub fn log(&self, line: &str) {
        if let Some(path) = &self.log
            && let Ok(fd) = sys::open_append(path)
        {
            let time = crate::clock::now(libc::CLOCK_MONOTONIC).unwrap_or_default();
            let line = format!("{} {:.6} {line}\n", sys::process_id(), time.as_secs_f64());
            sys::write_all(fd, line.as_bytes());
            sys::close(fd);
        }
    }

    /// Counts something that happened, and tells how often it has by now.
    pub fn count(&self, what: &str) -> u64 {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.get_mut(what) {
            Some(count) => {
                *count += 1;
                *count
            }
            None => {
                counts.insert(what.to_owned(), 1);
                1
            }
        }
    }

    /// Tells of something that is not emulated: on standard error the first time, in the log and in the counts each time.
    pub fn not_emulated(&self, what: &str) {
        self.warn_once(&format!("{what} is not emulated"));
    }

    /// Tells of something, on standard error the first time only.
    pub fn warn_once(&self, what: &str) {
        if self.count(what) == 1 {
            say(what);
        }
        self.log(what);
    }

    /// Writes the counts to their file, a line for each.
    pub fn write_counts(&self) {
        let Some(path) = &self.counts_file else { return };
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.is_empty() {
            return;
        }
        let id = sys::process_id();
        let lines: String = counts.iter().map(|(what, count)| format!("{id} {count} {what}\n")).collect();
        if let Ok(fd) = sys::open_append(path) {
            sys::write_all(fd, lines.as_bytes());
            sys::close(fd);
        }
    }
}

/// Says something on standard error.
pub fn say(what: &str) {
    sys::write_all(libc::STDERR_FILENO, format!("software-xe: {what}\n").as_bytes());
}

fn with_process_id(path: &str) -> CString {
    CString::new(path.replace("%p", &sys::process_id().to_string())).expect("the settings have refused zeros")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let report = Report::default();
        assert_eq!(report.count("one"), 1);
        assert_eq!(report.count("other"), 1);
        assert_eq!(report.count("one"), 2);
    }
}
