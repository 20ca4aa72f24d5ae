//! Layers over the calls that share objects, written once for the three families.

use std::collections::HashMap;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::path::Path;
use std::ptr::{null, null_mut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use ur_ipc_api::*;

/// The size in bytes of the host backend's handles.
const HANDLE_SIZE: usize = 96;

/// A family of objects that can be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::catalogue) enum Family {
    Memory,
    Physical,
    Event,
}

/// The families that a defect is about.
pub(in crate::catalogue) trait Kind: Send + Sync + 'static {
    /// The only family, if it is about one.
    const ONLY: Option<Family>;
}

macro_rules! kinds {
    ($($kind:ident $only:expr;)*) => {$(
        /// A [`Kind`].
        pub(in crate::catalogue) struct $kind;

        impl Kind for $kind {
            const ONLY: Option<Family> = $only;
        }
    )*};
}

kinds! {
    Memory Some(Family::Memory);
    Physical Some(Family::Physical);
    Events Some(Family::Event);
}

/// A call of a Get function.
#[derive(Clone, Copy)]
pub(in crate::catalogue) struct Get<'a> {
    pub below: &'a dyn UrIpc,
    pub family: Family,
    pub context: ContextHandle,
    pub object: *mut c_void,
    pub data: *mut *mut c_void,
    pub size: *mut usize,
}

impl Get<'_> {
    pub fn run(&self) -> UrResult {
        let Self { below, context, object, data, size, .. } = *self;
        // SAFETY: the arguments are those of a caller of this very function.
        unsafe {
            match self.family {
                Family::Memory => below.ipc_get_mem_handle_exp(context, object, data, size),
                Family::Physical => {
                    below.ipc_get_phys_mem_handle_exp(context, PhysicalMemHandle(object), data, size)
                }
                Family::Event => below.ipc_get_event_handle_exp(EventHandle(object), data, size),
            }
        }
    }

    /// Where the handle's bytes are, after a success.
    pub fn gave(&self) -> usize {
        // SAFETY: called after a success only, which has written there.
        unsafe { self.data.read() }.addr()
    }
}

/// A call of a Put function.
#[derive(Clone, Copy)]
pub(in crate::catalogue) struct Put<'a> {
    pub below: &'a dyn UrIpc,
    pub family: Family,
    pub context: ContextHandle,
    pub data: *mut c_void,
}

impl Put<'_> {
    pub fn run(&self) -> UrResult {
        let Self { below, context, data, .. } = *self;
        // SAFETY: the arguments are those of a caller of this very function.
        unsafe {
            match self.family {
                Family::Memory => below.ipc_put_mem_handle_exp(context, data),
                Family::Physical => below.ipc_put_phys_mem_handle_exp(context, data),
                Family::Event => below.ipc_put_event_handle_exp(context, data),
            }
        }
    }
}

/// A call of an Open function. Events have no device.
#[derive(Clone, Copy)]
pub(in crate::catalogue) struct Open<'a> {
    pub below: &'a dyn UrIpc,
    pub family: Family,
    pub context: ContextHandle,
    pub device: DeviceHandle,
    pub data: *mut c_void,
    pub size: usize,
    pub out: *mut *mut c_void,
}

impl Open<'_> {
    pub fn run(&self) -> UrResult {
        let Self { below, context, device, data, size, out, .. } = *self;
        // SAFETY: the arguments are those of a caller of this very function; handles are transparent pointers.
        unsafe {
            match self.family {
                Family::Memory => below.ipc_open_mem_handle_exp(context, device, data, size, out),
                Family::Physical => {
                    below.ipc_open_phys_mem_handle_exp(context, device, data, size, out.cast())
                }
                Family::Event => below.ipc_open_event_handle_exp(context, data, size, out.cast()),
            }
        }
    }

    /// The handle's bytes; none if they are not a handle of the host backend by their size.
    pub fn bytes(&self) -> Option<&[u8]> {
        // SAFETY: the caller passes `size` readable bytes.
        (!self.data.is_null() && self.size == HANDLE_SIZE)
            .then(|| unsafe { std::slice::from_raw_parts(self.data.cast::<u8>().cast_const(), self.size) })
    }

    /// A word of the handle.
    fn word(&self, at: usize) -> u64 {
        let bytes = self.bytes().and_then(|bytes| bytes.get(at..at + 8)?.try_into().ok());
        bytes.map_or(0, u64::from_le_bytes)
    }

    /// The process that exported; 0 if these bytes are no handle.
    pub fn exporter(&self) -> u32 {
        self.word(16) as u32
    }

    /// The number of the descriptor in that process.
    pub fn descriptor(&self) -> u32 {
        (self.word(16) >> 32) as u32
    }

    /// What is different in each handle.
    pub fn token(&self) -> u64 {
        self.word(24)
    }

    /// The size of the object in bytes.
    pub fn object_size(&self) -> usize {
        self.word(48) as usize
    }

    /// The distance of the exported pointer from the start of its allocation, in bytes.
    pub fn offset(&self) -> usize {
        self.word(56) as usize
    }

    /// Whether another process has exported this.
    pub fn is_foreign(&self) -> bool {
        self.bytes().is_some() && self.exporter() != std::process::id()
    }

    /// Runs, and notes what was opened.
    pub fn run_noted(&self, imports: &Notes<()>) -> UrResult {
        let result = self.run();
        if result.is_success() {
            imports.set(self.gave(), ());
        }
        result
    }

    /// What was opened, after a success.
    pub fn gave(&self) -> usize {
        // SAFETY: called after a success only, which has written there.
        unsafe { self.out.read() }.addr()
    }

    /// Gives this, as a success.
    pub fn give(&self, address: usize) -> UrResult {
        if self.out.is_null() {
            return UrResult::ERROR_INVALID_NULL_POINTER;
        }
        // SAFETY: writable as UR demands.
        unsafe { self.out.write(std::ptr::with_exposed_provenance_mut(address)) };
        UrResult::SUCCESS
    }
}

