//! The names of addresses, by the files that were mapped there.

use addr2line::{Loader, demangle_auto};
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;

/// How many directories of a path of a source are shown.
const SHOWN: usize = 3;

/// Functions and places.
type Names = Vec<(Option<String>, Option<String>)>;

/// Files that have been looked into.
pub(super) struct Symbols {
    modules: HashMap<String, Option<Module>>,
    /// Whether a source is of a library whose functions are left out.
    is_hidden: fn(&str) -> bool,
}

struct Module {
    loader: Loader,
    /// Whether its addresses are counted from where it is mapped.
    movable: bool,
}

impl Symbols {
    pub(super) fn new(is_hidden: fn(&str) -> bool) -> Self {
        Self { modules: HashMap::new(), is_hidden }
    }

    /// Function, and file and line, at an address of a file that is mapped from `base` on. Several where functions were
    /// inlined, innermost first, but none of a hidden source; `None` where nothing is known.
    pub(super) fn at(&mut self, path: &str, base: u64, address: u64) -> Option<Names> {
        let module = self.modules.entry(path.to_owned()).or_insert_with(|| Module::open(path));
        module.as_ref()?.at(base, address, self.is_hidden)
    }
}

impl Module {
    fn open(path: &str) -> Option<Self> {
        // What is mapped may be a device, of which even the opening may have effects.
        std::fs::metadata(path).ok().filter(|data| data.is_file())?;
        let mut head = [0; 18];
        File::open(path).ok()?.read_exact(&mut head).ok()?;
        const EXECUTABLE_AT_FIXED_ADDRESS: [u8; 2] = 2_u16.to_ne_bytes();
        let movable = head[16..] != EXECUTABLE_AT_FIXED_ADDRESS;
        Some(Self { loader: Loader::new(path).ok()?, movable })
    }

    fn at(&self, base: u64, address: u64, is_hidden: fn(&str) -> bool) -> Option<Names> {
        let probe = if self.movable { address.wrapping_sub(base) } else { address };
        let (mut names, mut own) = (Vec::new(), false);
        if let Ok(mut frames) = self.loader.find_frames(probe) {
            while let Ok(Some(frame)) = frames.next() {
                let file = frame.location.as_ref().and_then(|location| location.file);
                if file.is_some_and(is_hidden) {
                    own = true;
                    continue;
                }
                let function = frame.function.and_then(|function| function.demangle().ok().map(plain));
                let line = frame.location.as_ref().and_then(|location| location.line);
                let place = file.zip(line).map(|(file, line)| format!("{}:{line}", shortened(file)));
                names.push((function, place));
            }
        }
        // The table of symbols knows functions that have no debugging information; of those that were inlined nothing.
        if let Some(symbol) = self.loader.find_symbol(probe)
            && names.last().map_or(!own, |(function, _)| function.is_none())
        {
            let name = Some(plain(demangle_auto(symbol.into(), None)));
            match names.last_mut() {
                Some((function, _)) => *function = name,
                None => names.push((name, None)),
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

/// The end of a path, by which people know their sources.
fn shortened(path: &str) -> &str {
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
        let places = [line - 1, line].map(|line| format!("isolated/src/crash/symbols.rs:{line}"));
        assert!(places.iter().any(|known| place.as_deref() == Some(known.as_str())), "{place:?}");
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
