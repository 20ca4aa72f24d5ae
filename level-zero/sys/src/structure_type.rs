//! Structure tags and the members that all tagged structures share.

use core::ffi::c_void;

enumeration! {
    /// Tag of a structure, its first member.
    ze_structure_type_t {
        /// Tag of [`ze_driver_properties_t`](crate::ze_driver_properties_t).
        ZE_STRUCTURE_TYPE_DRIVER_PROPERTIES = 0x1,
        /// Tag of [`ze_driver_ipc_properties_t`](crate::ze_driver_ipc_properties_t).
        ZE_STRUCTURE_TYPE_DRIVER_IPC_PROPERTIES = 0x2,
        /// Tag of [`ze_device_properties_t`](crate::ze_device_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES = 0x3,
        /// Tag of [`ze_device_compute_properties_t`](crate::ze_device_compute_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_PROPERTIES = 0x4,
        /// Tag of [`ze_device_module_properties_t`](crate::ze_device_module_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_MODULE_PROPERTIES = 0x5,
        /// Tag of [`ze_command_queue_group_properties_t`](crate::ze_command_queue_group_properties_t).
        ZE_STRUCTURE_TYPE_COMMAND_QUEUE_GROUP_PROPERTIES = 0x6,
        /// Tag of [`ze_device_memory_properties_t`](crate::ze_device_memory_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES = 0x7,
        /// Tag of [`ze_device_memory_access_properties_t`](crate::ze_device_memory_access_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_MEMORY_ACCESS_PROPERTIES = 0x8,
        /// Tag of [`ze_device_cache_properties_t`](crate::ze_device_cache_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_CACHE_PROPERTIES = 0x9,
        /// Tag of [`ze_device_image_properties_t`](crate::ze_device_image_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_IMAGE_PROPERTIES = 0xa,
        /// Tag of [`ze_device_p2p_properties_t`](crate::ze_device_p2p_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES = 0xb,
        /// Tag of [`ze_device_external_memory_properties_t`](crate::ze_device_external_memory_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_EXTERNAL_MEMORY_PROPERTIES = 0xc,
        /// Tag of [`ze_context_desc_t`](crate::ze_context_desc_t).
        ZE_STRUCTURE_TYPE_CONTEXT_DESC = 0xd,
        /// Tag of [`ze_command_queue_desc_t`](crate::ze_command_queue_desc_t).
        ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC = 0xe,
        /// Tag of [`ze_command_list_desc_t`](crate::ze_command_list_desc_t).
        ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC = 0xf,
        /// Tag of [`ze_event_pool_desc_t`](crate::ze_event_pool_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_POOL_DESC = 0x10,
        /// Tag of [`ze_event_desc_t`](crate::ze_event_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_DESC = 0x11,
        /// Tag of `ze_fence_desc_t`.
        ZE_STRUCTURE_TYPE_FENCE_DESC = 0x12,
        /// Tag of `ze_image_desc_t`.
        ZE_STRUCTURE_TYPE_IMAGE_DESC = 0x13,
        /// Tag of `ze_image_properties_t`.
        ZE_STRUCTURE_TYPE_IMAGE_PROPERTIES = 0x14,
        /// Tag of [`ze_device_mem_alloc_desc_t`](crate::ze_device_mem_alloc_desc_t).
        ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC = 0x15,
        /// Tag of [`ze_host_mem_alloc_desc_t`](crate::ze_host_mem_alloc_desc_t).
        ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC = 0x16,
        /// Tag of [`ze_memory_allocation_properties_t`](crate::ze_memory_allocation_properties_t).
        ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES = 0x17,
        /// Tag of [`ze_external_memory_export_desc_t`](crate::ze_external_memory_export_desc_t).
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC = 0x18,
        /// Tag of [`ze_external_memory_import_fd_t`](crate::ze_external_memory_import_fd_t).
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD = 0x19,
        /// Tag of [`ze_external_memory_export_fd_t`](crate::ze_external_memory_export_fd_t).
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_FD = 0x1a,
        /// Tag of `ze_module_desc_t`.
        ZE_STRUCTURE_TYPE_MODULE_DESC = 0x1b,
        /// Tag of `ze_module_properties_t`.
        ZE_STRUCTURE_TYPE_MODULE_PROPERTIES = 0x1c,
        /// Tag of `ze_kernel_desc_t`.
        ZE_STRUCTURE_TYPE_KERNEL_DESC = 0x1d,
        /// Tag of `ze_kernel_properties_t`.
        ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES = 0x1e,
        /// Tag of `ze_sampler_desc_t`.
        ZE_STRUCTURE_TYPE_SAMPLER_DESC = 0x1f,
        /// Tag of [`ze_physical_mem_desc_t`](crate::ze_physical_mem_desc_t).
        ZE_STRUCTURE_TYPE_PHYSICAL_MEM_DESC = 0x20,
        /// Tag of `ze_kernel_preferred_group_size_properties_t`.
        ZE_STRUCTURE_TYPE_KERNEL_PREFERRED_GROUP_SIZE_PROPERTIES = 0x21,
        /// Tag of `ze_external_memory_import_win32_handle_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_WIN32 = 0x22,
        /// Tag of `ze_external_memory_export_win32_handle_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_WIN32 = 0x23,
        /// Tag of `ze_device_raytracing_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_RAYTRACING_EXT_PROPERTIES = 0x0001_0001,
        /// Tag of `ze_raytracing_mem_alloc_ext_desc_t`.
        ZE_STRUCTURE_TYPE_RAYTRACING_MEM_ALLOC_EXT_DESC = 0x1_0002,
        /// Tag of `ze_float_atomic_ext_properties_t`.
        ZE_STRUCTURE_TYPE_FLOAT_ATOMIC_EXT_PROPERTIES = 0x1_0003,
        /// Tag of `ze_cache_reservation_ext_desc_t`.
        ZE_STRUCTURE_TYPE_CACHE_RESERVATION_EXT_DESC = 0x1_0004,
        /// Tag of `ze_eu_count_ext_t`.
        ZE_STRUCTURE_TYPE_EU_COUNT_EXT = 0x1_0005,
        /// Tag of `ze_srgb_ext_desc_t`.
        ZE_STRUCTURE_TYPE_SRGB_EXT_DESC = 0x1_0006,
        /// Tag of `ze_linkage_inspection_ext_desc_t`.
        ZE_STRUCTURE_TYPE_LINKAGE_INSPECTION_EXT_DESC = 0x1_0007,
        /// Tag of [`ze_pci_ext_properties_t`](crate::ze_pci_ext_properties_t).
        ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES = 0x1_0008,
        /// Tag of `ze_driver_memory_free_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DRIVER_MEMORY_FREE_EXT_PROPERTIES = 0x1_0009,
        /// Tag of [`ze_memory_free_ext_desc_t`](crate::ze_memory_free_ext_desc_t).
        ZE_STRUCTURE_TYPE_MEMORY_FREE_EXT_DESC = 0x1_000a,
        /// Tag of `ze_memory_compression_hints_ext_desc_t`.
        ZE_STRUCTURE_TYPE_MEMORY_COMPRESSION_HINTS_EXT_DESC = 0x1_000b,
        /// Tag of `ze_image_allocation_ext_properties_t`.
        ZE_STRUCTURE_TYPE_IMAGE_ALLOCATION_EXT_PROPERTIES = 0x1_000c,
        /// Tag of `ze_device_luid_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_LUID_EXT_PROPERTIES = 0x1_000d,
        /// Tag of `ze_device_memory_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_MEMORY_EXT_PROPERTIES = 0x1_000e,
        /// Tag of [`ze_device_ip_version_ext_t`](crate::ze_device_ip_version_ext_t).
        ZE_STRUCTURE_TYPE_DEVICE_IP_VERSION_EXT = 0x1_000f,
        /// Tag of `ze_image_view_planar_ext_desc_t`.
        ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXT_DESC = 0x1_0010,
        /// Tag of `ze_event_query_kernel_timestamps_ext_properties_t`.
        ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_EXT_PROPERTIES = 0x1_0011,
        /// Tag of `ze_event_query_kernel_timestamps_results_ext_properties_t`.
        ZE_STRUCTURE_TYPE_EVENT_QUERY_KERNEL_TIMESTAMPS_RESULTS_EXT_PROPERTIES = 0x1_0012,
        /// Tag of `ze_kernel_max_group_size_properties_ext_t`.
        ZE_STRUCTURE_TYPE_KERNEL_MAX_GROUP_SIZE_EXT_PROPERTIES = 0x1_0013,
        /// Tag of `ze_image_format_support_ext_properties_t`.
        ZE_STRUCTURE_TYPE_IMAGE_FORMAT_SUPPORT_EXT_PROPERTIES = 0x1_0014,
        /// Tag of `ze_device_readonly_memory_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_READONLY_MEMORY_EXT_PROPERTIES = 0x1_0015,
        /// Tag of `ze_relaxed_allocation_limits_ext_desc_t`.
        ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXT_DESC = 0x1_0016,
        /// Tag of
        /// [`ze_relaxed_allocation_limits_exp_desc_t`](crate::ze_relaxed_allocation_limits_exp_desc_t).
        ZE_STRUCTURE_TYPE_RELAXED_ALLOCATION_LIMITS_EXP_DESC = 0x0002_0001,
        /// Tag of `ze_module_program_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MODULE_PROGRAM_EXP_DESC = 0x0002_0002,
        /// Tag of `ze_scheduling_hint_exp_properties_t`.
        ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_PROPERTIES = 0x0002_0003,
        /// Tag of `ze_scheduling_hint_exp_desc_t`.
        ZE_STRUCTURE_TYPE_SCHEDULING_HINT_EXP_DESC = 0x0002_0004,
        /// Tag of `ze_image_view_planar_exp_desc_t`.
        ZE_STRUCTURE_TYPE_IMAGE_VIEW_PLANAR_EXP_DESC = 0x0002_0005,
        /// Tag of [`ze_device_properties_t`](crate::ze_device_properties_t) that asks for cycles per second.
        ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2 = 0x0002_0006,
        /// Tag of `ze_image_memory_properties_exp_t`.
        ZE_STRUCTURE_TYPE_IMAGE_MEMORY_EXP_PROPERTIES = 0x0002_0007,
        /// Tag of `ze_context_power_saving_hint_exp_desc_t`.
        ZE_STRUCTURE_TYPE_POWER_SAVING_HINT_EXP_DESC = 0x0002_0008,
        /// Tag of `ze_copy_bandwidth_exp_properties_t`.
        ZE_STRUCTURE_TYPE_COPY_BANDWIDTH_EXP_PROPERTIES = 0x0002_0009,
        /// Tag of `ze_device_p2p_bandwidth_exp_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES = 0x0002_000a,
        /// Tag of `ze_fabric_vertex_exp_properties_t`.
        ZE_STRUCTURE_TYPE_FABRIC_VERTEX_EXP_PROPERTIES = 0x0002_000b,
        /// Tag of `ze_fabric_edge_exp_properties_t`.
        ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES = 0x0002_000c,
        /// Tag of `ze_memory_sub_allocations_exp_properties_t`.
        ZE_STRUCTURE_TYPE_MEMORY_SUB_ALLOCATIONS_EXP_PROPERTIES = 0x0002_000d,
        /// Tag of `ze_rtas_builder_exp_desc_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_DESC = 0x0002_000e,
        /// Tag of `ze_rtas_builder_build_op_exp_desc_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXP_DESC = 0x0002_000f,
        /// Tag of `ze_rtas_builder_exp_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXP_PROPERTIES = 0x0002_0010,
        /// Tag of `ze_rtas_parallel_operation_exp_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXP_PROPERTIES = 0x0002_0011,
        /// Tag of `ze_rtas_device_exp_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXP_PROPERTIES = 0x0002_0012,
        /// Tag of `ze_rtas_geometry_aabbs_exp_cb_params_t`.
        ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXP_CB_PARAMS = 0x0002_0013,
        /// Tag of [`ze_event_pool_counter_based_exp_desc_t`](crate::ze_event_pool_counter_based_exp_desc_t).
        ZE_STRUCTURE_TYPE_COUNTER_BASED_EVENT_POOL_EXP_DESC = 0x0002_0014,
        /// Tag of `ze_mutable_command_list_exp_properties_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_PROPERTIES = 0x0002_0015,
        /// Tag of `ze_mutable_command_list_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_LIST_EXP_DESC = 0x0002_0016,
        /// Tag of `ze_mutable_command_id_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_COMMAND_ID_EXP_DESC = 0x0002_0017,
        /// Tag of `ze_mutable_commands_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_COMMANDS_EXP_DESC = 0x0002_0018,
        /// Tag of `ze_mutable_kernel_argument_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_KERNEL_ARGUMENT_EXP_DESC = 0x0002_0019,
        /// Tag of `ze_mutable_group_count_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_GROUP_COUNT_EXP_DESC = 0x0002_001a,
        /// Tag of `ze_mutable_group_size_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_GROUP_SIZE_EXP_DESC = 0x0002_001b,
        /// Tag of `ze_mutable_global_offset_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_GLOBAL_OFFSET_EXP_DESC = 0x0002_001c,
        /// Tag of `ze_device_pitched_alloc_exp_properties_t`.
        ZE_STRUCTURE_TYPE_PITCHED_ALLOC_DEVICE_EXP_PROPERTIES = 0x0002_001d,
        /// Tag of `ze_image_bindless_exp_desc_t`.
        ZE_STRUCTURE_TYPE_BINDLESS_IMAGE_EXP_DESC = 0x0002_001e,
        /// Tag of `ze_image_pitched_exp_desc_t`.
        ZE_STRUCTURE_TYPE_PITCHED_IMAGE_EXP_DESC = 0x0002_001f,
        /// Tag of `ze_mutable_graph_argument_exp_desc_t`.
        ZE_STRUCTURE_TYPE_MUTABLE_GRAPH_ARGUMENT_EXP_DESC = 0x0002_0020,
        /// Tag of [`ze_init_driver_type_desc_t`](crate::ze_init_driver_type_desc_t).
        ZE_STRUCTURE_TYPE_INIT_DRIVER_TYPE_DESC = 0x0002_0021,
        /// Tag of `ze_external_semaphore_ext_desc_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_EXT_DESC = 0x0002_0022,
        /// Tag of `ze_external_semaphore_win32_ext_desc_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WIN32_EXT_DESC = 0x0002_0023,
        /// Tag of `ze_external_semaphore_fd_ext_desc_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_FD_EXT_DESC = 0x0002_0024,
        /// Tag of `ze_external_semaphore_signal_params_ext_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_EXT = 0x0002_0025,
        /// Tag of `ze_external_semaphore_wait_params_ext_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_WAIT_PARAMS_EXT = 0x0002_0026,
        /// Tag of [`ze_driver_ddi_handles_ext_properties_t`](crate::ze_driver_ddi_handles_ext_properties_t).
        ZE_STRUCTURE_TYPE_DRIVER_DDI_HANDLES_EXT_PROPERTIES = 0x0002_0027,
        /// Tag of `ze_device_cache_line_size_ext_t`.
        ZE_STRUCTURE_TYPE_DEVICE_CACHELINE_SIZE_EXT = 0x0002_0028,
        /// Tag of `ze_device_vector_width_properties_ext_t`.
        ZE_STRUCTURE_TYPE_DEVICE_VECTOR_WIDTH_PROPERTIES_EXT = 0x0002_0029,
        /// Tag of `ze_rtas_builder_ext_desc_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_DESC = 0x0002_0030,
        /// Tag of `ze_rtas_builder_build_op_ext_desc_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_BUILD_OP_EXT_DESC = 0x0002_0031,
        /// Tag of `ze_rtas_builder_ext_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_BUILDER_EXT_PROPERTIES = 0x0002_0032,
        /// Tag of `ze_rtas_parallel_operation_ext_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_PARALLEL_OPERATION_EXT_PROPERTIES = 0x0002_0033,
        /// Tag of `ze_rtas_device_ext_properties_t`.
        ZE_STRUCTURE_TYPE_RTAS_DEVICE_EXT_PROPERTIES = 0x0002_0034,
        /// Tag of `ze_rtas_geometry_aabbs_ext_cb_params_t`.
        ZE_STRUCTURE_TYPE_RTAS_GEOMETRY_AABBS_EXT_CB_PARAMS = 0x0002_0035,
        /// Tag of `ze_command_list_append_launch_kernel_param_cooperative_desc_t`.
        ZE_STRUCTURE_TYPE_COMMAND_LIST_APPEND_PARAM_COOPERATIVE_DESC = 0x0002_0036,
        /// Tag of `ze_external_memmap_sysmem_ext_desc_t`.
        ZE_STRUCTURE_TYPE_EXTERNAL_MEMMAP_SYSMEM_EXT_DESC = 0x0002_0037,
        /// Tag of `ze_pitched_alloc_2dimage_linear_pitch_exp_info_t`.
        ZE_STRUCTURE_TYPE_PITCHED_ALLOC_2DIMAGE_LINEAR_PITCH_EXP_INFO = 0x0002_0038,
        /// Tag of `ze_kernel_allocation_exp_properties_t`.
        ZE_STRUCTURE_TYPE_KERNEL_ALLOCATION_PROPERTIES = 0x0002_0039,
        /// Tag of [`ze_event_counter_based_desc_t`](crate::ze_event_counter_based_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_DESC = 0x0002_003a,
        /// Tag of
        /// [`ze_event_counter_based_external_sync_allocation_desc_t`](crate::ze_event_counter_based_external_sync_allocation_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_SYNC_ALLOCATION_DESC = 0x0002_003b,
        /// Tag of [`ze_event_sync_mode_desc_t`](crate::ze_event_sync_mode_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_SYNC_MODE_DESC = 0x0002_003c,
        /// Tag of [`ze_ipc_mem_handle_type_ext_desc_t`](crate::ze_ipc_mem_handle_type_ext_desc_t).
        ZE_STRUCTURE_TYPE_IPC_MEM_HANDLE_TYPE_EXT_DESC = 0x0002_003d,
        /// Tag of [`ze_device_event_properties_t`](crate::ze_device_event_properties_t).
        ZE_STRUCTURE_TYPE_DEVICE_EVENT_PROPERTIES = 0x0002_003e,
        /// Tag of
        /// [`ze_event_counter_based_external_aggregate_storage_desc_t`](crate::ze_event_counter_based_external_aggregate_storage_desc_t).
        ZE_STRUCTURE_TYPE_EVENT_COUNTER_BASED_EXTERNAL_AGGREGATE_STORAGE_DESC = 0x0002_003f,
        /// Tag of [`ze_physical_mem_properties_t`](crate::ze_physical_mem_properties_t).
        ZE_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES = 0x0002_0040,
        /// Tag of `ze_device_usablemem_size_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_USABLEMEM_SIZE_EXT_PROPERTIES = 0x0002_0041,
        /// Tag of `ze_custom_pitch_exp_desc_t`.
        ZE_STRUCTURE_TYPE_CUSTOM_PITCH_EXP_DESC = 0x0002_0042,
        /// Tag of `ze_device_compute_dotproduct_ext_properties_t`.
        ZE_STRUCTURE_TYPE_DEVICE_COMPUTE_DOTPRODUCT_EXT_PROPERTIES = 0x0002_0043,
        /// Tag of `ze_runtime_requirements_module_desc_t`.
        ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_MODULE_DESC = 0x0002_0044,
        /// Tag of `ze_runtime_requirements_graph_desc_t`.
        ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_GRAPH_DESC = 0x0002_0045,
        /// Tag of `ze_validate_runtime_requirements_output_t`.
        ZE_STRUCTURE_TYPE_RUNTIME_REQUIREMENTS_OUTPUT = 0x0002_0046,
        /// Tag of `ze_record_replay_graph_ext_properties_t`.
        ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_PROPERTIES = 0x0002_0047,
        /// Tag of `ze_record_replay_graph_ext_dump_desc_t`.
        ZE_STRUCTURE_TYPE_RECORD_REPLAY_GRAPH_EXT_DUMP_DESC = 0x0002_0048,
        /// Tag of [`zex_counter_based_event_desc_t`](crate::zex_counter_based_event_desc_t).
        ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC = 0x0003_001c,
        /// Tag of
        /// [`zex_counter_based_event_external_sync_alloc_properties_t`](crate::zex_counter_based_event_external_sync_alloc_properties_t).
        ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES = 0x0003_001d,
        /// Tag of
        /// [`zex_counter_based_event_external_storage_properties_t`](crate::zex_counter_based_event_external_storage_properties_t).
        ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES = 0x0003_0027,
    }
}

plain! {
    /// First two members of every properties structure.
    ze_base_properties_t {
        /// Tag of the structure.
        stype: ze_structure_type_t,
        /// Next structure of the chain, or null.
        pNext: *mut c_void,
    }
}

plain! {
    /// First two members of every descriptor.
    ze_base_desc_t {
        /// Tag of the structure.
        stype: ze_structure_type_t,
        /// Next structure of the chain, or null.
        pNext: *const c_void,
    }
}
