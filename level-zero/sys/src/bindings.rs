// Made by tools/level-zero-bindings.sh of Level Zero's headers, whose texts are
// Copyright (C) 2019-2025 Intel Corporation, SPDX-License-Identifier: MIT.

#[derive(PartialEq, Eq, Copy, Clone, Debug, Hash)]
#[repr(C, align(8))]
pub struct __BindgenOpaqueArray8<T>(pub T);
impl<T: Copy + Default, const N: usize> Default for __BindgenOpaqueArray8<[T; N]> {
    fn default() -> Self {
        Self([<T as Default>::default(); N])
    }
}
pub const ZE_MAX_IPC_HANDLE_SIZE: usize = 64;
pub const ZE_MAX_DRIVER_UUID_SIZE: usize = 16;
pub const ZE_MAX_EXTENSION_NAME: usize = 256;
pub const ZE_MAX_DEVICE_UUID_SIZE: usize = 16;
pub const ZE_MAX_DEVICE_NAME: usize = 256;
pub const ZE_SUBGROUPSIZE_COUNT: usize = 8;
pub const ZE_MAX_NATIVE_KERNEL_UUID_SIZE: usize = 16;
pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_NAME: &::core::ffi::CStr = c"ZE_experimental_relaxed_allocation_limits";
pub const ZE_PCI_PROPERTIES_EXT_NAME: &::core::ffi::CStr = c"ZE_extension_pci_properties";
pub const ZE_MEMORY_FREE_POLICIES_EXT_NAME: &::core::ffi::CStr = c"ZE_extension_memory_free_policies";
pub const ZE_DEVICE_IP_VERSION_EXT_NAME: &::core::ffi::CStr = c"ZE_extension_device_ip_version";
pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_NAME: &::core::ffi::CStr = c"ZE_experimental_event_pool_counter_based";
pub const ZE_IMMEDIATE_COMMAND_LIST_APPEND_EXP_NAME: &::core::ffi::CStr = c"ZE_experimental_immediate_command_list_append";
pub const ZE_DRIVER_DDI_HANDLES_EXT_NAME: &::core::ffi::CStr = c"ZE_extension_driver_ddi_handles";
pub const ZE_IPC_MEM_HANDLE_TYPE_EXT_NAME: &::core::ffi::CStr = c"ZE_extension_ipc_mem_handle_type";
pub const ZES_MAX_UUID_SIZE: usize = 16;
pub const ZEX_COUNTER_BASED_EVENT_EXT_NAME: &::core::ffi::CStr = c"ZEX_counter_based_event";
pub const ZEX_COUNTER_BASED_EVENT_CREATE2_NAME: &::core::ffi::CStr = c"zexCounterBasedEventCreate2";
/// compiler-independent type
pub type ze_bool_t = u8;
/// IPC handle to a memory allocation
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_ipc_mem_handle_t {
    /// Opaque data representing an IPC handle
    pub data: [u8; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_ipc_mem_handle_t",
    ][::core::mem::size_of::<ze_ipc_mem_handle_t>() - 64usize];
    [
        "Alignment of ze_ipc_mem_handle_t",
    ][::core::mem::align_of::<ze_ipc_mem_handle_t>() - 1usize];
    [
        "Offset of field: ze_ipc_mem_handle_t::data",
    ][::core::mem::offset_of!(ze_ipc_mem_handle_t, data) - 0usize];
};
/// IPC handle to a event pool allocation
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_ipc_event_pool_handle_t {
    /// Opaque data representing an IPC handle
    pub data: [u8; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_ipc_event_pool_handle_t",
    ][::core::mem::size_of::<ze_ipc_event_pool_handle_t>() - 64usize];
    [
        "Alignment of ze_ipc_event_pool_handle_t",
    ][::core::mem::align_of::<ze_ipc_event_pool_handle_t>() - 1usize];
    [
        "Offset of field: ze_ipc_event_pool_handle_t::data",
    ][::core::mem::offset_of!(ze_ipc_event_pool_handle_t, data) - 0usize];
};
impl ze_result_t {
    /// success
    pub const ZE_RESULT_SUCCESS: ze_result_t = ze_result_t(0);
    /// synchronization primitive not signaled
    pub const ZE_RESULT_NOT_READY: ze_result_t = ze_result_t(1);
    /// device hung, reset, was removed, or driver update occurred
    pub const ZE_RESULT_ERROR_DEVICE_LOST: ze_result_t = ze_result_t(1879048193);
    /// insufficient host memory to satisfy call
    pub const ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY: ze_result_t = ze_result_t(1879048194);
    /// insufficient device memory to satisfy call
    pub const ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY: ze_result_t = ze_result_t(
        1879048195,
    );
    /// error occurred when building module, see build log for details
    pub const ZE_RESULT_ERROR_MODULE_BUILD_FAILURE: ze_result_t = ze_result_t(
        1879048196,
    );
    /// error occurred when linking modules, see build log for details
    pub const ZE_RESULT_ERROR_MODULE_LINK_FAILURE: ze_result_t = ze_result_t(1879048197);
    /// device requires a reset
    pub const ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET: ze_result_t = ze_result_t(
        1879048198,
    );
    /// device currently in low power state
    pub const ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE: ze_result_t = ze_result_t(
        1879048199,
    );
    /// device is not represented by a fabric vertex
    pub const ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX: ze_result_t = ze_result_t(
        2146435073,
    );
    /// fabric vertex does not represent a device
    pub const ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE: ze_result_t = ze_result_t(
        2146435074,
    );
    /// fabric vertex represents a remote device or subdevice
    pub const ZE_RESULT_EXP_ERROR_REMOTE_DEVICE: ze_result_t = ze_result_t(2146435075);
    /// operands of comparison are not compatible
    pub const ZE_RESULT_EXP_ERROR_OPERANDS_INCOMPATIBLE: ze_result_t = ze_result_t(
        2146435076,
    );
    /// ray tracing acceleration structure build operation failed due to insufficient resources, retry with a larger acceleration structure buffer allocation
    pub const ZE_RESULT_EXP_RTAS_BUILD_RETRY: ze_result_t = ze_result_t(2146435077);
    /// ray tracing acceleration structure build operation deferred to parallel operation join
    pub const ZE_RESULT_EXP_RTAS_BUILD_DEFERRED: ze_result_t = ze_result_t(2146435078);
    /// access denied due to permission level
    pub const ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS: ze_result_t = ze_result_t(
        1879113728,
    );
    /// resource already in use and simultaneous access not allowed or resource was removed
    pub const ZE_RESULT_ERROR_NOT_AVAILABLE: ze_result_t = ze_result_t(1879113729);
    /// external required dependency is unavailable or missing
    pub const ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE: ze_result_t = ze_result_t(
        1879179264,
    );
    /// data may have been dropped
    pub const ZE_RESULT_WARNING_DROPPED_DATA: ze_result_t = ze_result_t(1879179265);
    /// driver is not initialized
    pub const ZE_RESULT_ERROR_UNINITIALIZED: ze_result_t = ze_result_t(2013265921);
    /// generic error code for unsupported versions
    pub const ZE_RESULT_ERROR_UNSUPPORTED_VERSION: ze_result_t = ze_result_t(2013265922);
    /// generic error code for unsupported features
    pub const ZE_RESULT_ERROR_UNSUPPORTED_FEATURE: ze_result_t = ze_result_t(2013265923);
    /// generic error code for invalid arguments
    pub const ZE_RESULT_ERROR_INVALID_ARGUMENT: ze_result_t = ze_result_t(2013265924);
    /// handle argument is not valid
    pub const ZE_RESULT_ERROR_INVALID_NULL_HANDLE: ze_result_t = ze_result_t(2013265925);
    /// object pointed to by handle still in-use by device
    pub const ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE: ze_result_t = ze_result_t(
        2013265926,
    );
    /// pointer argument may not be nullptr
    pub const ZE_RESULT_ERROR_INVALID_NULL_POINTER: ze_result_t = ze_result_t(
        2013265927,
    );
    /// size argument is invalid (e.g., must not be zero)
    pub const ZE_RESULT_ERROR_INVALID_SIZE: ze_result_t = ze_result_t(2013265928);
    /// size argument is not supported by the device (e.g., too large)
    pub const ZE_RESULT_ERROR_UNSUPPORTED_SIZE: ze_result_t = ze_result_t(2013265929);
    /// alignment argument is not supported by the device (e.g., too small)
    pub const ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT: ze_result_t = ze_result_t(
        2013265930,
    );
    /// synchronization object in invalid state
    pub const ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT: ze_result_t = ze_result_t(
        2013265931,
    );
    /// enumerator argument is not valid
    pub const ZE_RESULT_ERROR_INVALID_ENUMERATION: ze_result_t = ze_result_t(2013265932);
    /// enumerator argument is not supported by the device
    pub const ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION: ze_result_t = ze_result_t(
        2013265933,
    );
    /// image format is not supported by the device
    pub const ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT: ze_result_t = ze_result_t(
        2013265934,
    );
    /// native binary is not supported by the device
    pub const ZE_RESULT_ERROR_INVALID_NATIVE_BINARY: ze_result_t = ze_result_t(
        2013265935,
    );
    /// global variable is not found in the module
    pub const ZE_RESULT_ERROR_INVALID_GLOBAL_NAME: ze_result_t = ze_result_t(2013265936);
    /// kernel name is not found in the module
    pub const ZE_RESULT_ERROR_INVALID_KERNEL_NAME: ze_result_t = ze_result_t(2013265937);
    /// function name is not found in the module
    pub const ZE_RESULT_ERROR_INVALID_FUNCTION_NAME: ze_result_t = ze_result_t(
        2013265938,
    );
    /// group size dimension is not valid for the kernel or device
    pub const ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION: ze_result_t = ze_result_t(
        2013265939,
    );
    /// global width dimension is not valid for the kernel or device
    pub const ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION: ze_result_t = ze_result_t(
        2013265940,
    );
    /// kernel argument index is not valid for kernel
    pub const ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX: ze_result_t = ze_result_t(
        2013265941,
    );
    /// kernel argument size does not match kernel
    pub const ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE: ze_result_t = ze_result_t(
        2013265942,
    );
    /// value of kernel attribute is not valid for the kernel or device
    pub const ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE: ze_result_t = ze_result_t(
        2013265943,
    );
    /// module with imports needs to be linked before kernels can be created from it.
    pub const ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED: ze_result_t = ze_result_t(
        2013265944,
    );
    /// command list type does not match command queue type
    pub const ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE: ze_result_t = ze_result_t(
        2013265945,
    );
    /// copy operations do not support overlapping regions of memory
    pub const ZE_RESULT_ERROR_OVERLAPPING_REGIONS: ze_result_t = ze_result_t(2013265946);
    /// an action is required to complete the desired operation
    pub const ZE_RESULT_WARNING_ACTION_REQUIRED: ze_result_t = ze_result_t(2013265947);
    /// kernel handle is invalid for the operation
    pub const ZE_RESULT_ERROR_INVALID_KERNEL_HANDLE: ze_result_t = ze_result_t(
        2013265948,
    );
    /// ray tracing acceleration structure build operation failed due to insufficient resources, retry with a larger acceleration structure buffer allocation
    pub const ZE_RESULT_EXT_RTAS_BUILD_RETRY: ze_result_t = ze_result_t(2013265949);
    /// ray tracing acceleration structure build operation deferred to parallel operation join
    pub const ZE_RESULT_EXT_RTAS_BUILD_DEFERRED: ze_result_t = ze_result_t(2013265950);
    /// operands of comparison are not compatible
    pub const ZE_RESULT_EXT_ERROR_OPERANDS_INCOMPATIBLE: ze_result_t = ze_result_t(
        2013265951,
    );
    /// device is in survivability mode, firmware update needed
    pub const ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED: ze_result_t = ze_result_t(
        2013265952,
    );
    /// address not found within specified or current context
    pub const ZE_RESULT_ERROR_ADDRESS_NOT_FOUND: ze_result_t = ze_result_t(2013265953);
    /// query API returned true
    pub const ZE_RESULT_QUERY_TRUE: ze_result_t = ze_result_t(2013265954);
    /// query API returned false
    pub const ZE_RESULT_QUERY_FALSE: ze_result_t = ze_result_t(2013265955);
    /// graph object is invalid
    pub const ZE_RESULT_ERROR_INVALID_GRAPH: ze_result_t = ze_result_t(2013265956);
    /// operation is not supported during graph capture
    pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED: ze_result_t = ze_result_t(
        2013265957,
    );
    /// operations failed and invalidated graph capture session
    pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED: ze_result_t = ze_result_t(
        2013265958,
    );
    /// operation failed because it would merge two graph capture sessions
    pub const ZE_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT: ze_result_t = ze_result_t(
        2013265959,
    );
    /// command list is not in graph capture mode
    pub const ZE_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING: ze_result_t = ze_result_t(
        2013265960,
    );
    /// graph contains unjoined forks
    pub const ZE_RESULT_ERROR_GRAPH_UNJOINED_FORKS: ze_result_t = ze_result_t(
        2013265961,
    );
    /// operation failed because it uses a graph-internal counter-based event outside of the graph
    pub const ZE_RESULT_ERROR_GRAPH_INTERNAL_EVENT: ze_result_t = ze_result_t(
        2013265962,
    );
    /// unknown or internal error
    pub const ZE_RESULT_ERROR_UNKNOWN: ze_result_t = ze_result_t(2147483646);
}
#[repr(transparent)]
/// Defines Return/Error codes
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_result_t(pub ::core::ffi::c_uint);
impl ze_structure_type_t {
    /// ze_driver_properties_t
    pub const ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        1,
    );
    /// ze_driver_ipc_properties_t
    pub const ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        2,
    );
    /// ze_device_properties_t. @deprecated since 1.17: Use ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 instead.
    pub const ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        3,
    );
    /// ze_device_compute_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        4,
    );
    /// ze_device_module_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        5,
    );
    /// ze_command_queue_group_properties_t
    pub const ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        6,
    );
    /// ze_device_memory_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        7,
    );
    /// ze_device_memory_access_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        8,
    );
    /// ze_device_cache_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        9,
    );
    /// ze_device_image_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        10,
    );
    /// ze_device_p2p_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        11,
    );
    /// ze_device_external_memory_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        12,
    );
    /// ze_context_desc_t
    pub const ZE_STRUCTURE_TYPE_CONTEXT_DESC: ze_structure_type_t = ze_structure_type_t(
        13,
    );
    /// ze_command_queue_desc_t
    pub const ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC: ze_structure_type_t = ze_structure_type_t(
        14,
    );
    /// ze_command_list_desc_t
    pub const ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC: ze_structure_type_t = ze_structure_type_t(
        15,
    );
    /// ze_event_pool_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_POOL_DESC: ze_structure_type_t = ze_structure_type_t(
        16,
    );
    /// ze_event_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_DESC: ze_structure_type_t = ze_structure_type_t(
        17,
    );
    /// ze_fence_desc_t
    pub const ZE_STRUCTURE_TYPE_FENCE_DESC: ze_structure_type_t = ze_structure_type_t(
        18,
    );
    /// ze_image_desc_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_DESC: ze_structure_type_t = ze_structure_type_t(
        19,
    );
    /// ze_image_properties_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        20,
    );
    /// ze_device_mem_alloc_desc_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC: ze_structure_type_t = ze_structure_type_t(
        21,
    );
    /// ze_host_mem_alloc_desc_t
    pub const ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC: ze_structure_type_t = ze_structure_type_t(
        22,
    );
    /// ze_memory_allocation_properties_t
    pub const ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        23,
    );
    /// ze_external_memory_export_desc_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC: ze_structure_type_t = ze_structure_type_t(
        24,
    );
    /// ze_external_memory_import_fd_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD: ze_structure_type_t = ze_structure_type_t(
        25,
    );
    /// ze_external_memory_export_fd_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD: ze_structure_type_t = ze_structure_type_t(
        26,
    );
    /// ze_module_desc_t
    pub const ZE_STRUCTURE_TYPE_MODULE_DESC: ze_structure_type_t = ze_structure_type_t(
        27,
    );
    /// ze_module_properties_t
    pub const ZE_STRUCTURE_TYPE_MODULE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        28,
    );
    /// ze_kernel_desc_t
    pub const ZE_STRUCTURE_TYPE_KERNEL_DESC: ze_structure_type_t = ze_structure_type_t(
        29,
    );
    /// ze_kernel_properties_t
    pub const ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        30,
    );
    /// ze_sampler_desc_t
    pub const ZE_STRUCTURE_TYPE_SAMPLER_DESC: ze_structure_type_t = ze_structure_type_t(
        31,
    );
    /// ze_physical_mem_desc_t
    pub const ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC: ze_structure_type_t = ze_structure_type_t(
        32,
    );
    /// ze_kernel_preferred_group_size_properties_t
    pub const ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        33,
    );
    /// ze_external_memory_import_win32_handle_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32: ze_structure_type_t = ze_structure_type_t(
        34,
    );
    /// ze_external_memory_export_win32_handle_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_WIN32: ze_structure_type_t = ze_structure_type_t(
        35,
    );
    /// ze_device_raytracing_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_RAYTRACING_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65537,
    );
    /// ze_raytracing_mem_alloc_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_RAYTRACING_MEM_ALLOC_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65538,
    );
    /// ze_float_atomic_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65539,
    );
    /// ze_cache_reservation_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_CACHE_RESERVATION_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65540,
    );
    /// ze_eu_count_ext_t
    pub const ZE_STRUCTURE_TYPE_EU_COUNT_EXT: ze_structure_type_t = ze_structure_type_t(
        65541,
    );
    /// ze_srgb_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_SRGB_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65542,
    );
    /// ze_linkage_inspection_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65543,
    );
    /// ze_pci_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65544,
    );
    /// ze_driver_memory_free_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65545,
    );
    /// ze_memory_free_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65546,
    );
    /// ze_memory_compression_hints_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_MEMORY_COMPRESSION_HINTS_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65547,
    );
    /// ze_image_allocation_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_ALLOCATION_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65548,
    );
    /// ze_device_luid_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65549,
    );
    /// ze_device_memory_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65550,
    );
    /// ze_device_ip_version_ext_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT: ze_structure_type_t = ze_structure_type_t(
        65551,
    );
    /// ze_image_view_planar_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65552,
    );
    /// ze_event_query_kernel_timestamps_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65553,
    );
    /// ze_event_query_kernel_timestamps_results_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65554,
    );
    /// ze_kernel_max_group_size_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65555,
    );
    /// ze_image_format_support_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_FORMAT_SUPPORT_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65556,
    );
    /// ze_device_readonly_memory_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_READONLY_MEMORY_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        65557,
    );
    /// ze_relaxed_allocation_limits_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        65558,
    );
    /// ze_relaxed_allocation_limits_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131073,
    );
    /// ze_module_program_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131074,
    );
    /// ze_scheduling_hint_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131075,
    );
    /// ze_scheduling_hint_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131076,
    );
    /// ze_image_view_planar_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131077,
    );
    /// ze_device_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2: ze_structure_type_t = ze_structure_type_t(
        131078,
    );
    /// ze_image_memory_properties_exp_t
    pub const ZE_STRUCTURE_TYPE_IMAGE_MEMORY_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131079,
    );
    /// ze_context_power_saving_hint_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_POWER_SAVING_HINT_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131080,
    );
    /// ze_copy_bandwidth_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131081,
    );
    /// ze_device_p2p_bandwidth_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131082,
    );
    /// ze_fabric_vertex_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_FABRIC_VERTEX_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131083,
    );
    /// ze_fabric_edge_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131084,
    );
    /// ze_memory_sub_allocations_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131085,
    );
    /// ze_rtas_builder_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131086,
    );
    /// ze_rtas_builder_build_op_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131087,
    );
    /// ze_rtas_builder_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131088,
    );
    /// ze_rtas_parallel_operation_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131089,
    );
    /// ze_rtas_device_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131090,
    );
    /// ze_rtas_geometry_aabbs_exp_cb_params_t
    pub const ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXP_CB_PARAMS: ze_structure_type_t = ze_structure_type_t(
        131091,
    );
    /// ze_event_pool_counter_based_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131092,
    );
    /// ze_mutable_command_list_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131093,
    );
    /// ze_mutable_command_list_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131094,
    );
    /// ze_mutable_command_id_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_ID_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131095,
    );
    /// ze_mutable_commands_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_COMMANDS_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131096,
    );
    /// ze_mutable_kernel_argument_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_KERNEL_ARGUMENT_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131097,
    );
    /// ze_mutable_group_count_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131098,
    );
    /// ze_mutable_group_size_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131099,
    );
    /// ze_mutable_global_offset_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_GLOBAL_OFFSET_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131100,
    );
    /// ze_device_pitched_alloc_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_PITCHED_ALLOC_DEVICE_EXP_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131101,
    );
    /// ze_image_bindless_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_BINDLESS_IMAGE_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131102,
    );
    /// ze_image_pitched_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_PITCHED_IMAGE_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131103,
    );
    /// ze_mutable_graph_argument_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_MUTABLE_GRAPH_ARGUMENT_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131104,
    );
    /// ze_init_driver_type_desc_t
    pub const ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC: ze_structure_type_t = ze_structure_type_t(
        131105,
    );
    /// ze_external_semaphore_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131106,
    );
    /// ze_external_semaphore_win32_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WIN32_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131107,
    );
    /// ze_external_semaphore_fd_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_FD_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131108,
    );
    /// ze_external_semaphore_signal_params_ext_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_EXT: ze_structure_type_t = ze_structure_type_t(
        131109,
    );
    /// ze_external_semaphore_wait_params_ext_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WAIT_PARAMS_EXT: ze_structure_type_t = ze_structure_type_t(
        131110,
    );
    /// ze_driver_ddi_handles_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131111,
    );
    /// ze_device_cache_line_size_ext_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT: ze_structure_type_t = ze_structure_type_t(
        131112,
    );
    /// ze_device_vector_width_properties_ext_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_VECTOR_WIDTH_PROPERTIES_EXT: ze_structure_type_t = ze_structure_type_t(
        131113,
    );
    /// ze_rtas_builder_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131120,
    );
    /// ze_rtas_builder_build_op_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131121,
    );
    /// ze_rtas_builder_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131122,
    );
    /// ze_rtas_parallel_operation_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131123,
    );
    /// ze_rtas_device_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131124,
    );
    /// ze_rtas_geometry_aabbs_ext_cb_params_t
    pub const ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXT_CB_PARAMS: ze_structure_type_t = ze_structure_type_t(
        131125,
    );
    /// ze_command_list_append_launch_kernel_param_cooperative_desc_t
    pub const ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC: ze_structure_type_t = ze_structure_type_t(
        131126,
    );
    /// ze_external_memmap_sysmem_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_EXTERNAL_MEMMAP_SYSMEM_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131127,
    );
    /// ze_pitched_alloc_2dimage_linear_pitch_exp_info_t
    pub const ZE_STRUCTURE_TYPE_PITCHED_ALLOC_2DIMAGE_LINEAR_PITCH_EXP_INFO: ze_structure_type_t = ze_structure_type_t(
        131128,
    );
    /// ze_kernel_allocation_exp_properties_t
    pub const ZE_STRUCTURE_TYPE_KERNEL_ALLOCATION_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131129,
    );
    /// ze_event_counter_based_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC: ze_structure_type_t = ze_structure_type_t(
        131130,
    );
    /// ze_event_counter_based_external_sync_allocation_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC: ze_structure_type_t = ze_structure_type_t(
        131131,
    );
    /// ze_event_sync_mode_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC: ze_structure_type_t = ze_structure_type_t(
        131132,
    );
    /// ze_ipc_mem_handle_type_ext_desc_t
    pub const ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC: ze_structure_type_t = ze_structure_type_t(
        131133,
    );
    /// ze_device_event_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131134,
    );
    /// ze_event_counter_based_external_aggregate_storage_desc_t
    pub const ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC: ze_structure_type_t = ze_structure_type_t(
        131135,
    );
    /// ze_physical_mem_properties_t
    pub const ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131136,
    );
    /// ze_device_usablemem_size_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131137,
    );
    /// ze_custom_pitch_exp_desc_t
    pub const ZE_STRUCTURE_TYPE_CUSTOM_PITCH_EXP_DESC: ze_structure_type_t = ze_structure_type_t(
        131138,
    );
    /// ze_device_compute_dotproduct_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_DOTPRODUCT_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131139,
    );
    /// ze_runtime_requirements_module_desc_t
    pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_MODULE_DESC: ze_structure_type_t = ze_structure_type_t(
        131140,
    );
    /// ze_runtime_requirements_graph_desc_t
    pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_GRAPH_DESC: ze_structure_type_t = ze_structure_type_t(
        131141,
    );
    /// ze_validate_runtime_requirements_output_t
    pub const ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_OUTPUT: ze_structure_type_t = ze_structure_type_t(
        131142,
    );
    /// ze_record_replay_graph_ext_properties_t
    pub const ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES: ze_structure_type_t = ze_structure_type_t(
        131143,
    );
    /// ze_record_replay_graph_ext_dump_desc_t
    pub const ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_DUMP_DESC: ze_structure_type_t = ze_structure_type_t(
        131144,
    );
}
#[repr(transparent)]
/// Defines structure types
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_structure_type_t(pub ::core::ffi::c_uint);
impl ze_external_memory_type_flags_t {
    /// an opaque POSIX file descriptor handle
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        1,
    );
    /// a file descriptor handle for a Linux dma_buf
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        2,
    );
    /// an NT handle
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        4,
    );
    /// a global share (KMT) handle
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32_KMT: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        8,
    );
    /// an NT handle referring to a Direct3D 10 or 11 texture resource
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        16,
    );
    /// a global share (KMT) handle referring to a Direct3D 10 or 11 texture resource
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE_KMT: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        32,
    );
    /// an NT handle referring to a Direct3D 12 heap resource
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_HEAP: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        64,
    );
    /// an NT handle referring to a Direct3D 12 committed resource
    pub const ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_RESOURCE: ze_external_memory_type_flags_t = ze_external_memory_type_flags_t(
        128,
    );
}
impl ::core::ops::BitOr<ze_external_memory_type_flags_t>
for ze_external_memory_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_external_memory_type_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_external_memory_type_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_external_memory_type_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_external_memory_type_flags_t>
for ze_external_memory_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_external_memory_type_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_external_memory_type_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_external_memory_type_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_external_memory_type_flags_t(pub ::core::ffi::c_uint);
/// Base for all properties types
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_base_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_base_properties_t",
    ][::core::mem::size_of::<ze_base_properties_t>() - 16usize];
    [
        "Alignment of ze_base_properties_t",
    ][::core::mem::align_of::<ze_base_properties_t>() - 8usize];
    [
        "Offset of field: ze_base_properties_t::stype",
    ][::core::mem::offset_of!(ze_base_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_base_properties_t::pNext",
    ][::core::mem::offset_of!(ze_base_properties_t, pNext) - 8usize];
};
/// Base for all descriptor types
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_base_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_base_desc_t"][::core::mem::size_of::<ze_base_desc_t>() - 16usize];
    ["Alignment of ze_base_desc_t"][::core::mem::align_of::<ze_base_desc_t>() - 8usize];
    [
        "Offset of field: ze_base_desc_t::stype",
    ][::core::mem::offset_of!(ze_base_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_base_desc_t::pNext",
    ][::core::mem::offset_of!(ze_base_desc_t, pNext) - 8usize];
};
/// IPC handle to counter based event
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_ipc_event_counter_based_handle_t {
    /// Opaque data representing an IPC handle
    pub data: [u8; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_ipc_event_counter_based_handle_t",
    ][::core::mem::size_of::<ze_ipc_event_counter_based_handle_t>() - 64usize];
    [
        "Alignment of ze_ipc_event_counter_based_handle_t",
    ][::core::mem::align_of::<ze_ipc_event_counter_based_handle_t>() - 1usize];
    [
        "Offset of field: ze_ipc_event_counter_based_handle_t::data",
    ][::core::mem::offset_of!(ze_ipc_event_counter_based_handle_t, data) - 0usize];
};
impl ze_init_flags_t {
    /// only initialize GPU drivers
    pub const ZE_INIT_FLAG_GPU_ONLY: ze_init_flags_t = ze_init_flags_t(1);
    /// only initialize VPU drivers
    pub const ZE_INIT_FLAG_VPU_ONLY: ze_init_flags_t = ze_init_flags_t(2);
}
impl ::core::ops::BitOr<ze_init_flags_t> for ze_init_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_init_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_init_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_init_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_init_flags_t> for ze_init_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_init_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_init_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_init_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_init_flags_t(pub ::core::ffi::c_uint);
impl ze_init_driver_type_flags_t {
    /// initialize and retrieve GPU drivers
    pub const ZE_INIT_DRIVER_TYPE_FLAG_GPU: ze_init_driver_type_flags_t = ze_init_driver_type_flags_t(
        1,
    );
    /// initialize and retrieve NPU drivers
    pub const ZE_INIT_DRIVER_TYPE_FLAG_NPU: ze_init_driver_type_flags_t = ze_init_driver_type_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_init_driver_type_flags_t> for ze_init_driver_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_init_driver_type_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_init_driver_type_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_init_driver_type_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_init_driver_type_flags_t> for ze_init_driver_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_init_driver_type_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_init_driver_type_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_init_driver_type_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_init_driver_type_flags_t(pub ::core::ffi::c_uint);
/// Init Driver Type descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_init_driver_type_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// driver type init flags. must be a valid combination of ze_init_driver_type_flag_t or UINT32_MAX; driver types are init and retrieved based on these init flags in zeInitDrivers().
    pub flags: ze_init_driver_type_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_init_driver_type_desc_t",
    ][::core::mem::size_of::<ze_init_driver_type_desc_t>() - 24usize];
    [
        "Alignment of ze_init_driver_type_desc_t",
    ][::core::mem::align_of::<ze_init_driver_type_desc_t>() - 8usize];
    [
        "Offset of field: ze_init_driver_type_desc_t::stype",
    ][::core::mem::offset_of!(ze_init_driver_type_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_init_driver_type_desc_t::pNext",
    ][::core::mem::offset_of!(ze_init_driver_type_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_init_driver_type_desc_t::flags",
    ][::core::mem::offset_of!(ze_init_driver_type_desc_t, flags) - 16usize];
};
impl ze_api_version_t {
    /// version 1.0
    pub const ZE_API_VERSION_1_0: ze_api_version_t = ze_api_version_t(65536);
    /// version 1.1
    pub const ZE_API_VERSION_1_1: ze_api_version_t = ze_api_version_t(65537);
    /// version 1.2
    pub const ZE_API_VERSION_1_2: ze_api_version_t = ze_api_version_t(65538);
    /// version 1.3
    pub const ZE_API_VERSION_1_3: ze_api_version_t = ze_api_version_t(65539);
    /// version 1.4
    pub const ZE_API_VERSION_1_4: ze_api_version_t = ze_api_version_t(65540);
    /// version 1.5
    pub const ZE_API_VERSION_1_5: ze_api_version_t = ze_api_version_t(65541);
    /// version 1.6
    pub const ZE_API_VERSION_1_6: ze_api_version_t = ze_api_version_t(65542);
    /// version 1.7
    pub const ZE_API_VERSION_1_7: ze_api_version_t = ze_api_version_t(65543);
    /// version 1.8
    pub const ZE_API_VERSION_1_8: ze_api_version_t = ze_api_version_t(65544);
    /// version 1.9
    pub const ZE_API_VERSION_1_9: ze_api_version_t = ze_api_version_t(65545);
    /// version 1.10
    pub const ZE_API_VERSION_1_10: ze_api_version_t = ze_api_version_t(65546);
    /// version 1.11
    pub const ZE_API_VERSION_1_11: ze_api_version_t = ze_api_version_t(65547);
    /// version 1.12
    pub const ZE_API_VERSION_1_12: ze_api_version_t = ze_api_version_t(65548);
    /// version 1.13
    pub const ZE_API_VERSION_1_13: ze_api_version_t = ze_api_version_t(65549);
    /// version 1.14
    pub const ZE_API_VERSION_1_14: ze_api_version_t = ze_api_version_t(65550);
    /// version 1.15
    pub const ZE_API_VERSION_1_15: ze_api_version_t = ze_api_version_t(65551);
    /// version 1.16
    pub const ZE_API_VERSION_1_16: ze_api_version_t = ze_api_version_t(65552);
    /// version 1.17
    pub const ZE_API_VERSION_1_17: ze_api_version_t = ze_api_version_t(65553);
    /// latest known version
    pub const ZE_API_VERSION_CURRENT: ze_api_version_t = ze_api_version_t(65553);
}
#[repr(transparent)]
/// Supported API versions
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_api_version_t(pub ::core::ffi::c_uint);
/// Driver universal unique id (UUID)
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_uuid_t {
    /// opaque data representing a driver UUID
    pub id: [u8; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_driver_uuid_t"][::core::mem::size_of::<ze_driver_uuid_t>() - 16usize];
    [
        "Alignment of ze_driver_uuid_t",
    ][::core::mem::align_of::<ze_driver_uuid_t>() - 1usize];
    [
        "Offset of field: ze_driver_uuid_t::id",
    ][::core::mem::offset_of!(ze_driver_uuid_t, id) - 0usize];
};
/// Driver properties queried using zeDriverGetProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// universal unique identifier.
    pub uuid: ze_driver_uuid_t,
    /// driver version The driver version is a non-zero, monotonically increasing value where higher values always indicate a more recent version.
    pub driverVersion: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_properties_t",
    ][::core::mem::size_of::<ze_driver_properties_t>() - 40usize];
    [
        "Alignment of ze_driver_properties_t",
    ][::core::mem::align_of::<ze_driver_properties_t>() - 8usize];
    [
        "Offset of field: ze_driver_properties_t::stype",
    ][::core::mem::offset_of!(ze_driver_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_driver_properties_t::pNext",
    ][::core::mem::offset_of!(ze_driver_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_driver_properties_t::uuid",
    ][::core::mem::offset_of!(ze_driver_properties_t, uuid) - 16usize];
    [
        "Offset of field: ze_driver_properties_t::driverVersion",
    ][::core::mem::offset_of!(ze_driver_properties_t, driverVersion) - 32usize];
};
impl ze_ipc_property_flags_t {
    /// Supports passing memory allocations between processes. See zeMemGetIpcHandle.
    pub const ZE_IPC_PROPERTY_FLAG_MEMORY: ze_ipc_property_flags_t = ze_ipc_property_flags_t(
        1,
    );
    /// Supports passing event pools between processes. See zeEventPoolGetIpcHandle.
    pub const ZE_IPC_PROPERTY_FLAG_EVENT_POOL: ze_ipc_property_flags_t = ze_ipc_property_flags_t(
        2,
    );
    /// Supports creating a handle type for memory allocations and event pools between processes on different physical devices connected through a fabric interconnect. See ze_ipc_mem_handle_type_ext_desc_t.
    pub const ZE_IPC_PROPERTY_FLAG_FABRIC_ACCESSIBLE: ze_ipc_property_flags_t = ze_ipc_property_flags_t(
        4,
    );
}
impl ::core::ops::BitOr<ze_ipc_property_flags_t> for ze_ipc_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_ipc_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_ipc_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_ipc_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_ipc_property_flags_t> for ze_ipc_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_ipc_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_ipc_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_ipc_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_ipc_property_flags_t(pub ::core::ffi::c_uint);
/// IPC properties queried using zeDriverGetIpcProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_ipc_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_ipc_property_flag_t
    pub flags: ze_ipc_property_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_ipc_properties_t",
    ][::core::mem::size_of::<ze_driver_ipc_properties_t>() - 24usize];
    [
        "Alignment of ze_driver_ipc_properties_t",
    ][::core::mem::align_of::<ze_driver_ipc_properties_t>() - 8usize];
    [
        "Offset of field: ze_driver_ipc_properties_t::stype",
    ][::core::mem::offset_of!(ze_driver_ipc_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_driver_ipc_properties_t::pNext",
    ][::core::mem::offset_of!(ze_driver_ipc_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_driver_ipc_properties_t::flags",
    ][::core::mem::offset_of!(ze_driver_ipc_properties_t, flags) - 16usize];
};
/// Extension properties queried using zeDriverGetExtensionProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_extension_properties_t {
    /// extension name
    pub name: [::core::ffi::c_char; 256usize],
    /// extension version using ZE_MAKE_VERSION
    pub version: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_extension_properties_t",
    ][::core::mem::size_of::<ze_driver_extension_properties_t>() - 260usize];
    [
        "Alignment of ze_driver_extension_properties_t",
    ][::core::mem::align_of::<ze_driver_extension_properties_t>() - 4usize];
    [
        "Offset of field: ze_driver_extension_properties_t::name",
    ][::core::mem::offset_of!(ze_driver_extension_properties_t, name) - 0usize];
    [
        "Offset of field: ze_driver_extension_properties_t::version",
    ][::core::mem::offset_of!(ze_driver_extension_properties_t, version) - 256usize];
};
impl ze_device_type_t {
    /// Graphics Processing Unit
    pub const ZE_DEVICE_TYPE_GPU: ze_device_type_t = ze_device_type_t(1);
    /// Central Processing Unit
    pub const ZE_DEVICE_TYPE_CPU: ze_device_type_t = ze_device_type_t(2);
    /// Field Programmable Gate Array
    pub const ZE_DEVICE_TYPE_FPGA: ze_device_type_t = ze_device_type_t(3);
    /// Memory Copy Accelerator
    pub const ZE_DEVICE_TYPE_MCA: ze_device_type_t = ze_device_type_t(4);
    /// Vision Processing Unit
    pub const ZE_DEVICE_TYPE_VPU: ze_device_type_t = ze_device_type_t(5);
}
#[repr(transparent)]
/// Supported device types
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_type_t(pub ::core::ffi::c_uint);
/// Device universal unique id (UUID)
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_uuid_t {
    /// opaque data representing a device UUID
    pub id: [u8; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_device_uuid_t"][::core::mem::size_of::<ze_device_uuid_t>() - 16usize];
    [
        "Alignment of ze_device_uuid_t",
    ][::core::mem::align_of::<ze_device_uuid_t>() - 1usize];
    [
        "Offset of field: ze_device_uuid_t::id",
    ][::core::mem::offset_of!(ze_device_uuid_t, id) - 0usize];
};
impl ze_device_property_flags_t {
    /// Device is integrated with the Host.
    pub const ZE_DEVICE_PROPERTY_FLAG_INTEGRATED: ze_device_property_flags_t = ze_device_property_flags_t(
        1,
    );
    /// Device handle used for query represents a sub-device.
    pub const ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE: ze_device_property_flags_t = ze_device_property_flags_t(
        2,
    );
    /// Device supports error correction memory access.
    pub const ZE_DEVICE_PROPERTY_FLAG_ECC: ze_device_property_flags_t = ze_device_property_flags_t(
        4,
    );
    /// Device supports on-demand page-faulting.
    pub const ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING: ze_device_property_flags_t = ze_device_property_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_device_property_flags_t> for ze_device_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_property_flags_t> for ze_device_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_property_flags_t(pub ::core::ffi::c_uint);
/// Device properties queried using zeDeviceGetProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// generic device type
    pub type_: ze_device_type_t,
    /// vendor id from PCI configuration
    pub vendorId: u32,
    /// device id from PCI configuration. Note, the device id uses little-endian format.
    pub deviceId: u32,
    /// 0 (none) or a valid combination of ze_device_property_flag_t
    pub flags: ze_device_property_flags_t,
    /// sub-device id. Only valid if ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE is set.
    pub subdeviceId: u32,
    /// Clock rate for device core.
    pub coreClockRate: u32,
    /// Maximum memory allocation size.
    pub maxMemAllocSize: u64,
    /// Maximum number of logical hardware contexts.
    pub maxHardwareContexts: u32,
    /// Maximum priority for command queues. Higher value is higher priority.
    pub maxCommandQueuePriority: u32,
    /// Maximum number of threads per EU.
    pub numThreadsPerEU: u32,
    /// The physical EU simd width.
    pub physicalEUSimdWidth: u32,
    /// Maximum number of EUs per sub-slice.
    pub numEUsPerSubslice: u32,
    /// Maximum number of sub-slices per slice.
    pub numSubslicesPerSlice: u32,
    /// Maximum number of slices.
    pub numSlices: u32,
    /// @deprecated when using ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES since 1.17: Use ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 to obtain timerResolution in cycles/sec for profiling and timestamps.
    pub timerResolution: u64,
    /// Returns the number of valid bits in the timestamp value. (i.e can be used to calculate the max value of the device timestamp in hardware or get the mask of valid bits in the timestamp value). timestampValidBits may or may not be same as the kernelTimestampValidBits as they may be tracked using different register sizes which are platform specific.
    pub timestampValidBits: u32,
    /// Returns the number of valid bits in the kernel timestamp values. (i.e can beused to calculate the max value of the kernel timestamp in hardware or get the mask of valid bits in the kernel timestamp value).
    pub kernelTimestampValidBits: u32,
    /// universal unique identifier. Note: Subdevices will have their own uuid.
    pub uuid: ze_device_uuid_t,
    /// Device name
    pub name: [::core::ffi::c_char; 256usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_properties_t",
    ][::core::mem::size_of::<ze_device_properties_t>() - 368usize];
    [
        "Alignment of ze_device_properties_t",
    ][::core::mem::align_of::<ze_device_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_properties_t::type_",
    ][::core::mem::offset_of!(ze_device_properties_t, type_) - 16usize];
    [
        "Offset of field: ze_device_properties_t::vendorId",
    ][::core::mem::offset_of!(ze_device_properties_t, vendorId) - 20usize];
    [
        "Offset of field: ze_device_properties_t::deviceId",
    ][::core::mem::offset_of!(ze_device_properties_t, deviceId) - 24usize];
    [
        "Offset of field: ze_device_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_properties_t, flags) - 28usize];
    [
        "Offset of field: ze_device_properties_t::subdeviceId",
    ][::core::mem::offset_of!(ze_device_properties_t, subdeviceId) - 32usize];
    [
        "Offset of field: ze_device_properties_t::coreClockRate",
    ][::core::mem::offset_of!(ze_device_properties_t, coreClockRate) - 36usize];
    [
        "Offset of field: ze_device_properties_t::maxMemAllocSize",
    ][::core::mem::offset_of!(ze_device_properties_t, maxMemAllocSize) - 40usize];
    [
        "Offset of field: ze_device_properties_t::maxHardwareContexts",
    ][::core::mem::offset_of!(ze_device_properties_t, maxHardwareContexts) - 48usize];
    [
        "Offset of field: ze_device_properties_t::maxCommandQueuePriority",
    ][::core::mem::offset_of!(ze_device_properties_t, maxCommandQueuePriority)
        - 52usize];
    [
        "Offset of field: ze_device_properties_t::numThreadsPerEU",
    ][::core::mem::offset_of!(ze_device_properties_t, numThreadsPerEU) - 56usize];
    [
        "Offset of field: ze_device_properties_t::physicalEUSimdWidth",
    ][::core::mem::offset_of!(ze_device_properties_t, physicalEUSimdWidth) - 60usize];
    [
        "Offset of field: ze_device_properties_t::numEUsPerSubslice",
    ][::core::mem::offset_of!(ze_device_properties_t, numEUsPerSubslice) - 64usize];
    [
        "Offset of field: ze_device_properties_t::numSubslicesPerSlice",
    ][::core::mem::offset_of!(ze_device_properties_t, numSubslicesPerSlice) - 68usize];
    [
        "Offset of field: ze_device_properties_t::numSlices",
    ][::core::mem::offset_of!(ze_device_properties_t, numSlices) - 72usize];
    [
        "Offset of field: ze_device_properties_t::timerResolution",
    ][::core::mem::offset_of!(ze_device_properties_t, timerResolution) - 80usize];
    [
        "Offset of field: ze_device_properties_t::timestampValidBits",
    ][::core::mem::offset_of!(ze_device_properties_t, timestampValidBits) - 88usize];
    [
        "Offset of field: ze_device_properties_t::kernelTimestampValidBits",
    ][::core::mem::offset_of!(ze_device_properties_t, kernelTimestampValidBits)
        - 92usize];
    [
        "Offset of field: ze_device_properties_t::uuid",
    ][::core::mem::offset_of!(ze_device_properties_t, uuid) - 96usize];
    [
        "Offset of field: ze_device_properties_t::name",
    ][::core::mem::offset_of!(ze_device_properties_t, name) - 112usize];
};
/// Device compute properties queried using zeDeviceGetComputeProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_compute_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// Maximum items per compute group. (groupSizeX * groupSizeY * groupSizeZ) \<= maxTotalGroupSize
    pub maxTotalGroupSize: u32,
    /// Maximum items for X dimension in group
    pub maxGroupSizeX: u32,
    /// Maximum items for Y dimension in group
    pub maxGroupSizeY: u32,
    /// Maximum items for Z dimension in group
    pub maxGroupSizeZ: u32,
    /// Maximum groups that can be launched for x dimension
    pub maxGroupCountX: u32,
    /// Maximum groups that can be launched for y dimension
    pub maxGroupCountY: u32,
    /// Maximum groups that can be launched for z dimension
    pub maxGroupCountZ: u32,
    /// Maximum shared local memory per group.
    pub maxSharedLocalMemory: u32,
    /// Number of subgroup sizes supported. This indicates number of entries in subGroupSizes.
    pub numSubGroupSizes: u32,
    /// Size group sizes supported.
    pub subGroupSizes: [u32; 8usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_compute_properties_t",
    ][::core::mem::size_of::<ze_device_compute_properties_t>() - 88usize];
    [
        "Alignment of ze_device_compute_properties_t",
    ][::core::mem::align_of::<ze_device_compute_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_compute_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_compute_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxTotalGroupSize",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxTotalGroupSize)
        - 16usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupSizeX",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupSizeX) - 20usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupSizeY",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupSizeY) - 24usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupSizeZ",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupSizeZ) - 28usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupCountX",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupCountX) - 32usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupCountY",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupCountY) - 36usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxGroupCountZ",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxGroupCountZ) - 40usize];
    [
        "Offset of field: ze_device_compute_properties_t::maxSharedLocalMemory",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, maxSharedLocalMemory)
        - 44usize];
    [
        "Offset of field: ze_device_compute_properties_t::numSubGroupSizes",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, numSubGroupSizes)
        - 48usize];
    [
        "Offset of field: ze_device_compute_properties_t::subGroupSizes",
    ][::core::mem::offset_of!(ze_device_compute_properties_t, subGroupSizes) - 52usize];
};
/// Native kernel universal unique id (UUID)
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_native_kernel_uuid_t {
    /// opaque data representing a native kernel UUID
    pub id: [u8; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_native_kernel_uuid_t",
    ][::core::mem::size_of::<ze_native_kernel_uuid_t>() - 16usize];
    [
        "Alignment of ze_native_kernel_uuid_t",
    ][::core::mem::align_of::<ze_native_kernel_uuid_t>() - 1usize];
    [
        "Offset of field: ze_native_kernel_uuid_t::id",
    ][::core::mem::offset_of!(ze_native_kernel_uuid_t, id) - 0usize];
};
impl ze_device_module_flags_t {
    /// Device supports 16-bit floating-point operations
    pub const ZE_DEVICE_MODULE_FLAG_FP16: ze_device_module_flags_t = ze_device_module_flags_t(
        1,
    );
    /// Device supports 64-bit floating-point operations
    pub const ZE_DEVICE_MODULE_FLAG_FP64: ze_device_module_flags_t = ze_device_module_flags_t(
        2,
    );
    /// Device supports 64-bit atomic operations
    pub const ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS: ze_device_module_flags_t = ze_device_module_flags_t(
        4,
    );
    /// Device supports four component dot product and accumulate operations
    pub const ZE_DEVICE_MODULE_FLAG_DP4A: ze_device_module_flags_t = ze_device_module_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_device_module_flags_t> for ze_device_module_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_module_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_module_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_module_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_module_flags_t> for ze_device_module_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_module_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_module_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_module_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_module_flags_t(pub ::core::ffi::c_uint);
impl ze_device_fp_flags_t {
    /// Supports denorms
    pub const ZE_DEVICE_FP_FLAG_DENORM: ze_device_fp_flags_t = ze_device_fp_flags_t(1);
    /// Supports INF and quiet NaNs
    pub const ZE_DEVICE_FP_FLAG_INF_NAN: ze_device_fp_flags_t = ze_device_fp_flags_t(2);
    /// Supports rounding to nearest even rounding mode
    pub const ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST: ze_device_fp_flags_t = ze_device_fp_flags_t(
        4,
    );
    /// Supports rounding to zero.
    pub const ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO: ze_device_fp_flags_t = ze_device_fp_flags_t(
        8,
    );
    /// Supports rounding to both positive and negative INF.
    pub const ZE_DEVICE_FP_FLAG_ROUND_TO_INF: ze_device_fp_flags_t = ze_device_fp_flags_t(
        16,
    );
    /// Supports IEEE754-2008 fused multiply-add.
    pub const ZE_DEVICE_FP_FLAG_FMA: ze_device_fp_flags_t = ze_device_fp_flags_t(32);
    /// Supports rounding as defined by IEEE754 for divide and sqrt operations.
    pub const ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT: ze_device_fp_flags_t = ze_device_fp_flags_t(
        64,
    );
    /// Uses software implementation for basic floating-point operations.
    pub const ZE_DEVICE_FP_FLAG_SOFT_FLOAT: ze_device_fp_flags_t = ze_device_fp_flags_t(
        128,
    );
}
impl ::core::ops::BitOr<ze_device_fp_flags_t> for ze_device_fp_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_fp_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_fp_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_fp_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_fp_flags_t> for ze_device_fp_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_fp_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_fp_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_fp_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_fp_flags_t(pub ::core::ffi::c_uint);
/// Device module properties queried using zeDeviceGetModuleProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_module_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// Maximum supported SPIR-V version. Returns zero if SPIR-V is not supported. Contains major and minor attributes, use ZE_MAJOR_VERSION and ZE_MINOR_VERSION.
    pub spirvVersionSupported: u32,
    /// 0 or a valid combination of ze_device_module_flag_t
    pub flags: ze_device_module_flags_t,
    /// Capabilities for half-precision floating-point operations. returns 0 (if ZE_DEVICE_MODULE_FLAG_FP16 is not set) or a combination of ze_device_fp_flag_t.
    pub fp16flags: ze_device_fp_flags_t,
    /// Capabilities for single-precision floating-point operations. returns a combination of ze_device_fp_flag_t.
    pub fp32flags: ze_device_fp_flags_t,
    /// Capabilities for double-precision floating-point operations. returns 0 (if ZE_DEVICE_MODULE_FLAG_FP64 is not set) or a combination of ze_device_fp_flag_t.
    pub fp64flags: ze_device_fp_flags_t,
    /// Maximum kernel argument size that is supported.
    pub maxArgumentsSize: u32,
    /// Maximum size of internal buffer that holds output of printf calls from kernel.
    pub printfBufferSize: u32,
    /// Compatibility UUID of supported native kernel. UUID may or may not be the same across driver release, devices, or operating systems. Application is responsible for ensuring UUID matches before creating module using previously created native kernel.
    pub nativeKernelSupported: ze_native_kernel_uuid_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_module_properties_t",
    ][::core::mem::size_of::<ze_device_module_properties_t>() - 64usize];
    [
        "Alignment of ze_device_module_properties_t",
    ][::core::mem::align_of::<ze_device_module_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_module_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_module_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_module_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_module_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_module_properties_t::spirvVersionSupported",
    ][::core::mem::offset_of!(ze_device_module_properties_t, spirvVersionSupported)
        - 16usize];
    [
        "Offset of field: ze_device_module_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_module_properties_t, flags) - 20usize];
    [
        "Offset of field: ze_device_module_properties_t::fp16flags",
    ][::core::mem::offset_of!(ze_device_module_properties_t, fp16flags) - 24usize];
    [
        "Offset of field: ze_device_module_properties_t::fp32flags",
    ][::core::mem::offset_of!(ze_device_module_properties_t, fp32flags) - 28usize];
    [
        "Offset of field: ze_device_module_properties_t::fp64flags",
    ][::core::mem::offset_of!(ze_device_module_properties_t, fp64flags) - 32usize];
    [
        "Offset of field: ze_device_module_properties_t::maxArgumentsSize",
    ][::core::mem::offset_of!(ze_device_module_properties_t, maxArgumentsSize)
        - 36usize];
    [
        "Offset of field: ze_device_module_properties_t::printfBufferSize",
    ][::core::mem::offset_of!(ze_device_module_properties_t, printfBufferSize)
        - 40usize];
    [
        "Offset of field: ze_device_module_properties_t::nativeKernelSupported",
    ][::core::mem::offset_of!(ze_device_module_properties_t, nativeKernelSupported)
        - 44usize];
};
impl ze_command_queue_group_property_flags_t {
    /// Command queue group supports enqueing compute commands.
    pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE: ze_command_queue_group_property_flags_t = ze_command_queue_group_property_flags_t(
        1,
    );
    /// Command queue group supports enqueing copy commands.
    pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY: ze_command_queue_group_property_flags_t = ze_command_queue_group_property_flags_t(
        2,
    );
    /// Command queue group supports cooperative kernels. See zeCommandListAppendLaunchCooperativeKernel for more details.
    pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS: ze_command_queue_group_property_flags_t = ze_command_queue_group_property_flags_t(
        4,
    );
    /// Command queue groups supports metric queries.
    pub const ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_METRICS: ze_command_queue_group_property_flags_t = ze_command_queue_group_property_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_command_queue_group_property_flags_t>
for ze_command_queue_group_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_command_queue_group_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_command_queue_group_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_command_queue_group_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_command_queue_group_property_flags_t>
for ze_command_queue_group_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_command_queue_group_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_command_queue_group_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_command_queue_group_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_command_queue_group_property_flags_t(pub ::core::ffi::c_uint);
/// Command queue group properties queried using zeDeviceGetCommandQueueGroupProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_queue_group_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_command_queue_group_property_flag_t
    pub flags: ze_command_queue_group_property_flags_t,
    /// maximum `pattern_size` supported by command queue group. See zeCommandListAppendMemoryFill for more details.
    pub maxMemoryFillPatternSize: usize,
    /// the number of physical engines within the group.
    pub numQueues: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_queue_group_properties_t",
    ][::core::mem::size_of::<ze_command_queue_group_properties_t>() - 40usize];
    [
        "Alignment of ze_command_queue_group_properties_t",
    ][::core::mem::align_of::<ze_command_queue_group_properties_t>() - 8usize];
    [
        "Offset of field: ze_command_queue_group_properties_t::stype",
    ][::core::mem::offset_of!(ze_command_queue_group_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_command_queue_group_properties_t::pNext",
    ][::core::mem::offset_of!(ze_command_queue_group_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_command_queue_group_properties_t::flags",
    ][::core::mem::offset_of!(ze_command_queue_group_properties_t, flags) - 16usize];
    [
        "Offset of field: ze_command_queue_group_properties_t::maxMemoryFillPatternSize",
    ][::core::mem::offset_of!(
        ze_command_queue_group_properties_t, maxMemoryFillPatternSize
    ) - 24usize];
    [
        "Offset of field: ze_command_queue_group_properties_t::numQueues",
    ][::core::mem::offset_of!(ze_command_queue_group_properties_t, numQueues) - 32usize];
};
impl ze_device_memory_property_flags_t {
    /// reserved for future use
    pub const ZE_DEVICE_MEMORY_PROPERTY_FLAG_TBD: ze_device_memory_property_flags_t = ze_device_memory_property_flags_t(
        1,
    );
}
impl ::core::ops::BitOr<ze_device_memory_property_flags_t>
for ze_device_memory_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_memory_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_memory_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_memory_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_memory_property_flags_t>
for ze_device_memory_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_memory_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_memory_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_memory_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_memory_property_flags_t(pub ::core::ffi::c_uint);
/// Device local memory properties queried using zeDeviceGetMemoryProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_memory_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_device_memory_property_flag_t
    pub flags: ze_device_memory_property_flags_t,
    /// Maximum clock rate for device memory.
    pub maxClockRate: u32,
    /// Maximum bus width between device and memory.
    pub maxBusWidth: u32,
    /// Total memory size in bytes that is available to the device.
    pub totalSize: u64,
    /// Memory name
    pub name: [::core::ffi::c_char; 256usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_memory_properties_t",
    ][::core::mem::size_of::<ze_device_memory_properties_t>() - 296usize];
    [
        "Alignment of ze_device_memory_properties_t",
    ][::core::mem::align_of::<ze_device_memory_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_memory_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_memory_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_memory_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, flags) - 16usize];
    [
        "Offset of field: ze_device_memory_properties_t::maxClockRate",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, maxClockRate) - 20usize];
    [
        "Offset of field: ze_device_memory_properties_t::maxBusWidth",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, maxBusWidth) - 24usize];
    [
        "Offset of field: ze_device_memory_properties_t::totalSize",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, totalSize) - 32usize];
    [
        "Offset of field: ze_device_memory_properties_t::name",
    ][::core::mem::offset_of!(ze_device_memory_properties_t, name) - 40usize];
};
impl ze_memory_access_cap_flags_t {
    /// Supports load/store access
    pub const ZE_MEMORY_ACCESS_CAP_FLAG_RW: ze_memory_access_cap_flags_t = ze_memory_access_cap_flags_t(
        1,
    );
    /// Supports atomic access
    pub const ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC: ze_memory_access_cap_flags_t = ze_memory_access_cap_flags_t(
        2,
    );
    /// Supports concurrent access
    pub const ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT: ze_memory_access_cap_flags_t = ze_memory_access_cap_flags_t(
        4,
    );
    /// Supports concurrent atomic access
    pub const ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC: ze_memory_access_cap_flags_t = ze_memory_access_cap_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_memory_access_cap_flags_t> for ze_memory_access_cap_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_memory_access_cap_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_memory_access_cap_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_memory_access_cap_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_memory_access_cap_flags_t> for ze_memory_access_cap_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_memory_access_cap_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_memory_access_cap_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_memory_access_cap_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_memory_access_cap_flags_t(pub ::core::ffi::c_uint);
/// Device memory access properties queried using zeDeviceGetMemoryAccessProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_memory_access_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// host memory capabilities. returns 0 (unsupported) or a combination of ze_memory_access_cap_flag_t.
    pub hostAllocCapabilities: ze_memory_access_cap_flags_t,
    /// device memory capabilities. returns 0 (unsupported) or a combination of ze_memory_access_cap_flag_t.
    pub deviceAllocCapabilities: ze_memory_access_cap_flags_t,
    /// shared, single-device memory capabilities. returns 0 (unsupported) or a combination of ze_memory_access_cap_flag_t.
    pub sharedSingleDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
    /// shared, cross-device memory capabilities. returns 0 (unsupported) or a combination of ze_memory_access_cap_flag_t.
    pub sharedCrossDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
    /// shared, system memory capabilities. returns 0 (unsupported) or a combination of ze_memory_access_cap_flag_t.
    pub sharedSystemAllocCapabilities: ze_memory_access_cap_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_memory_access_properties_t",
    ][::core::mem::size_of::<ze_device_memory_access_properties_t>() - 40usize];
    [
        "Alignment of ze_device_memory_access_properties_t",
    ][::core::mem::align_of::<ze_device_memory_access_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_memory_access_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_memory_access_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::hostAllocCapabilities",
    ][::core::mem::offset_of!(
        ze_device_memory_access_properties_t, hostAllocCapabilities
    ) - 16usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::deviceAllocCapabilities",
    ][::core::mem::offset_of!(
        ze_device_memory_access_properties_t, deviceAllocCapabilities
    ) - 20usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::sharedSingleDeviceAllocCapabilities",
    ][::core::mem::offset_of!(
        ze_device_memory_access_properties_t, sharedSingleDeviceAllocCapabilities
    ) - 24usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::sharedCrossDeviceAllocCapabilities",
    ][::core::mem::offset_of!(
        ze_device_memory_access_properties_t, sharedCrossDeviceAllocCapabilities
    ) - 28usize];
    [
        "Offset of field: ze_device_memory_access_properties_t::sharedSystemAllocCapabilities",
    ][::core::mem::offset_of!(
        ze_device_memory_access_properties_t, sharedSystemAllocCapabilities
    ) - 32usize];
};
impl ze_device_cache_property_flags_t {
    /// Device support User Cache Control (i.e. SLM section vs Generic Cache)
    pub const ZE_DEVICE_CACHE_PROPERTY_FLAG_USER_CONTROL: ze_device_cache_property_flags_t = ze_device_cache_property_flags_t(
        1,
    );
}
impl ::core::ops::BitOr<ze_device_cache_property_flags_t>
for ze_device_cache_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_cache_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_cache_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_cache_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_cache_property_flags_t>
for ze_device_cache_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_cache_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_cache_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_cache_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_cache_property_flags_t(pub ::core::ffi::c_uint);
/// Device cache properties queried using zeDeviceGetCacheProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_cache_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_device_cache_property_flag_t
    pub flags: ze_device_cache_property_flags_t,
    /// Per-cache size, in bytes
    pub cacheSize: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_cache_properties_t",
    ][::core::mem::size_of::<ze_device_cache_properties_t>() - 32usize];
    [
        "Alignment of ze_device_cache_properties_t",
    ][::core::mem::align_of::<ze_device_cache_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_cache_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_cache_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_cache_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_cache_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_cache_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_cache_properties_t, flags) - 16usize];
    [
        "Offset of field: ze_device_cache_properties_t::cacheSize",
    ][::core::mem::offset_of!(ze_device_cache_properties_t, cacheSize) - 24usize];
};
/// Device image properties queried using zeDeviceGetImageProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_image_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// Maximum image dimensions for 1D resources. if 0, then 1D images are unsupported.
    pub maxImageDims1D: u32,
    /// Maximum image dimensions for 2D resources. if 0, then 2D images are unsupported.
    pub maxImageDims2D: u32,
    /// Maximum image dimensions for 3D resources. if 0, then 3D images are unsupported.
    pub maxImageDims3D: u32,
    /// Maximum image buffer size in bytes. if 0, then buffer images are unsupported.
    pub maxImageBufferSize: u64,
    /// Maximum image array slices. if 0, then image arrays are unsupported.
    pub maxImageArraySlices: u32,
    /// Max samplers that can be used in kernel. if 0, then sampling is unsupported.
    pub maxSamplers: u32,
    /// Returns the maximum number of simultaneous image objects that can be read from by a kernel. if 0, then reading images is unsupported.
    pub maxReadImageArgs: u32,
    /// Returns the maximum number of simultaneous image objects that can be written to by a kernel. if 0, then writing images is unsupported.
    pub maxWriteImageArgs: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_image_properties_t",
    ][::core::mem::size_of::<ze_device_image_properties_t>() - 56usize];
    [
        "Alignment of ze_device_image_properties_t",
    ][::core::mem::align_of::<ze_device_image_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_image_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_image_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_image_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_image_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_image_properties_t::maxImageDims1D",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxImageDims1D) - 16usize];
    [
        "Offset of field: ze_device_image_properties_t::maxImageDims2D",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxImageDims2D) - 20usize];
    [
        "Offset of field: ze_device_image_properties_t::maxImageDims3D",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxImageDims3D) - 24usize];
    [
        "Offset of field: ze_device_image_properties_t::maxImageBufferSize",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxImageBufferSize)
        - 32usize];
    [
        "Offset of field: ze_device_image_properties_t::maxImageArraySlices",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxImageArraySlices)
        - 40usize];
    [
        "Offset of field: ze_device_image_properties_t::maxSamplers",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxSamplers) - 44usize];
    [
        "Offset of field: ze_device_image_properties_t::maxReadImageArgs",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxReadImageArgs) - 48usize];
    [
        "Offset of field: ze_device_image_properties_t::maxWriteImageArgs",
    ][::core::mem::offset_of!(ze_device_image_properties_t, maxWriteImageArgs)
        - 52usize];
};
/// Device external memory import and export properties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_external_memory_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// Supported external memory import types for memory allocations.
    pub memoryAllocationImportTypes: ze_external_memory_type_flags_t,
    /// Supported external memory export types for memory allocations.
    pub memoryAllocationExportTypes: ze_external_memory_type_flags_t,
    /// Supported external memory import types for images.
    pub imageImportTypes: ze_external_memory_type_flags_t,
    /// Supported external memory export types for images.
    pub imageExportTypes: ze_external_memory_type_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_external_memory_properties_t",
    ][::core::mem::size_of::<ze_device_external_memory_properties_t>() - 32usize];
    [
        "Alignment of ze_device_external_memory_properties_t",
    ][::core::mem::align_of::<ze_device_external_memory_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_external_memory_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_external_memory_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::memoryAllocationImportTypes",
    ][::core::mem::offset_of!(
        ze_device_external_memory_properties_t, memoryAllocationImportTypes
    ) - 16usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::memoryAllocationExportTypes",
    ][::core::mem::offset_of!(
        ze_device_external_memory_properties_t, memoryAllocationExportTypes
    ) - 20usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::imageImportTypes",
    ][::core::mem::offset_of!(ze_device_external_memory_properties_t, imageImportTypes)
        - 24usize];
    [
        "Offset of field: ze_device_external_memory_properties_t::imageExportTypes",
    ][::core::mem::offset_of!(ze_device_external_memory_properties_t, imageExportTypes)
        - 28usize];
};
impl ze_device_p2p_property_flags_t {
    /// Device supports access between peer devices.
    pub const ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS: ze_device_p2p_property_flags_t = ze_device_p2p_property_flags_t(
        1,
    );
    /// Device supports atomics between peer devices.
    pub const ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS: ze_device_p2p_property_flags_t = ze_device_p2p_property_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_device_p2p_property_flags_t>
for ze_device_p2p_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_p2p_property_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_p2p_property_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_p2p_property_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_p2p_property_flags_t>
for ze_device_p2p_property_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_p2p_property_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_p2p_property_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_p2p_property_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_p2p_property_flags_t(pub ::core::ffi::c_uint);
/// Device peer-to-peer properties queried using zeDeviceGetP2PProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_p2p_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_device_p2p_property_flag_t
    pub flags: ze_device_p2p_property_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_p2p_properties_t",
    ][::core::mem::size_of::<ze_device_p2p_properties_t>() - 24usize];
    [
        "Alignment of ze_device_p2p_properties_t",
    ][::core::mem::align_of::<ze_device_p2p_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_p2p_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_p2p_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_p2p_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_p2p_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_p2p_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_p2p_properties_t, flags) - 16usize];
};
impl ze_device_event_properties_flags_t {
    /// Counter-based Event with external aggregate storage supported
    pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE: ze_device_event_properties_flags_t = ze_device_event_properties_flags_t(
        1,
    );
    /// Counter-based Event IPC sharing supported
    pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC: ze_device_event_properties_flags_t = ze_device_event_properties_flags_t(
        2,
    );
    /// Counter-based Event with external sync allocation supported
    pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION: ze_device_event_properties_flags_t = ze_device_event_properties_flags_t(
        4,
    );
    /// Counter-based Event waiting for external interrupt id supported
    pub const ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_INTERRUPT_WAIT: ze_device_event_properties_flags_t = ze_device_event_properties_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_device_event_properties_flags_t>
for ze_device_event_properties_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_event_properties_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_event_properties_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_event_properties_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_event_properties_flags_t>
for ze_device_event_properties_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_event_properties_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_event_properties_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_event_properties_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_event_properties_flags_t(pub ::core::ffi::c_uint);
/// Device Event properties struct. Can be passed as pNext to ze_device_properties_t to obtain properties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_event_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// Supported Event properties. Valid combination of ze_device_event_properties_flag_t.
    pub flags: ze_device_event_properties_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_event_properties_t",
    ][::core::mem::size_of::<ze_device_event_properties_t>() - 24usize];
    [
        "Alignment of ze_device_event_properties_t",
    ][::core::mem::align_of::<ze_device_event_properties_t>() - 8usize];
    [
        "Offset of field: ze_device_event_properties_t::stype",
    ][::core::mem::offset_of!(ze_device_event_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_device_event_properties_t::pNext",
    ][::core::mem::offset_of!(ze_device_event_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_event_properties_t::flags",
    ][::core::mem::offset_of!(ze_device_event_properties_t, flags) - 16usize];
};
impl ze_context_flags_t {
    /// reserved for future use
    pub const ZE_CONTEXT_FLAG_TBD: ze_context_flags_t = ze_context_flags_t(1);
}
impl ::core::ops::BitOr<ze_context_flags_t> for ze_context_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_context_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_context_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_context_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_context_flags_t> for ze_context_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_context_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_context_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_context_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_context_flags_t(pub ::core::ffi::c_uint);
/// Context descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_context_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// creation flags. must be 0 (default) or a valid combination of ze_context_flag_t; default behavior may use implicit driver-based heuristics.
    pub flags: ze_context_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_context_desc_t"][::core::mem::size_of::<ze_context_desc_t>() - 24usize];
    [
        "Alignment of ze_context_desc_t",
    ][::core::mem::align_of::<ze_context_desc_t>() - 8usize];
    [
        "Offset of field: ze_context_desc_t::stype",
    ][::core::mem::offset_of!(ze_context_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_context_desc_t::pNext",
    ][::core::mem::offset_of!(ze_context_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_context_desc_t::flags",
    ][::core::mem::offset_of!(ze_context_desc_t, flags) - 16usize];
};
impl ze_command_queue_flags_t {
    /// command queue should be optimized for submission to a single device engine. driver **must** disable any implicit optimizations for distributing work across multiple engines. this flag should be used when applications want full control over multi-engine submission and scheduling. This flag is **DEPRECATED** as flag ${X}_COMMAND_LIST_FLAG_EXPLICIT_ONLY is **DEPRECATED**.
    pub const ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY: ze_command_queue_flags_t = ze_command_queue_flags_t(
        1,
    );
    /// To be used only when creating immediate command lists. Commands appended to the immediate command list are executed in-order, with driver implementation enforcing dependencies between them. Application is not required to have the signal event of a given command being the wait event of the next to define an in-order list, and application is allowed to pass signal and wait events to each appended command to implement more complex dependency graphs.
    pub const ZE_COMMAND_QUEUE_FLAG_IN_ORDER: ze_command_queue_flags_t = ze_command_queue_flags_t(
        2,
    );
    /// To be used only when creating immediate command lists and only for compute queues. Try to offload copy operations to different engines. This is only a hint. Driver may ignore it per append call, based on platform capabilities or internal heuristics.
    pub const ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT: ze_command_queue_flags_t = ze_command_queue_flags_t(
        4,
    );
}
impl ::core::ops::BitOr<ze_command_queue_flags_t> for ze_command_queue_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_command_queue_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_command_queue_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_command_queue_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_command_queue_flags_t> for ze_command_queue_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_command_queue_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_command_queue_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_command_queue_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_command_queue_flags_t(pub ::core::ffi::c_uint);
impl ze_command_queue_mode_t {
    /// implicit default behavior; uses driver-based heuristics
    pub const ZE_COMMAND_QUEUE_MODE_DEFAULT: ze_command_queue_mode_t = ze_command_queue_mode_t(
        0,
    );
    /// Device execution always completes immediately on execute; Host thread is blocked using wait on implicit synchronization object
    pub const ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS: ze_command_queue_mode_t = ze_command_queue_mode_t(
        1,
    );
    /// Device execution is scheduled and will complete in future; explicit synchronization object must be used to determine completeness
    pub const ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS: ze_command_queue_mode_t = ze_command_queue_mode_t(
        2,
    );
}
#[repr(transparent)]
/// Supported command queue modes
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_command_queue_mode_t(pub ::core::ffi::c_uint);
impl ze_command_queue_priority_t {
    /// normal priority
    pub const ZE_COMMAND_QUEUE_PRIORITY_NORMAL: ze_command_queue_priority_t = ze_command_queue_priority_t(
        0,
    );
    /// lower priority than normal
    pub const ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW: ze_command_queue_priority_t = ze_command_queue_priority_t(
        1,
    );
    /// higher priority than normal
    pub const ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH: ze_command_queue_priority_t = ze_command_queue_priority_t(
        2,
    );
}
#[repr(transparent)]
/// Supported command queue priorities
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_command_queue_priority_t(pub ::core::ffi::c_uint);
/// Command Queue descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_queue_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// command queue group ordinal
    pub ordinal: u32,
    /// command queue index within the group; must be zero.
    pub index: u32,
    /// usage flags. must be 0 (default) or a valid combination of ze_command_queue_flag_t; default behavior may use implicit driver-based heuristics to balance latency and throughput.
    pub flags: ze_command_queue_flags_t,
    /// operation mode
    pub mode: ze_command_queue_mode_t,
    /// priority
    pub priority: ze_command_queue_priority_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_queue_desc_t",
    ][::core::mem::size_of::<ze_command_queue_desc_t>() - 40usize];
    [
        "Alignment of ze_command_queue_desc_t",
    ][::core::mem::align_of::<ze_command_queue_desc_t>() - 8usize];
    [
        "Offset of field: ze_command_queue_desc_t::stype",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_command_queue_desc_t::pNext",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_command_queue_desc_t::ordinal",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, ordinal) - 16usize];
    [
        "Offset of field: ze_command_queue_desc_t::index",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, index) - 20usize];
    [
        "Offset of field: ze_command_queue_desc_t::flags",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, flags) - 24usize];
    [
        "Offset of field: ze_command_queue_desc_t::mode",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, mode) - 28usize];
    [
        "Offset of field: ze_command_queue_desc_t::priority",
    ][::core::mem::offset_of!(ze_command_queue_desc_t, priority) - 32usize];
};
impl ze_command_list_flags_t {
    /// driver may reorder commands (e.g., kernels, copies) between barriers and synchronization primitives. using this flag may increase Host overhead of zeCommandListClose. therefore, this flag should **not** be set for low-latency usage-models.
    pub const ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING: ze_command_list_flags_t = ze_command_list_flags_t(
        1,
    );
    /// driver may perform additional optimizations that increase execution throughput. using this flag may increase Host overhead of zeCommandListClose and zeCommandQueueExecuteCommandLists. therefore, this flag should **not** be set for low-latency usage-models.
    pub const ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT: ze_command_list_flags_t = ze_command_list_flags_t(
        2,
    );
    /// command list should be optimized for submission to a single command queue and device engine. driver **must** disable any implicit optimizations for distributing work across multiple engines. this flag should be used when applications want full control over multi-engine submission and scheduling. This flag is **DEPRECATED** and implementations are not expected to support this feature.
    pub const ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY: ze_command_list_flags_t = ze_command_list_flags_t(
        4,
    );
    /// commands appended to this command list are executed in-order, with driver implementation enforcing dependencies between them. Application is not required to have the signal event of a given command being the wait event of the next to define an in-order list, and application is allowed to pass signal and wait events to each appended command to implement more complex dependency graphs. Cannot be combined with ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING.
    pub const ZE_COMMAND_LIST_FLAG_IN_ORDER: ze_command_list_flags_t = ze_command_list_flags_t(
        8,
    );
    /// this command list may be cloned using zeCommandListCreateCloneExp after zeCommandListClose.
    pub const ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE: ze_command_list_flags_t = ze_command_list_flags_t(
        16,
    );
    /// Try to offload copy operations to different engines. Applicable only for compute queues. This is only a hint. Driver may ignore it per append call, based on platform capabilities or internal heuristics.
    pub const ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT: ze_command_list_flags_t = ze_command_list_flags_t(
        32,
    );
}
impl ::core::ops::BitOr<ze_command_list_flags_t> for ze_command_list_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_command_list_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_command_list_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_command_list_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_command_list_flags_t> for ze_command_list_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_command_list_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_command_list_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_command_list_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_command_list_flags_t(pub ::core::ffi::c_uint);
/// Command List descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_list_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// command queue group ordinal to which this command list will be submitted
    pub commandQueueGroupOrdinal: u32,
    /// usage flags. must be 0 (default) or a valid combination of ze_command_list_flag_t; default behavior may use implicit driver-based heuristics to balance latency and throughput.
    pub flags: ze_command_list_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_list_desc_t",
    ][::core::mem::size_of::<ze_command_list_desc_t>() - 24usize];
    [
        "Alignment of ze_command_list_desc_t",
    ][::core::mem::align_of::<ze_command_list_desc_t>() - 8usize];
    [
        "Offset of field: ze_command_list_desc_t::stype",
    ][::core::mem::offset_of!(ze_command_list_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_command_list_desc_t::pNext",
    ][::core::mem::offset_of!(ze_command_list_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_command_list_desc_t::commandQueueGroupOrdinal",
    ][::core::mem::offset_of!(ze_command_list_desc_t, commandQueueGroupOrdinal)
        - 16usize];
    [
        "Offset of field: ze_command_list_desc_t::flags",
    ][::core::mem::offset_of!(ze_command_list_desc_t, flags) - 20usize];
};
impl ze_event_pool_flags_t {
    /// signals and waits are also visible to host
    pub const ZE_EVENT_POOL_FLAG_HOST_VISIBLE: ze_event_pool_flags_t = ze_event_pool_flags_t(
        1,
    );
    /// signals and waits may be shared across processes
    pub const ZE_EVENT_POOL_FLAG_IPC: ze_event_pool_flags_t = ze_event_pool_flags_t(2);
    /// Indicates all events in pool will contain kernel timestamps
    pub const ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP: ze_event_pool_flags_t = ze_event_pool_flags_t(
        4,
    );
    /// Indicates all events in pool will contain kernel timestamps synchronized to host time domain; cannot be combined with ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP
    pub const ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP: ze_event_pool_flags_t = ze_event_pool_flags_t(
        8,
    );
}
impl ::core::ops::BitOr<ze_event_pool_flags_t> for ze_event_pool_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_event_pool_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_event_pool_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_event_pool_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_event_pool_flags_t> for ze_event_pool_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_event_pool_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_event_pool_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_event_pool_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_event_pool_flags_t(pub ::core::ffi::c_uint);
/// Event pool descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_pool_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// creation flags. must be 0 (default) or a valid combination of ze_event_pool_flag_t; default behavior is signals and waits are visible to the entire device and peer devices.
    pub flags: ze_event_pool_flags_t,
    /// number of events within the pool; must be greater than 0
    pub count: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_pool_desc_t",
    ][::core::mem::size_of::<ze_event_pool_desc_t>() - 24usize];
    [
        "Alignment of ze_event_pool_desc_t",
    ][::core::mem::align_of::<ze_event_pool_desc_t>() - 8usize];
    [
        "Offset of field: ze_event_pool_desc_t::stype",
    ][::core::mem::offset_of!(ze_event_pool_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_event_pool_desc_t::pNext",
    ][::core::mem::offset_of!(ze_event_pool_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_event_pool_desc_t::flags",
    ][::core::mem::offset_of!(ze_event_pool_desc_t, flags) - 16usize];
    [
        "Offset of field: ze_event_pool_desc_t::count",
    ][::core::mem::offset_of!(ze_event_pool_desc_t, count) - 20usize];
};
impl ze_event_scope_flags_t {
    /// cache hierarchies are flushed or invalidated sufficient for local sub-device access
    pub const ZE_EVENT_SCOPE_FLAG_SUBDEVICE: ze_event_scope_flags_t = ze_event_scope_flags_t(
        1,
    );
    /// cache hierarchies are flushed or invalidated sufficient for global device access and peer device access
    pub const ZE_EVENT_SCOPE_FLAG_DEVICE: ze_event_scope_flags_t = ze_event_scope_flags_t(
        2,
    );
    /// cache hierarchies are flushed or invalidated sufficient for device and host access
    pub const ZE_EVENT_SCOPE_FLAG_HOST: ze_event_scope_flags_t = ze_event_scope_flags_t(
        4,
    );
}
impl ::core::ops::BitOr<ze_event_scope_flags_t> for ze_event_scope_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_event_scope_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_event_scope_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_event_scope_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_event_scope_flags_t> for ze_event_scope_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_event_scope_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_event_scope_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_event_scope_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_event_scope_flags_t(pub ::core::ffi::c_uint);
impl ze_event_counter_based_flags_t {
    /// Counter-based event is used for immediate command lists (default)
    pub const ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        1,
    );
    /// Counter-based event is used for non-immediate command lists
    pub const ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        2,
    );
    /// Signals and waits are also visible to host
    pub const ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        4,
    );
    /// Event can be shared across processes for waiting
    pub const ZE_EVENT_COUNTER_BASED_FLAG_IPC: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        8,
    );
    /// Event contains timestamps populated in the device time domain. Implementation of this can be vendor specific, but typically pulled from timers on the offload device and not the host. Cannot be combined with ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP
    pub const ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        16,
    );
    /// Indicates that event will contain timestamps converted to the host time domain Cannot be combined with ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP It is recommended to use this flag for most users that want to correlate timestamps from the host and device into a single timeline. For host timestamps see zeDeviceGetGlobalTimestamps.
    pub const ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        32,
    );
    /// Counter-based event is used for synchronization between recorded graph commands and commands submitted outside the graph (see zeGraphInstantiateExt in ZE_RECORD_REPLAY_GRAPH_EXT_NAME for details).
    pub const ZE_EVENT_COUNTER_BASED_FLAG_GRAPH_EXTERNAL: ze_event_counter_based_flags_t = ze_event_counter_based_flags_t(
        64,
    );
}
impl ::core::ops::BitOr<ze_event_counter_based_flags_t>
for ze_event_counter_based_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_event_counter_based_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_event_counter_based_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_event_counter_based_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_event_counter_based_flags_t>
for ze_event_counter_based_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_event_counter_based_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_event_counter_based_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_event_counter_based_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_event_counter_based_flags_t(pub ::core::ffi::c_uint);
impl ze_event_sync_mode_flags_t {
    /// Low power host synchronization mode, for better CPU utilization
    pub const ZE_EVENT_SYNC_MODE_FLAG_LOW_POWER_WAIT: ze_event_sync_mode_flags_t = ze_event_sync_mode_flags_t(
        1,
    );
    /// Generate interrupt when Event is signalled on Device. It may be used to optimize low power CPU synchronization
    pub const ZE_EVENT_SYNC_MODE_FLAG_SIGNAL_INTERRUPT: ze_event_sync_mode_flags_t = ze_event_sync_mode_flags_t(
        2,
    );
    /// Host synchronization APIs wait for external interrupt id. Can be used only for Counter Based Events
    pub const ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT: ze_event_sync_mode_flags_t = ze_event_sync_mode_flags_t(
        4,
    );
}
impl ::core::ops::BitOr<ze_event_sync_mode_flags_t> for ze_event_sync_mode_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_event_sync_mode_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_event_sync_mode_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_event_sync_mode_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_event_sync_mode_flags_t> for ze_event_sync_mode_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_event_sync_mode_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_event_sync_mode_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_event_sync_mode_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_event_sync_mode_flags_t(pub ::core::ffi::c_uint);
/// Event sync mode descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_sync_mode_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// valid combination of ze_event_sync_mode_flag_t
    pub syncModeFlags: ze_event_sync_mode_flags_t,
    /// External interrupt id. Used only when ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT flag is set
    pub externalInterruptId: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_sync_mode_desc_t",
    ][::core::mem::size_of::<ze_event_sync_mode_desc_t>() - 24usize];
    [
        "Alignment of ze_event_sync_mode_desc_t",
    ][::core::mem::align_of::<ze_event_sync_mode_desc_t>() - 8usize];
    [
        "Offset of field: ze_event_sync_mode_desc_t::stype",
    ][::core::mem::offset_of!(ze_event_sync_mode_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_event_sync_mode_desc_t::pNext",
    ][::core::mem::offset_of!(ze_event_sync_mode_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_event_sync_mode_desc_t::syncModeFlags",
    ][::core::mem::offset_of!(ze_event_sync_mode_desc_t, syncModeFlags) - 16usize];
    [
        "Offset of field: ze_event_sync_mode_desc_t::externalInterruptId",
    ][::core::mem::offset_of!(ze_event_sync_mode_desc_t, externalInterruptId) - 20usize];
};
/// Event descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// index of the event within the pool; must be less than the count specified during pool creation
    pub index: u32,
    /// defines the scope of relevant cache hierarchies to flush on a signal action before the event is triggered. must be 0 (default) or a valid combination of ze_event_scope_flag_t; default behavior is synchronization within the command list only, no additional cache hierarchies are flushed.
    pub signal: ze_event_scope_flags_t,
    /// defines the scope of relevant cache hierarchies to invalidate on a wait action after the event is complete. must be 0 (default) or a valid combination of ze_event_scope_flag_t; default behavior is synchronization within the command list only, no additional cache hierarchies are invalidated.
    pub wait: ze_event_scope_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_event_desc_t"][::core::mem::size_of::<ze_event_desc_t>() - 32usize];
    [
        "Alignment of ze_event_desc_t",
    ][::core::mem::align_of::<ze_event_desc_t>() - 8usize];
    [
        "Offset of field: ze_event_desc_t::stype",
    ][::core::mem::offset_of!(ze_event_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_event_desc_t::pNext",
    ][::core::mem::offset_of!(ze_event_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_event_desc_t::index",
    ][::core::mem::offset_of!(ze_event_desc_t, index) - 16usize];
    [
        "Offset of field: ze_event_desc_t::signal",
    ][::core::mem::offset_of!(ze_event_desc_t, signal) - 20usize];
    [
        "Offset of field: ze_event_desc_t::wait",
    ][::core::mem::offset_of!(ze_event_desc_t, wait) - 24usize];
};
/// Counter Based Event descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_counter_based_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// counter based event flags. Must be 0 (default) or a valid combination of ze_event_counter_based_flag_t
    pub flags: ze_event_counter_based_flags_t,
    /// defines the scope of relevant cache hierarchies to flush on a signal action before the event is triggered. must be 0 (default) or a valid combination of ze_event_scope_flag_t; default behavior is synchronization within the command list only, no additional cache hierarchies are flushed.
    pub signal: ze_event_scope_flags_t,
    /// defines the scope of relevant cache hierarchies to invalidate on a wait action after the event is complete. must be 0 (default) or a valid combination of ze_event_scope_flag_t; default behavior is synchronization within the command list only, no additional cache hierarchies are invalidated.
    pub wait: ze_event_scope_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_counter_based_desc_t",
    ][::core::mem::size_of::<ze_event_counter_based_desc_t>() - 32usize];
    [
        "Alignment of ze_event_counter_based_desc_t",
    ][::core::mem::align_of::<ze_event_counter_based_desc_t>() - 8usize];
    [
        "Offset of field: ze_event_counter_based_desc_t::stype",
    ][::core::mem::offset_of!(ze_event_counter_based_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_event_counter_based_desc_t::pNext",
    ][::core::mem::offset_of!(ze_event_counter_based_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_event_counter_based_desc_t::flags",
    ][::core::mem::offset_of!(ze_event_counter_based_desc_t, flags) - 16usize];
    [
        "Offset of field: ze_event_counter_based_desc_t::signal",
    ][::core::mem::offset_of!(ze_event_counter_based_desc_t, signal) - 20usize];
    [
        "Offset of field: ze_event_counter_based_desc_t::wait",
    ][::core::mem::offset_of!(ze_event_counter_based_desc_t, wait) - 24usize];
};
/// Counter Based Event external sync allocation descriptor. Passed as pNext to ze_event_counter_based_desc_t
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_counter_based_external_sync_allocation_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// device address for external synchronization allocation
    pub deviceAddress: *mut u64,
    /// host address for external synchronization allocation
    pub hostAddress: *mut u64,
    /// completion value for external synchronization allocation. Must not exceed the value returned by zeDeviceGetCounterBasedEventMaxValue. User is also responsible for ensuring that any value written by the application to `deviceAddress` or `hostAddress` does not exceed that maximum.
    pub completionValue: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_counter_based_external_sync_allocation_desc_t",
    ][::core::mem::size_of::<ze_event_counter_based_external_sync_allocation_desc_t>()
        - 40usize];
    [
        "Alignment of ze_event_counter_based_external_sync_allocation_desc_t",
    ][::core::mem::align_of::<ze_event_counter_based_external_sync_allocation_desc_t>()
        - 8usize];
    [
        "Offset of field: ze_event_counter_based_external_sync_allocation_desc_t::stype",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_sync_allocation_desc_t, stype
    ) - 0usize];
    [
        "Offset of field: ze_event_counter_based_external_sync_allocation_desc_t::pNext",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_sync_allocation_desc_t, pNext
    ) - 8usize];
    [
        "Offset of field: ze_event_counter_based_external_sync_allocation_desc_t::deviceAddress",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_sync_allocation_desc_t, deviceAddress
    ) - 16usize];
    [
        "Offset of field: ze_event_counter_based_external_sync_allocation_desc_t::hostAddress",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_sync_allocation_desc_t, hostAddress
    ) - 24usize];
    [
        "Offset of field: ze_event_counter_based_external_sync_allocation_desc_t::completionValue",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_sync_allocation_desc_t, completionValue
    ) - 32usize];
};
/// Counter Based Event external aggregate storage. Passed as pNext to ze_event_counter_based_desc_t
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_counter_based_external_aggregate_storage_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// device address that would be updated with atomic_add upon signaling of this event, must be device USM memory
    pub deviceAddress: *mut u64,
    /// value which would by atomically added upon each completion
    pub incrementValue: u64,
    /// final completion value, when value under deviceAddress is equal or greater then this value then event is considered as completed. Must not exceed the value returned by zeDeviceGetCounterBasedEventMaxValue. User is responsible for ensuring that the value aggregated under `deviceAddress` (initial value plus any number of `incrementValue` additions) does not exceed that maximum at any point in time.
    pub completionValue: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_counter_based_external_aggregate_storage_desc_t",
    ][::core::mem::size_of::<ze_event_counter_based_external_aggregate_storage_desc_t>()
        - 40usize];
    [
        "Alignment of ze_event_counter_based_external_aggregate_storage_desc_t",
    ][::core::mem::align_of::<ze_event_counter_based_external_aggregate_storage_desc_t>()
        - 8usize];
    [
        "Offset of field: ze_event_counter_based_external_aggregate_storage_desc_t::stype",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_aggregate_storage_desc_t, stype
    ) - 0usize];
    [
        "Offset of field: ze_event_counter_based_external_aggregate_storage_desc_t::pNext",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_aggregate_storage_desc_t, pNext
    ) - 8usize];
    [
        "Offset of field: ze_event_counter_based_external_aggregate_storage_desc_t::deviceAddress",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_aggregate_storage_desc_t, deviceAddress
    ) - 16usize];
    [
        "Offset of field: ze_event_counter_based_external_aggregate_storage_desc_t::incrementValue",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_aggregate_storage_desc_t, incrementValue
    ) - 24usize];
    [
        "Offset of field: ze_event_counter_based_external_aggregate_storage_desc_t::completionValue",
    ][::core::mem::offset_of!(
        ze_event_counter_based_external_aggregate_storage_desc_t, completionValue
    ) - 32usize];
};
/// Kernel timestamp clock data
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_kernel_timestamp_data_t {
    /// time sample in tick counts at start of kernel execution
    pub kernelStart: u64,
    /// time sample in tick counts at end of kernel execution
    pub kernelEnd: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_kernel_timestamp_data_t",
    ][::core::mem::size_of::<ze_kernel_timestamp_data_t>() - 16usize];
    [
        "Alignment of ze_kernel_timestamp_data_t",
    ][::core::mem::align_of::<ze_kernel_timestamp_data_t>() - 8usize];
    [
        "Offset of field: ze_kernel_timestamp_data_t::kernelStart",
    ][::core::mem::offset_of!(ze_kernel_timestamp_data_t, kernelStart) - 0usize];
    [
        "Offset of field: ze_kernel_timestamp_data_t::kernelEnd",
    ][::core::mem::offset_of!(ze_kernel_timestamp_data_t, kernelEnd) - 8usize];
};
/// Kernel timestamp result
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_kernel_timestamp_result_t {
    /// wall-clock data; free running device clock indicating active device state.
    pub global: ze_kernel_timestamp_data_t,
    /// context specific active data; only includes clocks while context was actively executing on the device.
    pub context: ze_kernel_timestamp_data_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_kernel_timestamp_result_t",
    ][::core::mem::size_of::<ze_kernel_timestamp_result_t>() - 32usize];
    [
        "Alignment of ze_kernel_timestamp_result_t",
    ][::core::mem::align_of::<ze_kernel_timestamp_result_t>() - 8usize];
    [
        "Offset of field: ze_kernel_timestamp_result_t::global",
    ][::core::mem::offset_of!(ze_kernel_timestamp_result_t, global) - 0usize];
    [
        "Offset of field: ze_kernel_timestamp_result_t::context",
    ][::core::mem::offset_of!(ze_kernel_timestamp_result_t, context) - 16usize];
};
impl ze_device_mem_alloc_flags_t {
    /// device should cache allocation
    pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED: ze_device_mem_alloc_flags_t = ze_device_mem_alloc_flags_t(
        1,
    );
    /// device should not cache allocation (UC)
    pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED: ze_device_mem_alloc_flags_t = ze_device_mem_alloc_flags_t(
        2,
    );
    /// optimize shared allocation for first access on the device
    pub const ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT: ze_device_mem_alloc_flags_t = ze_device_mem_alloc_flags_t(
        4,
    );
}
impl ::core::ops::BitOr<ze_device_mem_alloc_flags_t> for ze_device_mem_alloc_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_device_mem_alloc_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_device_mem_alloc_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_device_mem_alloc_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_device_mem_alloc_flags_t> for ze_device_mem_alloc_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_device_mem_alloc_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_device_mem_alloc_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_device_mem_alloc_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_device_mem_alloc_flags_t(pub ::core::ffi::c_uint);
/// Device memory allocation descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_mem_alloc_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying additional allocation controls. must be 0 (default) or a valid combination of ze_device_mem_alloc_flag_t; default behavior may use implicit driver-based heuristics.
    pub flags: ze_device_mem_alloc_flags_t,
    /// ordinal of the device's local memory to allocate from. must be less than the count returned from zeDeviceGetMemoryProperties.
    pub ordinal: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_mem_alloc_desc_t",
    ][::core::mem::size_of::<ze_device_mem_alloc_desc_t>() - 24usize];
    [
        "Alignment of ze_device_mem_alloc_desc_t",
    ][::core::mem::align_of::<ze_device_mem_alloc_desc_t>() - 8usize];
    [
        "Offset of field: ze_device_mem_alloc_desc_t::stype",
    ][::core::mem::offset_of!(ze_device_mem_alloc_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_device_mem_alloc_desc_t::pNext",
    ][::core::mem::offset_of!(ze_device_mem_alloc_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_mem_alloc_desc_t::flags",
    ][::core::mem::offset_of!(ze_device_mem_alloc_desc_t, flags) - 16usize];
    [
        "Offset of field: ze_device_mem_alloc_desc_t::ordinal",
    ][::core::mem::offset_of!(ze_device_mem_alloc_desc_t, ordinal) - 20usize];
};
impl ze_host_mem_alloc_flags_t {
    /// host should cache allocation
    pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED: ze_host_mem_alloc_flags_t = ze_host_mem_alloc_flags_t(
        1,
    );
    /// host should not cache allocation (UC)
    pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED: ze_host_mem_alloc_flags_t = ze_host_mem_alloc_flags_t(
        2,
    );
    /// host memory should be allocated write-combined (WC)
    pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED: ze_host_mem_alloc_flags_t = ze_host_mem_alloc_flags_t(
        4,
    );
    /// optimize shared allocation for first access on the host
    pub const ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT: ze_host_mem_alloc_flags_t = ze_host_mem_alloc_flags_t(
        8,
    );
    /// device access will be read-only, mutually exclusive with ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED
    pub const ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY: ze_host_mem_alloc_flags_t = ze_host_mem_alloc_flags_t(
        16,
    );
}
impl ::core::ops::BitOr<ze_host_mem_alloc_flags_t> for ze_host_mem_alloc_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_host_mem_alloc_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_host_mem_alloc_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_host_mem_alloc_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_host_mem_alloc_flags_t> for ze_host_mem_alloc_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_host_mem_alloc_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_host_mem_alloc_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_host_mem_alloc_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_host_mem_alloc_flags_t(pub ::core::ffi::c_uint);
/// Host memory allocation descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_host_mem_alloc_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying additional allocation controls. must be 0 (default) or a valid combination of ze_host_mem_alloc_flag_t; default behavior may use implicit driver-based heuristics.
    pub flags: ze_host_mem_alloc_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_host_mem_alloc_desc_t",
    ][::core::mem::size_of::<ze_host_mem_alloc_desc_t>() - 24usize];
    [
        "Alignment of ze_host_mem_alloc_desc_t",
    ][::core::mem::align_of::<ze_host_mem_alloc_desc_t>() - 8usize];
    [
        "Offset of field: ze_host_mem_alloc_desc_t::stype",
    ][::core::mem::offset_of!(ze_host_mem_alloc_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_host_mem_alloc_desc_t::pNext",
    ][::core::mem::offset_of!(ze_host_mem_alloc_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_host_mem_alloc_desc_t::flags",
    ][::core::mem::offset_of!(ze_host_mem_alloc_desc_t, flags) - 16usize];
};
impl ze_memory_type_t {
    /// the memory pointed to is of unknown type
    pub const ZE_MEMORY_TYPE_UNKNOWN: ze_memory_type_t = ze_memory_type_t(0);
    /// the memory pointed to is a host allocation
    pub const ZE_MEMORY_TYPE_HOST: ze_memory_type_t = ze_memory_type_t(1);
    /// the memory pointed to is a device allocation
    pub const ZE_MEMORY_TYPE_DEVICE: ze_memory_type_t = ze_memory_type_t(2);
    /// the memory pointed to is a shared ownership allocation
    pub const ZE_MEMORY_TYPE_SHARED: ze_memory_type_t = ze_memory_type_t(3);
    /// the memory pointed to is a host allocation created from external system memory
    pub const ZE_MEMORY_TYPE_HOST_IMPORTED: ze_memory_type_t = ze_memory_type_t(4);
}
#[repr(transparent)]
/// Memory allocation type
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_memory_type_t(pub ::core::ffi::c_uint);
/// Memory allocation properties queried using zeMemGetAllocProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_memory_allocation_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// type of allocated memory
    pub type_: ze_memory_type_t,
    /// identifier for this allocation
    pub id: u64,
    /// page size used for allocation
    pub pageSize: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_memory_allocation_properties_t",
    ][::core::mem::size_of::<ze_memory_allocation_properties_t>() - 40usize];
    [
        "Alignment of ze_memory_allocation_properties_t",
    ][::core::mem::align_of::<ze_memory_allocation_properties_t>() - 8usize];
    [
        "Offset of field: ze_memory_allocation_properties_t::stype",
    ][::core::mem::offset_of!(ze_memory_allocation_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_memory_allocation_properties_t::pNext",
    ][::core::mem::offset_of!(ze_memory_allocation_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_memory_allocation_properties_t::type_",
    ][::core::mem::offset_of!(ze_memory_allocation_properties_t, type_) - 16usize];
    [
        "Offset of field: ze_memory_allocation_properties_t::id",
    ][::core::mem::offset_of!(ze_memory_allocation_properties_t, id) - 24usize];
    [
        "Offset of field: ze_memory_allocation_properties_t::pageSize",
    ][::core::mem::offset_of!(ze_memory_allocation_properties_t, pageSize) - 32usize];
};
impl ze_ipc_memory_flags_t {
    /// device should cache allocation
    pub const ZE_IPC_MEMORY_FLAG_BIAS_CACHED: ze_ipc_memory_flags_t = ze_ipc_memory_flags_t(
        1,
    );
    /// device should not cache allocation (UC)
    pub const ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED: ze_ipc_memory_flags_t = ze_ipc_memory_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_ipc_memory_flags_t> for ze_ipc_memory_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_ipc_memory_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_ipc_memory_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_ipc_memory_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_ipc_memory_flags_t> for ze_ipc_memory_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_ipc_memory_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_ipc_memory_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_ipc_memory_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_ipc_memory_flags_t(pub ::core::ffi::c_uint);
/// Additional allocation descriptor for exporting external memory
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_external_memory_export_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying memory export types for this allocation. must be 0 (default) or a valid combination of ze_external_memory_type_flags_t
    pub flags: ze_external_memory_type_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_external_memory_export_desc_t",
    ][::core::mem::size_of::<ze_external_memory_export_desc_t>() - 24usize];
    [
        "Alignment of ze_external_memory_export_desc_t",
    ][::core::mem::align_of::<ze_external_memory_export_desc_t>() - 8usize];
    [
        "Offset of field: ze_external_memory_export_desc_t::stype",
    ][::core::mem::offset_of!(ze_external_memory_export_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_external_memory_export_desc_t::pNext",
    ][::core::mem::offset_of!(ze_external_memory_export_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_external_memory_export_desc_t::flags",
    ][::core::mem::offset_of!(ze_external_memory_export_desc_t, flags) - 16usize];
};
/// Additional allocation descriptor for importing external memory as a file descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_external_memory_import_fd_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying the memory import type for the file descriptor. must be 0 (default) or a valid combination of ze_external_memory_type_flags_t
    pub flags: ze_external_memory_type_flags_t,
    /// the file descriptor handle to import
    pub fd: ::core::ffi::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_external_memory_import_fd_t",
    ][::core::mem::size_of::<ze_external_memory_import_fd_t>() - 24usize];
    [
        "Alignment of ze_external_memory_import_fd_t",
    ][::core::mem::align_of::<ze_external_memory_import_fd_t>() - 8usize];
    [
        "Offset of field: ze_external_memory_import_fd_t::stype",
    ][::core::mem::offset_of!(ze_external_memory_import_fd_t, stype) - 0usize];
    [
        "Offset of field: ze_external_memory_import_fd_t::pNext",
    ][::core::mem::offset_of!(ze_external_memory_import_fd_t, pNext) - 8usize];
    [
        "Offset of field: ze_external_memory_import_fd_t::flags",
    ][::core::mem::offset_of!(ze_external_memory_import_fd_t, flags) - 16usize];
    [
        "Offset of field: ze_external_memory_import_fd_t::fd",
    ][::core::mem::offset_of!(ze_external_memory_import_fd_t, fd) - 20usize];
};
/// Exports an allocation as a file descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_external_memory_export_fd_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying the memory export type for the file descriptor. must be 0 (default) or a valid combination of ze_external_memory_type_flags_t
    pub flags: ze_external_memory_type_flags_t,
    /// the exported file descriptor handle representing the allocation.
    pub fd: ::core::ffi::c_int,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_external_memory_export_fd_t",
    ][::core::mem::size_of::<ze_external_memory_export_fd_t>() - 24usize];
    [
        "Alignment of ze_external_memory_export_fd_t",
    ][::core::mem::align_of::<ze_external_memory_export_fd_t>() - 8usize];
    [
        "Offset of field: ze_external_memory_export_fd_t::stype",
    ][::core::mem::offset_of!(ze_external_memory_export_fd_t, stype) - 0usize];
    [
        "Offset of field: ze_external_memory_export_fd_t::pNext",
    ][::core::mem::offset_of!(ze_external_memory_export_fd_t, pNext) - 8usize];
    [
        "Offset of field: ze_external_memory_export_fd_t::flags",
    ][::core::mem::offset_of!(ze_external_memory_export_fd_t, flags) - 16usize];
    [
        "Offset of field: ze_external_memory_export_fd_t::fd",
    ][::core::mem::offset_of!(ze_external_memory_export_fd_t, fd) - 20usize];
};
impl ze_memory_access_attribute_t {
    /// Indicates the memory page is inaccessible.
    pub const ZE_MEMORY_ACCESS_ATTRIBUTE_NONE: ze_memory_access_attribute_t = ze_memory_access_attribute_t(
        0,
    );
    /// Indicates the memory page supports read write access.
    pub const ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE: ze_memory_access_attribute_t = ze_memory_access_attribute_t(
        1,
    );
    /// Indicates the memory page supports read-only access.
    pub const ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY: ze_memory_access_attribute_t = ze_memory_access_attribute_t(
        2,
    );
}
#[repr(transparent)]
/// Virtual memory page access attributes
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_memory_access_attribute_t(pub ::core::ffi::c_uint);
impl ze_physical_mem_flags_t {
    /// allocate physical device memory.
    pub const ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE: ze_physical_mem_flags_t = ze_physical_mem_flags_t(
        1,
    );
    /// Allocate physical host memory instead.
    pub const ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST: ze_physical_mem_flags_t = ze_physical_mem_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_physical_mem_flags_t> for ze_physical_mem_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_physical_mem_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_physical_mem_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_physical_mem_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_physical_mem_flags_t> for ze_physical_mem_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_physical_mem_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_physical_mem_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_physical_mem_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_physical_mem_flags_t(pub ::core::ffi::c_uint);
/// Physical memory descriptor
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_physical_mem_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// creation flags. must be 0 (default) or a valid combination of ze_physical_mem_flag_t; default is to create physical device memory.
    pub flags: ze_physical_mem_flags_t,
    /// size in bytes to reserve; must be page aligned.
    pub size: usize,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_physical_mem_desc_t",
    ][::core::mem::size_of::<ze_physical_mem_desc_t>() - 32usize];
    [
        "Alignment of ze_physical_mem_desc_t",
    ][::core::mem::align_of::<ze_physical_mem_desc_t>() - 8usize];
    [
        "Offset of field: ze_physical_mem_desc_t::stype",
    ][::core::mem::offset_of!(ze_physical_mem_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_physical_mem_desc_t::pNext",
    ][::core::mem::offset_of!(ze_physical_mem_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_physical_mem_desc_t::flags",
    ][::core::mem::offset_of!(ze_physical_mem_desc_t, flags) - 16usize];
    [
        "Offset of field: ze_physical_mem_desc_t::size",
    ][::core::mem::offset_of!(ze_physical_mem_desc_t, size) - 24usize];
};
/// Physical memory properties queried using zePhysicalMemGetProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_physical_mem_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// unique identifier for the physical memory object
    pub id: u64,
    /// size of the physical memory object in bytes
    pub size: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_physical_mem_properties_t",
    ][::core::mem::size_of::<ze_physical_mem_properties_t>() - 32usize];
    [
        "Alignment of ze_physical_mem_properties_t",
    ][::core::mem::align_of::<ze_physical_mem_properties_t>() - 8usize];
    [
        "Offset of field: ze_physical_mem_properties_t::stype",
    ][::core::mem::offset_of!(ze_physical_mem_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_physical_mem_properties_t::pNext",
    ][::core::mem::offset_of!(ze_physical_mem_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_physical_mem_properties_t::id",
    ][::core::mem::offset_of!(ze_physical_mem_properties_t, id) - 16usize];
    [
        "Offset of field: ze_physical_mem_properties_t::size",
    ][::core::mem::offset_of!(ze_physical_mem_properties_t, size) - 24usize];
};
impl ze_relaxed_allocation_limits_exp_flags_t {
    /// Allocation size may exceed the `maxMemAllocSize` member of ze_device_properties_t. Use ze_relaxed_allocation_limits_ext_flags_t MAX_SIZE instead.
    pub const ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE: ze_relaxed_allocation_limits_exp_flags_t = ze_relaxed_allocation_limits_exp_flags_t(
        1,
    );
}
impl ::core::ops::BitOr<ze_relaxed_allocation_limits_exp_flags_t>
for ze_relaxed_allocation_limits_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_relaxed_allocation_limits_exp_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_relaxed_allocation_limits_exp_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_relaxed_allocation_limits_exp_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_relaxed_allocation_limits_exp_flags_t>
for ze_relaxed_allocation_limits_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_relaxed_allocation_limits_exp_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_relaxed_allocation_limits_exp_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_relaxed_allocation_limits_exp_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_relaxed_allocation_limits_exp_flags_t(pub ::core::ffi::c_uint);
/// Relaxed limits memory allocation descriptor. Use ze_relaxed_allocation_limits_ext_desc_t instead.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_relaxed_allocation_limits_exp_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// no longer supported, use ze_relaxed_allocation_limits_ext_desc_t instead
    pub flags: ze_relaxed_allocation_limits_exp_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_relaxed_allocation_limits_exp_desc_t",
    ][::core::mem::size_of::<ze_relaxed_allocation_limits_exp_desc_t>() - 24usize];
    [
        "Alignment of ze_relaxed_allocation_limits_exp_desc_t",
    ][::core::mem::align_of::<ze_relaxed_allocation_limits_exp_desc_t>() - 8usize];
    [
        "Offset of field: ze_relaxed_allocation_limits_exp_desc_t::stype",
    ][::core::mem::offset_of!(ze_relaxed_allocation_limits_exp_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_relaxed_allocation_limits_exp_desc_t::pNext",
    ][::core::mem::offset_of!(ze_relaxed_allocation_limits_exp_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_relaxed_allocation_limits_exp_desc_t::flags",
    ][::core::mem::offset_of!(ze_relaxed_allocation_limits_exp_desc_t, flags) - 16usize];
};
/// Device PCI address
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_pci_address_ext_t {
    /// PCI domain number
    pub domain: u32,
    /// PCI BDF bus number
    pub bus: u32,
    /// PCI BDF device number
    pub device: u32,
    /// PCI BDF function number
    pub function: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_pci_address_ext_t",
    ][::core::mem::size_of::<ze_pci_address_ext_t>() - 16usize];
    [
        "Alignment of ze_pci_address_ext_t",
    ][::core::mem::align_of::<ze_pci_address_ext_t>() - 4usize];
    [
        "Offset of field: ze_pci_address_ext_t::domain",
    ][::core::mem::offset_of!(ze_pci_address_ext_t, domain) - 0usize];
    [
        "Offset of field: ze_pci_address_ext_t::bus",
    ][::core::mem::offset_of!(ze_pci_address_ext_t, bus) - 4usize];
    [
        "Offset of field: ze_pci_address_ext_t::device",
    ][::core::mem::offset_of!(ze_pci_address_ext_t, device) - 8usize];
    [
        "Offset of field: ze_pci_address_ext_t::function",
    ][::core::mem::offset_of!(ze_pci_address_ext_t, function) - 12usize];
};
/// Device PCI speed
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_pci_speed_ext_t {
    /// The link generation. A value of -1 means that this property is unknown.
    pub genVersion: i32,
    /// The number of lanes. A value of -1 means that this property is unknown.
    pub width: i32,
    /// The theoretical maximum bandwidth in bytes/sec (sum of all lanes). A value of -1 means that this property is unknown.
    pub maxBandwidth: i64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_pci_speed_ext_t",
    ][::core::mem::size_of::<ze_pci_speed_ext_t>() - 16usize];
    [
        "Alignment of ze_pci_speed_ext_t",
    ][::core::mem::align_of::<ze_pci_speed_ext_t>() - 8usize];
    [
        "Offset of field: ze_pci_speed_ext_t::genVersion",
    ][::core::mem::offset_of!(ze_pci_speed_ext_t, genVersion) - 0usize];
    [
        "Offset of field: ze_pci_speed_ext_t::width",
    ][::core::mem::offset_of!(ze_pci_speed_ext_t, width) - 4usize];
    [
        "Offset of field: ze_pci_speed_ext_t::maxBandwidth",
    ][::core::mem::offset_of!(ze_pci_speed_ext_t, maxBandwidth) - 8usize];
};
/// Static PCI properties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_pci_ext_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// The BDF address
    pub address: ze_pci_address_ext_t,
    /// Fastest port configuration supported by the device (sum of all lanes)
    pub maxSpeed: ze_pci_speed_ext_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_pci_ext_properties_t",
    ][::core::mem::size_of::<ze_pci_ext_properties_t>() - 48usize];
    [
        "Alignment of ze_pci_ext_properties_t",
    ][::core::mem::align_of::<ze_pci_ext_properties_t>() - 8usize];
    [
        "Offset of field: ze_pci_ext_properties_t::stype",
    ][::core::mem::offset_of!(ze_pci_ext_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_pci_ext_properties_t::pNext",
    ][::core::mem::offset_of!(ze_pci_ext_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_pci_ext_properties_t::address",
    ][::core::mem::offset_of!(ze_pci_ext_properties_t, address) - 16usize];
    [
        "Offset of field: ze_pci_ext_properties_t::maxSpeed",
    ][::core::mem::offset_of!(ze_pci_ext_properties_t, maxSpeed) - 32usize];
};
impl ze_driver_memory_free_policy_ext_flags_t {
    /// Blocks until all commands using the memory are complete before scheduling memory to be freed. Does not guarantee memory is freed upon return, only that it is safe and is scheduled to be freed. Actual freeing of memory is specific to user mode driver and kernel mode driver implementation and may be done asynchronously.
    pub const ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE: ze_driver_memory_free_policy_ext_flags_t = ze_driver_memory_free_policy_ext_flags_t(
        1,
    );
    /// Immediately schedules the memory to be freed and returns without blocking. Memory may be freed after all commands using the memory are complete. Actual freeing of memory is specific to user mode driver and kernel mode driver implementation and may be done asynchronously.
    pub const ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE: ze_driver_memory_free_policy_ext_flags_t = ze_driver_memory_free_policy_ext_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_driver_memory_free_policy_ext_flags_t>
for ze_driver_memory_free_policy_ext_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_driver_memory_free_policy_ext_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_driver_memory_free_policy_ext_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_driver_memory_free_policy_ext_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_driver_memory_free_policy_ext_flags_t>
for ze_driver_memory_free_policy_ext_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_driver_memory_free_policy_ext_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_driver_memory_free_policy_ext_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_driver_memory_free_policy_ext_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_driver_memory_free_policy_ext_flags_t(pub ::core::ffi::c_uint);
/// Memory free descriptor with free policy
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_memory_free_ext_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// flags specifying the memory free policy. must be 0 (default) or a supported ze_driver_memory_free_policy_ext_flag_t; default behavior is to free immediately.
    pub freePolicy: ze_driver_memory_free_policy_ext_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_memory_free_ext_desc_t",
    ][::core::mem::size_of::<ze_memory_free_ext_desc_t>() - 24usize];
    [
        "Alignment of ze_memory_free_ext_desc_t",
    ][::core::mem::align_of::<ze_memory_free_ext_desc_t>() - 8usize];
    [
        "Offset of field: ze_memory_free_ext_desc_t::stype",
    ][::core::mem::offset_of!(ze_memory_free_ext_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_memory_free_ext_desc_t::pNext",
    ][::core::mem::offset_of!(ze_memory_free_ext_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_memory_free_ext_desc_t::freePolicy",
    ][::core::mem::offset_of!(ze_memory_free_ext_desc_t, freePolicy) - 16usize];
};
/// Device IP version queried using zeDeviceGetProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_ip_version_ext_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// Device IP version. The meaning of the device IP version is implementation-defined, but newer devices should have a higher version than older devices.
    pub ipVersion: u32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_ip_version_ext_t",
    ][::core::mem::size_of::<ze_device_ip_version_ext_t>() - 24usize];
    [
        "Alignment of ze_device_ip_version_ext_t",
    ][::core::mem::align_of::<ze_device_ip_version_ext_t>() - 8usize];
    [
        "Offset of field: ze_device_ip_version_ext_t::stype",
    ][::core::mem::offset_of!(ze_device_ip_version_ext_t, stype) - 0usize];
    [
        "Offset of field: ze_device_ip_version_ext_t::pNext",
    ][::core::mem::offset_of!(ze_device_ip_version_ext_t, pNext) - 8usize];
    [
        "Offset of field: ze_device_ip_version_ext_t::ipVersion",
    ][::core::mem::offset_of!(ze_device_ip_version_ext_t, ipVersion) - 16usize];
};
impl ze_event_pool_counter_based_exp_flags_t {
    /// Counter-based event pool is used for immediate command lists (default)
    pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE: ze_event_pool_counter_based_exp_flags_t = ze_event_pool_counter_based_exp_flags_t(
        1,
    );
    /// Counter-based event pool is for non-immediate command lists
    pub const ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE: ze_event_pool_counter_based_exp_flags_t = ze_event_pool_counter_based_exp_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_event_pool_counter_based_exp_flags_t>
for ze_event_pool_counter_based_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_event_pool_counter_based_exp_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_event_pool_counter_based_exp_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_event_pool_counter_based_exp_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_event_pool_counter_based_exp_flags_t>
for ze_event_pool_counter_based_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_event_pool_counter_based_exp_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_event_pool_counter_based_exp_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_event_pool_counter_based_exp_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_event_pool_counter_based_exp_flags_t(pub ::core::ffi::c_uint);
/// Event pool descriptor for counter-based events. This structure may be passed to zeEventPoolCreate as pNext member of ze_event_pool_desc_t. @deprecated since 1.15
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_pool_counter_based_exp_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// mode flags. must be 0 (default) or a valid value of ze_event_pool_counter_based_exp_flag_t default behavior is counter-based event pool is only used for immediate command lists.
    pub flags: ze_event_pool_counter_based_exp_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_pool_counter_based_exp_desc_t",
    ][::core::mem::size_of::<ze_event_pool_counter_based_exp_desc_t>() - 24usize];
    [
        "Alignment of ze_event_pool_counter_based_exp_desc_t",
    ][::core::mem::align_of::<ze_event_pool_counter_based_exp_desc_t>() - 8usize];
    [
        "Offset of field: ze_event_pool_counter_based_exp_desc_t::stype",
    ][::core::mem::offset_of!(ze_event_pool_counter_based_exp_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_event_pool_counter_based_exp_desc_t::pNext",
    ][::core::mem::offset_of!(ze_event_pool_counter_based_exp_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_event_pool_counter_based_exp_desc_t::flags",
    ][::core::mem::offset_of!(ze_event_pool_counter_based_exp_desc_t, flags) - 16usize];
};
impl ze_driver_ddi_handle_ext_flags_t {
    /// Driver Supports DDI Handles Extension
    pub const ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED: ze_driver_ddi_handle_ext_flags_t = ze_driver_ddi_handle_ext_flags_t(
        1,
    );
}
impl ::core::ops::BitOr<ze_driver_ddi_handle_ext_flags_t>
for ze_driver_ddi_handle_ext_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_driver_ddi_handle_ext_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_driver_ddi_handle_ext_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_driver_ddi_handle_ext_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_driver_ddi_handle_ext_flags_t>
for ze_driver_ddi_handle_ext_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_driver_ddi_handle_ext_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_driver_ddi_handle_ext_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_driver_ddi_handle_ext_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_driver_ddi_handle_ext_flags_t(pub ::core::ffi::c_uint);
/// Driver DDI Handles properties queried using zeDriverGetProperties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_ddi_handles_ext_properties_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// 0 (none) or a valid combination of ze_driver_ddi_handle_ext_flags_t
    pub flags: ze_driver_ddi_handle_ext_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_ddi_handles_ext_properties_t",
    ][::core::mem::size_of::<ze_driver_ddi_handles_ext_properties_t>() - 24usize];
    [
        "Alignment of ze_driver_ddi_handles_ext_properties_t",
    ][::core::mem::align_of::<ze_driver_ddi_handles_ext_properties_t>() - 8usize];
    [
        "Offset of field: ze_driver_ddi_handles_ext_properties_t::stype",
    ][::core::mem::offset_of!(ze_driver_ddi_handles_ext_properties_t, stype) - 0usize];
    [
        "Offset of field: ze_driver_ddi_handles_ext_properties_t::pNext",
    ][::core::mem::offset_of!(ze_driver_ddi_handles_ext_properties_t, pNext) - 8usize];
    [
        "Offset of field: ze_driver_ddi_handles_ext_properties_t::flags",
    ][::core::mem::offset_of!(ze_driver_ddi_handles_ext_properties_t, flags) - 16usize];
};
impl ze_ipc_mem_handle_type_flags_t {
    /// Local IPC memory handle type for use within the same device. This is the default if no flags are specified and does not indicate if the handle is shareable across devices or machines.
    pub const ZE_IPC_MEM_HANDLE_TYPE_FLAG_DEFAULT: ze_ipc_mem_handle_type_flags_t = ze_ipc_mem_handle_type_flags_t(
        1,
    );
    /// Fabric accessible IPC memory handle type for use across devices or machines via a supported fabric.
    pub const ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE: ze_ipc_mem_handle_type_flags_t = ze_ipc_mem_handle_type_flags_t(
        2,
    );
}
impl ::core::ops::BitOr<ze_ipc_mem_handle_type_flags_t>
for ze_ipc_mem_handle_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        ze_ipc_mem_handle_type_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for ze_ipc_mem_handle_type_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: ze_ipc_mem_handle_type_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<ze_ipc_mem_handle_type_flags_t>
for ze_ipc_mem_handle_type_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        ze_ipc_mem_handle_type_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for ze_ipc_mem_handle_type_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: ze_ipc_mem_handle_type_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ze_ipc_mem_handle_type_flags_t(pub ::core::ffi::c_uint);
/// \['IPC Memory Handle Type Extension Descriptor', 'Used in zeMemGetIpcHandleWithProperties, zeMemAllocDevice, and zeMemAllocHost, zePhysicalMemCreate to specify the IPC memory handle type to create for this allocation.']
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_ipc_mem_handle_type_ext_desc_t {
    /// type of this structure
    pub stype: ze_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// valid combination of ze_ipc_mem_handle_type_flag_t
    pub typeFlags: ze_ipc_mem_handle_type_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_ipc_mem_handle_type_ext_desc_t",
    ][::core::mem::size_of::<ze_ipc_mem_handle_type_ext_desc_t>() - 24usize];
    [
        "Alignment of ze_ipc_mem_handle_type_ext_desc_t",
    ][::core::mem::align_of::<ze_ipc_mem_handle_type_ext_desc_t>() - 8usize];
    [
        "Offset of field: ze_ipc_mem_handle_type_ext_desc_t::stype",
    ][::core::mem::offset_of!(ze_ipc_mem_handle_type_ext_desc_t, stype) - 0usize];
    [
        "Offset of field: ze_ipc_mem_handle_type_ext_desc_t::pNext",
    ][::core::mem::offset_of!(ze_ipc_mem_handle_type_ext_desc_t, pNext) - 8usize];
    [
        "Offset of field: ze_ipc_mem_handle_type_ext_desc_t::typeFlags",
    ][::core::mem::offset_of!(ze_ipc_mem_handle_type_ext_desc_t, typeFlags) - 16usize];
};
/// Host Function callback type
pub type ze_host_function_callback_t = ::core::option::Option<
    unsafe extern "C" fn(pUserData: *mut ::core::ffi::c_void),
