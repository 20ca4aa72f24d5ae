//! Free memory, from system management.

use core::ptr;

use level_zero_sys::*;

use crate::gpu::{Gpu, INVALID, SUCCESS};
use crate::support::{apart_and_well, call};

const SIZE: usize = 1 << 20;

fn init(gpu: &Gpu) -> zes_driver_handle_t {
    assert_eq!(call!(gpu.library, zesInit(zes_init_flags_t(0))), SUCCESS);
    let (mut count, mut driver) = (1, zes_driver_handle_t::default());
    assert_eq!(call!(gpu.library, zesDriverGet(&mut count, &mut driver)), SUCCESS);
    assert_eq!(count, 1);
    driver
}

fn find(gpu: &Gpu, uuid: [u8; ZES_MAX_UUID_SIZE]) -> Result<zes_device_handle_t, ze_result_t> {
    let (mut device, mut on_part, mut part) = (zes_device_handle_t::default(), 7, 7);
    let uuid = zes_uuid_t { id: uuid };
    let driver = init(gpu);
    call!(gpu.library, zesDriverGetDeviceByUuidExp(driver, uuid, &mut device, &mut on_part, &mut part))
        .ok()?;
    assert_eq!((on_part, part), (0, 0));
    Ok(device)
}

pub fn memory(gpu: &Gpu) -> zes_mem_handle_t {
    let mut properties = ze_device_properties_t::new();
    assert_eq!(call!(gpu.library, zeDeviceGetProperties(gpu.device, &mut properties)), SUCCESS);
    let device = find(gpu, properties.uuid.id).expect("the device is known by its UUID");
    let mut count = 0;
    assert_eq!(call!(gpu.library, zesDeviceEnumMemoryModules(device, &mut count, ptr::null_mut())), SUCCESS);
    let mut memory = zes_mem_handle_t::default();
    assert_eq!(count, 1);
    assert_eq!(call!(gpu.library, zesDeviceEnumMemoryModules(device, &mut count, &mut memory)), SUCCESS);
    memory
}

pub fn free(gpu: &Gpu, memory: zes_mem_handle_t) -> u64 {
    let mut state = zes_mem_state_t::new();
    assert_eq!(call!(gpu.library, zesMemoryGetState(memory, &mut state)), SUCCESS);
    assert_eq!(state.health, zes_mem_health_t::ZES_MEM_HEALTH_OK);
    assert!(state.free <= state.size);
    state.free
}

/// In a process of its own, as others allocate at any time.
#[test]
fn what_is_taken_is_not_free() {
    apart_and_well("sysman::what_is_taken_is_not_free", &[], || {
        let gpu = Gpu::new();
        let memory = memory(&gpu);
        let all = free(&gpu, memory);
        let allocation = gpu.memory(SIZE);
        assert_eq!(all - free(&gpu, memory), SIZE as u64);
        let handle = gpu.memory_handle(allocation).expect("a handle");
        let import = gpu.open(handle).expect("an import");
        assert_eq!(all - free(&gpu, memory), 2 * SIZE as u64);
        assert_eq!(gpu.close(import), SUCCESS);
        assert_eq!(gpu.put(handle), SUCCESS);
        let mut desc = ze_physical_mem_desc_t { size: SIZE, ..ze_physical_mem_desc_t::new() };
        let mut physical = ze_physical_mem_handle_t::NULL;
        let made = call!(gpu.library, zePhysicalMemCreate(gpu.context, gpu.device, &mut desc, &mut physical));
        assert_eq!(made, SUCCESS);
        assert_eq!(all - free(&gpu, memory), 2 * SIZE as u64);
        assert_eq!(call!(gpu.library, zePhysicalMemDestroy(gpu.context, physical)), SUCCESS);
        gpu.free(allocation);
        assert_eq!(free(&gpu, memory), all);
    });
}

#[test]
fn a_memory_says_what_it_is() {
    let gpu = Gpu::new();
    let mut properties = zes_mem_properties_t::new();
    assert_eq!(call!(gpu.library, zesMemoryGetProperties(memory(&gpu), &mut properties)), SUCCESS);
    assert_eq!(properties.stype, zes_structure_type_t::ZES_STRUCTURE_TYPE_MEM_PROPERTIES);
    assert_eq!((properties.onSubdevice, properties.location), (0, zes_mem_loc_t::ZES_MEM_LOC_DEVICE));
    let (mut count, mut core) = (1, ze_device_memory_properties_t::new());
    assert_eq!(call!(gpu.library, zeDeviceGetMemoryProperties(gpu.device, &mut count, &mut core)), SUCCESS);
    assert_eq!(properties.physicalSize, core.totalSize);
}

#[test]
fn unknown_devices_and_memories_are_errors() {
    let gpu = Gpu::new();
    assert_eq!(find(&gpu, [0xee; ZES_MAX_UUID_SIZE]), Err(INVALID));
    let mut state = zes_mem_state_t::new();
    let null = call!(gpu.library, zesMemoryGetState(zes_mem_handle_t::NULL, &mut state));
    assert_eq!(null, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
    let device = zes_mem_handle_t(gpu.device.0);
    assert_eq!(call!(gpu.library, zesMemoryGetState(device, &mut state)), INVALID);
    let nowhere = call!(gpu.library, zesMemoryGetState(memory(&gpu), ptr::null_mut()));
    assert_eq!(nowhere, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER);
}

#[test]
fn it_starts_with_its_initialisation() {
    apart_and_well("sysman::it_starts_with_its_initialisation", &[], || {
        let gpu = Gpu::new();
        let mut count = 0;
        let early = call!(gpu.library, zesDriverGet(&mut count, ptr::null_mut()));
        assert_eq!(early, ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED);
        assert_eq!(
            call!(gpu.library, zesInit(zes_init_flags_t(1))),
            ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION
        );
        init(&gpu);
    });
}
