//! Every value, size, offset and name of UR's ABI (version 0.12) that the suite depends on.

use rstest::rstest;
use std::ffi::c_void;
use std::mem::{align_of, offset_of, size_of};
use ur_ipc_api::*;

/// One constant by its Rust path: the value and UR's name are compared with what UR's header says.
macro_rules! pin {
    ($test:ident: $type:ident, $prefix:literal { $($name:ident = $value:literal,)* }) => {
        #[test]
        fn $test() {
            $(
                assert_eq!($type::$name.0, $value, "{}", stringify!($name));
                assert_eq!($type::$name.to_string_for_test(), concat!($prefix, stringify!($name)));
            )*
        }
    };
}

/// `Debug` is what prints UR's name, for enumerations and for sets of flags alike.
trait ToStringForTest {
    fn to_string_for_test(&self) -> String;
}

impl<T: std::fmt::Debug> ToStringForTest for T {
    fn to_string_for_test(&self) -> String {
        format!("{self:?}")
    }
}

pin!(device_infos: DeviceInfo, "UR_DEVICE_INFO_" {
    TYPE = 0,
    VENDOR_ID = 1,
    GLOBAL_MEM_SIZE = 46,
    GLOBAL_MEM_FREE = 47,
    NAME = 0x42,
    VENDOR = 67,
    DRIVER_VERSION = 68,
    USM_HOST_SUPPORT = 0x53,
    USM_DEVICE_SUPPORT = 0x54,
    UUID = 0x58,
    PCI_ADDRESS = 0x59,
    VIRTUAL_MEMORY_SUPPORT = 0x72,
    TIMESTAMP_RECORDING_SUPPORT_EXP = 0x2018,
    IPC_MEMORY_SUPPORT_EXP = 0x2023,
    IPC_PHYSICAL_MEMORY_SUPPORT_EXP = 0x2024,
    REUSABLE_EVENTS_SUPPORT_EXP = 0x2025,
    IPC_EVENT_SUPPORT_EXP = 0x2026,
    PER_EVENT_PROFILING_SUPPORT_EXP = 0x20a0,
    USM_P2P_SUPPORT_EXP = 0x4000,
    ENQUEUE_HOST_TASK_SUPPORT_EXP = 0x9000,
});

pin!(structure_types: StructureType, "UR_STRUCTURE_TYPE_" {
    CONTEXT_PROPERTIES = 0,
    USM_DESC = 7,
    USM_HOST_DESC = 8,
    USM_DEVICE_DESC = 9,
    USM_POOL_DESC = 0xa,
    USM_POOL_LIMITS_DESC = 0xb,
    QUEUE_PROPERTIES = 0xe,
    EVENT_NATIVE_PROPERTIES = 0x14,
    PHYSICAL_MEM_PROPERTIES = 0x25,
    EXP_ENQUEUE_EXT_PROPERTIES = 0x4000,
    EXP_HOST_TASK_PROPERTIES = 0x6000,
    EXP_EVENT_DESC = 0x8000,
    EXP_EVENT_SYNC_MODE_DESC = 0x8001,
});

pin!(physical_mem_infos: PhysicalMemInfo, "UR_PHYSICAL_MEM_INFO_" {
    CONTEXT = 0, DEVICE = 1, SIZE = 2, PROPERTIES = 3, REFERENCE_COUNT = 4,
});

pin!(event_infos: EventInfo, "UR_EVENT_INFO_" {
    COMMAND_QUEUE = 0, CONTEXT = 1, COMMAND_TYPE = 2, COMMAND_EXECUTION_STATUS = 3, REFERENCE_COUNT = 4,
});

pin!(event_statuses: EventStatus, "UR_EVENT_STATUS_" {
    COMPLETE = 0, RUNNING = 1, SUBMITTED = 2, QUEUED = 3, ERROR = 4,
});

pin!(profiling_infos: ProfilingInfo, "UR_PROFILING_INFO_" {
    COMMAND_QUEUED = 0, COMMAND_SUBMIT = 1, COMMAND_START = 2, COMMAND_END = 3, COMMAND_COMPLETE = 4,
});

