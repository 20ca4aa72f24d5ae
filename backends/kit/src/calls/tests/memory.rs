//! USM, virtual memory, and their books.

use super::fake::{Fake, GRANULE, RESERVED, USM, at};
use crate::objects::Opened;
use rstest::rstest;
use std::ptr::{null, null_mut};
use std::sync::Arc;
use ur_ipc_api::{
    ContextHandle, PhysicalMemHandle, StructureType, UrResult, UsmDesc, UsmPoolHandle, UsmType,
    VirtualMemAccessFlags,
};

const OUT: usize = 9;

fn allocate(fake: &Fake, align: u32, pool: usize, size: usize) -> (Result<(), UrResult>, usize) {
    let desc = UsmDesc { stype: StructureType::USM_DESC, p_next: null(), hints: 0, align };
    let mut mem = at(OUT as u64);
    let (context, device) = (fake.context(), fake.device_handle(0));
    let pool = UsmPoolHandle::from_address(pool);
    // SAFETY: descriptor and output are local variables.
    let answer = unsafe { fake.usm_device_alloc(context, device, &raw const desc, pool, size, &raw mut mem) };
    (answer, mem.addr())
}

#[rstest]
#[case(3, 1, 0, UrResult::ERROR_INVALID_VALUE)]
#[case(8, 1, 0, UrResult::ERROR_INVALID_USM_SIZE)]
#[case(8, 1, 64, UrResult::ERROR_INVALID_VALUE)]
fn the_first_wrong_argument_counts(
    #[case] align: u32,
    #[case] pool: usize,
    #[case] size: usize,
    #[case] expected: UrResult,
) {
    assert_eq!(allocate(&Fake::with_two_devices(), align, pool, size), (Err(expected), OUT));
}

#[test]
fn what_the_driver_refuses_is_not_booked() {
    let fake = Fake::with_two_devices();
    let context = fake.context();
    fake.fail(true);
    let mut mem = at(OUT as u64);
    let no_pool = UsmPoolHandle::from_address(0);
    // SAFETY: no descriptor; the output is a local variable.
    let answer = unsafe { fake.usm_host_alloc(context, null(), no_pool, 64, &raw mut mem) };
    assert_eq!((answer, mem.addr()), (Err(UrResult::ERROR_OUT_OF_RESOURCES), OUT));
    assert!(fake.memory.ranges().allocations.is_empty());
}

#[rstest]
#[case(USM, Some((UsmType::DEVICE, USM)))]
#[case(USM + 63, Some((UsmType::DEVICE, USM)))]
#[case(USM + 64, None)]
#[case(USM - 1, None)]
fn a_region_is_all_of_an_allocation(#[case] address: u64, #[case] expected: Option<(UsmType, u64)>) {
    let fake = Fake::with_two_devices();
    assert_eq!(allocate(&fake, 0, 0, 64), (Ok(()), USM as usize));
    let region = fake.memory.ranges().region(address);
    assert_eq!(region.map(|region| (region.kind, region.base)), expected);
}

/// Opens in these contexts, all at one address.
fn open(fake: &Fake, contexts: &[ContextHandle]) {
    let opened = contexts.iter().map(|context| Opened {
        native: (),
        base: USM,
        size: 64,
        device: Arc::clone(&fake.devices[0]),
        context: fake.contexts.get(context.address()).unwrap(),
    });
    fake.memory.ranges().opened.entry(USM + 8).or_default().extend(opened);
}

#[test]
fn close_takes_an_open_of_its_own_context_first() {
    let fake = Fake::with_two_devices();
    let (one, other) = (fake.context(), fake.context());
    open(&fake, &[one, other, one]);
    let context = fake.contexts.get(other.address()).unwrap();
    let mut closed = Vec::new();
    while let Some(opened) = fake.memory.ranges().close(USM + 8, &context) {
        closed.push(opened.context.id == other.address());
    }
    assert_eq!(closed, [true, false, false]);
    assert!(fake.memory.ranges().region(USM).is_none());
}

struct Virtual {
    fake: Fake,
    context: ContextHandle,
    physical: PhysicalMemHandle,
}

