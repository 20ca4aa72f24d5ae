//! Devices that do not keep what their answers promise.

use super::answers::{EVENT, MEMORY, PHYSICAL, Query, fault, make};
use crate::Legacy as Mutant;
use crate::catalogue::cross_process::sharing::{self, Defect, Events, Get, Memory, Open, Physical};
use std::ptr::null_mut;
use ur_ipc_api::{DeviceInfo, UrResult};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "info_memory_claimed",
        "The query for USM memory says yes, and nothing is supported",
        &["device_info.memory_true_means_usable", "device_info.queries_are_independent"],
        make::<MEMORY, Claimed>,
    )
    .on("no-memory"),
    Mutant::new(
        "info_physical_claimed",
        "The query for physical memory says yes, and nothing is supported",
        &["device_info.physical_true_means_usable", "device_info.queries_are_independent"],
        make::<PHYSICAL, Claimed>,
    )
    .on("no-physical-memory")
    .seen_in("Level Zero adapter, which answers an unconditional yes"),
    Mutant::new(
        "info_event_claimed",
        "The query for events says yes, and nothing is supported",
        &["device_info.event_true_means_usable", "device_info.queries_are_independent"],
        make::<EVENT, Claimed>,
    )
    .on("no-event"),
    Mutant::new(
        "info_memory_denied",
        "The query for USM memory says no, and all calls work",
        &["device_info.memory_false_means_unsupported", "device_info.queries_are_independent"],
        make::<MEMORY, Denied>,
    )
    .seen_in("CUDA adapter, which does not look at the attribute that it reports"),
    Mutant::new(
        "info_physical_denied",
        "The query for physical memory says no, and all calls work",
        &["device_info.physical_false_means_unsupported", "device_info.queries_are_independent"],
        make::<PHYSICAL, Denied>,
    ),
    Mutant::new(
        "info_event_denied",
        "The query for events says no, and all calls work",
        &[
            "device_info.event_false_get_unsupported",
            "device_info.event_false_open_unsupported",
            "device_info.queries_are_independent",
        ],
        make::<EVENT, Denied>,
    )
    .seen_in("Level Zero v2 adapter, which does not look at the support bit in Create, Get and Open"),
    Mutant::new(
        "info_memory_opens_at_home_only",
        "USM memory is reported, and a handle of another process is an unsupported feature",
        &["device_info.memory_true_means_usable"],
        sharing::make::<Memory, OpensAtHomeOnly>,
    ),
    Mutant::new(
        "info_physical_opens_at_home_only",
        "Physical memory is reported, and a handle of another process is an unsupported feature",
        &["device_info.physical_true_means_usable"],
        sharing::make::<Physical, OpensAtHomeOnly>,
    ),
    Mutant::new(
        "info_event_opens_at_home_only",
        "Events are reported, and a handle of another process is an unsupported feature",
        &["device_info.event_true_means_usable"],
        sharing::make::<Events, OpensAtHomeOnly>,
    ),
    Mutant::new(
        "info_memory_true_exports_nothing",
        "USM memory is reported, and Get is an unsupported feature",
        &["device_info.memory_true_means_usable"],
        sharing::make::<Memory, ExportsNothing>,
    ),
    Mutant::new(
        "info_physical_true_exports_nothing",
        "Physical memory is reported, and Get is an unsupported feature",
        &["device_info.physical_true_means_usable"],
        sharing::make::<Physical, ExportsNothing>,
    ),
    Mutant::new(
        "info_event_true_exports_nothing",
        "Events are reported, and Get is an unsupported feature",
        &["device_info.event_true_means_usable"],
        sharing::make::<Events, ExportsNothing>,
    ),
    Mutant::new(
        "info_events_without_reusable_events",
        "A device with shareable events says that it has no reusable ones",
        &["device_info.implied_capabilities"],
        make::<REUSABLE, Denied>,
    ),
    Mutant::new(
        "info_events_with_reusable_unknown",
        "A device with shareable events does not know the query for reusable ones",
        &["device_info.implied_capabilities"],
        make::<REUSABLE, Unknown>,
    ),
    Mutant::new(
        "info_physical_without_virtual_memory",
        "A device with shareable physical memory says that it has no virtual memory",
        &["device_info.implied_capabilities"],
        make::<VIRTUAL, Denied>,
    )
    .seen_in("Level Zero v2 adapter, which reports the one regardless of the other"),
    Mutant::new(
        "info_physical_with_virtual_memory_unknown",
        "A device with shareable physical memory does not know the query for virtual memory",
        &["device_info.implied_capabilities"],
        make::<VIRTUAL, Unknown>,
    ),
    Mutant::new(
        "info_memory_unknown_is_invalid",
        "A backend that does not know the query for USM memory answers INVALID_ENUMERATION",
        &["device_info.unknown_query_is_unsupported"],
        make::<MEMORY, UnknownIsInvalid>,
    )
    .on("unknown-queries"),
    Mutant::new(
        "info_physical_unknown_is_uninitialized",
        "A backend that does not know the query for physical memory answers UNINITIALIZED",
        &["device_info.unknown_query_is_unsupported"],
        make::<PHYSICAL, UnknownIsUninitialized>,
    )
    .on("unknown-queries"),
    Mutant::new(
        "info_event_unknown_is_invalid",
        "A backend that does not know the query for events answers INVALID_ENUMERATION",
        &["device_info.unknown_query_is_unsupported"],
        make::<EVENT, UnknownIsInvalid>,
    )
    .on("unknown-queries"),
    Mutant::new(
        "info_physical_answers_for_memory",
        "The query for physical memory answers what the one for USM memory answers",
        &["device_info.queries_are_independent"],
        make::<PHYSICAL, AnswersForMemory>,
    )
    .on("no-memory")
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "info_event_answers_for_memory",
        "The query for events answers what the one for USM memory answers",
        &["device_info.queries_are_independent"],
        make::<EVENT, AnswersForMemory>,
    )
    .on("memory-only"),
    Mutant::new(
        "info_memory_answers_for_physical",
        "The query for USM memory answers what the one for physical memory answers",
        &["device_info.queries_are_independent"],
        make::<MEMORY, AnswersForPhysical>,
    )
    .on("physical-memory-only"),
    Mutant::new(
        "info_event_answers_for_physical",
        "The query for events answers what the one for physical memory answers",
        &["device_info.queries_are_independent"],
        make::<EVENT, AnswersForPhysical>,
    )
    .on("no-physical-memory"),
    Mutant::new(
        "info_memory_answers_for_event",
        "The query for USM memory answers what the one for events answers",
        &["device_info.queries_are_independent"],
        make::<MEMORY, AnswersForEvents>,
    )
    .on("no-event"),
    Mutant::new(
        "info_physical_gated_on_memory",
        "The calls of physical memory ask whether USM memory is supported",
        &["device_info.queries_are_independent", "device_info.physical_true_means_usable"],
        sharing::make::<Physical, GatedOnMemory>,
    )
    .on("no-memory")
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "info_event_gated_on_memory",
        "The calls of events ask whether USM memory is supported",
        &["device_info.queries_are_independent", "device_info.event_true_means_usable"],
        sharing::make::<Events, GatedOnMemory>,
    )
    .on("event-only"),
];

