//! The nodes of devices, and whether this user may use them.

use super::{Check, CheckState};
use nix::unistd::{Gid, Group, Uid, User};
use std::fs::{Metadata, OpenOptions, metadata, read_dir};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use ur_ipc_harness::host_dependencies::NodeDependency;

/// Makes one check for each node that exists, or a single one if there is none.
pub(super) fn checks(dependency: &NodeDependency) -> Vec<Check> {
    let found = found(dependency.path);
    if found.is_empty() {
        let state = if dependency.optional { CheckState::Note } else { CheckState::Missing };
        let what = format!("{} ({})", dependency.path, dependency.what);
        return vec![Check::new(what, state, "there is none").advise(dependency.advice)];
    }
    let check = |path: PathBuf| {
        let what = format!("{} ({})", path.display(), dependency.what);
        // To open it shows what no mode shows: a container's rules, a driver that is gone.
        let flags = libc::O_NONBLOCK | libc::O_NOCTTY;
        let opened = OpenOptions::new().read(true).write(true).custom_flags(flags).open(&path);
        let permissions = metadata(&path).map(|known| permissions(&known)).unwrap_or_default();
        match opened {
            Ok(_) => Check::new(what, CheckState::Ok, permissions),
            Err(error) => refused(what, &permissions, &error, &path, dependency),
        }
    };
    found.into_iter().map(check).collect()
}

fn refused(what: String, permissions: &str, error: &io::Error, path: &Path, node: &NodeDependency) -> Check {
    let check = Check::new(what, CheckState::Missing, format!("{permissions}: {error}"));
    match error.raw_os_error() {
        Some(libc::EACCES) => {
            let group = metadata(path).map(|known| group(known.gid())).unwrap_or_default();
            check.advise(format!(
                "add the user to the group {group} (usermod -aG {group} USER), and log in again; in a container: \
                 --group-add {group}"
            ))
        }
        Some(libc::EPERM) => {
            check.advise("the rules of a container forbid it: hand the device to it (--device)")
        }
        _ => check.advise(node.advice),
    }
}

/// The nodes of this path, in order.
fn found(path: &str) -> Vec<PathBuf> {
    let Some(begin) = path.strip_suffix('*') else {
        return Some(PathBuf::from(path)).filter(|path| path.exists()).into_iter().collect();
    };
    let (folder, name) = begin.rsplit_once('/').unwrap_or((".", begin));
    let number = |entry: io::Result<std::fs::DirEntry>| {
        let entry = entry.ok()?;
        let file = entry.file_name().into_string().ok()?;
        Some((file.strip_prefix(name)?.parse::<u32>().ok()?, entry.path()))
    };
    let mut nodes: Vec<(u32, PathBuf)> =
        read_dir(folder).map(|entries| entries.filter_map(number).collect()).unwrap_or_default();
    nodes.sort();
    nodes.into_iter().map(|(_, path)| path).collect()
}

/// "root:render 660".
fn permissions(known: &Metadata) -> String {
    let user = User::from_uid(Uid::from_raw(known.uid())).ok().flatten();
    let user = user.map_or_else(|| known.uid().to_string(), |user| user.name);
    format!("{user}:{} {:03o}", group(known.gid()), known.mode() & 0o777)
}

fn group(id: u32) -> String {
    let group = Group::from_gid(Gid::from_raw(id)).ok().flatten();
    group.map_or_else(|| id.to_string(), |group| group.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{create_dir, write};
    use tempfile::tempdir;

    fn node(path: &'static str, optional: bool) -> NodeDependency {
        NodeDependency { path, what: "a GPU", optional, advice: "load the driver" }
    }

    #[test]
    fn a_node_that_can_be_opened_is_fine() {
        let told = checks(&node("/dev/null", false)).remove(0);
        assert_eq!((told.what.as_str(), told.state), ("/dev/null (a GPU)", CheckState::Ok));
        assert!(told.found.ends_with(" 666"), "{told:?}");
    }

    #[test]
    fn what_is_not_there_comes_with_what_to_do() {
        for (optional, state) in [(false, CheckState::Missing), (true, CheckState::Note)] {
            let told = checks(&node("/no/such/node*", optional));
            let expected =
                Check::new("/no/such/node* (a GPU)", state, "there is none").advise("load the driver");
            assert_eq!(told, [expected]);
        }
    }

    #[test]
    fn numbers_follow_and_nothing_else() {
        let folder = tempdir().unwrap();
        for name in ["gpu10", "gpu2", "gpu", "gpuctl", "cpu0"] {
            write(folder.path().join(name), "").unwrap();
        }
        create_dir(folder.path().join("other")).unwrap();
        let pattern = format!("{}/gpu*", folder.path().display());
        assert_eq!(found(&pattern), ["gpu2", "gpu10"].map(|name| folder.path().join(name)));
    }

    #[test]
    fn a_refusal_names_the_group_or_the_container() {
        let told = |errno| {
            let error = io::Error::from_raw_os_error(errno);
            refused("n".into(), "root:g 660", &error, Path::new("/dev/null"), &node("/dev/null", false))
        };
        assert!(told(libc::EACCES).advice.unwrap().starts_with("add the user to the group root "));
        assert!(told(libc::EPERM).advice.unwrap().contains("--device"));
        assert_eq!(told(libc::ENXIO).advice.unwrap(), "load the driver");
    }
}
