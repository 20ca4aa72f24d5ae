//! Calls on threads that have done nothing else.

use super::agent::{AGENTS, Agent};
use super::command::Window;
use super::fixtures::{check, on_new_thread};
use ur_ipc_fixtures::ladder::{
    CONSUMER, CONTENT, Consumed, MEM_SIZE, MemFixture, Memory, UrContextTest, UrIpcMemTest, produce,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{Role, Test, TestContext, TestResult, consumer, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::any_thread::get", &["memory.any_thread"], with!(MemFixture, get)).roles(AGENTS),
    Test::new("memory::any_thread::open_and_close", &["memory.any_thread"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, open_and_close) }]),
];

/// Get and Put work on a fresh thread, the same one or another, and what Get gives there opens.
fn get(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    let (context, mem) = (f.context(), f.mem());
    let export = on_new_thread(|| objects::export_memory(t, context, mem))?;
    let mut agent = Agent::start(t)?;
    agent.verify_once(&export.bytes(), Window::whole(f.pattern(), MEM_SIZE))?;
    agent.end()?;
    on_new_thread(|| export.release())?;
    on_new_thread(|| objects::export_memory(t, context, mem)?.release())?;
    let export = f.export(t)?;
    on_new_thread(|| export.release())?;
    f.verify_intact(t)
}

/// Open and Close work on a fresh thread, and Close on another one than Open.
fn open_and_close(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let (context, handle) = (c.context(), c.handle());
    let open = || objects::open_memory(t, context, handle);
    let content = Window::whole(Consumed::<Memory>::pattern(t), CONTENT);
    // Opened there, closed elsewhere.
    let opened = on_new_thread(open)?;
    check(t, c, opened.raw(), content)?;
    on_new_thread(|| opened.release())?;
    // Opened there, closed here.
    let opened = on_new_thread(open)?;
    check(t, c, opened.raw(), content)?;
    opened.release()?;
    // Opened here, closed there.
    let opened = open()?;
    on_new_thread(|| opened.release())?;
    // Both there.
    on_new_thread(|| open()?.release())?;
    let opened = open()?;
    check(t, c, opened.raw(), content)?;
    opened.release()
}
