//! The interface that the xe driver adds: `xe_drm.h`.

use super::request::Request;
use super::structures;

structures! {
    /// `struct drm_xe_user_extension`
    UserExtension: 16 { next_extension: u64, name: u32, pad: u32, }

    /// `struct drm_xe_ext_set_property`
    SetProperty: 48 { base: UserExtension, property: u32, pad: u32, value: u64, reserved: [u64; 2], }

    /// `struct drm_xe_engine_class_instance`
    EngineClassInstance: 8 { class: u16, instance: u16, gt_id: u16, pad: u16, }

    /// `struct drm_xe_engine`
    Engine: 32 { instance: EngineClassInstance, reserved: [u64; 3], }

    /// The number of elements, which stands before them in an answer.
    Count: 8 { count: u32, pad: u32, }

    /// `struct drm_xe_mem_region`
    MemRegion: 88 {
        mem_class: u16, instance: u16, min_page_size: u32, total_size: u64, used: u64,
        cpu_visible_size: u64, cpu_visible_used: u64, reserved: [u64; 6],
    }

    /// `struct drm_xe_gt`
    Gt: 96 {
        kind: u16, tile_id: u16, gt_id: u16, pad: [u16; 3], reference_clock: u32,
        near_mem_regions: u64, far_mem_regions: u64,
        ip_ver_major: u16, ip_ver_minor: u16, ip_ver_rev: u16, pad2: u16, reserved: [u64; 7],
    }

    /// `struct drm_xe_query_topology_mask` without its mask
    TopologyMask: 8 { gt_id: u16, kind: u16, num_bytes: u32, }

    /// `struct drm_xe_query_engine_cycles`
    EngineCycles: 40 {
        eci: EngineClassInstance, clockid: i32, width: u32,
        engine_cycles: u64, cpu_timestamp: u64, cpu_delta: u64,
    }

    /// `struct drm_xe_query_uc_fw_version`
    UcFwVersion: 32 {
        uc_type: u16, pad: u16, branch_ver: u32, major_ver: u32, minor_ver: u32, patch_ver: u32, pad2: u32,
        reserved: u64,
    }

    /// `struct drm_xe_device_query`
    DeviceQuery: 40 { extensions: u64, query: u32, size: u32, data: u64, reserved: [u64; 2], }

    /// `struct drm_xe_gem_create`
    GemCreate: 56 {
        extensions: u64, size: u64, placement: u32, flags: u32, vm_id: u32, handle: u32,
        cpu_caching: u16, pad: [u16; 3], reserved: [u64; 2],
    }

    /// `struct drm_xe_gem_mmap_offset`
    GemMmapOffset: 40 { extensions: u64, handle: u32, flags: u32, offset: u64, reserved: [u64; 2], }

    /// `struct drm_xe_vm_create`
    VmCreate: 32 { extensions: u64, flags: u32, vm_id: u32, reserved: [u64; 2], }

    /// `struct drm_xe_vm_destroy`
    VmDestroy: 24 { vm_id: u32, pad: u32, reserved: [u64; 2], }

    /// `struct drm_xe_vm_bind_op`; `obj_offset` is the address of host memory where there is no object
    VmBindOp: 80 {
        extensions: u64, obj: u32, pat_index: u16, pad: u16, obj_offset: u64, range: u64, addr: u64,
        op: u32, flags: u32, prefetch_mem_region_instance: u32, pad2: u32, reserved: [u64; 3],
    }

    /// `struct drm_xe_vm_bind`; where there are several operations, `bind` begins with their address
    VmBind: 136 {
        extensions: u64, vm_id: u32, exec_queue_id: u32, pad: u32, num_binds: u32, bind: VmBindOp,
        pad2: u32, num_syncs: u32, syncs: u64, reserved: [u64; 2],
    }

    /// `struct drm_xe_exec_queue_create`
    ExecQueueCreate: 48 {
        extensions: u64, width: u16, num_placements: u16, vm_id: u32, flags: u32, exec_queue_id: u32,
        instances: u64, reserved: [u64; 2],
    }

    /// `struct drm_xe_exec_queue_destroy`
    ExecQueueDestroy: 24 { exec_queue_id: u32, pad: u32, reserved: [u64; 2], }

    /// `struct drm_xe_exec_queue_get_property`
    ExecQueueGetProperty: 40 { extensions: u64, exec_queue_id: u32, property: u32, value: u64, reserved: [u64; 2], }

    /// `struct drm_xe_exec_queue_set_property`
    ExecQueueSetProperty: 40 { extensions: u64, exec_queue_id: u32, property: u32, value: u64, reserved: [u64; 2], }

    /// `struct drm_xe_sync`
    Sync: 48 { extensions: u64, kind: u32, flags: u32, addr: u64, timeline_value: u64, reserved: [u64; 2], }

    /// `struct drm_xe_exec`
    Exec: 56 {
        extensions: u64, exec_queue_id: u32, num_syncs: u32, syncs: u64, address: u64,
        num_batch_buffer: u16, pad: [u16; 3], reserved: [u64; 2],
    }

    /// `struct drm_xe_wait_user_fence`
    WaitUserFence: 72 {
        extensions: u64, addr: u64, op: u16, flags: u16, pad: u32, value: u64, mask: u64, timeout: i64,
        exec_queue_id: u32, pad2: u32, reserved: [u64; 2],
    }

    /// `struct drm_xe_observation_param`
    ObservationParam: 32 { extensions: u64, observation_type: u64, observation_op: u64, param: u64, }

    /// `struct drm_xe_madvise`
    Madvise: 64 {
        extensions: u64, start: u64, range: u64, vm_id: u32, kind: u32, value: [u32; 4], reserved: [u64; 2],
    }

    /// `struct drm_xe_vm_query_mem_range_attr`
    VmQueryMemRangeAttr: 64 {
        extensions: u64, vm_id: u32, num_mem_ranges: u32, start: u64, range: u64, sizeof_mem_range_attr: u64,
        vector_of_mem_attr: u64, reserved: [u64; 2],
    }

    /// `struct drm_xe_vm_get_property`
    VmGetProperty: 56 {
        extensions: u64, vm_id: u32, property: u32, size: u32, pad: u32, data: u64, reserved: [u64; 3],
    }
}

