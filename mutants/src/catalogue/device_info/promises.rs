//! Devices that do not keep what their answers promise.

use crate::catalogue::Catalogue;
use crate::layer::Below;
use crate::layer::call::device_get_info;
use crate::layer::codes::*;
use crate::layer::sharing::*;
use ur_ipc_api::DeviceInfo;

const MEMORY: DeviceInfo = DeviceInfo::IPC_MEMORY_SUPPORT_EXP;
const PHYSICAL: DeviceInfo = DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP;
const EVENT: DeviceInfo = DeviceInfo::IPC_EVENT_SUPPORT_EXP;

/// Asks another query in place of one.
fn asks(other: DeviceInfo, of: DeviceInfo) -> impl Fn(&device_get_info, &Below) -> device_get_info {
    move |c, _| device_get_info { prop_name: if c.prop_name == of { other } else { c.prop_name }, ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("info_memory_claimed", "The query for USM memory says yes, and nothing is supported")
        .violates(&["device_info.memory_true_means_usable", "device_info.queries_are_independent"])
        .on("no-memory")
        .answers(MEMORY, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_physical_claimed", "The query for physical memory says yes, and nothing is supported")
        .violates(&["device_info.physical_true_means_usable", "device_info.queries_are_independent"])
        .on("no-physical-memory")
        .seen_in("Level Zero adapter, which answers an unconditional yes")
        .answers(PHYSICAL, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_event_claimed", "The query for events says yes, and nothing is supported")
        .violates(&["device_info.event_true_means_usable", "device_info.queries_are_independent"])
        .on("no-event")
        .answers(EVENT, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_memory_denied", "The query for USM memory says no, and all calls work")
        .violates(&["device_info.memory_false_means_unsupported", "device_info.queries_are_independent"])
        .seen_in("CUDA adapter, which does not look at the attribute that it reports")
        .answers(MEMORY, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_physical_denied", "The query for physical memory says no, and all calls work")
        .violates(&["device_info.physical_false_means_unsupported", "device_info.queries_are_independent"])
        .answers(PHYSICAL, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_event_denied", "The query for events says no, and all calls work")
        .violates(&[
            "device_info.event_false_get_unsupported",
            "device_info.event_false_open_unsupported",
            "device_info.queries_are_independent",
        ])
        .seen_in("Level Zero v2 adapter, which does not look at the support bit in Create, Get and Open")
        .answers(EVENT, |_: &device_get_info, _: u8, _| 0);

    c.defect(
        "info_physical_opens_at_home_only",
        "Physical memory is reported, and a handle of another process is an unsupported feature",
    )
    .violates(&["device_info.physical_true_means_usable"])
    .refuses(UNSUPPORTED_FEATURE, |c: &Open, _| c.family == Physical && c.is_foreign());

    c.defect(
        "info_event_opens_at_home_only",
        "Events are reported, and a handle of another process is an unsupported feature",
    )
    .violates(&["device_info.event_true_means_usable"])
    .refuses(UNSUPPORTED_FEATURE, |c: &Open, _| c.family == Event && c.is_foreign());

    c.defect(
        "info_events_with_reusable_unknown",
        "A device with shareable events does not know the query for reusable ones",
    )
    .violates(&["device_info.implied_capabilities"])
    .refuses(UNSUPPORTED_ENUMERATION, |c: &device_get_info, _| {
        c.prop_name == DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP
    });

    c.defect(
        "info_physical_without_virtual_memory",
        "A device with shareable physical memory says that it has no virtual memory",
    )
    .violates(&["device_info.implied_capabilities"])
    .seen_in("Level Zero v2 adapter, which reports the one regardless of the other")
    .answers(DeviceInfo::VIRTUAL_MEMORY_SUPPORT, |_: &device_get_info, _: u8, _| 0);

    c.defect(
        "info_event_unknown_is_invalid",
        "A backend that does not know the query for events answers INVALID_ENUMERATION",
    )
    .violates(&["device_info.unknown_query_is_unsupported"])
    .on("unknown-queries")
    .refuses(INVALID_ENUMERATION, |c: &device_get_info, _| c.prop_name == EVENT);

    c.defect(
        "info_physical_answers_for_memory",
        "The query for physical memory answers what the one for USM memory answers",
    )
    .violates(&["device_info.queries_are_independent"])
    .on("no-memory")
    .seen_in("intel/llvm PR 22092")
    .changes(asks(MEMORY, PHYSICAL));

    c.defect(
        "info_event_answers_for_memory",
        "The query for events answers what the one for USM memory answers",
    )
    .violates(&["device_info.queries_are_independent"])
    .on("memory-only")
    .changes(asks(MEMORY, EVENT));

    c.defect(
        "info_physical_gated_on_memory",
        "The calls of physical memory ask whether USM memory is supported",
    )
    .violates(&["device_info.queries_are_independent", "device_info.physical_true_means_usable"])
    .on("no-memory")
    .seen_in("intel/llvm PR 22092")
    .refuses(UNSUPPORTED_FEATURE, |c: &Get, _| c.family == Physical)
    .refuses(UNSUPPORTED_FEATURE, |c: &Open, ur| {
        c.family == Physical && ur.device_info(c.device, MEMORY) == Some(0u8)
    });
}
