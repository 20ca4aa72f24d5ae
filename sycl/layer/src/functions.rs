//! `SyclIpc`, function by function.

use crate::convert::{access, aspect, kind, misuse, status, thrown, time};
use crate::handles::{Handle as LentHandle, Lent, Of};
use crate::layer::{On, RustLayer};
use crate::memory::Memory;
use crate::objects::lock;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr::without_provenance_mut;
use std::sync::Arc;
use ur_ipc_api::sycl::*;
use ur_ipc_api::{Implementation, UrIpc};

/// Calls the overload of an `open` for what it opens on.
macro_rules! open_on {
    ($open:path, $bytes:expr, $on:expr) => {
        match $on {
            On::Both(context, device) => $open($bytes, (&context, &device)),
            On::Device(device) => $open($bytes, device),
            On::Default(platform) => $open($bytes, platform),
        }
    };
}

impl SyclIpc for RustLayer {
    fn implementation(&self) -> Implementation {
        self.ur.implementation()
    }

    fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>> {
        Some(Arc::clone(&self.ur))
    }

    unsafe fn devices(&self) -> Result<u32> {
        let devices = self.all_devices()?;
        u32::try_from(devices.len()).map_err(|_| misuse("there are too many devices"))
    }

    unsafe fn device_name(&self, device: Device) -> Result<String> {
        thrown(self.device(device)?.name())
    }

    unsafe fn device_driver_version(&self, device: Device) -> Result<String> {
        thrown(self.device(device)?.driver_version())
    }

    unsafe fn device_has(&self, device: Device, asked: Aspect) -> Result<bool> {
        Ok(self.device(device)?.has(aspect(asked)))
    }

    unsafe fn context_create(&self, devices: &[Device]) -> Result<Context> {
        let devices = devices.iter().map(|&device| self.device(device).cloned());
        let context = thrown(ur_ipc::Context::new(&devices.collect::<Result<Vec<_>>>()?))?;
        Ok(self.contexts.enter(context))
    }

    unsafe fn default_context(&self, device: Device) -> Result<Context> {
        let context = thrown(self.device(device)?.get_platform().khr_get_default_context())?;
        Ok(self.contexts.enter(context))
    }

    unsafe fn context_destroy(&self, context: Context) -> Result<()> {
        self.contexts.end(context)
    }

    unsafe fn queue_create(
        &self,
        context: Context,
        device: Device,
        properties: QueueProperties,
    ) -> Result<Queue> {
        let QueueProperties { in_order, enable_profiling } = properties;
        let properties =
            ur_ipc::QueueProperties::default().in_order(in_order).enable_profiling(enable_profiling);
        let queue = ur_ipc::Queue::new(&self.context(context)?, self.device(device)?, properties);
        Ok(self.queues.enter(thrown(queue)?))
    }

    unsafe fn queue_wait(&self, queue: Queue) -> Result<()> {
        self.queues.with(queue, |queue| thrown(queue.wait()))
    }

    unsafe fn queue_memcpy(&self, queue: Queue, to: usize, from: usize, bytes: usize) -> Result<()> {
        self.copy(queue, to, from, bytes)
    }

    unsafe fn queue_memset(&self, queue: Queue, to: usize, value: u8, bytes: usize) -> Result<()> {
        self.set(queue, to, value, bytes)
    }

    unsafe fn queue_write(&self, queue: Queue, to: usize, bytes: &[u8]) -> Result<()> {
        self.write(queue, to, bytes)
    }

    unsafe fn queue_read(&self, queue: Queue, from: usize, bytes: usize) -> Result<Vec<u8>> {
        self.read(queue, from, bytes)
    }

    unsafe fn queue_destroy(&self, queue: Queue) -> Result<()> {
        self.queues.end(queue)
    }