/// `DRM_IOCTL_XE_DEVICE_QUERY`
pub const DEVICE_QUERY: Request = Request::both::<DeviceQuery>(0x40);
/// `DRM_IOCTL_XE_GEM_CREATE`
pub const GEM_CREATE: Request = Request::both::<GemCreate>(0x41);
/// `DRM_IOCTL_XE_GEM_MMAP_OFFSET`
pub const GEM_MMAP_OFFSET: Request = Request::both::<GemMmapOffset>(0x42);
/// `DRM_IOCTL_XE_VM_CREATE`
pub const VM_CREATE: Request = Request::both::<VmCreate>(0x43);
/// `DRM_IOCTL_XE_VM_DESTROY`
pub const VM_DESTROY: Request = Request::given::<VmDestroy>(0x44);
/// `DRM_IOCTL_XE_VM_BIND`
pub const VM_BIND: Request = Request::given::<VmBind>(0x45);
/// `DRM_IOCTL_XE_EXEC_QUEUE_CREATE`
pub const EXEC_QUEUE_CREATE: Request = Request::both::<ExecQueueCreate>(0x46);
/// `DRM_IOCTL_XE_EXEC_QUEUE_DESTROY`
pub const EXEC_QUEUE_DESTROY: Request = Request::given::<ExecQueueDestroy>(0x47);
/// `DRM_IOCTL_XE_EXEC_QUEUE_GET_PROPERTY`
pub const EXEC_QUEUE_GET_PROPERTY: Request = Request::both::<ExecQueueGetProperty>(0x48);
/// `DRM_IOCTL_XE_EXEC`
pub const EXEC: Request = Request::given::<Exec>(0x49);
/// `DRM_IOCTL_XE_WAIT_USER_FENCE`
pub const WAIT_USER_FENCE: Request = Request::both::<WaitUserFence>(0x4A);
/// `DRM_IOCTL_XE_OBSERVATION`
pub const OBSERVATION: Request = Request::given::<ObservationParam>(0x4B);
/// `DRM_IOCTL_XE_MADVISE`
pub const MADVISE: Request = Request::given::<Madvise>(0x4C);
/// `DRM_IOCTL_XE_VM_QUERY_MEM_RANGE_ATTRS`
pub const VM_QUERY_MEM_RANGE_ATTRS: Request = Request::both::<VmQueryMemRangeAttr>(0x4D);
/// `DRM_IOCTL_XE_EXEC_QUEUE_SET_PROPERTY`
pub const EXEC_QUEUE_SET_PROPERTY: Request = Request::given::<ExecQueueSetProperty>(0x4E);
/// `DRM_IOCTL_XE_VM_GET_PROPERTY`
pub const VM_GET_PROPERTY: Request = Request::both::<VmGetProperty>(0x4F);

/// `DRM_XE_DEVICE_QUERY_*`
#[allow(missing_docs)]
pub mod query {
    pub const ENGINES: u32 = 0;
    pub const MEM_REGIONS: u32 = 1;
    pub const CONFIG: u32 = 2;
    pub const GT_LIST: u32 = 3;
    pub const HWCONFIG: u32 = 4;
    pub const GT_TOPOLOGY: u32 = 5;
    pub const ENGINE_CYCLES: u32 = 6;
    pub const UC_FW_VERSION: u32 = 7;
    pub const OA_UNITS: u32 = 8;
    pub const PXP_STATUS: u32 = 9;
    pub const EU_STALL: u32 = 10;

