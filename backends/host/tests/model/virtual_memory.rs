//! Virtual memory: refused calls, and the queries of a range.

use crate::support::*;
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const UNIT: usize = 64 * 1024;
const RW: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;
const RO: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_ONLY;

/// Two units of physical memory, and a reservation of four.
struct TestBed {
    s: Setup,
    physical: PhysicalMemHandle,
    start: *mut c_void,
}

fn test_bed() -> TestBed {
    let s = setup();
    let mut physical = PhysicalMemHandle::NULL;
    // SAFETY: the output is live.
    ok(unsafe { s.ur.physical_mem_create(s.context, s.device, 2 * UNIT, null(), &raw mut physical) });
    let start = reserve(&s, null(), 4 * UNIT).expect("room");
    TestBed { s, physical, start }
}

fn reserve(s: &Setup, wanted: *const c_void, size: usize) -> Result<*mut c_void, UrResult> {
    let mut start = null_mut();
    // SAFETY: the output is live.
    let result = unsafe { s.ur.virtual_mem_reserve(s.context, wanted, size, &raw mut start) };
    if result.is_success() { Ok(start) } else { Err(result) }
}

impl TestBed {
    /// The address so many bytes into the reservation.
    fn at(&self, offset: usize) -> *mut c_void {
        self.start.wrapping_byte_add(offset)
    }

    fn map(&self, at: usize, size: usize, offset: usize) -> UrResult {
        // SAFETY: any address is checked.
        unsafe { self.s.ur.virtual_mem_map(self.s.context, self.at(at), size, self.physical, offset, RW) }
    }

    fn unmap(&self, at: usize, size: usize) -> UrResult {
        // SAFETY: any address is checked.
        unsafe { self.s.ur.virtual_mem_unmap(self.s.context, self.at(at), size) }
    }

    fn set_access(&self, at: usize, size: usize, access: VirtualMemAccessFlags) -> UrResult {
        // SAFETY: any address is checked.
        unsafe { self.s.ur.virtual_mem_set_access(self.s.context, self.at(at), size, access) }
    }

    fn free(&self, at: usize, size: usize) -> UrResult {
        // SAFETY: any address is checked.
        unsafe { self.s.ur.virtual_mem_free(self.s.context, self.at(at), size) }
    }

    fn access(&self, at: usize, size: usize) -> Result<VirtualMemAccessFlags, UrResult> {
        self.ask(VirtualMemInfo::ACCESS_MODE, at, size)
    }

    fn ask(&self, name: VirtualMemInfo, at: usize, size: usize) -> Result<VirtualMemAccessFlags, UrResult> {
        let mut flags = VirtualMemAccessFlags(99);
        let (s, out) = (&self.s, (&raw mut flags).cast());
        // SAFETY: the output has the size of the answer.
        let result =
            unsafe { s.ur.virtual_mem_get_info(s.context, self.at(at), size, name, 4, out, null_mut()) };
        if result.is_success() { Ok(flags) } else { Err(result) }
    }
}

