//! What Intel's driver does where the specification leaves it open: rules that are off unless asked for.

use std::collections::BTreeSet;

use super::invalid::Problem;
use super::settings::settings;
use super::values::list;

/// Something that Intel's driver does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// One mapping at a time of the physical memory of a device.
    OneMapping,
    /// One engine for each device.
    OneEngine,
    /// Host functions on a thread of the driver.
    HostThread,
    /// No id of physical memory.
    NoPhysicalId,
    /// One descriptor for each physical memory.
    PhysicalDescriptor,
    /// Imported descriptors of physical memory become the driver's.
    PhysicalImport,
    /// One descriptor for all handles of an allocation.
    MemoryDescriptor,
    /// Descriptors of opened memory are kept.
    CachedMemory,
    /// Freed memory is kept for a while.
    DeferredFrees,
    /// Devices do not reach each other.
    NoPeers,
    /// Pages of two sizes.
    PageSizes,
}

/// What there is to know about a rule.
pub struct Entry {
    /// The rule.
    pub rule: Rule,
    /// What the environment calls it.
    pub name: &'static str,
    /// What the driver then does.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub does: &'static str,
    /// The place that shows it, in compute-runtime unless another is named.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub source: &'static str,
}

/// All rules.
pub const RULES: &[Entry] = &[
    Entry {
        rule: Rule::OneMapping,
        name: "one-mapping",
        does: "physical memory of a device is mapped once at a time; a second mapping is an invalid argument",
        source: "`Context::mapVirtualMem` in `context.cpp`, since 2026-06-29",
    },
    Entry {
        rule: Rule::OneEngine,
        name: "one-engine",
        does: "one queue in the one group: commands of all lists of a device run one after the other, as submitted; \
               what waits for an event or runs a host function holds the others up",
        source: "`Device::getCommandQueueGroupProperties` in `device.cpp` and `programHostFunctionWaitForCompletion` in \
                 `host_function.inl`; Level Zero's `PROG.rst`, \"Command Queue Groups\": no guarantee of concurrency",
    },
    Entry {
        rule: Rule::HostThread,
        name: "host-thread",
        does: "host functions run on one thread for each device, which starts with the first of them and stays",
        source: "`CommandStreamReceiver::createHostFunctionWorker` in `command_stream_receiver.cpp`",
    },
    Entry {
        rule: Rule::NoPhysicalId,
        name: "no-physical-id",
        does: "`zePhysicalMemGetProperties` leaves `id` as it is",
        source: "`Context::getPhysicalMemProperties` in `context.cpp`",
    },
    Entry {
        rule: Rule::PhysicalDescriptor,
        name: "physical-descriptor",
        does: "`zePhysicalMemGetProperties` opens a descriptor at the first request, of any memory, and gives the same \
               number ever after; another structure in the chain is an unsupported enumeration",
        source: "`Context::getPhysicalMemProperties`, `DrmAllocation::peekInternalHandle` in `drm_allocation.cpp`",
    },
    Entry {
        rule: Rule::PhysicalImport,
        name: "physical-import",
        does: "the descriptor that physical memory is imported from is the driver's from then on, which closes it with the \
               memory",
        source: "`DrmMemoryManager::createPhysicalGraphicsMemoryFromSharedHandle` and `closeSharedHandle` in \
                 `drm_memory_manager.cpp`; a number that is something else's by then is closed there, and not here",
    },
    Entry {
        rule: Rule::MemoryDescriptor,
        name: "memory-descriptor",
        does: "the handles of an allocation are the same bytes with one descriptor, opened with the first and closed \
               when as many were put, or the memory is freed; Put takes back a handle of whatever memory has the \
               descriptor's number, and nothing where none has, with success",
        source: "`Context::setIPCHandleData`, `Context::putIpcMemHandle`, `Context::freeMem` in `context.cpp`",
    },
    Entry {
        rule: Rule::CachedMemory,
        name: "cached-memory",
        does: "the driver takes the descriptor of a memory handle whose number nobody changed from the exporter and keeps \
               it; what later has the same exporter, number and type opens as the old memory, freed or not, where both \
               have 2 MiB and more, and different sizes; the size is that of the file",
        source: "`Context::openIpcMemHandle` in `context.cpp`, `importOpaqueHandleWithFallback` in `context_linux.cpp` and \
                 `tryGetCachedImportHandle` in `driver_handle.cpp`; there it is any memory, but smaller ones are pieces of \
                 pools that stay, and freed ones are used again for their size; the driver also has itself inspected \
                 (`isDrmOpaqueHandleSupported`)",
    },
    Entry {
        rule: Rule::DeferredFrees,
        name: "deferred-frees",
        does: "freed memory, the last four pieces of up to 64 MiB, stays taken for two seconds; a thread that starts with \
               the first gives it back",
        source: "`SVMAllocsManager::SvmAllocationCache::insert` in `unified_memory_manager.cpp`, \
                 `unified_memory_reuse_cleaner.h`; it is more and longer there, and is used again",
    },
    Entry {
        rule: Rule::NoPeers,
        name: "no-peers",
        does: "no device reaches another, and an event opens only where the first device of the context is its own",
        source: "`Event::openCounterBasedIpcHandle` in `event.cpp` imports the counter to the first device; \
                 `Device::canAccessPeer` in `device.cpp` may say no",
    },
    Entry {
        rule: Rule::PageSizes,
        name: "page-sizes",
        does: "pages of 2 MiB for sizes from there on, of 64 KiB below; sizes, offsets and addresses are multiples of \
               theirs",
        source: "`DrmMemoryManager::DrmMemoryManager` in `drm_memory_manager.cpp`, `Context::getPageAlignedSizeRequired` in \
                 `context.cpp`",
    },
];

