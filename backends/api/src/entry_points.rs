//! The one table of entry points. The contract, the forwarding layer and the fixtures' call layer are generated from it,
//! so that none can lag behind.

/// Calls `$callback!` with the table of entry points, without the words that say what they are for.
///
/// Each row is `#[doc] fn rust_name ("urName") (rust_argument ("urArgument"): Type, ...);`, in the order and
/// with the types of the C signature. Words given after the callback's name go to the callback first.
///
/// ```
/// macro_rules! count {
///     ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
///         [$($ur),*].len()
///     };
/// }
/// assert!(ur_ipc_api::for_each_entry_point!(count) > 60);
/// ```
#[macro_export]
macro_rules! for_each_entry_point {
    ($callback:ident $($words:tt)*) => {
        $crate::table_of_entry_points! { {$crate::without_roles} [$callback! $($words)*] }
    };
}

/// Takes the words out that say what entry points and parameters are for.
#[doc(hidden)]
#[macro_export]
macro_rules! without_roles {
    ([$callback:ident! $($words:tt)*] $($(#[$doc:meta])* fn $name:ident ($ur:literal $($row:tt)*)
        ($($arg:ident ($c:literal $($role:tt)*): $ty:ty,)*);)*) => {
        $callback! {
            $($words)* $($(#[$doc])* fn $name ($ur) ($($arg ($c): $ty,)*);)*
        }
    };
}

/// The table itself. A row says after UR's name, where that is so, what the entry point does with handles between processes
/// (`: Open of Memory`, a [`Sharing`](crate::Sharing) and a [`Family`](crate::Family)) and which families most tests of
/// need it (`; needed by Memory`). A parameter has its [`Role`](crate::Role) after its name, unless its type says it all.
#[doc(hidden)]
#[macro_export]
macro_rules! table_of_entry_points {
    ({$($callback:tt)*} $($words:tt)*) => {
        $($callback)*! {
            $($words)*
        // Adapters, platforms, devices
        #[doc = "`urLoaderTearDown`: Tears the loader down; no other call may follow."]
        fn loader_tear_down ("urLoaderTearDown") ();
        #[doc = "`urAdapterGet`: Lists adapters, or counts them when `adapters` is null."]
        fn adapter_get ("urAdapterGet"; needed by Memory Physical Event) (
            num_entries ("NumEntries"): u32,
            adapters ("phAdapters", Listed): *mut AdapterHandle,
            num_adapters ("pNumAdapters", Number): *mut u32,
        );
        #[doc = "`urAdapterGetInfo`: Queries an adapter."]
        fn adapter_get_info ("urAdapterGetInfo") (
            adapter ("hAdapter"): AdapterHandle,
            prop_name ("propName"): AdapterInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urAdapterRelease`: Drops one reference of an adapter."]
        fn adapter_release ("urAdapterRelease") (
            adapter ("hAdapter", Consumed): AdapterHandle,
        );
        #[doc = "`urPlatformGet`: Lists the platforms of an adapter, or counts them when `platforms` is null."]
        fn platform_get ("urPlatformGet"; needed by Memory Physical Event) (
            adapter ("hAdapter"): AdapterHandle,
            num_entries ("NumEntries"): u32,
            platforms ("phPlatforms", Listed): *mut PlatformHandle,
            num_platforms ("pNumPlatforms", Number): *mut u32,
        );
        #[doc = "`urPlatformGetInfo`: Queries a platform."]
        fn platform_get_info ("urPlatformGetInfo") (
            platform ("hPlatform"): PlatformHandle,
            prop_name ("propName"): PlatformInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urDeviceGet`: Lists the devices of a platform, or counts them when `devices` is null."]
        fn device_get ("urDeviceGet"; needed by Memory Physical Event) (
            platform ("hPlatform"): PlatformHandle,
            device_type ("DeviceType"): DeviceType,
            num_entries ("NumEntries"): u32,
            devices ("phDevices", Listed): *mut DeviceHandle,
            num_devices ("pNumDevices", Number): *mut u32,
        );
        #[doc = "`urDeviceGetInfo`: Queries a device. Sizes are in bytes; the type behind each [`DeviceInfo`] is named at its constant."]
        fn device_get_info ("urDeviceGetInfo"; needed by Memory Physical Event) (
            device ("hDevice"): DeviceHandle,
            prop_name ("propName"): DeviceInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urDeviceRetain`: Adds a reference to a device."]
        fn device_retain ("urDeviceRetain") (
            device ("hDevice", Retained): DeviceHandle,
        );
        #[doc = "`urDeviceRelease`: Drops a reference to a device."]
        fn device_release ("urDeviceRelease") (
            device ("hDevice", Consumed): DeviceHandle,
        );
        #[doc = "`urUsmP2PEnablePeerAccessExp`: Lets one device reach the memory of another."]
        fn usm_p2p_enable_peer_access_exp ("urUsmP2PEnablePeerAccessExp") (
            command_device ("commandDevice"): DeviceHandle,
            peer_device ("peerDevice"): DeviceHandle,
        );
        #[doc = "`urUsmP2PPeerAccessGetInfoExp`: Asks whether one device can reach the memory of another."]
        fn usm_p2p_peer_access_get_info_exp ("urUsmP2PPeerAccessGetInfoExp") (
            command_device ("commandDevice"): DeviceHandle,
            peer_device ("peerDevice"): DeviceHandle,
            prop_name ("propName"): PeerInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        // Contexts and queues
        #[doc = "`urContextCreate`: Creates a context over `device_count` devices."]
        fn context_create ("urContextCreate"; needed by Memory Physical Event) (
            device_count ("DeviceCount"): u32,
            devices ("phDevices"): *const DeviceHandle,
            properties ("pProperties"): *const ContextProperties,
            context ("phContext", New): *mut ContextHandle,
        );
        #[doc = "`urContextRetain`: Adds a reference to a context."]
        fn context_retain ("urContextRetain") (
            context ("hContext", Retained): ContextHandle,
        );
        #[doc = "`urContextRelease`: Drops a reference to a context."]
        fn context_release ("urContextRelease"; needed by Memory Physical Event) (
            context ("hContext", Consumed): ContextHandle,
        );
        #[doc = "`urContextGetInfo`: Queries a context."]
        fn context_get_info ("urContextGetInfo") (
            context ("hContext"): ContextHandle,
            prop_name ("propName"): ContextInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urQueueCreate`: Creates a queue on one device of a context."]
        fn queue_create ("urQueueCreate"; needed by Memory Physical Event) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            properties ("pProperties"): *const QueueProperties,
            queue ("phQueue", New): *mut QueueHandle,
        );
        #[doc = "`urQueueRetain`: Adds a reference to a queue."]
        fn queue_retain ("urQueueRetain") (
            queue ("hQueue", Retained): QueueHandle,
        );
        #[doc = "`urQueueRelease`: Drops a reference to a queue."]
        fn queue_release ("urQueueRelease"; needed by Memory Physical Event) (
            queue ("hQueue", Consumed): QueueHandle,
        );
        #[doc = "`urQueueFinish`: Blocks until every command of the queue has completed."]
        fn queue_finish ("urQueueFinish"; needed by Memory Physical Event) (
            queue ("hQueue"): QueueHandle,
        );
        #[doc = "`urQueueFlush`: Submits what is batched."]
        fn queue_flush ("urQueueFlush") (
            queue ("hQueue"): QueueHandle,
        );
        #[doc = "`urQueueGetInfo`: Queries a queue."]
        fn queue_get_info ("urQueueGetInfo") (
            queue ("hQueue"): QueueHandle,
            prop_name ("propName"): QueueInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        // Events
        #[doc = "`urEventCreateExp`: Creates a reusable event; with [`ExpEventFlags::IPC_EXP`] one that can be exported."]
        fn event_create_exp ("urEventCreateExp"; needed by Event) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            event_desc ("pEventDesc"): *const ExpEventDesc,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEventRetain`: Adds a reference to an event."]
        fn event_retain ("urEventRetain") (
            event ("hEvent", Retained): EventHandle,
        );
        #[doc = "`urEventRelease`: Drops a reference to an event, created or imported alike."]
        fn event_release ("urEventRelease"; needed by Event) (
            event ("hEvent", Consumed): EventHandle,
        );
        #[doc = "`urEventWait`: Blocks until every listed event has completed."]
        fn event_wait ("urEventWait"; needed by Event) (
            num_events ("numEvents"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
        );
        #[doc = "`urEventGetInfo`: Queries an event."]
        fn event_get_info ("urEventGetInfo"; needed by Event) (
            event ("hEvent"): EventHandle,
            prop_name ("propName"): EventInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urEventGetProfilingInfo`: Queries the time stamps of an event, in nanoseconds."]
        fn event_get_profiling_info ("urEventGetProfilingInfo") (
            event ("hEvent"): EventHandle,
            prop_name ("propName"): ProfilingInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urEventGetNativeHandle`: Gives the handle of the native event behind a UR event."]
        fn event_get_native_handle ("urEventGetNativeHandle") (
            event ("hEvent"): EventHandle,
            native_event ("phNativeEvent", Native): *mut usize,
        );
        // USM memory
        #[doc = "`urUSMDeviceAlloc`: Allocates `size` bytes of device memory."]
        fn usm_device_alloc ("urUSMDeviceAlloc"; needed by Memory) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            usm_desc ("pUSMDesc"): *const UsmDesc,
            pool ("pool"): UsmPoolHandle,
            size ("size", Size): usize,
            mem ("ppMem", New): *mut *mut c_void,
        );
        #[doc = "`urUSMHostAlloc`: Allocates `size` bytes of host memory that devices can reach."]
        fn usm_host_alloc ("urUSMHostAlloc") (
            context ("hContext"): ContextHandle,
            usm_desc ("pUSMDesc"): *const UsmDesc,
            pool ("pool"): UsmPoolHandle,
            size ("size", Size): usize,
            mem ("ppMem", New): *mut *mut c_void,
        );
        #[doc = "`urUSMSharedAlloc`: Allocates `size` bytes of migrating memory."]
        fn usm_shared_alloc ("urUSMSharedAlloc") (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            usm_desc ("pUSMDesc"): *const UsmDesc,
            pool ("pool"): UsmPoolHandle,
            size ("size", Size): usize,
            mem ("ppMem", New): *mut *mut c_void,
        );
        #[doc = "`urUSMFree`: Frees a USM allocation."]
        fn usm_free ("urUSMFree"; needed by Memory) (
            context ("hContext"): ContextHandle,
            mem ("pMem", Consumed): *mut c_void,
        );
        #[doc = "`urUSMGetMemAllocInfo`: Queries the allocation behind a pointer."]
        fn usm_get_mem_alloc_info ("urUSMGetMemAllocInfo") (
            context ("hContext"): ContextHandle,
            mem ("pMem"): *const c_void,
            prop_name ("propName"): UsmAllocInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urUSMPoolCreate`: Creates a pool of USM memory."]
        fn usm_pool_create ("urUSMPoolCreate") (
            context ("hContext"): ContextHandle,
            pool_desc ("pPoolDesc"): *mut UsmPoolDesc,
            pool ("ppPool", New): *mut UsmPoolHandle,
        );
        #[doc = "`urUSMPoolRelease`: Drops a reference to a pool."]
        fn usm_pool_release ("urUSMPoolRelease") (
            pool ("pPool", Consumed): UsmPoolHandle,
        );
        // Virtual and physical memory
        #[doc = "`urVirtualMemGranularityGetInfo`: Asks for the granularity, in bytes, of virtual and physical memory."]
        fn virtual_mem_granularity_get_info ("urVirtualMemGranularityGetInfo"; needed by Physical) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            allocation_size ("allocationSize"): usize,
            prop_name ("propName"): VirtualMemGranularityInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urVirtualMemReserve`: Reserves `size` bytes of device addresses."]
        fn virtual_mem_reserve ("urVirtualMemReserve"; needed by Physical) (
            context ("hContext"): ContextHandle,
            start ("pStart"): *const c_void,
            size ("size", Size): usize,
            start_ret ("ppStart", NewRange): *mut *mut c_void,
        );
        #[doc = "`urVirtualMemFree`: Gives a reservation back."]
        fn virtual_mem_free ("urVirtualMemFree"; needed by Physical) (
            context ("hContext"): ContextHandle,
            start ("pStart", Consumed): *const c_void,
            size ("size"): usize,
        );
        #[doc = "`urVirtualMemUnmap`: Unmaps physical memory from a range."]
        fn virtual_mem_unmap ("urVirtualMemUnmap"; needed by Physical) (
            context ("hContext"): ContextHandle,
            start ("pStart"): *const c_void,
            size ("size"): usize,
        );
        #[doc = "`urVirtualMemMap`: Maps `size` bytes of a physical memory object, from `offset`, at `start`."]
        fn virtual_mem_map ("urVirtualMemMap"; needed by Physical) (
            context ("hContext"): ContextHandle,
            start ("pStart"): *const c_void,
            size ("size"): usize,
            physical_mem ("hPhysicalMem"): PhysicalMemHandle,
            offset ("offset"): usize,
            flags ("flags"): VirtualMemAccessFlags,
        );
        #[doc = "`urVirtualMemSetAccess`: Changes the access of a mapped range."]
        fn virtual_mem_set_access ("urVirtualMemSetAccess") (
            context ("hContext"): ContextHandle,
            start ("pStart"): *const c_void,
            size ("size"): usize,
            flags ("flags"): VirtualMemAccessFlags,
        );
        #[doc = "`urVirtualMemGetInfo`: Queries a mapped range."]
        fn virtual_mem_get_info ("urVirtualMemGetInfo") (
            context ("hContext"): ContextHandle,
            start ("pStart"): *const c_void,
            size ("size"): usize,
            prop_name ("propName"): VirtualMemInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        #[doc = "`urPhysicalMemCreate`: Creates a physical memory object of `size` bytes; exportable with [`PhysicalMemFlags::ENABLE_IPC`]."]
        fn physical_mem_create ("urPhysicalMemCreate"; needed by Physical) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            size ("size"): usize,
            properties ("pProperties"): *const PhysicalMemProperties,
            physical_mem ("phPhysicalMem", New): *mut PhysicalMemHandle,
        );
        #[doc = "`urPhysicalMemRetain`: Adds a reference to a physical memory object."]
        fn physical_mem_retain ("urPhysicalMemRetain") (
            physical_mem ("hPhysicalMem", Retained): PhysicalMemHandle,
        );
        #[doc = "`urPhysicalMemRelease`: Drops a reference to a physical memory object."]
        fn physical_mem_release ("urPhysicalMemRelease"; needed by Physical) (
            physical_mem ("hPhysicalMem", Consumed): PhysicalMemHandle,
        );
        #[doc = "`urPhysicalMemGetInfo`: Queries a physical memory object."]
        fn physical_mem_get_info ("urPhysicalMemGetInfo") (
            physical_mem ("hPhysicalMem"): PhysicalMemHandle,
            prop_name ("propName"): PhysicalMemInfo,
            prop_size ("propSize"): usize,
            prop_value ("pPropValue", Property): *mut c_void,
            prop_size_ret ("pPropSizeRet", Number): *mut usize,
        );
        // Inter-process handles
        #[doc = "`urIPCGetMemHandleExp`: Exports device USM: gives a buffer of the implementation and its size in bytes."]
        fn ipc_get_mem_handle_exp ("urIPCGetMemHandleExp": Get of Memory; needed by Memory) (
            context ("hContext"): ContextHandle,
            mem ("pMem", Exported): *mut c_void,
            handle_data ("ppIPCMemHandleData", NewData): *mut *mut c_void,
            handle_data_size_ret ("pIPCMemHandleDataSizeRet", Number): *mut usize,
        );
        #[doc = "`urIPCPutMemHandleExp`: Releases a buffer that [`ipc_get_mem_handle_exp`](UrIpc::ipc_get_mem_handle_exp) gave."]
        fn ipc_put_mem_handle_exp ("urIPCPutMemHandleExp": Put of Memory; needed by Memory) (
            context ("hContext"): ContextHandle,
            handle_data ("pIPCMemHandleData", ConsumedData): *mut c_void,
        );
        #[doc = "`urIPCCloseMemHandleExp`: Closes a pointer that [`ipc_open_mem_handle_exp`](UrIpc::ipc_open_mem_handle_exp) gave."]
        fn ipc_close_mem_handle_exp ("urIPCCloseMemHandleExp": Close of Memory; needed by Memory) (
            context ("hContext"): ContextHandle,
            mem ("pMem", Consumed): *mut c_void,
        );
        #[doc = "`urIPCOpenMemHandleExp`: Opens exported device USM from the bytes of its handle."]
        fn ipc_open_mem_handle_exp ("urIPCOpenMemHandleExp": Open of Memory; needed by Memory) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            handle_data ("pIPCMemHandleData", Data): *mut c_void,
            handle_data_size ("ipcMemHandleDataSize", DataSize): usize,
            mem ("ppMem", New): *mut *mut c_void,
        );
        #[doc = "`urIPCGetPhysMemHandleExp`: Exports a physical memory object."]
        fn ipc_get_phys_mem_handle_exp ("urIPCGetPhysMemHandleExp": Get of Physical; needed by Physical) (
            context ("hContext"): ContextHandle,
            phys_mem ("hPhysMem", Exported): PhysicalMemHandle,
            handle_data ("ppIPCPhysMemHandleData", NewData): *mut *mut c_void,
            handle_data_size_ret ("pIPCPhysMemHandleDataSizeRet", Number): *mut usize,
        );
        #[doc = "`urIPCPutPhysMemHandleExp`: Releases a buffer that [`ipc_get_phys_mem_handle_exp`](UrIpc::ipc_get_phys_mem_handle_exp) gave."]
        fn ipc_put_phys_mem_handle_exp ("urIPCPutPhysMemHandleExp": Put of Physical; needed by Physical) (
            context ("hContext"): ContextHandle,
            handle_data ("pIPCPhysMemHandleData", ConsumedData): *const c_void,
        );
        #[doc = "`urIPCClosePhysMemHandleExp`: Closes an object that [`ipc_open_phys_mem_handle_exp`](UrIpc::ipc_open_phys_mem_handle_exp) gave."]
        fn ipc_close_phys_mem_handle_exp ("urIPCClosePhysMemHandleExp": Close of Physical; needed by Physical) (
            context ("hContext"): ContextHandle,
            phys_mem ("hPhysMem", Consumed): PhysicalMemHandle,
        );
        #[doc = "`urIPCOpenPhysMemHandleExp`: Opens an exported physical memory object from the bytes of its handle."]
        fn ipc_open_phys_mem_handle_exp ("urIPCOpenPhysMemHandleExp": Open of Physical; needed by Physical) (
            context ("hContext"): ContextHandle,
            device ("hDevice"): DeviceHandle,
            handle_data ("pIPCPhysMemHandleData", Data): *const c_void,
            handle_data_size ("ipcPhysMemHandleDataSize", DataSize): usize,
            phys_mem ("phPhysMem", New): *mut PhysicalMemHandle,
        );
        #[doc = "`urIPCGetEventHandleExp`: Exports an event that was created with [`ExpEventFlags::IPC_EXP`]."]
        fn ipc_get_event_handle_exp ("urIPCGetEventHandleExp": Get of Event; needed by Event) (
            event ("hEvent", Exported): EventHandle,
            handle_data ("ppIPCEventHandleData", NewData): *mut *mut c_void,
            handle_data_size_ret ("pIPCEventHandleDataSizeRet", Number): *mut usize,
        );
        #[doc = "`urIPCPutEventHandleExp`: Releases a buffer that [`ipc_get_event_handle_exp`](UrIpc::ipc_get_event_handle_exp) gave."]
        fn ipc_put_event_handle_exp ("urIPCPutEventHandleExp": Put of Event; needed by Event) (
            context ("hContext"): ContextHandle,
            handle_data ("pIPCEventHandleData", ConsumedData): *mut c_void,
        );
        #[doc = "`urIPCOpenEventHandleExp`: Opens an exported event from the bytes of its handle; released by [`event_release`](UrIpc::event_release)."]
        fn ipc_open_event_handle_exp ("urIPCOpenEventHandleExp": Open of Event; needed by Event) (
            context ("hContext"): ContextHandle,
            handle_data ("pIPCEventHandleData", Data): *const c_void,
            handle_data_size ("ipcEventHandleDataSize", DataSize): usize,
            event ("phEvent", New): *mut EventHandle,
        );
        // Commands
        #[doc = "`urEnqueueUSMMemcpy`: Enqueues a copy of `size` bytes."]
        fn enqueue_usm_memcpy ("urEnqueueUSMMemcpy"; needed by Memory Physical) (
            queue ("hQueue"): QueueHandle,
            blocking ("blocking"): bool,
            dst ("pDst", Written): *mut c_void,
            src ("pSrc"): *const c_void,
            size ("size"): usize,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueUSMMemcpy2D`: Enqueues a copy of `height` rows of `width` bytes, which begin a pitch apart."]
        fn enqueue_usm_memcpy_2d ("urEnqueueUSMMemcpy2D") (
            queue ("hQueue"): QueueHandle,
            blocking ("blocking"): bool,
            dst ("pDst", Written): *mut c_void,
            dst_pitch ("dstPitch"): usize,
            src ("pSrc"): *const c_void,
            src_pitch ("srcPitch"): usize,
            width ("width"): usize,
            height ("height"): usize,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueUSMFill`: Enqueues a fill of `size` bytes with a pattern of `pattern_size` bytes."]
        fn enqueue_usm_fill ("urEnqueueUSMFill") (
            queue ("hQueue"): QueueHandle,
            mem ("pMem", Written): *mut c_void,
            pattern_size ("patternSize"): usize,
            pattern ("pPattern", Bytes): *const c_void,
            size ("size"): usize,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueEventsWait`: Enqueues a wait for events (all earlier commands when none is listed)."]
        fn enqueue_events_wait ("urEnqueueEventsWait") (
            queue ("hQueue"): QueueHandle,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueEventsWaitWithBarrier`: Enqueues a barrier."]
        fn enqueue_events_wait_with_barrier ("urEnqueueEventsWaitWithBarrier") (
            queue ("hQueue"): QueueHandle,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueEventsWaitWithBarrierExt`: Enqueues a barrier; `event` is in/out: a non-null `*event` is a reusable event to signal."]
        fn enqueue_events_wait_with_barrier_ext ("urEnqueueEventsWaitWithBarrierExt"; needed by Event) (
            queue ("hQueue"): QueueHandle,
            properties ("pProperties"): *const ExpEnqueueExtProperties,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", Reusable): *mut EventHandle,
        );
        #[doc = "`urEnqueueTimestampRecordingExp`: Enqueues the recording of a time stamp."]
        fn enqueue_timestamp_recording_exp ("urEnqueueTimestampRecordingExp") (
            queue ("hQueue"): QueueHandle,
            blocking ("blocking"): bool,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        #[doc = "`urEnqueueHostTaskExp`: Enqueues a host function: the timing-free way to hold a queue open."]
        fn enqueue_host_task_exp ("urEnqueueHostTaskExp") (
            queue ("hQueue"): QueueHandle,
            host_task ("pfnHostTask"): HostTaskFunction,
            data ("data"): *mut c_void,
            properties ("pProperties"): *const ExpHostTaskProperties,
            num_events_in_wait_list ("numEventsInWaitList"): u32,
            event_wait_list ("phEventWaitList"): *const EventHandle,
            event ("phEvent", New): *mut EventHandle,
        );
        }
    };
}
