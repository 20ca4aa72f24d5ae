//! Bytes of the caller's that a call has no business with.

use crate::catalogue::Catalogue;
use crate::layer::call::device_get_info;
use ur_ipc_api::DeviceInfo;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("info_query_writes_behind_large_buffer", "device_info.ipc.query_protocol")
        .does("A query with a large buffer writes a byte behind it")
        .then(|c: &device_get_info, _| {
            if c.prop_name == DeviceInfo::IPC_EVENT_SUPPORT_EXP && (2..16).contains(&c.prop_size) {
                c.prop_value.at(c.prop_size).write(0u8);
            }
        });
}
