//! Patterns of test ids.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use ur_ipc_report::Glob;

/// A pattern of test ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPattern(Glob);

impl TestPattern {
    /// Whether the id of a test matches.
    #[must_use]
    pub fn matches(&self, id: &str) -> bool {
        self.0.matches(id)
    }
}

/// An error in a pattern of tests.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadPattern {
    /// There is none.
    #[error("bad test pattern: it is empty")]
    Empty,
    /// It would match nothing.
    #[error("bad test pattern '{pattern}': {sign:?} stands in no test id")]
    Sign {
        /// The pattern.
        pattern: String,
        /// Why.
        sign: char,
    },
}

impl FromStr for TestPattern {
    type Err = BadPattern;

    fn from_str(text: &str) -> Result<Self, BadPattern> {
        let wrong = |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ':' | '*'));
        if text.is_empty() {
            return Err(BadPattern::Empty);
        }
        match text.chars().find(|&c| wrong(c)) {
            Some(sign) => Err(BadPattern::Sign { pattern: text.to_owned(), sign }),
            None => Ok(Self(Glob::new(text))),
        }
    }
}

impl fmt::Display for TestPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("")]
    #[case("Memory::open")]
    #[case("memory.open")]
    #[case("memory::[ab]")]
    fn patterns_that_fit_no_id_are_refused(#[case] pattern: &str) {
        assert!(pattern.parse::<TestPattern>().is_err());
    }

    proptest! {
        #[test]
        fn a_text_matches_itself_with_anything_starred(text in "[a-z:]{0,12}", at in 0usize..12, len in 0usize..12) {
            let from = at.min(text.len());
            let to = (from + len).min(text.len());
            let pattern = format!("{}*{}", &text[..from], &text[to..]);
            prop_assert!(Glob::new(&pattern).matches(&text));
        }

        #[test]
        fn no_text_makes_it_panic(pattern in ".*", text in ".*") {
            let _ = Glob::new(&pattern).matches(&text);
            let _ = pattern.parse::<TestPattern>();
        }

        #[test]
        fn patterns_survive_being_printed(text in "[a-z_:*]{1,20}") {
            let pattern: TestPattern = text.parse().unwrap();
            prop_assert_eq!(pattern.to_string().parse::<TestPattern>().unwrap(), pattern);
        }
    }
}
