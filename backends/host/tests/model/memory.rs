//! USM memory, shared within one process.

use crate::support::*;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const BYTES: &[u8] = b"what is written here is read there";

#[test]
fn an_opened_pointer_shows_and_changes_the_source() {
    let s = setup();
    let mem = s.alloc(1000);
    s.write(mem, BYTES);
    let handle = s.get_mem(mem);
    let opened = s.open_mem(&handle.bytes()).expect("opens");
    assert_ne!(opened, mem);
    assert_eq!(s.read(opened, BYTES.len()), BYTES);
    s.write(opened.wrapping_byte_add(4), b"WAS");
    assert_eq!(s.read(mem, 8), b"whatWAS ");
    ok(s.close_mem(opened));
    ok(s.put_mem(&handle));
    s.free(mem);
}

#[test]
fn an_interior_pointer_opens_to_the_same_byte() {
    let s = setup();
    let mem = s.alloc(4096);
    s.write(mem, &[7; 4096]);
    s.write(mem.wrapping_byte_add(100), BYTES);
    let handle = s.get_mem(mem.wrapping_byte_add(100));
    let opened = s.open_mem(&handle.bytes()).expect("opens");
    assert_eq!(s.read(opened, BYTES.len()), BYTES);
    let (mut base, mut size) = (0usize, 0usize);
    // SAFETY: the outputs have the sizes of the answers.
    unsafe {
        let out = (&raw mut base).cast();
        ok(s.ur.usm_get_mem_alloc_info(s.context, opened, UsmAllocInfo::BASE_PTR, 8, out, null_mut()));
        let out = (&raw mut size).cast();
        ok(s.ur.usm_get_mem_alloc_info(s.context, opened, UsmAllocInfo::SIZE, 8, out, null_mut()));
    }
    assert_eq!((base + 100, size), (opened.addr(), 4096));
    assert_eq!(s.close_mem(opened.wrapping_byte_sub(100)), UrResult::ERROR_INVALID_VALUE);
    ok(s.close_mem(opened));
    ok(s.put_mem(&handle));
    s.free(mem);
}

#[test]
fn pooled_memory_is_shared_with_its_offset() {
    let s = setup();
    let before = s.free_memory();
    let mut pool = UsmPoolHandle::NULL;
    let mut desc = UsmPoolDesc::new(UsmPoolFlags::NONE_SET);
    // SAFETY: the descriptor and the output are live.
    ok(unsafe { s.ur.usm_pool_create(s.context, &raw mut desc, &raw mut pool) });
    let blocks: Vec<_> = (0..40u8).map(|n| (n, s.alloc_from(pool, 300 + usize::from(n) * 1000))).collect();
    for &(n, mem) in &blocks {
        s.write(mem, &[n; 300]);
    }
    for &(n, mem) in &blocks {
        let handle = s.get_mem(mem);
        let opened = s.open_mem(&handle.bytes()).expect("opens");
        assert_eq!(s.read(opened, 300), [n; 300]);
        ok(s.close_mem(opened));
        ok(s.put_mem(&handle));
        let mut owner = UsmPoolHandle::NULL;
        let out = (&raw mut owner).cast();
        // SAFETY: the output has the size of a handle.
        ok(unsafe { s.ur.usm_get_mem_alloc_info(s.context, mem, UsmAllocInfo::POOL, 8, out, null_mut()) });
        assert_eq!(owner, pool);
    }
    // SAFETY: any handle is checked.
    ok(unsafe { s.ur.usm_pool_release(pool) });
    for (_, mem) in blocks {
        s.free(mem);
    }
    assert_eq!(s.free_memory(), before);
}

#[test]
fn a_put_handle_opens_nothing_and_spares_what_was_opened() {
    let s = setup();
    let mem = s.alloc(64);
    s.write(mem, BYTES);
    let (one, other) = (s.get_mem(mem), s.get_mem(mem));
    let (one_bytes, other_bytes) = (one.bytes(), other.bytes());
    let opened = s.open_mem(&one_bytes).expect("opens");
    ok(s.put_mem(&one));
    assert_eq!(s.open_mem(&one_bytes), Err(UrResult::ERROR_INVALID_VALUE));
    assert_eq!(s.put_mem(&one), UrResult::ERROR_INVALID_VALUE);
    assert_eq!(s.read(opened, BYTES.len()), BYTES);
    let again = s.open_mem(&other_bytes).expect("the other handle is alive");
    ok(s.close_mem(opened));
    assert_eq!(s.close_mem(opened), UrResult::ERROR_INVALID_VALUE);
    assert_eq!(s.read(again, BYTES.len()), BYTES);
    ok(s.close_mem(again));
    s.free(mem);
    ok(s.put_mem(&other));
    assert_eq!(s.open_mem(&other_bytes), Err(UrResult::ERROR_INVALID_VALUE));
}