>;
impl zes_structure_type_t {
    /// zes_device_properties_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        1,
    );
    /// zes_pci_properties_t
    pub const ZES_STRUCTURE_TYPE_PCI_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        2,
    );
    /// zes_pci_bar_properties_t
    pub const ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        3,
    );
    /// zes_diag_properties_t
    pub const ZES_STRUCTURE_TYPE_DIAG_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        4,
    );
    /// zes_engine_properties_t
    pub const ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        5,
    );
    /// zes_fabric_port_properties_t
    pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        6,
    );
    /// zes_fan_properties_t
    pub const ZES_STRUCTURE_TYPE_FAN_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        7,
    );
    /// zes_firmware_properties_t
    pub const ZES_STRUCTURE_TYPE_FIRMWARE_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        8,
    );
    /// zes_freq_properties_t
    pub const ZES_STRUCTURE_TYPE_FREQ_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        9,
    );
    /// zes_led_properties_t
    pub const ZES_STRUCTURE_TYPE_LED_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        10,
    );
    /// zes_mem_properties_t
    pub const ZES_STRUCTURE_TYPE_MEM_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        11,
    );
    /// zes_perf_properties_t
    pub const ZES_STRUCTURE_TYPE_PERF_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        12,
    );
    /// zes_power_properties_t
    pub const ZES_STRUCTURE_TYPE_POWER_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        13,
    );
    /// zes_psu_properties_t
    pub const ZES_STRUCTURE_TYPE_PSU_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        14,
    );
    /// zes_ras_properties_t
    pub const ZES_STRUCTURE_TYPE_RAS_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        15,
    );
    /// zes_sched_properties_t
    pub const ZES_STRUCTURE_TYPE_SCHED_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        16,
    );
    /// zes_sched_timeout_properties_t
    pub const ZES_STRUCTURE_TYPE_SCHED_TIMEOUT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        17,
    );
    /// zes_sched_timeslice_properties_t
    pub const ZES_STRUCTURE_TYPE_SCHED_TIMESLICE_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        18,
    );
    /// zes_standby_properties_t
    pub const ZES_STRUCTURE_TYPE_STANDBY_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        19,
    );
    /// zes_temp_properties_t
    pub const ZES_STRUCTURE_TYPE_TEMP_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        20,
    );
    /// zes_device_state_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_STATE: zes_structure_type_t = zes_structure_type_t(
        21,
    );
    /// zes_process_state_t
    pub const ZES_STRUCTURE_TYPE_PROCESS_STATE: zes_structure_type_t = zes_structure_type_t(
        22,
    );
    /// zes_pci_state_t
    pub const ZES_STRUCTURE_TYPE_PCI_STATE: zes_structure_type_t = zes_structure_type_t(
        23,
    );
    /// zes_fabric_port_config_t
    pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_CONFIG: zes_structure_type_t = zes_structure_type_t(
        24,
    );
    /// zes_fabric_port_state_t
    pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_STATE: zes_structure_type_t = zes_structure_type_t(
        25,
    );
    /// zes_fan_config_t
    pub const ZES_STRUCTURE_TYPE_FAN_CONFIG: zes_structure_type_t = zes_structure_type_t(
        26,
    );
    /// zes_freq_state_t
    pub const ZES_STRUCTURE_TYPE_FREQ_STATE: zes_structure_type_t = zes_structure_type_t(
        27,
    );
    /// zes_oc_capabilities_t
    pub const ZES_STRUCTURE_TYPE_OC_CAPABILITIES: zes_structure_type_t = zes_structure_type_t(
        28,
    );
    /// zes_led_state_t
    pub const ZES_STRUCTURE_TYPE_LED_STATE: zes_structure_type_t = zes_structure_type_t(
        29,
    );
    /// zes_mem_state_t
    pub const ZES_STRUCTURE_TYPE_MEM_STATE: zes_structure_type_t = zes_structure_type_t(
        30,
    );
    /// zes_psu_state_t
    pub const ZES_STRUCTURE_TYPE_PSU_STATE: zes_structure_type_t = zes_structure_type_t(
        31,
    );
    /// zes_base_state_t
    pub const ZES_STRUCTURE_TYPE_BASE_STATE: zes_structure_type_t = zes_structure_type_t(
        32,
    );
    /// zes_ras_config_t
    pub const ZES_STRUCTURE_TYPE_RAS_CONFIG: zes_structure_type_t = zes_structure_type_t(
        33,
    );
    /// zes_ras_state_t
    pub const ZES_STRUCTURE_TYPE_RAS_STATE: zes_structure_type_t = zes_structure_type_t(
        34,
    );
    /// zes_temp_config_t
    pub const ZES_STRUCTURE_TYPE_TEMP_CONFIG: zes_structure_type_t = zes_structure_type_t(
        35,
    );
    /// zes_pci_bar_properties_1_2_t
    pub const ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES_1_2: zes_structure_type_t = zes_structure_type_t(
        36,
    );
    /// zes_device_ecc_desc_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_DESC: zes_structure_type_t = zes_structure_type_t(
        37,
    );
    /// zes_device_ecc_properties_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        38,
    );
    /// zes_power_limit_ext_desc_t
    pub const ZES_STRUCTURE_TYPE_POWER_LIMIT_EXT_DESC: zes_structure_type_t = zes_structure_type_t(
        39,
    );
    /// zes_power_ext_properties_t
    pub const ZES_STRUCTURE_TYPE_POWER_EXT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        40,
    );
    /// zes_overclock_properties_t
    pub const ZES_STRUCTURE_TYPE_OVERCLOCK_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        41,
    );
    /// zes_fabric_port_error_counters_t
    pub const ZES_STRUCTURE_TYPE_FABRIC_PORT_ERROR_COUNTERS: zes_structure_type_t = zes_structure_type_t(
        42,
    );
    /// zes_engine_ext_properties_t
    pub const ZES_STRUCTURE_TYPE_ENGINE_EXT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        43,
    );
    /// zes_reset_properties_t
    pub const ZES_STRUCTURE_TYPE_RESET_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        44,
    );
    /// zes_device_ext_properties_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_EXT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        45,
    );
    /// zes_uuid_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_UUID: zes_structure_type_t = zes_structure_type_t(
        46,
    );
    /// zes_power_domain_exp_properties_t
    pub const ZES_STRUCTURE_TYPE_POWER_DOMAIN_EXP_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131073,
    );
    /// zes_mem_bandwidth_counter_bits_exp_properties_t
    pub const ZES_STRUCTURE_TYPE_MEM_BANDWIDTH_COUNTER_BITS_EXP_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131074,
    );
    /// zes_mem_page_offline_state_exp_t
    pub const ZES_STRUCTURE_TYPE_MEMORY_PAGE_OFFLINE_STATE_EXP: zes_structure_type_t = zes_structure_type_t(
        131075,
    );
    /// zes_subdevice_exp_properties_t
    pub const ZES_STRUCTURE_TYPE_SUBDEVICE_EXP_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131076,
    );
    /// zes_vf_exp_properties_t
    pub const ZES_STRUCTURE_TYPE_VF_EXP_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131077,
    );
    /// zes_vf_util_mem_exp_t
    pub const ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP: zes_structure_type_t = zes_structure_type_t(
        131078,
    );
    /// zes_vf_util_engine_exp_t
    pub const ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP: zes_structure_type_t = zes_structure_type_t(
        131079,
    );
    /// zes_vf_exp_capabilities_t
    pub const ZES_STRUCTURE_TYPE_VF_EXP_CAPABILITIES: zes_structure_type_t = zes_structure_type_t(
        131080,
    );
    /// zes_vf_util_mem_exp2_t
    pub const ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP2: zes_structure_type_t = zes_structure_type_t(
        131081,
    );
    /// zes_vf_util_engine_exp2_t
    pub const ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP2: zes_structure_type_t = zes_structure_type_t(
        131088,
    );
    /// zes_vf_exp2_capabilities_t
    pub const ZES_STRUCTURE_TYPE_VF_EXP2_CAPABILITIES: zes_structure_type_t = zes_structure_type_t(
        131089,
    );
    /// zes_device_ecc_default_properties_ext_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_ECC_DEFAULT_PROPERTIES_EXT: zes_structure_type_t = zes_structure_type_t(
        131090,
    );
    /// zes_pci_link_speed_downgrade_ext_state_t
    pub const ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_STATE: zes_structure_type_t = zes_structure_type_t(
        131091,
    );
    /// zes_pci_link_speed_downgrade_ext_properties_t
    pub const ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131092,
    );
    /// zes_ras_state_exp2_t
    pub const ZES_STRUCTURE_TYPE_RAS_STATE_EXP2: zes_structure_type_t = zes_structure_type_t(
        131093,
    );
    /// zes_ras_config_exp_t
    pub const ZES_STRUCTURE_TYPE_RAS_CONFIG_EXP: zes_structure_type_t = zes_structure_type_t(
        131094,
    );
    /// zes_oem_serial_id_ext_properties_t
    pub const ZES_STRUCTURE_TYPE_OEM_SERIAL_ID_EXT_PROPERTIES: zes_structure_type_t = zes_structure_type_t(
        131095,
    );
    /// zes_device_ext_state_t
    pub const ZES_STRUCTURE_TYPE_DEVICE_EXT_STATE: zes_structure_type_t = zes_structure_type_t(
        131096,
    );
}
#[repr(transparent)]
/// Defines structure types
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zes_structure_type_t(pub ::core::ffi::c_uint);
impl zes_init_flags_t {
    /// placeholder for future use
    pub const ZES_INIT_FLAG_PLACEHOLDER: zes_init_flags_t = zes_init_flags_t(1);
}
impl ::core::ops::BitOr<zes_init_flags_t> for zes_init_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        zes_init_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for zes_init_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: zes_init_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<zes_init_flags_t> for zes_init_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        zes_init_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for zes_init_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: zes_init_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zes_init_flags_t(pub ::core::ffi::c_uint);
/// Device universal unique id (UUID)
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zes_uuid_t {
    /// opaque data representing a device UUID
    pub id: [u8; 16usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of zes_uuid_t"][::core::mem::size_of::<zes_uuid_t>() - 16usize];
    ["Alignment of zes_uuid_t"][::core::mem::align_of::<zes_uuid_t>() - 1usize];
    [
        "Offset of field: zes_uuid_t::id",
    ][::core::mem::offset_of!(zes_uuid_t, id) - 0usize];
};
impl zes_mem_type_t {
    /// HBM memory
    pub const ZES_MEM_TYPE_HBM: zes_mem_type_t = zes_mem_type_t(0);
    /// DDR memory
    pub const ZES_MEM_TYPE_DDR: zes_mem_type_t = zes_mem_type_t(1);
    /// DDR3 memory
    pub const ZES_MEM_TYPE_DDR3: zes_mem_type_t = zes_mem_type_t(2);
    /// DDR4 memory
    pub const ZES_MEM_TYPE_DDR4: zes_mem_type_t = zes_mem_type_t(3);
    /// DDR5 memory
    pub const ZES_MEM_TYPE_DDR5: zes_mem_type_t = zes_mem_type_t(4);
    /// LPDDR memory
    pub const ZES_MEM_TYPE_LPDDR: zes_mem_type_t = zes_mem_type_t(5);
    /// LPDDR3 memory
    pub const ZES_MEM_TYPE_LPDDR3: zes_mem_type_t = zes_mem_type_t(6);
    /// LPDDR4 memory
    pub const ZES_MEM_TYPE_LPDDR4: zes_mem_type_t = zes_mem_type_t(7);
    /// LPDDR5 memory
    pub const ZES_MEM_TYPE_LPDDR5: zes_mem_type_t = zes_mem_type_t(8);
    /// SRAM memory
    pub const ZES_MEM_TYPE_SRAM: zes_mem_type_t = zes_mem_type_t(9);
    /// L1 cache
    pub const ZES_MEM_TYPE_L1: zes_mem_type_t = zes_mem_type_t(10);
    /// L3 cache
    pub const ZES_MEM_TYPE_L3: zes_mem_type_t = zes_mem_type_t(11);
    /// Execution unit register file
    pub const ZES_MEM_TYPE_GRF: zes_mem_type_t = zes_mem_type_t(12);
    /// Execution unit shared local memory
    pub const ZES_MEM_TYPE_SLM: zes_mem_type_t = zes_mem_type_t(13);
    /// GDDR4 memory
    pub const ZES_MEM_TYPE_GDDR4: zes_mem_type_t = zes_mem_type_t(14);
    /// GDDR5 memory
    pub const ZES_MEM_TYPE_GDDR5: zes_mem_type_t = zes_mem_type_t(15);
    /// GDDR5X memory
    pub const ZES_MEM_TYPE_GDDR5X: zes_mem_type_t = zes_mem_type_t(16);
    /// GDDR6 memory
    pub const ZES_MEM_TYPE_GDDR6: zes_mem_type_t = zes_mem_type_t(17);
    /// GDDR6X memory
    pub const ZES_MEM_TYPE_GDDR6X: zes_mem_type_t = zes_mem_type_t(18);
    /// GDDR7 memory
    pub const ZES_MEM_TYPE_GDDR7: zes_mem_type_t = zes_mem_type_t(19);
    /// LPDDR5X memory
    pub const ZES_MEM_TYPE_LPDDR5X: zes_mem_type_t = zes_mem_type_t(20);
    /// HBM2 memory
    pub const ZES_MEM_TYPE_HBM2: zes_mem_type_t = zes_mem_type_t(21);
    /// DDR2 memory
    pub const ZES_MEM_TYPE_DDR2: zes_mem_type_t = zes_mem_type_t(22);
    /// HBM2E memory
    pub const ZES_MEM_TYPE_HBM2E: zes_mem_type_t = zes_mem_type_t(23);
    /// HBM3 memory
    pub const ZES_MEM_TYPE_HBM3: zes_mem_type_t = zes_mem_type_t(24);
    /// HBM3E memory
    pub const ZES_MEM_TYPE_HBM3E: zes_mem_type_t = zes_mem_type_t(25);
    /// HBM4 memory
    pub const ZES_MEM_TYPE_HBM4: zes_mem_type_t = zes_mem_type_t(26);
    /// LPDDR6 memory
    pub const ZES_MEM_TYPE_LPDDR6: zes_mem_type_t = zes_mem_type_t(27);
}
#[repr(transparent)]
/// Memory module types
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zes_mem_type_t(pub ::core::ffi::c_uint);
impl zes_mem_loc_t {
    /// System memory
    pub const ZES_MEM_LOC_SYSTEM: zes_mem_loc_t = zes_mem_loc_t(0);
    /// On board local device memory
    pub const ZES_MEM_LOC_DEVICE: zes_mem_loc_t = zes_mem_loc_t(1);
}
#[repr(transparent)]
/// Memory module location
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zes_mem_loc_t(pub ::core::ffi::c_uint);
impl zes_mem_health_t {
    /// The memory health cannot be determined.
    pub const ZES_MEM_HEALTH_UNKNOWN: zes_mem_health_t = zes_mem_health_t(0);
    /// All memory channels are healthy.
    pub const ZES_MEM_HEALTH_OK: zes_mem_health_t = zes_mem_health_t(1);
    /// Excessive correctable errors have been detected on one or more channels. Device should be reset.
    pub const ZES_MEM_HEALTH_DEGRADED: zes_mem_health_t = zes_mem_health_t(2);
    /// Operating with reduced memory to cover banks with too many uncorrectable errors.
    pub const ZES_MEM_HEALTH_CRITICAL: zes_mem_health_t = zes_mem_health_t(3);
    /// Device should be replaced due to excessive uncorrectable errors.
    pub const ZES_MEM_HEALTH_REPLACE: zes_mem_health_t = zes_mem_health_t(4);
}
#[repr(transparent)]
/// Memory health
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zes_mem_health_t(pub ::core::ffi::c_uint);
/// Memory properties
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zes_mem_properties_t {
    /// type of this structure
    pub stype: zes_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *mut ::core::ffi::c_void,
    /// The memory type
    pub type_: zes_mem_type_t,
    /// True if this resource is located on a sub-device; false means that the resource is on the device of the calling Sysman handle
    pub onSubdevice: ze_bool_t,
    /// If onSubdevice is true, this gives the ID of the sub-device
    pub subdeviceId: u32,
    /// Location of this memory (system, device)
    pub location: zes_mem_loc_t,
    /// Physical memory capacity in bytes. A value of 0 indicates that this property is not known. However, a call to zesMemoryGetState() will return the available free physical memory.
    pub physicalSize: u64,
    /// Width of the memory bus. A value of -1 means that this property is unknown.
    pub busWidth: i32,
    /// The number of memory channels. A value of -1 means that this property is unknown.
    pub numChannels: i32,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zes_mem_properties_t",
    ][::core::mem::size_of::<zes_mem_properties_t>() - 48usize];
    [
        "Alignment of zes_mem_properties_t",
    ][::core::mem::align_of::<zes_mem_properties_t>() - 8usize];
    [
        "Offset of field: zes_mem_properties_t::stype",
    ][::core::mem::offset_of!(zes_mem_properties_t, stype) - 0usize];
    [
        "Offset of field: zes_mem_properties_t::pNext",
    ][::core::mem::offset_of!(zes_mem_properties_t, pNext) - 8usize];
    [
        "Offset of field: zes_mem_properties_t::type_",
    ][::core::mem::offset_of!(zes_mem_properties_t, type_) - 16usize];
    [
        "Offset of field: zes_mem_properties_t::onSubdevice",
    ][::core::mem::offset_of!(zes_mem_properties_t, onSubdevice) - 20usize];
    [
        "Offset of field: zes_mem_properties_t::subdeviceId",
    ][::core::mem::offset_of!(zes_mem_properties_t, subdeviceId) - 24usize];
    [
        "Offset of field: zes_mem_properties_t::location",
    ][::core::mem::offset_of!(zes_mem_properties_t, location) - 28usize];
    [
        "Offset of field: zes_mem_properties_t::physicalSize",
    ][::core::mem::offset_of!(zes_mem_properties_t, physicalSize) - 32usize];
    [
        "Offset of field: zes_mem_properties_t::busWidth",
    ][::core::mem::offset_of!(zes_mem_properties_t, busWidth) - 40usize];
    [
        "Offset of field: zes_mem_properties_t::numChannels",
    ][::core::mem::offset_of!(zes_mem_properties_t, numChannels) - 44usize];
};
/// Memory state - health, allocated
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zes_mem_state_t {
    /// type of this structure
    pub stype: zes_structure_type_t,
    /// must be null or a pointer to an extension-specific structure (i.e. contains stype and pNext).
    pub pNext: *const ::core::ffi::c_void,
    /// Indicates the health of the memory
    pub health: zes_mem_health_t,
    /// The free physical memory in bytes
    pub free: u64,
    /// The total allocatable memory in bytes (can be less than the `physicalSize` member of zes_mem_properties_t). *DEPRECATED* This member can no longer track the allocatable memory reliably. Clients depending on this information can use the zeDeviceGetProperties with ze_device_usablemem_size_ext_properties_t extention to get information of the available usable memory.
    pub size: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of zes_mem_state_t"][::core::mem::size_of::<zes_mem_state_t>() - 40usize];
    [
        "Alignment of zes_mem_state_t",
    ][::core::mem::align_of::<zes_mem_state_t>() - 8usize];
    [
        "Offset of field: zes_mem_state_t::stype",
    ][::core::mem::offset_of!(zes_mem_state_t, stype) - 0usize];
    [
        "Offset of field: zes_mem_state_t::pNext",
    ][::core::mem::offset_of!(zes_mem_state_t, pNext) - 8usize];
    [
        "Offset of field: zes_mem_state_t::health",
    ][::core::mem::offset_of!(zes_mem_state_t, health) - 16usize];
    [
        "Offset of field: zes_mem_state_t::free",
    ][::core::mem::offset_of!(zes_mem_state_t, free) - 24usize];
    [
        "Offset of field: zes_mem_state_t::size",
    ][::core::mem::offset_of!(zes_mem_state_t, size) - 32usize];
};
/// Table of RTASBuilder functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_rtas_builder_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 40usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_rtas_builder_dditable_t",
    ][::core::mem::size_of::<ze_rtas_builder_dditable_t>() - 40usize];
    [
        "Alignment of ze_rtas_builder_dditable_t",
    ][::core::mem::align_of::<ze_rtas_builder_dditable_t>() - 8usize];
};
/// Table of RTASBuilderExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_rtas_builder_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_rtas_builder_exp_dditable_t",
    ][::core::mem::size_of::<ze_rtas_builder_exp_dditable_t>() - 32usize];
    [
        "Alignment of ze_rtas_builder_exp_dditable_t",
    ][::core::mem::align_of::<ze_rtas_builder_exp_dditable_t>() - 8usize];
};
/// Table of RTASParallelOperation functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_rtas_parallel_operation_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_rtas_parallel_operation_dditable_t",
    ][::core::mem::size_of::<ze_rtas_parallel_operation_dditable_t>() - 32usize];
    [
        "Alignment of ze_rtas_parallel_operation_dditable_t",
    ][::core::mem::align_of::<ze_rtas_parallel_operation_dditable_t>() - 8usize];
};
/// Table of RTASParallelOperationExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_rtas_parallel_operation_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_rtas_parallel_operation_exp_dditable_t",
    ][::core::mem::size_of::<ze_rtas_parallel_operation_exp_dditable_t>() - 32usize];
    [
        "Alignment of ze_rtas_parallel_operation_exp_dditable_t",
    ][::core::mem::align_of::<ze_rtas_parallel_operation_exp_dditable_t>() - 8usize];
};
/// Table of Global functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_global_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 16usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_global_dditable_t",
    ][::core::mem::size_of::<ze_global_dditable_t>() - 16usize];
    [
        "Alignment of ze_global_dditable_t",
    ][::core::mem::align_of::<ze_global_dditable_t>() - 8usize];
};
/// Table of Driver functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 72usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_dditable_t",
    ][::core::mem::size_of::<ze_driver_dditable_t>() - 72usize];
    [
        "Alignment of ze_driver_dditable_t",
    ][::core::mem::align_of::<ze_driver_dditable_t>() - 8usize];
};
/// Table of DriverExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_driver_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 8usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_driver_exp_dditable_t",
    ][::core::mem::size_of::<ze_driver_exp_dditable_t>() - 8usize];
    [
        "Alignment of ze_driver_exp_dditable_t",
    ][::core::mem::align_of::<ze_driver_exp_dditable_t>() - 8usize];
};
/// Table of Device functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 224usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_dditable_t",
    ][::core::mem::size_of::<ze_device_dditable_t>() - 224usize];
    [
        "Alignment of ze_device_dditable_t",
    ][::core::mem::align_of::<ze_device_dditable_t>() - 8usize];
};
/// Table of DeviceExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_device_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 8usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_device_exp_dditable_t",
    ][::core::mem::size_of::<ze_device_exp_dditable_t>() - 8usize];
    [
        "Alignment of ze_device_exp_dditable_t",
    ][::core::mem::align_of::<ze_device_exp_dditable_t>() - 8usize];
};
/// Table of Context functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_context_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 72usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_context_dditable_t",
    ][::core::mem::size_of::<ze_context_dditable_t>() - 72usize];
    [
        "Alignment of ze_context_dditable_t",
    ][::core::mem::align_of::<ze_context_dditable_t>() - 8usize];
};
/// Table of CommandQueue functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_queue_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 72usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_queue_dditable_t",
    ][::core::mem::size_of::<ze_command_queue_dditable_t>() - 72usize];
    [
        "Alignment of ze_command_queue_dditable_t",
    ][::core::mem::align_of::<ze_command_queue_dditable_t>() - 8usize];
};
/// Table of CommandList functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_list_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 416usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_list_dditable_t",
    ][::core::mem::size_of::<ze_command_list_dditable_t>() - 416usize];
    [
        "Alignment of ze_command_list_dditable_t",
    ][::core::mem::align_of::<ze_command_list_dditable_t>() - 8usize];
};
/// Table of CommandListExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_command_list_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 72usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_command_list_exp_dditable_t",
    ][::core::mem::size_of::<ze_command_list_exp_dditable_t>() - 72usize];
    [
        "Alignment of ze_command_list_exp_dditable_t",
    ][::core::mem::align_of::<ze_command_list_exp_dditable_t>() - 8usize];
};
/// Table of Image functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_image_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 40usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_image_dditable_t",
    ][::core::mem::size_of::<ze_image_dditable_t>() - 40usize];
    [
        "Alignment of ze_image_dditable_t",
    ][::core::mem::align_of::<ze_image_dditable_t>() - 8usize];
};
/// Table of ImageExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_image_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 24usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_image_exp_dditable_t",
    ][::core::mem::size_of::<ze_image_exp_dditable_t>() - 24usize];
    [
        "Alignment of ze_image_exp_dditable_t",
    ][::core::mem::align_of::<ze_image_exp_dditable_t>() - 8usize];
};
/// Table of Mem functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_mem_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 104usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_mem_dditable_t",
    ][::core::mem::size_of::<ze_mem_dditable_t>() - 104usize];
    [
        "Alignment of ze_mem_dditable_t",
    ][::core::mem::align_of::<ze_mem_dditable_t>() - 8usize];
};
/// Table of MemExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_mem_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_mem_exp_dditable_t",
    ][::core::mem::size_of::<ze_mem_exp_dditable_t>() - 32usize];
    [
        "Alignment of ze_mem_exp_dditable_t",
    ][::core::mem::align_of::<ze_mem_exp_dditable_t>() - 8usize];
};
/// Table of Fence functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_fence_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 40usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_fence_dditable_t",
    ][::core::mem::size_of::<ze_fence_dditable_t>() - 40usize];
    [
        "Alignment of ze_fence_dditable_t",
    ][::core::mem::align_of::<ze_fence_dditable_t>() - 8usize];
};
/// Table of EventPool functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_pool_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 64usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_pool_dditable_t",
    ][::core::mem::size_of::<ze_event_pool_dditable_t>() - 64usize];
    [
        "Alignment of ze_event_pool_dditable_t",
    ][::core::mem::align_of::<ze_event_pool_dditable_t>() - 8usize];
};
/// Table of Event functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 136usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_dditable_t",
    ][::core::mem::size_of::<ze_event_dditable_t>() - 136usize];
    [
        "Alignment of ze_event_dditable_t",
    ][::core::mem::align_of::<ze_event_dditable_t>() - 8usize];
};
/// Table of EventExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_event_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 8usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_event_exp_dditable_t",
    ][::core::mem::size_of::<ze_event_exp_dditable_t>() - 8usize];
    [
        "Alignment of ze_event_exp_dditable_t",
    ][::core::mem::align_of::<ze_event_exp_dditable_t>() - 8usize];
};
/// Table of Module functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_module_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 72usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_module_dditable_t",
    ][::core::mem::size_of::<ze_module_dditable_t>() - 72usize];
    [
        "Alignment of ze_module_dditable_t",
    ][::core::mem::align_of::<ze_module_dditable_t>() - 8usize];
};
/// Table of ModuleBuildLog functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_module_build_log_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 16usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_module_build_log_dditable_t",
    ][::core::mem::size_of::<ze_module_build_log_dditable_t>() - 16usize];
    [
        "Alignment of ze_module_build_log_dditable_t",
    ][::core::mem::align_of::<ze_module_build_log_dditable_t>() - 8usize];
};
/// Table of Kernel functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_kernel_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 96usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_kernel_dditable_t",
    ][::core::mem::size_of::<ze_kernel_dditable_t>() - 96usize];
    [
        "Alignment of ze_kernel_dditable_t",
    ][::core::mem::align_of::<ze_kernel_dditable_t>() - 8usize];
};
/// Table of KernelExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_kernel_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_kernel_exp_dditable_t",
    ][::core::mem::size_of::<ze_kernel_exp_dditable_t>() - 32usize];
    [
        "Alignment of ze_kernel_exp_dditable_t",
    ][::core::mem::align_of::<ze_kernel_exp_dditable_t>() - 8usize];
};
/// Table of Sampler functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_sampler_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 16usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_sampler_dditable_t",
    ][::core::mem::size_of::<ze_sampler_dditable_t>() - 16usize];
    [
        "Alignment of ze_sampler_dditable_t",
    ][::core::mem::align_of::<ze_sampler_dditable_t>() - 8usize];
};
/// Table of PhysicalMem functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_physical_mem_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 24usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_physical_mem_dditable_t",
    ][::core::mem::size_of::<ze_physical_mem_dditable_t>() - 24usize];
    [
        "Alignment of ze_physical_mem_dditable_t",
    ][::core::mem::align_of::<ze_physical_mem_dditable_t>() - 8usize];
};
/// Table of VirtualMem functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_virtual_mem_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 56usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_virtual_mem_dditable_t",
    ][::core::mem::size_of::<ze_virtual_mem_dditable_t>() - 56usize];
    [
        "Alignment of ze_virtual_mem_dditable_t",
    ][::core::mem::align_of::<ze_virtual_mem_dditable_t>() - 8usize];
};
/// Table of FabricVertexExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_fabric_vertex_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 32usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_fabric_vertex_exp_dditable_t",
    ][::core::mem::size_of::<ze_fabric_vertex_exp_dditable_t>() - 32usize];
    [
        "Alignment of ze_fabric_vertex_exp_dditable_t",
    ][::core::mem::align_of::<ze_fabric_vertex_exp_dditable_t>() - 8usize];
};
/// Table of FabricEdgeExp functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_fabric_edge_exp_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 24usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_fabric_edge_exp_dditable_t",
    ][::core::mem::size_of::<ze_fabric_edge_exp_dditable_t>() - 24usize];
    [
        "Alignment of ze_fabric_edge_exp_dditable_t",
    ][::core::mem::align_of::<ze_fabric_edge_exp_dditable_t>() - 8usize];
};
/// Table of Graph functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_graph_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 56usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_graph_dditable_t",
    ][::core::mem::size_of::<ze_graph_dditable_t>() - 56usize];
    [
        "Alignment of ze_graph_dditable_t",
    ][::core::mem::align_of::<ze_graph_dditable_t>() - 8usize];
};
/// Table of ExecutableGraph functions pointers
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_executable_graph_dditable_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 16usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_executable_graph_dditable_t",
    ][::core::mem::size_of::<ze_executable_graph_dditable_t>() - 16usize];
    [
        "Alignment of ze_executable_graph_dditable_t",
    ][::core::mem::align_of::<ze_executable_graph_dditable_t>() - 8usize];
};
/// Container for all DDI tables with version and tables set by the Driver
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_dditable_driver_t {
    pub version: ze_api_version_t,
    pub isValidFlag: u8,
    pub RTASBuilder: *mut ze_rtas_builder_dditable_t,
    pub RTASBuilderExp: *mut ze_rtas_builder_exp_dditable_t,
    pub RTASParallelOperation: *mut ze_rtas_parallel_operation_dditable_t,
    pub RTASParallelOperationExp: *mut ze_rtas_parallel_operation_exp_dditable_t,
    pub Global: *mut ze_global_dditable_t,
    pub Driver: *mut ze_driver_dditable_t,
    pub DriverExp: *mut ze_driver_exp_dditable_t,
    pub Device: *mut ze_device_dditable_t,
    pub DeviceExp: *mut ze_device_exp_dditable_t,
    pub Context: *mut ze_context_dditable_t,
    pub CommandQueue: *mut ze_command_queue_dditable_t,
    pub CommandList: *mut ze_command_list_dditable_t,
    pub CommandListExp: *mut ze_command_list_exp_dditable_t,
    pub Image: *mut ze_image_dditable_t,
    pub ImageExp: *mut ze_image_exp_dditable_t,
    pub Mem: *mut ze_mem_dditable_t,
    pub MemExp: *mut ze_mem_exp_dditable_t,
    pub Fence: *mut ze_fence_dditable_t,
    pub EventPool: *mut ze_event_pool_dditable_t,
    pub Event: *mut ze_event_dditable_t,
    pub EventExp: *mut ze_event_exp_dditable_t,
    pub Module: *mut ze_module_dditable_t,
    pub ModuleBuildLog: *mut ze_module_build_log_dditable_t,
    pub Kernel: *mut ze_kernel_dditable_t,
    pub KernelExp: *mut ze_kernel_exp_dditable_t,
    pub Sampler: *mut ze_sampler_dditable_t,
    pub PhysicalMem: *mut ze_physical_mem_dditable_t,
    pub VirtualMem: *mut ze_virtual_mem_dditable_t,
    pub FabricVertexExp: *mut ze_fabric_vertex_exp_dditable_t,
    pub FabricEdgeExp: *mut ze_fabric_edge_exp_dditable_t,
    pub Graph: *mut ze_graph_dditable_t,
    pub ExecutableGraph: *mut ze_executable_graph_dditable_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of ze_dditable_driver_t",
    ][::core::mem::size_of::<ze_dditable_driver_t>() - 264usize];
    [
        "Alignment of ze_dditable_driver_t",
    ][::core::mem::align_of::<ze_dditable_driver_t>() - 8usize];
    [
        "Offset of field: ze_dditable_driver_t::version",
    ][::core::mem::offset_of!(ze_dditable_driver_t, version) - 0usize];
    [
        "Offset of field: ze_dditable_driver_t::isValidFlag",
    ][::core::mem::offset_of!(ze_dditable_driver_t, isValidFlag) - 4usize];
    [
        "Offset of field: ze_dditable_driver_t::RTASBuilder",
    ][::core::mem::offset_of!(ze_dditable_driver_t, RTASBuilder) - 8usize];
    [
        "Offset of field: ze_dditable_driver_t::RTASBuilderExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, RTASBuilderExp) - 16usize];
    [
        "Offset of field: ze_dditable_driver_t::RTASParallelOperation",
    ][::core::mem::offset_of!(ze_dditable_driver_t, RTASParallelOperation) - 24usize];
    [
        "Offset of field: ze_dditable_driver_t::RTASParallelOperationExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, RTASParallelOperationExp) - 32usize];
    [
        "Offset of field: ze_dditable_driver_t::Global",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Global) - 40usize];
    [
        "Offset of field: ze_dditable_driver_t::Driver",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Driver) - 48usize];
    [
        "Offset of field: ze_dditable_driver_t::DriverExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, DriverExp) - 56usize];
    [
        "Offset of field: ze_dditable_driver_t::Device",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Device) - 64usize];
    [
        "Offset of field: ze_dditable_driver_t::DeviceExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, DeviceExp) - 72usize];
    [
        "Offset of field: ze_dditable_driver_t::Context",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Context) - 80usize];
    [
        "Offset of field: ze_dditable_driver_t::CommandQueue",
    ][::core::mem::offset_of!(ze_dditable_driver_t, CommandQueue) - 88usize];
    [
        "Offset of field: ze_dditable_driver_t::CommandList",
    ][::core::mem::offset_of!(ze_dditable_driver_t, CommandList) - 96usize];
    [
        "Offset of field: ze_dditable_driver_t::CommandListExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, CommandListExp) - 104usize];
    [
        "Offset of field: ze_dditable_driver_t::Image",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Image) - 112usize];
    [
        "Offset of field: ze_dditable_driver_t::ImageExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, ImageExp) - 120usize];
    [
        "Offset of field: ze_dditable_driver_t::Mem",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Mem) - 128usize];
    [
        "Offset of field: ze_dditable_driver_t::MemExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, MemExp) - 136usize];
    [
        "Offset of field: ze_dditable_driver_t::Fence",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Fence) - 144usize];
    [
        "Offset of field: ze_dditable_driver_t::EventPool",
    ][::core::mem::offset_of!(ze_dditable_driver_t, EventPool) - 152usize];
    [
        "Offset of field: ze_dditable_driver_t::Event",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Event) - 160usize];
    [
        "Offset of field: ze_dditable_driver_t::EventExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, EventExp) - 168usize];
    [
        "Offset of field: ze_dditable_driver_t::Module",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Module) - 176usize];
    [
        "Offset of field: ze_dditable_driver_t::ModuleBuildLog",
    ][::core::mem::offset_of!(ze_dditable_driver_t, ModuleBuildLog) - 184usize];
    [
        "Offset of field: ze_dditable_driver_t::Kernel",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Kernel) - 192usize];
    [
        "Offset of field: ze_dditable_driver_t::KernelExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, KernelExp) - 200usize];
    [
        "Offset of field: ze_dditable_driver_t::Sampler",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Sampler) - 208usize];
    [
        "Offset of field: ze_dditable_driver_t::PhysicalMem",
    ][::core::mem::offset_of!(ze_dditable_driver_t, PhysicalMem) - 216usize];
    [
        "Offset of field: ze_dditable_driver_t::VirtualMem",
    ][::core::mem::offset_of!(ze_dditable_driver_t, VirtualMem) - 224usize];
    [
        "Offset of field: ze_dditable_driver_t::FabricVertexExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, FabricVertexExp) - 232usize];
    [
        "Offset of field: ze_dditable_driver_t::FabricEdgeExp",
    ][::core::mem::offset_of!(ze_dditable_driver_t, FabricEdgeExp) - 240usize];
    [
        "Offset of field: ze_dditable_driver_t::Graph",
    ][::core::mem::offset_of!(ze_dditable_driver_t, Graph) - 248usize];
    [
        "Offset of field: ze_dditable_driver_t::ExecutableGraph",
    ][::core::mem::offset_of!(ze_dditable_driver_t, ExecutableGraph) - 256usize];
};
/// Container for all DDI tables with version and tables set by the Driver
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zet_dditable_driver_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 160usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zet_dditable_driver_t",
    ][::core::mem::size_of::<zet_dditable_driver_t>() - 160usize];
    [
        "Alignment of zet_dditable_driver_t",
    ][::core::mem::align_of::<zet_dditable_driver_t>() - 8usize];
};
/// Container for all DDI tables with version and tables set by the Driver
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zes_dditable_driver_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 200usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zes_dditable_driver_t",
    ][::core::mem::size_of::<zes_dditable_driver_t>() - 200usize];
    [
        "Alignment of zes_dditable_driver_t",
    ][::core::mem::align_of::<zes_dditable_driver_t>() - 8usize];
};
/// Container for all DDI tables with version and tables set by the Driver
#[repr(C)]
#[repr(align(8))]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zer_dditable_driver_t {
    pub _bindgen_opaque_blob: __BindgenOpaqueArray8<[u8; 16usize]>,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zer_dditable_driver_t",
    ][::core::mem::size_of::<zer_dditable_driver_t>() - 16usize];
    [
        "Alignment of zer_dditable_driver_t",
    ][::core::mem::align_of::<zer_dditable_driver_t>() - 8usize];
};
/// Handle with pointers to Dispatch Tables allocated by the driver at the beginning of every L0 object handle.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct ze_handle_t {
    pub pCore: *mut ze_dditable_driver_t,
    pub pTools: *mut zet_dditable_driver_t,
    pub pSysman: *mut zes_dditable_driver_t,
    pub pRuntime: *mut zer_dditable_driver_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    ["Size of ze_handle_t"][::core::mem::size_of::<ze_handle_t>() - 32usize];
    ["Alignment of ze_handle_t"][::core::mem::align_of::<ze_handle_t>() - 8usize];
    [
        "Offset of field: ze_handle_t::pCore",
    ][::core::mem::offset_of!(ze_handle_t, pCore) - 0usize];
    [
        "Offset of field: ze_handle_t::pTools",
    ][::core::mem::offset_of!(ze_handle_t, pTools) - 8usize];
    [
        "Offset of field: ze_handle_t::pSysman",
    ][::core::mem::offset_of!(ze_handle_t, pSysman) - 16usize];
    [
        "Offset of field: ze_handle_t::pRuntime",
    ][::core::mem::offset_of!(ze_handle_t, pRuntime) - 24usize];
};
impl zex_counter_based_event_exp_flags_t {
    /// Signalled from immediate command lists.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        1,
    );
    /// Signalled from regular command lists.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        2,
    );
    /// The host can query it and wait for it.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        4,
    );
    /// Can be shared with other processes.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_IPC: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        8,
    );
    /// Records kernel timestamps.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        16,
    );
    /// Records them in the time of the host.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        32,
    );
    /// Can be used outside of the graph that captured it.
    pub const ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL: zex_counter_based_event_exp_flags_t = zex_counter_based_event_exp_flags_t(
        64,
    );
}
impl ::core::ops::BitOr<zex_counter_based_event_exp_flags_t>
for zex_counter_based_event_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        zex_counter_based_event_exp_flags_t(self.0 | other.0)
    }
}
impl ::core::ops::BitOrAssign for zex_counter_based_event_exp_flags_t {
    #[inline]
    fn bitor_assign(&mut self, rhs: zex_counter_based_event_exp_flags_t) {
        self.0 |= rhs.0;
    }
}
impl ::core::ops::BitAnd<zex_counter_based_event_exp_flags_t>
for zex_counter_based_event_exp_flags_t {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        zex_counter_based_event_exp_flags_t(self.0 & other.0)
    }
}
impl ::core::ops::BitAndAssign for zex_counter_based_event_exp_flags_t {
    #[inline]
    fn bitand_assign(&mut self, rhs: zex_counter_based_event_exp_flags_t) {
        self.0 &= rhs.0;
    }
}
#[repr(transparent)]
#[derive(Copy, Clone, Hash, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct zex_counter_based_event_exp_flags_t(pub ::core::ffi::c_uint);
/// Argument of zexCounterBasedEventCreate2.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zex_counter_based_event_desc_t {
    /// Tag of the structure.
    pub stype: ze_structure_type_t,
    /// Next structure of the chain, or null.
    pub pNext: *const ::core::ffi::c_void,
    /// Use and form.
    pub flags: zex_counter_based_event_exp_flags_t,
    /// Scope of a signal.
    pub signalScope: ze_event_scope_flags_t,
    /// Scope of a wait.
    pub waitScope: ze_event_scope_flags_t,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zex_counter_based_event_desc_t",
    ][::core::mem::size_of::<zex_counter_based_event_desc_t>() - 32usize];
    [
        "Alignment of zex_counter_based_event_desc_t",
    ][::core::mem::align_of::<zex_counter_based_event_desc_t>() - 8usize];
    [
        "Offset of field: zex_counter_based_event_desc_t::stype",
    ][::core::mem::offset_of!(zex_counter_based_event_desc_t, stype) - 0usize];
    [
        "Offset of field: zex_counter_based_event_desc_t::pNext",
    ][::core::mem::offset_of!(zex_counter_based_event_desc_t, pNext) - 8usize];
    [
        "Offset of field: zex_counter_based_event_desc_t::flags",
    ][::core::mem::offset_of!(zex_counter_based_event_desc_t, flags) - 16usize];
    [
        "Offset of field: zex_counter_based_event_desc_t::signalScope",
    ][::core::mem::offset_of!(zex_counter_based_event_desc_t, signalScope) - 20usize];
    [
        "Offset of field: zex_counter_based_event_desc_t::waitScope",
    ][::core::mem::offset_of!(zex_counter_based_event_desc_t, waitScope) - 24usize];
};
/// Extends zex_counter_based_event_desc_t: a counter in user memory.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zex_counter_based_event_external_sync_alloc_properties_t {
    /// Tag of the structure.
    pub stype: ze_structure_type_t,
    /// Next structure of the chain, or null.
    pub pNext: *const ::core::ffi::c_void,
    /// Address of the counter for the device.
    pub deviceAddress: *mut u64,
    /// Address of the counter for the host.
    pub hostAddress: *mut u64,
    /// Counter value at which the event is complete.
    pub completionValue: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zex_counter_based_event_external_sync_alloc_properties_t",
    ][::core::mem::size_of::<zex_counter_based_event_external_sync_alloc_properties_t>()
        - 40usize];
    [
        "Alignment of zex_counter_based_event_external_sync_alloc_properties_t",
    ][::core::mem::align_of::<zex_counter_based_event_external_sync_alloc_properties_t>()
        - 8usize];
    [
        "Offset of field: zex_counter_based_event_external_sync_alloc_properties_t::stype",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_sync_alloc_properties_t, stype
    ) - 0usize];
    [
        "Offset of field: zex_counter_based_event_external_sync_alloc_properties_t::pNext",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_sync_alloc_properties_t, pNext
    ) - 8usize];
    [
        "Offset of field: zex_counter_based_event_external_sync_alloc_properties_t::deviceAddress",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_sync_alloc_properties_t, deviceAddress
    ) - 16usize];
    [
        "Offset of field: zex_counter_based_event_external_sync_alloc_properties_t::hostAddress",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_sync_alloc_properties_t, hostAddress
    ) - 24usize];
    [
        "Offset of field: zex_counter_based_event_external_sync_alloc_properties_t::completionValue",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_sync_alloc_properties_t, completionValue
    ) - 32usize];
};
/// Extends zex_counter_based_event_desc_t: a counter in device memory to which each signal adds.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zex_counter_based_event_external_storage_properties_t {
    /// Tag of the structure.
    pub stype: ze_structure_type_t,
    /// Next structure of the chain, or null.
    pub pNext: *const ::core::ffi::c_void,
    /// Address of the counter, in device memory.
    pub deviceAddress: *mut u64,
    /// What each signal adds.
    pub incrementValue: u64,
    /// Counter value at which the event is complete.
    pub completionValue: u64,
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zex_counter_based_event_external_storage_properties_t",
    ][::core::mem::size_of::<zex_counter_based_event_external_storage_properties_t>()
        - 40usize];
    [
        "Alignment of zex_counter_based_event_external_storage_properties_t",
    ][::core::mem::align_of::<zex_counter_based_event_external_storage_properties_t>()
        - 8usize];
    [
        "Offset of field: zex_counter_based_event_external_storage_properties_t::stype",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_storage_properties_t, stype
    ) - 0usize];
    [
        "Offset of field: zex_counter_based_event_external_storage_properties_t::pNext",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_storage_properties_t, pNext
    ) - 8usize];
    [
        "Offset of field: zex_counter_based_event_external_storage_properties_t::deviceAddress",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_storage_properties_t, deviceAddress
    ) - 16usize];
    [
        "Offset of field: zex_counter_based_event_external_storage_properties_t::incrementValue",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_storage_properties_t, incrementValue
    ) - 24usize];
    [
        "Offset of field: zex_counter_based_event_external_storage_properties_t::completionValue",
    ][::core::mem::offset_of!(
        zex_counter_based_event_external_storage_properties_t, completionValue
    ) - 32usize];
};
/// Opaque bytes that stand for a counter-based event in other processes.
#[repr(C)]
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub struct zex_ipc_counter_based_event_handle_t {
    /// The bytes.
    pub data: [u8; 64usize],
}
#[allow(clippy::unnecessary_operation, clippy::identity_op)]
const _: () = {
    [
        "Size of zex_ipc_counter_based_event_handle_t",
    ][::core::mem::size_of::<zex_ipc_counter_based_event_handle_t>() - 64usize];
    [
        "Alignment of zex_ipc_counter_based_event_handle_t",
    ][::core::mem::align_of::<zex_ipc_counter_based_event_handle_t>() - 1usize];
    [
        "Offset of field: zex_ipc_counter_based_event_handle_t::data",
    ][::core::mem::offset_of!(zex_ipc_counter_based_event_handle_t, data) - 0usize];
};

