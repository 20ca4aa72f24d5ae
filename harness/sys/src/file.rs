//! Files of the system, such as those of `/proc`.

use std::path::Path;
use std::{fs, io};

/// The text of a file of the system: what names files and processes there may be any bytes.
///
/// # Errors
/// Those of the system.
pub fn text_of(path: impl AsRef<Path>) -> io::Result<String> {
    let bytes = fs::read(path)?;
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_text_may_name_files_by_any_bytes() {
        let file = std::env::temp_dir().join(format!("ur-ipc-text-{}", std::process::id()));
        fs::File::create(&file).unwrap().write_all(b"/a/b\xffc\n").unwrap();
        assert_eq!(text_of(&file).unwrap(), "/a/b\u{fffd}c\n");
        fs::remove_file(file).unwrap();
    }
}