#[test]
fn objects_outlive_the_users_context_reference() {
    let s = setup();
    let mem = s.alloc(64);
    let handle = s.get_mem(mem);
    let opened = s.open_mem(&handle.bytes()).expect("opens");
    // SAFETY: any handle is checked.
    unsafe {
        ok(s.ur.queue_release(s.queue));
        ok(s.ur.context_release(s.context));
        assert_eq!(s.ur.context_release(s.context), UrResult::ERROR_INVALID_CONTEXT);
    }
    ok(s.close_mem(opened));
    ok(s.put_mem(&handle));
    s.free(mem);
    assert_eq!(s.put_mem(&handle), UrResult::ERROR_INVALID_CONTEXT);
}

#[test]
fn wrong_sizes_and_damaged_bytes_are_refused() {
    let s = setup();
    let mem = s.alloc(64);
    let handle = s.get_mem(mem);
    let bytes = handle.bytes();
    let mut out = null_mut();
    for size in [0, bytes.len() - 1, bytes.len() + 1, usize::MAX] {
        // An address that faults when read: the size alone decides.
        let nowhere = std::ptr::without_provenance_mut::<c_void>(8);
        // SAFETY: an implementation must not read a handle of the wrong size.
        let result =
            unsafe { s.ur.ipc_open_mem_handle_exp(s.context, s.device, nowhere, size, &raw mut out) };
        assert_eq!(result, UrResult::ERROR_INVALID_VALUE);
    }
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(s.open_mem(&damaged), Err(UrResult::ERROR_INVALID_VALUE));
    }
    assert_eq!(s.open_event(&bytes), Err(UrResult::ERROR_INVALID_VALUE));
    let mut shifted = vec![0; bytes.len() + 1];
    shifted[1..].copy_from_slice(&bytes);
    let opened = s.open_mem(&shifted[1..]).expect("alignment does not matter");
    ok(s.close_mem(opened));
    assert_eq!(handle.bytes(), bytes);
    ok(s.put_mem(&handle));
}

#[test]
fn bad_pointers_are_refused() {
    let s = setup();
    let mem = s.alloc(100);
    let mut local = [0u8; 16];
    let stack: *mut c_void = local.as_mut_ptr().cast();
    let mut host = null_mut();
    // SAFETY: the outputs are live, and any handle or pointer is checked.
    unsafe {
        ok(s.ur.usm_host_alloc(s.context, null(), UsmPoolHandle::NULL, 64, &raw mut host));
        let (mut data, mut size) = (null_mut(), 0);
        for bad in [stack, host, mem.wrapping_byte_add(100), std::ptr::without_provenance_mut(0x1234)] {
            let result = s.ur.ipc_get_mem_handle_exp(s.context, bad, &raw mut data, &raw mut size);
            assert_eq!(result, UrResult::ERROR_INVALID_VALUE);
            assert_eq!(s.close_mem(bad), UrResult::ERROR_INVALID_VALUE);
            assert!(data.is_null() && size == 0);
        }
        assert_eq!(s.close_mem(mem), UrResult::ERROR_INVALID_VALUE);
        assert_eq!(s.ur.usm_free(s.context, stack), UrResult::ERROR_INVALID_MEM_OBJECT);
        let handle = s.get_mem(mem);
        let opened = s.open_mem(&handle.bytes()).expect("opens");
        assert_eq!(s.ur.usm_free(s.context, opened), UrResult::ERROR_INVALID_MEM_OBJECT);
        let result = s.ur.ipc_get_mem_handle_exp(s.context, opened, &raw mut data, &raw mut size);
        assert_eq!(result, UrResult::ERROR_INVALID_VALUE);
        ok(s.close_mem(opened));
        let stale = s.copy(stack, opened, 8);
        assert_eq!(stale, UrResult::ERROR_INVALID_VALUE);
        ok(s.put_mem(&handle));
    }
    assert_eq!(s.copy(mem, stack, 101), UrResult::ERROR_INVALID_SIZE);
    assert_eq!(s.copy(mem, std::ptr::without_provenance(64), 8), UrResult::ERROR_INVALID_VALUE);
    assert_eq!(s.copy(std::ptr::without_provenance_mut(1 << 62), mem, 8), UrResult::ERROR_INVALID_VALUE);
    // SAFETY: any handle is checked.
    unsafe {
        for bad in [0x10, usize::MAX, s.queue.address(), s.device.address()] {
            let context = ContextHandle::from_address(bad);
            assert_eq!(s.ur.context_retain(context), UrResult::ERROR_INVALID_CONTEXT);
        }
    }
    s.free(mem);
    s.free(host);
}

