//! The events of a trace, made of the notes of all processes.

use super::arrows::Arrows;
use super::event::Event;
use super::lanes::{JOB, Lanes};
use super::note::Note;
use super::notebook::{HEAD, PAGE};
use crate::clock::monotonic;
use crate::last_word::say_folder;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The run's own lanes have numbers that no thread of the system has.
const LANES: i32 = 1 << 30;

/// The prefix of such folders' names.
const PREFIX: &str = "isolated-trace-";

/// The name of the run's process.
pub(super) const RUN: &str = "run";

/// An event of the run itself.
pub enum Happened<'h> {
    /// A job began in a lane of the run, such as a device.
    Began {
        /// Its name.
        job: &'h str,
        /// The lane.
        lane: &'h str,
    },
    /// It has ended.
    Ended {
        /// The lane.
        lane: &'h str,
        /// The outcome.
        outcome: &'h str,
        /// Why; empty where there is nothing to tell.
        reason: &'h str,
    },
    /// All processes have left.
    RunEnded,
}

/// The events of a trace, with the folder where processes note their calls.
pub struct Events {
    folder: TempDir,
    origin: u64,
    processes: BTreeMap<String, Reader>,
    /// The lanes of the run, with the job that is at work in each.
    lanes: Vec<(String, Option<(String, u64)>)>,
    arrows: Arrows,
}

/// The notes of a process, as far as they have been read.
struct Reader {
    lanes: Lanes,
    page: u32,
    /// Bytes of the page.
    read: usize,
}

impl Events {
    /// A folder for notes, with nothing in it.
    ///
    /// # Errors
    /// If there can be none.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        say_folder(folder.path());
        Ok(Self {
            folder,
            origin: monotonic(),
            processes: BTreeMap::new(),
            lanes: Vec::new(),
            arrows: Arrows::default(),
        })
    }

    /// Returns the folder where processes are to note their calls.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Removes the folder. A process that is being ended has no more use for it.
    pub fn remove_folder(&self) {
        // What cannot be removed now may be when this is dropped, unless the run is interrupted before.
        let _ = std::fs::remove_dir_all(self.folder());
    }

    /// All events that there are since the last time, each as JSON.
    pub fn collect(&mut self, happened: &Happened<'_>) -> Vec<String> {
        let (mut events, at) = (Vec::new(), monotonic());
        self.find();
        let ended = matches!(happened, Happened::RunEnded);
        for (stem, reader) in &mut self.processes {
            // Looked for before its last notes are.
            let gone = ended || !Path::new(&format!("/proc/{}", reader.lanes.pid)).exists();
            reader.read(self.folder.path(), stem, &mut events);
            if gone && reader.lanes.is_open() {
                reader.lanes.close(monotonic(), "its process has ended", &mut events);
            }
        }
        // What is taken in one process was given in another, whose notes may come behind.
        let passed = self.processes.values_mut().flat_map(|reader| reader.lanes.passed()).collect();
        self.arrows.draw(passed, &mut events);
        self.of_run(happened, at, &mut events);
        events.iter().filter_map(|event| Some(event.value(self.origin)?.to_string())).collect()
    }

    /// Looks for processes that are new.
    fn find(&mut self) {
        let files = std::fs::read_dir(self.folder.path()).into_iter().flatten().flatten();
        for file in files {
            let name = file.file_name();
            if let Some((stem, "000000")) = name.to_str().and_then(|name| name.split_once('.')) {
                self.processes.entry(stem.to_owned()).or_insert_with(|| {
                    let lanes = Lanes::of(pid_of(stem));
                    Reader { lanes, page: 0, read: 0 }
                });
            }
        }
    }

    fn of_run(&mut self, happened: &Happened<'_>, at: u64, events: &mut Vec<Event>) {
        let pid = std::process::id();
        match *happened {
            Happened::Began { job, lane } => {
                let (_, at_work) = self.lane_of(lane, pid, events);
                *at_work = Some((job.to_owned(), at));
            }
            Happened::Ended { lane, outcome, reason } => {
                let (tid, at_work) = self.lane_of(lane, pid, events);
                if let Some((job, begun)) = at_work.take() {
                    let told = [("outcome", outcome), ("reason", reason)].into_iter();
                    let args = told.filter(|(_, value)| !value.is_empty());
                    let args = args.map(|(name, value)| (name.to_owned(), value.into())).collect();
                    events.push(Event::complete(JOB, job, pid, tid, begun..at, args));
                }
            }
            Happened::RunEnded => {}
        }
    }

    fn lane_of(
        &mut self,
        lane: &str,
        pid: u32,
        events: &mut Vec<Event>,
    ) -> (i32, &mut Option<(String, u64)>) {
        let known = self.lanes.iter().position(|(known, _)| known == lane);
        let index = known.unwrap_or(self.lanes.len());
        let tid = LANES.saturating_add(i32::try_from(index).unwrap_or_default());
        if known.is_none() {
            if index == 0 {
                // Unless it runs tests itself, and has said so.
                if self.processes.values().all(|reader| reader.lanes.pid != pid) {
                    events.push(Event::metadata("process_name", pid, tid, json!({ "name": RUN })));
                }
                events.push(Event::metadata("process_sort_index", pid, tid, json!({ "sort_index": -1 })));
            }
            events.push(Event::metadata("thread_name", pid, tid, json!({ "name": lane })));
            self.lanes.push((lane.to_owned(), None));
        }
        (tid, &mut self.lanes[index].1)
    }
}

