//! Handles that are opened where they were made: what Close does to the allocation.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{check, fill_in, pattern};
use ur_ipc_api::{ContextHandle, QueueHandle};
use ur_ipc_fixtures::ladder::{
    Family, Fixture, MEM_SIZE, MemHandleFixture, Memory, UrContextTest, UrIpcMemHandleTest, UrIpcMemTest,
    UrQueueTest,
};
use ur_ipc_fixtures::objects::{self, Imported};
use ur_ipc_fixtures::{DevicePtr, Stop, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::close::own_handle", &["memory.source_undisturbed"], with!(OwnHandle, own_handle))
        .roles(AGENTS),
    Test::new(
        "memory::close::own_handle_then_free",
        &["memory.source_undisturbed"],
        with!(OwnHandle, then_free),
    ),
];

/// A handle that opens in the process that made it. Nobody has to offer that, so that one which does not is a skip.
struct OwnHandle<'t> {
    parent: MemHandleFixture<'t>,
}

impl<'t> Fixture<'t> for OwnHandle<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let parent = MemHandleFixture::set_up(t)?;
        let (handle, mut mem) = (parent.handle(), 0);
        let (context, device) = (parent.context(), t.env().device());
        let data = DevicePtr::from(handle.as_slice());
        let result = Memory::open(t.ur(), context, device, data, handle.len(), &mut mem).result;
        if !result.is_success() {
            return Err(Stop::skip(format!("a handle does not open where it was made: {result}")));
        }
        let same = DevicePtr(mem) == parent.mem();
        t.observe(
            "a handle that is opened where it was made gives",
            if same { "the source" } else { "an alias" },
        );
        Memory::close(t.ur(), context, DevicePtr(mem)).ok()?;
        Ok(Self { parent })
    }
}

impl UrContextTest for OwnHandle<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl UrQueueTest for OwnHandle<'_> {
    fn queue(&self) -> QueueHandle {
        self.parent.queue()
    }
}

impl<'t> OwnHandle<'t> {
    #[track_caller]
    fn open(&self, t: &'t TestContext<'t>) -> TestResult<Imported<'t>> {
        objects::open_memory(t, self.context(), &self.parent.handle())
    }
}

/// Opened once or twice at a time, used or not: each Close leaves an allocation that can be read and written, has its
/// handles and gets new ones, which open in another process and here.
fn own_handle<'t>(t: &'t TestContext<'t>, f: &OwnHandle<'t>) -> TestResult {
    let mut agent = Agent::start(t)?;
    let content = |number| Window::whole(pattern(t, number), MEM_SIZE);
    // The fixture has opened and closed.
    unharmed(t, f, &mut agent, Window::whole(f.parent.pattern(), MEM_SIZE), content(0))?;
    f.open(t)?.release()?;
    unharmed(t, f, &mut agent, content(0), content(1))?;
    let opened = f.open(t)?;
    check(t, f, opened.raw(), content(1))?;
    fill_in(t, f, opened.raw(), content(2))?;
    check(t, f, f.parent.mem(), content(2))?;
    opened.release()?;
    unharmed(t, f, &mut agent, content(2), content(3))?;
    let (first, second) = (f.open(t)?, f.open(t)?);
    first.release()?;
    unharmed(t, f, &mut agent, content(3), content(4))?;
    check(t, f, second.raw(), content(4))?;
    second.release()?;
    unharmed(t, f, &mut agent, content(4), content(5))?;
    agent.end()
}

/// Checks the allocation's content, then all that can be done with it, and leaves other content in it.
#[track_caller]
fn unharmed<'t>(
    t: &'t TestContext<'t>,
    f: &OwnHandle<'t>,
    agent: &mut Agent<'t>,
    content: Window,
    next: Window,
) -> TestResult {
    let source = f.parent.mem();
    check(t, f, source, content)?;
    fill_in(t, f, source, next)?;
    check(t, f, source, next)?;
    agent.verify_once(&f.parent.handle(), next)?;
    let export = f.parent.export(t)?;
    agent.verify_once(&export.bytes(), next)?;
    let opened = objects::open_memory(t, f.context(), &export.bytes())?;
    check(t, f, opened.raw(), next)?;
    opened.release()?;
    export.release()?;
    check(t, f, source, next)
}

/// Memory whose own handle was opened and closed is still allocated: what is allocated then is other memory, and
/// `urUSMFree` frees it, and it alone.
fn then_free<'t>(t: &'t TestContext<'t>, f: &OwnHandle<'t>) -> TestResult {
    const ROUNDS: usize = 4;
    for (round, size) in [MEM_SIZE, 8 << 20].into_iter().cycle().take(ROUNDS).enumerate() {
        let memory = objects::allocate_shareable(t, f.context(), size)?;
        let content = Window::whole(pattern(t, round), MEM_SIZE);
        fill_in(t, f, memory.raw(), content)?;
        let export = objects::export_memory(t, f.context(), memory.raw())?;
        objects::open_memory(t, f.context(), &export.bytes())?.release()?;
        export.release()?;
        let other = objects::allocate_shareable(t, f.context(), size)?;
        let others = Window::whole(pattern(t, ROUNDS + round), MEM_SIZE);
        fill_in(t, f, other.raw(), others)?;
        check(t, f, memory.raw(), content)?;
        memory.release()?;
        check(t, f, other.raw(), others)?;
        other.release()?;
    }
    f.parent.verify_intact(t)
}