#[test]
fn nothing_leaks_over_cycles() {
    let s = setup();
    let (mem, before) = (s.alloc(5000), s.free_memory());
    let cycle = || {
        let handle = s.get_mem(mem);
        let bytes = handle.bytes();
        let opened = [(); 3].map(|()| s.open_mem(&bytes).expect("opens"));
        assert!(s.free_memory() < before);
        assert_eq!(s.open_mem(&bytes[1..]), Err(UrResult::ERROR_INVALID_VALUE));
        for mem in opened {
            ok(s.close_mem(mem));
        }
        ok(s.put_mem(&handle));
        assert_eq!(s.open_mem(&bytes), Err(UrResult::ERROR_INVALID_VALUE));
    };
    assert_stable(cycle);
    assert_eq!(s.free_memory(), before);
}

#[test]
fn host_memory_is_read_to_its_last_byte_and_no_further() {
    use nix::sys::mman::{MapFlags, ProtFlags, mmap_anonymous, mprotect};
    use std::num::NonZero;
    let s = setup();
    let (page, mem) = (4096, s.alloc(64));
    let size = NonZero::new(2 * page).expect("two pages");
    // SAFETY: a new mapping, of which nobody uses the second page, and which stays until the process ends.
    let start = unsafe {
        let both = ProtFlags::PROT_READ | ProtFlags::PROT_WRITE;
        let start = mmap_anonymous(None, size, both, MapFlags::MAP_PRIVATE).expect("room");
        mprotect(start.byte_add(page), page, ProtFlags::PROT_NONE).expect("a whole page");
        start.as_ptr()
    };
    let last = start.wrapping_byte_add(page - 16);
    ok(s.copy(mem, last, 16));
    assert_eq!(s.copy(mem, last, 17), UrResult::ERROR_INVALID_VALUE);
    assert_eq!(s.copy(mem, last.wrapping_byte_add(16), 1), UrResult::ERROR_INVALID_VALUE);
}

#[test]
fn fills_repeat_their_pattern() {
    let s = setup();
    let mem = s.alloc(100_000);
    s.write(mem, &vec![0xff; 100_000]);
    let pattern = [1u8, 2, 3, 4];
    let fill = |size, pattern_size| {
        let (at, pattern) = (mem.wrapping_byte_add(8), pattern.as_ptr().cast());
        // SAFETY: the pattern is live.
        unsafe { s.ur.enqueue_usm_fill(s.queue, at, pattern_size, pattern, size, 0, null(), null_mut()) }
    };
    ok(fill(90_000, 4));
    s.finish();
    let bytes = s.read(mem, 100_000);
    assert_eq!(bytes[..8], [0xff; 8]);
    assert!(bytes[8..90_008].chunks(4).all(|chunk| chunk == pattern));
    assert!(bytes[90_008..].iter().all(|&byte| byte == 0xff));
    for (size, pattern_size) in [(0, 4), (4, 0), (6, 4), (2, 4), (6, 3), (100_000, 4)] {
        assert_eq!(fill(size, pattern_size), UrResult::ERROR_INVALID_SIZE);
    }
    s.free(mem);
}

#[test]
fn a_device_without_peer_access_opens_only_its_own() {
    for (profile, expected) in [("two-devices", true), ("no-p2p", false)] {
        let s = setup_with(profile);
        let mem = s.alloc(64);
        let handle = s.get_mem(mem);
        let mut out = null_mut();
        // SAFETY: the handle and the output are live.
        let result = unsafe {
            s.ur.ipc_open_mem_handle_exp(s.context, s.devices[1], handle.data, handle.size, &raw mut out)
        };
        assert_eq!(result.is_success(), expected, "{profile}");
        let alone = context(&s.ur, &s.devices[1..]);
        // SAFETY: the handle and the output are live.
        let result =
            unsafe { s.ur.ipc_open_mem_handle_exp(alone, s.device, handle.data, handle.size, &raw mut out) };
        assert_eq!(result, UrResult::ERROR_INVALID_CONTEXT);
    }
}
