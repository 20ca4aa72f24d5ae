//! Fences: each stands for work that will complete.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::progress::Progress;

/// The longest pause between checks of a fence: nobody may report its change.
const PAUSE: Duration = Duration::from_millis(10);

/// Something that will have happened: an own part, and all of others.
#[derive(Debug)]
pub struct Fence {
    came: AtomicBool,
    parts: Vec<Arc<Self>>,
}

impl Fence {
    /// Something that has happened.
    pub fn signalled() -> Arc<Self> {
        Self::all(Vec::new())
    }

    /// All of these.
    pub fn all(parts: Vec<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self { came: AtomicBool::new(true), parts })
    }

    /// True if it has happened.
    pub fn has_come(&self) -> bool {
        self.came.load(Ordering::Acquire) && self.parts.iter().all(|part| part.has_come())
    }
}

/// The duty to say that something has happened. It is done when this goes, whatever became of what was to happen: who waits
/// for a fence is never left alone, as of the kernel's.
#[derive(Debug)]
pub struct Promise {
    fence: Arc<Fence>,
    progress: Arc<Progress>,
}

impl Promise {
    /// Something that has not happened yet.
    pub fn new(progress: Arc<Progress>) -> Self {
        Self { fence: Arc::new(Fence { came: AtomicBool::new(false), parts: Vec::new() }), progress }
    }

    /// The fence that tells that it has.
    pub fn fence(&self) -> Arc<Fence> {
        Arc::clone(&self.fence)
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        self.fence.came.store(true, Ordering::Release);
        self.progress.advance();
    }
}

/// Waits until something holds, which whoever changes it tells `progress` of. Says whether it does, or the time was up.
pub fn wait_until(progress: &Progress, limit: Option<Instant>, mut holds: impl FnMut() -> bool) -> bool {
    loop {
        let count = progress.count();
        if holds() {
            return true;
        }
        let left = limit.map_or(PAUSE, |limit| limit.saturating_duration_since(Instant::now()).min(PAUSE));
        if left.is_zero() {
            return false;
        }
        progress.wait(count, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_of_several_comes_with_the_last() {
        let progress = Arc::new(Progress::default());
        let (one, other) = (Promise::new(Arc::clone(&progress)), Promise::new(Arc::clone(&progress)));
        let both = Fence::all(vec![one.fence(), other.fence()]);
        drop(other);
        assert!(!both.has_come() && !wait_until(&progress, Some(Instant::now()), || both.has_come()));
        drop(one);
        assert!(wait_until(&progress, None, || both.has_come()));
    }
}
