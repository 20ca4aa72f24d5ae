//! `ur_command_t`.

use crate::names::ur_enum;

ur_enum! {
    /// `ur_command_t`: the kind of command behind an event.
    CommandType "UR_COMMAND_" {
        KERNEL_LAUNCH = 0,
        EVENTS_WAIT = 1,
        EVENTS_WAIT_WITH_BARRIER = 2,
        MEM_BUFFER_READ = 3,
        MEM_BUFFER_WRITE = 4,
        MEM_BUFFER_READ_RECT = 5,
        MEM_BUFFER_WRITE_RECT = 6,
        MEM_BUFFER_COPY = 7,
        MEM_BUFFER_COPY_RECT = 8,
        MEM_BUFFER_FILL = 9,
        MEM_IMAGE_READ = 10,
        MEM_IMAGE_WRITE = 11,
        MEM_IMAGE_COPY = 12,
        MEM_BUFFER_MAP = 14,
        MEM_UNMAP = 16,
        USM_FILL = 17,
        USM_MEMCPY = 18,
        USM_PREFETCH = 19,
        USM_ADVISE = 20,
        USM_FILL_2D = 21,
        USM_MEMCPY_2D = 22,
        DEVICE_GLOBAL_VARIABLE_WRITE = 23,
        DEVICE_GLOBAL_VARIABLE_READ = 24,
        READ_HOST_PIPE = 25,
        WRITE_HOST_PIPE = 26,
        ENQUEUE_COMMAND_BUFFER_EXP = 0x1000,
        EXTERNAL_SEMAPHORE_WAIT_EXP = 0x2000,
        EXTERNAL_SEMAPHORE_SIGNAL_EXP = 0x2001,
        TIMESTAMP_RECORDING_EXP = 0x2002,
        ENQUEUE_NATIVE_EXP = 0x2004,
        ENQUEUE_USM_DEVICE_ALLOC_EXP = 0x2050,
        ENQUEUE_USM_SHARED_ALLOC_EXP = 0x2051,
        ENQUEUE_USM_HOST_ALLOC_EXP = 0x2052,
        ENQUEUE_USM_FREE_EXP = 0x2053,
        ENQUEUE_GRAPH_EXP = 0x2100,
        HOST_TASK_EXP = 0x2200,
    }
}