handles! {
    /// Handle of a driver instance
    ze_driver_handle_t;
    /// Handle of driver's device object
    ze_device_handle_t;
    /// Handle of driver's context object
    ze_context_handle_t;
    /// Handle of driver's command queue object
    ze_command_queue_handle_t;
    /// Handle of driver's command list object
    ze_command_list_handle_t;
    /// Handle of driver's fence object
    ze_fence_handle_t;
    /// Handle of driver's event pool object
    ze_event_pool_handle_t;
    /// Handle of driver's event object
    ze_event_handle_t;
    /// Handle of physical memory object
    ze_physical_mem_handle_t;
    /// Handle to a driver instance
    zes_driver_handle_t;
    /// Handle of device object
    zes_device_handle_t;
    /// Handle for a Sysman device memory module
    zes_mem_handle_t;
}

plain!(ze_ipc_mem_handle_t);

plain!(ze_ipc_event_pool_handle_t);

enumeration!(ze_result_t {
    ZE_RESULT_SUCCESS,
    ZE_RESULT_NOT_READY,
    ZE_RESULT_ERROR_DEVICE_LOST,
    ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY,
    ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY,
    ZE_RESULT_ERROR_MODULE_BUILD_FAILURE,
    ZE_RESULT_ERROR_MODULE_LINK_FAILURE,
    ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET,
    ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE,
    ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX,
    ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE,
    ZE_RESULT_EXP_ERROR_REMOTE_DEVICE,
    ZE_RESULT_EXP_ERROR_OPERANDS_INCOMPATIBLE,
    ZE_RESULT_EXP_RTAS_BUILD_RETRY,
    ZE_RESULT_EXP_RTAS_BUILD_DEFERRED,
    ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS,
    ZE_RESULT_ERROR_NOT_AVAILABLE,
    ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE,
    ZE_RESULT_WARNING_DROPPED_DATA,
    ZE_RESULT_ERROR_UNINITIALIZED,
    ZE_RESULT_ERROR_UNSUPPORTED_VERSION,
    ZE_RESULT_ERROR_UNSUPPORTED_FEATURE,
    ZE_RESULT_ERROR_INVALID_ARGUMENT,
    ZE_RESULT_ERROR_INVALID_NULL_HANDLE,
    ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE,
    ZE_RESULT_ERROR_INVALID_NULL_POINTER,
    ZE_RESULT_ERROR_INVALID_SIZE,
    ZE_RESULT_ERROR_UNSUPPORTED_SIZE,
    ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT,
    ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT,
    ZE_RESULT_ERROR_INVALID_ENUMERATION,
    ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION,
    ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT,
    ZE_RESULT_ERROR_INVALID_NATIVE_BINARY,
    ZE_RESULT_ERROR_INVALID_GLOBAL_NAME,
    ZE_RESULT_ERROR_INVALID_KERNEL_NAME,
    ZE_RESULT_ERROR_INVALID_FUNCTION_NAME,
    ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION,
    ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION,
    ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX,
    ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE,
    ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE,
    ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED,
    ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE,
    ZE_RESULT_ERROR_OVERLAPPING_REGIONS,
    ZE_RESULT_WARNING_ACTION_REQUIRED,
    ZE_RESULT_ERROR_INVALID_KERNEL_HANDLE,
    ZE_RESULT_EXT_RTAS_BUILD_RETRY,
    ZE_RESULT_EXT_RTAS_BUILD_DEFERRED,
    ZE_RESULT_EXT_ERROR_OPERANDS_INCOMPATIBLE,
    ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED,
    ZE_RESULT_ERROR_ADDRESS_NOT_FOUND,
    ZE_RESULT_QUERY_TRUE,
    ZE_RESULT_QUERY_FALSE,
    ZE_RESULT_ERROR_INVALID_GRAPH,
    ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED,
    ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED,
    ZE_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT,
    ZE_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING,
    ZE_RESULT_ERROR_GRAPH_UNJOINED_FORKS,
    ZE_RESULT_ERROR_GRAPH_INTERNAL_EVENT,
    ZE_RESULT_ERROR_UNKNOWN,
});

