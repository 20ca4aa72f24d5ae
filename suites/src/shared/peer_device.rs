//! Opening on another device than the one that the object was made on.

use super::open_verify_close;
use ur_ipc_fixtures::api::{DeviceHandle, EventStatus};
use ur_ipc_fixtures::hierarchy::{
    CONTENT, Events, Fixture, Memory, Physical, Shareable, Source, UrQueueTest,
};
use ur_ipc_fixtures::objects::{Context, Queue};
use ur_ipc_fixtures::{At, Need, Stop, TestContext, TestResult, Tests};

/// Whatever Open returns for another device, an import there holds the pattern of the source, or was signalled.
pub(super) fn tests<F: OnDevice>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::peer_device");
    let draft = group.test(F::NAME).checks("cross_process.peer_device").needs(&[Need::SecondDevice]);
    draft.across(|s, source: &At<Source<F>>| {
        let handle = s.here(|_| source.export())?;
        let bytes = s.tell(|_| Ok(handle.bytes()))?;
        let consumer = s.peer("consumer")?;
        let seen = s.ask(&consumer, |t| open_on_both::<F>(t, &bytes))?;
        s.here(|t| {
            seen.iter().for_each(|line| t.observe("the consumer", line));
            Ok(())
        })?;
        // A device that was driven into an error stays in it: nobody else gets this process.
        s.kill(consumer)?;
        s.here(|_| source.verify())
    });
}

/// Opens on the right device in a context that lists it last, for its own queue and for one of the other device, and on
/// the other one, in contexts of one and of both devices. A use that is refused ends that: it may have driven a device into
/// an error.
fn open_on_both<F: OnDevice>(t: &TestContext, handle: &[u8]) -> TestResult<Vec<String>> {
    let own = t.device();
    let other = t.second_device();
    let mut seen = vec![peer_access(t, other, own)];
    for (what, devices, device, user) in [
        ("the right device, listed last", &[other, own][..], own, own),
        ("the right device, for a queue of the other", &[own, other], own, other),
        ("the other device alone", &[other], other, other),
        ("the other device of two", &[own, other], other, other),
    ] {
        let context = Context::over(t, devices)?;
        let (outcome, readable) = open_on::<F>(t, &context, (device, user), handle)?;
        seen.push(format!("{what}: {outcome}"));
        if !readable {
            return Ok(seen);
        }
        context.release()?;
    }
    // The ordinary Open works beside all that.
    open_verify_close::<F>(&UrQueueTest::set_up(t)?, handle)?;
    Ok(seen)
}

/// The devices' answer on peer access, in words.
fn peer_access(t: &TestContext, from: DeviceHandle, to: DeviceHandle) -> String {
    match t.peer_access(from, to) {
        Ok(reaches) => format!("peer access: {reaches}"),
        Err(result) => format!("peer access: {result}"),
    }
}

/// Opens on a device and looks with a queue of the same or another. Errors are told, beside whether every look was taken;
/// wrong contents are a failure.
fn open_on<F: OnDevice>(
    t: &TestContext,
    context: &Context,
    (device, user): (DeviceHandle, DeviceHandle),
    handle: &[u8],
) -> TestResult<(String, bool)> {
    let mut out = 0;
    let opened = F::open_call(t.ur(), context.raw(), device, handle.into(), handle.len(), &mut out).result;
    if !opened.is_success() {
        return Ok((format!("Open gives {opened}"), true));
    }
    let queue = context.queue_on(user)?;
    let seen = F::look(context, device, &queue, F::raw(out));
    let released = t.ur().queue_release(queue.forget());
    let closed = F::close_call(t.ur(), context.raw(), F::raw(out)).result;
    match seen {
        Ok(seen) => {
            released.ok()?;
            F::check(t, seen)?;
            Ok((format!("Open works and what it gives is right; Close gives {closed}"), true))
        }
        // A refused command is an error that the caller sees; only contents that are silently wrong are not.
        Err(Stop::Fail(failure)) => {
            let why = failure.message;
            Ok((format!("Open works, then its use does not: {why}; Close gives {closed}"), false))
        }
        Err(other) => Err(other),
    }
}

/// A family whose imports can be used on any device.
pub(super) trait OnDevice: Shareable {
    /// The state of an import that a queue sees.
    type Seen;

    /// Looks at an import on this device with a queue.
    fn look(
        context: &Context,
        device: DeviceHandle,
        queue: &Queue,
        object: Self::Raw,
    ) -> TestResult<Self::Seen>;

    /// Whether that is what the source was.
    #[track_caller]
    fn check(t: &TestContext, seen: Self::Seen) -> TestResult;
}

impl OnDevice for Memory {
    type Seen = Vec<u8>;

    fn look(_: &Context, _: DeviceHandle, queue: &Queue, object: Self::Raw) -> TestResult<Vec<u8>> {
        queue.read(object, CONTENT)
    }

    fn check(t: &TestContext, seen: Vec<u8>) -> TestResult {
        t.source_pattern().verify(t, 0, &seen)
    }
}

impl OnDevice for Physical {
    type Seen = Vec<u8>;

    fn look(
        context: &Context,
        device: DeviceHandle,
        queue: &Queue,
        object: Self::Raw,
    ) -> TestResult<Vec<u8>> {
        let granule = context.granularity_on(device)?;
        context.with_mapping(object, granule, |at| queue.read(at, CONTENT))
    }

    fn check(t: &TestContext, seen: Vec<u8>) -> TestResult {
        t.source_pattern().verify(t, 0, &seen)
    }
}

impl OnDevice for Events {
    /// The status of a command behind the event, which was signalled before it was exported.
    type Seen = EventStatus;

    fn look(_: &Context, _: DeviceHandle, queue: &Queue, object: Self::Raw) -> TestResult<EventStatus> {
        let behind = queue.barrier(&[object])?;
        queue.finish()?;
        behind.status()
    }

    fn check(t: &TestContext, seen: EventStatus) -> TestResult {
        t.check_eq("the status of a command behind the import", seen, EventStatus::COMPLETE)
    }
}
