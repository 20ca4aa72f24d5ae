//! A backend's requirements on the machine, as data. `ur-ipc-cts doctor` reports the missing ones and the remedy.

/// The dependencies of a backend on the machine. The default has none: such a backend is still probed, by making it and
/// listing its devices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostDependencies {
    /// The libraries that it opens at run time, in the order in which it does.
    pub libraries: Vec<LibraryDependency>,
    /// The nodes of devices.
    pub nodes: Vec<NodeDependency>,
    /// Whether its processes take descriptors from each other (`pidfd_getfd`).
    pub descriptors: bool,
}

/// A library that is opened at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibraryDependency {
    /// The name by which the dynamic linker finds it: `libze_loader.so.1`.
    pub name: &'static str,
    /// Its description: "Level Zero's loader".
    pub what: &'static str,
    /// The variable of the environment that names another file, if there is one.
    pub variable: Option<&'static str>,
    /// The flag of the [`BackendOption`](crate::BackendOption) that names another file, if there is one. It wins.
    pub option: Option<&'static str>,
    /// Symbols without which it is of no use.
    pub symbols: &'static [&'static str],
    /// Whether the backend may do without it, as where it is one of several drivers.
    pub optional: bool,
    /// The advice for the user if it is missing.
    pub advice: &'static str,
}

/// A node of a device, or nodes that differ in a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeDependency {
    /// Its path. A `*` at its end stands for a number: `/dev/dri/renderD*`.
    pub path: &'static str,
    /// Its description: "a GPU, for programs that compute".
    pub what: &'static str,
    /// Whether the backend may do without it.
    pub optional: bool,
    /// The advice for the user if there is none.
    pub advice: &'static str,
}
