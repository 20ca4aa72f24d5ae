//! Defects between processes and in the long run: the Rust layer over broken backends.

use super::tools::*;
use crate::catalogue;
use std::sync::Once;

/// Broken backends, with what the Rust layer over each of them violates.
const OVER: &[(&str, &str)] = &[
    ("cross_memory_dead_consumer_blocks_free", "sycl.memory.consumer_dies"),
    ("cross_memory_opens_in_one_process", "sycl.memory.several_processes"),
    ("cross_memory_exporter_opens_nothing", "sycl.memory.several_processes"),
    ("cross_event_dead_consumer_ends_exports", "sycl.event.consumer_dies"),
    ("cross_event_import_is_snapshot", "sycl.event.state.shared"),
    ("lifetime_physical_get_keeps_descriptor", "sycl.physical_memory.no_leak"),
    ("lifetime_physical_open_keeps_descriptor", "sycl.physical_memory.no_leak"),
    ("lifetime_physical_close_keeps_object", "sycl.physical_memory.no_leak"),
    ("lifetime_memory_close_keeps_mapping", "sycl.memory.no_leak"),
    ("lifetime_event_first_open_keeps_descriptor", "sycl.event.no_leak"),
    ("lifetime_event_import_release_keeps_descriptor", "sycl.event.no_leak"),
    ("lifetime_event_imported_at_wait", "sycl.event.opened_outlives_source"),
];

pub(super) fn defects(c: &mut Catalogue) {
    for (id, requirement) in OVER {
        let broken = catalogue::all().into_iter().find(|mutant| mutant.id == *id);
        c.over(broken.unwrap_or_else(|| panic!("there is no mutant {id}")), requirement);
    }

    c.defect("memory_consumer_ends_badly", "sycl.memory.consumer_dies")
        .does("a process that has opened memory and exits ends with 1")
        .memory_open(|sycl, bytes, overload, place| {
            end_badly();
            sycl.memory_open(bytes, overload, place)
        });
}

/// Has this process end with 1 when it exits.
fn end_badly() {
    static ONCE: Once = Once::new();
    extern "C" fn end() {
        // SAFETY: nothing more runs in this process, by intent.
        unsafe { libc::_exit(1) }
    }
    // SAFETY: the function takes nothing and is there as long as the process.
    ONCE.call_once(|| _ = unsafe { libc::atexit(end) });
}
