//! Patterns with `*`, which stands for any text, also across `::`.

use std::fmt;
use std::str::FromStr;

/// A pattern for a whole text: `memory::open::*`, `NVIDIA*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// A pattern of any characters.
    #[must_use]
    pub fn new(pattern: &str) -> Self {
        Self(pattern.to_owned())
    }

    /// Whether the whole text matches.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        let mut parts = self.0.split('*');
        let Some(mut rest) = parts.next().and_then(|prefix| text.strip_prefix(prefix)) else {
            return false;
        };
        let mut parts: Vec<&str> = parts.collect();
        let Some(last) = parts.pop() else {
            // No star at all.
            return rest.is_empty();
        };
        for part in parts {
            match rest.find(part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        rest.ends_with(last)
    }

    /// Whether any part of the text matches.
    #[must_use]
    pub fn is_part_of(&self, text: &str) -> bool {
        Self(format!("*{}*", self.0)).matches(text)
    }
}

impl FromStr for Glob {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self::new(text))
    }
}

impl fmt::Display for Glob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("memory::open::stale", "memory::open::stale", true)]
    #[case("memory::open::*", "memory::open::stale", true)]
    #[case("memory::*", "memory::open::stale", true)]
    #[case("*::stale", "memory::open::stale", true)]
    #[case("m*o*e", "memory::open::stale", true)]
    #[case("*", "", true)]
    #[case("memory::open", "memory::open::stale", false)]
    #[case("*open", "memory::open::stale", false)]
    #[case("a*a", "a", false)]
    #[case("a**b", "ab", true)]
    #[case("a*bb*c", "abbc", true)]
    #[case("a*bb*bc", "abbc", false)]
    fn globs_match_whole_texts(#[case] pattern: &str, #[case] text: &str, #[case] matches: bool) {
        assert_eq!(Glob::new(pattern).matches(text), matches);
    }

    #[rstest]
    #[case("open", true)]
    #[case("m*stale", true)]
    #[case("pen*tale", true)]
    #[case("", true)]
    #[case("stale*open", false)]
    #[case("closed", false)]
    fn globs_find_parts_of_texts(#[case] pattern: &str, #[case] found: bool) {
        assert_eq!(Glob::new(pattern).is_part_of("memory::open::stale"), found);
    }
}
