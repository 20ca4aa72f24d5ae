//! The names of addresses, by the files that were mapped there.
//!
//! To read the debugging information of a file takes a second of processor time, and a driver that crashes does so in many
//! tests at the same addresses. So each thread keeps the files that it has read, and all of them the names.

use addr2line::{Loader, demangle_auto};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Number of directories that are shown of a source's path.
const SHOWN: usize = 3;
/// Names that are kept at most: a driver crashes in few places.
const KEPT: usize = 100_000;

/// Functions and places.
type Names = Vec<(Option<String>, Option<String>)>;

/// A file as it was when it was read: one that was written anew has other names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Identity {
    path: Arc<str>,
    device: u64,
    number: u64,
    size: u64,
    changed: (i64, i64),
}

/// The symbols of an address in a file.
#[derive(Debug, Default)]
struct Known {
    /// Innermost first, where functions were inlined.
    frames: Vec<KnownFrame>,
    /// The name in the file's table of symbols.
    symbol: Option<String>,
}

#[derive(Debug)]
struct KnownFrame {
    function: Option<String>,
    file: Option<String>,
    line: Option<u32>,
}

/// Known symbols, by the file and the address in it.
type AllKnown = HashMap<(Identity, u64), Arc<Known>>;

/// The results of all threads' lookups.
static NAMES: LazyLock<Mutex<AllKnown>> = LazyLock::new(Mutex::default);

thread_local! {
    /// The files that this thread has read. What has been read of one is for one thread alone.
    static MODULES: RefCell<HashMap<Identity, Option<Rc<Loader>>>> = RefCell::default();
}

/// Names of addresses.
pub(super) struct Symbols {
    /// The files that were looked at, and whether their addresses are counted from where they are mapped.
    files: HashMap<String, Option<(Identity, bool)>>,
    /// Whether a source is of a library whose functions are left out.
    is_hidden: fn(&str) -> bool,
}

impl Symbols {
    pub(super) fn new(is_hidden: fn(&str) -> bool) -> Self {
        Self { files: HashMap::new(), is_hidden }
    }

    /// Function, and file and line, at an address of a file that is mapped from `base` on. Several where functions were
    /// inlined, innermost first, but none of a hidden source; `None` where nothing is known.
    pub(super) fn at(&mut self, path: &str, base: u64, address: u64) -> Option<Names> {
        let file = self.files.entry(path.to_owned()).or_insert_with(|| identify(path));
        let (identity, movable) = file.as_ref()?;
        let probe = if *movable { address.wrapping_sub(base) } else { address };
        known(identity, probe)?.names(self.is_hidden)
    }
}

/// The file that a path names, if it is one, and whether its addresses are counted from where it is mapped.
fn identify(path: &str) -> Option<(Identity, bool)> {
    // What is mapped may be a device, of which even the opening may have effects.
    let data = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
    let mut head = [0; 18];
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    const EXECUTABLE_AT_FIXED_ADDRESS: [u8; 2] = 2_u16.to_ne_bytes();
    let identity = Identity {
        path: path.into(),
        device: data.dev(),
        number: data.ino(),
        size: data.size(),
        changed: (data.mtime(), data.mtime_nsec()),
    };
    Some((identity, head[16..] != EXECUTABLE_AT_FIXED_ADDRESS))
}

/// Looks up the symbols of an address in a file.
fn known(identity: &Identity, probe: u64) -> Option<Arc<Known>> {
    let key = (identity.clone(), probe);
    let names = || NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names().get(&key) {
        return Some(Arc::clone(known));
    }
    let open = || Loader::new(&*identity.path).ok().map(Rc::new);
    let loader =
        MODULES.with_borrow_mut(|modules| modules.entry(identity.clone()).or_insert_with(open).clone())?;
    let known = Arc::new(Known::at(&loader, probe));
    let mut names = names();
    if names.len() < KEPT {
        names.insert(key, Arc::clone(&known));
    }
    Some(known)
}

impl Known {
    fn at(loader: &Loader, probe: u64) -> Self {
        let mut frames = Vec::new();
        if let Ok(mut found) = loader.find_frames(probe) {
            while let Ok(Some(frame)) = found.next() {
                frames.push(KnownFrame {
                    function: frame.function.and_then(|function| function.demangle().ok().map(plain)),
                    file: frame.location.as_ref().and_then(|location| location.file).map(str::to_owned),
                    line: frame.location.as_ref().and_then(|location| location.line),
                });
            }
        }
        // Looked up even where there are frames: they may have no names, or be hidden, each by another caller's rule.
        let symbol = loader.find_symbol(probe).map(|symbol| plain(demangle_auto(symbol.into(), None)));
        Self { frames, symbol }
    }