const REUSABLE: u32 = DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP.0;
const VIRTUAL: u32 = DeviceInfo::VIRTUAL_MEMORY_SUPPORT.0;

fault!(Claimed, |query| says(query, 1));
fault!(Denied, |query| says(query, 0));
fault!(Unknown, |_query| UrResult::ERROR_UNSUPPORTED_ENUMERATION);
fault!(UnknownIsInvalid, |_query| UrResult::ERROR_INVALID_ENUMERATION);
fault!(UnknownIsUninitialized, |_query| UrResult::ERROR_UNINITIALIZED);
fault!(AnswersForMemory, |query| asks(query, DeviceInfo::IPC_MEMORY_SUPPORT_EXP));
fault!(AnswersForPhysical, |query| asks(query, DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP));
fault!(AnswersForEvents, |query| asks(query, DeviceInfo::IPC_EVENT_SUPPORT_EXP));

fn says(query: &Query<'_>, answer: u8) -> UrResult {
    let result = query.run();
    if result.is_success() {
        query.write(answer);
    }
    result
}

fn asks(query: &Query<'_>, name: DeviceInfo) -> UrResult {
    Query { name, ..*query }.run()
}

/// Opens nothing of another process.
#[derive(Default)]
struct OpensAtHomeOnly;

impl Defect for OpensAtHomeOnly {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.is_foreign() { UrResult::ERROR_UNSUPPORTED_FEATURE } else { call.run() }
    }
}

/// Exports nothing.
#[derive(Default)]
struct ExportsNothing;

impl Defect for ExportsNothing {
    fn get(&self, _: &Get<'_>) -> UrResult {
        UrResult::ERROR_UNSUPPORTED_FEATURE
    }
}

/// Asks a device about USM memory before it exports anything else.
#[derive(Default)]
struct GatedOnMemory;

impl Defect for GatedOnMemory {
    fn get(&self, _: &Get<'_>) -> UrResult {
        UrResult::ERROR_UNSUPPORTED_FEATURE
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        let mut supported = 0u8;
        let name = DeviceInfo::IPC_MEMORY_SUPPORT_EXP;
        let value = (&raw mut supported).cast();
        // SAFETY: there is room for the answer; a null device is refused.
        let asked = unsafe { call.below.device_get_info(call.device, name, 1, value, null_mut()) };
        if asked.is_success() && supported == 0 { UrResult::ERROR_UNSUPPORTED_FEATURE } else { call.run() }
    }
}
