//! Opening on another device than the one that the object was made on.

use super::fixtures::{Source, open_verify_close};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, PeerInfo, QueueHandle, VirtualMemGranularityInfo};
use ur_ipc_fixtures::ladder::{CONTENT, Family, Fixture, Memory, Physical, QueueFixture, with_mapping};
use ur_ipc_fixtures::objects::{create_context, read};
use ur_ipc_fixtures::{Link, Pattern, Peer, Role, Stop, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::peer_device::memory",
        &["cross_process.peer_device"],
        with!(TwoDevices<Memory>, peer_device::<Memory>),
    )
    .roles(&[Role { name: CONSUMER, body: consumer::<Memory> }]),
    Test::new(
        "cross_process::peer_device::physical_memory",
        &["cross_process.peer_device"],
        with!(TwoDevices<Physical>, peer_device::<Physical>),
    )
    .roles(&[Role { name: CONSUMER, body: consumer::<Physical> }]),
];

const CONSUMER: &str = "consumer";

/// An object on the device under test, and a second device on its platform.
struct TwoDevices<'t, F: Family>(Source<'t, F>);

impl<'t, F: Family> Fixture<'t> for TwoDevices<'t, F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let source = Source::set_up(t)?;
        t.second_device()?;
        Ok(Self(source))
    }
}

/// Whatever Open says on another device, what it opens there holds what was written.
fn peer_device<F: Family>(t: &TestContext<'_>, f: &TwoDevices<'_, F>) -> TestResult {
    let handle = f.0.export(t)?;
    let mut consumer = Peer::start(t, CONSUMER)?;
    consumer.send("handle", &handle.bytes())?;
    let notes = consumer.recv("seen")?;
    for line in String::from_utf8_lossy(&notes).lines() {
        t.observe("the consumer", line);
    }
    // A device that was driven into an error stays in it: nobody else gets this process.
    consumer.kill();
    f.0.verify(t)
}

/// Opens on the right device in a context that lists it last, and on the other one, in contexts of one and of both
/// devices. A read that is refused ends that: it may have driven a device into an error.
fn consumer<F: OnDevice>(t: &TestContext<'_>, link: &Link) -> TestResult {
    let handle = link.recv("handle")?;
    let own = t.env().device();
    let other = t.second_device()?;
    let mut seen = vec![peer_access(t, other, own)];
    let mut all_read = true;
    for (what, devices, device) in [
        ("the right device, listed last", &[other, own][..], own),
        ("the other device alone", &[other], other),
        ("the other device of two", &[own, other], other),
    ] {
        let context = create_context(t, devices)?;
        let (outcome, readable) = open_on::<F>(t, context.raw(), device, &handle)?;
        seen.push(format!("{what}: {outcome}"));
        all_read = readable;
        if !all_read {
            break;
        }
        context.release()?;
    }
    if all_read {
        // The ordinary Open works beside all that.
        let f = QueueFixture::set_up(t)?;
        open_verify_close::<F>(t, &f, &handle)?;
    }
    link.send("seen", seen.join("\n").as_bytes())?;
    link.recv("the end").map(drop)
}

/// What the devices say about reaching each other.
fn peer_access(t: &TestContext<'_>, from: DeviceHandle, to: DeviceHandle) -> String {
    let mut reaches = 0i32;
    let called = t.ur().usm_p2p_peer_access_get_info_exp(
        from,
        to,
        PeerInfo::UR_PEER_ACCESS_SUPPORT,
        size_of::<i32>(),
        (&raw mut reaches).cast(),
        null_mut(),
    );
    match called.result.is_success() {
        true => format!("peer access: {}", reaches != 0),
        false => format!("peer access: {}", called.result),
    }
}

/// Opens on a device and reads with a queue of it. Errors are told, beside whether every read was made; wrong
/// contents are a failure.
fn open_on<'t, F: OnDevice>(
    t: &'t TestContext<'t>,
    context: ContextHandle,
    device: DeviceHandle,
    handle: &[u8],
) -> TestResult<(String, bool)> {
    let mut out = 0;
    let opened = F::open(t.ur(), context, device, handle.into(), handle.len(), &mut out).result;
    if !opened.is_success() {
        return Ok((format!("Open gives {opened}"), true));
    }
    let mut queue = QueueHandle::NULL;
    t.ur().queue_create(context, device, null(), &raw mut queue).ok()?;
    let read = F::read(t, context, device, queue, F::raw(out));
    let released = t.ur().queue_release(queue);
    let closed = F::close(t.ur(), context, F::raw(out)).result;
    match read {
        Ok(bytes) => {
            released.ok()?;
            Pattern(t.seed()).verify(0, &bytes)?;
            Ok((format!("Open works and what it gives is right; Close gives {closed}"), true))
        }
        // A refused command is an error that the caller sees; only contents that are silently wrong are not.
        Err(Stop::Fail(failure)) => {
            let outcome =
                format!("Open works, then reading does not: {}; Close gives {closed}", failure.message);
            Ok((outcome, false))
        }
        Err(skip) => Err(skip),
    }
}

/// A family whose imports can be read on any device.
trait OnDevice: Family {
    /// Reads the first [`CONTENT`] bytes with a queue of this device.
    fn read<'t>(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        device: DeviceHandle,
        queue: QueueHandle,
        object: Self::Raw,
    ) -> TestResult<Vec<u8>>;
}

impl OnDevice for Memory {
    fn read<'t>(
        t: &'t TestContext<'t>,
        _: ContextHandle,
        _: DeviceHandle,
        queue: QueueHandle,
        object: Self::Raw,
    ) -> TestResult<Vec<u8>> {
        read(t, queue, object, CONTENT)
    }
}

impl OnDevice for Physical {
    fn read<'t>(
        t: &'t TestContext<'t>,
        context: ContextHandle,
        device: DeviceHandle,
        queue: QueueHandle,
        object: Self::Raw,
    ) -> TestResult<Vec<u8>> {
        let mut granule = 0usize;
        t.ur()
            .virtual_mem_granularity_get_info(
                context,
                device,
                1,
                VirtualMemGranularityInfo::MINIMUM,
                size_of::<usize>(),
                (&raw mut granule).cast(),
                null_mut(),
            )
            .ok()?;
        with_mapping(t, context, object, granule, |at| read(t, queue, at, CONTENT))
    }
}
