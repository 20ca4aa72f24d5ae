//! Descriptors over many cycles.

use ur_ipc_fixtures::ladder::{CONSUMER, Consumed, MemFixture, Memory, UrContextTest, UrIpcMemTest, produce};
use ur_ipc_fixtures::objects::{self, Owned};
use ur_ipc_fixtures::{Role, Test, TestContext, TestResult, consumer, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("lifetime::fd::memory_get_put", &["lifetime.fd.memory_cycles"], with!(MemFixture, get_put)),
    Test::new("lifetime::fd::memory_open_close", &["lifetime.fd.memory_cycles"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, open_close) }]),
];

const CYCLES: usize = 128;

/// Gets and Puts, one at a time and nested, leave the number of open descriptors as it is.
fn get_put(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    no_descriptors_stay(t, || f.export(t))
}

/// Opens and Closes, one at a time and nested, leave the number of open descriptors as it is.
fn open_close(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    no_descriptors_stay(t, || objects::open_memory(t, c.context(), c.handle()))
}

/// Makes and releases one thing at a time, then two at a time in either order.
#[track_caller]
fn no_descriptors_stay<'t, H: Copy>(
    t: &'t TestContext<'t>,
    make: impl Fn() -> TestResult<Owned<'t, H>>,
) -> TestResult {
    measure_growth(t, CYCLES, |_| make()?.release())?.no_descriptors(t)?;
    measure_growth(t, CYCLES, |cycle| {
        let (first, second) = (make()?, make()?);
        if cycle % 2 == 0 {
            first.release()?;
            second.release()
        } else {
            second.release()?;
            first.release()
        }
    })?
    .no_descriptors(t)
}
