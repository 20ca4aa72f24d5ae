//! Result codes.

enumeration! {
    /// Outcome of a call.
    ze_result_t {
        /// The call did what was asked.
        ZE_RESULT_SUCCESS = 0,
        /// The work behind the object has not finished.
        ZE_RESULT_NOT_READY = 1,
        /// The device hung, was reset or was removed.
        ZE_RESULT_ERROR_DEVICE_LOST = 0x7000_0001,
        /// The host ran out of memory.
        ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY = 0x7000_0002,
        /// The device ran out of memory.
        ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY = 0x7000_0003,
        /// A module could not be compiled.
        ZE_RESULT_ERROR_MODULE_BUILD_FAILURE = 0x7000_0004,
        /// A module could not be linked.
        ZE_RESULT_ERROR_MODULE_LINK_FAILURE = 0x7000_0005,
        /// The device must be reset before it can be used again.
        ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET = 0x7000_0006,
        /// The device is in a low power state.
        ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE = 0x7000_0007,
        /// Fabric: the device has no vertex.
        ZE_RESULT_EXP_ERROR_DEVICE_IS_NOT_VERTEX = 0x7ff0_0001,
        /// Fabric: the vertex belongs to no device.
        ZE_RESULT_EXP_ERROR_VERTEX_IS_NOT_DEVICE = 0x7ff0_0002,
        /// Fabric: the vertex belongs to a device of another host.
        ZE_RESULT_EXP_ERROR_REMOTE_DEVICE = 0x7ff0_0003,
        /// Ray tracing (experimental): the operands cannot be combined.
        ZE_RESULT_EXP_ERROR_OPERANDS_INCOMPATIBLE = 0x7ff0_0004,
        /// Ray tracing (experimental): the build ran out of scratch memory, try again.
        ZE_RESULT_EXP_RTAS_BUILD_RETRY = 0x7ff0_0005,
        /// Ray tracing (experimental): the build continues in the background.
        ZE_RESULT_EXP_RTAS_BUILD_DEFERRED = 0x7ff0_0006,
        /// The process lacks permission.
        ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS = 0x7001_0000,
        /// Access conflicts with another user of the resource.
        ZE_RESULT_ERROR_NOT_AVAILABLE = 0x7001_0001,
        /// Something that the call relies on, outside Level Zero, is missing.
        ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE = 0x7002_0000,
        /// Some measured data was lost.
        ZE_RESULT_WARNING_DROPPED_DATA = 0x7002_0001,
        /// Level Zero, or the driver, was not initialised.
        ZE_RESULT_ERROR_UNINITIALIZED = 0x7800_0001,
        /// The version asked for is not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_VERSION = 0x7800_0002,
        /// The feature is not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_FEATURE = 0x7800_0003,
        /// An argument is not valid.
        ZE_RESULT_ERROR_INVALID_ARGUMENT = 0x7800_0004,
        /// A handle is null.
        ZE_RESULT_ERROR_INVALID_NULL_HANDLE = 0x7800_0005,
        /// The object is still used by the device.
        ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE = 0x7800_0006,
        /// A pointer is null.
        ZE_RESULT_ERROR_INVALID_NULL_POINTER = 0x7800_0007,
        /// A size is out of range.
        ZE_RESULT_ERROR_INVALID_SIZE = 0x7800_0008,
        /// A size is valid but not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_SIZE = 0x7800_0009,
        /// An alignment is valid but not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT = 0x7800_000a,
        /// A fence or event is not valid here.
        ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT = 0x7800_000b,
        /// An enumeration value is out of range.
        ZE_RESULT_ERROR_INVALID_ENUMERATION = 0x7800_000c,
        /// An enumeration value is valid but not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_ENUMERATION = 0x7800_000d,
        /// The image format is not supported.
        ZE_RESULT_ERROR_UNSUPPORTED_IMAGE_FORMAT = 0x7800_000e,
        /// A native binary is not for this device.
        ZE_RESULT_ERROR_INVALID_NATIVE_BINARY = 0x7800_000f,
        /// The module has no such global variable.
        ZE_RESULT_ERROR_INVALID_GLOBAL_NAME = 0x7800_0010,
        /// The module has no such kernel.
        ZE_RESULT_ERROR_INVALID_KERNEL_NAME = 0x7800_0011,
        /// The module has no such function.
        ZE_RESULT_ERROR_INVALID_FUNCTION_NAME = 0x7800_0012,
        /// A group size is not valid for the kernel or device.
        ZE_RESULT_ERROR_INVALID_GROUP_SIZE_DIMENSION = 0x7800_0013,
        /// A global width is not valid for the kernel or device.
        ZE_RESULT_ERROR_INVALID_GLOBAL_WIDTH_DIMENSION = 0x7800_0014,
        /// A kernel argument index is out of range.
        ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_INDEX = 0x7800_0015,
        /// A kernel argument has another size.
        ZE_RESULT_ERROR_INVALID_KERNEL_ARGUMENT_SIZE = 0x7800_0016,
        /// A kernel attribute is not valid.
        ZE_RESULT_ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE = 0x7800_0017,
        /// The module has unresolved imports.
        ZE_RESULT_ERROR_INVALID_MODULE_UNLINKED = 0x7800_0018,
        /// The command list cannot be used here, for example because it is immediate.
        ZE_RESULT_ERROR_INVALID_COMMAND_LIST_TYPE = 0x7800_0019,
        /// Two memory ranges overlap.
        ZE_RESULT_ERROR_OVERLAPPING_REGIONS = 0x7800_001a,
        /// The caller has to act before the operation takes effect.
        ZE_RESULT_WARNING_ACTION_REQUIRED = 0x7800_001b,
        /// A kernel handle is not valid.
        ZE_RESULT_ERROR_INVALID_KERNEL_HANDLE = 0x7800_001c,
        /// Ray tracing: the build ran out of scratch memory, try again.
        ZE_RESULT_EXT_RTAS_BUILD_RETRY = 0x7800_001d,
        /// Ray tracing: the build continues in the background.
        ZE_RESULT_EXT_RTAS_BUILD_DEFERRED = 0x7800_001e,
        /// Ray tracing: the operands cannot be combined.
        ZE_RESULT_EXT_ERROR_OPERANDS_INCOMPATIBLE = 0x7800_001f,
        /// The device runs in survivability mode.
        ZE_RESULT_ERROR_SURVIVABILITY_MODE_DETECTED = 0x7800_0020,
        /// The address was not found.
        ZE_RESULT_ERROR_ADDRESS_NOT_FOUND = 0x7800_0021,
        /// The answer of a query is yes.
        ZE_RESULT_QUERY_TRUE = 0x7800_0022,
        /// The answer of a query is no.
        ZE_RESULT_QUERY_FALSE = 0x7800_0023,
        /// The graph is not valid.
        ZE_RESULT_ERROR_INVALID_GRAPH = 0x7800_0024,
        /// The operation cannot be captured into a graph.
        ZE_RESULT_ERROR_GRAPH_CAPTURE_UNSUPPORTED = 0x7800_0025,
        /// An earlier error made the graph capture invalid.
        ZE_RESULT_ERROR_GRAPH_CAPTURE_INVALIDATED = 0x7800_0026,
        /// The capture would merge with another one.
        ZE_RESULT_ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT = 0x7800_0027,
        /// The command list is not capturing.
        ZE_RESULT_ERROR_COMMAND_LIST_NOT_CAPTURING = 0x7800_0028,
        /// The graph has forks that were not joined.
        ZE_RESULT_ERROR_GRAPH_UNJOINED_FORKS = 0x7800_0029,
        /// The event is internal to a graph.
        ZE_RESULT_ERROR_GRAPH_INTERNAL_EVENT = 0x7800_002a,
        /// Unknown or internal error.
        ZE_RESULT_ERROR_UNKNOWN = 0x7fff_fffe,
    }
}

impl ze_result_t {
    /// Turns the result into a [`Result`]; anything but success is the error.
    ///
    /// `ZE_RESULT_NOT_READY` and the answers of queries are errors in this sense too.
    ///
    /// # Errors
    /// The result itself when it is not [`ze_result_t::ZE_RESULT_SUCCESS`].
    pub const fn ok(self) -> Result<(), Self> {
        if self.0 == Self::ZE_RESULT_SUCCESS.0 { Ok(()) } else { Err(self) }
    }
}

impl core::fmt::Display for ze_result_t {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(self, f)
    }
}

impl core::error::Error for ze_result_t {}
