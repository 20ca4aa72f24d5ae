//! Bytes of the caller's that a call has no business with.

use crate::catalogue::Catalogue;
use crate::layer::call::device_get_info;
use crate::layer::sharing::{Memory, Put};
use ur_ipc_api::DeviceInfo;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("info_query_writes_behind_large_buffer", "device_info.ipc.query_protocol")
        .does("A query with a large buffer writes a byte behind it")
        .then(|c: &device_get_info, _| {
            if c.prop_name == DeviceInfo::IPC_EVENT_SUPPORT_EXP && (2..16).contains(&c.prop_size) {
                c.prop_value.at(c.prop_size).write(0u8);
            }
        });

    c.defect("info_memory_false_put_writes", "device_info.memory_false_means_unsupported")
        .does("USM memory is not supported, and Put says so and clears the first byte of the handle")
        .on("no-memory")
        .before(|c: &Put, _| {
            if c.family == Memory {
                c.data.write(0u8);
            }
        });
}
