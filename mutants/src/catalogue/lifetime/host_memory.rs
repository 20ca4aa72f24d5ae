//! Successful calls that leave memory behind.

use super::leak::{
    AfterClose, AfterGet, AfterImportRelease, AfterNewHandle, AfterOpen, AfterPut, HostMemory, Leak,
};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Events, Memory, Physical, make};

const HOST: &str = "lifetime.host.cycles";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_memory_get_keeps_memory",
        "Get of USM memory hands out a copy of bytes that nobody frees",
        &[HOST],
        make::<Memory, Leak<AfterGet, HostMemory>>,
    )
    .seen_in("commit 97e4fb5ac"),
    Mutant::new(
        "lifetime_physical_get_keeps_memory",
        "Get of physical memory keeps host memory",
        &[HOST],
        make::<Physical, Leak<AfterGet, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_get_keeps_memory",
        "Get of an event keeps host memory",
        &[HOST],
        make::<Events, Leak<AfterGet, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_memory_put_keeps_memory",
        "Put of USM memory keeps host memory",
        &[HOST],
        make::<Memory, Leak<AfterPut, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_memory_open_keeps_memory",
        "Open of USM memory keeps host memory",
        &[HOST],
        make::<Memory, Leak<AfterOpen, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_physical_open_keeps_memory",
        "Open of physical memory keeps host memory",
        &[HOST],
        make::<Physical, Leak<AfterOpen, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_open_keeps_memory",
        "Open of an event keeps host memory",
        &[HOST],
        make::<Events, Leak<AfterOpen, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_memory_close_keeps_memory",
        "Close of USM memory keeps host memory",
        &[HOST],
        make::<Memory, Leak<AfterClose, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_import_release_keeps_memory",
        "The release of an imported event keeps host memory",
        &[HOST],
        make::<Events, Leak<AfterImportRelease, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_memory_new_handle_keeps_memory",
        "Open keeps an entry of its cache for each handle of USM memory that it has not seen",
        &[HOST],
        make::<Memory, Leak<AfterNewHandle, HostMemory>>,
    )
    .seen_in("unified-memory-framework: entries of its cache live until the pool dies"),
    Mutant::new(
        "lifetime_physical_new_handle_keeps_memory",
        "Open keeps an entry of its cache for each handle of physical memory that it has not seen",
        &[HOST],
        make::<Physical, Leak<AfterNewHandle, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_new_handle_keeps_memory",
        "Open keeps an entry of its cache for each handle of an event that it has not seen",
        &[HOST],
        make::<Events, Leak<AfterNewHandle, HostMemory>>,
    ),
];
