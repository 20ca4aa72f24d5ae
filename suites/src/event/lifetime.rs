//! How long events, imports and handles live, and what they leave behind.

use super::calls::{check_complete, check_pending, submit_held_signal, submit_signal, wait};
use super::fixtures::ShareableFixture;
use super::peers::Importer;
use ur_ipc_fixtures::api::QueueFlags;
use ur_ipc_fixtures::ladder::{
    CONSUMER, EventHandleFixture, UrContextTest, UrIpcEventHandleTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{
    create_context, create_queue, create_shareable_event, export_event, open_event,
};
use ur_ipc_fixtures::{HeldQueue, Link, Peer, Role, Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "lifetime::fd::event_cycles",
        &["lifetime.fd.event_cycles"],
        with!(EventHandleFixture, event_cycles),
    ),
    Test::new(
        "lifetime::fd::event_cycles_in_peer",
        &["lifetime.fd.event_cycles"],
        with!(EventHandleFixture, event_cycles_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: opens_in_cycles }]),
    Test::new(
        "lifetime::event::final_release",
        &["lifetime.event.final_release"],
        with!(EventHandleFixture, final_release),
    ),
    Test::new(
        "lifetime::event::final_release_in_peer",
        &["lifetime.event.final_release"],
        with!(EventHandleFixture, final_release_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: releases_imports }]),
    Test::new(
        "lifetime::event::import_survives_source",
        &["lifetime.event.import_survives_source"],
        with!(ShareableFixture, import_survives_source),
    ),
    Test::new(
        "lifetime::event::import_survives_source_in_peer",
        &["lifetime.event.import_survives_source"],
        with!(ShareableFixture, import_survives_source_in_peer),
    )
    .roles(&[Role { name: CONSUMER, body: outlives_source }]),
    Test::new(
        "lifetime::event::release_order",
        &["lifetime.event.release_order"],
        with!(ShareableFixture, release_order),
    ),
    Test::new(
        "lifetime::event::not_recycled",
        &["lifetime.event.not_recycled"],
        with!(ShareableFixture, not_recycled),
    ),
];

/// Cycles of Get and Put, and of Open and Release, leave the number of descriptors as it was.
fn event_cycles(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    measure_growth(t, 100, |_| f.export(t)?.release())?.no_descriptors(t)?;
    measure_growth(t, 100, |_| f.open(t)?.release())?.no_descriptors(t)?;
    // A signal and a wait may be what opens something.
    measure_growth(t, 30, |_| {
        let import = f.open(t)?;
        f.signal_and_finish(t, import.raw())?;
        wait(t, import.raw())?;
        f.export(t)?.release()?;
        import.release()
    })?
    .no_descriptors(t)
}

/// The same for Open and Release in a process that did not export the event.
fn event_cycles_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.join()?;
    wait(t, f.event())
}

fn opens_in_cycles(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    measure_growth(t, 100, |_| c.open_again(t)?.release())?.no_descriptors(t)?;
    // With no other import open, nothing that is shared between imports can hide a leak.
    let (context, handle) = (create_context(t, &[t.env().device()])?, c.handle().to_vec());
    c.release()?;
    measure_growth(t, 100, |_| open_event(t, context.raw(), &handle)?.release())?.no_descriptors(t)
}

