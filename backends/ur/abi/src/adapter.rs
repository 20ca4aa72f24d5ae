//! The shape of an adapter: functions that fill tables of entry points, which a loader asks for.
//!
//! A table is an array of functions in the order of its structure in UR's `ur_ddi.h`, of the version below. Loader and
//! adapter must be of one version, as long as that is below 1.0.

use crate::backend::backend;
use crate::entry;
use std::ffi::c_void;
use ur_ipc_api::UrResult;

/// `UR_API_VERSION_0_12`
const VERSION: u32 = 12;

macro_rules! define_tables {
    ($(fn $get:ident ($table:literal) [$($slot:ident)*])*) => {
        $(
            #[doc = concat!("`", $table, "`")]
            ///
            /// # Safety
            /// As UR's: `table` is null or the table of that name.
            #[unsafe(export_name = $table)]
            pub unsafe extern "C" fn $get(version: u32, table: *mut *const c_void) -> UrResult {
                // SAFETY: the caller's contract.
                unsafe { fill(version, table, &[$(stringify!($slot)),*]) }
            }
        )*
    };
}

/// # Safety
/// `table` is null or has room for a function for each of the names.
unsafe fn fill(version: u32, table: *mut *const c_void, names: &[&str]) -> UrResult {
    if table.is_null() {
        return UrResult::ERROR_INVALID_NULL_POINTER;
    }
    if version != VERSION {
        return UrResult::ERROR_UNSUPPORTED_VERSION;
    }
    if backend().is_none() {
        return UrResult::ERROR_UNINITIALIZED;
    }
    for (index, name) in names.iter().enumerate() {
        // SAFETY: within the table.
        unsafe { table.add(index).write(entry::address(name)) };
    }
    UrResult::SUCCESS
}

define_tables! {
    fn get_adapter ("urGetAdapterProcAddrTable") [
        urAdapterGet
        urAdapterRelease
        urAdapterRetain
        urAdapterGetLastError
        urAdapterGetInfo
        urAdapterSetLoggerCallback
        urAdapterSetLoggerCallbackLevel
    ]
    fn get_platform ("urGetPlatformProcAddrTable") [
        urPlatformGet
        urPlatformGetInfo
        urPlatformGetNativeHandle
        urPlatformCreateWithNativeHandle
        urPlatformGetApiVersion
        urPlatformGetBackendOption
    ]
    fn get_context ("urGetContextProcAddrTable") [
        urContextCreate
        urContextRetain
        urContextRelease
        urContextGetInfo
        urContextGetNativeHandle
        urContextCreateWithNativeHandle
        urContextSetExtendedDeleter
    ]
    fn get_event ("urGetEventProcAddrTable") [
        urEventGetInfo
        urEventGetProfilingInfo
        urEventWait
        urEventRetain
        urEventRelease
        urEventGetNativeHandle
        urEventCreateWithNativeHandle
        urEventSetCallback
    ]
    fn get_event_exp ("urGetEventExpProcAddrTable") [
        urEventCreateExp
    ]
    fn get_queue ("urGetQueueProcAddrTable") [
        urQueueGetInfo
        urQueueCreate
        urQueueRetain
        urQueueRelease
        urQueueGetNativeHandle
        urQueueCreateWithNativeHandle
        urQueueFinish
        urQueueFlush
    ]
    fn get_physical_mem ("urGetPhysicalMemProcAddrTable") [
        urPhysicalMemCreate
        urPhysicalMemRetain
        urPhysicalMemRelease
        urPhysicalMemGetInfo
    ]
    fn get_enqueue ("urGetEnqueueProcAddrTable") [
        urEnqueueEventsWait
        urEnqueueEventsWaitWithBarrier
        urEnqueueMemBufferRead
        urEnqueueMemBufferWrite
        urEnqueueMemBufferReadRect
        urEnqueueMemBufferWriteRect
        urEnqueueMemBufferCopy
        urEnqueueMemBufferCopyRect
        urEnqueueMemBufferFill
        urEnqueueMemImageRead
        urEnqueueMemImageWrite
        urEnqueueMemImageCopy
        urEnqueueMemBufferMap
        urEnqueueMemUnmap
        urEnqueueUSMFill
        urEnqueueUSMMemcpy
        urEnqueueUSMPrefetch
        urEnqueueUSMAdvise
        urEnqueueUSMFill2D
        urEnqueueUSMMemcpy2D
        urEnqueueDeviceGlobalVariableWrite
        urEnqueueDeviceGlobalVariableRead
        urEnqueueReadHostPipe
        urEnqueueWriteHostPipe
        urEnqueueEventsWaitWithBarrierExt
    ]
    fn get_enqueue_exp ("urGetEnqueueExpProcAddrTable") [
        urEnqueueKernelLaunchWithArgsExp
        urEnqueueUSMDeviceAllocExp
        urEnqueueUSMSharedAllocExp
        urEnqueueUSMHostAllocExp
        urEnqueueUSMFreeExp
        urEnqueueTimestampRecordingExp
        urEnqueueCommandBufferExp
        urEnqueueHostTaskExp
        urEnqueueNativeCommandExp
        urEnqueueGraphExp
    ]
    fn get_usm ("urGetUSMProcAddrTable") [
        urUSMHostAlloc
        urUSMDeviceAlloc
        urUSMSharedAlloc
        urUSMFree
        urUSMGetMemAllocInfo
        urUSMPoolCreate
        urUSMPoolRetain
        urUSMPoolRelease
        urUSMPoolGetInfo
    ]
    fn get_ipcexp ("urGetIPCExpProcAddrTable") [
        urIPCGetMemHandleExp
        urIPCPutMemHandleExp
        urIPCOpenMemHandleExp
        urIPCCloseMemHandleExp
        urIPCGetPhysMemHandleExp
        urIPCPutPhysMemHandleExp
        urIPCOpenPhysMemHandleExp
        urIPCClosePhysMemHandleExp
        urIPCGetEventHandleExp
        urIPCPutEventHandleExp
        urIPCOpenEventHandleExp
    ]
    fn get_usm_p2_pexp ("urGetUsmP2PExpProcAddrTable") [
        urUsmP2PEnablePeerAccessExp
        urUsmP2PDisablePeerAccessExp
        urUsmP2PPeerAccessGetInfoExp
    ]
    fn get_virtual_mem ("urGetVirtualMemProcAddrTable") [
        urVirtualMemGranularityGetInfo
        urVirtualMemReserve
        urVirtualMemFree
        urVirtualMemMap
        urVirtualMemUnmap
        urVirtualMemSetAccess
        urVirtualMemGetInfo
    ]
    fn get_device ("urGetDeviceProcAddrTable") [
        urDeviceGet
        urDeviceGetInfo
        urDeviceRetain
        urDeviceRelease
        urDevicePartition
        urDeviceSelectBinary
        urDeviceGetNativeHandle
        urDeviceCreateWithNativeHandle
        urDeviceGetGlobalTimestamps
    ]
}
