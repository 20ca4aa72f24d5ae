//! Command lists, events and event pools.

use super::{Text, Type, Value};

/// Sizes of types, then offset and size of each member.
pub fn types() -> Vec<Type> {
    vec![
        layout!(ze_command_queue_desc_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            ordinal: 16, 4;
            index: 20, 4;
            flags: 24, 4;
            mode: 28, 4;
            priority: 32, 4;
        }),
        layout!(ze_command_list_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            commandQueueGroupOrdinal: 16, 4;
            flags: 20, 4;
        }),
        layout!(ze_command_queue_flags_t: 4),
        layout!(ze_command_queue_mode_t: 4),
        layout!(ze_command_queue_priority_t: 4),
        layout!(ze_command_list_flags_t: 4),
        layout!(ze_host_function_callback_t: 8),
        layout!(ze_event_desc_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            index: 16, 4;
            signal: 20, 4;
            wait: 24, 4;
        }),
        layout!(ze_event_sync_mode_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            syncModeFlags: 16, 4;
            externalInterruptId: 20, 4;
        }),
        layout!(ze_kernel_timestamp_data_t: 16 {
            kernelStart: 0, 8;
            kernelEnd: 8, 8;
        }),
        layout!(ze_kernel_timestamp_result_t: 32 {
            global: 0, 16;
            context: 16, 16;
        }),
        layout!(ze_event_scope_flags_t: 4),
        layout!(ze_event_sync_mode_flags_t: 4),
        layout!(ze_event_counter_based_desc_t: 32 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            signal: 20, 4;
            wait: 24, 4;
        }),
        layout!(ze_event_counter_based_external_sync_allocation_desc_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            deviceAddress: 16, 8;
            hostAddress: 24, 8;
            completionValue: 32, 8;
        }),
        layout!(ze_event_counter_based_external_aggregate_storage_desc_t: 40 {
            stype: 0, 4;
            pNext: 8, 8;
            deviceAddress: 16, 8;
            incrementValue: 24, 8;
            completionValue: 32, 8;
        }),
        layout!(ze_event_counter_based_flags_t: 4),
        layout!(ze_event_pool_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
            count: 20, 4;
        }),
        layout!(ze_event_pool_counter_based_exp_desc_t: 24 {
            stype: 0, 4;
            pNext: 8, 8;
            flags: 16, 4;
        }),
        layout!(ze_event_pool_flags_t: 4),
        layout!(ze_event_pool_counter_based_exp_flags_t: 4),
    ]
}

/// Numbers behind names.
pub fn values() -> Vec<Value> {
    vec![
        value!(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY = 1),
        value!(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER = 2),
        value!(ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT = 4),
        value!(ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_DEFAULT = 0),
        value!(ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS = 1),
        value!(ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS = 2),
        value!(ze_command_queue_priority_t::ZE_COMMAND_QUEUE_PRIORITY_NORMAL = 0),
        value!(ze_command_queue_priority_t::ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW = 1),
        value!(ze_command_queue_priority_t::ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH = 2),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING = 1),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT = 2),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY = 4),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_IN_ORDER = 8),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE = 16),
        value!(ze_command_list_flags_t::ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT = 32),
        value!(ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_SUBDEVICE = 1),
        value!(ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_DEVICE = 2),
        value!(ze_event_scope_flags_t::ZE_EVENT_SCOPE_FLAG_HOST = 4),
        value!(ze_event_sync_mode_flags_t::ZE_EVENT_SYNC_MODE_FLAG_LOW_POWER_WAIT = 1),
        value!(ze_event_sync_mode_flags_t::ZE_EVENT_SYNC_MODE_FLAG_SIGNAL_INTERRUPT = 2),
        value!(ze_event_sync_mode_flags_t::ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT = 4),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE = 1),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE = 2),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE = 4),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_IPC = 8),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP = 16),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP = 32),
        value!(ze_event_counter_based_flags_t::ZE_EVENT_COUNTER_BASED_FLAG_GRAPH_EXTERNAL = 64),
        value!(ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_HOST_VISIBLE = 1),
        value!(ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_IPC = 2),
        value!(ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP = 4),
        value!(ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP = 8),
        value!(ze_event_pool_counter_based_exp_flags_t::ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE = 1),
        value!(
            ze_event_pool_counter_based_exp_flags_t::ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE = 2
        ),
    ]
}

/// Texts behind names.
pub fn texts() -> Vec<Text> {
    vec![
        text!(ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME = "ZE_experimental_immediate_command_list_append"),
        text!(ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME = "ZE_experimental_event_pool_counter_based"),
    ]
}
