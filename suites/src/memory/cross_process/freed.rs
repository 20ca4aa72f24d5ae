//! Memory that is freed while another process has it open.

use crate::memory::support::{WHOLE, check, filled, open_at, opens_to, write};
use ur_ipc_fixtures::hierarchy::{MEM_SIZE, UrIpcMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{DeviceMemory, Pool};
use ur_ipc_fixtures::{At, Need, Scenario, TestContext, TestResult, Tests};

const REQUIREMENT: &str = "cross_process.memory.freed_while_open";

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "cross_process::memory");
    // Free of memory that is open elsewhere.
    group.test("freed_while_open").checks(REQUIREMENT).across(|s, f: &At<UrIpcMemTest>| {
        free_while_open(s, f, |t| Ok((filled(f, MEM_SIZE, t.pattern(0))?, None)))
    });

    // The same with memory of a pool, which is released, too, and gives back what it has.
    let draft = group.test("pool_released_while_open").checks(REQUIREMENT).needs(&[Need::Pools]);
    draft.across(|s, f: &At<UrIpcMemTest>| {
        free_while_open(s, f, |t| {
            let pool = f.in_context().pool()?;
            let memory = pool.memory(MEM_SIZE)?;
            write(f, memory.raw(), t.pattern(0), WHOLE)?;
            Ok((memory, Some(pool)))
        })
    });
}

/// Frees memory that a consumer has open, and takes new one. What the consumer has from then on is observed; the new memory,
/// handles of it and other processes are as if nobody had had the old one.
fn free_while_open(
    s: &Scenario,
    f: &At<UrIpcMemTest>,
    make: impl FnOnce(&TestContext) -> TestResult<(DeviceMemory, Option<Pool>)>,
) -> TestResult<At<()>> {
    let source = s.here(make)?;
    let handle = s.here(|_| source.0.export())?;
    let (consumer, there) = s.fresh_peer_with::<UrQueueTest>("consumer")?;
    let import = open_at(s, &consumer, &there, &handle)?;
    s.at(&consumer, |t| check(&there, import.raw(), t.pattern(0), WHOLE))?;
    let next = s.here(|t| {
        handle.take().release()?;
        let (memory, pool) = source.take();
        memory.release()?;
        pool.map_or(Ok(()), Pool::release)?;
        filled(f, MEM_SIZE, t.pattern(1))
    })?;
    let handle = s.here(|_| next.export())?;
    let bytes = s.tell(|_| Ok(handle.bytes()))?;
    // A device may fault where the memory is gone, and its process be of no use any more.
    let seen = s.try_and_exit(consumer, |t| {
        let contents = match there.read(import.raw(), MEM_SIZE) {
            Ok(bytes) if t.pattern(0).holds(0, &bytes) => "what it held",
            Ok(bytes) if t.pattern(1).holds(0, &bytes) => "what the memory holds that came after it",
            Ok(_) => "something else",
            Err(_) => "nothing that can be read",
        };
        let closed = match import.take().release() {
            Ok(()) => "Close works",
            Err(_) => "Close fails",
        };
        Ok(format!("{contents}, and {closed}"))
    })?;
    s.here(|t| {
        t.observe("an import of memory that was freed has", seen);
        check(f, next.raw(), t.pattern(1), WHOLE)
    })?;
    let (other, there) = s.peer_with::<UrQueueTest>("other consumer")?;
    s.at(&other, |t| opens_to(&there, &bytes, t.pattern(1), WHOLE))?;
    s.leave(other)?;
    s.here(|_| {
        handle.take().release()?;
        next.take().release()?;
        f.verify_intact()
    })
}
