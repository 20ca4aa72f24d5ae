//! Unified shared memory: every allocation is a memory file of its own, mapped where host and device see it.

mod allocation;
mod calls;
pub(crate) mod chain;
pub(crate) mod checks;
mod deferred;
pub(crate) mod descriptor;
pub(crate) mod external;
mod ipc;
pub(crate) mod ipc_handle;
mod registry;
pub(crate) mod wire;

pub(crate) use allocation::{InUse, new_id};
pub use calls::{
    zeMemAllocDevice, zeMemAllocHost, zeMemAllocShared, zeMemFree, zeMemFreeExt, zeMemGetAddressRange,
    zeMemGetAllocProperties,
};
pub use ipc::{
    zeMemCloseIpcHandle, zeMemGetFileDescriptorFromIpcHandleExp, zeMemGetIpcHandle,
    zeMemGetIpcHandleFromFileDescriptorExp, zeMemGetIpcHandleWithProperties, zeMemOpenIpcHandle,
    zeMemPutIpcHandle,
};
pub(crate) use registry::in_use;