enumeration!(ze_structure_type_t {
    ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES,
    ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES,
    ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES,
    ZE_STRUCTURE_TYPE_CONTEXT_DESC,
    ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
    ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC,
    ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
    ZE_STRUCTURE_TYPE_EVENT_DESC,
    ZE_STRUCTURE_TYPE_FENCE_DESC,
    ZE_STRUCTURE_TYPE_IMAGE_DESC,
    ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC,
    ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC,
    ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD,
    ZE_STRUCTURE_TYPE_MODULE_DESC,
    ZE_STRUCTURE_TYPE_MODULE_PROPERTIES,
    ZE_STRUCTURE_TYPE_KERNEL_DESC,
    ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES,
    ZE_STRUCTURE_TYPE_SAMPLER_DESC,
    ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC,
    ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_WIN32,
    ZE_STRUCTURE_TYPE_DEVICE_RAYTRACING_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RAYTRACING_MEM_ALLOC_EXT_DESC,
    ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_CACHE_RESERVATION_EXT_DESC,
    ZE_STRUCTURE_TYPE_EU_COUNT_EXT,
    ZE_STRUCTURE_TYPE_SRGB_EXT_DESC,
    ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC,
    ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC,
    ZE_STRUCTURE_TYPE_MEMORY_COMPRESSION_HINTS_EXT_DESC,
    ZE_STRUCTURE_TYPE_IMAGE_ALLOCATION_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT,
    ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXT_DESC,
    ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_IMAGE_FORMAT_SUPPORT_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_READONLY_MEMORY_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC,
    ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC,
    ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC,
    ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC,
    ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXP_DESC,
    ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2,
    ZE_STRUCTURE_TYPE_IMAGE_MEMORY_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_POWER_SAVING_HINT_EXP_DESC,
    ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_FABRIC_VERTEX_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_DESC,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXP_DESC,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXP_CB_PARAMS,
    ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_ID_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_COMMANDS_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_KERNEL_ARGUMENT_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_GLOBAL_OFFSET_EXP_DESC,
    ZE_STRUCTURE_TYPE_PITCHED_ALLOC_DEVICE_EXP_PROPERTIES,
    ZE_STRUCTURE_TYPE_BINDLESS_IMAGE_EXP_DESC,
    ZE_STRUCTURE_TYPE_PITCHED_IMAGE_EXP_DESC,
    ZE_STRUCTURE_TYPE_MUTABLE_GRAPH_ARGUMENT_EXP_DESC,
    ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_EXT_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WIN32_EXT_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_FD_EXT_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_EXT,
    ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WAIT_PARAMS_EXT,
    ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT,
    ZE_STRUCTURE_TYPE_DEVICE_VECTOR_WIDTH_PROPERTIES_EXT,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_DESC,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXT_DESC,
    ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXT_CB_PARAMS,
    ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC,
    ZE_STRUCTURE_TYPE_EXTERNAL_MEMMAP_SYSMEM_EXT_DESC,
    ZE_STRUCTURE_TYPE_PITCHED_ALLOC_2DIMAGE_LINEAR_PITCH_EXP_INFO,
    ZE_STRUCTURE_TYPE_KERNEL_ALLOCATION_PROPERTIES,
    ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC,
    ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC,
    ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC,
    ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC,
    ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES,
    ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC,
    ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES,
    ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_CUSTOM_PITCH_EXP_DESC,
    ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_DOTPRODUCT_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_MODULE_DESC,
    ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_GRAPH_DESC,
    ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_OUTPUT,
    ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES,
    ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_DUMP_DESC,
});

