//! Command lists with the objects that their commands use, until the lists are idle.
//!
//! Level Zero forbids to destroy what the device still uses, and UR lets its users release queues and events at any
//! time. So a list keeps what its commands use until it is idle, and lists whose queues are gone wait here.

use crate::command_list::CommandList;
use crate::result::Ze;
use std::any::Any;
use std::mem::ManuallyDrop;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use ur_ipc_backend_kit::lock;

/// Something that a pending command uses, kept only to be dropped later.
type Kept = Box<dyn Any + Send>;

/// A list, and what its pending commands use.
pub struct Lane {
    list: ManuallyDrop<CommandList>,
    kept: Mutex<Vec<Kept>>,
}

/// A lane while one thread appends.
pub struct Appending<'l> {
    /// The list.
    pub list: &'l CommandList,
    kept: MutexGuard<'l, Vec<Kept>>,
}

/// The number of objects kept for commands above which a lane checks whether it is idle and can drop them.
const PATIENCE: usize = 64;

/// Time that the end of a lane waits for work that its user has left behind.
const LAST_WAIT: Duration = Duration::from_secs(1);

impl Lane {
    fn new(list: CommandList) -> Self {
        Self { list: ManuallyDrop::new(list), kept: Mutex::default() }
    }

    /// Takes the right to append.
    pub fn append(&self) -> Appending<'_> {
        let mut kept = lock(&self.kept);
        if kept.len() > PATIENCE {
            self.let_go(&mut kept, Duration::ZERO);
        }
        Appending { list: &self.list, kept }
    }

    /// Blocks until everything is done.
    pub fn finish(&self) -> Ze {
        self.list.synchronize()?;
        self.reap();
        Ok(())
    }

    /// True if everything is done.
    pub fn is_idle(&self) -> Ze<bool> {
        self.list.is_idle()
    }

    /// Lets go of what was kept if everything is done; true in that case. Nobody can append meanwhile. While somebody
    /// does, which a driver may let take long, the answer is no.
    fn reap(&self) -> bool {
        self.kept.try_lock().is_ok_and(|mut kept| self.let_go(&mut kept, Duration::ZERO))
    }

    fn let_go(&self, kept: &mut Vec<Kept>, patience: Duration) -> bool {
        let ended = self.list.has_ended_within(patience);
        if ended {
            kept.clear();
        }
        ended
    }

    fn keeps_something(&self) -> bool {
        self.kept.try_lock().is_ok_and(|kept| !kept.is_empty())
    }
}

impl Appending<'_> {
    /// Keeps something until the commands up to now are done.
    pub fn keep(&mut self, used: impl Any + Send) {
        self.kept.push(Box::new(used));
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        let ended = self.let_go(&mut lock(&self.kept), LAST_WAIT);
        if ended {
            // SAFETY: taken once, and never used again.
            drop(unsafe { ManuallyDrop::take(&mut self.list) });
        } else {
            // Work that may never end, when the backend goes: to destroy what it uses would be undefined.
            std::mem::forget(std::mem::take(&mut *lock(&self.kept)));
        }
    }
}

/// The lanes of a backend.
#[derive(Default)]
pub struct Lanes(Mutex<Vec<Arc<Lane>>>);

impl Lanes {
    /// A lane for a list.
    pub fn add(&self, list: CommandList) -> Arc<Lane> {
        let lane = Arc::new(Lane::new(list));
        lock(&self.0).push(Arc::clone(&lane));
        lane
    }

    /// Lets go of what nothing uses any more: kept things of idle lists, and idle lists whose queues are gone.
    pub fn reap(&self) {
        let mut gone = Vec::new();
        lock(&self.0).retain(|lane| {
            let orphaned = Arc::strong_count(lane) == 1;
            let idle = (orphaned || lane.keeps_something()) && lane.reap();
            if orphaned && idle {
                gone.push(Arc::clone(lane));
            }
            !(orphaned && idle)
        });
        // Dropped outside the lock: the driver may take its time to end a list.
        drop(gone);
    }
}
