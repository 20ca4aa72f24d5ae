//! Successful calls that leave a descriptor behind.

use super::leak::{
    AfterClose, AfterFiftiethGet, AfterFirstOpen, AfterForeignOpen, AfterGet, AfterHomeOpen,
    AfterImportRelease, AfterNestedGet, AfterNestedOpen, AfterOpen, AfterPut, Descriptor, Leak,
};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Events, Memory, Physical, make};

const MEMORY: &str = "lifetime.fd.memory_cycles";
const GET_PUT: &str = "lifetime.fd.physical_get_put";
const OPEN_CLOSE: &str = "lifetime.fd.physical_open_close";
const EVENT: &str = "lifetime.fd.event_cycles";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_memory_get_keeps_descriptor",
        "Get of USM memory keeps a descriptor",
        &[MEMORY],
        make::<Memory, Leak<AfterGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_put_keeps_descriptor",
        "Put of USM memory keeps a descriptor",
        &[MEMORY],
        make::<Memory, Leak<AfterPut, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_open_keeps_descriptor",
        "Open of USM memory keeps the descriptor that it fetched",
        &[MEMORY],
        make::<Memory, Leak<AfterOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_close_keeps_descriptor",
        "Close of USM memory keeps a descriptor",
        &[MEMORY],
        make::<Memory, Leak<AfterClose, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_nested_get_keeps_descriptor",
        "Get of USM memory keeps a descriptor while another handle is held",
        &[MEMORY],
        make::<Memory, Leak<AfterNestedGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_nested_open_keeps_descriptor",
        "Open of USM memory keeps a descriptor while another pointer is open",
        &[MEMORY],
        make::<Memory, Leak<AfterNestedOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_foreign_open_keeps_descriptor",
        "Open of USM memory of another process keeps a descriptor",
        &[MEMORY],
        make::<Memory, Leak<AfterForeignOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_fiftieth_get_keeps_descriptor",
        "Every fiftieth Get of USM memory keeps a descriptor",
        &[MEMORY],
        make::<Memory, Leak<AfterFiftiethGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_get_keeps_descriptor",
        "Get duplicates the exported descriptor and never closes the original",
        &[GET_PUT],
        make::<Physical, Leak<AfterGet, Descriptor>>,
    )
    .seen_in("commit 1e5996ac3, PR 22717"),
    Mutant::new(
        "lifetime_physical_put_keeps_descriptor",
        "Put of physical memory keeps a descriptor",
        &[GET_PUT],
        make::<Physical, Leak<AfterPut, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_nested_get_keeps_descriptor",
        "Get of physical memory keeps a descriptor while another handle is held",
        &[GET_PUT],
        make::<Physical, Leak<AfterNestedGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_fiftieth_get_keeps_descriptor",
        "Every fiftieth Get of physical memory keeps a descriptor",
        &[GET_PUT],
        make::<Physical, Leak<AfterFiftiethGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_open_keeps_descriptor",
        "Open keeps the descriptor that it fetched from the other process",
        &[OPEN_CLOSE],
        make::<Physical, Leak<AfterOpen, Descriptor>>,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "lifetime_physical_foreign_open_keeps_descriptor",
        "Open of physical memory of another process keeps a descriptor",
        &[OPEN_CLOSE],
        make::<Physical, Leak<AfterForeignOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_home_open_keeps_descriptor",
        "Open of physical memory of the same process keeps a descriptor",
        &[OPEN_CLOSE],
        make::<Physical, Leak<AfterHomeOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_close_keeps_descriptor",
        "Close of physical memory keeps a descriptor",
        &[OPEN_CLOSE],
        make::<Physical, Leak<AfterClose, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_get_keeps_descriptor",
        "Get of an event keeps a descriptor",
        &[EVENT],
        make::<Events, Leak<AfterGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_put_keeps_descriptor",
        "Put of an event keeps a descriptor",
        &[EVENT],
        make::<Events, Leak<AfterPut, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_open_keeps_descriptor",
        "Open of an event keeps the descriptor that it fetched",
        &[EVENT, "lifetime.event.final_release"],
        make::<Events, Leak<AfterOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_foreign_open_keeps_descriptor",
        "Open of an event of another process keeps a descriptor",
        &[EVENT, "lifetime.event.final_release"],
        make::<Events, Leak<AfterForeignOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_first_open_keeps_descriptor",
        "Open of an event keeps a descriptor if nothing else is open",
        &[EVENT, "lifetime.event.final_release"],
        make::<Events, Leak<AfterFirstOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_import_release_keeps_descriptor",
        "An imported event is destroyed like a local one, and its import stays",
        &[EVENT, "lifetime.event.final_release"],
        make::<Events, Leak<AfterImportRelease, Descriptor>>,
    )
    .seen_in("intel/llvm PRs 22445, 22366"),
];