flags!(ze_external_memory_type_flags_t {
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_DMA_BUF,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_WIN32_KMT,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D11_TEXTURE_KMT,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_HEAP,
    ZE_EXTERNAL_MEMORY_TYPE_FLAG_D3D12_RESOURCE,
});

plain!(ze_base_properties_t);

plain!(ze_base_desc_t);

plain!(ze_ipc_event_counter_based_handle_t);

flags!(ze_init_flags_t {
    ZE_INIT_FLAG_GPU_ONLY,
    ZE_INIT_FLAG_VPU_ONLY,
});

flags!(ze_init_driver_type_flags_t {
    ZE_INIT_DRIVER_TYPE_FLAG_GPU,
    ZE_INIT_DRIVER_TYPE_FLAG_NPU,
});

tagged!(ze_init_driver_type_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC);

enumeration!(ze_api_version_t {
    ZE_API_VERSION_1_0,
    ZE_API_VERSION_1_1,
    ZE_API_VERSION_1_2,
    ZE_API_VERSION_1_3,
    ZE_API_VERSION_1_4,
    ZE_API_VERSION_1_5,
    ZE_API_VERSION_1_6,
    ZE_API_VERSION_1_7,
    ZE_API_VERSION_1_8,
    ZE_API_VERSION_1_9,
    ZE_API_VERSION_1_10,
    ZE_API_VERSION_1_11,
    ZE_API_VERSION_1_12,
    ZE_API_VERSION_1_13,
    ZE_API_VERSION_1_14,
    ZE_API_VERSION_1_15,
    ZE_API_VERSION_1_16,
    ZE_API_VERSION_1_17,
    ZE_API_VERSION_CURRENT,
});

