//! The files that show a program its devices: nodes in `/dev/dri`, and what `/sys` says of them.
//!
//! They exist only in memory. Whole folders are replaced, so that no device of the machine shows among them.

mod layout;

pub use layout::address;

use std::collections::{BTreeMap, BTreeSet};

use crate::device::Device;
use crate::errno::Errno;

/// The major number of graphics devices, and the first minor number of render nodes.
pub const MAJOR: u32 = 226;
const FIRST_RENDER_NODE: usize = 128;

/// Links on the way of a path.
const MOST_LINKS: usize = 40;

/// The object that a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A folder, and the names in it.
    Folder(BTreeSet<String>),
    /// A file that can be read.
    File(String),
    /// Another path, from the folder where the link is.
    Link(String),
    /// A node of a device: the device by its number, and the minor number of the node.
    Device(usize, u32),
}

/// All paths.
#[derive(Debug)]
pub struct Tree {
    nodes: BTreeMap<String, Node>,
}

impl Tree {
    /// The files of these devices.
    pub fn new(devices: &[&Device]) -> Self {
        let mut tree = Self { nodes: BTreeMap::new() };
        layout::fill(&mut tree, devices);
        tree
    }

    /// Whether a path is one of this tree's, be there something or not.
    pub fn has(path: &[u8]) -> bool {
        let is_in = |root: &&str| {
            path.strip_prefix(root.as_bytes()).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
        };
        layout::ROOTS.iter().any(is_in)
            || layout::BEGINNINGS.iter().any(|beginning| path.starts_with(beginning.as_bytes()))
    }

    /// Finds the object that a path names, and the path without links. The last part of the path may stay one.
    pub fn find(&self, path: &str, follow_last: bool) -> Result<(String, &Node), Errno> {
        let mut links = 0;
        let mut path = normal(path);
        'again: loop {
            let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
            let mut so_far = String::new();
            for (index, part) in parts.iter().enumerate() {
                let folder = so_far.len();
                so_far.push('/');
                so_far.push_str(part);
                let is_last = index + 1 == parts.len();
                match self.nodes.get(&so_far) {
                    None => return Err(Errno::ENOENT),
                    Some(Node::Link(target)) if !is_last || follow_last => {
                        links += 1;
                        if links > MOST_LINKS {
                            return Err(Errno::ELOOP);
                        }
                        let rest = parts[index + 1..].join("/");
                        let base = if target.starts_with('/') { "" } else { &so_far[..folder] };
                        path = normal(&format!("{base}/{target}/{rest}"));
                        continue 'again;
                    }
                    Some(node) if is_last => return Ok((so_far, node)),
                    Some(Node::Folder(_)) => {}
                    Some(_) => return Err(Errno::ENOTDIR),
                }
            }
            return Err(Errno::ENOENT);
        }
    }

    fn add(&mut self, path: &str, node: Node) {
        let mut name_at = path.rfind('/').expect("paths are absolute");
        let mut path_of_child = path;
        self.nodes.insert(path.to_owned(), node);
        while name_at > 0 {
            let (folder, name) = (&path_of_child[..name_at], &path_of_child[name_at + 1..]);
            let node = self.nodes.entry(folder.to_owned()).or_insert_with(|| Node::Folder(BTreeSet::new()));
            let Node::Folder(names) = node else { panic!("{folder} is no folder") };
            names.insert(name.to_owned());
            path_of_child = folder;
            name_at = folder.rfind('/').expect("paths are absolute");
        }
    }
}

/// A path without parts that mean nothing.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The minor number of a device's render node.
pub fn minor(device: usize) -> u32 {
    (FIRST_RENDER_NODE + device) as u32
}

/// The minor number of a device's primary node.
pub fn primary_minor(device: usize) -> u32 {
    device as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::device::{B580, LUNAR_LAKE};

    fn tree() -> Tree {
        Tree::new(&[&B580, &LUNAR_LAKE])
    }

    fn file(path: &str) -> String {
        match tree().find(path, true) {
            Ok((_, Node::File(text))) => text.clone(),
            other => panic!("{path}: {other:?}"),
        }
    }

    #[rstest]
    #[case("/dev/dri/renderD128", 0, 128)]
    #[case("/dev/dri/card0", 0, 0)]
    #[case("/dev/dri/by-path/../renderD129", 1, 129)]
    #[case("/dev/dri/by-path/pci-0000:03:00.0-render", 0, 128)]
    #[case("/dev/dri/by-path/pci-0000:04:00.0-card", 1, 1)]
    #[case("//dev/./dri/by-path/pci-0000:04:00.0-render", 1, 129)]
    fn nodes_are_devices(#[case] path: &str, #[case] device: usize, #[case] minor: u32) {
        assert_eq!(tree().find(path, true).unwrap().1, &Node::Device(device, minor));
    }

    #[rstest]
    #[case("/sys/bus/pci/devices/0000:03:00.0/device", "0xe20b\n")]
    #[case("/sys/bus/pci/devices/0000:04:00.0/device", "0x64a0\n")]
    #[case("/sys/class/drm/renderD128/device/vendor", "0x8086\n")]
    #[case("/sys/dev/char/226:129/device/device", "0x64a0\n")]
    #[case("/sys/bus/pci/devices/0000:03:00.0/drm/card0/device/tile0/gt0/freq0/max_freq", "2850\n")]
    #[case("/sys/bus/pci/devices/0000:03:00.0/max_link_width", "8\n")]
    fn files_say_what_a_device_is(#[case] path: &str, #[case] text: &str) {
        assert_eq!(file(path), text);
    }

    #[rstest]
    #[case::missing("/dev/dri/renderD130", Errno::ENOENT)]
    #[case::in_a_file("/sys/bus/pci/devices/0000:03:00.0/vendor/x", Errno::ENOTDIR)]
    #[case::other("/sys/bus/pci/devices/0000:00:00.0", Errno::ENOENT)]
    #[case::nothing("", Errno::ENOENT)]
    fn others_are_not_there(#[case] path: &str, #[case] errno: Errno) {
        assert_eq!(tree().find(path, true).unwrap_err(), errno);
    }

    #[test]
    fn a_link_says_where_it_leads() {
        let tree = tree();
        let (path, node) = tree.find("/sys/dev/char/226:128", false).unwrap();
        assert_eq!(path, "/sys/dev/char/226:128");
        assert!(matches!(node, Node::Link(target) if target.ends_with("/drm/renderD128")));
        let (path, _) = tree.find("/sys/dev/char/226:128", true).unwrap();
        assert!(path.starts_with("/sys/devices/pci0000:00/") && path.ends_with("/drm/renderD128"), "{path}");
    }

    #[rstest]
    #[case("/dev/dri", true)]
    #[case("/dev/dri/by-path/x", true)]
    #[case("/dev/drive", false)]
    #[case("/sys/dev/char/226:128", true)]
    #[case("/sys/dev/char/1:3", false)]
    #[case("/sys/devices/pci0000:00", true)]
    #[case("/sys/devices/system/cpu", false)]
    #[case("/proc/self/maps", false)]
    fn roots_are_whole_folders(#[case] path: &str, #[case] ours: bool) {
        assert_eq!(Tree::has(path.as_bytes()), ours);
    }

    proptest! {
        #[test]
        fn no_path_panics(path in "(/(dev|dri|sys|class|drm|renderD128|\\.\\.|device|by-path|[a-z]*))*/?") {
            let _ = tree().find(&path, true);
            let _ = tree().find(&path, false);
        }
    }
}
