//! The one table of functions, from which the contract, layers and the suite's calls are generated.

/// Calls `$callback!` with the table of functions.
///
/// Each row is `#[doc] fn rust_name ("sycl name") (argument: Type, ...) -> Type;`. Types are those of [`sycl`](crate::sycl);
/// memory is an address. Words given after the callback's name go to the callback first.
#[macro_export]
macro_rules! for_each_sycl_function {
    ($callback:ident $($words:tt)*) => {
        $callback! {
            $($words)*
        // Devices and contexts
        #[doc = "`platform::get_devices`, of all platforms: how many there are."]
        fn devices ("platform::get_devices") () -> u32;
        #[doc = "`device::get_info<info::device::name>`"]
        fn device_name ("device::get_info<name>") (device: Device,) -> String;
        #[doc = "`device::get_info<info::device::driver_version>`"]
        fn device_driver_version ("device::get_info<driver_version>") (device: Device,) -> String;
        #[doc = "`device::has`"]
        fn device_has ("device::has") (device: Device, aspect: Aspect,) -> bool;
        #[doc = "Constructor of `context`, of devices of one platform."]
        fn context_create ("context::context") (devices: &[Device],) -> Context;
        #[doc = "`platform::khr_get_default_context`, of the device's platform."]
        fn default_context ("platform::khr_get_default_context") (device: Device,) -> Context;
        #[doc = "Destructor of `context`."]
        fn context_destroy ("context::~context") (context: Context,) -> ();

        // Queues
        #[doc = "Constructor of `queue`."]
        fn queue_create ("queue::queue") (context: Context, device: Device, properties: QueueProperties,) -> Queue;
        #[doc = "`queue::wait`"]
        fn queue_wait ("queue::wait") (queue: Queue,) -> ();
        #[doc = "`queue::memcpy` between addresses of USM, which does not wait."]
        fn queue_memcpy ("queue::memcpy") (queue: Queue, to: usize, from: usize, bytes: usize,) -> ();
        #[doc = "`queue::memset`, which does not wait."]
        fn queue_memset ("queue::memset") (queue: Queue, to: usize, value: u8, bytes: usize,) -> ();
        #[doc = "`queue::memcpy` from the host, waited for."]
        fn queue_write ("queue::memcpy, from the host") (queue: Queue, to: usize, bytes: &[u8],) -> ();
        #[doc = "`queue::memcpy` to the host, waited for."]
        fn queue_read ("queue::memcpy, to the host") (queue: Queue, from: usize, bytes: usize,) -> Vec<u8>;
        #[doc = "Destructor of `queue`."]
        fn queue_destroy ("queue::~queue") (queue: Queue,) -> ();

        // USM
        #[doc = "`malloc_device`, `malloc_host` or `malloc_shared`; a null pointer is 0."]
        fn malloc ("malloc") (kind: UsmKind, bytes: usize, device: Device, context: Context,) -> usize;
        #[doc = "`free`"]
        fn free ("free") (memory: usize, context: Context,) -> ();
        #[doc = "`get_pointer_type`; none is `usm::alloc::unknown`."]
        fn pointer_type ("get_pointer_type") (memory: usize, context: Context,) -> Option<UsmKind>;

        // Handles
        #[doc = "`ipc::handle::data`"]
        fn handle_data ("ipc::handle::data") (handle: Handle,) -> Vec<u8>;
        #[doc = "`ipc::handle::data_view`, of C++20: a copy of what is seen."]
        fn handle_data_view ("ipc::handle::data_view") (handle: Handle,) -> Vec<u8>;
        #[doc = "Destructor of `ipc::handle`, which puts nothing."]
        fn handle_destroy ("ipc::handle::~handle") (handle: Handle,) -> ();

        // Memory
        #[doc = "`ipc::memory::get`"]
        fn memory_get ("ipc::memory::get") (memory: usize, context: Option<Context>,) -> Handle;
        #[doc = "`ipc::memory::put`; the handle is destroyed by [`handle_destroy`](SyclIpc::handle_destroy) nevertheless."]
        fn memory_put ("ipc::memory::put") (handle: Handle, context: Option<Context>,) -> ();
        #[doc = "`ipc::memory::open`"]
        fn memory_open ("ipc::memory::open") (bytes: &[u8], overload: Overload, place: Place,) -> usize;
        #[doc = "`ipc::memory::close`"]
        fn memory_close ("ipc::memory::close") (memory: usize, context: Option<Context>,) -> ();
        #[doc = "`ipc_memory::get`, deprecated"]
        fn deprecated_get ("ipc_memory::get") (memory: usize, context: Option<Context>,) -> Handle;
        #[doc = "`ipc_memory::put`, deprecated"]
        fn deprecated_put ("ipc_memory::put") (handle: Handle, context: Option<Context>,) -> ();
        #[doc = "`ipc_memory::open`, deprecated"]
        fn deprecated_open ("ipc_memory::open") (bytes: &[u8], overload: Overload, place: Place,) -> usize;
        #[doc = "`ipc_memory::close`, deprecated"]
        fn deprecated_close ("ipc_memory::close") (memory: usize, context: Option<Context>,) -> ();

        // Physical memory
        #[doc = "Constructor of `physical_mem`, with the property `enable_ipc` of this value or without it."]
        fn physical_create ("physical_mem::physical_mem") (
            device: Device, context: Context, bytes: usize, enable_ipc: Option<bool>,
        ) -> PhysicalMem;
        #[doc = "`physical_mem::size`"]
        fn physical_size ("physical_mem::size") (memory: PhysicalMem,) -> usize;
        #[doc = "Whether `physical_mem::get_context` and `physical_mem::get_device` are these."]
        fn physical_is_of ("physical_mem::get_context, get_device") (
            memory: PhysicalMem, context: Context, device: Device,
        ) -> bool;
        #[doc = "`physical_mem::map`, which gives the address."]
        fn physical_map ("physical_mem::map") (
            memory: PhysicalMem, address: usize, bytes: usize, access: Access, offset: usize,
        ) -> usize;
        #[doc = "Destructor of `physical_mem`, which ends an opened one too."]
        fn physical_destroy ("physical_mem::~physical_mem") (memory: PhysicalMem,) -> ();
        #[doc = "`ipc::physical_memory::get`"]
        fn physical_get ("ipc::physical_memory::get") (memory: PhysicalMem,) -> Handle;
        #[doc = "`ipc::physical_memory::put`; the handle is destroyed by [`handle_destroy`](SyclIpc::handle_destroy) nevertheless."]
        fn physical_put ("ipc::physical_memory::put") (handle: Handle, context: Option<Context>,) -> ();
        #[doc = "`ipc::physical_memory::open`"]
        fn physical_open ("ipc::physical_memory::open") (
            bytes: &[u8], overload: Overload, place: Place,
        ) -> PhysicalMem;
        #[doc = "`get_mem_granularity`, the minimum or the recommended one."]
        fn mem_granularity ("get_mem_granularity") (device: Device, context: Context, recommended: bool,) -> usize;
        #[doc = "`reserve_virtual_mem`, wherever there is room."]
        fn virtual_reserve ("reserve_virtual_mem") (bytes: usize, context: Context,) -> usize;
        #[doc = "`free_virtual_mem`"]
        fn virtual_free ("free_virtual_mem") (address: usize, bytes: usize, context: Context,) -> ();
        #[doc = "`unmap`"]
        fn virtual_unmap ("unmap") (address: usize, bytes: usize, context: Context,) -> ();

        // Events
        #[doc = "`make_event`, with the properties `enable_ipc` and `enable_profiling` of these values or without them."]
        fn make_event ("make_event") (
            context: Option<Context>, enable_ipc: Option<bool>, enable_profiling: Option<bool>,
        ) -> Event;
        #[doc = "Default constructor of `event`."]
        fn event_default ("event::event") () -> Event;
        #[doc = "The event of a command, a `queue::memset` of these bytes."]
        fn event_of_command ("queue::memset, its event") (queue: Queue, to: usize, bytes: usize,) -> Event;
        #[doc = "`event::ext_oneapi_ipc_enabled`"]
        fn event_ipc_enabled ("event::ext_oneapi_ipc_enabled") (event: Event,) -> bool;
        #[doc = "`event::wait`"]
        fn event_wait ("event::wait") (event: Event,) -> ();
        #[doc = "`event::get_info<info::event::command_execution_status>`"]
        fn event_status ("event::get_info<command_execution_status>") (event: Event,) -> EventStatus;
        #[doc = "`event::get_profiling_info`, in nanoseconds"]
        fn event_profiling_info ("event::get_profiling_info") (event: Event, time: ProfilingTime,) -> u64;
        #[doc = "Destructor of `event`."]
        fn event_destroy ("event::~event") (event: Event,) -> ();
        #[doc = "`enqueue_signal_event`"]
        fn enqueue_signal_event ("enqueue_signal_event") (queue: Queue, event: Event,) -> ();
        #[doc = "`enqueue_wait_event`"]
        fn enqueue_wait_event ("enqueue_wait_event") (queue: Queue, event: Event,) -> ();
        #[doc = "`enqueue_wait_events`"]
        fn enqueue_wait_events ("enqueue_wait_events") (queue: Queue, events: &[Event],) -> ();
        #[doc = "`ipc::event::get`"]
        fn event_get ("ipc::event::get") (event: Event,) -> Handle;
        #[doc = "`ipc::event::put`; the handle is destroyed by [`handle_destroy`](SyclIpc::handle_destroy) nevertheless."]
        fn event_put ("ipc::event::put") (handle: Handle, context: Option<Context>,) -> ();
        #[doc = "`ipc::event::open`"]
        fn event_open ("ipc::event::open") (bytes: &[u8], overload: Overload, context: Option<Context>,) -> Event;
        }
    };
}
