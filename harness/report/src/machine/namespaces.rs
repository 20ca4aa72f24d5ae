//! The namespaces of the process: the system's initial ones, or others in a container or sandbox.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// The namespaces that matter to sharing, with the number of the initial one (`enum init_ns_ino` of the kernel's
/// `linux/nsfs.h`). That of mounts has its number since Linux 6.18 only.
const INITIAL: [(&str, u64); 4] =
    [("ipc", 0xEFFF_FFFF), ("mnt", 0xEFFF_FFF8), ("pid", 0xEFFF_FFFC), ("user", 0xEFFF_FFFD)];

/// Which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Namespace {
    /// The one that the system began with.
    Initial,
    /// Another one.
    Other,
    /// The system does not say.
    Unknown,
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Initial => "initial",
            Self::Other => "other",
            Self::Unknown => "unknown",
        })
    }
}

/// Those of this process.
pub(super) fn current() -> BTreeMap<String, Namespace> {
    let of = |(name, initial): (&str, u64)| (name.to_owned(), which(name, initial));
    INITIAL.into_iter().map(of).collect()
}

fn which(name: &str, initial: u64) -> Namespace {
    match number(&format!("/proc/self/ns/{name}")) {
        None => Namespace::Unknown,
        Some(own) if own == initial => Namespace::Initial,
        Some(_) if name != "mnt" => Namespace::Other,
        Some(own) => mounts(own),
    }
}

/// Older kernels give no number to the first mounts. They are those of the system's first process, which is seen, and may
/// be asked by few, from its own namespace of processes.
fn mounts(own: u64) -> Namespace {
    let at_home = number("/proc/self/ns/pid") == Some(0xEFFF_FFFC);
    match number("/proc/1/ns/mnt").filter(|_| at_home) {
        Some(first) if first == own => Namespace::Initial,
        Some(_) => Namespace::Other,
        None => Namespace::Unknown,
    }
}

/// The number in a link as `pid:[4026531836]`.
fn number(link: &str) -> Option<u64> {
    let target = std::fs::read_link(Path::new(link)).ok()?;
    let (_, number) = target.to_str()?.split_once('[')?;
    number.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_of_its_own_is_told_from_the_first() {
        let own = number("/proc/self/ns/pid").unwrap();
        assert_eq!(which("pid", own), Namespace::Initial);
        assert_eq!(which("pid", own + 1), Namespace::Other);
        assert_eq!(which("no-such", own), Namespace::Unknown);
    }
}
