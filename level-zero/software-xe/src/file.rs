//! An open device: what `open` gives, and all descriptors that are made of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::bo::Bo;
use crate::device::Device;
use crate::errno::Errno;
use crate::ids::Ids;
use crate::machine::Machine;
use crate::queue::Queue;
use crate::syncobj::Syncobj;
use crate::tree;
use crate::vm::Vm;

/// An open device.
#[derive(Debug)]
pub struct File {
    /// The process's side of the machine.
    pub machine: Arc<Machine>,
    /// The device, by its number.
    pub index: usize,
    /// The minor number of the node that was opened.
    pub minor: u32,
    /// The device.
    pub device: &'static Device,
    handles: Mutex<Handles>,
    vms: Mutex<Ids<Arc<Vm>>>,
    queues: Mutex<Ids<Arc<Queue>>>,
    syncobjs: Mutex<Ids<Arc<Syncobj>>>,
}

/// The handles of a file.
#[derive(Debug, Default)]
pub struct Handles {
    objects: Ids<Arc<Bo>>,
    /// Handles of objects that were exported or imported by this file, by what tells the objects apart.
    shared: HashMap<u64, u32>,
}

impl Handles {
    /// Gives an object its handle.
    pub fn add(&mut self, bo: Arc<Bo>) -> u32 {
        self.objects.add(bo)
    }

    /// The object of a handle.
    pub fn get(&self, handle: u32) -> Option<Arc<Bo>> {
        self.objects.get(handle).cloned()
    }

    /// The object that this stands for in `mmap`.
    pub fn at_offset(&self, offset: u64) -> Option<Arc<Bo>> {
        self.objects.values().find(|bo| bo.offset == offset).cloned()
    }

    /// Takes a handle away. However often the object was imported: a handle has no count of its own.
    pub fn close(&mut self, handle: u32) -> Option<Arc<Bo>> {
        let bo = self.objects.remove(handle)?;
        if self.shared.get(&bo.inode()) == Some(&handle) {
            self.shared.remove(&bo.inode());
        }
        Some(bo)
    }

    /// Remembers the handle of an object that is exported: an import will give it back.
    pub fn share(&mut self, handle: u32, bo: &Bo) {
        self.shared.entry(bo.inode()).or_insert(handle);
    }

    /// The handle of an object that is imported: the one that there is, without a further reference, or a new one.
    pub fn import(&mut self, bo: Arc<Bo>) -> u32 {
        if let Some(handle) = self.shared.get(&bo.inode()) {
            return *handle;
        }
        let inode = bo.inode();
        let handle = self.objects.add(bo);
        self.shared.insert(inode, handle);
        handle
    }
}

impl File {
    /// Opens the render node of a device of the machine.
    pub fn open(machine: Arc<Machine>, index: usize) -> Self {
        Self::open_node(machine, index, tree::minor(index))
    }

    /// Opens a node of a device.
    pub fn open_node(machine: Arc<Machine>, index: usize, minor: u32) -> Self {
        let device = machine.settings.devices[index];
        Self {
            machine,
            index,
            minor,
            device,
            handles: Mutex::default(),
            vms: Mutex::default(),
            queues: Mutex::default(),
            syncobjs: Mutex::default(),
        }
    }

    /// Whether it was opened by its primary node, which is for who shows pictures as well.
    pub fn is_primary(&self) -> bool {
        self.minor == tree::primary_minor(self.index)
    }

    /// The handles, which are of use to one thread at a time.
    pub fn handles(&self) -> MutexGuard<'_, Handles> {
        self.handles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address spaces.
    pub fn vms(&self) -> MutexGuard<'_, Ids<Arc<Vm>>> {
        self.vms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The queues.
    pub fn queues(&self) -> MutexGuard<'_, Ids<Arc<Queue>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The synchronisation objects.
    pub fn syncobjs(&self) -> MutexGuard<'_, Ids<Arc<Syncobj>>> {
        self.syncobjs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address space with this id.
    pub fn vm(&self, id: u32) -> Result<Arc<Vm>, Errno> {
        self.vms().get(id).cloned().ok_or(Errno::ENOENT)
    }

    /// The queue with this id.
    pub fn queue(&self, id: u32) -> Result<Arc<Queue>, Errno> {
        self.queues().get(id).cloned().ok_or(Errno::ENOENT)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        for queue in self.queues().values() {
            queue.kill();
        }
    }
}
