//! Folders that are read.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::next::interpose;
use super::{give, ours};
use crate::errno::Errno;
use crate::process::Process;
use crate::tree::Node;

/// A folder of the tree that is being read. Programs hold its address as if it were the C library's.
struct Folder {
    names: Vec<(String, u8)>,
    next: usize,
    /// The entry that was given out last.
    entry: libc::dirent64,
}

/// The addresses of all that are being read.
static OPEN: Mutex<Vec<usize>> = Mutex::new(Vec::new());
/// Their number, so that a program without any takes no lock.
static COUNT: AtomicUsize = AtomicUsize::new(0);

interpose! {
    fn opendir(path: *const c_char) -> *mut libc::DIR {
        // SAFETY: by the contract of this function.
        match unsafe { ours(path) } {
            Some(path) => open_folder(path).unwrap_or_else(|errno| {
                errno.set();
                std::ptr::null_mut()
            }),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(path) },
        }
    }

    fn readdir(folder: *mut libc::DIR) -> *mut libc::dirent64 {
        match find(folder) {
            // SAFETY: one thread at a time reads a folder.
            Some(folder) => unsafe { (*folder).read() },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder) },
        }
    }

    fn readdir64(folder: *mut libc::DIR) -> *mut libc::dirent64 {
        match find(folder) {
            // SAFETY: one thread at a time reads a folder.
            Some(folder) => unsafe { (*folder).read() },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder) },
        }
    }

    fn rewinddir(folder: *mut libc::DIR) -> () {
        match find(folder) {
            // SAFETY: one thread at a time reads a folder.
            Some(folder) => unsafe { (*folder).next = 0 },
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder) },
        }
    }

    fn dirfd(folder: *mut libc::DIR) -> i32 {
        match find(folder) {
            // The system's own answer where a folder has no descriptor.
            Some(_) => give(Err(Errno::EOPNOTSUPP)),
            // SAFETY: by the contract of this function.
            None => unsafe { next()(folder) },
        }
    }

    fn closedir(folder: *mut libc::DIR) -> i32 {
        let Some(found) = find(folder) else {
            // SAFETY: by the contract of this function.
            return unsafe { next()(folder) };
        };
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|address| *address != found as usize);
        COUNT.store(open.len(), Ordering::Release);
        // SAFETY: it was made by `open_folder`, and nobody uses it any more.
        drop(unsafe { Box::from_raw(found) });
        0
    }
}

fn open_folder(path: &str) -> Result<*mut libc::DIR, Errno> {
    let tree = Process::current().tree();
    let (path, node) = tree.find(path, true)?;
    let Node::Folder(names) = node else { return Err(Errno::ENOTDIR) };
    let kind = |name: &String| match tree.find(&format!("{path}/{name}"), false) {
        Ok((_, Node::Folder(_))) => libc::DT_DIR,
        Ok((_, Node::File(_))) => libc::DT_REG,
        Ok((_, Node::Link(_))) => libc::DT_LNK,
        Ok((_, Node::Device(..))) => libc::DT_CHR,
        Err(_) => libc::DT_UNKNOWN,
    };
    let mut all = vec![(".".to_owned(), libc::DT_DIR), ("..".to_owned(), libc::DT_DIR)];
    all.extend(names.iter().map(|name| (name.clone(), kind(name))));
    // SAFETY: all zero is a value of it.
    let entry = unsafe { MaybeUninit::zeroed().assume_init() };
    let folder = Box::into_raw(Box::new(Folder { names: all, next: 0, entry }));
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.push(folder as usize);
    COUNT.store(open.len(), Ordering::Release);
    Ok(folder.cast())
}

fn find(folder: *mut libc::DIR) -> Option<*mut Folder> {
    if COUNT.load(Ordering::Acquire) == 0 {
        return None;
    }
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    open.contains(&(folder as usize)).then(|| folder.cast())
}

impl Folder {
    fn read(&mut self) -> *mut libc::dirent64 {
        let Some((name, kind)) = self.names.get(self.next) else { return std::ptr::null_mut() };
        self.next += 1;
        let entry = &mut self.entry;
        entry.d_ino = self.next as u64;
        entry.d_off = self.next as i64;
        entry.d_reclen = size_of::<libc::dirent64>() as u16;
        entry.d_type = *kind;
        entry.d_name.fill(0);
        for (to, from) in entry.d_name.iter_mut().zip(name.bytes()) {
            *to = from as c_char;
        }
        entry
    }
}
