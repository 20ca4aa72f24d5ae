//! The layer: its objects, and what several functions do with them.

use crate::convert::{misuse, thrown};
use crate::handles::{Handle as LentHandle, Lent, LentMemory, Of};
use crate::memory::{Memories, Memory, with_memory};
use crate::objects::{Objects, lock};
use std::collections::BTreeMap;
use std::mem::replace;
use std::ptr::without_provenance_mut;
use std::sync::{Arc, Mutex, OnceLock};
use ur_ipc::DeviceMemory;
use ur_ipc_api::UrIpc;
use ur_ipc_api::sycl::*;

/// The crate `ur_ipc` over one implementation of Unified Runtime.
pub(crate) struct RustLayer {
    pub(crate) ur: Arc<dyn UrIpc>,
    /// Listed once.
    devices: OnceLock<Result<Vec<ur_ipc::Device>>>,
    pub(crate) contexts: Objects<Context, ur_ipc::Context>,
    pub(crate) queues: Objects<Queue, ur_ipc::Queue>,
    pub(crate) physical: Objects<PhysicalMem, ur_ipc::PhysicalMem>,
    pub(crate) events: Objects<Event, ur_ipc::Event>,
    pub(crate) handles: Objects<Handle, LentHandle>,
    pub(crate) memories: Memories,
    /// Reserved addresses, by where they begin.
    pub(crate) reserved: Mutex<BTreeMap<usize, Arc<ur_ipc::VirtualMem>>>,
}

/// SYCL's overloads by context and device.
pub(crate) enum On<'l> {
    Both(ur_ipc::Context, ur_ipc::Device),
    Device(&'l ur_ipc::Device),
    Default(&'l ur_ipc::Platform),
}

impl RustLayer {
    pub(crate) fn new(ur: Arc<dyn UrIpc>) -> Self {
        Self {
            ur,
            devices: OnceLock::new(),
            contexts: Objects::default(),
            queues: Objects::default(),
            physical: Objects::default(),
            events: Objects::default(),
            handles: Objects::default(),
            memories: Memories::default(),
            reserved: Mutex::default(),
        }
    }

    pub(crate) fn all_devices(&self) -> Result<&[ur_ipc::Device]> {
        let list = || {
            // SAFETY: that the implementation does what Unified Runtime says is what it is trusted with, or tested for.
            let platforms = unsafe { ur_ipc::Platform::get_platforms(Arc::clone(&self.ur)) };
            Ok(thrown(platforms)?.iter().flat_map(ur_ipc::Platform::get_devices).collect())
        };
        self.devices.get_or_init(list).as_deref().map_err(Clone::clone)
    }

    pub(crate) fn device(&self, device: Device) -> Result<&ur_ipc::Device> {
        let found = usize::try_from(device.0).ok().and_then(|index| self.all_devices().ok()?.get(index));
        found.ok_or_else(|| misuse(format!("there is no {device:?}")))
    }

    pub(crate) fn context(&self, context: Context) -> Result<ur_ipc::Context> {
        self.contexts.with(context, |context| Ok(context.clone()))
    }

    /// The context, or the default one of the default device.
    pub(crate) fn context_or_default(&self, context: Option<Context>) -> Result<ur_ipc::Context> {
        match context {
            Some(context) => self.context(context),
            None => thrown(self.device(Device(0))?.get_platform().khr_get_default_context()),
        }
    }

    /// The context, device or default on which an overload of `open` opens.
    pub(crate) fn on(&self, place: Place) -> Result<On<'_>> {
        Ok(match (place.context, place.device) {
            (Some(context), Some(device)) => On::Both(self.context(context)?, self.device(device)?.clone()),
            (Some(context), None) => {
                let context = self.context(context)?;
                let first = context.get_devices().first().cloned();
                On::Both(context, first.ok_or_else(|| misuse("a context has at least one device"))?)
            }
            (None, Some(device)) => On::Device(self.device(device)?),
            (None, None) => On::Default(self.device(Device(0))?.get_platform()),
        })
    }

    pub(crate) fn get_memory(
        &self,
        memory: usize,
        context: Option<Context>,
        get: impl FnOnce(ur_ipc::UsmPointer<'_>) -> ur_ipc::Result<LentMemory<'_>>,
    ) -> Result<Handle> {
        let context = context.map(|context| self.context(context)).transpose()?;
        let found = self.memories.find_if_any(memory);
        if let Some((found, offset)) = &found
            && let Memory::Allocated(allocated) = &**found
            && context.as_ref().is_none_or(|context| context == allocated.get_context())
        {
            let handle = thrown(allocated.at(*offset).and_then(get))?;
            return Ok(self.handles.enter(LentHandle::of_memory(handle, Of::Memory(memory - offset))));
        }
        let own = found.map(|(found, _)| with_memory!(&*found, |found| found.get_context().clone()));
        let context = match context.or(own) {
            Some(context) => context,
            None => self.context_or_default(None)?,
        };
        // SAFETY: the contract of `SyclIpc`: null, or memory that is there, which `get` looks up.
        let pointer = unsafe { ur_ipc::UsmPointer::from_raw(&context, without_provenance_mut(memory)) };
        let handle = thrown(get(pointer))?;
        Ok(self.handles.enter(LentHandle::of_memory(handle, Of::Other)))
    }

    /// Puts a handle, by the function for its kind. What ended with its object needs no more.
    pub(crate) fn put(&self, handle: Handle, put: impl FnOnce(Lent) -> Result<()>) -> Result<()> {
        let handle = self.handles.get(handle)?;
        let mut handle = lock(&handle);
        if replace(&mut handle.was_put, true) {
            return Err(misuse("the handle has been put before"));
        }
        handle.lent.take().map_or(Ok(()), put)
    }

    pub(crate) fn bytes_of(&self, handle: Handle, bytes: impl FnOnce(&Lent) -> Vec<u8>) -> Result<Vec<u8>> {
        self.handles.with(handle, |handle| match &handle.lent {
            Some(lent) => Ok(bytes(lent)),
            None if handle.was_put => Err(misuse("the handle has been put")),
            None => Ok(handle.bytes.clone()),
        })
    }

    pub(crate) fn free_memory(&self, memory: usize) -> Result<()> {
        if memory == 0 {
            return Ok(());
        }
        let taken = self.memories.take(memory, |memory| matches!(memory, Memory::Allocated(_)))?;
        self.handles.for_each(|handle| handle.ends_with(Of::Memory(memory)));
        match taken {
            Some(Memory::Allocated(memory)) => thrown(ur_ipc::free(memory)),
            _ => Ok(()),
        }
    }

    pub(crate) fn close_memory(
        &self,
        memory: usize,
        close: impl FnOnce(ur_ipc::OpenedMemory) -> ur_ipc::Result<()>,
    ) -> Result<()> {
        match self.memories.take(memory, |memory| matches!(memory, Memory::Opened(_)))? {
            Some(Memory::Opened(memory)) => thrown(close(memory)),
            _ => Ok(()),
        }
    }
}
