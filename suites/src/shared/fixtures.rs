//! What the tests of this folder start from.

use ur_ipc_fixtures::api::{ContextHandle, QueueHandle};
use ur_ipc_fixtures::ladder::{Family, Fixture, QueueFixture, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Exported, Owned};
use ur_ipc_fixtures::{Pattern, TestContext, TestResult};

/// An object that can be exported and holds a pattern, on a device that supports its family.
pub(super) struct Source<'t, F: Family> {
    // Fields drop in this order: the object before its context.
    object: Owned<'t, F::Raw>,
    pattern: Pattern,
    parent: QueueFixture<'t>,
}

impl<'t, F: Family> Fixture<'t> for Source<'t, F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(F::SUPPORT)?;
        let parent = QueueFixture::set_up(t)?;
        let object = F::create(t, parent.context(), 0)?;
        let pattern = Pattern(t.seed());
        F::write(t, parent.context(), parent.queue(), object.raw(), pattern)?;
        let source = Self { object, pattern, parent };
        // An event is signalled by that: whether one can be exported before its first signal is for other tests.
        source.verify(t)?;
        t.ur().queue_finish(source.queue()).ok()?;
        Ok(source)
    }
}

impl<F: Family> UrContextTest for Source<'_, F> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl<F: Family> UrQueueTest for Source<'_, F> {
    fn queue(&self) -> QueueHandle {
        self.parent.queue()
    }
}

impl<'t, F: Family> Source<'t, F> {
    /// The object itself.
    pub(super) fn raw(&self) -> F::Raw {
        self.object.raw()
    }

    /// Exports the object once more.
    #[track_caller]
    pub(super) fn export(&self, t: &'t TestContext<'t>) -> TestResult<Exported<'t>> {
        F::export(t, self.context(), self.raw())
    }

    /// Checks that the object is usable and holds its pattern.
    #[track_caller]
    pub(super) fn verify(&self, t: &'t TestContext<'t>) -> TestResult {
        F::verify(t, self.context(), self.queue(), self.raw(), self.pattern)
    }
}

/// The other side of a [`Source`] in another process: opens its handle, checks the pattern and closes it.
#[track_caller]
pub(super) fn open_verify_close<'t, F: Family>(
    t: &'t TestContext<'t>,
    f: &QueueFixture<'t>,
    handle: &[u8],
) -> TestResult {
    let import = F::import(t, f.context(), handle)?;
    F::verify(t, f.context(), f.queue(), import.raw(), Pattern(t.seed()))?;
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    t.ur().queue_finish(f.queue()).ok()?;
    import.release()
}
