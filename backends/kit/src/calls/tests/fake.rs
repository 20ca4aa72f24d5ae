//! A fake driver: does nothing, logs its calls, and fails on request.

use super::fake_device::Device;
use crate::calls::{
    Command, CommandCalls, ContextCalls, CopyCalls, EventCalls, Fill, HostTask, Memcpy, PhysicalCalls,
    Platform, PlatformCalls, QueueCalls, UsmCalls, VirtualMemoryCalls, Wanted,
};
use crate::objects::{Context, Event, Physical, Queue};
use crate::{Driver, Shared, State, Ur, lock, next_id};
use std::ffi::c_void;
use std::os::fd::RawFd;
use std::ptr::null_mut;
use std::sync::{Arc, Mutex};
use ur_ipc_api::{
    AdapterBackend, ContextHandle, DeviceHandle, DeviceType, ExpEventFlags, Family, QueueFlags, UrResult,
    VirtualMemAccessFlags, VirtualMemGranularityInfo,
};

pub const GRANULE: usize = 4096;
/// The address of the driver's first allocation.
pub const USM: u64 = 0x10_0000;
/// The address of the driver's first reservation.
pub const RESERVED: u64 = 0x80_0000;

/// A driver that records the calls that it gets, and fails them on request.
#[derive(Default)]
pub struct FakeDriver {
    asked: Mutex<Vec<&'static str>>,
    fails: Mutex<bool>,
}

/// A backend on it.
pub type Fake = State<FakeDriver>;

impl Fake {
    /// A GPU and an NPU.
    pub fn with_two_devices() -> Self {
        let device = |kind| Arc::new(Device { id: next_id(), kind });
        let devices = vec![device(DeviceType::GPU), device(DeviceType::VPU)];
        Self::new(FakeDriver::default(), *b"KIT-TEST", devices)
    }

    /// UR's handle of a device.
    pub fn device_handle(&self, index: usize) -> DeviceHandle {
        DeviceHandle::from_address(self.devices[index].id)
    }

    /// A context of both devices.
    pub fn context(&self) -> ContextHandle {
        let devices = [self.device_handle(0), self.device_handle(1)];
        let mut context = ContextHandle::from_address(0);
        // SAFETY: the array has two elements, and the output is a local variable.
        unsafe { self.context_create(2, devices.as_ptr(), std::ptr::null(), &raw mut context) }.unwrap();
        context
    }

    /// From now on the driver fails, or not.
    pub fn fail(&self, fails: bool) {
        *lock(&self.driver.fails) = fails;
    }

    /// The requests to the driver since the last look.
    pub fn asked(&self) -> Vec<&'static str> {
        std::mem::take(&mut lock(&self.driver.asked))
    }
}

impl FakeDriver {
    fn ask<T>(&self, what: &'static str, answer: T) -> Ur<T> {
        lock(&self.asked).push(what);
        if *lock(&self.fails) { Err(UrResult::ERROR_OUT_OF_RESOURCES) } else { Ok(answer) }
    }
}

/// No handle is ever given out.
#[derive(Clone)]
pub enum NoHandle {}

impl Shared for NoHandle {
    fn family(&self) -> Family {
        match *self {}
    }

    fn fd(&self) -> RawFd {
        match *self {}
    }
}

impl Driver for FakeDriver {
    type Device = Device;
    type NativeContext = ();
    type NativeQueue = ();
    type NativeEvent = ();
    type NativePhysical = ();
    type Allocated = ();
    type Opened = ();
    type Shared = NoHandle;
}

impl ContextCalls for FakeDriver {
    fn create_context(&self, _devices: &[Arc<Device>]) -> Ur<()> {
        self.ask("context", ())
    }
}

impl PlatformCalls for FakeDriver {
    const BACKEND: AdapterBackend = AdapterBackend::UNKNOWN;

    fn platforms(&self) -> Vec<Platform> {
        [2, 3].map(|id| Platform { id, name: "name", vendor: "vendor", version: String::new() }).into()
    }

    fn platform_of(&self, _device: &Device) -> usize {
        2
    }

    fn type_of(&self, device: &Device) -> DeviceType {
        device.kind
    }
}

impl QueueCalls for FakeDriver {
    fn create_queue(&self, _flags: QueueFlags, _context: &Context<Self>, _device: &Arc<Device>) -> Ur<()> {
        self.ask("queue", ())
    }

