//! Freedoms of Level Zero's that the software driver uses where its environment asks for them.

use super::Catalogue;
use crate::change::Freedom;
use crate::layer::driver::LevelZero;
use crate::layer::driver::call::*;
use ur_ipc_api::DeviceInfo;
use ur_ipc_cts::fixtures::{IPC_EVENTS, Need};

pub(super) const FILES: super::Files = &[memory_handles, events, freedoms, functions, times];

/// Variables of the driver, without their prefix, and their values.
type Variables = &'static [(&'static str, &'static str)];

/// Sets variables of the driver, which reads them at its first call: one of these two.
fn on<'c>(freedom: Freedom<'c, LevelZero>, variables: Variables) -> Freedom<'c, LevelZero> {
    let set = move || {
        for (name, value) in variables {
            // SAFETY: the process is about to initialise its driver, and nothing else of it reads the environment yet.
            unsafe { std::env::set_var(format!("LEVEL_ZERO_SOFT_{name}"), value) };
        }
    };
    freedom.before(move |_: &zeInitDrivers, _| set()).before(move |_: &zeInit, _| set())
}

fn memory_handles(c: &mut Catalogue) {
    const OPAQUE: &str =
        "Level Zero, common.yml, ze_ipc_mem_handle_t: \"Opaque data representing an IPC handle\"";
    for (id, word) in [
        ("driver_memory_handles_begin_with_zero", &[("MEMORY_HANDLES", "opaque:0")]),
        ("driver_memory_handles_begin_with_a_standard_stream", &[("MEMORY_HANDLES", "opaque:2")]),
        ("driver_memory_handles_begin_with_a_large_word", &[("MEMORY_HANDLES", "opaque:0x7fff0001")]),
        ("driver_memory_handles_begin_with_minus_one", &[("MEMORY_HANDLES", "opaque:0xffffffff")]),
    ] {
        let freedom =
            c.driver_variant(id, OPAQUE).of(&["cross_process.memory.read", "memory.open.usable_in_enqueue"]);
        on(freedom, word)
            .does("Memory handles begin with a word that is no descriptor, and the driver takes it itself");
    }
    let silent = "Level Zero, memory.yml, zeMemPutIpcHandle: \"it may close the file descriptor contained in the IPC handle, if \
                  such type of handle is being used by the driver\"";
    let freedom = c.driver_variant("driver_tells_no_descriptor_of_memory_handles", silent);
    on(
        freedom.of(&["cross_process.memory.read"]),
        &[("MEMORY_HANDLES", "opaque:5"), ("REFUSE", "zeMemGetFileDescriptorFromIpcHandleExp")],
    )
    .does("Memory handles contain no descriptor, and the function that gives it is unsupported");
}

fn events(c: &mut Catalogue) {
    const ONE_WAY: &str = "Level Zero, PROG.rst, Counter Based Events: \"IPC sharing is one-directional. \
                           IPC CB Event opened in different process can be used only for waiting.\"";
    for (id, also, words, does) in [
        (
            "driver_shares_signalled_events_one_way",
            "event.yml, zeEventCounterBasedGetIpcHandle: lists INVALID_ARGUMENT without a condition",
            &[("EVENTS", "one-way")],
            "Events without a signal have no handle, and what is opened is only waited for",
        ),
        (
            "driver_shares_events_one_way",
            "PROG.rst: \"After creation, a CB Event is initially marked as completed.\"",
            &[("EVENTS", "one-way-early")],
            "A handle of an event is its last signal, and what is opened is only waited for",
        ),
        (
            "driver_keeps_signals_of_opened_events",
            "PROG.rst, IPC sharing: \"Both Event object (original and shared) are independent.\"",
            &[("EVENTS", "one-way-apart")],
            "A handle of an event is its last signal, and no other process sees a signal of what is opened",
        ),
    ] {
        let text = format!("{ONE_WAY}; {also}");
        let freedom = c.driver_variant(id, text).of(&["event.imported.signal_seen_by_source"]);
        on(freedom.lacks(&[IPC_EVENTS]), words).does(does);
    }
}

/// A variant's id, the sentence that allows it, the driver's variables, requirements and needs.
type SettingRow = (&'static str, &'static str, Variables, &'static [&'static str], &'static [Need]);

