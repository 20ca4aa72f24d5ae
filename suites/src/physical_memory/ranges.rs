//! Several objects side by side in one range of addresses.

use super::support::{in_case, number, pattern, verify_object, write_object};
use ur_ipc_fixtures::api::VirtualMemAccessFlags;
use ur_ipc_fixtures::ladder::{
    CONSUMER, Fixture, PhysMemFixture, QueueFixture, UrContextTest, UrIpcPhysMemTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{
    Exported, PhysicalMemory, create_shareable_physical, export_physical, granularity, map, open_physical,
    reserve,
};
use ur_ipc_fixtures::{Link, Pattern, Peer, Role, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "cross_process::physical_memory::multi_range",
        &["cross_process.physical_memory.multi_range"],
        with!(PhysMemFixture, one_consumer),
    )
    .roles(&[Role { name: CONSUMER, body: consumer }]),
    Test::new(
        "cross_process::physical_memory::multi_range_consumers",
        &["cross_process.physical_memory.multi_range"],
        with!(PhysMemFixture, several_consumers),
    )
    .roles(&[Role { name: CONSUMER, body: consumer }]),
];

/// The objects' sizes in granules.
const SLICES: [usize; 3] = [1, 3, 2];

/// The pattern of a slice: the producer's is number 0, the consumers' follow.
fn slice_pattern(t: &TestContext<'_>, writer: usize, slice: usize) -> Pattern {
    pattern(t, (writer * SLICES.len() + slice) as u64)
}

struct Objects<'t> {
    // Handles are put before their objects are released.
    exports: Vec<Exported<'t>>,
    objects: Vec<PhysicalMemory<'t>>,
    granule: usize,
}

impl<'t> Objects<'t> {
    fn create(t: &'t TestContext<'t>, f: &impl UrIpcPhysMemTest) -> TestResult<Self> {
        let mut this = Self { exports: Vec::new(), objects: Vec::new(), granule: f.granule() };
        for (slice, granules) in SLICES.into_iter().enumerate() {
            let object = create_shareable_physical(t, f.context(), granules * f.granule())?;
            write_object(t, f, object.raw(), granules * f.granule(), slice_pattern(t, 0, slice))?;
            this.exports.push(export_physical(t, f.context(), object.raw())?);
            this.objects.push(object);
        }
        Ok(this)
    }

    /// Tells a consumer which number it has, which slices are its own to write, and all handles.
    fn describe(&self, peer: &Peer<'_>, number: usize, own: &[u8]) -> TestResult {
        peer.send("number", &number.to_le_bytes())?;
        peer.send("own", own)?;
        self.exports.iter().try_for_each(|handle| peer.send("handle", &handle.bytes()))
    }

    fn verify<'f>(
        &self,
        t: &'f TestContext<'f>,
        f: &impl UrQueueTest,
        writer: impl Fn(usize) -> usize,
    ) -> TestResult {
        for (slice, object) in self.objects.iter().enumerate() {
            let (size, wanted) = (SLICES[slice] * self.granule, slice_pattern(t, writer(slice), slice));
            in_case(format!("slice {slice}"), verify_object(t, f, object.raw(), size, wanted))?;
        }
        Ok(())
    }
}

/// One consumer maps three objects side by side, finds each in its place, and writes each back.
fn one_consumer(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let objects = Objects::create(t, f)?;
    let mut peer = Peer::start(t, CONSUMER)?;
    objects.describe(&peer, 1, &[0, 1, 2])?;
    peer.meet("read")?;
    peer.join()?;
    objects.verify(t, f, |_| 1)
}

/// Three consumers map all three objects side by side, and each writes one of them back.
fn several_consumers(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let objects = Objects::create(t, f)?;
    let mut peers = Vec::new();
    for slice in 0..SLICES.len() {
        let peer = Peer::start(t, CONSUMER)?;
        objects.describe(&peer, slice + 1, &[slice as u8])?;
        peers.push(peer);
    }
    // Nobody writes before everybody has read.
    for peer in &mut peers {
        peer.recv("read")?;
    }
    for peer in &peers {
        peer.send("read", &[])?;
    }
    peers.into_iter().try_for_each(Peer::join)?;
    objects.verify(t, f, |slice| slice + 1)
}

fn consumer(t: &TestContext<'_>, link: &Link) -> TestResult {
    let f = QueueFixture::set_up(t)?;
    let granule = granularity(t, f.context())?;
    let writer = number(&link.recv("number")?)?;
    let own = link.recv("own")?;
    let total = SLICES.iter().sum::<usize>() * granule;
    let reservation = reserve(t, f.context(), total)?;
    let mut imports = Vec::new();
    for _ in SLICES {
        imports.push(open_physical(t, f.context(), &link.recv("handle")?)?);
    }
    let mut mappings = Vec::new();
    let mut offset = 0;
    for (granules, import) in SLICES.into_iter().zip(&imports) {
        let (at, size) = (reservation.raw().0.at(offset), granules * granule);
        let access = VirtualMemAccessFlags::READ_WRITE;
        mappings.push(map(t, f.context(), at, size, import.raw(), 0, access)?);
        offset += size;
    }
    for (slice, mapping) in mappings.iter().enumerate() {
        let (at, size) = mapping.raw();
        let bytes = f.read(t, at, size)?;
        in_case(format!("slice {slice}"), slice_pattern(t, 0, slice).verify(0, &bytes).map_err(Into::into))?;
    }
    link.meet("read")?;
    for slice in own.into_iter().map(usize::from) {
        let (at, size) = mappings[slice].raw();
        f.write(t, at, &slice_pattern(t, writer, slice).bytes(0, size))?;
    }
    Ok(())
}
