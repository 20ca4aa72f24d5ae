//! Counter-based events of Intel's driver.

use super::{Text, Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(zex_counter_based_event_desc_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            signalScope: 20, 4;
            waitScope: 24, 4;
        }),
        layout!(zex_counter_based_event_external_sync_alloc_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            deviceAddress: 16, 8;
            hostAddress: 24, 8;
            completionValue: 32, 8;
        }),
        layout!(zex_counter_based_event_external_storage_properties_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            deviceAddress: 16, 8;
            incrementValue: 24, 8;
            completionValue: 32, 8;
        }),
        layout!(zex_ipc_counter_based_event_handle_t: 64 {
            data: 0, 64;
        }),
        layout!(zex_counter_based_event_exp_flags_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE = 1),
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE = 2),
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE = 4),
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_IPC = 8),
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP = 16),
        value!(
            zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP = 32
        ),
        value!(zex_counter_based_event_exp_flags_t::ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL = 64),
    ]
}

/// Texts behind names.
pub fn texts() -> Vec<Text> {
    vec![text!(ZEX_COUNTER_BASED_EVENT_EXT_NAME = "ZEX_counter_based_event")]
}
