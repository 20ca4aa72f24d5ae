//! Physical memory objects, mapped and shared within one process.

use crate::support::*;
use rstest::rstest;
use std::ffi::c_void;
use std::ptr::{null, null_mut};
use ur_ipc_api::*;

const UNIT: usize = 64 * 1024;
const RW: VirtualMemAccessFlags = VirtualMemAccessFlags::READ_WRITE;

impl Setup {
    fn physical(&self, units: usize, flags: PhysicalMemFlags) -> PhysicalMemHandle {
        let mut memory = PhysicalMemHandle::NULL;
        let properties = PhysicalMemProperties::new(flags);
        let size = units * UNIT;
        // SAFETY: the descriptor and the output are live.
        let result = unsafe {
            self.ur.physical_mem_create(
                self.context,
                self.device,
                size,
                &raw const properties,
                &raw mut memory,
            )
        };
        ok(result);
        memory
    }

    fn reserve(&self, units: usize) -> *mut c_void {
        let mut start = null_mut();
        // SAFETY: the output is live.
        ok(unsafe { self.ur.virtual_mem_reserve(self.context, null(), units * UNIT, &raw mut start) });
        start
    }

    fn map(
        &self,
        start: *mut c_void,
        units: usize,
        memory: PhysicalMemHandle,
        offset: usize,
        access: VirtualMemAccessFlags,
    ) -> UrResult {
        // SAFETY: any address is checked.
        unsafe { self.ur.virtual_mem_map(self.context, start, units * UNIT, memory, offset * UNIT, access) }
    }

    fn get_physical(&self, memory: PhysicalMemHandle) -> Handle {
        // SAFETY: the outputs are live.
        Handle::get(|data, size| unsafe {
            self.ur.ipc_get_phys_mem_handle_exp(self.context, memory, data, size)
        })
    }

    fn put_physical(&self, handle: &Handle) -> UrResult {
        // SAFETY: any pointer is checked.
        unsafe { self.ur.ipc_put_phys_mem_handle_exp(self.context, handle.data) }
    }

    fn open_physical(&self, bytes: &[u8]) -> Result<PhysicalMemHandle, UrResult> {
        let mut memory = PhysicalMemHandle::NULL;
        let data = bytes.as_ptr().cast();
        // SAFETY: the bytes and the output are live.
        let result = unsafe {
            self.ur.ipc_open_phys_mem_handle_exp(
                self.context,
                self.device,
                data,
                bytes.len(),
                &raw mut memory,
            )
        };
        if result.is_success() { Ok(memory) } else { Err(result) }
    }

    fn close_physical(&self, memory: PhysicalMemHandle) -> UrResult {
        // SAFETY: any handle is checked.
        unsafe { self.ur.ipc_close_phys_mem_handle_exp(self.context, memory) }
    }

    fn info<const N: usize>(&self, memory: PhysicalMemHandle, name: PhysicalMemInfo) -> [u8; N] {
        let (mut answer, mut size) = ([0; N], 0);
        let out = answer.as_mut_ptr().cast();
        // SAFETY: the output has the size given.
        ok(unsafe { self.ur.physical_mem_get_info(memory, name, N, out, &raw mut size) });
        assert_eq!(size, N);
        answer
    }

    fn references(&self, memory: PhysicalMemHandle) -> u32 {
        u32::from_ne_bytes(self.info(memory, PhysicalMemInfo::REFERENCE_COUNT))
    }
}

#[test]
fn an_import_shows_and_changes_the_source() {
    let s = setup();
    let source = s.physical(2, PhysicalMemFlags::ENABLE_IPC);
    let handle = s.get_physical(source);
    let import = s.open_physical(&handle.bytes()).expect("opens");
    assert_ne!(import, source);
    let (here, there) = (s.reserve(2), s.reserve(2));
    ok(s.map(here, 2, source, 0, RW));
    ok(s.map(there, 2, import, 0, RW));
    s.write(here, b"to the import");
    assert_eq!(s.read(there, 13), b"to the import");
    s.write(there.wrapping_byte_add(UNIT), b"and back");
    assert_eq!(s.read(here.wrapping_byte_add(UNIT), 8), b"and back");
    // SAFETY: any handle or address is checked.
    unsafe {
        ok(s.ur.physical_mem_release(source));
        ok(s.put_physical(&handle));
        ok(s.close_physical(import));
        assert_eq!(s.read(there, 13), b"to the import", "a mapping keeps its object");
        for start in [here, there] {
            assert_eq!(s.ur.virtual_mem_free(s.context, start, 2 * UNIT), UrResult::ERROR_INVALID_VALUE);
            ok(s.ur.virtual_mem_unmap(s.context, start, 2 * UNIT));
            assert_eq!(s.copy(here, start, 8), UrResult::ERROR_INVALID_VALUE);
            ok(s.ur.virtual_mem_free(s.context, start, 2 * UNIT));
        }
    }
}