    /// Null where `ur_ipc` has an error, as SYCL's.
    unsafe fn malloc(&self, kind: UsmKind, bytes: usize, device: Device, context: Context) -> Result<usize> {
        let (context, device) = (self.context(context)?, self.device(device)?);
        let memory = match kind {
            UsmKind::Host => ur_ipc::malloc_host(bytes, &context),
            UsmKind::Device => ur_ipc::malloc_device(bytes, device, &context),
            UsmKind::Shared => ur_ipc::malloc_shared(bytes, device, &context),
        };
        Ok(memory.map_or(0, |memory| self.memories.enter(Memory::Allocated(memory))))
    }

    unsafe fn free(&self, memory: usize, _: Context) -> Result<()> {
        self.free_memory(memory)
    }

    unsafe fn pointer_type(&self, memory: usize, context: Context) -> Result<Option<UsmKind>> {
        let context = self.context(context)?;
        thrown(ur_ipc::get_pointer_type(without_provenance_mut(memory), &context))
            .map(|found| found.map(kind))
    }

    unsafe fn handle_data(&self, handle: Handle) -> Result<Vec<u8>> {
        self.bytes_of(handle, |lent| match lent {
            Lent::Memory(handle) => handle.data(),
            Lent::Physical(handle) => handle.data(),
            Lent::Event(handle) => handle.data(),
        })
    }

    unsafe fn handle_data_view(&self, handle: Handle) -> Result<Vec<u8>> {
        self.bytes_of(handle, |lent| {
            let view = match lent {
                Lent::Memory(handle) => handle.data_view(),
                Lent::Physical(handle) => handle.data_view(),
                Lent::Event(handle) => handle.data_view(),
            };
            view.to_vec()
        })
    }

    unsafe fn handle_destroy(&self, handle: Handle) -> Result<()> {
        self.handles.end(handle)
    }

    unsafe fn memory_get(&self, memory: usize, context: Option<Context>) -> Result<Handle> {
        self.get_memory(memory, context, |pointer| ur_ipc::memory::get(pointer))
    }

    unsafe fn memory_put(&self, handle: Handle, _: Option<Context>) -> Result<()> {
        self.put(handle, |lent| thrown(ur_ipc::memory::put(lent.memory()?)))
    }

    unsafe fn memory_open(&self, bytes: &[u8], _: Overload, place: Place) -> Result<usize> {
        use ur_ipc::memory::open;
        // SAFETY: the contract of `SyclIpc`: the bytes are of a handle, or of a wrong number.
        let opened = unsafe { open_on!(open, bytes, self.on(place)?) };
        Ok(self.memories.enter(Memory::Opened(thrown(opened)?)))
    }

    unsafe fn memory_close(&self, memory: usize, _: Option<Context>) -> Result<()> {
        self.close_memory(memory, ur_ipc::memory::close)
    }

    unsafe fn deprecated_get(&self, memory: usize, context: Option<Context>) -> Result<Handle> {
        self.get_memory(memory, context, |pointer| ur_ipc::ipc_memory::get(pointer))
    }

    unsafe fn deprecated_put(&self, handle: Handle, _: Option<Context>) -> Result<()> {
        self.put(handle, |lent| thrown(ur_ipc::ipc_memory::put(lent.memory()?)))
    }

    unsafe fn deprecated_open(&self, bytes: &[u8], _: Overload, place: Place) -> Result<usize> {
        use ur_ipc::ipc_memory::open;
        // SAFETY: as in `memory_open`.
        let opened = unsafe { open_on!(open, bytes, self.on(place)?) };
        Ok(self.memories.enter(Memory::Opened(thrown(opened)?)))
    }

    unsafe fn deprecated_close(&self, memory: usize, _: Option<Context>) -> Result<()> {
        self.close_memory(memory, ur_ipc::ipc_memory::close)
    }

    unsafe fn physical_create(
        &self,
        device: Device,
        context: Context,
        bytes: usize,
        enable_ipc: Option<bool>,
    ) -> Result<PhysicalMem> {
        let properties = ur_ipc::PhysicalMemProperties::default();
        let properties = enable_ipc.map_or(properties, |enable| properties.enable_ipc(enable));
        let (device, context) = (self.device(device)?, self.context(context)?);
        Ok(self.physical.enter(thrown(ur_ipc::PhysicalMem::new(device, &context, bytes, properties))?))
    }

