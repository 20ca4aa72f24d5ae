//! Freedoms of Level Zero's, used by the driver below the Level Zero backend.

use super::Catalogue;
use crate::layer::driver::call::*;
use level_zero_sys::ze_result_t;

pub(super) const FILES: super::Files = &[variants];

fn variants(c: &mut Catalogue) {
    c.driver_variant(
        "driver_refuses_memory_handles_as_unknown",
        "Level Zero, memory.yml, zeMemOpenIpcHandle: has no list of errors, and so no code for bytes that \
         are no handle of memory",
    )
    .of(&["memory.open.corrupt_bytes", "memory.open.stale"])
    .does("zeMemOpenIpcHandle answers ZE_RESULT_ERROR_UNKNOWN for a handle that it cannot open")
    .after(|_: &zeMemOpenIpcHandle, result, _| match result {
        ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT => ze_result_t::ZE_RESULT_ERROR_UNKNOWN,
        other => other,
    });
}
