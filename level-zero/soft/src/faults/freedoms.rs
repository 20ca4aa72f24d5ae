//! Freedoms that Level Zero leaves to a driver: not used unless asked for.

use std::collections::BTreeSet;

use super::invalid::Problem;
use super::settings::settings;
use super::values::list;

/// Conforming behaviour other than this driver's usual one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Freedom {
    /// One mapping at a time of the physical memory of a device.
    OneMapping,
    /// One engine for each device.
    OneEngine,
    /// Host functions on a thread of the driver.
    HostThread,
    /// One descriptor for each physical memory.
    PhysicalDescriptor,
    /// Imported descriptors of physical memory become the driver's.
    PhysicalImport,
    /// One descriptor for all handles of an allocation.
    MemoryDescriptor,
    /// Freed memory is kept for a while.
    DeferredFrees,
    /// Devices do not reach each other.
    NoPeers,
    /// Pages of two sizes.
    PageSizes,
}

/// A freedom, described.
pub struct Entry {
    /// The freedom.
    pub freedom: Freedom,
    /// Its name in the environment.
    pub name: &'static str,
    /// The driver's behaviour with it.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub does: &'static str,
    /// The sentence of Level Zero that allows it, or what Level Zero does not say.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown by the README, which a test compares"))]
    pub allowed_by: &'static str,
}

/// All freedoms.
pub const FREEDOMS: &[Entry] = &[
    Entry {
        freedom: Freedom::OneMapping,
        name: "one-mapping",
        does: "physical memory of a device is mapped once at a time; a second mapping is an invalid argument",
        allowed_by: "`virtual.yml`, `zeVirtualMemMap`: says nowhere that physical memory can be mapped twice at a time",
    },
    Entry {
        freedom: Freedom::OneEngine,
        name: "one-engine",
        does: "one queue in the one group: commands of all lists of a device run one after the other, as submitted; \
               a command that waits for an event or runs a host function delays the others",
        allowed_by: "`PROG.rst`, Command Queues: \"There is no guarantee that command lists submitted to command queues \
                     with different indices will execute concurrently\"",
    },
    Entry {
        freedom: Freedom::HostThread,
        name: "host-thread",
        does: "host functions run on one thread for each device, which starts with the first of them and stays",
        allowed_by: "`hostFunction.yml`, `zeCommandListAppendHostFunction`: \"The host function will be executed on the \
                     host\"; on which thread is not said",
    },
    Entry {
        freedom: Freedom::PhysicalDescriptor,
        name: "physical-descriptor",
        does: "`zePhysicalMemGetProperties` opens a descriptor at the first request, of any memory, and gives the same \
               number ever after; another structure in the chain is an unsupported enumeration",
        allowed_by: "`memory.yml`, `ze_external_memory_export_fd_t`: says nowhere that each request opens another one",
    },
    Entry {
        freedom: Freedom::PhysicalImport,
        name: "physical-import",
        does: "the descriptor that physical memory is imported from is the driver's from then on, which closes it with the \
               memory",
        allowed_by: "`memory.yml`, `ze_external_memory_import_fd_t`: says nowhere whose the descriptor is afterwards",
    },
    Entry {
        freedom: Freedom::MemoryDescriptor,
        name: "memory-descriptor",
        does: "the handles of an allocation are the same bytes with one descriptor, opened with the first and closed \
               when as many were put, or the memory is freed; Put takes back a handle of whatever memory has the \
               descriptor's number, and nothing where none has, with success",
        allowed_by: "`memory.yml`, `zeMemPutIpcHandle`: \"driver may release any underlying resources associated with the \
                     IPC handle. For instance, it may close the file descriptor contained in the IPC handle\"",
    },
    Entry {
        freedom: Freedom::DeferredFrees,
        name: "deferred-frees",
        does: "freed memory, the last four pieces of up to 64 MiB, stays taken for two seconds; a thread that starts with \
               the first gives it back",
        allowed_by: "`memory.yml`, `zeMemFree`: \"Actual freeing of memory is specific to user mode driver and kernel mode \
                     driver implementation and may be done asynchronously.\"",
    },
    Entry {
        freedom: Freedom::NoPeers,
        name: "no-peers",
        does: "no device reaches another, and an event opens only where the first device of the context is its own",
        allowed_by: "`device.yml`, `zeDeviceCanAccessPeer`: \"Queries if one device can directly access peer device \
                     allocations\"",
    },
    Entry {
        freedom: Freedom::PageSizes,
        name: "page-sizes",
        does: "pages of 2 MiB for sizes from there on, of 64 KiB below; sizes, offsets and addresses are multiples of \
               theirs",
        allowed_by: "`virtual.yml`, `zeVirtualMemQueryPageSize`: \"page size to use for aligning virtual memory \
                     reservations and physical memory allocations\", of an \"unaligned allocation size in bytes\"",
    },
];

/// Whether the driver uses a freedom in this process.
pub fn uses(freedom: Freedom) -> bool {
    settings().freedoms.contains(&freedom)
}

/// Parses names of freedoms, separated by commas, or `all`.
pub fn parse(value: &str) -> Result<BTreeSet<Freedom>, Problem> {
    if value == "all" {
        return Ok(FREEDOMS.iter().map(|entry| entry.freedom).collect());
    }
    let freedom = |name: &str| {
        let found = FREEDOMS.iter().find(|entry| entry.name == name);
        found.map(|entry| entry.freedom).ok_or_else(|| Problem::with(name, "no such freedom"))
    };
    list(value, freedom).map(BTreeSet::from_iter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn freedoms_have_names_of_their_own() {
        for entry in FREEDOMS {
            assert_eq!(parse(entry.name), Ok(BTreeSet::from([entry.freedom])));
        }
        assert_eq!(parse("all").expect("it is known").len(), FREEDOMS.len());
        assert_eq!(parse("one-engine, odd").expect_err("one is not known").place, "entry 2, 'odd'");
        assert_eq!(parse("one-engine, all").expect_err("all stands alone").place, "entry 2, 'all'");
    }

    #[test]
    fn the_readme_shows_the_freedoms() {
        let shown: Vec<_> = include_str!("../../README.md")
            .lines()
            .skip_while(|line| {
                *line != "| freedom | the driver's behaviour with it | sentence of Level Zero |"
            })
            .skip(2)
            .take_while(|line| line.starts_with('|'))
            .map(str::to_owned)
            .collect();
        let row = |entry: &Entry| format!("| `{}` | {} | {} |", entry.name, entry.does, entry.allowed_by);
        assert_eq!(shown, FREEDOMS.iter().map(row).collect::<Vec<_>>());
    }
}
