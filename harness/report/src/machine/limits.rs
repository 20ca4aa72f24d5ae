//! Limits of the process that decide whether tests and drivers get what they need.

use nix::sys::resource::{Resource, getrlimit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

const LIMITS: [(&str, Resource); 5] = [
    ("as", Resource::RLIMIT_AS),
    ("core", Resource::RLIMIT_CORE),
    ("memlock", Resource::RLIMIT_MEMLOCK),
    ("nofile", Resource::RLIMIT_NOFILE),
    ("nproc", Resource::RLIMIT_NPROC),
];

/// A limit, in bytes or pieces; null is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limit {
    /// What holds.
    pub soft: Option<u64>,
    /// How far the process may raise it.
    pub hard: Option<u64>,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = |limit: Option<u64>| limit.map_or("unlimited".to_owned(), |limit| limit.to_string());
        f.write_str(&told(self.soft))?;
        if self.hard != self.soft { write!(f, " (up to {})", told(self.hard)) } else { Ok(()) }
    }
}

/// The name of a limit for people: `as` is a word.
pub(super) fn in_words(name: &str) -> &str {
    if name == "as" { "address space" } else { name }
}

/// Those of this process, without any that the system does not tell.
pub(super) fn current() -> BTreeMap<String, Limit> {
    let finite = |limit: u64| (limit != libc::RLIM_INFINITY).then_some(limit);
    let of = |(name, resource): (&str, Resource)| {
        let (soft, hard) = getrlimit(resource).ok()?;
        Some((name.to_owned(), Limit { soft: finite(soft), hard: finite(hard) }))
    };
    LIMITS.into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(Some(1024), Some(4096), "1024 (up to 4096)")]
    #[case(Some(0), None, "0 (up to unlimited)")]
    #[case(None, None, "unlimited")]
    #[case(Some(7), Some(7), "7")]
    fn a_limit_reads_well(#[case] soft: Option<u64>, #[case] hard: Option<u64>, #[case] text: &str) {
        assert_eq!(Limit { soft, hard }.to_string(), text);
    }
}
