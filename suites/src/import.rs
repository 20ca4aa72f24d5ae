//! An import in another process, or in another context than its source.

use std::ops::Deref;
use ur_ipc_fixtures::hierarchy::{Fixture, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{TestContext, TestResult};

/// An import in a context of its own, with a queue.
pub(crate) struct Import<F: Shareable> {
    // Fields drop in this order: the import before its context.
    object: Owned<F::Raw>,
    parent: UrQueueTest,
}

impl<F: Shareable> Deref for Import<F> {
    type Target = UrQueueTest;

    fn deref(&self) -> &UrQueueTest {
        &self.parent
    }
}

impl<F: Shareable> Import<F> {
    #[track_caller]
    pub(crate) fn open(t: &TestContext, handle: &[u8]) -> TestResult<Self> {
        let parent = UrQueueTest::set_up(t)?;
        Ok(Self { object: F::open(parent.in_context(), handle)?, parent })
    }

    pub(crate) fn object(&self) -> &Owned<F::Raw> {
        &self.object
    }

    /// Closes the import and releases its queue and context now, and checks all of it.
    #[track_caller]
    pub(crate) fn release(self) -> TestResult {
        self.parent.queue().finish()?;
        self.object.release()?;
        self.parent.release()
    }
}
