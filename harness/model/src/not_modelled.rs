//! Requirements outside of the model, with the reasons.

const QUERIES: &str = "the protocol of queries, which no other call changes";
const COUNTED: &str = "what runs programs counts what is left after them";
const PERMISSION: &str = "what the machine permits is no state of the implementation";
const MANY: &str = "programs are short, and their objects small and few";
const MAY: &str = "anything is allowed, so that nothing has to be said";
const UNTESTED: &str = "no test reaches it either, as the catalogue says";
const LASTING: &str = "no step waits for another, as those of a section are defined in each order";

/// The requirements that bind callers who keep to the specification and of which the model says nothing, with the reason.
/// A test demands that every other one is named by a rule.
pub const NOT_MODELLED: &[(&str, &str)] = &[
    ("device_info.ipc_memory.query", QUERIES),
    ("device_info.ipc_physical_memory.query", QUERIES),
    ("device_info.ipc_event.query", QUERIES),
    ("device_info.ipc.query_protocol", QUERIES),
    (
        "device_info.unknown_query_is_unsupported",
        "what is not known counts as not supported before the model is asked",
    ),
    ("device_info.queries_are_independent", "the capabilities of a state are independent of each other"),
    (
        "device_info.event_false_open_unsupported",
        "a device that does not share events gives no handle to open",
    ),
    ("device_info.implied_capabilities", "a program cannot change what a device says"),
    ("memory.get.host_or_shared_usm", MAY),
    ("memory.other_context", MAY),
    ("memory.put.not_before", "the rules of Open hold on after a Put or free of something else, and say it"),
    ("memory.open.same_process", MAY),
    ("memory.open.other_commands", UNTESTED),
    ("memory.open.reexport", MAY),
    ("physical_memory.create.enable_ipc_unsupported", MAY),
    ("physical_memory.get.reexport_imported", MAY),
    ("physical_memory.open.success_same_process", MAY),
    ("physical_memory.close.local_object", MAY),
    (
        "physical_memory.map.no_access",
        "mappings are for reading and writing; others need a device that has them",
    ),
    ("physical_memory.map.adjacent", "each mapping has a reservation of its own"),
    ("physical_memory.map.access_of_several", "each mapping has a reservation of its own"),
    ("event.create.ipc_plus_profiling", "a refusal of flags that nothing but the flags decides"),
    ("event.create.sync_mode", "how a host waits is no state of an event"),
    ("event.create.initial_status", MAY),
    ("event.open.success_same_process", MAY),
    ("event.imported.initial_status", "what nobody has signalled has no state that the model knows"),
    ("event.imported.captured", "the model's rules of waits cover it"),
    ("event.imported.many_signals", MANY),
    ("event.imported.wait_lasts", LASTING),
    ("event.imported.wait_interrupted", "signals of the system are not modelled"),
    ("event.imported.wait_beside_calls", LASTING),
    ("event.imported.native_handle", "a question, which no other call changes"),
    ("event.imported.callback", UNTESTED),
    ("event.imported.profiling_info", "events with profiling are not modelled"),
    ("lifetime.fd.memory_cycles", COUNTED),
    ("lifetime.fd.physical_get_put", COUNTED),
    ("lifetime.fd.physical_open_close", COUNTED),
    ("lifetime.fd.event_cycles", COUNTED),
    ("lifetime.fd.failed_calls", COUNTED),
    ("lifetime.fd.own_files", "programs have no files"),
    ("lifetime.host.cycles", COUNTED),
    ("lifetime.counts.live", MANY),
    ("lifetime.counts.one_object", MANY),
    ("lifetime.counts.references", MANY),
    ("lifetime.counts.processes", MANY),
    ("lifetime.process", COUNTED),
    ("lifetime.pool_trim", UNTESTED),
    ("lifetime.memory_addresses.cycles", MANY),
    (
        "lifetime.device_memory.open_close",
        "memory of a device may be kept in pools: one program shows nothing",
    ),
    ("lifetime.context.release_beside", "the rules of all other objects hold on after a release, and say it"),
    ("lifetime.validation_layer.imports_tracked", UNTESTED),
    (
        "lifetime.event.queue_released",
        "signals of a queue that was released are those of an event, whose rules say so",
    ),
    (
        "cross_process.event.queue_released",
        "signals of a queue that was released are those of an event, whose rules say so",
    ),
    ("cross_process.through_host", "programs do not copy through memory of the host"),
    ("cross_process.memory.many_and_large", MANY),
    ("cross_process.ptrace_denied", PERMISSION),
    ("cross_process.ptrace_not_granted", PERMISSION),
    ("cross_process.getfd_denied", PERMISSION),
    ("cross_process.other_user", PERMISSION),
    ("cross_process.event.many_signals", MANY),
    ("cross_process.event.wait_lasts", LASTING),
    ("cross_process.event.other_device_signal", MAY),
    ("cross_process.constant_memory_handle_size", MAY),
    ("cross_process.above_4_gib", MANY),
    ("cross_process.peer_device", MAY),
    ("cross_process.sub_device", UNTESTED),
];
