//! Dispatch tables in handles (`ZE_DRIVER_DDI_HANDLES_EXT_NAME`).
//!
//! A driver with this extension starts each of its objects with a [`ze_handle_t`], through which the loader
//! reaches the right driver without wrapping handles. The tables of the families are opaque here.
//!
//! The layouts are those of specification 1.17. Look at `version` first: `RTASBuilder` and
//! `RTASParallelOperation` came with 1.13, in front of other members, and `pRuntime` with 1.14.

use core::ffi::c_void;

use crate::ze_api_version_t;

plain! {
    /// Head of each object of a driver that supports the extension.
    ze_handle_t {
        /// Core functions.
        pCore: *mut ze_dditable_driver_t,
        /// Tools functions, a `zet_dditable_driver_t`.
        pTools: *mut c_void,
        /// System management functions, a `zes_dditable_driver_t`.
        pSysman: *mut c_void,
        /// Runtime functions, a `zer_dditable_driver_t`.
        pRuntime: *mut c_void,
    }
}

plain! {
    /// Core dispatch tables of a driver, one pointer per family.
    ze_dditable_driver_t {
        /// Specification version that the tables were made for.
        version: ze_api_version_t,
        /// One while the driver can be called.
        isValidFlag: u8,
        /// The `ze_rtas_builder_dditable_t`.
        RTASBuilder: *mut c_void,
        /// The `ze_rtas_builder_exp_dditable_t`.
        RTASBuilderExp: *mut c_void,
        /// The `ze_rtas_parallel_operation_dditable_t`.
        RTASParallelOperation: *mut c_void,
        /// The `ze_rtas_parallel_operation_exp_dditable_t`.
        RTASParallelOperationExp: *mut c_void,
        /// The `ze_global_dditable_t`.
        Global: *mut c_void,
        /// The `ze_driver_dditable_t`.
        Driver: *mut c_void,
        /// The `ze_driver_exp_dditable_t`.
        DriverExp: *mut c_void,
        /// The `ze_device_dditable_t`.
        Device: *mut c_void,
        /// The `ze_device_exp_dditable_t`.
        DeviceExp: *mut c_void,
        /// The `ze_context_dditable_t`.
        Context: *mut c_void,
        /// The `ze_command_queue_dditable_t`.
        CommandQueue: *mut c_void,
        /// The `ze_command_list_dditable_t`.
        CommandList: *mut c_void,
        /// The `ze_command_list_exp_dditable_t`.
        CommandListExp: *mut c_void,
        /// The `ze_image_dditable_t`.
        Image: *mut c_void,
        /// The `ze_image_exp_dditable_t`.
        ImageExp: *mut c_void,
        /// The `ze_mem_dditable_t`.
        Mem: *mut c_void,
        /// The `ze_mem_exp_dditable_t`.
        MemExp: *mut c_void,
        /// The `ze_fence_dditable_t`.
        Fence: *mut c_void,
        /// The `ze_event_pool_dditable_t`.
        EventPool: *mut c_void,
        /// The `ze_event_dditable_t`.
        Event: *mut c_void,
        /// The `ze_event_exp_dditable_t`.
        EventExp: *mut c_void,
        /// The `ze_module_dditable_t`.
        Module: *mut c_void,
        /// The `ze_module_build_log_dditable_t`.
        ModuleBuildLog: *mut c_void,
        /// The `ze_kernel_dditable_t`.
        Kernel: *mut c_void,
        /// The `ze_kernel_exp_dditable_t`.
        KernelExp: *mut c_void,
        /// The `ze_sampler_dditable_t`.
        Sampler: *mut c_void,
        /// The `ze_physical_mem_dditable_t`.
        PhysicalMem: *mut c_void,
        /// The `ze_virtual_mem_dditable_t`.
        VirtualMem: *mut c_void,
        /// The `ze_fabric_vertex_exp_dditable_t`.
        FabricVertexExp: *mut c_void,
        /// The `ze_fabric_edge_exp_dditable_t`.
        FabricEdgeExp: *mut c_void,
        /// The `ze_graph_dditable_t`.
        Graph: *mut c_void,
        /// The `ze_executable_graph_dditable_t`.
        ExecutableGraph: *mut c_void,
    }
}