pin!(commands: CommandType, "UR_COMMAND_" {
    EVENTS_WAIT = 1, EVENTS_WAIT_WITH_BARRIER = 2, TIMESTAMP_RECORDING_EXP = 0x2002, HOST_TASK_EXP = 0x2200,
    USM_FILL = 17, USM_MEMCPY = 18,
});

pin!(usm_alloc_infos: UsmAllocInfo, "UR_USM_ALLOC_INFO_" {
    TYPE = 0, BASE_PTR = 1, SIZE = 2, DEVICE = 3, POOL = 4,
});

pin!(usm_types: UsmType, "UR_USM_TYPE_" { UNKNOWN = 0, HOST = 1, DEVICE = 2, SHARED = 3, });

pin!(granularities: VirtualMemGranularityInfo, "UR_VIRTUAL_MEM_GRANULARITY_INFO_" {
    MINIMUM = 0x30100, RECOMMENDED = 0x30101,
});

pin!(virtual_mem_infos: VirtualMemInfo, "UR_VIRTUAL_MEM_INFO_" { ACCESS_MODE = 0, });

pin!(adapter_infos: AdapterInfo, "UR_ADAPTER_INFO_" { BACKEND = 0, REFERENCE_COUNT = 1, VERSION = 2, });

pin!(platform_infos: PlatformInfo, "UR_PLATFORM_INFO_" {
    NAME = 1, VENDOR_NAME = 2, VERSION = 3, BACKEND = 6, ADAPTER = 7,
});

pin!(context_infos: ContextInfo, "UR_CONTEXT_INFO_" {
    NUM_DEVICES = 0, DEVICES = 1, REFERENCE_COUNT = 2, USM_MEMCPY2D_SUPPORT = 3,
});

pin!(queue_infos: QueueInfo, "UR_QUEUE_INFO_" {
    CONTEXT = 0, DEVICE = 1, FLAGS = 3, REFERENCE_COUNT = 4, EMPTY = 6,
});

pin!(device_types: DeviceType, "UR_DEVICE_TYPE_" {
    DEFAULT = 1, ALL = 2, GPU = 3, CPU = 4, FPGA = 5, MCA = 6, VPU = 7, CUSTOM = 8,
});

pin!(peer_infos: PeerInfo, "UR_EXP_PEER_INFO_" { UR_PEER_ACCESS_SUPPORT = 0, UR_PEER_ATOMICS_SUPPORT = 1, });

pin!(event_flags: ExpEventFlags, "UR_EXP_EVENT_FLAG_" { ENABLE_PROFILING = 1, IPC_EXP = 2, });

pin!(physical_mem_flags: PhysicalMemFlags, "UR_PHYSICAL_MEM_FLAG_" { ENABLE_IPC = 2, });

pin!(access_flags: VirtualMemAccessFlags, "UR_VIRTUAL_MEM_ACCESS_FLAG_" {
    NONE = 1, READ_WRITE = 2, READ_ONLY = 4,
});

pin!(queue_flags: QueueFlags, "UR_QUEUE_FLAG_" {
    OUT_OF_ORDER_EXEC_MODE_ENABLE = 1,
    PROFILING_ENABLE = 2,
    PRIORITY_LOW = 0x20,
    PRIORITY_HIGH = 0x40,
    SUBMISSION_BATCHED = 0x80,
    SUBMISSION_IMMEDIATE = 0x100,
});

pin!(enqueue_ext_flags: ExpEnqueueExtFlags, "UR_EXP_ENQUEUE_EXT_FLAG_" { LOW_POWER_EVENTS_SUPPORT = 0x800, });

pin!(host_task_flags: ExpHostTaskFlags, "UR_EXP_HOST_TASK_FLAG_" { TBD = 1, });

pin!(pool_flags: UsmPoolFlags, "UR_USM_POOL_FLAG_" {
    ZERO_INITIALIZE_BLOCK = 1, USE_NATIVE_MEMORY_POOL_EXP = 2, READ_ONLY_EXP = 4,
});

