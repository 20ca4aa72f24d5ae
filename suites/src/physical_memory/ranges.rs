//! Several objects side by side in one range of addresses.

use ur_ipc_fixtures::api::VirtualMemAccessFlags;
use ur_ipc_fixtures::hierarchy::{Fixture, UrIpcPhysMemTest, UrQueueTest};
use ur_ipc_fixtures::objects::{Mapping, PhysicalMemory, Reservation};
use ur_ipc_fixtures::{At, InCase, Pattern, Scenario, TestContext, TestResult, Tests, case};

/// The objects' sizes in granules.
const SLICES: [usize; 3] = [1, 3, 2];

pub(super) fn tests(tests: &mut Tests) {
    let requirement = "cross_process.physical_memory.multi_range";
    let mut group = tests.group("physical_memory", "cross_process::physical_memory");
    group
        .table([
            // One consumer maps three objects side by side, finds each in its place, and writes each back.
            case("multi_range", requirement, vec![vec![0, 1, 2]]),
            // Three consumers map all three objects side by side, and each writes one of them back.
            case("multi_range_consumers", requirement, vec![vec![0], vec![1], vec![2]]),
        ])
        .across(side_by_side);
}

/// The pattern of a slice: the producer's is number 0, the consumers' follow.
fn pattern(t: &TestContext, writer: usize, slice: usize) -> Pattern {
    t.pattern(writer * SLICES.len() + slice)
}

/// All slices in the process of a consumer, in their order in one range.
struct Mapped {
    // Fields drop in this order.
    slices: Vec<(Mapping, PhysicalMemory)>,
    _range: Reservation,
    f: UrQueueTest,
}

impl Mapped {
    fn new(t: &TestContext, handles: &[Vec<u8>]) -> TestResult<Self> {
        let f = UrQueueTest::set_up(t)?;
        let granule = f.in_context().granularity()?;
        let range = f.in_context().reserve(SLICES.iter().sum::<usize>() * granule)?;
        let imports = handles.iter().map(|handle| f.in_context().open_physical(handle));
        let imports = imports.collect::<TestResult<Vec<_>>>()?;
        let (mut slices, mut at) = (Vec::new(), range.raw().0);
        for (granules, import) in SLICES.into_iter().zip(imports) {
            let (size, access) = (granules * granule, VirtualMemAccessFlags::READ_WRITE);
            slices.push((f.in_context().map(at, size, import.raw(), 0, access)?, import));
            at = at.at(size);
        }
        Ok(Self { slices, _range: range, f })
    }
}

/// `consumers` tells which slices each writes back.
fn side_by_side(s: &Scenario, f: &At<UrIpcPhysMemTest>, consumers: &Vec<Vec<usize>>) -> TestResult<At<()>> {
    let objects = s.here(|t| {
        let make = |(slice, granules): (usize, usize)| {
            let object = f.in_context().shareable_physical(granules * f.granule())?;
            f.write_physical(object.raw(), granules * f.granule(), pattern(t, 0, slice))?;
            // Handles are put before their objects are released.
            Ok((object.export()?, object))
        };
        SLICES.into_iter().enumerate().map(make).collect::<TestResult<Vec<_>>>()
    })?;
    let handles = s.tell(|_| Ok(objects.iter().map(|(handle, _)| handle.bytes()).collect::<Vec<_>>()))?;
    let peers = s.peers("consumer", consumers.len())?;
    let read = peers.iter().map(|peer| {
        s.start(peer, |t| {
            let mapped = Mapped::new(t, &handles)?;
            for (slice, (mapping, _)) in mapped.slices.iter().enumerate() {
                mapping.verify(mapped.f.queue(), pattern(t, 0, slice)).in_case(format!("slice {slice}"))?;
            }
            Ok(mapped)
        })
    });
    // Nobody writes before everybody has read.
    let read = read.collect::<TestResult<Vec<_>>>()?;
    let mapped = read.into_iter().map(|read| s.finish(read)).collect::<TestResult<Vec<_>>>()?;
    let written = peers.iter().zip(&mapped).zip(1..).zip(consumers).map(|(((peer, mapped), writer), own)| {
        s.start(peer, |t| {
            own.iter().try_for_each(|&slice| {
                mapped.slices[slice].0.write(mapped.f.queue(), pattern(t, writer, slice))
            })
        })
    });
    for written in written.collect::<TestResult<Vec<_>>>()? {
        s.finish(written)?;
    }
    peers.into_iter().try_for_each(|peer| s.leave(peer))?;
    s.here(|t| {
        for (slice, (_, object)) in objects.iter().enumerate() {
            let writer = consumers.iter().position(|own| own.contains(&slice)).map_or(0, |at| at + 1);
            f.verify_physical(object.raw(), SLICES[slice] * f.granule(), pattern(t, writer, slice))
                .in_case(format!("slice {slice}"))?;
        }
        Ok(())
    })
}
