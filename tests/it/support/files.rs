//! The files of the project.

use std::path::{Path, PathBuf};

/// The files in a folder and in those within, without build outputs.
pub fn files_in(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.as_ref().to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if !path.is_dir() {
                files.push(path);
            } else if name != "target" && !name.starts_with('.') {
                folders.push(path);
            }
        }
    }
    files.sort();
    files
}