pin!(results: UrResult, "UR_RESULT_" {
    SUCCESS = 0,
    ERROR_INVALID_OPERATION = 1,
    ERROR_INVALID_QUEUE_PROPERTIES = 2,
    ERROR_INVALID_QUEUE = 3,
    ERROR_INVALID_VALUE = 4,
    ERROR_INVALID_CONTEXT = 5,
    ERROR_INVALID_MEM_OBJECT = 0xb,
    ERROR_INVALID_EVENT = 0xc,
    ERROR_INVALID_EVENT_WAIT_LIST = 0xd,
    ERROR_PROFILING_INFO_NOT_AVAILABLE = 0x11,
    ERROR_INVALID_DEVICE = 0x13,
    ERROR_DEVICE_LOST = 0x14,
    ERROR_UNINITIALIZED = 0x25,
    ERROR_OUT_OF_HOST_MEMORY = 0x26,
    ERROR_OUT_OF_DEVICE_MEMORY = 0x27,
    ERROR_OUT_OF_RESOURCES = 0x28,
    ERROR_UNSUPPORTED_VERSION = 0x2b,
    ERROR_UNSUPPORTED_FEATURE = 0x2c,
    ERROR_INVALID_ARGUMENT = 0x2d,
    ERROR_INVALID_NULL_HANDLE = 0x2e,
    ERROR_INVALID_NULL_POINTER = 0x30,
    ERROR_INVALID_SIZE = 0x31,
    ERROR_INVALID_ENUMERATION = 0x35,
    ERROR_UNSUPPORTED_ENUMERATION = 0x36,
    ERROR_INVALID_USM_SIZE = 0x40,
    ERROR_ADAPTER_SPECIFIC = 0x42,
    ERROR_IN_EVENT_LIST_EXEC_STATUS = 0x44,
    ERROR_UNKNOWN = 0x7ffffffe,
});

#[rstest]
#[case::event(ExpEventFlags::RESERVED, 0xffff_fffc)]
#[case::physical_mem(PhysicalMemFlags::RESERVED, 0xffff_fffd)]
#[case::access(VirtualMemAccessFlags::RESERVED, 0xffff_fff8)]
#[case::queue(QueueFlags::RESERVED, 0xffff_f000)]
#[case::enqueue_ext(ExpEnqueueExtFlags::RESERVED, 0xffff_f7ff)]
#[case::host_task(ExpHostTaskFlags::RESERVED, 0xffff_fffe)]
#[case::pool(UsmPoolFlags::RESERVED, 0xffff_fff8)]
fn reserved_bits(#[case] mask: u32, #[case] expected: u32) {
    assert_eq!(mask, expected, "{mask:#x} != {expected:#x}");
}

#[rstest]
#[case::bool(size_of::<UrBool>(), 1)]
#[case::result(size_of::<UrResult>(), 4)]
#[case::device_info(size_of::<DeviceInfo>(), 4)]
#[case::structure_type(size_of::<StructureType>(), 4)]
#[case::event_status(size_of::<EventStatus>(), 4)]
#[case::command_type(size_of::<CommandType>(), 4)]
#[case::usm_type(size_of::<UsmType>(), 4)]
#[case::event_flags(size_of::<ExpEventFlags>(), 4)]
#[case::physical_mem_flags(size_of::<PhysicalMemFlags>(), 4)]
#[case::access_flags(size_of::<VirtualMemAccessFlags>(), 4)]
#[case::queue_flags(size_of::<QueueFlags>(), 4)]
#[case::adapter(size_of::<AdapterHandle>(), size_of::<*mut c_void>())]
#[case::platform(size_of::<PlatformHandle>(), size_of::<*mut c_void>())]
#[case::device(size_of::<DeviceHandle>(), size_of::<*mut c_void>())]
#[case::context(size_of::<ContextHandle>(), size_of::<*mut c_void>())]
#[case::queue(size_of::<QueueHandle>(), size_of::<*mut c_void>())]
#[case::event(size_of::<EventHandle>(), size_of::<*mut c_void>())]
#[case::pool(size_of::<UsmPoolHandle>(), size_of::<*mut c_void>())]
#[case::physical_mem(size_of::<PhysicalMemHandle>(), size_of::<*mut c_void>())]
#[case::host_task(size_of::<HostTaskFunction>(), size_of::<*mut c_void>())]
#[case::base_header(size_of::<BaseHeader>(), 16)]
fn sizes(#[case] size: usize, #[case] expected: usize) {
    assert_eq!(size, expected);
}

