//! What the mutants of this family keep and ask.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr::{null, null_mut, with_exposed_provenance_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use ur_ipc_api::{
    ContextHandle, ContextInfo, DeviceHandle, QueueHandle, UrIpc, UrResult, UsmAllocInfo, UsmPoolHandle,
};

/// The size in bytes of the host backend's handles.
pub(super) const HANDLE_SIZE: usize = 96;

/// Where in a handle of the host backend the exported object's identity and place are.
pub(super) const SOURCE: std::ops::Range<usize> = 32..48;

/// Where in a handle of the host backend its family is: 1 for memory, 2 for physical memory, 3 for events.
pub(super) const FAMILY: usize = 10;

/// Locks, whatever became of others that did.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One word of what UR knows about the allocation behind a pointer, if there is one.
pub(super) fn about(
    ur: &dyn UrIpc,
    context: ContextHandle,
    mem: *const c_void,
    what: UsmAllocInfo,
) -> Option<usize> {
    let mut word = 0usize;
    let size = size_of::<usize>();
    // SAFETY: there is room for the answer, and the host backend takes any context and pointer.
    let asked =
        unsafe { ur.usm_get_mem_alloc_info(context, mem, what, size, (&raw mut word).cast(), null_mut()) };
    asked.is_success().then_some(word)
}

/// The distance of a pointer from the start of its allocation, and the allocation's size; zeroes without one.
pub(super) fn place(ur: &dyn UrIpc, context: ContextHandle, mem: *const c_void) -> (usize, usize) {
    let base = about(ur, context, mem, UsmAllocInfo::BASE_PTR).unwrap_or(mem.addr());
    (mem.addr() - base, about(ur, context, mem, UsmAllocInfo::SIZE).unwrap_or(0))
}

/// The first device of a context.
pub(super) fn device_of(ur: &dyn UrIpc, context: ContextHandle) -> DeviceHandle {
    let mut devices = [DeviceHandle::NULL; 8];
    let size = size_of_val(&devices);
    // SAFETY: there is room for more devices than the host backend models.
    unsafe {
        ur.context_get_info(context, ContextInfo::DEVICES, size, devices.as_mut_ptr().cast(), null_mut());
    }
    devices[0]
}

/// Does something with a queue of the context and waits until that is done.
pub(super) fn with_queue(ur: &dyn UrIpc, context: ContextHandle, work: impl FnOnce(QueueHandle)) {
    let mut queue = QueueHandle::NULL;
    // SAFETY: there is room for the queue.
    let made = unsafe { ur.queue_create(context, device_of(ur, context), null(), &raw mut queue) };
    if made.is_success() {
        work(queue);
        // SAFETY: the queue is this function's own.
        unsafe {
            ur.queue_finish(queue);
            ur.queue_release(queue);
        }
    }
}

/// Zeroes device memory.
pub(super) fn overwrite(ur: &dyn UrIpc, context: ContextHandle, mem: *mut c_void, size: usize) {
    with_queue(ur, context, |queue| {
        let zero = 0u8;
        // SAFETY: the pattern is read by the call; the host backend checks the memory.
        unsafe {
            ur.enqueue_usm_fill(queue, mem, 1, (&raw const zero).cast(), size, 0, null(), null_mut());
        }
    });
}

/// Allocates device memory on the device.
pub(super) fn allocate(
    ur: &dyn UrIpc,
    (context, device): (ContextHandle, DeviceHandle),
    size: usize,
    mem: *mut *mut c_void,
) -> UrResult {
    // SAFETY: the callers pass the place for an output of their own call.
    unsafe { ur.usm_device_alloc(context, device, null(), UsmPoolHandle::NULL, size, mem) }
}

/// The bytes of a handle.
///
/// # Safety
/// `data` is readable for `size` bytes, which nobody writes to meanwhile.
pub(super) unsafe fn bytes(data: *const c_void, size: usize) -> Vec<u8> {
    // SAFETY: this function's contract.
    unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) }.to_vec()
}

/// Things that live, in the order in which they came: an address, and what is to know about it.
#[derive(Debug)]
pub(super) struct Live<T>(Mutex<Vec<(usize, T)>>);

impl<T> Default for Live<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T: Clone> Live<T> {
    /// Adds one.
    pub(super) fn add<P>(&self, at: *const P, what: T) {
        lock(&self.0).push((at.expose_provenance(), what));
    }