#[test]
fn an_import_answers_all_questions() {
    let s = setup();
    let source = s.physical(3, PhysicalMemFlags::ENABLE_IPC);
    let handle = s.get_physical(source);
    let import = s.open_physical(&handle.bytes()).expect("opens");
    for (memory, flags) in [(source, PhysicalMemFlags::ENABLE_IPC), (import, PhysicalMemFlags::NONE_SET)] {
        assert_eq!(usize::from_ne_bytes(s.info(memory, PhysicalMemInfo::CONTEXT)), s.context.address());
        assert_eq!(usize::from_ne_bytes(s.info(memory, PhysicalMemInfo::DEVICE)), s.device.address());
        assert_eq!(usize::from_ne_bytes(s.info(memory, PhysicalMemInfo::SIZE)), 3 * UNIT);
        let properties: [u8; 24] = s.info(memory, PhysicalMemInfo::PROPERTIES);
        assert_eq!(properties[..4], StructureType::PHYSICAL_MEM_PROPERTIES.0.to_ne_bytes());
        assert_eq!(properties[4..16], [0; 12]);
        assert_eq!(properties[16..20], flags.0.to_ne_bytes());
        assert_eq!(s.references(memory), 1);
    }
    let mut buffer = [9u8; 8];
    let out = buffer.as_mut_ptr().cast();
    // SAFETY: the output has at least the sizes given.
    let ask =
        |name, size, value| unsafe { s.ur.physical_mem_get_info(import, name, size, value, null_mut()) };
    assert_eq!(ask(PhysicalMemInfo::SIZE, 7, out), UrResult::ERROR_INVALID_SIZE);
    assert_eq!(ask(PhysicalMemInfo::SIZE, 0, out), UrResult::ERROR_INVALID_SIZE);
    assert_eq!(ask(PhysicalMemInfo(77), 8, out), UrResult::ERROR_UNSUPPORTED_ENUMERATION);
    assert_eq!(ask(PhysicalMemInfo::SIZE, 8, null_mut()), UrResult::ERROR_INVALID_NULL_POINTER);
    assert_eq!(ask(PhysicalMemInfo::SIZE, 0, null_mut()), UrResult::ERROR_INVALID_NULL_POINTER);
    assert_eq!(buffer, [9; 8]);
}

#[test]
fn references_are_counted() {
    let s = setup();
    let before = s.free_memory();
    let source = s.physical(1, PhysicalMemFlags::ENABLE_IPC);
    let handle = s.get_physical(source);
    let import = s.open_physical(&handle.bytes()).expect("opens");
    assert_eq!(s.free_memory(), before - 2 * UNIT as u64);
    // SAFETY: any handle is checked.
    unsafe {
        ok(s.ur.physical_mem_retain(import));
        assert_eq!(s.references(import), 2);
        ok(s.close_physical(import));
        assert_eq!(s.references(import), 1);
        assert_eq!(s.references(source), 1);
        ok(s.ur.physical_mem_release(import));
        assert_eq!(s.close_physical(import), UrResult::ERROR_INVALID_MEM_OBJECT);
        assert_eq!(s.close_physical(source), UrResult::ERROR_INVALID_VALUE);
        ok(s.ur.physical_mem_release(source));
    }
    assert_eq!(s.free_memory(), before);
    let late = s.open_physical(&handle.bytes()).expect("a handle outlives its source");
    ok(s.close_physical(late));
    ok(s.put_physical(&handle));
    assert_eq!(s.free_memory(), before);
}

#[test]
fn only_what_was_made_to_be_shared_is_exported() {
    let s = setup();
    let source = s.physical(1, PhysicalMemFlags::ENABLE_IPC);
    let handle = s.get_physical(source);
    let bytes = handle.bytes();
    let import = s.open_physical(&bytes).expect("opens");
    let private = s.physical(1, PhysicalMemFlags::NONE_SET);
    let (mut data, mut size) = (null_mut(), 0);
    for memory in [import, private] {
        // SAFETY: the outputs are live.
        let result =
            unsafe { s.ur.ipc_get_phys_mem_handle_exp(s.context, memory, &raw mut data, &raw mut size) };
        assert_eq!(result, UrResult::ERROR_INVALID_ARGUMENT);
    }
    ok(s.put_physical(&handle));
    let other = s.get_physical(source);
    assert_eq!(s.open_physical(&bytes), Err(UrResult::ERROR_INVALID_VALUE), "the number was used again");
    ok(s.put_physical(&other));
}