#[test]
fn the_granularity_is_known_with_and_without_a_device() {
    let s = setup();
    let ask = |device, name| {
        let mut answer = 0usize;
        let out = (&raw mut answer).cast();
        // SAFETY: the output has the size of the answer.
        let result =
            unsafe { s.ur.virtual_mem_granularity_get_info(s.context, device, 1, name, 8, out, null_mut()) };
        if result.is_success() { Ok(answer) } else { Err(result) }
    };
    for device in [s.device, DeviceHandle::NULL] {
        for name in [VirtualMemGranularityInfo::MINIMUM, VirtualMemGranularityInfo::RECOMMENDED] {
            assert_eq!(ask(device, name), Ok(UNIT));
        }
        let unknown = ask(device, VirtualMemGranularityInfo(0xffff));
        assert_eq!(unknown, Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    }
}

#[test]
fn reservations_are_checked_and_made_where_wanted() {
    let b = test_bed();
    for size in [0, UNIT / 2, UNIT + 1] {
        assert_eq!(reserve(&b.s, null(), size), Err(UrResult::ERROR_INVALID_SIZE));
    }
    assert_eq!(reserve(&b.s, b.at(1), UNIT), Err(UrResult::ERROR_INVALID_VALUE));
    let wanted = b.at(100 * UNIT);
    assert_eq!(reserve(&b.s, wanted, UNIT), Ok(wanted));
}

#[test]
fn only_a_whole_empty_reservation_is_freed() {
    let b = test_bed();
    ok(b.map(UNIT, UNIT, 0));
    assert_eq!(b.free(0, 4 * UNIT), UrResult::ERROR_INVALID_VALUE);
    ok(b.unmap(UNIT, UNIT));
    for (at, size) in [(0, 3 * UNIT), (0, 5 * UNIT), (UNIT, 3 * UNIT), (UNIT, 4 * UNIT)] {
        assert_eq!(b.free(at, size), UrResult::ERROR_INVALID_VALUE);
    }
    ok(b.free(0, 4 * UNIT));
    assert_eq!(b.free(0, 4 * UNIT), UrResult::ERROR_INVALID_VALUE);
}

#[rstest]
#[case::whole(0, 2 * UNIT, 0, UrResult::SUCCESS)]
#[case::at_the_end(3 * UNIT, UNIT, UNIT, UrResult::SUCCESS)]
#[case::nothing(0, 0, 0, UrResult::ERROR_INVALID_SIZE)]
#[case::half_a_unit(0, UNIT / 2, 0, UrResult::ERROR_INVALID_SIZE)]
#[case::more_than_the_object(0, 3 * UNIT, 0, UrResult::ERROR_INVALID_SIZE)]
#[case::past_the_object(0, 2 * UNIT, UNIT, UrResult::ERROR_INVALID_SIZE)]
#[case::offset_within_a_unit(0, UNIT, 1, UrResult::ERROR_INVALID_VALUE)]
#[case::start_within_a_unit(1, UNIT, 0, UrResult::ERROR_INVALID_VALUE)]
#[case::over_the_end(3 * UNIT, 2 * UNIT, 0, UrResult::ERROR_INVALID_VALUE)]
#[case::behind_the_end(4 * UNIT, UNIT, 0, UrResult::ERROR_INVALID_VALUE)]
#[case::far_behind_the_end(9 * UNIT, UNIT, 0, UrResult::ERROR_INVALID_VALUE)]
fn a_mapping_fits_the_object_and_the_reservation(
    #[case] at: usize,
    #[case] size: usize,
    #[case] offset: usize,
    #[case] expected: UrResult,
) {
    let b = test_bed();
    assert_eq!(b.map(at, size, offset), expected);
}

#[test]
fn a_range_is_taken_once() {
    let b = test_bed();
    ok(b.map(UNIT, 2 * UNIT, 0));
    for (at, size) in [(0, 2 * UNIT), (UNIT, UNIT), (2 * UNIT, UNIT), (2 * UNIT, 2 * UNIT)] {
        assert_eq!(b.map(at, size, 0), UrResult::ERROR_INVALID_VALUE);
    }
    ok(b.map(0, UNIT, 0));
    ok(b.map(3 * UNIT, UNIT, 0));
}

#[test]
fn access_is_kept_by_the_unit() {
    let b = test_bed();
    ok(b.map(UNIT, 2 * UNIT, 0));
    assert_eq!(b.access(UNIT, 2 * UNIT), Ok(RW));
    ok(b.set_access(UNIT, UNIT, RO));
    assert_eq!((b.access(UNIT, UNIT), b.access(2 * UNIT, UNIT)), (Ok(RO), Ok(RW)));
    ok(b.set_access(UNIT, UNIT, RW));
    ok(b.set_access(2 * UNIT, UNIT, RO));
    assert_eq!((b.access(UNIT, UNIT), b.access(2 * UNIT, UNIT)), (Ok(RW), Ok(RO)));
    for (at, size) in [(UNIT, 2 * UNIT), (0, UNIT), (3 * UNIT, UNIT), (UNIT, 0), (UNIT, UNIT / 2), (1, UNIT)]
    {
        assert_eq!(b.access(at, size), Err(UrResult::ERROR_INVALID_VALUE));
    }
    assert_eq!(b.set_access(0, 2 * UNIT, RO), UrResult::ERROR_INVALID_VALUE);
    assert_eq!(b.access(UNIT, UNIT), Ok(RW));
    let unknown = b.ask(VirtualMemInfo(0xffff), UNIT, UNIT);
    assert_eq!(unknown, Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    for flags in [VirtualMemAccessFlags(0), VirtualMemAccessFlags(3), VirtualMemAccessFlags(1 << 20)] {
        let known = [VirtualMemAccessFlags::NONE, RW, RO].contains(&flags);
        let expected = if known { UrResult::SUCCESS } else { UrResult::ERROR_INVALID_ENUMERATION };
        assert_eq!(b.set_access(UNIT, UNIT, flags), expected);
    }
}

#[test]
fn unmapping_leaves_what_is_beside_it() {
    let b = test_bed();
    ok(b.map(0, 2 * UNIT, 0));
    ok(b.map(2 * UNIT, 2 * UNIT, 0));
    assert_eq!(b.unmap(3 * UNIT, 2 * UNIT), UrResult::ERROR_INVALID_VALUE);
    ok(b.unmap(UNIT, 2 * UNIT));
    assert_eq!((b.access(0, UNIT), b.access(3 * UNIT, UNIT)), (Ok(RW), Ok(RW)));
    for at in [UNIT, 2 * UNIT] {
        assert_eq!(b.access(at, UNIT), Err(UrResult::ERROR_INVALID_VALUE));
        assert_eq!(b.unmap(at, UNIT), UrResult::ERROR_INVALID_VALUE);
    }
    // The second half of the object is still behind the last unit.
    let source = b.s.alloc(UNIT);
    b.s.write(b.at(3 * UNIT), b"second");
    ok(b.map(UNIT, UNIT, UNIT));
    assert_eq!(b.s.read(b.at(UNIT), 6), b"second");
    b.s.free(source);
}

#[test]
fn another_context_has_no_part_in_a_reservation() {
    let b = test_bed();
    let other = context(&b.s.ur, &b.s.devices);
    ok(b.map(0, UNIT, 0));
    // SAFETY: any handle and address is checked.
    unsafe {
        let ur = &b.s.ur;
        let refused = UrResult::ERROR_INVALID_CONTEXT;
        assert_eq!(ur.virtual_mem_map(other, b.at(UNIT), UNIT, b.physical, 0, RW), refused);
        assert_eq!(ur.virtual_mem_set_access(other, b.start, UNIT, RO), refused);
        assert_eq!(ur.virtual_mem_unmap(other, b.start, UNIT), refused);
        assert_eq!(ur.virtual_mem_free(other, b.at(4 * UNIT), UNIT), UrResult::ERROR_INVALID_VALUE);
        // What lies behind a reservation or reaches over its end is nobody's.
        for (at, size) in [(4 * UNIT, UNIT), (3 * UNIT, 2 * UNIT), (9 * UNIT, UNIT)] {
            let result = ur.virtual_mem_set_access(other, b.at(at), size, RO);
            assert_eq!(result, UrResult::ERROR_INVALID_VALUE);
        }
    }
}
