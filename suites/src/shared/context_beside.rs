//! Contexts that are released while others hold something.

use super::fixtures::Source;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{Family, Fixture, QueueFixture, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Queue, create_context, create_queue};
use ur_ipc_fixtures::{Link, Pattern, Peer, Test, TestContext, TestResult};

pub(super) const TESTS: &[Test] = super::each_family!(
    "lifetime::context_release_beside",
    "lifetime.context.release_beside",
    release_beside,
    CONSUMER => consumer,
);

const CONSUMER: &str = "consumer";

/// What the consumer writes through its import.
fn reply(t: &TestContext<'_>) -> Pattern {
    Pattern(!t.seed())
}

/// A context of its own with a queue, to be released while others stay.
struct Beside<'t> {
    // Fields drop in this order: the queue before its context.
    queue: Queue<'t>,
    context: Context<'t>,
}

impl<'t> Beside<'t> {
    #[track_caller]
    fn new(t: &'t TestContext<'t>) -> TestResult<Self> {
        let context = create_context(t, &[t.env().device()])?;
        Ok(Self { queue: create_queue(t, context.raw(), QueueFlags::NONE_SET)?, context })
    }

    #[track_caller]
    fn release(self) -> TestResult {
        self.queue.release()?;
        self.context.release()
    }
}

/// Contexts come and go beside the source and its handle, here and beside an import of it elsewhere; all of them
/// stay.
fn release_beside<F: Family>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    let handle = source.export(t)?;
    let other = Beside::new(t)?;
    let object = F::create(t, other.context.raw(), 0)?;
    F::write(t, other.context.raw(), other.queue.raw(), object.raw(), reply(t))?;
    F::export(t, other.context.raw(), object.raw())?.release()?;
    object.release()?;
    other.release()?;
    source.verify(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    peer.recv("contexts are gone")?;
    source.verify(t)?;
    peer.send("write", &[])?;
    peer.join()?;
    F::verify(t, source.context(), source.queue(), source.raw(), reply(t))?;
    handle.release()
}

/// Opens the handle in three contexts, one after the other, and releases the first and the last of them, after closing
/// what is open there.
fn consumer<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let handle = link.recv("handle")?;
    let earlier = Beside::new(t)?;
    let earlier_import = F::import(t, earlier.context.raw(), &handle)?;
    let f = QueueFixture::set_up(t)?;
    let kept = F::import(t, f.context(), &handle)?;
    let later = Beside::new(t)?;
    let later_import = F::import(t, later.context.raw(), &handle)?;
    let stays = |pattern| F::verify(t, f.context(), f.queue(), kept.raw(), pattern);
    for (import, beside) in [(earlier_import, earlier), (later_import, later)] {
        F::verify(t, beside.context.raw(), beside.queue.raw(), import.raw(), Pattern(t.seed()))?;
        t.ur().queue_finish(beside.queue.raw()).ok()?;
        import.release()?;
        beside.release()?;
        stays(Pattern(t.seed()))?;
    }
    // A context in which nothing was opened.
    Beside::new(t)?.release()?;
    stays(Pattern(t.seed()))?;
    link.send("contexts are gone", &[])?;
    link.recv("write")?;
    F::write(t, f.context(), f.queue(), kept.raw(), reply(t))?;
    stays(reply(t))?;
    // Nor does the handle depend on the other contexts.
    let again = F::import(t, f.context(), &handle)?;
    F::verify(t, f.context(), f.queue(), again.raw(), reply(t))?;
    t.ur().queue_finish(f.queue()).ok()?;
    again.release()?;
    kept.release()
}
