//! Driver versions: dotted numbers, compared number by number.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A version such as `550.142` or `1.3.29735+7`: the numbers in it, split at everything that is no digit.
/// Missing numbers count as 0.
#[derive(Clone, Debug)]
pub struct Version(Vec<u64>);

impl Version {
    /// The version in a text; `None` if there is no number in it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<u64> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            // A number too large to be a version counts as the largest there is.
            .map(|part| part.parse().unwrap_or(u64::MAX))
            .collect();
        (!numbers.is_empty()).then_some(Self(numbers))
    }

    fn significant(&self) -> &[u64] {
        let length = self.0.iter().rposition(|&n| n != 0).map_or(0, |last| last + 1);
        &self.0[..length]
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.significant().cmp(other.significant())
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&numbers.join("."))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    Above,
    AtMost,
    Below,
    Exactly,
}

impl Comparison {
    /// Longer signs first, so that none is taken for another.
    const ALL: [(&'static str, Self); 5] = [
        (">=", Self::AtLeast),
        ("<=", Self::AtMost),
        (">", Self::Above),
        ("<", Self::Below),
        ("=", Self::Exactly),
    ];

    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::AtLeast => ordering.is_ge(),
            Self::Above => ordering.is_gt(),
            Self::AtMost => ordering.is_le(),
            Self::Below => ordering.is_lt(),
            Self::Exactly => ordering.is_eq(),
        }
    }
}

/// An error in a condition on a version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadVersion {
    /// It does not say how to compare.
    #[error("bad version condition '{0}': it must begin with >=, >, <=, < or =")]
    Condition(String),
    /// It does not say with what.
    #[error(
        "bad version condition '{0}': numbers with dots between them must follow the sign, as in >=1.3.2"
    )]
    Number(String),
}

/// Conditions on a version, all of which must hold: `>=550, <600`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRange(Vec<(Comparison, Version)>);

impl VersionRange {
    /// Whether the version lies in the range. A text without any number lies in none.
    #[must_use]
    pub fn contains(&self, version: &str) -> bool {
        Version::parse(version).is_some_and(|version| {
            self.0.iter().all(|(comparison, bound)| comparison.holds(version.cmp(bound)))
        })
    }
}

impl FromStr for VersionRange {
    type Err = BadVersion;

    fn from_str(text: &str) -> Result<Self, BadVersion> {
        text.split(',').map(condition).collect::<Result<_, _>>().map(Self)
    }
}

fn condition(text: &str) -> Result<(Comparison, Version), BadVersion> {
    let text = text.trim();
    let (comparison, number) = Comparison::ALL
        .into_iter()
        .find_map(|(sign, comparison)| Some((comparison, text.strip_prefix(sign)?.trim())))
        .ok_or_else(|| BadVersion::Condition(text.to_owned()))?;
    let dotted = number.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    match Version::parse(number) {
        Some(version) if dotted => Ok((comparison, version)),
        _ => Err(BadVersion::Number(text.to_owned())),
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (comparison, version)) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(", ")?;
            }
            let sign =
                Comparison::ALL.iter().find(|(_, known)| known == comparison).map_or("", |(sign, _)| sign);
            write!(f, "{sign}{version}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[rstest]
    #[case("550.142", "550.163", Ordering::Less)]
    #[case("9.10", "9.9", Ordering::Greater)]
    #[case("1.3.29735+7", "1.3.29735", Ordering::Greater)]
    #[case("1.0", "1", Ordering::Equal)]
    #[case("99999999999999999999999", "1", Ordering::Greater)]
    fn versions_are_compared_by_number(#[case] a: &str, #[case] b: &str, #[case] ordering: Ordering) {
        assert_eq!(Version::parse(a).unwrap().cmp(&Version::parse(b).unwrap()), ordering);
    }

    #[rstest]
    #[case(">=550, <600", "550.142", true)]
    #[case(">=550, <600", "600.0", false)]
    #[case("> 1.2", "1.2", false)]
    #[case("<=1.2", "1.2.0", true)]
    #[case("=1.2", "1.2", true)]
    #[case("=1.2", "1.3", false)]
    #[case("<1.2", "1.2", false)]
    #[case("<1.2", "1.1.9", true)]
    #[case("> 1.2", "1.2.1", true)]
    #[case("<=1.2", "1.2.1", false)]
    #[case(">=1.2, <=1.4, >1.2", "1.2", false)]
    #[case(">=0", "unknown", false)]
    fn ranges_contain_versions(#[case] range: &str, #[case] version: &str, #[case] inside: bool) {
        assert_eq!(range.parse::<VersionRange>().unwrap().contains(version), inside);
    }

    #[rstest]
    #[case("")]
    #[case("550")]
    #[case(">=")]
    #[case(">=a.b")]
    #[case(">=1..2")]
    #[case(">=1,")]
    #[case("=>1")]
    fn bad_ranges_are_refused(#[case] range: &str) {
        assert!(range.parse::<VersionRange>().is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".*", other in ".*") {
            let _ = text.parse::<VersionRange>().map(|range| range.contains(&other));
            let _ = Version::parse(&text);
        }

        #[test]
        fn the_order_is_total(a in "[0-9.]{1,8}", b in "[0-9.]{1,8}", c in "[0-9.]{1,8}") {
            let versions = [&a, &b, &c].map(|text| Version::parse(text));
            if let [Some(a), Some(b), Some(c)] = versions {
                prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
                if a <= b && b <= c {
                    prop_assert!(a <= c);
                }
                prop_assert_eq!(a == b, a.cmp(&b) == Ordering::Equal);
                prop_assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)));
            }
        }

        #[test]
        fn ranges_survive_being_printed(text in "(>=|<=|>|<|=)[0-9]{1,3}(\\.[0-9]{1,3}){0,2}(, ?<[0-9]{1,4})?") {
            let range: VersionRange = text.parse().unwrap();
            prop_assert_eq!(range.to_string().parse::<VersionRange>().unwrap(), range);
        }
    }
}
