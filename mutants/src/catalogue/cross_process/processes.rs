//! Handles that open in some processes only.

use super::sharing::{Defect, End, Events, Get, Memory, Notes, Open, Physical, make};
use crate::Legacy as Mutant;
use crate::catalogue::tools::Known;
use std::fs;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::os::unix::process::parent_id;
use std::sync::Arc;
use ur_ipc_api::UrResult;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_memory_opens_at_home_only",
        "A handle of USM memory means something in its own process only",
        &["cross_process.memory.read", "cross_process.memory.bytes_only_transport"],
        make::<Memory, OpensAtHomeOnly>,
    ),
    Mutant::new(
        "cross_physical_opens_at_home_only",
        "A handle of physical memory means something in its own process only",
        &["cross_process.physical_memory.read", "cross_process.physical_memory.size_and_info"],
        make::<Physical, OpensAtHomeOnly>,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_event_opens_at_home_only",
        "A handle of an event means something in its own process only",
        &["cross_process.event.producer_signal", "cross_process.event.consumer_signal"],
        make::<Events, OpensAtHomeOnly>,
    ),
    Mutant::new(
        "cross_memory_needs_inherited_descriptor",
        "A handle of USM memory is the number of a descriptor that the other process must have too",
        &["cross_process.memory.bytes_only_transport", "cross_process.memory.read"],
        make::<Memory, NeedsInheritedDescriptor>,
    ),
    Mutant::new(
        "cross_physical_needs_inherited_descriptor",
        "A handle of physical memory carries the number of a descriptor and no process id",
        &["cross_process.physical_memory.read", "cross_process.physical_memory.write_back"],
        make::<Physical, NeedsInheritedDescriptor>,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_memory_opens_in_children_only",
        "USM memory can be opened by the children of the process that exports it only",
        &["cross_process.memory.multiple_consumers"],
        make::<Memory, OpensInChildrenOnly>,
    ),
    Mutant::new(
        "cross_physical_opens_in_children_only",
        "Physical memory can be opened by the children of the process that exports it only",
        &["cross_process.physical_memory.peer_death"],
        make::<Physical, OpensInChildrenOnly>,
    ),
    Mutant::new(
        "cross_event_opens_in_children_only",
        "An event can be opened by the children of the process that exports it only",
        &["cross_process.event.producer_death"],
        make::<Events, OpensInChildrenOnly>,
    ),
    Mutant::new(
        "cross_memory_exporter_opens_nothing",
        "A process that has exported USM memory opens none of others",
        &["cross_process.memory.multiple_consumers"],
        make::<Memory, ExporterOpensNothing>,
    ),
    Mutant::new(
        "cross_memory_opens_in_one_process",
        "A handle of USM memory can be open in one process at a time",
        &["cross_process.memory.multiple_consumers", "cross_process.memory.consumer_killed"],
        make::<Memory, OpensInOneProcess>,
    ),
    Mutant::new(
        "cross_physical_opens_in_one_process",
        "A handle of physical memory can be open in one process at a time",
        &["cross_process.physical_memory.multi_range"],
        make::<Physical, OpensInOneProcess>,
    ),
    Mutant::new(
        "cross_event_opens_in_one_process",
        "A handle of an event can be open in one process at a time",
        &["cross_process.event.multiple_consumers"],
        make::<Events, OpensInOneProcess>,
    ),
    Mutant::new(
        "cross_memory_opens_64_at_once",
        "No more than 64 pointers are open at a time",
        &["cross_process.memory.many_and_large"],
        make::<Memory, OpensAtMost<64>>,
    ),
    Mutant::new(
        "cross_physical_opens_two_at_once",
        "No more than two imported objects are there at a time",
        &["cross_process.physical_memory.multi_range"],
        make::<Physical, OpensAtMost<2>>,
    ),
    Mutant::new(
        "cross_memory_large_refused",
        "Allocations of more than 128 MiB are not opened",
        &["cross_process.memory.many_and_large"],
        make::<Memory, LargeRefused>,
    ),
];

#[derive(Default)]
struct OpensAtHomeOnly;

impl Defect for OpensAtHomeOnly {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.is_foreign() { UrResult::ERROR_INVALID_VALUE } else { call.run() }
    }
}

#[derive(Default)]
struct NeedsInheritedDescriptor;

impl Defect for NeedsInheritedDescriptor {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let file_of = |process: &str| fs::read_link(format!("/proc/{process}/fd/{}", call.descriptor())).ok();
        if call.is_foreign() && file_of("self") != file_of(&call.exporter().to_string()) {
            return UrResult::ERROR_INVALID_VALUE;
        }
        call.run()
    }
}

#[derive(Default)]
struct OpensInChildrenOnly;

impl Defect for OpensInChildrenOnly {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.is_foreign() && call.exporter() != parent_id() {
            return UrResult::ERROR_INVALID_VALUE;
        }
        call.run()
    }
}

#[derive(Default)]
struct ExporterOpensNothing {
    exported: Known,
}

impl Defect for ExporterOpensNothing {
    fn get(&self, call: &Get<'_>) -> UrResult {
        self.exported.add(0);
        call.run()
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.is_foreign() && self.exported.has(0) {
            return UrResult::ERROR_INVALID_OPERATION;
        }
        call.run()
    }
}

/// Holds a name that no two processes can have, as long as something is open.
#[derive(Default)]
struct OpensInOneProcess {
    names: Notes<Arc<UnixDatagram>>,
    imports: Notes<u64>,
}

impl Defect for OpensInOneProcess {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let token = call.token();
        if call.is_foreign() && self.names.get(token as usize).is_none() {
            let name = format!("ur-ipc-mutant-{}-{token:x}", call.exporter());
            let bound = SocketAddr::from_abstract_name(name).and_then(|name| UnixDatagram::bind_addr(&name));
            let Ok(socket) = bound else { return UrResult::ERROR_INVALID_OPERATION };
            self.names.set(token as usize, Arc::new(socket));
        }
        let result = call.run();
        if result.is_success() {
            self.imports.set(call.gave(), token);
        }
        result
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        if let Some(token) = self.imports.take(call.object.addr()) {
            self.names.take(token as usize);
        }
        call.run()
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.close(call)
    }
}

#[derive(Default)]
struct OpensAtMost<const N: usize> {
    imports: Notes<()>,
}

impl<const N: usize> Defect for OpensAtMost<N> {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if self.imports.count() >= N {
            return UrResult::ERROR_OUT_OF_RESOURCES;
        }
        call.run_noted(&self.imports)
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        self.imports.take(call.object.addr());
        call.run()
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        self.close(call)
    }
}

#[derive(Default)]
struct LargeRefused;

impl Defect for LargeRefused {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.object_size() > 128 << 20 { UrResult::ERROR_OUT_OF_DEVICE_MEMORY } else { call.run() }
    }
}