/// A call of a Close function, or of the release of an object: an event, a physical memory object, an allocation.
#[derive(Clone, Copy)]
pub(in crate::catalogue) struct End<'a> {
    pub below: &'a dyn UrIpc,
    pub family: Family,
    pub context: ContextHandle,
    pub object: *mut c_void,
    pub closes: bool,
}

impl End<'_> {
    pub fn run(&self) -> UrResult {
        let Self { below, context, object, .. } = *self;
        // SAFETY: the arguments are those of a caller of this very function.
        unsafe {
            match (self.family, self.closes) {
                (Family::Memory, true) => below.ipc_close_mem_handle_exp(context, object),
                (Family::Memory, false) => below.usm_free(context, object),
                (Family::Physical, true) => {
                    below.ipc_close_phys_mem_handle_exp(context, PhysicalMemHandle(object))
                }
                (Family::Physical, false) => below.physical_mem_release(PhysicalMemHandle(object)),
                (Family::Event, _) => below.event_release(EventHandle(object)),
            }
        }
    }
}

/// What is wrong with the calls of a family. What is left out is right.
pub(in crate::catalogue) trait Defect: Default + Send + Sync + 'static {
    fn get(&self, call: &Get<'_>) -> UrResult {
        call.run()
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        call.run()
    }

    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run()
    }

    /// A Close function; events are released.
    fn close(&self, call: &End<'_>) -> UrResult {
        call.run()
    }

    /// The release of an object, imported or not.
    fn release(&self, call: &End<'_>) -> UrResult {
        call.run()
    }
}

/// A layer with a defect in the calls of some families.
struct Sharing<K, D> {
    inner: Arc<dyn UrIpc>,
    defect: D,
    kind: PhantomData<K>,
}

/// Puts a defect of some families on top of a backend.
pub(in crate::catalogue) fn make<K: Kind, D: Defect>(inner: Arc<dyn UrIpc>) -> Arc<dyn UrIpc> {
    Arc::new(Sharing { inner, defect: D::default(), kind: PhantomData::<K> })
}

impl<K: Kind, D: Defect> Sharing<K, D> {
    fn end(&self, family: Family, context: ContextHandle, object: *mut c_void, closes: bool) -> UrResult {
        let call = End { below: &*self.inner, family, context, object, closes };
        match (K::ONLY.is_none_or(|only| only == family), closes) {
            (false, _) => call.run(),
            (true, true) => self.defect.close(&call),
            (true, false) => self.defect.release(&call),
        }
    }

    fn get(
        &self,
        family: Family,
        context: ContextHandle,
        object: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        let call = Get { below: &*self.inner, family, context, object, data, size };
        if K::ONLY.is_none_or(|only| only == family) { self.defect.get(&call) } else { call.run() }
    }

    fn put(&self, family: Family, context: ContextHandle, data: *mut c_void) -> UrResult {
        let call = Put { below: &*self.inner, family, context, data };
        if K::ONLY.is_none_or(|only| only == family) { self.defect.put(&call) } else { call.run() }
    }

    fn open(
        &self,
        family: Family,
        (context, device): (ContextHandle, DeviceHandle),
        (data, size): (*mut c_void, usize),
        out: *mut *mut c_void,
    ) -> UrResult {
        let call = Open { below: &*self.inner, family, context, device, data, size, out };
        if K::ONLY.is_none_or(|only| only == family) { self.defect.open(&call) } else { call.run() }
    }
}

impl<K: Kind, D: Defect> Layer for Sharing<K, D> {
    fn inner(&self) -> &dyn UrIpc {
        &*self.inner
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        self.get(Family::Memory, context, mem, data, size)
    }

