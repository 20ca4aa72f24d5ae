//! Fixtures and helpers of this family.

use super::command::Window;
use ur_ipc_api::{ContextHandle, DeviceInfo, QueueHandle, UrResult};
use ur_ipc_fixtures::ladder::{
    Consumed, Family, Fixture, Memory, QueueFixture, UrContextTest, UrIpcMemTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{self, Exported, Pool};
use ur_ipc_fixtures::{DevicePtr, Failure, Pattern, Peer, Stop, TestContext, TestResult};

/// A pool, beside a context and a queue. Needs memory IPC and pools.
pub(super) struct PoolFixture<'t> {
    pool: Pool<'t>,
    parent: QueueFixture<'t>,
}

impl<'t> Fixture<'t> for PoolFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(DeviceInfo::IPC_MEMORY_SUPPORT_EXP)?;
        let parent = QueueFixture::set_up(t)?;
        Ok(Self { pool: objects::create_pool(t, parent.context())?, parent })
    }
}

impl<'t> PoolFixture<'t> {
    /// The pool.
    pub(super) fn pool(&self) -> &Pool<'t> {
        &self.pool
    }
}

impl UrContextTest for PoolFixture<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl UrQueueTest for PoolFixture<'_> {
    fn queue(&self) -> QueueHandle {
        self.parent.queue()
    }
}

/// Another device of the platform, and a context over that one alone.
pub(super) struct OtherDevice<'t> {
    context: objects::Context<'t>,
}

impl<'t> Fixture<'t> for OtherDevice<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        Ok(Self { context: objects::create_context(t, &[t.second_device()?])? })
    }
}

impl UrContextTest for OtherDevice<'_> {
    fn context(&self) -> ContextHandle {
        self.context.raw()
    }
}

/// Writes a window of the memory at `base`.
#[track_caller]
pub(super) fn fill_in(
    t: &TestContext<'_>,
    f: &impl UrQueueTest,
    base: DevicePtr,
    window: Window,
) -> TestResult {
    f.write(t, base.at(window.at), &window.bytes())
}

/// Checks a window of the memory at `base`.
#[track_caller]
pub(super) fn check(
    t: &TestContext<'_>,
    f: &impl UrQueueTest,
    base: DevicePtr,
    window: Window,
) -> TestResult {
    let bytes = f.read(t, base.at(window.at), window.size)?;
    Ok(window.pattern.verify(window.from, &bytes)?)
}

/// A pattern that differs from the fixtures' own and from those of other numbers.
pub(super) fn pattern(t: &TestContext<'_>, number: usize) -> Pattern {
    Pattern(t.seed().wrapping_add(1 + number as u64))
}

/// The control of negative cases in a consumer: opens the handle, checks what it opens to, and closes it.
#[track_caller]
pub(super) fn opens_well(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let opened = objects::open_memory(t, c.context(), c.handle())?;
    check(t, c, opened.raw(), Window::whole(Pattern(t.seed()), ur_ipc_fixtures::ladder::CONTENT))?;
    opened.release()
}

/// The control of negative cases in a producer: the allocation can be exported.
#[track_caller]
pub(super) fn exports_well(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    objects::export_memory(t, f.context(), f.mem())?.release()
}

/// Fails unless an out-parameter holds after an error what it may: what it held before, or null.
#[track_caller]
pub(super) fn untouched(t: &TestContext<'_>, what: &str, found: DevicePtr, before: DevicePtr) -> TestResult {
    t.check(
        found == before || found.is_null(),
        format!(
            "{what} was {before:?} before the failing call and is {found:?} after it: neither kept nor null"
        ),
    )
}

/// A value for out-parameters that no implementation gives.
pub(super) const SENTINEL: DevicePtr = DevicePtr(0x5e17_1e1f_5e17);

/// How a role of open outcome ends: its process may be damaged in ways that nobody looks for, so it must not
/// play the roles of other tests. A peer that skips is not used again.
pub(super) fn spent() -> TestResult {
    Err(Stop::skip("came to its end"))
}

/// Plays a role whose outcome is open: takes its observations over, and observes how it ended, death included.
/// It may die before it has read all of the messages.
pub(super) fn observe_role(
    t: &TestContext<'_>,
    role: &'static str,
    messages: &[(&str, &[u8])],
) -> TestResult {
    let peer = Peer::start(t, role)?;
    let sent = messages.iter().try_for_each(|(name, bytes)| peer.send(name, bytes));
    if let Err(Stop::Fail(failure)) = sent {
        t.observe("sending to the role", failure.message);
    }
    match peer.join() {
        Ok(()) => {}
        Err(Stop::Skip(reason)) => t.observe(role, reason),
        Err(Stop::Fail(failure)) => t.observe(role, failure.message),
    }
    Ok(())
}

/// Puts a handle where it is open whether that succeeds.
pub(super) fn observe_put(t: &TestContext<'_>, what: &str, export: Exported<'_>) {
    let context = export.context();
    let data = export.forget();
    t.observe(what, Memory::put(t.ur(), context, data.at).result);
}

/// Opens bytes that nobody promises anything about, says what came of it, reads the first bytes where
/// `expected` is given, and closes what was opened.
pub(super) fn observe_open(
    t: &TestContext<'_>,
    f: &impl UrQueueTest,
    what: &str,
    handle: &[u8],
    expected: Option<Pattern>,
) -> UrResult {
    let mut mem = 0;
    let mut bytes = handle.to_vec();
    let data = DevicePtr::from(bytes.as_mut_ptr().cast::<std::ffi::c_void>());
    let result = Memory::open(t.ur(), f.context(), t.env().device(), data, bytes.len(), &mut mem).result;
    if !result.is_success() {
        t.observe(what, result);
        return result;
    }
    let contents = expected.map_or("opens", |pattern| match f.read(t, DevicePtr(mem), 256) {
        Ok(bytes) if pattern.verify(0, &bytes).is_ok() => "opens to the same bytes",
        Ok(_) => "opens to other bytes",
        Err(_) => "opens, but cannot be read",
    });
    let closed = Memory::close(t.ur(), f.context(), DevicePtr(mem)).result;
    t.observe(what, format!("{contents}; Close: {closed}"));
    result
}

/// Joins threads and gives what each returned, or the first failure. A panic goes on here.
pub(super) fn join_all<T>(
    threads: Vec<std::thread::ScopedJoinHandle<'_, TestResult<T>>>,
) -> TestResult<Vec<T>> {
    let results: Vec<TestResult<T>> = threads
        .into_iter()
        .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        .collect();
    results.into_iter().collect()
}

/// Runs `body` on a thread that has done nothing before.
pub(super) fn on_new_thread<T: Send>(body: impl FnOnce() -> TestResult<T> + Send) -> TestResult<T> {
    std::thread::scope(|scope| {
        let mut results = join_all(vec![scope.spawn(body)])?;
        results.pop().ok_or_else(|| Failure::new("a thread returned nothing").into())
    })
}