plain!(ze_driver_uuid_t);

tagged!(ze_driver_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES);

flags!(ze_ipc_property_flags_t {
    ZE_IPC_PROPERTY_FLAG_MEMORY,
    ZE_IPC_PROPERTY_FLAG_EVENT_POOL,
    ZE_IPC_PROPERTY_FLAG_FABRIC_ACCESSIBLE,
});

tagged!(ze_driver_ipc_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES);

plain!(ze_driver_extension_properties_t);

enumeration!(ze_device_type_t {
    ZE_DEVICE_TYPE_GPU,
    ZE_DEVICE_TYPE_CPU,
    ZE_DEVICE_TYPE_FPGA,
    ZE_DEVICE_TYPE_MCA,
    ZE_DEVICE_TYPE_VPU,
});

plain!(ze_device_uuid_t);

flags!(ze_device_property_flags_t {
    ZE_DEVICE_PROPERTY_FLAG_INTEGRATED,
    ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE,
    ZE_DEVICE_PROPERTY_FLAG_ECC,
    ZE_DEVICE_PROPERTY_FLAG_ONDEMANDPAGING,
});

tagged!(ze_device_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES);

tagged!(ze_device_compute_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES);

plain!(ze_native_kernel_uuid_t);

flags!(ze_device_module_flags_t {
    ZE_DEVICE_MODULE_FLAG_FP16,
    ZE_DEVICE_MODULE_FLAG_FP64,
    ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS,
    ZE_DEVICE_MODULE_FLAG_DP4A,
});