    unsafe fn physical_size(&self, memory: PhysicalMem) -> Result<usize> {
        self.physical.with(memory, |memory| Ok(memory.size()))
    }

    unsafe fn physical_is_of(&self, memory: PhysicalMem, context: Context, device: Device) -> Result<bool> {
        let (context, device) = (self.context(context)?, self.device(device)?);
        self.physical
            .with(memory, |memory| Ok(*memory.get_context() == context && memory.get_device() == device))
    }

    unsafe fn physical_map(
        &self,
        memory: PhysicalMem,
        address: usize,
        bytes: usize,
        mode: Access,
        offset: usize,
    ) -> Result<usize> {
        let range = lock(&self.reserved).range(..=address).next_back().map(|(_, range)| Arc::clone(range));
        let range = range.ok_or_else(|| misuse(format!("nothing is reserved at {address:#x}")))?;
        let at = address - range.as_ptr().addr();
        let mapping = self
            .physical
            .with(memory, |memory| thrown(memory.map(&range, at, bytes, access(mode), offset)))?;
        Ok(self.memories.enter(Memory::Mapped(mapping)))
    }

    unsafe fn physical_destroy(&self, memory: PhysicalMem) -> Result<()> {
        self.handles.for_each(|handle| handle.ends_with(Of::Physical(memory)));
        self.physical.end(memory)
    }

    unsafe fn physical_get(&self, memory: PhysicalMem) -> Result<Handle> {
        let handle = self.physical.with(memory, |physical| {
            Ok(LentHandle::of_physical(thrown(ur_ipc::physical_memory::get(physical))?, memory))
        })?;
        Ok(self.handles.enter(handle))
    }

    unsafe fn physical_put(&self, handle: Handle, _: Option<Context>) -> Result<()> {
        self.put(handle, |lent| match lent {
            Lent::Physical(handle) => thrown(ur_ipc::physical_memory::put(handle)),
            _ => Err(misuse("the handle is not of physical memory")),
        })
    }

    unsafe fn physical_open(&self, bytes: &[u8], _: Overload, place: Place) -> Result<PhysicalMem> {
        use ur_ipc::physical_memory::open;
        // SAFETY: as in `memory_open`.
        let opened = unsafe { open_on!(open, bytes, self.on(place)?) };
        Ok(self.physical.enter(thrown(opened)?))
    }

    unsafe fn mem_granularity(&self, device: Device, context: Context, recommended: bool) -> Result<usize> {
        let mode = match recommended {
            true => ur_ipc::GranularityMode::Recommended,
            false => ur_ipc::GranularityMode::Minimum,
        };
        thrown(ur_ipc::get_mem_granularity(self.device(device)?, &self.context(context)?, mode))
    }

    unsafe fn virtual_reserve(&self, bytes: usize, context: Context) -> Result<usize> {
        let range = thrown(ur_ipc::reserve_virtual_mem(bytes, &self.context(context)?))?;
        let start = range.as_ptr().addr();
        lock(&self.reserved).insert(start, Arc::new(range));
        Ok(start)
    }

    unsafe fn virtual_free(&self, address: usize, bytes: usize, _: Context) -> Result<()> {
        let mut reserved = lock(&self.reserved);
        if reserved.get(&address).is_none_or(|range| range.size() != bytes) {
            return Err(misuse(format!("no {bytes} bytes are reserved at {address:#x}")));
        }
        let range = reserved.remove(&address);
        drop(reserved);
        drop(range);
        Ok(())
    }

    unsafe fn virtual_unmap(&self, address: usize, bytes: usize, _: Context) -> Result<()> {
        let fits = |memory: &Memory| matches!(memory, Memory::Mapped(mapping) if mapping.size() == bytes);
        match self.memories.take(address, fits)? {
            Some(Memory::Mapped(mapping)) => thrown(ur_ipc::unmap(mapping)),
            _ => Ok(()),
        }
    }

