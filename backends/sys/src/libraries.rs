//! Which libraries this process has loaded: loaders pick drivers, and those pick others, by rules of their own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of all libraries of this process. Empty where the system does not say.
pub fn mapped() -> BTreeSet<PathBuf> {
    std::fs::read_to_string("/proc/self/maps").map(|maps| listed(&maps)).unwrap_or_default()
}

/// The libraries in the text of a `maps` file.
fn listed(maps: &str) -> BTreeSet<PathBuf> {
    let path = |line: &str| line.find('/').map(|begin| PathBuf::from(&line[begin..]));
    maps.lines().filter_map(path).filter(|path| is_library(path)).collect()
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
        let maps = "\
7f00-7f01 r--p 00000000 fd:01 11 /usr/lib/libur loader.so.0.12.0
7f01-7f02 r-xp 00001000 fd:01 11 /usr/lib/libur loader.so.0.12.0
7f02-7f03 rw-p 00000000 00:00 0
7f03-7f04 rw-s 00000000 00:01 12 /memfd:some (deleted)
7f04-7f05 r--p 00000000 fd:01 13 /usr/lib/locale/C.utf8
7f05-7f06 r--p 00000000 fd:01 14 /a/libadapter.so
7ffc-7ffd rw-p 00000000 00:00 0 [stack]
";
        let found: Vec<String> = listed(maps).iter().map(|path| path.display().to_string()).collect();
        assert_eq!(found, ["/a/libadapter.so", "/usr/lib/libur loader.so.0.12.0"]);
    }

    #[test]
    fn the_c_library_is_loaded() {
        assert!(mapped().iter().any(|path| path.to_string_lossy().contains("libc.so")));
    }
}