/// The last release of an import frees all that it holds, and leaves the source usable.
fn final_release(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let growth = measure_growth(t, 100, |_| {
        let import = f.open(t)?;
        wait(t, import.raw())?;
        import.release()
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    let import = f.open(t)?;
    f.signal_and_finish(t, import.raw())?;
    import.release()?;
    check_complete(t, "the source after the release of its import", f.event())?;
    f.signal_and_finish(t, f.event())?;
    wait(t, f.event())?;
    f.export(t)?.release()
}

/// The same in another process; the source works in this one while and after.
fn final_release_in_peer(t: &TestContext<'_>, f: &impl UrIpcEventHandleTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &f.handle())?;
    peer.recv("released")?;
    f.signal_and_finish(t, f.event())?;
    wait(t, f.event())?;
    check_complete(t, "the source after the release of its import elsewhere", f.event())?;
    peer.send("handle", &f.handle())?;
    peer.join()?;
    f.signal_and_finish(t, f.event())?;
    f.export(t)?.release()
}

fn releases_imports(t: &TestContext<'_>, link: &Link) -> TestResult {
    Importer::set_up(t, link)?.release()?;
    link.send("released", &[])?;
    // After its last release the event can be opened anew.
    let c = Importer::set_up(t, link)?;
    let growth = measure_growth(t, 100, |_| {
        let import = c.open_again(t)?;
        wait(t, import.raw())?;
        import.release()
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    wait(t, c.event())?;
    c.release()
}

/// An import can be waited on after its source and handle are gone.
fn import_survives_source(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let source = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), source.raw())?;
    let handle = export_event(t, f.context(), source.raw())?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    submit_signal(t, f.queue(), source.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    handle.release()?;
    source.release()?;
    for _ in 0..3 {
        wait(t, import.raw())?;
        check_complete(t, "an import that has outlived its source", import.raw())?;
        // What is made next must not take the place of what the import still uses.
        create_shareable_event(t, f.context())?.release()?;
    }
    import.release()
}

/// The same in another process.
fn import_survives_source_in_peer(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let source = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), source.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    let handle = export_event(t, f.context(), source.raw())?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("handle", &handle.bytes())?;
    peer.recv("opened")?;
    submit_signal(t, f.queue(), source.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    handle.release()?;
    source.release()?;
    peer.send("gone", &[])?;
    peer.join()
}

fn outlives_source(t: &TestContext<'_>, link: &Link) -> TestResult {
    let c = Importer::set_up(t, link)?;
    link.send("opened", &[])?;
    link.recv("gone")?;
    for _ in 0..3 {
        wait(t, c.event())?;
        check_complete(t, "an import that has outlived its source", c.event())?;
    }
    c.release()
}

/// The orders in which three things can be released.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Source, import and handle can be released in every order, and what is left works each time.
fn release_order(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    for order in ORDERS {
        let event = create_shareable_event(t, f.context())?;
        submit_signal(t, f.queue(), event.raw())?;
        t.ur().queue_finish(f.queue()).ok()?;
        let exported = export_event(t, f.context(), event.raw())?;
        let import = open_event(t, f.context(), &exported.bytes())?;
        let (mut source, mut opened, mut handle) = (Some(event), Some(import), Some(exported));
        for which in order {
            match which {
                0 => source.take().map_or(Ok(()), |source| source.release())?,
                1 => opened.take().map_or(Ok(()), |opened| opened.release())?,
                _ => handle.take().map_or(Ok(()), |handle| handle.release())?,
            }
            for (what, left) in [("the source", &source), ("the import", &opened)] {
                let Some(left) = left else { continue };
                wait(t, left.raw())?;
                check_complete(t, &format!("{what}, releasing in the order {order:?}"), left.raw())?;
            }
            if let Some(source) = &source {
                submit_signal(t, f.queue(), source.raw())?;
                t.ur().queue_finish(f.queue()).ok()?;
            }
        }
    }
    Ok(())
}

/// Events made after the release of a source have nothing to do with an import of the old one.
fn not_recycled(t: &TestContext<'_>, f: &ShareableFixture<'_>) -> TestResult {
    let queue = create_queue(t, f.context(), QueueFlags::NONE_SET)?;
    let old = create_shareable_event(t, f.context())?;
    submit_signal(t, f.queue(), old.raw())?;
    t.ur().queue_finish(f.queue()).ok()?;
    let handle = export_event(t, f.context(), old.raw())?;
    let import = open_event(t, f.context(), &handle.bytes())?;
    handle.release()?;
    old.release()?;
    let news = (0..4).map(|_| create_shareable_event(t, f.context())).collect::<TestResult<Vec<_>>>()?;
    for new in &news {
        submit_signal(t, f.queue(), new.raw())?;
    }
    t.ur().queue_finish(f.queue()).ok()?;
    for new in &news {
        let gate = HeldQueue::hold(t, &queue)?;
        submit_held_signal(t, queue.raw(), new.raw())?;
        check_pending(t, "a new event", new.raw())?;
        check_complete(t, "an import of an older event, while a new event is pending", import.raw())?;
        wait(t, import.raw())?;
        gate.open()?;
        t.ur().queue_finish(queue.raw()).ok()?;
    }
    Ok(())
}
