//! Devices that do not keep what their answers promise.

use crate::catalogue::tools::*;

const MEMORY: DeviceInfo = DeviceInfo::IPC_MEMORY_SUPPORT_EXP;
const PHYSICAL: DeviceInfo = DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP;
const EVENT: DeviceInfo = DeviceInfo::IPC_EVENT_SUPPORT_EXP;

/// Asks another query in place of one.
fn asks(other: DeviceInfo, of: DeviceInfo) -> impl Fn(&device_get_info, &Below) -> device_get_info {
    move |c, _| device_get_info { prop_name: if c.prop_name == of { other } else { c.prop_name }, ..*c }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("info_memory_claimed", "device_info.memory_true_means_usable")
        .does("The query for USM memory says yes, and nothing is supported")
        .also(&["device_info.queries_are_independent"])
        .on("no-memory")
        .answers(MEMORY, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_physical_claimed", "device_info.physical_true_means_usable")
        .does("The query for physical memory says yes, and nothing is supported")
        .also(&["device_info.queries_are_independent"])
        .on("no-physical-memory")
        .seen_in("Level Zero adapter, which answers an unconditional yes")
        .answers(PHYSICAL, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_event_claimed", "device_info.event_true_means_usable")
        .does("The query for events says yes, and nothing is supported")
        .also(&["device_info.queries_are_independent"])
        .on("no-event")
        .answers(EVENT, |_: &device_get_info, _: u8, _| 1);

    c.defect("info_memory_denied", "device_info.memory_false_means_unsupported")
        .does("The query for USM memory says no, and all calls work")
        .also(&["device_info.queries_are_independent"])
        .seen_in("CUDA adapter, which does not look at the attribute that it reports")
        .answers(MEMORY, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_physical_denied", "device_info.physical_false_means_unsupported")
        .does("The query for physical memory says no, and all calls work")
        .also(&["device_info.queries_are_independent"])
        .answers(PHYSICAL, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_event_denied", "device_info.event_false_get_unsupported")
        .does("The query for events says no, and all calls work")
        .also(&["device_info.event_false_open_unsupported", "device_info.queries_are_independent"])
        .seen_in("Level Zero v2 adapter, which does not look at the support bit in Create, Get and Open")
        .answers(EVENT, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_physical_opens_at_home_only", "device_info.physical_true_means_usable")
        .does("Physical memory is reported, and a handle of another process is an unsupported feature")
        .refuses(UNSUPPORTED_FEATURE, |c: &Open, _| c.family == Physical && c.is_foreign());

    c.defect("info_event_opens_at_home_only", "device_info.event_true_means_usable")
        .does("Events are reported, and a handle of another process is an unsupported feature")
        .refuses(UNSUPPORTED_FEATURE, |c: &Open, _| c.family == Event && c.is_foreign());

    c.defect("info_events_with_reusable_unknown", "device_info.implied_capabilities")
        .does("A device with shareable events does not know the query for reusable ones")
        .refuses(UNSUPPORTED_ENUMERATION, |c: &device_get_info, _| {
            c.prop_name == DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP
        });

    c.defect("info_physical_without_virtual_memory", "device_info.implied_capabilities")
        .does("A device with shareable physical memory says that it has no virtual memory")
        .seen_in("Level Zero v2 adapter, which reports the one regardless of the other")
        .answers(DeviceInfo::VIRTUAL_MEMORY_SUPPORT, |_: &device_get_info, _: u8, _| 0);

    c.defect("info_event_unknown_is_invalid", "device_info.unknown_query_is_unsupported")
        .does("A backend that does not know the query for events answers INVALID_ENUMERATION")
        .on("unknown-queries")
        .refuses(INVALID_ENUMERATION, |c: &device_get_info, _| c.prop_name == EVENT);

    c.defect("info_physical_answers_for_memory", "device_info.queries_are_independent")
        .does("The query for physical memory answers what the one for USM memory answers")
        .on("no-memory")
        .seen_in("intel/llvm PR 22092")
        .changes(asks(MEMORY, PHYSICAL));

    c.defect("info_event_answers_for_memory", "device_info.queries_are_independent")
        .does("The query for events answers what the one for USM memory answers")
        .on("memory-only")
        .changes(asks(MEMORY, EVENT));

    c.defect("info_physical_gated_on_memory", "device_info.queries_are_independent")
        .does("The calls of physical memory ask whether USM memory is supported")
        .also(&["device_info.physical_true_means_usable"])
        .on("no-memory")
        .seen_in("intel/llvm PR 22092")
        .refuses(UNSUPPORTED_FEATURE, |c: &Get, _| c.family == Physical)
        .refuses(UNSUPPORTED_FEATURE, |c: &Open, ur| {
            c.family == Physical && ur.device_info(c.device, MEMORY) == Some(0u8)
        });
}
