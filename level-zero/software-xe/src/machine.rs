//! A process's side of the machine: what its devices have in common.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::bo::Objects;
use crate::errno::Errno;
use crate::faults::Faults;
use crate::gpu::kernels::KernelLibrary;
use crate::progress::Progress;
use crate::queue::Waiter;
use crate::report::Report;
use crate::settings::Settings;
use crate::vram::Vram;

/// A process's side of the machine.
pub struct Machine {
    /// What was asked for.
    pub settings: Settings,
    /// What the process says.
    pub report: Report,
    /// What goes wrong on demand.
    pub faults: Faults,
    /// Local memory.
    pub vram: Arc<Vram>,
    /// Buffer objects.
    pub objects: Objects,
    /// Tells when queues have got any further.
    pub progress: Progress,
    /// Waits for all queues that wait.
    pub waiter: Arc<Waiter>,
    kernels: OnceLock<Arc<KernelLibrary>>,
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
            progress: Progress::default(),
            waiter: Arc::new(Waiter::default()),
            kernels: OnceLock::new(),
            settings,
        })
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