flags!(ze_device_fp_flags_t {
    ZE_DEVICE_FP_FLAG_DENORM,
    ZE_DEVICE_FP_FLAG_INF_NAN,
    ZE_DEVICE_FP_FLAG_ROUND_TO_NEAREST,
    ZE_DEVICE_FP_FLAG_ROUND_TO_ZERO,
    ZE_DEVICE_FP_FLAG_ROUND_TO_INF,
    ZE_DEVICE_FP_FLAG_FMA,
    ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT,
    ZE_DEVICE_FP_FLAG_SOFT_FLOAT,
});

tagged!(ze_device_module_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES);

flags!(ze_command_queue_group_property_flags_t {
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE,
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COPY,
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COOPERATIVE_KERNELS,
    ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_METRICS,
});

tagged!(ze_command_queue_group_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES);

flags!(ze_device_memory_property_flags_t {
    ZE_DEVICE_MEMORY_PROPERTY_FLAG_TBD,
});

tagged!(ze_device_memory_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES);

flags!(ze_memory_access_cap_flags_t {
    ZE_MEMORY_ACCESS_CAP_FLAG_RW,
    ZE_MEMORY_ACCESS_CAP_FLAG_ATOMIC,
    ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT,
    ZE_MEMORY_ACCESS_CAP_FLAG_CONCURRENT_ATOMIC,
});

tagged!(ze_device_memory_access_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES);

flags!(ze_device_cache_property_flags_t {
    ZE_DEVICE_CACHE_PROPERTY_FLAG_USER_CONTROL,
});

tagged!(ze_device_cache_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES);

tagged!(ze_device_image_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES);

tagged!(ze_device_external_memory_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES);

flags!(ze_device_p2p_property_flags_t {
    ZE_DEVICE_P2P_PROPERTY_FLAG_ACCESS,
    ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS,
});

tagged!(ze_device_p2p_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES);

flags!(ze_device_event_properties_flags_t {
    ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE,
    ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC,
    ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION,
    ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_EXTERNAL_INTERRUPT_WAIT,
});

tagged!(ze_device_event_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES);

flags!(ze_context_flags_t {
    ZE_CONTEXT_FLAG_TBD,
});

tagged!(ze_context_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_CONTEXT_DESC);

flags!(ze_command_queue_flags_t {
    ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY,
    ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
    ZE_COMMAND_QUEUE_FLAG_COPY_OFFLOAD_HINT,
});

enumeration!(ze_command_queue_mode_t {
    ZE_COMMAND_QUEUE_MODE_DEFAULT,
    ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS,
    ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
});

enumeration!(ze_command_queue_priority_t {
    ZE_COMMAND_QUEUE_PRIORITY_NORMAL,
    ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_LOW,
    ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH,
});

tagged!(ze_command_queue_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);

flags!(ze_command_list_flags_t {
    ZE_COMMAND_LIST_FLAG_RELAXED_ORDERING,
    ZE_COMMAND_LIST_FLAG_MAXIMIZE_THROUGHPUT,
    ZE_COMMAND_LIST_FLAG_EXPLICIT_ONLY,
    ZE_COMMAND_LIST_FLAG_IN_ORDER,
    ZE_COMMAND_LIST_FLAG_EXP_CLONEABLE,
    ZE_COMMAND_LIST_FLAG_COPY_OFFLOAD_HINT,
});

tagged!(ze_command_list_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);

flags!(ze_event_pool_flags_t {
    ZE_EVENT_POOL_FLAG_HOST_VISIBLE,
    ZE_EVENT_POOL_FLAG_IPC,
    ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
    ZE_EVENT_POOL_FLAG_KERNEL_MAPPED_TIMESTAMP,
});

tagged!(ze_event_pool_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_POOL_DESC);

flags!(ze_event_scope_flags_t {
    ZE_EVENT_SCOPE_FLAG_SUBDEVICE,
    ZE_EVENT_SCOPE_FLAG_DEVICE,
    ZE_EVENT_SCOPE_FLAG_HOST,
});

flags!(ze_event_counter_based_flags_t {
    ZE_EVENT_COUNTER_BASED_FLAG_IMMEDIATE,
    ZE_EVENT_COUNTER_BASED_FLAG_NON_IMMEDIATE,
    ZE_EVENT_COUNTER_BASED_FLAG_HOST_VISIBLE,
    ZE_EVENT_COUNTER_BASED_FLAG_IPC,
    ZE_EVENT_COUNTER_BASED_FLAG_DEVICE_TIMESTAMP,
    ZE_EVENT_COUNTER_BASED_FLAG_HOST_TIMESTAMP,
    ZE_EVENT_COUNTER_BASED_FLAG_GRAPH_EXTERNAL,
});

flags!(ze_event_sync_mode_flags_t {
    ZE_EVENT_SYNC_MODE_FLAG_LOW_POWER_WAIT,
    ZE_EVENT_SYNC_MODE_FLAG_SIGNAL_INTERRUPT,
    ZE_EVENT_SYNC_MODE_FLAG_EXTERNAL_INTERRUPT_WAIT,
});

tagged!(ze_event_sync_mode_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC);

tagged!(ze_event_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_DESC);

tagged!(ze_event_counter_based_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC);

tagged!(ze_event_counter_based_external_sync_allocation_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC);

tagged!(ze_event_counter_based_external_aggregate_storage_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC);

plain!(ze_kernel_timestamp_data_t);

plain!(ze_kernel_timestamp_result_t);

flags!(ze_device_mem_alloc_flags_t {
    ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED,
    ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED,
    ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT,
});

tagged!(ze_device_mem_alloc_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);

flags!(ze_host_mem_alloc_flags_t {
    ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED,
    ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED,
    ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED,
    ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT,
    ZE_HOST_MEM_ALLOC_FLAG_MEM_READ_ONLY,
});

tagged!(ze_host_mem_alloc_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);

enumeration!(ze_memory_type_t {
    ZE_MEMORY_TYPE_UNKNOWN,
    ZE_MEMORY_TYPE_HOST,
    ZE_MEMORY_TYPE_DEVICE,
    ZE_MEMORY_TYPE_SHARED,
    ZE_MEMORY_TYPE_HOST_IMPORTED,
});

tagged!(ze_memory_allocation_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES);

flags!(ze_ipc_memory_flags_t {
    ZE_IPC_MEMORY_FLAG_BIAS_CACHED,
    ZE_IPC_MEMORY_FLAG_BIAS_UNCACHED,
});

tagged!(ze_external_memory_export_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC);

tagged!(ze_external_memory_import_fd_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD);

tagged!(ze_external_memory_export_fd_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD);

enumeration!(ze_memory_access_attribute_t {
    ZE_MEMORY_ACCESS_ATTRIBUTE_NONE,
    ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE,
    ZE_MEMORY_ACCESS_ATTRIBUTE_READONLY,
});

flags!(ze_physical_mem_flags_t {
    ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_DEVICE,
    ZE_PHYSICAL_MEM_FLAG_ALLOCATE_ON_HOST,
});

tagged!(ze_physical_mem_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC);

tagged!(ze_physical_mem_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES);

flags!(ze_relaxed_allocation_limits_exp_flags_t {
    ZE_RELAXED_ALLOCATION_LIMITS_EXP_FLAG_MAX_SIZE,
});

tagged!(ze_relaxed_allocation_limits_exp_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC);

plain!(ze_pci_address_ext_t);

plain!(ze_pci_speed_ext_t);

tagged!(ze_pci_ext_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES);

flags!(ze_driver_memory_free_policy_ext_flags_t {
    ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE,
    ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE,
});

tagged!(ze_memory_free_ext_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC);

tagged!(ze_device_ip_version_ext_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT);

flags!(ze_event_pool_counter_based_exp_flags_t {
    ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_IMMEDIATE,
    ZE_EVENT_POOL_COUNTER_BASED_EXP_FLAG_NON_IMMEDIATE,
});

tagged!(ze_event_pool_counter_based_exp_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC);

flags!(ze_driver_ddi_handle_ext_flags_t {
    ZE_DRIVER_DDI_HANDLE_EXT_FLAG_DDI_HANDLE_EXT_SUPPORTED,
});

tagged!(ze_driver_ddi_handles_ext_properties_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES);

flags!(ze_ipc_mem_handle_type_flags_t {
    ZE_IPC_MEM_HANDLE_TYPE_FLAG_DEFAULT,
    ZE_IPC_MEM_HANDLE_TYPE_FLAG_FABRIC_ACCESSIBLE,
});

tagged!(ze_ipc_mem_handle_type_ext_desc_t: ze_structure_type_t::ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC);

enumeration!(zes_structure_type_t {
    ZES_STRUCTURE_TYPE_DEVICE_PROPERTIES,
    ZES_STRUCTURE_TYPE_PCI_PROPERTIES,
    ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES,
    ZES_STRUCTURE_TYPE_DIAG_PROPERTIES,
    ZES_STRUCTURE_TYPE_ENGINE_PROPERTIES,
    ZES_STRUCTURE_TYPE_FABRIC_PORT_PROPERTIES,
    ZES_STRUCTURE_TYPE_FAN_PROPERTIES,
    ZES_STRUCTURE_TYPE_FIRMWARE_PROPERTIES,
    ZES_STRUCTURE_TYPE_FREQ_PROPERTIES,
    ZES_STRUCTURE_TYPE_LED_PROPERTIES,
    ZES_STRUCTURE_TYPE_MEM_PROPERTIES,
    ZES_STRUCTURE_TYPE_PERF_PROPERTIES,
    ZES_STRUCTURE_TYPE_POWER_PROPERTIES,
    ZES_STRUCTURE_TYPE_PSU_PROPERTIES,
    ZES_STRUCTURE_TYPE_RAS_PROPERTIES,
    ZES_STRUCTURE_TYPE_SCHED_PROPERTIES,
    ZES_STRUCTURE_TYPE_SCHED_TIMEOUT_PROPERTIES,
    ZES_STRUCTURE_TYPE_SCHED_TIMESLICE_PROPERTIES,
    ZES_STRUCTURE_TYPE_STANDBY_PROPERTIES,
    ZES_STRUCTURE_TYPE_TEMP_PROPERTIES,
    ZES_STRUCTURE_TYPE_DEVICE_STATE,
    ZES_STRUCTURE_TYPE_PROCESS_STATE,
    ZES_STRUCTURE_TYPE_PCI_STATE,
    ZES_STRUCTURE_TYPE_FABRIC_PORT_CONFIG,
    ZES_STRUCTURE_TYPE_FABRIC_PORT_STATE,
    ZES_STRUCTURE_TYPE_FAN_CONFIG,
    ZES_STRUCTURE_TYPE_FREQ_STATE,
    ZES_STRUCTURE_TYPE_OC_CAPABILITIES,
    ZES_STRUCTURE_TYPE_LED_STATE,
    ZES_STRUCTURE_TYPE_MEM_STATE,
    ZES_STRUCTURE_TYPE_PSU_STATE,
    ZES_STRUCTURE_TYPE_BASE_STATE,
    ZES_STRUCTURE_TYPE_RAS_CONFIG,
    ZES_STRUCTURE_TYPE_RAS_STATE,
    ZES_STRUCTURE_TYPE_TEMP_CONFIG,
    ZES_STRUCTURE_TYPE_PCI_BAR_PROPERTIES_1_2,
    ZES_STRUCTURE_TYPE_DEVICE_ECC_DESC,
    ZES_STRUCTURE_TYPE_DEVICE_ECC_PROPERTIES,
    ZES_STRUCTURE_TYPE_POWER_LIMIT_EXT_DESC,
    ZES_STRUCTURE_TYPE_POWER_EXT_PROPERTIES,
    ZES_STRUCTURE_TYPE_OVERCLOCK_PROPERTIES,
    ZES_STRUCTURE_TYPE_FABRIC_PORT_ERROR_COUNTERS,
    ZES_STRUCTURE_TYPE_ENGINE_EXT_PROPERTIES,
    ZES_STRUCTURE_TYPE_RESET_PROPERTIES,
    ZES_STRUCTURE_TYPE_DEVICE_EXT_PROPERTIES,
    ZES_STRUCTURE_TYPE_DEVICE_UUID,
    ZES_STRUCTURE_TYPE_POWER_DOMAIN_EXP_PROPERTIES,
    ZES_STRUCTURE_TYPE_MEM_BANDWIDTH_COUNTER_BITS_EXP_PROPERTIES,
    ZES_STRUCTURE_TYPE_MEMORY_PAGE_OFFLINE_STATE_EXP,
    ZES_STRUCTURE_TYPE_SUBDEVICE_EXP_PROPERTIES,
    ZES_STRUCTURE_TYPE_VF_EXP_PROPERTIES,
    ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP,
    ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP,
    ZES_STRUCTURE_TYPE_VF_EXP_CAPABILITIES,
    ZES_STRUCTURE_TYPE_VF_UTIL_MEM_EXP2,
    ZES_STRUCTURE_TYPE_VF_UTIL_ENGINE_EXP2,
    ZES_STRUCTURE_TYPE_VF_EXP2_CAPABILITIES,
    ZES_STRUCTURE_TYPE_DEVICE_ECC_DEFAULT_PROPERTIES_EXT,
    ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_STATE,
    ZES_STRUCTURE_TYPE_PCI_LINK_SPEED_DOWNGRADE_EXT_PROPERTIES,
    ZES_STRUCTURE_TYPE_RAS_STATE_EXP2,
    ZES_STRUCTURE_TYPE_RAS_CONFIG_EXP,
    ZES_STRUCTURE_TYPE_OEM_SERIAL_ID_EXT_PROPERTIES,
    ZES_STRUCTURE_TYPE_DEVICE_EXT_STATE,
});

flags!(zes_init_flags_t {
    ZES_INIT_FLAG_PLACEHOLDER,
});

plain!(zes_uuid_t);

enumeration!(zes_mem_type_t {
    ZES_MEM_TYPE_HBM,
    ZES_MEM_TYPE_DDR,
    ZES_MEM_TYPE_DDR3,
    ZES_MEM_TYPE_DDR4,
    ZES_MEM_TYPE_DDR5,
    ZES_MEM_TYPE_LPDDR,
    ZES_MEM_TYPE_LPDDR3,
    ZES_MEM_TYPE_LPDDR4,
    ZES_MEM_TYPE_LPDDR5,
    ZES_MEM_TYPE_SRAM,
    ZES_MEM_TYPE_L1,
    ZES_MEM_TYPE_L3,
    ZES_MEM_TYPE_GRF,
    ZES_MEM_TYPE_SLM,
    ZES_MEM_TYPE_GDDR4,
    ZES_MEM_TYPE_GDDR5,
    ZES_MEM_TYPE_GDDR5X,
    ZES_MEM_TYPE_GDDR6,
    ZES_MEM_TYPE_GDDR6X,
    ZES_MEM_TYPE_GDDR7,
    ZES_MEM_TYPE_LPDDR5X,
    ZES_MEM_TYPE_HBM2,
    ZES_MEM_TYPE_DDR2,
    ZES_MEM_TYPE_HBM2E,
    ZES_MEM_TYPE_HBM3,
    ZES_MEM_TYPE_HBM3E,
    ZES_MEM_TYPE_HBM4,
    ZES_MEM_TYPE_LPDDR6,
});

enumeration!(zes_mem_loc_t {
    ZES_MEM_LOC_SYSTEM,
    ZES_MEM_LOC_DEVICE,
});

enumeration!(zes_mem_health_t {
    ZES_MEM_HEALTH_UNKNOWN,
    ZES_MEM_HEALTH_OK,
    ZES_MEM_HEALTH_DEGRADED,
    ZES_MEM_HEALTH_CRITICAL,
    ZES_MEM_HEALTH_REPLACE,
});

tagged!(zes_mem_properties_t: zes_structure_type_t::ZES_STRUCTURE_TYPE_MEM_PROPERTIES);

tagged!(zes_mem_state_t: zes_structure_type_t::ZES_STRUCTURE_TYPE_MEM_STATE);

plain!(ze_dditable_driver_t);

plain!(ze_handle_t);

