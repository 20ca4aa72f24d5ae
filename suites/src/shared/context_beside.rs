//! Contexts that are released while others hold something.

use ur_ipc_fixtures::ladder::{Family, Fixture, Source, UrQueueTest};
use ur_ipc_fixtures::objects::Owned;
use ur_ipc_fixtures::{At, Pattern, TestContext, TestResult, Tests};

/// Contexts come and go beside the source and its handle, here and beside an import of it elsewhere; all of them stay.
pub(super) fn tests<F: Family>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::context_release_beside");
    group.test(F::NAME).checks("lifetime.context.release_beside").across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        s.here(|t| {
            let other = UrQueueTest::set_up(t)?;
            let object = F::create(other.in_context(), 0)?;
            F::write(&other, object.raw(), reply(t))?;
            F::export(other.in_context(), object.raw())?.release()?;
            object.release()?;
            other.release()?;
            source.verify()
        })?;

        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let consumer = s.peer("consumer")?;
        let open = |t: &_| Opened::<F>::new(t, &bytes);
        let (earlier, kept, later) = (s.at(&consumer, open)?, s.at(&consumer, open)?, s.at(&consumer, open)?);
        s.at(&consumer, |t| {
            let pattern = Pattern(t.seed());
            for beside in [earlier.take(), later.take()] {
                beside.verify(pattern)?;
                beside.close()?.release()?;
                kept.verify(pattern)?;
            }
            // A context in which nothing was opened.
            UrQueueTest::set_up(t)?.release()?;
            kept.verify(pattern)
        })?;
        s.here(|_| source.verify())?;
        s.at(&consumer, |t| {
            F::write(&kept.f, kept.import.raw(), reply(t))?;
            kept.verify(reply(t))?;
            // Nor does the handle depend on the other contexts.
            let again = F::open(kept.f.in_context(), &bytes)?;
            F::verify(&kept.f, again.raw(), reply(t))?;
            kept.f.queue().finish()?;
            again.release()?;
            kept.take().close().map(drop)
        })?;
        s.leave(consumer)?;
        s.here(|t| {
            source.verify_holds(reply(t))?;
            handle.take().release()
        })
    });
}

/// What the consumer writes through its import.
fn reply(t: &TestContext) -> Pattern {
    Pattern(!t.seed())
}

/// An import in a context of its own.
struct Opened<F: Family> {
    // Fields drop in this order: the import before its context.
    import: Owned<F::Raw>,
    f: UrQueueTest,
}

impl<F: Family> Opened<F> {
    #[track_caller]
    fn new(t: &TestContext, handle: &[u8]) -> TestResult<Self> {
        let f = UrQueueTest::set_up(t)?;
        Ok(Self { import: F::open(f.in_context(), handle)?, f })
    }

    #[track_caller]
    fn verify(&self, pattern: Pattern) -> TestResult {
        F::verify(&self.f, self.import.raw(), pattern)
    }

    /// Closes the import, and gives its context.
    #[track_caller]
    fn close(self) -> TestResult<UrQueueTest> {
        self.f.queue().finish()?;
        self.import.release()?;
        Ok(self.f)
    }
}
