//! Objects that outlive the caller's reference to their context.

use super::fixtures::{Source, open_verify_close};
use ur_ipc_fixtures::ladder::{Events, Family, Fixture, Memory, Physical, QueueFixture};
use ur_ipc_fixtures::objects::create_context;
use ur_ipc_fixtures::{Called, Link, Peer, Test, TestContext, TestResult, Ur};

pub(super) const TESTS: &[Test] = super::each_family!(
    "lifetime::context_release_before_object",
    "lifetime.context.release_before_object",
    release_before_object,
    CONSUMER => consumer,
);

const CONSUMER: &str = "consumer";
const IMPORTS: usize = 4;

/// A context released before the imports made in it: the consumer survives, and what it closes then is gone.
fn release_before_object<F: Family>(t: &TestContext<'_>, source: &Source<'_, F>) -> TestResult {
    let handle = source.export(t)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    let still_open = peer.recv("still open")?;
    if still_open == [0] {
        peer.join()?;
    } else {
        // Imports that nobody can close any more go with their process, before the source does.
        peer.kill();
    }
    handle.release()?;
    source.verify(t)
}

/// Opens in contexts of their own, releases these, then the imports. Whether a context that the caller has
/// released is still one for Close is not decided anywhere: any answer of UR's will do, a crash will not. A
/// release that takes no context must succeed.
fn consumer<F: Import>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let handle = link.recv("handle")?;
    let mut imports = Vec::new();
    for _ in 0..IMPORTS {
        let context = create_context(t, &[t.env().device()])?;
        let import = F::import(t, context.raw(), &handle)?.forget();
        let released = context.raw();
        context.release()?;
        imports.push((released, import));
    }
    // New contexts, perhaps where the old ones were.
    let others = (0..IMPORTS).map(|_| create_context(t, &[t.env().device()]));
    let _others = others.collect::<TestResult<Vec<_>>>()?;
    let mut still_open = 0u8;
    for (i, (released, import)) in imports.into_iter().enumerate() {
        match F::RELEASE {
            Some(release) if i % 2 == 0 => release(t.ur(), import).ok()?,
            _ => {
                let called = F::close(t.ur(), released, import);
                let known = called.result.name().is_some();
                t.observe(&format!("closing import {i} after the release of its context"), called.result);
                t.check(known, format!("{} is no code of UR's", called.result))?;
                still_open += u8::from(!called.result.is_success());
            }
        }
    }
    open_verify_close::<F>(t, &f, &handle)?;
    link.send("still open", &[still_open])
}

/// How imports of a family can be let go of without a context.
trait Import: Family {
    /// The release that takes the object alone, where there is one.
    const RELEASE: Option<for<'u> fn(&'u Ur, Self::Raw) -> Called<'u>>;
}

impl Import for Memory {
    const RELEASE: Option<for<'u> fn(&'u Ur, Self::Raw) -> Called<'u>> = None;
}

impl Import for Physical {
    const RELEASE: Option<for<'u> fn(&'u Ur, Self::Raw) -> Called<'u>> =
        Some(|ur, object| ur.physical_mem_release(object));
}

impl Import for Events {
    const RELEASE: Option<for<'u> fn(&'u Ur, Self::Raw) -> Called<'u>> =
        Some(|ur, event| ur.event_release(event));
}