impl Virtual {
    /// Two granules of addresses, one of memory.
    fn new() -> Self {
        let fake = Fake::with_two_devices();
        let context = fake.context();
        let (mut start, mut physical) = (null_mut(), PhysicalMemHandle::from_address(0));
        // SAFETY: the outputs are local variables.
        unsafe {
            fake.virtual_mem_reserve(context, null(), 2 * GRANULE, &raw mut start).unwrap();
            let device = fake.device_handle(0);
            fake.physical_mem_create(context, device, GRANULE, null(), &raw mut physical).unwrap();
        }
        assert_eq!(start.addr() as u64, RESERVED);
        fake.asked();
        Self { fake, context, physical }
    }

    fn map(&self, granule: usize, granules: usize, offset: usize) -> Result<(), UrResult> {
        let start = at(RESERVED + (granule * GRANULE) as u64);
        let (size, flags) = (granules * GRANULE, VirtualMemAccessFlags::READ_ONLY);
        // SAFETY: the driver maps nothing.
        unsafe { self.fake.virtual_mem_map(self.context, start, size, self.physical, offset, flags) }
    }

    fn check(&self, write: bool) -> Option<Result<(), UrResult>> {
        self.fake.memory.ranges().check(RESERVED, 8, write)
    }
}

#[rstest]
#[case(0, 0, 0)]
#[case(0, 2, 0)]
#[case(2, 1, 0)]
#[case(0, 1, 1)]
#[case(0, 1, GRANULE)]
#[case(0, 1, usize::MAX - GRANULE + 1)]
fn only_what_fits_is_mapped(#[case] granule: usize, #[case] granules: usize, #[case] offset: usize) {
    let test_bed = Virtual::new();
    assert_eq!(test_bed.map(granule, granules, offset), Err(UrResult::ERROR_INVALID_VALUE));
    assert!(test_bed.fake.asked().is_empty());
}

#[test]
fn commands_reach_what_is_mapped_with_an_access_that_suits() {
    let test_bed = Virtual::new();
    assert_eq!(test_bed.check(false), Some(Err(UrResult::ERROR_INVALID_VALUE)));
    test_bed.map(0, 1, 0).unwrap();
    assert_eq!(test_bed.check(false), Some(Ok(())));
    assert_eq!(test_bed.check(true), Some(Err(UrResult::ERROR_INVALID_VALUE)));
    assert_eq!(test_bed.map(0, 1, 0), Err(UrResult::ERROR_INVALID_VALUE));
    let (fake, start) = (&test_bed.fake, at(RESERVED));
    let flags = VirtualMemAccessFlags::READ_WRITE;
    // SAFETY: the driver maps nothing.
    unsafe { fake.virtual_mem_set_access(test_bed.context, start, GRANULE, flags) }.unwrap();
    assert_eq!(test_bed.check(true), Some(Ok(())));
    assert!(fake.memory.ranges().check(USM, 8, false).is_none());
}

#[test]
fn books_follow_the_driver() {
    let test_bed = Virtual::new();
    test_bed.map(0, 1, 0).unwrap();
    let (fake, start) = (&test_bed.fake, at(RESERVED));
    // SAFETY: the driver maps nothing, here and below.
    let unmap = || unsafe { fake.virtual_mem_unmap(test_bed.context, start, GRANULE) };
    // SAFETY: as above.
    let free = |size| unsafe { fake.virtual_mem_free(test_bed.context, start, size) };
    assert_eq!(free(2 * GRANULE), Err(UrResult::ERROR_INVALID_VALUE));
    fake.fail(true);
    assert_eq!(unmap(), Err(UrResult::ERROR_OUT_OF_RESOURCES));
    fake.fail(false);
    assert_eq!(test_bed.check(false), Some(Ok(())));
    assert_eq!((unmap(), unmap()), (Ok(()), Err(UrResult::ERROR_INVALID_VALUE)));
    assert_eq!(free(GRANULE), Err(UrResult::ERROR_INVALID_VALUE));
    fake.fail(true);
    assert_eq!(free(2 * GRANULE), Err(UrResult::ERROR_OUT_OF_RESOURCES));
    fake.fail(false);
    assert_eq!((free(2 * GRANULE), test_bed.check(false)), (Ok(()), None));
}
