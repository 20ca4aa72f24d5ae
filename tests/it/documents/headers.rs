//! Module headers begin with a noun or a verb, as `docs/style.md` asks.

use super::{ROOT, files_in};

/// A header does not begin with these words, or a reader has to look for its subject.
const QUESTION_WORDS: [&str; 6] = ["What", "Which", "How", "Where", "Whether", "That"];
/// Fewer of a hundred headers may.
const PERCENT: usize = 3;

#[test]
fn headers_begin_with_a_noun_or_a_verb() {
    let (mut all, mut wrong) = (0, Vec::new());
    for path in files_in(ROOT) {
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let Some(header) = text.lines().find_map(|line| line.strip_prefix("//! ")) else { continue };
        all += 1;
        let first = header.split_whitespace().next().unwrap_or_default();
        if QUESTION_WORDS.contains(&first) {
            wrong.push(format!("{}: {header}", path.display()));
        }
    }
    assert!(
        wrong.len() * 100 < all * PERCENT,
        "{} of {all} module headers begin with a question word:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