    /// `DRM_XE_QUERY_CONFIG_FLAG_*`
    pub mod config_flag {
        pub const HAS_VRAM: u64 = 1 << 0;
        pub const HAS_LOW_LATENCY: u64 = 1 << 1;
        pub const HAS_NO_COMPRESSION_HINT: u64 = 1 << 3;
    }

    /// `DRM_XE_TOPO_*`
    pub mod topology {
        pub const DSS_GEOMETRY: u16 = 1;
        pub const DSS_COMPUTE: u16 = 2;
        pub const L3_BANK: u16 = 3;
        pub const EU_PER_DSS: u16 = 4;
        pub const SIMD16_EU_PER_DSS: u16 = 5;
    }
}

/// `DRM_XE_GEM_CREATE_FLAG_*` and what else an object is created with
#[allow(missing_docs)]
pub mod gem {
    pub const DEFER_BACKING: u32 = 1 << 0;
    pub const SCANOUT: u32 = 1 << 1;
    pub const NEEDS_VISIBLE_VRAM: u32 = 1 << 2;
    pub const NO_COMPRESSION: u32 = 1 << 3;
    pub const CACHING_WB: u16 = 1;
    pub const CACHING_WC: u16 = 2;
    /// `DRM_XE_MMAP_OFFSET_FLAG_PCI_BARRIER`
    pub const MMAP_PCI_BARRIER: u32 = 1 << 0;
}

/// `DRM_XE_VM_CREATE_FLAG_*`
#[allow(missing_docs)]
pub mod vm {
    pub const SCRATCH_PAGE: u32 = 1 << 0;
    pub const LR_MODE: u32 = 1 << 1;
    pub const FAULT_MODE: u32 = 1 << 2;
    pub const NO_VM_OVERCOMMIT: u32 = 1 << 3;
}

/// `DRM_XE_VM_BIND_OP_*` and `DRM_XE_VM_BIND_FLAG_*`
#[allow(missing_docs)]
pub mod bind {
    pub const MAP: u32 = 0;
    pub const UNMAP: u32 = 1;
    pub const MAP_USERPTR: u32 = 2;
    pub const UNMAP_ALL: u32 = 3;
    pub const PREFETCH: u32 = 4;

    pub const READONLY: u32 = 1 << 0;
    pub const NULL: u32 = 1 << 2;
    pub const CHECK_PXP: u32 = 1 << 4;
    pub const CPU_ADDR_MIRROR: u32 = 1 << 5;
    pub const MADVISE_AUTORESET: u32 = 1 << 6;
    pub const DECOMPRESS: u32 = 1 << 7;
    pub const ALL_FLAGS: u32 = 0xFF;

    /// `DRM_XE_CONSULT_MEM_ADVISE_PREF_LOC`
    pub const CONSULT_ADVICE: u32 = u32::MAX;
}

/// `DRM_XE_SYNC_*`
#[allow(missing_docs)]
pub mod sync {
    pub const SYNCOBJ: u32 = 0;
    pub const TIMELINE_SYNCOBJ: u32 = 1;
    pub const USER_FENCE: u32 = 2;
    pub const SIGNAL: u32 = 1 << 0;
    /// `DRM_XE_MAX_SYNCS`
    pub const MAX: u32 = 1024;
}

/// `DRM_XE_EXEC_QUEUE_*`
#[allow(missing_docs)]
pub mod exec_queue {
    pub const LOW_LATENCY_HINT: u32 = 1 << 0;
    pub const GET_BAN: u32 = 0;
    pub const EXTENSION_SET_PROPERTY: u32 = 0;
    pub const PRIORITY: u32 = 0;
    pub const TIMESLICE: u32 = 1;
    pub const PXP_TYPE: u32 = 2;
    pub const HANG_REPLAY_STATE: u32 = 3;
    pub const MULTI_GROUP: u32 = 4;
    pub const MULTI_QUEUE_PRIORITY: u32 = 5;
    pub const DISABLE_STATE_CACHE_PERF_FIX: u32 = 6;
}

/// `DRM_XE_UFENCE_WAIT_*`
#[allow(missing_docs)]
pub mod wait {
    pub const EQ: u16 = 0;
    pub const NEQ: u16 = 1;
    pub const GT: u16 = 2;
    pub const GTE: u16 = 3;
    pub const LT: u16 = 4;
    pub const LTE: u16 = 5;
    pub const ABSTIME: u16 = 1 << 0;
}
