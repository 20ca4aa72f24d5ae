//! The file of a trace: whole JSON after each test, as results are.

use super::result_file::ResultFile;
use super::write_error::WriteError;
use std::path::Path;
use ur_ipc_isolated::trace::{Events, Happened};

const HEAD: &str = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n";
const TAIL: &str = "\n]}\n";

pub(super) struct TraceFile {
    file: ResultFile,
    events: Events,
    /// Offset of the next event in the file.
    at: usize,
    /// The text that a stream gets at the end; `None` for a file.
    stream: Option<String>,
    /// Why something could not be written, the first time.
    trouble: Option<WriteError>,
}

impl TraceFile {
    /// Opens the file. There is no event in it.
    ///
    /// # Errors
    /// If it cannot be written, or there is no place for what processes note.
    pub(super) fn open(path: &Path) -> Result<Self, WriteError> {
        let mut file = ResultFile::open(path)?;
        file.put(0, &format!("{HEAD}{TAIL}"))?;
        let events = Events::new().map_err(|error| WriteError::TraceFolder(error.to_string()))?;
        let stream = file.is_stream().then(|| HEAD.to_owned());
        Ok(Self { file, events, at: HEAD.len(), stream, trouble: None })
    }

    /// Returns the folder where processes note their calls.
    pub(super) fn folder(&self) -> &Path {
        self.events.folder()
    }

    /// Adds what is new.
    pub(super) fn add(&mut self, happened: &Happened<'_>) {
        let events = self.events.collect(happened);
        if events.is_empty() || self.trouble.is_some() {
            return;
        }
        let separator = if self.at == HEAD.len() { "" } else { ",\n" };
        let text = format!("{separator}{}", events.join(",\n"));
        self.trouble = self.file.put(self.at, &format!("{text}{TAIL}")).err();
        self.at += text.len();
        self.stream.iter_mut().for_each(|stream| stream.push_str(&text));
    }

    /// Writes what is to be written at the end, and removes what processes noted.
    ///
    /// # Errors
    /// What could not be written; a file has the events before that.
    pub(super) fn finish(&mut self) -> Result<(), WriteError> {
        self.add(&Happened::RunEnded);
        self.events.remove_folder();
        match (self.trouble.take(), self.stream.take()) {
            (Some(trouble), _) => Err(trouble),
            (None, Some(stream)) => self.file.finish(&format!("{stream}{TAIL}")),
            (None, None) => Ok(()),
        }
    }
}
