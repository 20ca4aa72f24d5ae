//! Calls that keep what they should let go of: mappings, memory of the device, objects.

use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{
    Defect, End, Events, Get, Memory, Notes, Open, Physical, Put, make,
};
use std::ptr::null_mut;
use ur_ipc_api::{PhysicalMemHandle, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_memory_close_keeps_mapping",
        "Close of USM memory succeeds, and the memory stays mapped",
        &["lifetime.host.cycles", "lifetime.device_memory.open_close"],
        make::<Memory, CloseDoesNothing>,
    )
    .seen_in("unified-memory-framework: Close never unmaps"),
    Mutant::new(
        "lifetime_physical_close_keeps_object",
        "Close of physical memory succeeds, and the object stays",
        &["lifetime.host.cycles"],
        make::<Physical, CloseDoesNothing>,
    ),
    Mutant::new(
        "lifetime_memory_open_imports_twice",
        "Open of USM memory imports twice and forgets one of the imports",
        &["lifetime.host.cycles"],
        make::<Memory, OpenImportsTwice>,
    ),
    Mutant::new(
        "lifetime_physical_open_imports_twice",
        "Open of physical memory imports twice and forgets one of the imports",
        &["lifetime.device_memory.open_close", "lifetime.host.cycles"],
        make::<Physical, OpenImportsTwice>,
    ),
    Mutant::new(
        "lifetime_event_open_imports_twice",
        "Open of an event imports twice and forgets one of the imports",
        &["lifetime.event.final_release", "lifetime.fd.event_cycles", "lifetime.host.cycles"],
        make::<Events, OpenImportsTwice>,
    ),
    Mutant::new(
        "lifetime_memory_put_does_nothing",
        "Put of USM memory succeeds and keeps the handle",
        &["lifetime.fd.memory_cycles", "lifetime.host.cycles"],
        make::<Memory, PutDoesNothing>,
    ),
    Mutant::new(
        "lifetime_physical_put_does_nothing",
        "Put of physical memory succeeds and keeps the handle",
        &["lifetime.fd.physical_get_put", "lifetime.host.cycles"],
        make::<Physical, PutDoesNothing>,
    ),
    Mutant::new(
        "lifetime_event_put_does_nothing",
        "Put of an event succeeds and keeps the handle",
        &["lifetime.fd.event_cycles", "lifetime.host.cycles"],
        make::<Events, PutDoesNothing>,
    ),
    Mutant::new(
        "lifetime_memory_exported_is_not_freed",
        "Memory that was exported is not freed",
        &["lifetime.device_memory.open_close"],
        make::<Memory, ExportedStays>,
    ),
    Mutant::new(
        "lifetime_physical_export_keeps_reference",
        "Get of physical memory takes a reference that Put does not give back",
        &["lifetime.device_memory.open_close"],
        make::<Physical, GetRetains>,
    ),
    Mutant::new(
        "lifetime_physical_exported_is_not_freed",
        "Physical memory that was exported is not freed",
        &["lifetime.device_memory.open_close"],
        make::<Physical, ExportedStays>,
    ),
];

#[derive(Default)]
struct CloseDoesNothing;

impl Defect for CloseDoesNothing {
    fn close(&self, _: &End<'_>) -> UrResult {
        UrResult::SUCCESS
    }
}

#[derive(Default)]
struct OpenImportsTwice;

impl Defect for OpenImportsTwice {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let mut forgotten = null_mut();
        if call.bytes().is_some() && !call.out.is_null() {
            call.run_into(&raw mut forgotten);
        }
        call.run()
    }
}

#[derive(Default)]
struct PutDoesNothing;

impl Defect for PutDoesNothing {
    fn put(&self, _: &Put<'_>) -> UrResult {
        UrResult::SUCCESS
    }
}

#[derive(Default)]
struct ExportedStays {
    exported: Notes<()>,
}

impl Defect for ExportedStays {
    fn get(&self, call: &Get<'_>) -> UrResult {
        self.exported.set(call.object.addr(), ());
        call.run()
    }

    fn release(&self, call: &End<'_>) -> UrResult {
        if self.exported.get(call.object.addr()).is_some() { UrResult::SUCCESS } else { call.run() }
    }
}

#[derive(Default)]
struct GetRetains;

impl Defect for GetRetains {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        if result.is_success() {
            // SAFETY: the object was just exported.
            unsafe { call.below.physical_mem_retain(PhysicalMemHandle(call.object)) };
        }
        result
    }
}