#[rstest]
#[case(0, 0, UrResult::ERROR_INVALID_SIZE)]
#[case(UNIT + 1, 0, UrResult::ERROR_INVALID_SIZE)]
#[case(UNIT / 2, 2, UrResult::ERROR_INVALID_SIZE)]
#[case(UNIT, 1, UrResult::ERROR_INVALID_ENUMERATION)]
#[case(UNIT, 1 << 31, UrResult::ERROR_INVALID_ENUMERATION)]
#[case(1 << 40, 2, UrResult::ERROR_OUT_OF_DEVICE_MEMORY)]
fn bad_requests_are_refused(#[case] size: usize, #[case] flags: u32, #[case] expected: UrResult) {
    let s = setup();
    let properties = PhysicalMemProperties::new(PhysicalMemFlags(flags));
    let mut memory = PhysicalMemHandle::NULL;
    // SAFETY: the descriptor and the output are live.
    let result = unsafe {
        s.ur.physical_mem_create(s.context, s.device, size, &raw const properties, &raw mut memory)
    };
    assert_eq!(result, expected);
    assert!(memory.is_null());
}

#[test]
fn objects_side_by_side_are_one_range() {
    let s = setup();
    let start = s.reserve(4);
    let objects = [(); 3].map(|()| s.physical(1, PhysicalMemFlags::NONE_SET));
    for (index, &object) in objects.iter().enumerate() {
        ok(s.map(start.wrapping_byte_add(index * UNIT), 1, object, 0, RW));
    }
    let bytes: Vec<u8> = (0..3 * UNIT).map(|n| u8::try_from(n % 251).expect("below 251")).collect();
    s.write(start, &bytes);
    assert_eq!(s.read(start, 3 * UNIT), bytes);
    assert_eq!(s.read(start.wrapping_byte_add(UNIT - 5), 10), bytes[UNIT - 5..UNIT + 5]);
    assert_eq!(s.copy(start, start.wrapping_byte_add(3 * UNIT - 4), 8), UrResult::ERROR_INVALID_VALUE);
    let middle = start.wrapping_byte_add(UNIT);
    assert_eq!(s.map(middle, 1, objects[0], 0, RW), UrResult::ERROR_INVALID_VALUE);
    // SAFETY: any address is checked.
    unsafe {
        ok(s.ur.virtual_mem_set_access(s.context, middle, UNIT, VirtualMemAccessFlags::READ_ONLY));
        assert_eq!(s.copy(start, bytes.as_ptr().cast(), 2 * UNIT), UrResult::ERROR_INVALID_VALUE);
        assert_eq!(s.read(start, 3 * UNIT), bytes, "nothing was written");
        let mut access = VirtualMemAccessFlags::NONE_SET;
        let out = (&raw mut access).cast();
        let name = VirtualMemInfo::ACCESS_MODE;
        ok(s.ur.virtual_mem_get_info(s.context, middle, UNIT, name, 4, out, null_mut()));
        assert_eq!(access, VirtualMemAccessFlags::READ_ONLY);
        ok(s.ur.virtual_mem_set_access(s.context, middle, UNIT, VirtualMemAccessFlags::NONE));
        assert_eq!(s.copy(start, middle, 4), UrResult::ERROR_INVALID_VALUE);
        ok(s.ur.virtual_mem_unmap(s.context, start, 3 * UNIT));
        ok(s.ur.virtual_mem_free(s.context, start, 4 * UNIT));
    }
}

#[test]
fn nothing_leaks_over_cycles() {
    let s = setup();
    let source = s.physical(1, PhysicalMemFlags::ENABLE_IPC);
    let before = s.free_memory();
    assert_stable(|| {
        let handle = s.get_physical(source);
        let bytes = handle.bytes();
        let import = s.open_physical(&bytes).expect("opens");
        ok(s.close_physical(import));
        ok(s.put_physical(&handle));
        assert_eq!(s.open_physical(&bytes), Err(UrResult::ERROR_INVALID_VALUE));
    });
    assert_eq!(s.free_memory(), before);
}