fn freedoms(c: &mut Catalogue) {
    let all: [SettingRow; 8] = [
        (
            "driver_maps_physical_memory_once",
            "Level Zero, virtual.yml, zeVirtualMemMap: says nowhere that physical memory can be mapped twice at a time",
            &[("FREEDOMS", "one-mapping")],
            &["physical_memory.map.aliases_source"],
            &[Need::TwoMappings],
        ),
        (
            "driver_has_one_engine",
            "Level Zero, PROG.rst, Command Queues: \"There is no guarantee that command lists submitted to \
             command queues with different indices will execute concurrently\"",
            &[("FREEDOMS", "one-engine")],
            &["event.imported.in_wait_list"],
            &[],
        ),
        (
            "driver_calls_host_functions_on_one_thread",
            "Level Zero, hostFunction.yml, zeCommandListAppendHostFunction: \"The host function will be \
             executed on the host\"; on which thread is not said",
            &[("FREEDOMS", "host-thread")],
            &["event.imported.pending_status"],
            &[],
        ),
        (
            "driver_tells_physical_memory_one_descriptor",
            "Level Zero, memory.yml, ze_external_memory_export_fd_t: says nowhere that each request opens another one",
            &[("FREEDOMS", "physical-descriptor")],
            &["physical_memory.get.repeated"],
            &[],
        ),
        (
            "driver_takes_imported_descriptors",
            "Level Zero, memory.yml, ze_external_memory_import_fd_t: says nowhere whose the descriptor is afterwards",
            &[("FREEDOMS", "physical-import")],
            &["lifetime.fd.physical_get_put"],
            &[],
        ),
        (
            "driver_knows_memory_handles_by_number",
            "Level Zero, memory.yml, zeMemPutIpcHandle: \"driver may release any underlying resources \
             associated with the IPC handle. For instance, it may close the file descriptor contained in \
             the IPC handle\"",
            &[("FREEDOMS", "memory-descriptor")],
            &["memory.get.repeated", "memory.put.after_free"],
            &[],
        ),
        (
            "driver_frees_memory_later",
            "Level Zero, memory.yml, zeMemFree: \"Actual freeing of memory is specific to user mode driver \
             and kernel mode driver implementation and may be done asynchronously.\"",
            &[("FREEDOMS", "deferred-frees")],
            &["lifetime.device_memory.open_close"],
            &[],
        ),
        (
            "driver_has_large_pages",
            "Level Zero, virtual.yml, zeVirtualMemQueryPageSize: \"page size to use for aligning virtual \
             memory reservations and physical memory allocations\", of an \"unaligned allocation size in \
             bytes\"",
            &[("FREEDOMS", "page-sizes")],
            &["physical_memory.map.offset_and_access"],
            &[],
        ),
    ];
    for (id, allowed_by, variables, of, lacks) in all {
        let does = format!("The software driver uses the freedom {}", variables[0].1);
        on(c.driver_variant(id, allowed_by).of(of).lacks(lacks), variables).does(does);
    }
}

fn functions(c: &mut Catalogue) {
    const OPTIONAL: &str = "Level Zero, INTRO.rst, Versioning: all functions of the version that is \
                            reported have \"at least an empty implementation that reports unsupported\"";
    const OLDER: &str = "Level Zero, INTRO.rst, Versioning: the version is \"the minimum of the \
                         ze_api_version_t supported by the device and known by the driver\"; \
                         hostFunction.yml is of version 1.17";
    let all: [SettingRow; 5] = [
        (
            "driver_makes_shared_events_by_name",
            OPTIONAL,
            &[("REFUSE", "zeEventCounterBasedCreate")],
            &["event.get.success"],
            &[],
        ),
        (
            "driver_frees_without_a_policy",
            OPTIONAL,
            &[("REFUSE", "zeMemFreeExt")],
            &["memory.put.after_free"],
            &[],
        ),
        (
            "driver_has_contexts_of_all_devices",
            OPTIONAL,
            &[("REFUSE", "zeContextCreateEx")],
            &["memory.open.two_contexts"],
            &[],
        ),
        (
            "driver_has_no_system_management",
            OPTIONAL,
            &[("REFUSE", "zesInit")],
            &["memory.open.usable_in_enqueue"],
            &[Need::Query(DeviceInfo::GLOBAL_MEM_FREE)],
        ),
        (
            "driver_has_host_functions_by_name",
            OLDER,
            &[("API_VERSION", "1.16")],
            &["event.imported.pending_status"],
            &[],
        ),
    ];
    for (id, allowed_by, variables, of, lacks) in all {
        let does = format!("The software driver has {} {}", variables[0].0, variables[0].1);
        on(c.driver_variant(id, allowed_by).of(of).lacks(lacks), variables).does(does);
    }
}

fn times(c: &mut Catalogue) {
    const LATE: &str = "Level Zero, PROG.rst: says nowhere how long a call or a command may take";
    let all: [(&str, Variables); 3] = [
        ("driver_commands_take_their_time", &[("COMMAND_DELAY", "1")]),
        ("driver_opens_slowly", &[("DELAY", "zeMemOpenIpcHandle:1,zeEventCounterBasedOpenIpcHandle:1")]),
        ("driver_tells_status_slowly", &[("DELAY", "zeEventQueryStatus:1")]),
    ];
    for (id, variables) in all {
        let does = format!("The software driver waits: {} {}", variables[0].0, variables[0].1);
        on(
            c.driver_variant(id, LATE).of(&["event.imported.info_basic", "memory.open.usable_in_enqueue"]),
            variables,
        )
        .does(does);
    }
}