    /// What is known about it, if it lives.
    pub(super) fn get<P>(&self, at: *const P) -> Option<T> {
        self.find(|(address, _)| *address == at.addr()).map(|(_, what)| what)
    }

    /// Takes it out.
    pub(super) fn remove<P>(&self, at: *const P) -> Option<T> {
        let mut all = lock(&self.0);
        let index = all.iter().position(|(address, _)| *address == at.addr())?;
        Some(all.remove(index).1)
    }

    /// Takes out all of which this is known.
    pub(super) fn remove_of(&self, what: &T)
    where
        T: PartialEq,
    {
        lock(&self.0).retain(|(_, other)| other != what);
    }

    /// The oldest one that is so.
    pub(super) fn find(&self, is_so: impl Fn(&(usize, T)) -> bool) -> Option<(*mut c_void, T)> {
        let all = lock(&self.0);
        let (address, what) = all.iter().find(|one| is_so(one))?;
        Some((with_exposed_provenance_mut(*address), what.clone()))
    }

    /// The newest one.
    pub(super) fn newest(&self) -> Option<(*mut c_void, T)> {
        let all = lock(&self.0);
        all.last().map(|(address, what)| (with_exposed_provenance_mut(*address), what.clone()))
    }

    /// The newest one of which this is known.
    pub(super) fn newest_of(&self, what: &T) -> Option<*mut c_void>
    where
        T: PartialEq,
    {
        let all = lock(&self.0);
        let (address, _) = all.iter().rfind(|(_, other)| other == what)?;
        Some(with_exposed_provenance_mut(*address))
    }

    /// Of how many that live this is known.
    pub(super) fn count_of(&self, what: &T) -> usize
    where
        T: PartialEq,
    {
        lock(&self.0).iter().filter(|(_, other)| other == what).count()
    }
}

/// Memory that is open: bases and sizes in bytes.
#[derive(Debug, Default)]
pub(super) struct Ranges(Mutex<BTreeMap<usize, usize>>);

impl Ranges {
    /// Adds the allocation that the pointer points into.
    pub(super) fn add(&self, ur: &dyn UrIpc, context: ContextHandle, mem: *const c_void) {
        let (offset, size) = place(ur, context, mem);
        lock(&self.0).insert(mem.addr() - offset, size);
    }

    /// Forgets the allocation that starts there.
    pub(super) fn remove(&self, mem: *const c_void) {
        lock(&self.0).remove(&mem.addr());
    }

    /// The distance of an address from the start of the allocation that it is in.
    pub(super) fn offset(&self, mem: *const c_void) -> Option<usize> {
        let all = lock(&self.0);
        let (base, size) = all.range(..=mem.addr()).next_back()?;
        (mem.addr() < base + size).then_some(mem.addr() - base)
    }
}

/// Handle data of the layer's own, in the place of those of the backend below.
#[derive(Debug, Default)]
pub(super) struct Copies(Mutex<BTreeMap<usize, (Vec<u8>, usize)>>);

impl Copies {
    /// Puts a copy with some bytes behind it in the place of what Get gave.
    ///
    /// # Safety
    /// Both point to what a successful Get has just written.
    pub(super) unsafe fn replace(&self, data: *mut *mut c_void, size: *mut usize, behind: usize) {
        // SAFETY: this function's contract.
        let (original, len) = unsafe { (data.read(), size.read()) };
        // SAFETY: a handle that was not put.
        let mut copy = unsafe { bytes(original, len) };
        copy.resize(len + behind, 0);
        // SAFETY: this function's contract.
        unsafe {
            data.write(copy.as_mut_ptr().cast());
            size.write(copy.len());
        }
        lock(&self.0).insert(copy.as_ptr().expose_provenance(), (copy, original.expose_provenance()));
    }

    /// Frees a copy and gives the handle that it was made of, unless the context is null and the call will be refused.
    pub(super) fn remove(&self, context: ContextHandle, data: *const c_void) -> Option<*mut c_void> {
        if context.is_null() {
            return None;
        }
        lock(&self.0).remove(&data.addr()).map(|(_, original)| with_exposed_provenance_mut(original))
    }

    /// Writes over every copy.
    pub(super) fn spoil(&self) {
        for (copy, _) in lock(&self.0).values_mut() {
            copy.fill(0);
        }
    }
}