/// A descriptor with flags: size, alignment, and offsets of `stype`, `pNext`, `flags`.
macro_rules! flag_descriptor_layout {
    ($type:ty) => {
        [
            size_of::<$type>(),
            align_of::<$type>(),
            offset_of!($type, stype),
            offset_of!($type, p_next),
            offset_of!($type, flags),
        ]
    };
}

#[rstest]
#[case::event_desc(flag_descriptor_layout!(ExpEventDesc))]
#[case::physical_mem(flag_descriptor_layout!(PhysicalMemProperties))]
#[case::enqueue_ext(flag_descriptor_layout!(ExpEnqueueExtProperties))]
#[case::host_task(flag_descriptor_layout!(ExpHostTaskProperties))]
#[case::queue(flag_descriptor_layout!(QueueProperties))]
#[case::context(flag_descriptor_layout!(ContextProperties))]
#[case::usm_host(flag_descriptor_layout!(UsmHostDesc))]
#[case::usm_device(flag_descriptor_layout!(UsmDeviceDesc))]
#[case::usm_pool(flag_descriptor_layout!(UsmPoolDesc))]
fn descriptors_with_flags(#[case] layout: [usize; 5]) {
    assert_eq!(layout, [24, 8, 0, 8, 16]);
}

#[rstest]
#[case::usm_desc_size(size_of::<UsmDesc>(), 24)]
#[case::usm_desc_hints(offset_of!(UsmDesc, hints), 16)]
#[case::usm_desc_align(offset_of!(UsmDesc, align), 20)]
#[case::pool_limits_size(size_of::<UsmPoolLimitsDesc>(), 32)]
#[case::pool_limits_max(offset_of!(UsmPoolLimitsDesc, max_poolable_size), 16)]
#[case::pool_limits_min(offset_of!(UsmPoolLimitsDesc, min_driver_alloc_size), 24)]
#[case::event_native_size(size_of::<EventNativeProperties>(), 24)]
#[case::event_native_owned(offset_of!(EventNativeProperties, is_native_handle_owned), 16)]
#[case::base_header_next(offset_of!(BaseHeader, p_next), 8)]
fn other_descriptors(#[case] actual: usize, #[case] expected: usize) {
    assert_eq!(actual, expected);
}

#[rstest]
#[case::event_desc(ExpEventDesc::new(ExpEventFlags::IPC_EXP).stype, StructureType::EXP_EVENT_DESC)]
#[case::event_sync_mode(
    ExpEventSyncModeDesc::new(ExpEventSyncModeFlags::LOW_POWER_WAIT).stype,
    StructureType::EXP_EVENT_SYNC_MODE_DESC
)]
#[case::physical_mem(
    PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC).stype,
    StructureType::PHYSICAL_MEM_PROPERTIES
)]
#[case::queue(QueueProperties::new(QueueFlags::NONE_SET).stype, StructureType::QUEUE_PROPERTIES)]
#[case::pool(UsmPoolDesc::new(UsmPoolFlags::NONE_SET).stype, StructureType::USM_POOL_DESC)]
fn constructors_set_the_structure_type(#[case] stype: StructureType, #[case] expected: StructureType) {
    assert_eq!(stype, expected);
}

#[rstest]
#[case::result(format!("{:?}", UrResult(0x1234_5678)), "UrResult(0x12345678)")]
#[case::device_info(format!("{:?}", DeviceInfo(0xffff)), "DeviceInfo(0xffff)")]
#[case::flags(format!("{:?}", ExpEventFlags(0x6)), "UR_EXP_EVENT_FLAG_IPC_EXP|0x4")]
#[case::no_flags(format!("{:?}", ExpEventFlags(0)), "0x0")]
#[case::null_handle(format!("{:?}", EventHandle::NULL), "NULL")]
#[case::handle(format!("{:?}", EventHandle::from_address(0x40)), "0x40")]
fn values_without_a_name_are_shown(#[case] shown: String, #[case] expected: &str) {
    assert_eq!(shown, expected);
}
