//! Allocations of USM memory, and their queries.

use crate::support::*;
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const KIB: usize = 1 << 10;

fn make(s: &Setup, kind: UsmType, desc: *const UsmDesc, size: usize) -> Result<*mut c_void, UrResult> {
    let (mut mem, pool) = (null_mut(), UsmPoolHandle::NULL);
    // SAFETY: the descriptor is null or live, and the output is live.
    let result = unsafe {
        match kind {
            UsmType::DEVICE => s.ur.usm_device_alloc(s.context, s.device, desc, pool, size, &raw mut mem),
            UsmType::SHARED => s.ur.usm_shared_alloc(s.context, s.device, desc, pool, size, &raw mut mem),
            _ => s.ur.usm_host_alloc(s.context, desc, pool, size, &raw mut mem),
        }
    };
    if result.is_success() { Ok(mem) } else { Err(result) }
}

fn info(s: &Setup, mem: *const c_void, name: UsmAllocInfo) -> Result<usize, UrResult> {
    let mut answer = 0usize;
    let out = (&raw mut answer).cast();
    // SAFETY: the output is live and holds any of the answers.
    let result = unsafe { s.ur.usm_get_mem_alloc_info(s.context, mem, name, 8, out, null_mut()) };
    if result.is_success() { Ok(answer) } else { Err(result) }
}

fn pool(s: &Setup, desc: &mut UsmPoolDesc) -> Result<UsmPoolHandle, UrResult> {
    let mut pool = UsmPoolHandle::NULL;
    // SAFETY: the descriptor and the output are live.
    let result = unsafe { s.ur.usm_pool_create(s.context, desc, &raw mut pool) };
    if result.is_success() { Ok(pool) } else { Err(result) }
}

fn described(stype: StructureType, align: u32) -> UsmDesc {
    UsmDesc { stype, p_next: null(), hints: 0, align }
}

#[rstest]
#[case(UsmType::DEVICE)]
#[case(UsmType::SHARED)]
#[case(UsmType::HOST)]
fn an_allocation_says_what_it_is(#[case] kind: UsmType) {
    let s = setup();
    let mem = make(&s, kind, null(), 1000).expect("room");
    let inside = mem.wrapping_byte_add(999);
    assert_eq!(info(&s, inside, UsmAllocInfo::TYPE), Ok(kind.0 as usize));
    assert_eq!(info(&s, inside, UsmAllocInfo::BASE_PTR), Ok(mem.addr()));
    assert_eq!(info(&s, inside, UsmAllocInfo::SIZE), Ok(1000));
    let device =
        if kind == UsmType::HOST { Err(UrResult::ERROR_INVALID_VALUE) } else { Ok(s.device.address()) };
    assert_eq!(info(&s, inside, UsmAllocInfo::DEVICE), device);
    assert_eq!(info(&s, inside, UsmAllocInfo::POOL), Err(UrResult::ERROR_INVALID_VALUE));
    let unknown = info(&s, inside, UsmAllocInfo(0xffff));
    assert_eq!(unknown, Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
    if kind != UsmType::DEVICE {
        // SAFETY: memory that the host reaches, of this size.
        unsafe { mem.cast::<u8>().write_bytes(7, 1000) };
        assert_eq!(s.read(mem, 1000), [7; 1000]);
    }
    s.free(mem);
    assert_eq!(info(&s, mem, UsmAllocInfo::TYPE), Ok(UsmType::UNKNOWN.0 as usize));
    assert_eq!(info(&s, mem, UsmAllocInfo::SIZE), Err(UrResult::ERROR_INVALID_MEM_OBJECT));
}

#[test]
fn sizes_are_checked() {
    let s = setup();
    for kind in [UsmType::DEVICE, UsmType::SHARED, UsmType::HOST] {
        for size in [0, (8 << 30) + 1, usize::MAX] {
            assert_eq!(make(&s, kind, null(), size), Err(UrResult::ERROR_INVALID_USM_SIZE));
        }
    }
}

#[rstest]
#[case(0, true)]
#[case(1, true)]
#[case(512, true)]
#[case(4096, true)]
#[case(8192, false)]
#[case(3, false)]
#[case(4097, false)]
fn alignments_are_powers_of_two_up_to_a_page(#[case] align: u32, #[case] good: bool) {
    let s = setup();
    let desc = described(StructureType::USM_DESC, align);
    let pool = pool(&s, &mut UsmPoolDesc::new(UsmPoolFlags::NONE_SET)).expect("a pool");
    let mut block = null_mut();
    let allocate = |desc: &UsmDesc, block: *mut *mut c_void| {
        // SAFETY: the descriptor and the output are live.
        unsafe { s.ur.usm_device_alloc(s.context, s.device, desc, pool, 1, block) }
    };
    for _ in 0..3 {
        let expected = if good { UrResult::SUCCESS } else { UrResult::ERROR_INVALID_VALUE };
        assert_eq!(allocate(&desc, &raw mut block), expected);
        assert!(!good || block.addr().is_multiple_of(align.max(1) as usize));
    }
    let desc = described(StructureType::USM_POOL_DESC, align);
    assert_eq!(allocate(&desc, &raw mut block), UrResult::ERROR_INVALID_VALUE);
}

#[test]
fn small_allocations_come_from_the_pool_and_large_ones_do_not() {
    let s = setup();
    let pool = pool(&s, &mut UsmPoolDesc::new(UsmPoolFlags::NONE_SET)).expect("a pool");
    let distance = |size| {
        let (one, two) = (s.alloc_from(pool, size), s.alloc_from(pool, size));
        assert_eq!(info(&s, one, UsmAllocInfo::POOL), Ok(pool.address()));
        two.addr() - one.addr()
    };
    assert_eq!(distance(64 * KIB), 64 * KIB);
    // Two granules and the gaps behind them.
    assert_eq!(distance(64 * KIB + 1), 3 * 64 * KIB);
}

#[test]
fn pools_are_checked() {
    let s = setup();
    let mut desc = UsmPoolDesc::new(UsmPoolFlags::NONE_SET);
    desc.flags = UsmPoolFlags(1 << 31);
    assert_eq!(pool(&s, &mut desc), Err(UrResult::ERROR_INVALID_ENUMERATION));
    desc = UsmPoolDesc::new(UsmPoolFlags::NONE_SET);
    desc.stype = StructureType::USM_DESC;
    assert_eq!(pool(&s, &mut desc), Err(UrResult::ERROR_INVALID_VALUE));
    let pool = pool(&s, &mut UsmPoolDesc::new(UsmPoolFlags::NONE_SET)).expect("a pool");
    let other = context(&s.ur, &s.devices);
    let mut mem = null_mut();
    let mut allocate = |context| {
        // SAFETY: the output is live, and any handle is checked.
        unsafe { s.ur.usm_device_alloc(context, s.device, null(), pool, 1, &raw mut mem) }
    };
    assert_eq!(allocate(other), UrResult::ERROR_INVALID_CONTEXT);
    ok(allocate(s.context));
    // SAFETY: any handle is checked.
    unsafe {
        ok(s.ur.usm_pool_release(pool));
        assert_eq!(s.ur.usm_pool_release(pool), UrResult::ERROR_INVALID_VALUE);
    }
    assert_eq!(allocate(s.context), UrResult::ERROR_INVALID_VALUE);
}
