//! The machine, and the confinement of a process on it. Nothing here is about an implementation.

mod capability;
mod library;
mod limits;
mod namespaces;
mod time;

pub use library::Library;
pub use limits::Limit;
pub use namespaces::Namespace;
pub use time::utc;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a run finds, as far as it decides what processes may do with each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Machine {
    /// The release of the kernel.
    pub kernel: String,
    /// The architecture of the processor.
    pub architecture: String,
    /// Yama's `ptrace_scope`, on which sharing by descriptors depends; absent where there is no Yama.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptrace_scope: Option<u8>,
    /// The C library that the suite runs on, and its version; absent where it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c_library: Option<String>,
    /// The limits of the process, by their names in `ulimit` and `prlimit`.
    #[serde(default)]
    pub limits: BTreeMap<String, Limit>,
    /// The namespaces of the process, by their names in `/proc/self/ns`.
    #[serde(default)]
    pub namespaces: BTreeMap<String, Namespace>,
    /// Whether system calls are filtered: `none`, `strict` or `filter`; absent where the kernel does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seccomp: Option<String>,
    /// Whether no process may gain privileges; absent where the kernel does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_new_privileges: Option<bool>,
    /// Whether the process may inspect all others (`CAP_SYS_PTRACE`).
    #[serde(default)]
    pub may_inspect_all: bool,
}

impl Machine {
    /// Reads the present state of the machine and of this process.
    pub fn current() -> Self {
        let read = |path| std::fs::read_to_string(path).unwrap_or_default();
        let status = read("/proc/self/status");
        Self {
            kernel: read("/proc/sys/kernel/osrelease").trim().to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            ptrace_scope: read("/proc/sys/kernel/yama/ptrace_scope").trim().parse().ok(),
            c_library: c_library(),
            limits: limits::current(),
            namespaces: namespaces::current(),
            seccomp: capability::seccomp(&status),
            no_new_privileges: capability::no_new_privileges(&status),
            may_inspect_all: capability::may_inspect_all(&status),
        }
    }

    /// All of it in words: what it is about, and what is so.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        let each = |parts: Vec<String>| parts.join(", ");
        let limits = self.limits.iter().map(|(name, limit)| format!("{} {limit}", limits::in_words(name)));
        let namespaces = self.namespaces.iter().map(|(name, which)| format!("{name} {which}"));
        let privileges = match self.no_new_privileges {
            Some(true) => "no_new_privs on",
            Some(false) => "no_new_privs off",
            None => "",
        };
        let inspects = if self.may_inspect_all { ", CAP_SYS_PTRACE" } else { "" };
        let facts = [
            ("kernel", format!("{} {}", self.kernel, self.architecture)),
            ("C library", self.c_library.clone().unwrap_or_default()),
            ("ptrace_scope", self.ptrace_scope.map_or("no Yama".to_owned(), |scope| scope.to_string())),
            ("seccomp", self.seccomp.clone().unwrap_or_default()),
            ("privileges", format!("{privileges}{inspects}")),
            ("limits", each(limits.collect())),
            ("namespaces", each(namespaces.collect())),
        ];
        facts.into_iter().filter(|(_, text)| !text.trim().is_empty()).collect()
    }
}

#[cfg(target_env = "gnu")]
fn c_library() -> Option<String> {
    // SAFETY: takes nothing, and gives a string that lives as long as the process.
    let version = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    Some(format!("glibc {}", version.to_string_lossy()))
}

#[cfg(not(target_env = "gnu"))]
fn c_library() -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known() {
        let machine = Machine::current();
        assert!(!machine.kernel.is_empty() && machine.limits.len() == 5 && machine.namespaces.len() == 4);
        assert!(machine.seccomp.is_some() && machine.no_new_privileges.is_some(), "{machine:?}");
        let told: Vec<&str> = machine.describe().into_iter().map(|(name, _)| name).collect();
        assert!(told.contains(&"kernel") && told.contains(&"limits"), "{told:?}");
    }
}
