//! The functions of CUDA's driver API that are used, found in `libcuda.so.1` at run time.

use crate::cuda_result::CuResult;
use crate::error::CudaError;
use libloading::Library;
use once_cell::sync::OnceCell;
use std::ffi::{c_char, c_void};

/// `CUdevice`
pub type CuDevice = i32;
/// `CUcontext`, as the number that it is to everyone but the driver.
pub type CuContext = usize;
/// `CUstream`
pub type CuStream = usize;
/// `CUevent`
pub type CuEvent = usize;
/// `CUdeviceptr`
pub type CuDevicePtr = u64;
/// `CUmemGenericAllocationHandle`
pub type CuMemHandle = u64;
/// `CUipcMemHandle` and `CUipcEventHandle`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CuIpcHandle(pub [u8; 64]);
/// `CUhostFn`
pub type CuHostFn = unsafe extern "C" fn(*mut c_void);

/// `CUmemLocation`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CuMemLocation {
    /// `CU_MEM_LOCATION_TYPE_DEVICE` is 1.
    pub kind: u32,
    /// The device's ordinal.
    pub id: i32,
}

impl CuMemLocation {
    /// The memory of a device.
    pub fn device(device: CuDevice) -> Self {
        Self { kind: 1, id: device }
    }
}

/// `CUmemAllocationProp`
#[repr(C)]
pub struct CuMemAllocationProp {
    kind: u32,
    requested_handle_types: u32,
    location: CuMemLocation,
    win32_meta_data: *mut c_void,
    flags: [u8; 8],
}

impl CuMemAllocationProp {
    /// Pinned memory of a device, exportable as a file descriptor or not.
    pub fn pinned(device: CuDevice, exportable: bool) -> Self {
        Self {
            kind: 1,
            requested_handle_types: if exportable { HANDLE_TYPE_POSIX_FD } else { 0 },
            location: CuMemLocation::device(device),
            win32_meta_data: std::ptr::null_mut(),
            flags: [0; 8],
        }
    }
}

/// `CUmemAccessDesc`
#[repr(C)]
pub struct CuMemAccessDesc {
    /// The device or host that may access.
    pub location: CuMemLocation,
    /// `CU_MEM_ACCESS_FLAGS_PROT_*`: 0, 1 (read), 3 (read and write).
    pub flags: u32,
}

/// `CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR`
pub const HANDLE_TYPE_POSIX_FD: u32 = 1;
/// `CU_STREAM_NON_BLOCKING`
pub const STREAM_NON_BLOCKING: u32 = 1;
/// `CU_STREAM_WAIT_VALUE_GEQ`: waits until the word, less the value, is not negative as a signed number.
pub const WAIT_VALUE_GEQ: u32 = 0;
/// `CU_EVENT_BLOCKING_SYNC`
pub const EVENT_BLOCKING_SYNC: u32 = 1;
/// `CU_EVENT_DISABLE_TIMING`
pub const EVENT_DISABLE_TIMING: u32 = 2;
/// `CU_EVENT_INTERPROCESS`
pub const EVENT_INTERPROCESS: u32 = 4;
/// `CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP`
pub const HOST_ALLOC_PORTABLE_MAPPED: u32 = 3;
/// `CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS`
pub const IPC_LAZY_PEER_ACCESS: u32 = 1;
/// `CU_POINTER_ATTRIBUTE_MEMORY_TYPE`
pub const POINTER_MEMORY_TYPE: u32 = 2;
/// `CU_MEMORYTYPE_HOST`
pub const MEMORY_TYPE_HOST: u32 = 1;
/// `CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED`
pub const P2P_NATIVE_ATOMICS: u32 = 3;

/// `CUdevice_attribute`, as far as it is asked for.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Attribute {
    /// `CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING`
    UnifiedAddressing = 41,
    /// `CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED`
    VirtualMemory = 102,
    /// `CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED`
    PosixFd = 103,
    /// `CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED`
    IpcEvent = 125,
}

