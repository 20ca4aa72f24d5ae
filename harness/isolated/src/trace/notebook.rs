//! Notebooks for a trace: files that are mapped. Notes outlive the process and cost no
//! system call. They need no descriptor that a library could close.

use super::note::{Note, NoteKind};
use crate::clock::monotonic;
use nix::fcntl::posix_fallocate;
use nix::sys::mman::{MapFlags, MmapAdvise, ProtFlags, madvise, mmap, munmap};
use std::borrow::Cow;
use std::cell::Cell;
use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of a page of notes: a file of its own.
pub(super) const PAGE: usize = 256 << 10;
/// Bytes at its start: how many bytes of notes follow.
pub(super) const HEAD: usize = size_of::<AtomicU64>();

/// The notes of one process.
pub struct Notebook {
    folder: PathBuf,
    /// The process, in file names.
    stem: String,
    state: Mutex<NotebookState>,
}

#[derive(Default)]
struct NotebookState {
    page: Option<Page>,
    pages: u32,
    /// Notes that there was no room for.
    lost: u64,
    /// Room for a note on its way, made once: tests watch how memory grows.
    line: Vec<u8>,
}

/// One page, mapped.
struct Page {
    memory: NonNull<u8>,
    used: usize,
}

// SAFETY: a page belongs to its state, which is used by one thread at a time.
unsafe impl Send for Page {}

impl Notebook {
    /// Begins the notes of this process, which is for this.
    pub fn new(folder: &Path, process: &str) -> Self {
        let stem = format!("{}-{}", std::process::id(), monotonic());
        let state = NotebookState { line: Vec::with_capacity(16 << 10), ..NotebookState::default() };
        let notebook = Self { folder: folder.to_owned(), stem, state: Mutex::new(state) };
        notebook.note(NoteKind::Process(process.into()));
        notebook
    }

    /// A job of this name begins.
    pub fn begin_job(&self, name: &str) {
        self.note(NoteKind::Job(name.into()));
    }

    /// The job has ended.
    pub fn end_job(&self) {
        self.note(NoteKind::JobEnd);
    }

    /// A call begins, with values by name. `late` says whether it cleans up after a failure, `takes` what it takes of what
    /// another call has given.
    pub fn begin_call(&self, name: &str, given: Named<'_>, late: bool, takes: Option<&str>) {
        self.note(NoteKind::Call {
            name: name.into(),
            arguments: given,
            late,
            takes: takes.map(Cow::Borrowed),
        });
    }

    /// The call has returned, and has written these. `gives` is what a call in another process may take.
    pub fn end_call(&self, written: Named<'_>, result: &str, gives: Option<&str>) {
        self.note(NoteKind::Return {
            outputs: written,
            result: result.into(),
            gives: gives.map(Cow::Borrowed),
        });
    }

    /// The call has panicked.
    pub fn call_panicked(&self) {
        self.note(NoteKind::Panicked);
    }

    fn note(&self, what: NoteKind<'_>) {
        let note = Note { at: monotonic(), thread: this_thread(), what };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        if state.lost > 0 {
            let lost = Note { what: NoteKind::Lost(state.lost), ..note };
            if state.keep(&self.folder, &self.stem, &lost) {
                state.lost = 0;
            }
        }
        if !state.keep(&self.folder, &self.stem, &note) {
            state.lost += 1;
        }
    }
}

/// Values by name, for people.
pub type Named<'n> = Vec<(Cow<'n, str>, Cow<'n, str>)>;

impl NotebookState {
    /// True if there was room for a note.
    fn keep(&mut self, folder: &Path, stem: &str, note: &Note<'_>) -> bool {
        self.line.clear();
        if serde_json::to_writer(&mut self.line, note).is_err() {
            return false;
        }
        self.line.push(b'\n');
        if self.page.as_mut().is_some_and(|page| page.put(&self.line)) {
            return true;
        }
        let path = folder.join(format!("{stem}.{:06}", self.pages));
        match Page::new(&path) {
            Ok(page) => {
                self.pages += 1;
                self.page.insert(page).put(&self.line)
            }
            // There may be room again for the next one.
            Err(_) => false,
        }
    }
}

impl Page {
    /// A new page, all of whose memory is there: where a file system is full, this says so, and not a signal later.
    fn new(path: &Path) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(path)?;
        let kept = Self::map(&file);
        if kept.is_err() {
            // What is left of it would only be in the way of the next.
            let _ = std::fs::remove_file(path);
        }
        Ok(kept?)
    }

    fn map(file: &File) -> nix::Result<Self> {
        let size = NonZeroUsize::new(PAGE).expect("a page is not empty");
        posix_fallocate(file, 0, PAGE.try_into().expect("a small size"))?;
        let access = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        // Resident at once, so that no test takes it for a leak.
        let flags = MapFlags::MAP_SHARED | MapFlags::MAP_POPULATE;
        // SAFETY: a new mapping at an address of the kernel's choice disturbs nobody.
        let memory = unsafe { mmap(None, size, access, flags, file, 0) }?;
        // What a library forks off must not write here, as in the ring of calls.
        // SAFETY: the mapping just made, of which only what forks get is changed.
        unsafe { madvise(memory, PAGE, MmapAdvise::MADV_DONTFORK) }?;
        Ok(Self { memory: memory.cast(), used: 0 })
    }

    /// True if these bytes fit; they are there then, whole.
    fn put(&mut self, bytes: &[u8]) -> bool {
        if bytes.len() > PAGE - HEAD - self.used {
            return false;
        }
        // SAFETY: behind what is used and before the end of the mapping, of which nobody has a reference.
        unsafe {
            self.memory
                .add(HEAD + self.used)
                .copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len());
        }
        self.used += bytes.len();
        // SAFETY: mappings are aligned, and this is the head.
        let head = unsafe { self.memory.cast::<AtomicU64>().as_ref() };
        head.store(self.used as u64, Ordering::Release);
        true
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: mapped with this size; nobody refers to it any more.
        let unmapped = unsafe { munmap(self.memory.cast(), PAGE) };
        debug_assert!(unmapped.is_ok());
    }
}

fn this_thread() -> i32 {
    thread_local! {
        static ID: Cell<i32> = const { Cell::new(0) };
    }
    if ID.get() == 0 {
        ID.set(nix::unistd::gettid().as_raw());
    }
    ID.get()
}