    unsafe fn make_event(
        &self,
        context: Option<Context>,
        enable_ipc: Option<bool>,
        enable_profiling: Option<bool>,
    ) -> Result<Event> {
        let mut properties = ur_ipc::EventProperties::default();
        if let Some(enable) = enable_ipc {
            properties = properties.enable_ipc(enable);
        }
        if let Some(enable) = enable_profiling {
            properties = properties.enable_profiling(enable);
        }
        let event = match context {
            Some(context) => ur_ipc::make_event(&self.context(context)?, properties),
            None => ur_ipc::make_event(self.device(Device(0))?.get_platform(), properties),
        };
        Ok(self.events.enter(thrown(event)?))
    }

    unsafe fn event_default(&self) -> Result<Event> {
        Ok(self.events.enter(ur_ipc::Event::default()))
    }

    unsafe fn event_of_command(&self, queue: Queue, to: usize, bytes: usize) -> Result<Event> {
        Ok(self.events.enter(self.set_with_event(queue, to, bytes)?))
    }

    unsafe fn event_ipc_enabled(&self, event: Event) -> Result<bool> {
        self.events.with(event, |event| Ok(event.ext_oneapi_ipc_enabled()))
    }

    unsafe fn event_wait(&self, event: Event) -> Result<()> {
        self.events.with(event, |event| thrown(event.wait()))
    }

    unsafe fn event_status(&self, event: Event) -> Result<EventStatus> {
        self.events.with(event, |event| thrown(event.command_execution_status()).map(status))
    }

    unsafe fn event_profiling_info(&self, event: Event, which: ProfilingTime) -> Result<u64> {
        self.events.with(event, |event| thrown(event.get_profiling_info(time(which))))
    }

    unsafe fn event_destroy(&self, event: Event) -> Result<()> {
        self.handles.for_each(|handle| handle.ends_with(Of::Event(event)));
        self.events.end(event)
    }

    unsafe fn enqueue_signal_event(&self, queue: Queue, event: Event) -> Result<()> {
        self.queues.with(queue, |queue| {
            self.events.with(event, |event| thrown(ur_ipc::enqueue_signal_event(queue, event)))
        })
    }

    unsafe fn enqueue_wait_event(&self, queue: Queue, event: Event) -> Result<()> {
        self.queues.with(queue, |queue| {
            self.events.with(event, |event| thrown(ur_ipc::enqueue_wait_event(queue, event)))
        })
    }

    unsafe fn enqueue_wait_events(&self, queue: Queue, events: &[Event]) -> Result<()> {
        // Each is locked once, in the same order by everybody.
        let once: BTreeSet<Event> = events.iter().copied().collect();
        let objects = once.into_iter().map(|event| Ok((event, self.events.get(event)?)));
        let objects = objects.collect::<Result<BTreeMap<_, _>>>()?;
        self.queues.with(queue, |queue| {
            let locked: BTreeMap<_, _> =
                objects.iter().map(|(event, object)| (*event, lock(object))).collect();
            let events: Vec<&ur_ipc::Event> = events.iter().map(|event| &*locked[event]).collect();
            thrown(ur_ipc::enqueue_wait_events(queue, &events))
        })
    }

    unsafe fn event_get(&self, event: Event) -> Result<Handle> {
        let handle = self
            .events
            .with(event, |object| Ok(LentHandle::of_event(thrown(ur_ipc::event::get(object))?, event)))?;
        Ok(self.handles.enter(handle))
    }

    unsafe fn event_put(&self, handle: Handle, _: Option<Context>) -> Result<()> {
        self.put(handle, |lent| match lent {
            Lent::Event(handle) => {
                ur_ipc::event::put(handle);
                Ok(())
            }
            _ => Err(misuse("the handle is not of an event")),
        })
    }

    unsafe fn event_open(&self, bytes: &[u8], _: Overload, context: Option<Context>) -> Result<Event> {
        use ur_ipc::event::open;
        // SAFETY: as in `memory_open`.
        let event = unsafe {
            match context {
                Some(context) => open(bytes, &self.context(context)?),
                None => open(bytes, self.device(Device(0))?.get_platform()),
            }
        };
        Ok(self.events.enter(thrown(event)?))
    }
}
