//! What was exported, opened, closed and released is free again.

use super::fixtures::open_verify_close;
use std::marker::PhantomData;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceInfo};
use ur_ipc_fixtures::ladder::{Family, Fixture, Memory, Physical, QueueFixture, UrContextTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Owned, allocate_shareable, create_shareable_physical, granularity};
use ur_ipc_fixtures::{Link, Pattern, Peer, Role, Stop, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "lifetime::device_memory_open_close::memory",
        &["lifetime.device_memory.open_close"],
        with!(FreeMemory<Memory>, open_close::<Memory>),
    )
    .roles(&[Role { name: CONSUMER, body: consumer::<Memory> }]),
    Test::new(
        "lifetime::device_memory_open_close::physical_memory",
        &["lifetime.device_memory.open_close"],
        with!(FreeMemory<Physical>, open_close::<Physical>),
    )
    .roles(&[Role { name: CONSUMER, body: consumer::<Physical> }]),
];

const CONSUMER: &str = "consumer";
/// Bytes of the object: more than what others on the device may take or give back in a cycle.
const SIZE: usize = 32 << 20;
/// Cycles, of which the first is a warm-up.
const CYCLES: usize = 7;

/// A family whose objects take as much device memory as they are told to.
trait Large: Family {
    /// Makes an object of `size` bytes that can be exported.
    fn create_large<'t>(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        size: usize,
    ) -> TestResult<Owned<'t, Self::Raw>>;
}

impl Large for Memory {
    fn create_large<'t>(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        size: usize,
    ) -> TestResult<Owned<'t, Self::Raw>> {
        allocate_shareable(t, context, size)
    }
}

impl Large for Physical {
    fn create_large<'t>(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        size: usize,
    ) -> TestResult<Owned<'t, Self::Raw>> {
        create_shareable_physical(t, context, size.next_multiple_of(granularity(t, context)?))
    }
}

/// A device that says how much of its memory is free, with a context and a queue on it.
struct FreeMemory<'t, F: Family> {
    parent: QueueFixture<'t>,
    family: PhantomData<F>,
}

impl<'t, F: Family> Fixture<'t> for FreeMemory<'t, F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(F::SUPPORT)?;
        let mut size = 0usize;
        let called = t.ur().device_get_info(
            t.env().device(),
            DeviceInfo::GLOBAL_MEM_FREE,
            0,
            null_mut(),
            &raw mut size,
        );
        if !called.result.is_success() {
            return Err(Stop::skip(format!("{}: {}", DeviceInfo::GLOBAL_MEM_FREE, called.result)));
        }
        Ok(Self { parent: QueueFixture::set_up(t)?, family: PhantomData })
    }
}

/// The free bytes of the device.
#[track_caller]
fn free_bytes(t: &TestContext<'_>) -> TestResult<u64> {
    let mut bytes = 0u64;
    t.ur()
        .device_get_info(
            t.env().device(),
            DeviceInfo::GLOBAL_MEM_FREE,
            size_of::<u64>(),
            (&raw mut bytes).cast(),
            null_mut(),
        )
        .ok()?;
    Ok(bytes)
}

/// Free memory comes back when all imports are closed and the source is released, cycle after cycle. What an
/// implementation keeps in the consumer's context after Close is only written down, as "closed" is not defined
/// more closely; with a context a cycle nothing may stay.
fn open_close<F: Large>(t: &TestContext<'_>, f: &FreeMemory<'_, F>) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    let mut lasting = Loss::default();
    let mut renewed = Loss::default();
    for loss in [&mut lasting, &mut renewed] {
        for _ in 0..CYCLES {
            let object = F::create_large(t, f.parent.context(), SIZE)?;
            F::write(t, f.parent.context(), f.parent.queue(), object.raw(), Pattern(t.seed()))?;
            let handle = F::export(t, f.parent.context(), object.raw())?;
            peer.send("handle", &handle.bytes())?;
            peer.recv("closed")?;
            handle.release()?;
            object.release()?;
            loss.here.push(free_bytes(t)?);
            peer.send("released", &[])?;
            let there = peer.recv("free")?;
            loss.there.push(u64::from_le_bytes(there.try_into().expect("the role sends 8 bytes")));
        }
    }
    peer.join()?;
    let kept = lasting.worst() >= SIZE as i64 / 2;
    t.observe("memory comes back", if kept { "when the importing context is gone" } else { "at Close" });
    let lost = renewed.worst();
    t.check(
        lost < SIZE as i64 / 2,
        format!("a cycle with an object of {SIZE} bytes costs {lost} bytes of device memory: {renewed:?}"),
    )
}

/// Opens, checks and closes what comes: first in one context, then in a new one each time.
fn consumer<F: Large>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let use_handle = |f: &QueueFixture<'_>| open_verify_close::<F>(t, f, &link.recv("handle")?);
    let report = || {
        link.send("closed", &[])?;
        link.recv("released")?;
        link.send("free", &free_bytes(t)?.to_le_bytes())
    };
    let lasting = QueueFixture::set_up(t)?;
    for _ in 0..CYCLES {
        use_handle(&lasting)?;
        report()?;
    }
    drop(lasting);
    for _ in 0..CYCLES {
        use_handle(&QueueFixture::set_up(t)?)?;
        report()?;
    }
    Ok(())
}

/// The free bytes after each cycle, as the two processes see them.
#[derive(Debug, Default)]
struct Loss {
    here: Vec<u64>,
    there: Vec<u64>,
}

impl Loss {
    /// The bytes that a cycle costs, in the worse of the two views. Others may use the device as well, so it is
    /// the middle one of all cycles: a loss in each shows, and what comes and goes once does not.
    fn worst(&self) -> i64 {
        median_loss(&self.here).max(median_loss(&self.there))
    }
}

fn median_loss(free: &[u64]) -> i64 {
    let mut losses: Vec<i64> =
        free.windows(2).map(|pair| pair[0].cast_signed() - pair[1].cast_signed()).collect();
    losses.sort_unstable();
    losses[losses.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::median_loss;

    #[test]
    fn a_loss_in_each_cycle_shows_through_noise() {
        assert_eq!(median_loss(&[100, 90, 80, 70, 60, 50, 40]), 10);
        assert_eq!(median_loss(&[100, 90, 80, 500, 490, 480, 470]), 10);
    }

    #[test]
    fn what_others_take_once_is_no_loss() {
        assert_eq!(median_loss(&[100, 100, 100, 20, 20, 20, 100]), 0);
        assert_eq!(median_loss(&[100, 50, 50, 50, 50, 50, 50]), 0);
    }
}