macro_rules! driver_functions {
    ($($name:ident = $symbol:literal ($($arg:ident: $ty:ty),*);)*) => {
        /// The driver, by its functions. Each has the meaning, the arguments and the demands of the function of
        /// `cuda.h` that it is named after; every answer but `CUDA_SUCCESS` is an error.
        pub struct CudaDriver {
            $($name: unsafe extern "C" fn($($ty),*) -> CuResult,)*
        }

        impl CudaDriver {
            fn resolve(library: &'static Library) -> Result<Self, CudaError> {
                Ok(Self {
                    $($name: {
                        // SAFETY: the type is that of the function of this name and version in `cuda.h`; the
                        // library is never unloaded.
                        let symbol = unsafe { library.get($symbol.as_bytes()) };
                        *symbol.map_err(|e| CudaError::SymbolMissing {
                            symbol: $symbol,
                            reason: in_words(&e),
                        })?
                    },)*
                })
            }

            $(
                #[doc = concat!("`", $symbol, "`")]
                ///
                /// # Safety
                /// As the function of CUDA.
                pub unsafe fn $name(&self, $($arg: $ty),*) -> Result<(), CuResult> {
                    // SAFETY: the caller keeps the function's contract.
                    unsafe { (self.$name)($($arg),*) }.ok()
                }
            )*
        }
    };
}

driver_functions! {
    init = "cuInit" (flags: u32);
    driver_get_version = "cuDriverGetVersion" (version: *mut i32);
    device_get_count = "cuDeviceGetCount" (count: *mut i32);
    device_get = "cuDeviceGet" (device: *mut CuDevice, ordinal: i32);
    device_get_name = "cuDeviceGetName" (name: *mut c_char, length: i32, device: CuDevice);
    device_get_uuid = "cuDeviceGetUuid_v2" (uuid: *mut [u8; 16], device: CuDevice);
    device_get_pci_bus_id = "cuDeviceGetPCIBusId" (id: *mut c_char, length: i32, device: CuDevice);
    device_total_mem = "cuDeviceTotalMem_v2" (bytes: *mut usize, device: CuDevice);
    device_get_attribute = "cuDeviceGetAttribute" (value: *mut i32, attribute: Attribute, device: CuDevice);
    device_can_access_peer = "cuDeviceCanAccessPeer" (can: *mut i32, device: CuDevice, peer: CuDevice);
    device_get_p2p_attribute = "cuDeviceGetP2PAttribute"
        (value: *mut i32, attribute: u32, source: CuDevice, destination: CuDevice);
    primary_ctx_retain = "cuDevicePrimaryCtxRetain" (context: *mut CuContext, device: CuDevice);
    primary_ctx_release = "cuDevicePrimaryCtxRelease_v2" (device: CuDevice);
    ctx_set_current = "cuCtxSetCurrent" (context: CuContext);
    ctx_enable_peer_access = "cuCtxEnablePeerAccess" (peer: CuContext, flags: u32);
    mem_get_info = "cuMemGetInfo_v2" (free: *mut usize, total: *mut usize);
    mem_alloc = "cuMemAlloc_v2" (memory: *mut CuDevicePtr, bytes: usize);
    mem_free = "cuMemFree_v2" (memory: CuDevicePtr);
    mem_host_alloc = "cuMemHostAlloc" (memory: *mut *mut c_void, bytes: usize, flags: u32);
    mem_free_host = "cuMemFreeHost" (memory: *mut c_void);
    mem_get_address_range = "cuMemGetAddressRange_v2"
        (base: *mut CuDevicePtr, size: *mut usize, memory: CuDevicePtr);
    pointer_get_attribute = "cuPointerGetAttribute" (data: *mut c_void, attribute: u32, pointer: CuDevicePtr);
    ipc_get_mem_handle = "cuIpcGetMemHandle" (handle: *mut CuIpcHandle, memory: CuDevicePtr);
    ipc_open_mem_handle = "cuIpcOpenMemHandle_v2" (memory: *mut CuDevicePtr, handle: CuIpcHandle, flags: u32);
    ipc_close_mem_handle = "cuIpcCloseMemHandle" (memory: CuDevicePtr);
    ipc_get_event_handle = "cuIpcGetEventHandle" (handle: *mut CuIpcHandle, event: CuEvent);
    ipc_open_event_handle = "cuIpcOpenEventHandle" (event: *mut CuEvent, handle: CuIpcHandle);
    mem_get_granularity = "cuMemGetAllocationGranularity"
        (granularity: *mut usize, prop: *const CuMemAllocationProp, option: u32);
    mem_create = "cuMemCreate"
        (handle: *mut CuMemHandle, size: usize, prop: *const CuMemAllocationProp, flags: u64);
    mem_release = "cuMemRelease" (handle: CuMemHandle);
    mem_export = "cuMemExportToShareableHandle"
        (shareable: *mut c_void, handle: CuMemHandle, kind: u32, flags: u64);
    mem_import = "cuMemImportFromShareableHandle" (handle: *mut CuMemHandle, os_handle: *mut c_void, kind: u32);
    mem_address_reserve = "cuMemAddressReserve"
        (start: *mut CuDevicePtr, size: usize, alignment: usize, hint: CuDevicePtr, flags: u64);
    mem_address_free = "cuMemAddressFree" (start: CuDevicePtr, size: usize);
    mem_map = "cuMemMap" (start: CuDevicePtr, size: usize, offset: usize, handle: CuMemHandle, flags: u64);
    mem_unmap = "cuMemUnmap" (start: CuDevicePtr, size: usize);
    mem_set_access = "cuMemSetAccess"
        (start: CuDevicePtr, size: usize, access: *const CuMemAccessDesc, count: usize);
    memcpy_async = "cuMemcpyAsync"
        (destination: CuDevicePtr, source: CuDevicePtr, size: usize, stream: CuStream);
    memset_d8_async = "cuMemsetD8Async" (memory: CuDevicePtr, value: u8, count: usize, stream: CuStream);
    memset_d16_async = "cuMemsetD16Async" (memory: CuDevicePtr, value: u16, count: usize, stream: CuStream);
    memset_d32_async = "cuMemsetD32Async" (memory: CuDevicePtr, value: u32, count: usize, stream: CuStream);
    stream_create = "cuStreamCreate" (stream: *mut CuStream, flags: u32);
    stream_destroy = "cuStreamDestroy_v2" (stream: CuStream);
    stream_synchronize = "cuStreamSynchronize" (stream: CuStream);
    stream_query = "cuStreamQuery" (stream: CuStream);
    stream_wait_event = "cuStreamWaitEvent" (stream: CuStream, event: CuEvent, flags: u32);
    stream_wait_value = "cuStreamWaitValue32_v2" (stream: CuStream, word: CuDevicePtr, value: u32, flags: u32);
    stream_write_value = "cuStreamWriteValue32_v2" (stream: CuStream, word: CuDevicePtr, value: u32, flags: u32);
    launch_host_func = "cuLaunchHostFunc" (stream: CuStream, function: CuHostFn, data: *mut c_void);
    event_create = "cuEventCreate" (event: *mut CuEvent, flags: u32);
    event_destroy = "cuEventDestroy_v2" (event: CuEvent);
    event_record = "cuEventRecord" (event: CuEvent, stream: CuStream);
    event_query = "cuEventQuery" (event: CuEvent);
    event_synchronize = "cuEventSynchronize" (event: CuEvent);
    event_elapsed_time = "cuEventElapsedTime" (milliseconds: *mut f32, start: CuEvent, end: CuEvent);
}

