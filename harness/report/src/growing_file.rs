//! A growing file with a whole document in it at every moment. A killed run leaves a readable file.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

pub(super) struct GrowingFile {
    file: File,
    path: PathBuf,
    /// The text that the file holds now, to restore it after a failed write.
    text: String,
}

impl GrowingFile {
    /// Takes over a file. What is in it stays until something is put there.
    pub(super) fn new(file: File, path: PathBuf) -> Self {
        Self { file, path, text: String::new() }
    }

    /// Puts a text at this place, and nothing after it.
    ///
    /// # Errors
    /// If it cannot be written: half a document is of no use, so what was there before is there again.
    pub(super) fn put(&mut self, at: usize, text: &str) -> io::Result<()> {
        if let Err(error) = self.write(at, text) {
            // It was there before, so there is room for it.
            let _ = self.write(at, &self.text[at..]);
            return Err(error);
        }
        self.text.truncate(at);
        self.text.push_str(text);
        Ok(())
    }

    /// Puts a text behind what is there.
    ///
    /// # Errors
    /// If it cannot be written; there is what was there before then.
    pub(super) fn append(&mut self, text: &str) -> io::Result<()> {
        self.put(self.text.len(), text)
    }

    fn write(&self, at: usize, text: &str) -> io::Result<()> {
        self.file.write_all_at(text.as_bytes(), at as u64)?;
        self.file.set_len((at + text.len()) as u64)
    }

    /// Puts a new file in the place of this one, which grows from then on. Where that is refused, as it is for a file that something is mounted on
    /// and in a folder that belongs to somebody else, its content is replaced.
    ///
    /// # Errors
    /// If neither can be done; the file is as it was then.
    pub(super) fn replace(&mut self, text: &str) -> io::Result<()> {
        match self.replaced(text) {
            Ok(file) => {
                (self.file, self.text) = (file, text.to_owned());
                Ok(())
            }
            // A file that is gone would take the content and show it to nobody.
            Err(error) if error.kind() != ErrorKind::NotFound => self.put(0, text),
            Err(error) => Err(error),
        }
    }

    fn replaced(&self, text: &str) -> io::Result<File> {
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        // A name that nobody can guess and put something else at, and gone again if anything fails.
        let mut new = tempfile::Builder::new().prefix(".ur-ipc-cts-").tempfile_in(folder)?;
        new.write_all(text.as_bytes())?;
        // In case somebody has changed the umask.
        new.as_file().set_permissions(self.file.metadata()?.permissions())?;
        // Some file systems tell only now that they are full.
        new.as_file().sync_all()?;
        Ok(new.persist(&self.path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::read_to_string;

    fn growing(path: &Path) -> GrowingFile {
        GrowingFile::new(File::create(path).unwrap(), path.to_owned())
    }

    #[test]
    fn what_is_put_ends_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut file = growing(&path);
        for (at, text, expected) in [(0, "head[]", "head[]"), (5, "1234]", "head[1234]"), (0, "h", "h")] {
            file.put(at, text).unwrap();
            assert_eq!(read_to_string(&path).unwrap(), expected);
        }
        file.append("1").unwrap();
        file.append("2").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "h12");
    }

    #[test]
    fn a_new_file_takes_the_place_of_the_old_one_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r");
        let mut file = growing(&path);
        file.replace("whole").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "whole");
        file.append(" and more").unwrap();
        assert_eq!(read_to_string(&path).unwrap(), "whole and more");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_gone_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = growing(&folder.path().join("r"));
        folder.close().unwrap();
        assert_eq!(file.replace("whole").unwrap_err().kind(), ErrorKind::NotFound);
    }
}
