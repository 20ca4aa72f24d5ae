//! Opening on another device than the one that the object was made on.

use super::open_verify_close;
use ur_ipc_fixtures::api::DeviceHandle;
use ur_ipc_fixtures::ladder::{CONTENT, Fixture, Memory, Physical, Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::objects::{Context, Queue};
use ur_ipc_fixtures::{At, Need, Stop, TestContext, TestResult, Tests};

/// Whatever Open says on another device, what it opens there holds what was written.
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

/// Opens on the right device in a context that lists it last, and on the other one, in contexts of one and of both
/// devices. A read that is refused ends that: it may have driven a device into an error.
fn open_on_both<F: OnDevice>(t: &TestContext, handle: &[u8]) -> TestResult<Vec<String>> {
    let own = t.device();
    let other = t.second_device();
    let mut seen = vec![peer_access(t, other, own)];
    for (what, devices, device) in [
        ("the right device, listed last", &[other, own][..], own),
        ("the other device alone", &[other], other),
        ("the other device of two", &[own, other], other),
    ] {
        let context = Context::over(t, devices)?;
        let (outcome, readable) = open_on::<F>(t, &context, device, handle)?;
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

/// What the devices say about reaching each other.
fn peer_access(t: &TestContext, from: DeviceHandle, to: DeviceHandle) -> String {
    match t.peer_access(from, to) {
        Ok(reaches) => format!("peer access: {reaches}"),
        Err(result) => format!("peer access: {result}"),
    }
}

/// Opens on a device and reads with a queue of it. Errors are told, beside whether every read was made; wrong contents
/// are a failure.
fn open_on<F: OnDevice>(
    t: &TestContext,
    context: &Context,
    device: DeviceHandle,
    handle: &[u8],
) -> TestResult<(String, bool)> {
    let mut out = 0;
    let opened = F::open_call(t.ur(), context.raw(), device, handle.into(), handle.len(), &mut out).result;
    if !opened.is_success() {
        return Ok((format!("Open gives {opened}"), true));
    }
    let queue = context.queue_on(device)?;
    let read = F::read(context, device, &queue, F::raw(out));
    let released = t.ur().queue_release(queue.forget());
    let closed = F::close_call(t.ur(), context.raw(), F::raw(out)).result;
    match read {
        Ok(bytes) => {
            released.ok()?;
            t.source_pattern().verify(t, 0, &bytes)?;
            Ok((format!("Open works and what it gives is right; Close gives {closed}"), true))
        }
        // A refused command is an error that the caller sees; only contents that are silently wrong are not.
        Err(Stop::Fail(failure)) => {
            let why = failure.message;
            Ok((format!("Open works, then reading does not: {why}; Close gives {closed}"), false))
        }
        Err(other) => Err(other),
    }
}

/// A family whose imports can be read on any device.
pub(super) trait OnDevice: Shareable {
    /// Reads the first [`CONTENT`] bytes with a queue of this device.
    fn read(context: &Context, device: DeviceHandle, queue: &Queue, object: Self::Raw)
    -> TestResult<Vec<u8>>;
}

impl OnDevice for Memory {
    fn read(_: &Context, _: DeviceHandle, queue: &Queue, object: Self::Raw) -> TestResult<Vec<u8>> {
        queue.read(object, CONTENT)
    }
}

impl OnDevice for Physical {
    fn read(
        context: &Context,
        device: DeviceHandle,
        queue: &Queue,
        object: Self::Raw,
    ) -> TestResult<Vec<u8>> {
        let granule = context.granularity_on(device)?;
        context.with_mapping(object, granule, |at| queue.read(at, CONTENT))
    }
}