/// Whether the driver follows a rule in this process.
pub fn follows(rule: Rule) -> bool {
    settings().rules.contains(&rule)
}

/// The rules of a profile.
pub fn profile(name: &str) -> Result<BTreeSet<Rule>, Problem> {
    match name {
        "plain" => Ok(BTreeSet::new()),
        "neo" => Ok(RULES.iter().map(|entry| entry.rule).collect()),
        _ => Err(Problem::with(name, "no such profile")),
    }
}

/// Parses names of rules, separated by commas.
pub fn named(value: &str) -> Result<BTreeSet<Rule>, Problem> {
    let rule = |name: &str| {
        let found = RULES.iter().find(|entry| entry.name == name);
        found.map(|entry| entry.rule).ok_or_else(|| Problem::with(name, "no such rule"))
    };
    list(value, rule).map(BTreeSet::from_iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_all_rules_or_none() {
        assert_eq!(profile("plain"), Ok(BTreeSet::new()));
        assert_eq!(profile("neo").expect("it is known").len(), RULES.len());
        assert_eq!(profile("new").expect_err("it is not known").place, "'new'");
    }

    #[test]
    fn rules_have_names_of_their_own() {
        for entry in RULES {
            assert_eq!(named(entry.name), Ok(BTreeSet::from([entry.rule])));
        }
        assert_eq!(named("one-engine, odd").expect_err("one is not known").place, "entry 2, 'odd'");
    }

    #[test]
    fn the_readme_shows_the_rules() {
        let shown: Vec<_> = include_str!("../../README.md")
            .lines()
            .skip_while(|line| *line != "| rule | what the driver does | where Intel's driver does |")
            .skip(2)
            .take_while(|line| line.starts_with('|'))
            .map(str::to_owned)
            .collect();
        let row = |entry: &Entry| format!("| `{}` | {} | {} |", entry.name, entry.does, entry.source);
        assert_eq!(shown, RULES.iter().map(row).collect::<Vec<_>>());
    }
}
