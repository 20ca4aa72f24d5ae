//! Profiles: the capabilities of the modelled devices.

/// The devices, with the features that they support. The default has everything, on one device.
///
/// A profile models an implementation that lacks something and says so: a suite that runs on it must skip what
/// is missing and still test the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent capability")]
pub struct Profile {
    /// The name of the profile in reports.
    pub name: String,
    /// Number of devices.
    pub devices: u32,
    /// All devices are alike. Otherwise the first one alone shares events, and profiles single ones.
    pub alike: bool,
    /// Physical memory and virtual addresses for it.
    pub virtual_memory: bool,
    /// USM memory can be shared between processes.
    pub ipc_memory: bool,
    /// Physical memory can be shared between processes.
    pub ipc_physical_memory: bool,
    /// Events can be shared between processes.
    pub ipc_event: bool,
    /// The three questions about sharing are known; otherwise they answer `UNSUPPORTED_ENUMERATION`.
    pub ipc_queries: bool,
    /// Out-of-order queues.
    pub out_of_order: bool,
    /// Queues that batch their submissions.
    pub batched: bool,
    /// Host functions as commands.
    pub host_task: bool,
    /// Profiling of queues and events, and the recording of time stamps.
    pub profiling: bool,
    /// Devices reach each other's memory.
    pub peer_access: bool,
    /// A handle opens in the process that made it, too.
    pub own_handles: bool,
    /// An event that can be shared is pending until its first signal, and not complete.
    pub pending_events: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            name: "default".to_owned(),
            devices: 1,
            alike: true,
            virtual_memory: true,
            ipc_memory: true,
            ipc_physical_memory: true,
            ipc_event: true,
            ipc_queries: true,
            out_of_order: true,
            batched: true,
            host_task: true,
            profiling: true,
            peer_access: true,
            own_handles: true,
            pending_events: false,
        }
    }
}

impl Profile {
    /// The profiles that [`named`](Self::named) knows: name and description.
    pub const NAMES: &'static [(&'static str, &'static str)] = &[
        ("default", "one device with everything"),
        ("two-devices", "two devices that reach each other's memory"),
        ("no-p2p", "two devices that do not reach each other's memory"),
        ("mixed", "two devices; only the first one shares events, and only it can profile single events"),
        ("no-devices", "a platform without devices"),
        ("no-memory", "no sharing of USM memory"),
        ("no-physical-memory", "no sharing of physical memory"),
        ("no-event", "no sharing of events"),
        ("memory-only", "sharing of USM memory alone"),
        ("physical-memory-only", "sharing of physical memory alone"),
        ("event-only", "sharing of events alone"),
        ("no-virtual-memory", "no physical memory and no virtual addresses for it"),
        ("no-ipc", "nothing can be shared, and the device infos say so"),
        ("unknown-queries", "nothing can be shared, and the device infos are not known"),
        ("in-order-only", "no out-of-order queues"),
        ("no-host-task", "no host functions as commands"),
        ("no-batched", "no queues that batch their submissions"),
        ("no-profiling", "no profiling and no time stamps"),
        ("no-own-handles", "a handle does not open in the process that made it"),
        ("pending-events", "a new event that can be shared is pending until its first signal"),
    ];

    /// The profile of that name, one of [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let all = Self { name: name.to_owned(), ..Self::default() };
        let sharing = |ipc_memory, ipc_physical_memory, ipc_event| Self {
            ipc_memory,
            ipc_physical_memory,
            ipc_event,
            ..all.clone()
        };
        Some(match name {
            "default" => all,
            "two-devices" => Self { devices: 2, ..all },
            "no-p2p" => Self { devices: 2, peer_access: false, ..all },
            "mixed" => Self { devices: 2, alike: false, ..all },
            "no-devices" => Self { devices: 0, ..all },
            "no-memory" => sharing(false, true, true),
            "no-physical-memory" => sharing(true, false, true),
            "no-event" => sharing(true, true, false),
            "memory-only" => sharing(true, false, false),
            "physical-memory-only" => sharing(false, true, false),
            "event-only" => sharing(false, false, true),
            "no-virtual-memory" => Self { virtual_memory: false, ..sharing(true, false, true) },
            "no-ipc" => sharing(false, false, false),
            "unknown-queries" => Self { ipc_queries: false, ..sharing(false, false, false) },
            "in-order-only" => Self { out_of_order: false, ..all },
            "no-host-task" => Self { host_task: false, ..all },
            "no-batched" => Self { batched: false, ..all },
            "no-profiling" => Self { profiling: false, ..all },
            "no-own-handles" => Self { own_handles: false, ..all },
            "pending-events" => Self { pending_events: true, ..all },
            _ => return None,
        })
    }
}