/// The error in the dynamic linker's words; libloading's own only name the failed call.
fn in_words(error: &libloading::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string)
}

static LIBRARY: OnceCell<Library> = OnceCell::new();
static DRIVER: OnceCell<CudaDriver> = OnceCell::new();

/// The driver, loaded and initialised once a process. A failure is not remembered.
///
/// # Errors
/// The library or one of its functions is missing, or `cuInit` fails.
pub fn load() -> Result<&'static CudaDriver, CudaError> {
    DRIVER.get_or_try_init(|| {
        let library = LIBRARY.get_or_try_init(|| {
            // SAFETY: the initialisers of NVIDIA's driver library have no demands on the process.
            unsafe { Library::new("libcuda.so.1") }.map_err(|e| CudaError::LibraryNotFound(in_words(&e)))
        })?;
        let driver = CudaDriver::resolve(library)?;
        // SAFETY: flags must be 0, and are.
        unsafe { driver.init(0) }.map_err(|result| CudaError::CallFailed { call: "cuInit", result })?;
        Ok(driver)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{offset_of, size_of};

    #[test]
    fn structures_have_cudas_layout() {
        assert_eq!(size_of::<CuMemAllocationProp>(), 32);
        assert_eq!(offset_of!(CuMemAllocationProp, location), 8);
        assert_eq!(offset_of!(CuMemAllocationProp, win32_meta_data), 16);
        assert_eq!(size_of::<CuMemAccessDesc>(), 12);
        assert_eq!(size_of::<CuIpcHandle>(), 64);
    }
}