flags!(zex_counter_based_event_exp_flags_t {
    ZEX_COUNTER_BASED_EVENT_FLAG_IMMEDIATE,
    ZEX_COUNTER_BASED_EVENT_FLAG_NON_IMMEDIATE,
    ZEX_COUNTER_BASED_EVENT_FLAG_HOST_VISIBLE,
    ZEX_COUNTER_BASED_EVENT_FLAG_IPC,
    ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_TIMESTAMP,
    ZEX_COUNTER_BASED_EVENT_FLAG_KERNEL_MAPPED_TIMESTAMP,
    ZEX_COUNTER_BASED_EVENT_FLAG_EXTERNAL,
});

tagged!(zex_counter_based_event_desc_t: ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC);

tagged!(zex_counter_based_event_external_sync_alloc_properties_t: ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES);

tagged!(zex_counter_based_event_external_storage_properties_t: ze_structure_type_t::ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES);

plain!(zex_ipc_counter_based_event_handle_t);

/// Passes the whole table of entry points to the macro `$callback`: rows of the form
/// `#[doc] (major, minor) name(parameter: type, ..) -> result;`, where the version is that of the specification
/// which introduced the function.
///
/// The types are named as in this crate, and `c_char` and `c_void` as in `core::ffi`, without a path.
#[macro_export]
macro_rules! for_each_entry_point {
    ($callback:ident) => {
        $callback! {
            /// Initialize the 'oneAPI' driver(s)
            (1, 0) zeInit(flags: ze_init_flags_t) -> ze_result_t;
            /// Retrieves driver instances
            (1, 0) zeDriverGet(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t) -> ze_result_t;
            /// Initialize the 'oneAPI' driver(s) based on the driver types requested and retrieve the driver handles.
            (1, 10) zeInitDrivers(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t, desc: *mut ze_init_driver_type_desc_t) -> ze_result_t;
            /// Returns the API version supported by the specified driver
            (1, 0) zeDriverGetApiVersion(hDriver: ze_driver_handle_t, version: *mut ze_api_version_t) -> ze_result_t;
            /// Retrieves properties of the driver.
            (1, 0) zeDriverGetProperties(hDriver: ze_driver_handle_t, pDriverProperties: *mut ze_driver_properties_t) -> ze_result_t;
            /// Retrieves IPC attributes of the driver
            (1, 0) zeDriverGetIpcProperties(hDriver: ze_driver_handle_t, pIpcProperties: *mut ze_driver_ipc_properties_t) -> ze_result_t;
            /// Retrieves extension properties
            (1, 0) zeDriverGetExtensionProperties(hDriver: ze_driver_handle_t, pCount: *mut u32, pExtensionProperties: *mut ze_driver_extension_properties_t) -> ze_result_t;
            /// Retrieves function pointer for vendor-specific or experimental extensions
            (1, 1) zeDriverGetExtensionFunctionAddress(hDriver: ze_driver_handle_t, name: *const c_char, ppFunctionAddress: *mut *mut c_void) -> ze_result_t;
            /// Retrieves a string describing the last error code returned by the driver in the current thread.
            (1, 6) zeDriverGetLastErrorDescription(hDriver: ze_driver_handle_t, ppString: *mut *const c_char) -> ze_result_t;
            /// Retrieves handle to default context from the driver.
            (1, 14) zeDriverGetDefaultContext(hDriver: ze_driver_handle_t) -> ze_context_handle_t;
            /// Retrieves devices within a driver
            (1, 0) zeDeviceGet(hDriver: ze_driver_handle_t, pCount: *mut u32, phDevices: *mut ze_device_handle_t) -> ze_result_t;
            /// Retrieves the root-device of a device handle
            (1, 7) zeDeviceGetRootDevice(hDevice: ze_device_handle_t, phRootDevice: *mut ze_device_handle_t) -> ze_result_t;
            /// Retrieves a sub-device from a device
            (1, 0) zeDeviceGetSubDevices(hDevice: ze_device_handle_t, pCount: *mut u32, phSubdevices: *mut ze_device_handle_t) -> ze_result_t;
            /// Retrieves properties of the device.
            (1, 0) zeDeviceGetProperties(hDevice: ze_device_handle_t, pDeviceProperties: *mut ze_device_properties_t) -> ze_result_t;
            /// Retrieves compute properties of the device.
            (1, 0) zeDeviceGetComputeProperties(hDevice: ze_device_handle_t, pComputeProperties: *mut ze_device_compute_properties_t) -> ze_result_t;
            /// Retrieves module properties of the device
            (1, 0) zeDeviceGetModuleProperties(hDevice: ze_device_handle_t, pModuleProperties: *mut ze_device_module_properties_t) -> ze_result_t;
            /// Retrieves command queue group properties of the device.
            (1, 0) zeDeviceGetCommandQueueGroupProperties(hDevice: ze_device_handle_t, pCount: *mut u32, pCommandQueueGroupProperties: *mut ze_command_queue_group_properties_t) -> ze_result_t;
            /// Retrieves local memory properties of the device.
            (1, 0) zeDeviceGetMemoryProperties(hDevice: ze_device_handle_t, pCount: *mut u32, pMemProperties: *mut ze_device_memory_properties_t) -> ze_result_t;
            /// Retrieves memory access properties of the device.
            (1, 0) zeDeviceGetMemoryAccessProperties(hDevice: ze_device_handle_t, pMemAccessProperties: *mut ze_device_memory_access_properties_t) -> ze_result_t;
            /// Retrieves cache properties of the device
            (1, 0) zeDeviceGetCacheProperties(hDevice: ze_device_handle_t, pCount: *mut u32, pCacheProperties: *mut ze_device_cache_properties_t) -> ze_result_t;
            /// Retrieves image properties of the device
            (1, 0) zeDeviceGetImageProperties(hDevice: ze_device_handle_t, pImageProperties: *mut ze_device_image_properties_t) -> ze_result_t;
            /// Retrieves external memory import and export of the device
            (1, 0) zeDeviceGetExternalMemoryProperties(hDevice: ze_device_handle_t, pExternalMemoryProperties: *mut ze_device_external_memory_properties_t) -> ze_result_t;
            /// Retrieves peer-to-peer properties between one device and a peer devices
            (1, 0) zeDeviceGetP2PProperties(hDevice: ze_device_handle_t, hPeerDevice: ze_device_handle_t, pP2PProperties: *mut ze_device_p2p_properties_t) -> ze_result_t;
            /// Queries if one device can directly access peer device allocations
            (1, 0) zeDeviceCanAccessPeer(hDevice: ze_device_handle_t, hPeerDevice: ze_device_handle_t, value: *mut ze_bool_t) -> ze_result_t;
            /// Returns current status of the device.
            (1, 0) zeDeviceGetStatus(hDevice: ze_device_handle_t) -> ze_result_t;
            /// Returns synchronized Host and device global timestamps.
            (1, 1) zeDeviceGetGlobalTimestamps(hDevice: ze_device_handle_t, hostTimestamp: *mut u64, deviceTimestamp: *mut u64) -> ze_result_t;
            /// Synchronizes all command queues related to the device.
            (1, 14) zeDeviceSynchronize(hDevice: ze_device_handle_t) -> ze_result_t;
            /// Creates a context for the driver.
            (1, 0) zeContextCreate(hDriver: ze_driver_handle_t, desc: *const ze_context_desc_t, phContext: *mut ze_context_handle_t) -> ze_result_t;
            /// Creates a context for the driver.
            (1, 1) zeContextCreateEx(hDriver: ze_driver_handle_t, desc: *const ze_context_desc_t, numDevices: u32, phDevices: *mut ze_device_handle_t, phContext: *mut ze_context_handle_t) -> ze_result_t;
            /// Destroys a context.
            (1, 0) zeContextDestroy(hContext: ze_context_handle_t) -> ze_result_t;
            /// Returns current status of the context.
            (1, 0) zeContextGetStatus(hContext: ze_context_handle_t) -> ze_result_t;
            /// Creates a command queue on the context.
            (1, 0) zeCommandQueueCreate(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const ze_command_queue_desc_t, phCommandQueue: *mut ze_command_queue_handle_t) -> ze_result_t;
            /// Destroys a command queue.
            (1, 0) zeCommandQueueDestroy(hCommandQueue: ze_command_queue_handle_t) -> ze_result_t;
            /// Executes a command list in a command queue.
            (1, 0) zeCommandQueueExecuteCommandLists(hCommandQueue: ze_command_queue_handle_t, numCommandLists: u32, phCommandLists: *mut ze_command_list_handle_t, hFence: ze_fence_handle_t) -> ze_result_t;
            /// Synchronizes a command queue by waiting on the host.
            (1, 0) zeCommandQueueSynchronize(hCommandQueue: ze_command_queue_handle_t, timeout: u64) -> ze_result_t;
            /// Creates a command list on the context.
            (1, 0) zeCommandListCreate(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const ze_command_list_desc_t, phCommandList: *mut ze_command_list_handle_t) -> ze_result_t;
            /// Creates an immediate command list on the context.
            (1, 0) zeCommandListCreateImmediate(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, altdesc: *const ze_command_queue_desc_t, phCommandList: *mut ze_command_list_handle_t) -> ze_result_t;
            /// Destroys a command list.
            (1, 0) zeCommandListDestroy(hCommandList: ze_command_list_handle_t) -> ze_result_t;
            /// Closes a command list; ready to be executed by a command queue.
            (1, 0) zeCommandListClose(hCommandList: ze_command_list_handle_t) -> ze_result_t;
            /// Reset a command list to initial (empty) state; ready for appending commands.
            (1, 0) zeCommandListReset(hCommandList: ze_command_list_handle_t) -> ze_result_t;
            /// Appends a memory write of the device's global timestamp value into a command list.
            (1, 0) zeCommandListAppendWriteGlobalTimestamp(hCommandList: ze_command_list_handle_t, dstptr: *mut u64, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Synchronizes an immediate command list by waiting on the host for the completion of all commands previously submitted to it.
            (1, 6) zeCommandListHostSynchronize(hCommandList: ze_command_list_handle_t, timeout: u64) -> ze_result_t;
            /// Query whether a command list is an immediate command list.
            (1, 9) zeCommandListIsImmediate(hCommandList: ze_command_list_handle_t, pIsImmediate: *mut ze_bool_t) -> ze_result_t;
            /// Appends an execution and global memory barrier into a command list.
            (1, 0) zeCommandListAppendBarrier(hCommandList: ze_command_list_handle_t, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Copies host, device, or shared memory.
            (1, 0) zeCommandListAppendMemoryCopy(hCommandList: ze_command_list_handle_t, dstptr: *mut c_void, srcptr: *const c_void, size: usize, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Initializes host, device, or shared memory.
            (1, 0) zeCommandListAppendMemoryFill(hCommandList: ze_command_list_handle_t, ptr: *mut c_void, pattern: *const c_void, pattern_size: usize, size: usize, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Creates a pool of events on the context.
            (1, 0) zeEventPoolCreate(hContext: ze_context_handle_t, desc: *const ze_event_pool_desc_t, numDevices: u32, phDevices: *mut ze_device_handle_t, phEventPool: *mut ze_event_pool_handle_t) -> ze_result_t;
            /// Deletes an event pool object.
            (1, 0) zeEventPoolDestroy(hEventPool: ze_event_pool_handle_t) -> ze_result_t;
            /// Creates an event from the pool.
            (1, 0) zeEventCreate(hEventPool: ze_event_pool_handle_t, desc: *const ze_event_desc_t, phEvent: *mut ze_event_handle_t) -> ze_result_t;
            /// Creates Counter Based Event @returns - ZE_RESULT_SUCCESS - ZE_RESULT_ERROR_UNINITIALIZED - ZE_RESULT_ERROR_DEVICE_LOST - ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY - ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY - ZE_RESULT_ERROR_UNSUPPORTED_FEATURE - ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE - ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS - ZE_RESULT_ERROR_NOT_AVAILABLE - ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET - ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE - ZE_RESULT_ERROR_UNKNOWN - ZE_RESULT_ERROR_INVALID_NULL_HANDLE + `nullptr == hContext` + `nullptr == hDevice` - ZE_RESULT_ERROR_INVALID_NULL_POINTER + `nullptr == desc` + `nullptr == phEvent` - ZE_RESULT_ERROR_INVALID_ENUMERATION + `0x7f desc->flags` + `0x7 desc->signal` + `0x7 desc->wait` - ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION - ZE_RESULT_ERROR_INVALID_ARGUMENT + `completionValue` provided in `pNext` ze_event_counter_based_external_sync_allocation_desc_t or ze_event_counter_based_external_aggregate_storage_desc_t exceeds the value returned by zeDeviceGetCounterBasedEventMaxValue
            (1, 15) zeEventCounterBasedCreate(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const ze_event_counter_based_desc_t, phEvent: *mut ze_event_handle_t) -> ze_result_t;
            /// Deletes an event object.
            (1, 0) zeEventDestroy(hEvent: ze_event_handle_t) -> ze_result_t;
            /// Gets an IPC event pool handle for the specified event handle that can be shared with another process.
            (1, 0) zeEventPoolGetIpcHandle(hEventPool: ze_event_pool_handle_t, phIpc: *mut ze_ipc_event_pool_handle_t) -> ze_result_t;
            /// Returns an IPC event pool handle to the driver
            (1, 6) zeEventPoolPutIpcHandle(hContext: ze_context_handle_t, hIpc: ze_ipc_event_pool_handle_t) -> ze_result_t;
            /// Opens an IPC event pool handle to retrieve an event pool handle from another process.
            (1, 0) zeEventPoolOpenIpcHandle(hContext: ze_context_handle_t, hIpc: ze_ipc_event_pool_handle_t, phEventPool: *mut ze_event_pool_handle_t) -> ze_result_t;
            /// Closes an IPC event handle in the current process.
            (1, 0) zeEventPoolCloseIpcHandle(hEventPool: ze_event_pool_handle_t) -> ze_result_t;
            /// Gets an IPC counter based event handle that can be shared with another process. @returns - ZE_RESULT_SUCCESS - ZE_RESULT_ERROR_UNINITIALIZED - ZE_RESULT_ERROR_DEVICE_LOST - ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY - ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY - ZE_RESULT_ERROR_UNSUPPORTED_FEATURE - ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE - ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS - ZE_RESULT_ERROR_NOT_AVAILABLE - ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET - ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE - ZE_RESULT_ERROR_UNKNOWN - ZE_RESULT_ERROR_INVALID_NULL_HANDLE + `nullptr == hEvent` - ZE_RESULT_ERROR_INVALID_NULL_POINTER + `nullptr == phIpc` - ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT - ZE_RESULT_ERROR_INVALID_ARGUMENT
            (1, 15) zeEventCounterBasedGetIpcHandle(hEvent: ze_event_handle_t, phIpc: *mut ze_ipc_event_counter_based_handle_t) -> ze_result_t;
            /// Opens an IPC event handle to retrieve from another process.
            (1, 15) zeEventCounterBasedOpenIpcHandle(hContext: ze_context_handle_t, hIpc: ze_ipc_event_counter_based_handle_t, phEvent: *mut ze_event_handle_t) -> ze_result_t;
            /// Closes an IPC event handle in the current process. @returns - ZE_RESULT_SUCCESS - ZE_RESULT_ERROR_UNINITIALIZED - ZE_RESULT_ERROR_DEVICE_LOST - ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY - ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY - ZE_RESULT_ERROR_INVALID_ARGUMENT - ZE_RESULT_ERROR_UNSUPPORTED_FEATURE - ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE - ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS - ZE_RESULT_ERROR_NOT_AVAILABLE - ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET - ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE - ZE_RESULT_ERROR_UNKNOWN - ZE_RESULT_ERROR_INVALID_NULL_HANDLE + `nullptr == hEvent` - ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT
            (1, 15) zeEventCounterBasedCloseIpcHandle(hEvent: ze_event_handle_t) -> ze_result_t;
            /// Returns Counter Based Event completion value (counter) and its device address @returns - ZE_RESULT_SUCCESS - ZE_RESULT_ERROR_UNINITIALIZED - ZE_RESULT_ERROR_DEVICE_LOST - ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY - ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY - ZE_RESULT_ERROR_UNSUPPORTED_FEATURE - ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE - ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS - ZE_RESULT_ERROR_NOT_AVAILABLE - ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET - ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE - ZE_RESULT_ERROR_UNKNOWN - ZE_RESULT_ERROR_INVALID_NULL_HANDLE + `nullptr == hEvent` - ZE_RESULT_ERROR_INVALID_NULL_POINTER + `nullptr == completionValue` + `nullptr == deviceAddress` - ZE_RESULT_ERROR_INVALID_ARGUMENT
            (1, 15) zeEventCounterBasedGetDeviceAddress(hEvent: ze_event_handle_t, completionValue: *mut u64, deviceAddress: *mut u64) -> ze_result_t;
            /// Appends a signal of the event from the device into a command list.
            (1, 0) zeCommandListAppendSignalEvent(hCommandList: ze_command_list_handle_t, hEvent: ze_event_handle_t) -> ze_result_t;
            /// Appends wait on event(s) on the device into a command list.
            (1, 0) zeCommandListAppendWaitOnEvents(hCommandList: ze_command_list_handle_t, numEvents: u32, phEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Signals a event from host.
            (1, 0) zeEventHostSignal(hEvent: ze_event_handle_t) -> ze_result_t;
            /// The current host thread waits on an event to be signaled.
            (1, 0) zeEventHostSynchronize(hEvent: ze_event_handle_t, timeout: u64) -> ze_result_t;
            /// Queries an event object's status on the host.
            (1, 0) zeEventQueryStatus(hEvent: ze_event_handle_t) -> ze_result_t;
            /// Appends a reset of an event back to not signaled state into a command list.
            (1, 0) zeCommandListAppendEventReset(hCommandList: ze_command_list_handle_t, hEvent: ze_event_handle_t) -> ze_result_t;
            /// The current host thread resets an event back to not signaled state.
            (1, 0) zeEventHostReset(hEvent: ze_event_handle_t) -> ze_result_t;
            /// Queries an event's timestamp value on the host.
            (1, 0) zeEventQueryKernelTimestamp(hEvent: ze_event_handle_t, dstptr: *mut ze_kernel_timestamp_result_t) -> ze_result_t;
            /// Allocates shared memory on the context.
            (1, 0) zeMemAllocShared(hContext: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t, host_desc: *const ze_host_mem_alloc_desc_t, size: usize, alignment: usize, hDevice: ze_device_handle_t, pptr: *mut *mut c_void) -> ze_result_t;
            /// Allocates device memory on the context.
            (1, 0) zeMemAllocDevice(hContext: ze_context_handle_t, device_desc: *const ze_device_mem_alloc_desc_t, size: usize, alignment: usize, hDevice: ze_device_handle_t, pptr: *mut *mut c_void) -> ze_result_t;
            /// Allocates host memory on the context.
            (1, 0) zeMemAllocHost(hContext: ze_context_handle_t, host_desc: *const ze_host_mem_alloc_desc_t, size: usize, alignment: usize, pptr: *mut *mut c_void) -> ze_result_t;
            /// Frees allocated host memory, device memory, or shared memory on the context.
            (1, 0) zeMemFree(hContext: ze_context_handle_t, ptr: *mut c_void) -> ze_result_t;
            /// Retrieves attributes of a memory allocation
            (1, 0) zeMemGetAllocProperties(hContext: ze_context_handle_t, ptr: *const c_void, pMemAllocProperties: *mut ze_memory_allocation_properties_t, phDevice: *mut ze_device_handle_t) -> ze_result_t;
            /// Retrieves the base address and/or size of an allocation
            (1, 0) zeMemGetAddressRange(hContext: ze_context_handle_t, ptr: *const c_void, pBase: *mut *mut c_void, pSize: *mut usize) -> ze_result_t;
            /// Creates an IPC memory handle for the specified allocation
            (1, 0) zeMemGetIpcHandle(hContext: ze_context_handle_t, ptr: *const c_void, pIpcHandle: *mut ze_ipc_mem_handle_t) -> ze_result_t;
            /// Creates an IPC memory handle out of a file descriptor
            (1, 6) zeMemGetIpcHandleFromFileDescriptorExp(hContext: ze_context_handle_t, handle: u64, pIpcHandle: *mut ze_ipc_mem_handle_t) -> ze_result_t;
            /// Gets the file descriptor contained in an IPC memory handle
            (1, 6) zeMemGetFileDescriptorFromIpcHandleExp(hContext: ze_context_handle_t, ipcHandle: ze_ipc_mem_handle_t, pHandle: *mut u64) -> ze_result_t;
            /// Returns an IPC memory handle to the driver
            (1, 6) zeMemPutIpcHandle(hContext: ze_context_handle_t, handle: ze_ipc_mem_handle_t) -> ze_result_t;
            /// Opens an IPC memory handle to retrieve a device pointer on the context.
            (1, 0) zeMemOpenIpcHandle(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, handle: ze_ipc_mem_handle_t, flags: ze_ipc_memory_flags_t, pptr: *mut *mut c_void) -> ze_result_t;
            /// Closes an IPC memory handle
            (1, 0) zeMemCloseIpcHandle(hContext: ze_context_handle_t, ptr: *const c_void) -> ze_result_t;
            /// Makes memory resident for the device.
            (1, 0) zeContextMakeMemoryResident(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, ptr: *mut c_void, size: usize) -> ze_result_t;
            /// Allows memory to be evicted from the device.
            (1, 0) zeContextEvictMemory(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, ptr: *mut c_void, size: usize) -> ze_result_t;
            /// Reserves pages in virtual address space.
            (1, 0) zeVirtualMemReserve(hContext: ze_context_handle_t, pStart: *const c_void, size: usize, pptr: *mut *mut c_void) -> ze_result_t;
            /// Free pages in a reserved virtual address range.
            (1, 0) zeVirtualMemFree(hContext: ze_context_handle_t, ptr: *const c_void, size: usize) -> ze_result_t;
            /// Queries page size to use for aligning virtual memory reservations and physical memory allocations.
            (1, 0) zeVirtualMemQueryPageSize(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, size: usize, pagesize: *mut usize) -> ze_result_t;
            /// Retrieves memory properties of the physical memory object.
            (1, 15) zePhysicalMemGetProperties(hContext: ze_context_handle_t, hPhysicalMem: ze_physical_mem_handle_t, pMemProperties: *mut ze_physical_mem_properties_t) -> ze_result_t;
            /// Creates a physical memory object for the context.
            (1, 0) zePhysicalMemCreate(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *mut ze_physical_mem_desc_t, phPhysicalMemory: *mut ze_physical_mem_handle_t) -> ze_result_t;
            /// Destroys a physical memory object.
            (1, 0) zePhysicalMemDestroy(hContext: ze_context_handle_t, hPhysicalMemory: ze_physical_mem_handle_t) -> ze_result_t;
            /// Maps pages in virtual address space to pages from physical memory object.
            (1, 0) zeVirtualMemMap(hContext: ze_context_handle_t, ptr: *const c_void, size: usize, hPhysicalMemory: ze_physical_mem_handle_t, offset: usize, access: ze_memory_access_attribute_t) -> ze_result_t;
            /// Unmaps pages in virtual address space from pages from a physical memory object.
            (1, 0) zeVirtualMemUnmap(hContext: ze_context_handle_t, ptr: *const c_void, size: usize) -> ze_result_t;
            /// Set memory access attributes for a virtual address range.
            (1, 0) zeVirtualMemSetAccessAttribute(hContext: ze_context_handle_t, ptr: *const c_void, size: usize, access: ze_memory_access_attribute_t) -> ze_result_t;
            /// Get memory access attribute for a virtual address range.
            (1, 0) zeVirtualMemGetAccessAttribute(hContext: ze_context_handle_t, ptr: *const c_void, size: usize, access: *mut ze_memory_access_attribute_t, outSize: *mut usize) -> ze_result_t;
            /// Get PCI properties - address, max speed
            (1, 3) zeDevicePciGetPropertiesExt(hDevice: ze_device_handle_t, pPciProperties: *mut ze_pci_ext_properties_t) -> ze_result_t;
            /// Frees allocated host memory, device memory, or shared memory on the context using the specified free policy.
            (1, 3) zeMemFreeExt(hContext: ze_context_handle_t, pMemFreeDesc: *const ze_memory_free_ext_desc_t, ptr: *mut c_void) -> ze_result_t;
            /// Appends command lists to dispatch from an immediate command list.
            (1, 9) zeCommandListImmediateAppendCommandListsExp(hCommandListImmediate: ze_command_list_handle_t, numCommandLists: u32, phCommandLists: *mut ze_command_list_handle_t, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Creates an IPC memory handle for the specified allocation with properties for the requested handle.
            (1, 15) zeMemGetIpcHandleWithProperties(hContext: ze_context_handle_t, ptr: *const c_void, pNext: *mut c_void, pIpcHandle: *mut ze_ipc_mem_handle_t) -> ze_result_t;
            /// Appends a host function call into a command list.
            (1, 17) zeCommandListAppendHostFunction(hCommandList: ze_command_list_handle_t, pfnHostFunction: ze_host_function_callback_t, pUserData: *mut c_void, pNext: *const c_void, hSignalEvent: ze_event_handle_t, numWaitEvents: u32, phWaitEvents: *mut ze_event_handle_t) -> ze_result_t;
            /// Initialize 'oneAPI' System Resource Management (sysman)
            (1, 5) zesInit(flags: zes_init_flags_t) -> ze_result_t;
            /// Retrieves sysman driver instances
            (1, 5) zesDriverGet(pCount: *mut u32, phDrivers: *mut zes_driver_handle_t) -> ze_result_t;
            /// Get handle of memory modules
            (1, 0) zesDeviceEnumMemoryModules(hDevice: zes_device_handle_t, pCount: *mut u32, phMemory: *mut zes_mem_handle_t) -> ze_result_t;
            /// Get memory properties
            (1, 0) zesMemoryGetProperties(hMemory: zes_mem_handle_t, pProperties: *mut zes_mem_properties_t) -> ze_result_t;
            /// Get memory state - health, allocated
            (1, 0) zesMemoryGetState(hMemory: zes_mem_handle_t, pState: *mut zes_mem_state_t) -> ze_result_t;
            /// Retrieves sysman device and subdevice index for the given UUID and sysman driver
            (1, 9) zesDriverGetDeviceByUuidExp(hDriver: zes_driver_handle_t, uuid: zes_uuid_t, phDevice: *mut zes_device_handle_t, onSubdevice: *mut ze_bool_t, subdeviceId: *mut u32) -> ze_result_t;
        }
    };
}

/// Passes the functions that drivers offer by name only to the macro `$callback`: rows of the form
/// `#[doc] pointer_type = name(parameter: type, ..) -> result;`.
///
/// The types are named as in this crate, without a path.
#[macro_export]
macro_rules! for_each_extension_function {
    ($callback:ident) => {
        $callback! {
            /// Creates a counter-based event.
            zex_pfnCounterBasedEventCreate2_t = zexCounterBasedEventCreate2(hContext: ze_context_handle_t, hDevice: ze_device_handle_t, desc: *const zex_counter_based_event_desc_t, phEvent: *mut ze_event_handle_t) -> ze_result_t;
            /// Makes a handle of an event for other processes.
            zex_pfnCounterBasedEventGetIpcHandle_t = zexCounterBasedEventGetIpcHandle(hEvent: ze_event_handle_t, phIpc: *mut zex_ipc_counter_based_event_handle_t) -> ze_result_t;
            /// Opens the event of another process.
            zex_pfnCounterBasedEventOpenIpcHandle_t = zexCounterBasedEventOpenIpcHandle(hContext: ze_context_handle_t, hIpc: zex_ipc_counter_based_event_handle_t, phEvent: *mut ze_event_handle_t) -> ze_result_t;
            /// Closes an opened event.
            zex_pfnCounterBasedEventCloseIpcHandle_t = zexCounterBasedEventCloseIpcHandle(hEvent: ze_event_handle_t) -> ze_result_t;
            /// Reads the address of the counter and the value at which the event is complete.
            zex_pfnEventGetDeviceAddress_t = zexEventGetDeviceAddress(event: ze_event_handle_t, completionValue: *mut u64, address: *mut u64) -> ze_result_t;
        }
    };
}