impl Reader {
    fn read(&mut self, folder: &Path, stem: &str, events: &mut Vec<Event>) {
        loop {
            let path = folder.join(format!("{stem}.{:06}", self.page));
            // What is no file keeps nobody waiting.
            let file =
                File::options().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOFOLLOW).open(&path);
            let Ok(file) = file else { return };
            // Looked for before this page is read to its end.
            let is_full = folder.join(format!("{stem}.{:06}", self.page + 1)).exists();
            let notes = new_notes(&file, self.read).unwrap_or_default();
            self.read += notes.len();
            for line in notes.split(|&byte| byte == b'\n') {
                // The process may have scribbled over its notes: what is none is left out.
                if let Ok(note) = serde_json::from_slice(line) {
                    let note: Note<'_> = note;
                    self.lanes.take(note, events);
                }
            }
            if !is_full {
                return;
            }
            // Nobody needs it any more; where it stays, the folder is removed with it.
            let _ = std::fs::remove_file(&path);
            (self.page, self.read) = (self.page + 1, 0);
        }
    }
}

/// Removes such a folder that the process has left that made it. The path is what that has said, or a library in it.
pub fn remove_left(folder: &Path) {
    let named = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(PREFIX.as_bytes()));
    let here = folder.parent() == Some(&*std::env::temp_dir());
    let is_there = || folder.symlink_metadata().is_ok_and(|there| there.is_dir());
    for _ in 0..TIMES {
        // One that is being ended may make a last file.
        if !(named && here && is_there()) || std::fs::remove_dir_all(folder).is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Number of attempts to remove a folder that another process may write in.
const TIMES: u32 = 100;

/// The process of these notes.
fn pid_of(stem: &str) -> u32 {
    stem.split('-').next().and_then(|pid| pid.parse().ok()).unwrap_or_default()
}

/// The bytes of a page behind those that have been read.
fn new_notes(page: &File, read: usize) -> io::Result<Vec<u8>> {
    let mut head = [0; HEAD];
    page.read_exact_at(&mut head, 0)?;
    let written = usize::try_from(u64::from_ne_bytes(head)).unwrap_or(usize::MAX).min(PAGE - HEAD);
    let mut notes = vec![0; written.saturating_sub(read)];
    page.read_exact_at(&mut notes, (HEAD + read) as u64)?;
    Ok(notes)
}

#[cfg(test)]
mod tests {
    use super::super::notebook::Notebook;
    use super::*;
    use serde_json::Value;

    /// As many tests do not fit on one page.
    const TESTS: usize = 2 * PAGE / 100;

    fn slices(events: &[String]) -> usize {
        let whole = events.iter().map(|event| serde_json::from_str::<Value>(event).unwrap());
        whole.filter(|event| event["ph"] == "X").count()
    }

    #[test]
    fn pages_follow_each_other_and_are_read_once() {
        let mut events = Events::new().unwrap();
        let notebook = Notebook::new(events.folder(), "worker");
        for _ in 0..2 {
            for _ in 0..TESTS {
                notebook.begin_job(&"x".repeat(100));
                notebook.end_job();
            }
            assert_eq!(slices(&events.collect(&Happened::RunEnded)), TESTS);
            let pages = std::fs::read_dir(events.folder()).unwrap().count();
            assert_eq!(pages, 1, "those that have been read are gone");
        }
    }

    #[test]
    fn only_what_a_run_has_left_is_removed() {
        let left = || tempfile::Builder::new().prefix(PREFIX).tempdir().unwrap().keep();
        let (folder, other) = (left(), tempfile::tempdir().unwrap());
        std::fs::write(folder.join("1-2.000000"), "").unwrap();
        remove_left(&folder);
        assert!(!folder.exists());
        let inside = other.path().join(format!("{PREFIX}x"));
        std::fs::create_dir(&inside).unwrap();
        let link = left();
        std::fs::remove_dir(&link).unwrap();
        std::os::unix::fs::symlink(other.path(), &link).unwrap();
        for kept in [other.path(), &inside, &link] {
            remove_left(kept);
            assert!(kept.exists(), "{}", kept.display());
        }
        std::fs::remove_file(link).unwrap();
    }

    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let mut events = Events::new().unwrap();
        let fifo = events.folder().join("1-2.000000");
        nix::unistd::mkfifo(&fifo, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let notebook = Notebook::new(events.folder(), "worker");
        notebook.begin_job("a::b");
        notebook.end_job();
        assert_eq!(slices(&events.collect(&Happened::RunEnded)), 1);
    }

    #[test]
    fn what_is_no_note_is_left_out() {
        let mut events = Events::new().unwrap();
        let notebook = Notebook::new(events.folder(), "worker");
        (0..3).for_each(|_| notebook.begin_job("a::b"));
        let page = std::fs::read_dir(events.folder()).unwrap().next().unwrap().unwrap().path();
        let page = File::options().read(true).write(true).open(page).unwrap();
        let mut notes = String::from_utf8(new_notes(&page, 0).unwrap()).unwrap();
        let second = notes.match_indices("a::b").nth(1).unwrap().0;
        notes.replace_range(second..second + 2, "\n{");
        page.write_all_at(notes.as_bytes(), HEAD as u64).unwrap();
        assert_eq!(slices(&events.collect(&Happened::RunEnded)), 2);
        page.write_all_at(&[0xff; HEAD], 0).unwrap();
        notebook.begin_job("c::d");
        assert_eq!(slices(&events.collect(&Happened::RunEnded)), 1);
        page.write_all_at(&[0xff; PAGE], 0).unwrap();
        assert_eq!(slices(&events.collect(&Happened::RunEnded)), 0);
    }

    #[test]
    fn notes_without_room_are_counted() {
        let mut events = Events::new().unwrap();
        let folder = events.folder().to_owned();
        std::fs::remove_dir(&folder).unwrap();
        let notebook = Notebook::new(&folder, "worker");
        notebook.begin_job("a::b");
        std::fs::create_dir(&folder).unwrap();
        notebook.begin_job("c::d");
        let events = events.collect(&Happened::RunEnded).join("\n");
        assert!(events.contains("2 notes are missing") && events.contains("c::d"), "{events}");
    }
}
