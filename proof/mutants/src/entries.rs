//! Entries of a catalogue's files.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The entries that somebody wants, in the order in which they are written.
pub(crate) struct Entries<E> {
    wanted: Vec<E>,
    wants: fn(&str) -> bool,
    /// The last one that nobody wants.
    unwanted: Option<E>,
}

impl<E> Entries<E> {
    pub(crate) fn new(wants: fn(&str) -> bool) -> Self {
        Self { wanted: Vec::new(), wants, unwanted: None }
    }

    /// The entry of this id, to be completed.
    pub(crate) fn add(&mut self, id: String, make: impl FnOnce(String) -> E) -> &mut E {
        if (self.wants)(&id) {
            self.wanted.push(make(id));
            self.wanted.last_mut().expect("just added")
        } else {
            self.unwanted.insert(make(id))
        }
    }

    pub(crate) fn wanted(self) -> Vec<E> {
        self.wanted
    }
}

/// True if the command line names an entry. Many processes of a matrix are about one, and to keep hundreds takes each of
/// them longer than most tests.
pub(crate) fn is_named(id: &str) -> bool {
    // Arguments have ids in labels and lists. To search each of them for hundreds of ids would take longer.
    static WORDS: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let arguments = std::env::args().skip(1);
        arguments
            .flat_map(|argument| argument.split(is_outside_ids).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    });
    WORDS.contains(id)
}

fn is_outside_ids(letter: char) -> bool {
    !letter.is_ascii_alphanumeric() && letter != '_'
}
