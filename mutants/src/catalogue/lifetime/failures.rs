//! Failing calls that leave a descriptor or memory behind.

use super::leak::{
    AfterFailedGet, AfterFailedOpen, AfterWrongBytes, AfterWrongSize, Descriptor, HostMemory, Leak,
};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{Events, Memory, Physical, make};

const FAILED: &str = "lifetime.fd.failed_calls";

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "lifetime_memory_failed_open_keeps_descriptor",
        "Open of USM memory keeps a descriptor when it fails",
        &[FAILED],
        make::<Memory, Leak<AfterFailedOpen, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_failed_open_keeps_descriptor",
        "Work after the native open fails, and the import leaks",
        &[FAILED],
        make::<Physical, Leak<AfterFailedOpen, Descriptor>>,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "lifetime_event_failed_open_keeps_descriptor",
        "Open of an event keeps a descriptor when it fails",
        &[FAILED],
        make::<Events, Leak<AfterFailedOpen, Descriptor>>,
    )
    .seen_in("Level Zero v2 adapter: the native import leaks if its wrapper cannot be made"),
    Mutant::new(
        "lifetime_memory_failed_get_keeps_descriptor",
        "Get of what is no USM memory keeps a descriptor",
        &[FAILED],
        make::<Memory, Leak<AfterFailedGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_failed_get_keeps_descriptor",
        "Get of physical memory that is not for sharing keeps a descriptor",
        &[FAILED],
        make::<Physical, Leak<AfterFailedGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_failed_get_keeps_descriptor",
        "Get of an event that is not for sharing keeps a descriptor",
        &[FAILED],
        make::<Events, Leak<AfterFailedGet, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_wrong_size_keeps_descriptor",
        "Open of USM memory keeps a descriptor when the size is wrong",
        &[FAILED],
        make::<Memory, Leak<AfterWrongSize, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_wrong_size_keeps_descriptor",
        "Open of physical memory keeps a descriptor when the size is wrong",
        &[FAILED],
        make::<Physical, Leak<AfterWrongSize, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_wrong_size_keeps_descriptor",
        "Open of an event keeps a descriptor when the size is wrong",
        &[FAILED],
        make::<Events, Leak<AfterWrongSize, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_wrong_bytes_keep_descriptor",
        "Open of USM memory keeps a descriptor when the bytes are wrong",
        &[FAILED],
        make::<Memory, Leak<AfterWrongBytes, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_physical_wrong_bytes_keep_descriptor",
        "Open of physical memory keeps a descriptor when the bytes are wrong",
        &[FAILED],
        make::<Physical, Leak<AfterWrongBytes, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_event_wrong_bytes_keep_descriptor",
        "Open of an event keeps a descriptor when the bytes are wrong",
        &[FAILED],
        make::<Events, Leak<AfterWrongBytes, Descriptor>>,
    ),
    Mutant::new(
        "lifetime_memory_failed_open_keeps_memory",
        "Open of USM memory keeps an entry of its cache when it fails",
        &[FAILED],
        make::<Memory, Leak<AfterFailedOpen, HostMemory>>,
    )
    .seen_in("unified-memory-framework: a failed open leaves a cache entry with a reference"),
    Mutant::new(
        "lifetime_physical_failed_open_keeps_memory",
        "Open of physical memory keeps host memory when it fails",
        &[FAILED],
        make::<Physical, Leak<AfterFailedOpen, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_failed_open_keeps_memory",
        "Open of an event keeps host memory when it fails",
        &[FAILED],
        make::<Events, Leak<AfterFailedOpen, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_memory_failed_get_keeps_memory",
        "Get of what is no USM memory keeps host memory",
        &[FAILED],
        make::<Memory, Leak<AfterFailedGet, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_physical_failed_get_keeps_memory",
        "Get of physical memory that is not for sharing keeps host memory",
        &[FAILED],
        make::<Physical, Leak<AfterFailedGet, HostMemory>>,
    ),
    Mutant::new(
        "lifetime_event_failed_get_keeps_memory",
        "Get of an event that is not for sharing keeps host memory",
        &[FAILED],
        make::<Events, Leak<AfterFailedGet, HostMemory>>,
    ),
];
