//! One object in two processes.

use super::support::{Import, Mapped, SENTINEL, in_case, info, number, pattern, size_info};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemInfo, PhysicalMemProperties, StructureType,
};
use ur_ipc_fixtures::ladder::{
    CONSUMER, Fixture, PhysMemFixture, PhysMemHandleFixture, QueueFixture, UrContextTest,
    UrIpcPhysMemHandleTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::{
    create_shareable_physical, export_physical, open_physical, physical_refcount,
};
use ur_ipc_fixtures::{DevicePtr, Link, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::physical_memory::read",
        &["cross_process.physical_memory.read"],
        with!(PhysMemHandleFixture, read),
    )
    .roles(&[Role { name: CONSUMER, body: reader }]),
    Test::new(
        "cross_process::physical_memory::write_back",
        &["cross_process.physical_memory.write_back"],
        with!(PhysMemHandleFixture, write_back),
    )
    .roles(&[Role { name: CONSUMER, body: writer }]),
    Test::new(
        "cross_process::physical_memory::size_and_info",
        &["cross_process.physical_memory.size_and_info"],
        with!(PhysMemFixture, size_and_info),
    )
    .roles(&[Role { name: CONSUMER, body: inquirer }]),
];

/// How often the content changes while both sides have it mapped.
const ROUNDS: u64 = 3;

/// The consumer sees what the producer wrote, before the Open and after it.
fn read(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, pattern(t, 0))?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("size", &f.size().to_le_bytes())?;
    peer.send("handle", &f.handle())?;
    for round in 1..ROUNDS {
        peer.meet("read")?;
        source.write(t, f, pattern(t, round))?;
        peer.meet("written")?;
    }
    peer.join()?;
    source.verify(t, f, pattern(t, ROUNDS - 1))
}

fn reader(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let import = Import::open(t, f.context(), &link.recv("handle")?, size)?;
    import.mapped().verify(t, &f, pattern(t, 0))?;
    for round in 1..ROUNDS {
        link.meet("read")?;
        link.meet("written")?;
        import.mapped().verify(t, &f, pattern(t, round))?;
    }
    import.close()
}

/// The producer sees, through the mapping that it had before, what the consumer writes.
fn write_back(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let source = Mapped::new(t, f.context(), f.physical(), f.size())?;
    source.write(t, f, pattern(t, 99))?;
    let mut peer = Peer::start(t, CONSUMER)?;
    peer.send("size", &f.size().to_le_bytes())?;
    peer.send("handle", &f.handle())?;
    for round in 0..ROUNDS {
        peer.meet("written")?;
        source.verify(t, f, pattern(t, round))?;
        peer.meet("read")?;
    }
    peer.join()?;
    // The content stays when the import has gone.
    source.verify(t, f, pattern(t, ROUNDS - 1))
}

fn writer(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let size = number(&link.recv("size")?)?;
    let import = Import::open(t, f.context(), &link.recv("handle")?, size)?;
    for round in 0..ROUNDS {
        import.mapped().write(t, &f, pattern(t, round))?;
        link.meet("written")?;
        link.meet("read")?;
    }
    import.close()
}

/// The consumer's import has the size of the source, and the other queries answer there.
fn size_and_info(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let mut peer = Peer::start(t, CONSUMER)?;
    for granules in OBJECT_SIZES {
        let object = create_shareable_physical(t, f.context(), granules * f.granule())?;
        let handle = export_physical(t, f.context(), object.raw())?;
        peer.send("size", &size_info(t, object.raw())?.to_le_bytes())?;
        peer.send("handle", &handle.bytes())?;
        peer.meet("asked")?;
        t.check_eq("references of the source", physical_refcount(t, object.raw())?, 1)?;
    }
    peer.join()
}

/// Sizes of the objects of [`size_and_info`], in granules.
const OBJECT_SIZES: [usize; 4] = [1, 2, 3, 7];

fn inquirer(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    for granules in OBJECT_SIZES {
        let size = number(&link.recv("size")?)?;
        let opened = open_physical(t, f.context(), &link.recv("handle")?)?;
        let object = opened.raw();
        let check = || -> TestResult {
            t.check_eq("size", size_info(t, object)?, size)?;
            let context = info(t, object, PhysicalMemInfo::CONTEXT, ContextHandle::from_address(SENTINEL))?;
            t.check_eq("context", context, f.context())?;
            let device = info(t, object, PhysicalMemInfo::DEVICE, DeviceHandle::from_address(SENTINEL))?;
            t.check_eq("device", device, t.env().device())?;
            t.check_eq("references", info(t, object, PhysicalMemInfo::REFERENCE_COUNT, u32::MAX)?, 1)?;
            let before = PhysicalMemProperties {
                stype: StructureType(u32::MAX),
                p_next: DevicePtr(SENTINEL).raw(),
                flags: PhysicalMemFlags(u32::MAX),
            };
            let properties = info(t, object, PhysicalMemInfo::PROPERTIES, before)?;
            t.check_eq("descriptor", properties.stype, StructureType::PHYSICAL_MEM_PROPERTIES)
        };
        in_case(format!("{granules} granules"), check())?;
        opened.release()?;
        link.meet("asked")?;
    }
    Ok(())
}
