//! A memory cgroup for the suite's processes, of either version.

use super::launch::Launch;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Time that killed processes have to leave a group.
const LEAVE: Duration = Duration::from_secs(30);

/// The files of one version of cgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CgroupFiles {
    limit: &'static str,
    peak: &'static str,
    /// File and key of the times that the limit was hit.
    hits: (&'static str, &'static str),
    /// File and key of the processes killed for memory.
    kills: (&'static str, &'static str),
}

const V1: CgroupFiles = CgroupFiles {
    limit: "memory.limit_in_bytes",
    peak: "memory.max_usage_in_bytes",
    hits: ("memory.failcnt", ""),
    kills: ("memory.oom_control", "oom_kill"),
};

const V2: CgroupFiles = CgroupFiles {
    limit: "memory.max",
    peak: "memory.peak",
    hits: ("memory.events", "max"),
    kills: ("memory.events", "oom_kill"),
};

/// A memory cgroup. When it goes, or this process does, however it ends, what runs in the group is killed and the
/// group removed.
pub struct Group {
    path: PathBuf,
    files: CgroupFiles,
    guard: Child,
}

impl Group {
    /// Makes one where this machine allows it.
    ///
    /// # Errors
    /// Why it does not.
    pub fn create() -> Result<Self, String> {
        let own = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let mut reasons = String::new();
        for (parent, files) in parents(&own) {
            match Self::create_in(&parent, files) {
                Ok(group) => return Ok(group),
                Err(reason) => reasons += &format!("{}: {reason}; ", parent.display()),
            }
        }
        Err(format!("no memory cgroup can be made ({})", reasons.trim_end_matches("; ")))
    }

    fn create_in(parent: &Path, files: CgroupFiles) -> Result<Self, String> {
        let path = parent.join(format!("ur-ipc-soak-{}", std::process::id()));
        fs::create_dir(&path).map_err(|error| error.to_string())?;
        // In a group of its own, so that what ends this process from the terminal leaves it to its work.
        let guard = Command::new("/proc/self/exe")
            .arg("guard")
            .arg(&path)
            .stdin(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| {
                let _ = fs::remove_dir(&path);
                error.to_string()
            })?;
        let group = Self { path, files, guard };
        group.peak()?;
        // A group that nobody can join would only be noticed by a whole run that fails.
        let joined = Launch { group: Some(group.path.clone()), ..Launch::default() }
            .command(Path::new("true"))
            .output()
            .map_err(|error| error.to_string())?;
        if joined.status.success() {
            Ok(group)
        } else {
            Err(String::from_utf8_lossy(&joined.stderr).trim().to_owned())
        }
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The most memory that it ever held, in bytes.
    pub fn peak(&self) -> Result<u64, String> {
        self.figure((self.files.peak, ""))
    }

    /// The number of times that its memory reached the limit, so that something had to be reclaimed.
    pub fn hits(&self) -> Result<u64, String> {
        self.figure(self.files.hits)
    }

    /// The number of its processes that were killed because nothing was left to reclaim.
    pub fn kills(&self) -> Result<u64, String> {
        self.figure(self.files.kills)
    }

    /// Limits its memory.
    pub fn limit(&self, bytes: u64) -> Result<(), String> {
        let file = self.path.join(self.files.limit);
        fs::write(&file, bytes.to_string()).map_err(|error| format!("{}: {error}", file.display()))
    }

    fn figure(&self, (file, key): (&str, &str)) -> Result<u64, String> {
        let file = self.path.join(file);
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        figure(&text, key).ok_or_else(|| format!("{} lacks '{key}'", file.display()))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // The guard says itself what went wrong.
        let _ = self.guard.wait();
    }
}

/// The figure after that key, or the only one.
fn figure(text: &str, key: &str) -> Option<u64> {
    if key.is_empty() {
        return text.trim().parse().ok();
    }
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    line?.trim().parse().ok()
}

/// The folders in which a group might be made, best first, by the lines of `/proc/self/cgroup`.
fn parents(own: &str) -> Vec<(PathBuf, CgroupFiles)> {
    let mut found = Vec::new();
    let under = |root: &str, path: &str| Path::new(root).join(path.trim_start_matches('/'));
    for line in own.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        if controllers.split(',').any(|name| name == "memory") {
            let root = "/sys/fs/cgroup/memory";
            found.extend([(under(root, path), V1), (root.into(), V1)]);
        } else if controllers.is_empty() {
            // A group that has processes has no groups with limits below it: those go beside it.
            let beside = Path::new(path).parent().and_then(Path::to_str).unwrap_or("/");
            found.push((under("/sys/fs/cgroup", beside), V2));
        }
    }
    found
}

/// Waits until the process at the other end of the standard input is gone, and removes the group.
pub fn guard(group: &Path) -> io::Result<()> {
    io::stdin().read_to_end(&mut Vec::new())?;
    let until = Instant::now() + LEAVE;
    loop {
        for pid in fs::read_to_string(group.join("cgroup.procs"))?.lines().filter_map(|pid| pid.parse().ok())
        {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        match fs::remove_dir(group) {
            // Who was killed leaves the group in its own time, and the kernel tells nobody.
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy && Instant::now() < until => {
                thread::sleep(Duration::from_millis(2));
            }
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_key() {
        assert_eq!(figure("4096\n", ""), Some(4096));
        assert_eq!(figure("low 0\nhigh 1\nmax 22\noom 3\noom_kill 4\n", "max"), Some(22));
        assert_eq!(figure("low 0\noom 3\noom_kill 4\n", "oom_kill"), Some(4));
        assert_eq!(figure("oom_kill_disable 0\nunder_oom 0\n", "oom_kill"), None);
    }

    #[test]
    fn groups_go_below_ones_own_or_beside_it() {
        let v1 = parents("9:name=systemd:/\n4:cpu,memory:/a/b\n0::/\n");
        assert_eq!(
            v1,
            [
                ("/sys/fs/cgroup/memory/a/b".into(), V1),
                ("/sys/fs/cgroup/memory".into(), V1),
                ("/sys/fs/cgroup".into(), V2)
            ]
        );
        let v2 = parents("0::/user.slice/user-0.slice/session-1.scope\n");
        assert_eq!(v2, [("/sys/fs/cgroup/user.slice/user-0.slice".into(), V2)]);
    }
}