    fn is_idle(&self, _queue: &Queue<Self>) -> Ur<bool> {
        self.ask("is idle", true)
    }

    fn finish(&self, _queue: &Queue<Self>) -> Ur<()> {
        self.ask("finish", ())
    }
}

impl EventCalls for FakeDriver {
    fn create_event(&self, _context: &Context<Self>, _device: &Device, _flags: ExpEventFlags) -> Ur<()> {
        self.ask("event", ())
    }

    fn native_handle(&self, _event: &Event<Self>) -> usize {
        7
    }

    fn is_complete(&self, _event: &Event<Self>) -> Ur<bool> {
        self.ask("is complete", true)
    }

    fn synchronize(&self, _event: &Event<Self>) -> Ur<()> {
        self.ask("synchronize", ())
    }

    fn nanoseconds(&self, _event: &Event<Self>) -> Ur<(u64, u64)> {
        self.ask("nanoseconds", (5, 8))
    }
}

impl CommandCalls for FakeDriver {
    fn ensure_times(&self, _queue: &Queue<Self>) -> Ur<()> {
        Ok(())
    }

    fn command_event(&self, _queue: &Queue<Self>, times: bool) -> Ur<()> {
        self.ask(if times { "timed event" } else { "event" }, ())
    }

    fn submit_order(&self, _command: &Command<Self>, event: Option<&Event<Self>>) -> Ur<()> {
        self.ask(if event.is_some() { "order and signal" } else { "order" }, ())
    }

    unsafe fn submit_host_task(
        &self,
        _command: &Command<Self>,
        _event: Option<&Event<Self>>,
        _task: HostTask,
    ) -> Ur<()> {
        self.ask("host task", ())
    }
}

impl CopyCalls for FakeDriver {
    fn is_driver_memory(&self, _queue: &Queue<Self>, _address: u64) -> Ur<bool> {
        Ok(false)
    }

    unsafe fn submit_copy(
        &self,
        _command: &Command<Self>,
        _event: Option<&Event<Self>>,
        _copy: Memcpy,
    ) -> Ur<()> {
        self.ask("copy", ())
    }

    unsafe fn submit_fill(
        &self,
        _command: &Command<Self>,
        _event: Option<&Event<Self>>,
        _fill: Fill<'_>,
    ) -> Ur<()> {
        self.ask("fill", ())
    }
}

impl PhysicalCalls for FakeDriver {
    fn granularity(
        &self,
        _context: &Context<Self>,
        _device: &Device,
        _size: usize,
        _wanted: VirtualMemGranularityInfo,
    ) -> Ur<usize> {
        Ok(GRANULE)
    }

    fn create_physical(
        &self,
        _context: &Context<Self>,
        _device: &Device,
        _size: usize,
        _exportable: bool,
    ) -> Ur<()> {
        self.ask("physical", ())
    }
}

impl UsmCalls for FakeDriver {
    fn allocate(&self, _wanted: &Wanted<Self>) -> Ur<((), u64)> {
        self.ask("allocate", ((), USM))
    }

    fn free(&self, state: &Fake, base: u64) -> Ur<()> {
        let freed = state.memory.ranges().allocations.remove(&base);
        freed.map(drop).ok_or(UrResult::ERROR_INVALID_MEM_OBJECT)
    }
}

impl VirtualMemoryCalls for FakeDriver {
    fn reserve(&self, _context: &Context<Self>, _hint: *const c_void, _size: usize) -> Ur<u64> {
        self.ask("reserve", RESERVED)
    }

    unsafe fn free_reservation(&self, _context: &Context<Self>, _base: u64, _size: u64) -> Ur<()> {
        self.ask("free", ())
    }

    unsafe fn map(
        &self,
        _physical: &Physical<Self>,
        _offset: usize,
        _start: u64,
        _size: u64,
        _flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        self.ask("map", ())
    }

    unsafe fn unmap(&self, _physical: &Physical<Self>, _start: u64, _size: u64) -> Ur<()> {
        self.ask("unmap", ())
    }

    unsafe fn set_access(
        &self,
        _physical: &Physical<Self>,
        _start: u64,
        _size: u64,
        _flags: VirtualMemAccessFlags,
    ) -> Ur<()> {
        self.ask("set access", ())
    }
}

/// An address as a pointer, which nobody follows.
pub fn at(address: u64) -> *mut c_void {
    null_mut::<c_void>().with_addr(address as usize)
}
