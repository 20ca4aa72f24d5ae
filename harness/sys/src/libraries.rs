//! The libraries of this process: loaders pick drivers, and those pick others, by rules of their own.

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, OsStr, OsString, c_char, c_int, c_void};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

/// A library that was opened. It stays open: what its code has left in the process may need it.
#[derive(Debug)]
pub struct Opened(*mut c_void);

impl Opened {
    /// Opens a library by its path, or by its name as the dynamic linker finds it, with all of its symbols.
    ///
    /// # Errors
    /// What the dynamic linker says: which library or which symbol is missing.
    ///
    /// # Safety
    /// The initialisers of the library run in this process, and of those that it needs.
    pub unsafe fn new(name: &OsStr) -> Result<Self, String> {
        let name = CString::new(name.as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the caller vouches for the initialisers; the name is a string.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() { Err(last_error()) } else { Ok(Self(handle)) }
    }

    /// Whether it has a symbol, or one of those that it needs has.
    pub fn has(&self, symbol: &str) -> bool {
        let Ok(symbol) = CString::new(symbol) else { return false };
        // SAFETY: the handle is open, and only whether there is an address is asked.
        !unsafe { libc::dlsym(self.0, symbol.as_ptr()) }.is_null()
    }

    /// Its file.
    pub fn path(&self) -> Option<PathBuf> {
        /// The beginning of what the dynamic linker has of a library (`struct link_map`), which is public.
        #[repr(C)]
        struct LinkMap {
            address: usize,
            name: *const c_char,
        }
        /// The request for that (`RTLD_DI_LINKMAP`).
        const LINK_MAP: c_int = 2;
        let mut map: *const LinkMap = null_mut();
        // SAFETY: the handle is open, and the request writes a pointer, for which there is room.
        if unsafe { libc::dlinfo(self.0, LINK_MAP, (&raw mut map).cast()) } != 0 || map.is_null() {
            return None;
        }
        // SAFETY: what it gave lives as long as the library is open, and so does the name in it, which is a string.
        let name = unsafe { CStr::from_ptr((*map).name) };
        Path::new(&OsString::from_vec(name.to_bytes().to_vec())).canonicalize().ok()
    }
}

/// Returns the dynamic linker's error of this thread's last call.
fn last_error() -> String {
    // SAFETY: takes nothing.
    let said = unsafe { libc::dlerror() };
    if said.is_null() {
        return "no reason is given".to_owned();
    }
    // SAFETY: a string, until the next call to the dynamic linker.
    unsafe { CStr::from_ptr(said) }.to_string_lossy().into_owned()
}

/// The files of all libraries of this process. Empty where the system does not say.
pub fn mapped() -> BTreeSet<PathBuf> {
    std::fs::read("/proc/self/maps").map(|maps| listed(&maps)).unwrap_or_default()
}

/// The libraries in the text of a `maps` file, in which paths may be any bytes.
fn listed(maps: &[u8]) -> BTreeSet<PathBuf> {
    let path = |line: &[u8]| {
        let begin = line.iter().position(|&byte| byte == b'/')?;
        Some(PathBuf::from(OsStr::from_bytes(&line[begin..])))
    };
    maps.split(|&byte| byte == b'\n').filter_map(path).filter(|path| is_library(path)).collect()
}

fn is_library(path: &Path) -> bool {
    path.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        name.ends_with(".so") || name.contains(".so.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_told_from_other_mappings() {
        let maps = b"\
7f00-7f01 r--p 00000000 fd:01 11 /usr/lib/libur loader.so.0.12.0
7f01-7f02 r-xp 00001000 fd:01 11 /usr/lib/libur loader.so.0.12.0
7f02-7f03 rw-p 00000000 00:00 0
7f03-7f04 rw-s 00000000 00:01 12 /memfd:some (deleted)
7f04-7f05 r--p 00000000 fd:01 13 /usr/lib/locale/C.utf8
7f05-7f06 r--p 00000000 fd:01 14 /a/libadapter.so
7f06-7f07 r-xp 00000000 fd:01 15 /a/b\xff/program
7ffc-7ffd rw-p 00000000 00:00 0 [stack]
";
        let found: Vec<String> = listed(maps).iter().map(|path| path.display().to_string()).collect();
        assert_eq!(found, ["/a/libadapter.so", "/usr/lib/libur loader.so.0.12.0"]);
    }

    #[test]
    fn the_c_library_is_loaded() {
        assert!(mapped().iter().any(|path| path.to_string_lossy().contains("libc.so")));
    }

    #[test]
    fn a_library_is_opened_by_its_name() {
        // SAFETY: the C library is in this process anyway.
        let libc = unsafe { Opened::new(OsStr::new("libc.so.6")) }.expect("it is there");
        assert!(libc.has("getpid") && !libc.has("no_such_symbol"));
        assert!(mapped().contains(&libc.path().expect("a file")));
    }

    #[test]
    fn what_is_missing_is_named() {
        // SAFETY: there is no such library.
        let told = unsafe { Opened::new(OsStr::new("libno-such.so.7")) }.expect_err("there is none");
        assert!(told.contains("libno-such.so.7") && told.contains("No such file"), "{told}");
    }
}