    fn names(&self, is_hidden: fn(&str) -> bool) -> Option<Names> {
        let (mut names, mut own) = (Vec::new(), false);
        for KnownFrame { function, file, line } in &self.frames {
            if file.as_deref().is_some_and(is_hidden) {
                own = true;
                continue;
            }
            let place = file.as_deref().zip(*line).map(|(file, line)| format!("{}:{line}", shortened(file)));
            names.push((function.clone(), place));
        }
        // The table of symbols knows functions that have no debugging information; of those that were inlined nothing.
        if let Some(symbol) = &self.symbol
            && names.last().map_or(!own, |(function, _)| function.is_none())
        {
            match names.last_mut() {
                Some((function, _)) => *function = Some(symbol.clone()),
                None => names.push((Some(symbol.clone()), None)),
            }
        }
        (own || !names.is_empty()).then_some(names)
    }
}

/// A name without the hash that Rust's symbols end in.
fn plain(name: impl AsRef<str>) -> String {
    let name = name.as_ref();
    match name.rsplit_once("::h") {
        Some((path, hash)) if hash.len() == 16 && hash.bytes().all(|c| c.is_ascii_hexdigit()) => {
            path.to_owned()
        }
        _ => name.to_owned(),
    }
}

/// The folder of the workspace, if this crate was built in it.
fn workspace() -> Option<&'static str> {
    env!("CARGO_MANIFEST_DIR").strip_suffix("harness/isolated")
}

/// A path in the workspace, or the end of another one, by which people know their sources.
fn shortened(path: &str) -> &str {
    if let Some(own) = workspace().and_then(|folder| path.strip_prefix(folder)) {
        return own;
    }
    match path.rmatch_indices('/').nth(SHOWN) {
        Some((at, _)) => &path[at + 1..],
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(never)]
    extern "C" fn looked_for() -> u32 {
        std::hint::black_box(line!())
    }

    #[test]
    fn own_functions_have_names_and_lines() {
        let address = looked_for as *const () as u64;
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let program = std::env::current_exe().unwrap();
        let program = program.to_str().unwrap();
        let first = maps.lines().find(|line| line.ends_with(program)).unwrap();
        let base = u64::from_str_radix(first.split_once('-').unwrap().0, 16).unwrap();
        let names = Symbols::new(|_| false).at(program, base, address).unwrap();
        let (function, place) = names.last().unwrap();
        assert!(function.as_deref().unwrap().ends_with("looked_for"), "{names:?}");
        // Optimised code begins with the body.
        let line = looked_for();
        let places = [line - 1, line].map(|line| format!("harness/isolated/src/crash/symbols.rs:{line}"));
        assert!(places.iter().any(|known| place.as_deref() == Some(known.as_str())), "{place:?}");
    }

    #[test]
    fn names_are_looked_up_once_for_all_threads() {
        let program = std::env::current_exe().unwrap();
        let (identity, _) = identify(program.to_str().unwrap()).unwrap();
        let elsewhere = std::thread::spawn({
            let identity = identity.clone();
            move || known(&identity, 16).unwrap()
        });
        let elsewhere = elsewhere.join().unwrap();
        assert!(Arc::ptr_eq(&elsewhere, &known(&identity, 16).unwrap()));
        assert!(MODULES.with_borrow(HashMap::is_empty), "this thread has read no file");
        let other = Identity { size: identity.size + 1, ..identity };
        assert!(!Arc::ptr_eq(&elsewhere, &known(&other, 16).unwrap()), "a file that was written anew");
    }

    #[test]
    fn what_is_no_program_has_no_names() {
        for path in ["/dev/zero", "/proc/self/maps", "/nowhere", "/", "[vdso]"] {
            assert!(Symbols::new(|_| false).at(path, 0, 16).is_none(), "{path}");
        }
    }

    #[test]
    fn names_and_paths_are_short() {
        assert_eq!(plain("a::b::h0123456789abcdef"), "a::b");
        assert_eq!(plain("a::hush"), "a::hush");
        assert_eq!(shortened("/home/me/work/driver/src/ipc/open.rs"), "driver/src/ipc/open.rs");
        assert_eq!(shortened("src/open.rs"), "src/open.rs");
    }
}