    unsafe fn ipc_get_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        object: PhysicalMemHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        self.get(Family::Physical, context, object.0, data, size)
    }

    unsafe fn ipc_get_event_handle_exp(
        &self,
        event: EventHandle,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        self.get(Family::Event, ContextHandle::NULL, event.0, data, size)
    }

    unsafe fn ipc_put_mem_handle_exp(&self, context: ContextHandle, data: *mut c_void) -> UrResult {
        self.put(Family::Memory, context, data)
    }

    unsafe fn ipc_put_phys_mem_handle_exp(&self, context: ContextHandle, data: *const c_void) -> UrResult {
        self.put(Family::Physical, context, data.cast_mut())
    }

    unsafe fn ipc_put_event_handle_exp(&self, context: ContextHandle, data: *mut c_void) -> UrResult {
        self.put(Family::Event, context, data)
    }

    unsafe fn ipc_open_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *mut c_void,
        size: usize,
        mem: *mut *mut c_void,
    ) -> UrResult {
        self.open(Family::Memory, (context, device), (data, size), mem)
    }

    unsafe fn ipc_open_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        device: DeviceHandle,
        data: *const c_void,
        size: usize,
        object: *mut PhysicalMemHandle,
    ) -> UrResult {
        self.open(Family::Physical, (context, device), (data.cast_mut(), size), object.cast())
    }

    unsafe fn ipc_open_event_handle_exp(
        &self,
        context: ContextHandle,
        data: *const c_void,
        size: usize,
        event: *mut EventHandle,
    ) -> UrResult {
        self.open(Family::Event, (context, DeviceHandle::NULL), (data.cast_mut(), size), event.cast())
    }

    unsafe fn ipc_close_mem_handle_exp(&self, context: ContextHandle, mem: *mut c_void) -> UrResult {
        self.end(Family::Memory, context, mem, true)
    }

    unsafe fn ipc_close_phys_mem_handle_exp(
        &self,
        context: ContextHandle,
        object: PhysicalMemHandle,
    ) -> UrResult {
        self.end(Family::Physical, context, object.0, true)
    }

    unsafe fn usm_free(&self, context: ContextHandle, mem: *mut c_void) -> UrResult {
        self.end(Family::Memory, context, mem, false)
    }

    unsafe fn physical_mem_release(&self, object: PhysicalMemHandle) -> UrResult {
        self.end(Family::Physical, ContextHandle::NULL, object.0, false)
    }

    unsafe fn event_release(&self, event: EventHandle) -> UrResult {
        self.end(Family::Event, ContextHandle::NULL, event.0, false)
    }
}

/// Locks, whatever became of others that did.
pub(in crate::catalogue) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is known about things at addresses.
#[derive(Debug)]
pub(in crate::catalogue) struct Notes<T>(Mutex<HashMap<usize, T>>);

impl<T> Default for Notes<T> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

impl<T: Clone> Notes<T> {
    pub fn set(&self, address: usize, note: T) {
        lock(&self.0).insert(address, note);
    }

    pub fn get(&self, address: usize) -> Option<T> {
        lock(&self.0).get(&address).cloned()
    }

    pub fn take(&self, address: usize) -> Option<T> {
        lock(&self.0).remove(&address)
    }

    pub fn count(&self) -> usize {
        lock(&self.0).len()
    }

    /// All addresses and notes.
    pub fn all(&self) -> Vec<(usize, T)> {
        lock(&self.0).iter().map(|(address, note)| (*address, note.clone())).collect()
    }
}

/// Whether there is such a process.
pub(in crate::catalogue) fn is_alive(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

/// Does something with a queue of the context, and waits until that is done.
pub(in crate::catalogue) fn with_queue(
    below: &dyn UrIpc,
    context: ContextHandle,
    work: impl FnOnce(QueueHandle),
) {
    let mut devices = [DeviceHandle::NULL; 8];
    let (size, value) = (size_of_val(&devices), devices.as_mut_ptr().cast());
    let mut queue = QueueHandle::NULL;
    // SAFETY: there is room for the outputs; the host backend refuses what is no context.
    let made = unsafe {
        below.context_get_info(context, ContextInfo::DEVICES, size, value, null_mut());
        below.queue_create(context, devices[0], null(), &raw mut queue)
    };
    if made.is_success() {
        work(queue);
        // SAFETY: the queue is this function's own.
        unsafe {
            below.queue_finish(queue);
            below.queue_release(queue);
        }
    }
}

/// Sets bytes of device memory to zero.
pub(in crate::catalogue) fn wipe(below: &dyn UrIpc, context: ContextHandle, mem: *mut c_void, size: usize) {
    with_queue(below, context, |queue| {
        let zero = 0u8;
        // SAFETY: the pattern is read by the call; the host backend checks the memory.
        unsafe {
            below.enqueue_usm_fill(queue, mem, 1, (&raw const zero).cast(), size, 0, null(), null_mut())
        };
    });
}
