//! Patterns of names.

use super::text::lines;
use ur_ipc_harness::skiplist::{Glob, TestPattern};

/// Reads a pattern from the first line and matches it with each of the others. It agrees with a slow and plain
/// matcher; an error shows the pattern, and what is accepted survives being printed.
pub fn patterns(bytes: &[u8]) {
    let mut lines = lines(bytes);
    let Some(pattern) = lines.next() else { return };
    let glob = Glob::new(pattern);
    assert!(glob.matches(pattern), "a star stands for a star");
    for text in lines {
        assert_eq!(glob.matches(text), plainly_matches(pattern, text), "{pattern:?} on {text:?}");
    }
    match pattern.parse::<TestPattern>() {
        Ok(parsed) => {
            assert_eq!(parsed.to_string(), pattern);
            assert!(parsed.matches(pattern));
        }
        Err(why) => assert!(pattern.is_empty() || why.to_string().contains(pattern), "{why}"),
    }
}

/// A table of which beginnings of the text the beginnings of the pattern match.
fn plainly_matches(pattern: &str, text: &str) -> bool {
    let text = text.as_bytes();
    let mut reached = vec![false; text.len() + 1];
    reached[0] = true;
    for symbol in pattern.bytes() {
        let mut next = vec![false; text.len() + 1];
        for at in 0..=text.len() {
            next[at] = if symbol == b'*' {
                reached[at] || at > 0 && next[at - 1]
            } else {
                at > 0 && reached[at - 1] && text[at - 1] == symbol
            };
        }
        reached = next;
    }
    reached[text.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_pattern_agrees_with_the_plain_matcher(pattern in "\\PC{0,20}", text in "\\PC{0,20}") {
            patterns(format!("{pattern}\n{text}").as_bytes());
        }

        #[test]
        fn few_letters_and_many_stars_agree_with_the_plain_matcher(text in "[ab*\n]{0,40}") {
            patterns(text.as_bytes());
        }

        #[test]
        fn ids_agree_with_the_plain_matcher(pattern in "[a-c:*]{1,16}", text in "[a-c:]{1,16}") {
            patterns(format!("{pattern}\n{text}").as_bytes());
        }
    }
}
