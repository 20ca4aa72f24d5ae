//! Handles of one family in the Open functions of another.

use super::fixtures::{Source, open_verify_close};
use ur_ipc_fixtures::ladder::{Events, Family, Fixture, Memory, Physical, QueueFixture, UrContextTest};
use ur_ipc_fixtures::{Link, Peer, Role, Test, TestContext, TestResult, with};

/// A test that opens what the first family exports by the Open function of the second.
macro_rules! other_family {
    ($id:literal, $from:ident as $into:ident) => {
        Test::new($id, &["memory.open.other_family_handle"], with!(Pair<$from, $into>, exchange::<$from, $into>))
            .roles(&[Role { name: CONSUMER, body: open_as_other::<$from, $into> }])
    };
}

pub(super) const TESTS: &[Test] = &[
    other_family!("memory::open::rejects_physical_memory_handle", Physical as Memory),
    other_family!("memory::open::rejects_event_handle", Events as Memory),
    other_family!("physical_memory::open::rejects_memory_handle", Memory as Physical),
    other_family!("physical_memory::open::rejects_event_handle", Events as Physical),
    other_family!("event::open::rejects_memory_handle", Memory as Events),
    other_family!("event::open::rejects_physical_memory_handle", Physical as Events),
];

const CONSUMER: &str = "consumer";

/// An object of each of two families.
struct Pair<'t, A: Family, B: Family> {
    from: Source<'t, A>,
    into: Source<'t, B>,
}

impl<'t, A: Family, B: Family> Fixture<'t> for Pair<'t, A, B> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        Ok(Self { from: Source::set_up(t)?, into: Source::set_up(t)? })
    }
}

/// Hands handles of both families to another process, and checks that both objects stay what they are.
fn exchange<A: Family, B: Family>(t: &TestContext<'_>, f: &Pair<'_, A, B>) -> TestResult {
    let (from, into) = (f.from.export(t)?, f.into.export(t)?);
    let consumer = Peer::start(t, CONSUMER)?;
    consumer.send("from", &from.bytes())?;
    consumer.send("into", &into.bytes())?;
    consumer.join()?;
    f.from.verify(t)?;
    f.into.verify(t)
}

/// The other family's handle is refused, in its own size and in the right one; each opens in its own family.
fn open_as_other<A: Family, B: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let (foreign, right) = (link.recv("from")?, link.recv("into")?);
    let refuse = |how: &str, bytes: &[u8]| -> TestResult {
        let mut out = 0;
        let called = B::open(t.ur(), f.context(), t.env().device(), bytes.into(), bytes.len(), &mut out);
        let how = format!("a handle of {} as one of {}, {how}", A::NAME, B::NAME);
        if called.result.is_success() {
            return Err(called.fail(format!("{how}, opens as {out:#x}")));
        }
        t.observe(&how, called.result);
        called.expect_error().map(drop)
    };
    refuse("as it is", &foreign)?;
    if foreign.len() != right.len() {
        let mut resized = foreign.clone();
        resized.resize(right.len(), 0);
        refuse("cut or padded to the right size", &resized)?;
    }
    open_verify_close::<A>(t, &f, &foreign)?;
    open_verify_close::<B>(t, &f, &right)
}
