//! The library's data about its own process.

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::descriptors::Files;
use crate::errno::Errno;
use crate::machine::Machine;
use crate::report::say;
use crate::settings::Settings;
use crate::tree::Tree;

/// The state of a process. A fork has one of its own: what it would inherit is locked by threads that it does not have.
#[derive(Debug)]
pub struct Process {
    settings: Settings,
    tree: OnceLock<Tree>,
    /// Devices that are open.
    pub files: Files,
    machine: Mutex<Option<Arc<Machine>>>,
}

static CURRENT: AtomicPtr<Process> = AtomicPtr::new(std::ptr::null_mut());
/// The number of forks between this process and the one that loaded the library.
static GENERATION: AtomicU32 = AtomicU32::new(0);

impl Process {
    /// The state of this process.
    pub fn current() -> &'static Self {
        let current = CURRENT.load(Ordering::Acquire);
        if !current.is_null() {
            // SAFETY: what is stored there is never freed.
            return unsafe { &*current };
        }
        let settings = Settings::from_environment().unwrap_or_else(|bad| {
            say(&bad.to_string());
            // SAFETY: a process that is not what it was asked to be does nothing.
            unsafe { libc::_exit(2) }
        });
        let new = Box::into_raw(Box::new(Self {
            settings,
            tree: OnceLock::new(),
            files: Files::default(),
            machine: Mutex::default(),
        }));
        let stored = CURRENT.compare_exchange(std::ptr::null_mut(), new, Ordering::AcqRel, Ordering::Acquire);
        match stored {
            // SAFETY: it was made above, and is never freed.
            Ok(_) => unsafe { &*new },
            Err(first) => {
                // SAFETY: nobody else knows of it.
                drop(unsafe { Box::from_raw(new) });
                // SAFETY: what is stored there is never freed.
                unsafe { &*first }
            }
        }
    }

    /// Reads the settings, so that bad ones are found before the program begins, and prepares for forks.
    pub fn prepare() {
        Self::current();
        // SAFETY: the function does nothing but store.
        unsafe { libc::pthread_atfork(None, None, Some(in_fork)) };
    }

    /// A number that tells apart the objects made by this process from those that it has inherited.
    pub fn generation() -> u32 {
        GENERATION.load(Ordering::Relaxed)
    }

    /// The settings of the process.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The files that show the devices.
    pub fn tree(&self) -> &Tree {
        self.tree.get_or_init(|| Tree::new(&self.settings.devices))
    }

    /// The machine, which is there from the first use of a device on.
    pub fn machine(&self) -> Result<Arc<Machine>, Errno> {
        let mut machine = self.machine_now();
        if let Some(machine) = &*machine {
            return Ok(Arc::clone(machine));
        }
        let new = Arc::new(Machine::new(self.settings.clone())?);
        *machine = Some(Arc::clone(&new));
        Ok(new)
    }

    /// Writes down what was counted, as the process ends.
    pub fn end() {
        let current = CURRENT.load(Ordering::Acquire);
        if current.is_null() {
            return;
        }
        // SAFETY: what is stored there is never freed.
        if let Some(machine) = &*unsafe { &*current }.machine_now() {
            machine.report.write_counts();
        }
    }

    fn machine_now(&self) -> MutexGuard<'_, Option<Arc<Machine>>> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

extern "C" fn in_fork() {
    GENERATION.fetch_add(1, Ordering::Relaxed);
    CURRENT.store(std::ptr::null_mut(), Ordering::Release);
}
