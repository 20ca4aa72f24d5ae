//! A process's side of the machine: what its devices have in common.

use std::collections::HashMap;
use std::ffi::CStr;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::bo::Objects;
use crate::errno::Errno;
use crate::faults::Faults;
use crate::gpu::kernels::KernelLibrary;
use crate::progress::Progress;
use crate::queue::Waiter;
use crate::report::Report;
use crate::settings::Settings;
use crate::syncobj::Syncobj;
use crate::sys;
use crate::vram::Vram;

/// The name of files whose descriptors stand for synchronisation objects.
const SYNCOBJ_NAME: &CStr = c"software-xe-syncobj";

/// A process's side of the machine.
pub struct Machine {
    /// The settings of the process.
    pub settings: Settings,
    /// The log and the counts of the process.
    pub report: Report,
    /// The faults that occur on demand.
    pub faults: Faults,
    /// Local memory.
    pub vram: Arc<Vram>,
    /// Buffer objects.
    pub objects: Objects,
    /// Tells when queues have got any further.
    pub progress: Arc<Progress>,
    /// Waits for all queues that wait.
    pub waiter: Arc<Waiter>,
    kernels: OnceLock<Arc<KernelLibrary>>,
    /// Synchronisation objects that descriptors were made of, by what tells the descriptors' files apart. They stay until the
    /// process ends, as nobody is told when the last descriptor is closed.
    syncobjs: Mutex<HashMap<u64, Arc<Syncobj>>>,
}

impl Machine {
    /// The machine that was asked for.
    pub fn new(settings: Settings) -> Result<Self, Errno> {
        let vram = Arc::new(Vram::new(&settings));
        Ok(Self {
            report: Report::new(&settings),
            faults: Faults::new(&settings.faults),
            objects: Objects::new(Arc::clone(&vram))?,
            vram,
            progress: Arc::default(),
            waiter: Arc::new(Waiter::default()),
            kernels: OnceLock::new(),
            syncobjs: Mutex::default(),
            settings,
        })
    }

    /// A descriptor that stands for a synchronisation object.
    pub fn export_syncobj(&self, syncobj: Arc<Syncobj>) -> Result<i32, Errno> {
        let fd = sys::memfd(SYNCOBJ_NAME, libc::MFD_CLOEXEC)?;
        let inode = sys::stat(fd).inspect_err(|_| sys::close(fd))?.st_ino;
        self.syncobjs().insert(inode, syncobj);
        Ok(fd)
    }

    /// The synchronisation object that a descriptor stands for.
    pub fn import_syncobj(&self, fd: i32) -> Result<Arc<Syncobj>, Errno> {
        let inode = sys::stat(fd).map_err(|_| Errno::EINVAL)?.st_ino;
        if let Some(syncobj) = self.syncobjs().get(&inode) {
            return Ok(Arc::clone(syncobj));
        }
        if sys::is_memfd(fd, SYNCOBJ_NAME) {
            self.report.not_emulated("SYNCOBJ_FD_TO_HANDLE of another process's object");
            return Err(Errno::EOPNOTSUPP);
        }
        Err(Errno::EINVAL)
    }

    fn syncobjs(&self) -> MutexGuard<'_, HashMap<u64, Arc<Syncobj>>> {
        self.syncobjs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The kernels that queues can run.
    pub fn kernels(&self) -> Arc<KernelLibrary> {
        Arc::clone(self.kernels.get_or_init(|| Arc::new(crate::driver::kernels(self))))
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").field("settings", &self.settings).finish_non_exhaustive()
    }
}
