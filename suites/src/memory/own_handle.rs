//! Handles that are opened where they were made: what Close does to the allocation.

use super::support::{WHOLE, check, opens_to, write};
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::hierarchy::{Fixture, MEM_SIZE, UrIpcMemHandleTest, UrQueueTest};
use ur_ipc_fixtures::objects::Imported;
use ur_ipc_fixtures::{At, IPC_MEMORY, Need, Peer, Scenario, TestContext, TestResult, Tests};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::close");
    group.test("own_handle").checks("memory.source_undisturbed").across(own_handle);
    group.test("own_handle_then_free").checks("memory.source_undisturbed").on(then_free);
}

/// A handle that was opened and closed once in the process that made it.
struct OwnHandle {
    parent: UrIpcMemHandleTest,
}

impl Fixture for OwnHandle {
    const NEEDS: &'static [Need] = &[IPC_MEMORY, Need::OwnHandles(Family::Memory)];

    fn set_up(t: &TestContext) -> TestResult<Self> {
        let f = Self { parent: UrIpcMemHandleTest::set_up(t)? };
        let opened = f.open()?;
        let gives = if opened.raw() == f.mem() { "the source" } else { "an alias" };
        t.observe("a handle that is opened where it was made gives", gives);
        opened.release()?;
        Ok(f)
    }
}

ur_ipc_fixtures::extends!(OwnHandle: UrIpcMemHandleTest);

impl OwnHandle {
    #[track_caller]
    fn open(&self) -> TestResult<Imported> {
        self.in_context().open_memory(&self.handle())
    }

    /// Checks the allocation's content, a pattern of this number.
    #[track_caller]
    fn holds(&self, number: usize) -> TestResult {
        check(self, self.mem(), self.t().pattern(number), WHOLE)
    }
}

/// Opened once or twice at a time, used or not: each Close leaves an allocation that can be read and written, has its
/// handles and gets new ones, which open in another process and here.
fn own_handle(s: &Scenario, f: &At<OwnHandle>) -> TestResult {
    let (peer, there) = s.peer_with::<UrQueueTest>("consumer")?;
    let consumer = (&peer, &there);
    s.here(|_| f.verify_intact())?;
    usable(s, f, consumer, 0)?;
    s.here(|_| {
        f.open()?.release()?;
        f.holds(0)
    })?;
    usable(s, f, consumer, 1)?;
    s.here(|t| {
        let opened = f.open()?;
        check(f, opened.raw(), t.pattern(1), WHOLE)?;
        write(f, opened.raw(), t.pattern(2), WHOLE)?;
        f.holds(2)?;
        opened.release()?;
        f.holds(2)
    })?;
    usable(s, f, consumer, 3)?;
    let second = s.here(|_| {
        let (first, second) = (f.open()?, f.open()?);
        first.release()?;
        f.holds(3)?;
        Ok(second)
    })?;
    usable(s, f, consumer, 4)?;
    s.here(|t| {
        check(f, second.raw(), t.pattern(4), WHOLE)?;
        second.take().release()?;
        f.holds(4)
    })?;
    usable(s, f, consumer, 5)?;
    s.leave(peer)
}

/// Does all that can be done with the allocation, and leaves a pattern of this number in it.
fn usable(
    s: &Scenario,
    f: &At<OwnHandle>,
    (peer, there): (&Peer, &At<UrQueueTest>),
    number: usize,
) -> TestResult<At<()>> {
    let export = s.here(|t| {
        write(f, f.mem(), t.pattern(number), WHOLE)?;
        f.holds(number)?;
        f.export()
    })?;
    let handles = s.give(peer, |_| Ok([f.handle(), export.bytes()]))?;
    s.at(peer, |t| handles.iter().try_for_each(|handle| opens_to(there, handle, t.pattern(number), WHOLE)))?;
    s.here(|t| {
        opens_to(f, &export.bytes(), t.pattern(number), WHOLE)?;
        export.take().release()?;
        f.holds(number)
    })
}

/// Memory whose own handle was opened and closed is still allocated: what is allocated then is other memory, and
/// `urUSMFree` frees it, and it alone.
fn then_free(t: &TestContext, f: &OwnHandle) -> TestResult {
    const ROUNDS: usize = 4;
    for (round, size) in [MEM_SIZE, 8 << 20].into_iter().cycle().take(ROUNDS).enumerate() {
        let (content, others) = (t.pattern(round), t.pattern(ROUNDS + round));
        let memory = f.in_context().memory(size)?;
        write(f, memory.raw(), content, WHOLE)?;
        let export = memory.export()?;
        f.in_context().open_memory(&export.bytes())?.release()?;
        export.release()?;
        let other = f.in_context().memory(size)?;
        write(f, other.raw(), others, WHOLE)?;
        check(f, memory.raw(), content, WHOLE)?;
        memory.release()?;
        check(f, other.raw(), others, WHOLE)?;
        other.release()?;
    }
    f.verify_intact()
}
