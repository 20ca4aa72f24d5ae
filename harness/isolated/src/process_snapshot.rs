//! The condition of a process, as the system tells it. A process inherits it and passes it on; a test must not change it.

use super::signals::IGNORED_BY_RUST;
use nix::fcntl::readlink;
use std::borrow::Cow;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use ur_ipc_sys::text_of;

/// Lines of `/proc/PID/status`, in their order there, that stay as they are in a process that nothing was done to, and what they are about.
const LINES: [(&str, &str); 13] = [
    ("Umask:", "the umask"),
    ("Uid:", "the user"),
    ("Gid:", "the group"),
    ("Groups:", "the supplementary groups"),
    ("SigBlk:", "the set of blocked signals"),
    ("SigIgn:", "the set of ignored signals"),
    ("CapInh:", "the inheritable capabilities"),
    ("CapPrm:", "the permitted capabilities"),
    ("CapEff:", "the effective capabilities"),
    ("CapBnd:", "the bounding set of capabilities"),
    ("NoNewPrivs:", "the right to new privileges"),
    ("Seccomp:", "the seccomp mode"),
    ("Seccomp_filters:", "the seccomp filters"),
];
/// The line of ignored signals.
const IGNORED: usize = 5;
/// Links of `/proc/PID`, and what they are about.
const LINKS: [(&str, &str); 6] = [
    ("cwd", "the working directory"),
    ("root", "the root directory"),
    ("ns/mnt", "the mount namespace"),
    ("ns/net", "the network namespace"),
    ("ns/pid_for_children", "the namespace of process ids for children"),
    ("ns/user", "the user namespace"),
];

/// The condition of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessSnapshot {
    lines: [String; LINES.len()],
    links: [Vec<u8>; LINKS.len()],
}

impl ProcessSnapshot {
    /// The condition of this process.
    pub fn of_this() -> Self {
        Self::at("/proc/self")
    }

    /// The condition of another process.
    pub fn of(pid: u32) -> Self {
        Self::at(&format!("/proc/{pid}"))
    }

    fn at(folder: &str) -> Self {
        let mut path = format!("{folder}/status");
        let status = text_of(&path).unwrap_or_default();
        let mut lines = LINES.map(|_| String::new());
        let mut next = 0;
        // They come in the order of the table; a kernel may lack some.
        for line in status.lines() {
            let known = (next..LINES.len()).find_map(|at| Some((at, line.strip_prefix(LINES[at].0)?)));
            if let Some((at, value)) = known {
                value.trim().clone_into(&mut lines[at]);
                next = at + 1;
            }
        }
        // Rust's own start ignores it, sooner or later.
        if let Ok(ignored) = u64::from_str_radix(&lines[IGNORED], 16) {
            lines[IGNORED] = format!("{:016x}", ignored & !IGNORED_BY_RUST);
        }
        let links = LINKS.map(|(name, _)| {
            path.truncate(folder.len() + 1);
            path.push_str(name);
            readlink(path.as_str()).map(OsString::into_vec).unwrap_or_default()
        });
        Self { lines, links }
    }

    /// The differences to now, if there are any.
    pub fn changed(&self, now: &Self) -> Option<String> {
        let line = (0..LINES.len()).find(|&at| self.lines[at] != now.lines[at]);
        let link = (0..LINKS.len()).find(|&at| self.links[at] != now.links[at]);
        match (line, link) {
            (Some(at), _) => Some(describe(LINES[at].1, &self.lines[at], &now.lines[at])),
            (None, Some(at)) => Some(describe(LINKS[at].1, &text(&self.links[at]), &text(&now.links[at]))),
            (None, None) => None,
        }
    }
}

fn text(link: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(link)
}

fn describe(what: &str, before: &str, now: &str) -> String {
    format!("{what} was changed from {before} to {now}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_to_which_nothing_happens_stays_as_it_is() {
        let before = ProcessSnapshot::of_this();
        assert_eq!(before.changed(&ProcessSnapshot::of(std::process::id())), None);
        assert!(before.lines[1..3].iter().all(|line| !line.is_empty()), "{before:?}");
        assert!(before.links.iter().take(2).all(|link| !link.is_empty()), "{before:?}");
    }

    #[test]
    fn what_was_changed_is_named_with_both_values() {
        let before = ProcessSnapshot::of_this();
        let mut now = before.clone();
        now.links[0] = b"/elsewhere".to_vec();
        let cwd = std::env::current_dir().unwrap();
        let told = format!("the working directory was changed from {} to /elsewhere", cwd.display());
        assert_eq!(before.changed(&now), Some(told));
        now.lines[0] = "0777".into();
        assert!(before.changed(&now).unwrap().starts_with("the umask was changed from 0"));
    }
}
