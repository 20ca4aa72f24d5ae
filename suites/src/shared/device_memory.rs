//! Device memory is free again after export, Open, Close and release.

use super::open_verified;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::DeviceInfo;
use ur_ipc_fixtures::hierarchy::{Fixture, Memory, Physical, Shareable, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{At, Need, Peer, Scenario, TestContext, TestResult, Tests};

/// Bytes of the object: more than what others on the device may take or give back in a cycle.
const SIZE: usize = 32 << 20;
/// Cycles, of which the first is a warm-up.
const CYCLES: usize = 7;

/// Free memory comes back when all imports are closed and the source is released, cycle after cycle. What an
/// implementation keeps in the consumer's context after Close is only written down, as "closed" is not defined more
/// closely; with a context a cycle nothing may stay.
pub(super) fn tests<F: Large>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "lifetime::device_memory_open_close");
    let draft = group.test(F::NAME).checks("lifetime.device_memory.open_close").needs(F::NEEDS);
    draft.needs(&[Need::Query(DeviceInfo::GLOBAL_MEM_FREE)]).across(|s, f: &At<UrQueueTest>| {
        let consumer = s.peer("consumer")?;
        let lasting = {
            let importer = s.at(&consumer, UrQueueTest::set_up)?;
            cycles::<F>(s, f, &consumer, Some(&importer), |_, import| import.release())?
        };
        let ends = F::ENDS.iter();
        let renewed = ends.map(|(name, end)| Ok((*name, cycles::<F>(s, f, &consumer, None, *end)?)));
        let renewed = renewed.collect::<TestResult<Vec<_>>>()?;
        s.leave(consumer)?;
        s.here(|t| {
            let kept = lasting.worst() >= SIZE as i64 / 2;
            t.observe(
                "memory comes back",
                if kept { "when the importing context is gone" } else { "at Close" },
            );
            renewed.iter().try_for_each(|(end, renewed)| {
                let lost = renewed.worst();
                t.check(
                    lost < SIZE as i64 / 2,
                    format!(
                        "a cycle with an object of {SIZE} bytes whose import ends by {end} costs {lost} bytes of device memory: \
                         {renewed:?}"
                    ),
                )
            })
        })
    });
}

/// Cycles of making, exporting, opening, closing and releasing, in which the consumer opens in this context or in a new
/// one each time.
fn cycles<F: Large>(
    s: &Scenario,
    f: &At<UrQueueTest>,
    consumer: &Peer,
    importer: Option<&At<UrQueueTest>>,
    end: End<F>,
) -> TestResult<Loss> {
    let mut loss = Loss::default();
    for _ in 0..CYCLES {
        let object = s.here(|_| F::create_large(f.in_context(), SIZE))?;
        let handle = s.here(|t| {
            F::write(f, object.raw(), t.source_pattern())?;
            F::export(f.in_context(), object.raw())
        })?;
        let bytes = s.give(consumer, |_| Ok(handle.bytes()))?;
        s.at(consumer, |t| {
            let new = importer.is_none().then(|| UrQueueTest::set_up(t)).transpose()?;
            let Some(f) = new.as_ref().or(importer.map(|importer| &**importer)) else { return Ok(()) };
            end(t, open_verified::<F>(f, &bytes)?)
        })?;
        s.here(|_| {
            handle.take().release()?;
            object.take().release()
        })?;
        loss.look(s, consumer)?;
    }
    Ok(loss)
}

/// A way to end an import.
type End<F> = fn(&TestContext, Owned<<F as Shareable>::Raw>) -> TestResult;

/// The free bytes of the device.
#[track_caller]
pub(super) fn free_bytes(t: &TestContext) -> TestResult<u64> {
    let mut bytes = 0u64;
    let (info, place) = (DeviceInfo::GLOBAL_MEM_FREE, (&raw mut bytes).cast());
    t.ur().device_get_info(t.device(), info, size_of::<u64>(), place, null_mut()).ok()?;
    Ok(bytes)
}

/// A family whose objects take as much device memory as they are told to.
pub(super) trait Large: Shareable {
    /// The ways to end imports, by the names of the calls.
    const ENDS: &'static [(&'static str, End<Self>)];

    /// Makes an object of at least `size` bytes that can be exported.
    fn create_large(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>>;
}

impl Large for Memory {
    const ENDS: &'static [(&'static str, End<Self>)] =
        &[("urIPCCloseMemHandleExp", |_, import| import.release())];

    fn create_large(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>> {
        context.memory(size)
    }
}

impl Large for Physical {
    const ENDS: &'static [(&'static str, End<Self>)] = &[
        ("urIPCClosePhysMemHandleExp", |_, import| import.release()),
        ("urPhysicalMemRelease", |t, import| t.ur().physical_mem_release(import.forget()).ok()),
    ];

    fn create_large(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>> {
        context.shareable_physical(size.next_multiple_of(context.granularity()?))
    }
}

/// Whether the device tells how many of its bytes are free.
pub(super) fn knows_free_bytes(t: &TestContext) -> TestResult<bool> {
    let (mut size, info) = (0, DeviceInfo::GLOBAL_MEM_FREE);
    let called = t.ur().device_get_info(t.device(), info, 0, null_mut(), &raw mut size);
    Ok(called.offered()?.result.is_success())
}

/// The free bytes after each cycle, as the two processes see them.
#[derive(Debug, Default)]
pub(super) struct Loss {
    here: Vec<u64>,
    there: Vec<u64>,
}

impl Loss {
    /// Takes note of the free bytes behind a cycle.
    pub(super) fn look(&mut self, s: &Scenario, consumer: &Peer) -> TestResult {
        self.here.push(s.tell(free_bytes)?);
        self.there.push(s.ask(consumer, free_bytes)?);
        Ok(())
    }

    /// The bytes that a cycle costs, in the worse of the two views. Others may use the device as well, so it is
    /// the middle one of all cycles: a loss in each shows, and what comes and goes once does not.
    pub(super) fn worst(&self) -> i64 {
        median_loss(&self.here).max(median_loss(&self.there))
    }
}

/// The middle one of the losses between two looks at the free bytes.
pub(super) fn median_loss(free: &[u64]) -> i64 {
    let mut losses: Vec<i64> =
        free.windows(2).map(|pair| pair[0].cast_signed() - pair[1].cast_signed()).collect();
    losses.sort_unstable();
    losses.get(losses.len() / 2).copied().unwrap_or_default()
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
