//! Calls with a live context that the object does not belong to: what happens is observed.

use super::fixtures::{observe_role, spent};
use std::ptr::null_mut;
use ur_ipc_api::ContextHandle;
use ur_ipc_fixtures::ladder::{
    CONSUMER, Family, Fixture, MemFixture, Memory, PhysMemFixture, Physical, QueueFixture, UrContextTest,
    UrIpcMemTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects;
use ur_ipc_fixtures::{DevicePtr, Link, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::context::other_context", &["memory.other_context"], with!(MemFixture, of_memory))
        .roles(&[
            Role { name: PRODUCER, body: get_and_put_elsewhere::<Memory> },
            Role { name: CONSUMER, body: close_elsewhere::<Memory> },
        ]),
    Test::new(
        "memory::context::other_context_physical",
        &["memory.other_context"],
        with!(PhysMemFixture, of_physical_memory),
    )
    .roles(&[
        Role { name: PRODUCER, body: get_and_put_elsewhere::<Physical> },
        Role { name: CONSUMER, body: close_elsewhere::<Physical> },
    ]),
];

const PRODUCER: &str = "producer";

/// Observes Get, Put and Close of memory with another context.
fn of_memory(t: &TestContext<'_>, f: &impl UrIpcMemTest) -> TestResult {
    observe_all::<Memory>(t, f.context(), f.mem())
}

/// Observes Get, Put and Close of physical memory with another context.
fn of_physical_memory(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    observe_all::<Physical>(t, f.context(), f.physical())
}

fn observe_all<F: Family>(t: &TestContext<'_>, own: ContextHandle, object: F::Raw) -> TestResult {
    observe_role(t, PRODUCER, &[])?;
    let export = F::export(t, own, object)?;
    observe_role(t, CONSUMER, &[("handle", &export.bytes())])?;
    export.release()
}

/// Gets and puts with another context than the object's.
fn get_and_put_elsewhere<F: Family>(t: &TestContext<'_>, _: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let own = f.context();
    let other = objects::create_context(t, &[t.env().device()])?;
    let object = F::create(t, own, 0)?;
    get_then_put::<F>(t, "Get with another context", (other.raw(), object.raw()), other.raw(), own);
    get_then_put::<F>(t, "Get with its own context", (own, object.raw()), other.raw(), own);
    object.release()?;
    spent()
}

/// Gets, then puts with `first` and, if that is refused, with `second`; says what came of each.
fn get_then_put<F: Family>(
    t: &TestContext<'_>,
    what: &str,
    (context, object): (ContextHandle, F::Raw),
    first: ContextHandle,
    second: ContextHandle,
) {
    let (mut data, mut size) = (null_mut(), 0usize);
    let got = F::get(t.ur(), context, object, &raw mut data, &raw mut size).result;
    t.observe(what, got);
    if !got.is_success() {
        return;
    }
    let data = DevicePtr::from(data);
    let put = F::put(t.ur(), first, data).result;
    t.observe("Put with another context", put);
    if !put.is_success() {
        t.observe("then Put with the object's context", F::put(t.ur(), second, data).result);
    }
}

/// Opens the handle and closes it with another context, then with its own if that is refused.
fn close_elsewhere<F: Family>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let other = objects::create_context(t, &[t.env().device()])?;
    let opened = F::import(t, f.context(), &link.recv("handle")?)?.forget();
    let closed = F::close(t.ur(), other.raw(), opened).result;
    t.observe("Close with another context", closed);
    if !closed.is_success() {
        t.observe("then Close with its own context", F::close(t.ur(), f.context(), opened).result);
    }
    spent()
}
