//! UR's sets of flags.

use crate::names::ur_flags;

ur_flags! {
    /// `ur_exp_event_flags_t`.
    ExpEventFlags "UR_EXP_EVENT_FLAG_" mask 0xffff_fffc {
        ENABLE_PROFILING = 1,
        IPC_EXP = 2,
    }
}

ur_flags! {
    /// `ur_exp_event_sync_mode_flags_t`.
    ExpEventSyncModeFlags "UR_EXP_EVENT_SYNC_MODE_FLAG_" mask 0xffff_fffe {
        LOW_POWER_WAIT = 1,
    }
}

ur_flags! {
    /// `ur_physical_mem_flags_t`. Bit 0 was once defined and is reserved now.
    PhysicalMemFlags "UR_PHYSICAL_MEM_FLAG_" mask 0xffff_fffd {
        ENABLE_IPC = 2,
    }
}

ur_flags! {
    /// `ur_virtual_mem_access_flags_t`.
    VirtualMemAccessFlags "UR_VIRTUAL_MEM_ACCESS_FLAG_" mask 0xffff_fff8 {
        NONE = 1,
        READ_WRITE = 2,
        READ_ONLY = 4,
    }
}

ur_flags! {
    /// `ur_queue_flags_t`.
    QueueFlags "UR_QUEUE_FLAG_" mask 0xffff_f000 {
        OUT_OF_ORDER_EXEC_MODE_ENABLE = 1,
        PROFILING_ENABLE = 2,
        PRIORITY_LOW = 0x20,
        PRIORITY_HIGH = 0x40,
        SUBMISSION_BATCHED = 0x80,
        SUBMISSION_IMMEDIATE = 0x100,
    }
}

ur_flags! {
    /// `ur_exp_enqueue_ext_flags_t`: every bit but 11 is reserved.
    ExpEnqueueExtFlags "UR_EXP_ENQUEUE_EXT_FLAG_" mask 0xffff_f7ff {
        LOW_POWER_EVENTS_SUPPORT = 0x800,
    }
}

ur_flags! {
    /// `ur_exp_host_task_flags_t`.
    ExpHostTaskFlags "UR_EXP_HOST_TASK_FLAG_" mask 0xffff_fffe {
        TBD = 1,
    }
}

ur_flags! {
    /// `ur_usm_pool_flags_t`.
    UsmPoolFlags "UR_USM_POOL_FLAG_" mask 0xffff_fff8 {
        ZERO_INITIALIZE_BLOCK = 1,
        USE_NATIVE_MEMORY_POOL_EXP = 2,
        READ_ONLY_EXP = 4,
    }
}
