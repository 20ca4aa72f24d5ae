//! System management: how much memory of a device is free. Handles of its driver and devices are those of the core API.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use level_zero_sys::*;

use crate::device::{self, Device, MEMORY_SIZE, free_bytes, uuid};
use crate::driver::{self, DriverObject};
use crate::memory::checks::{CallResult, answer, pointer};
use crate::object::{Object, ObjectKind};
use crate::property;

/// The memory of a device.
struct Module {
    device: u32,
}

impl ObjectKind for Module {
    const KIND: u64 = u64::from_be_bytes(*b"memory  ");
    type Handle = zes_mem_handle_t;
}

/// The memories, one a device, which live as long as the process.
struct Modules(Vec<zes_mem_handle_t>);

// SAFETY: addresses of objects; nothing is reached through them but by the registry.
unsafe impl Send for Modules {}
// SAFETY: as above.
unsafe impl Sync for Modules {}

static MODULES: LazyLock<Modules> = LazyLock::new(|| {
    let devices = 0..device::handles().len() as u32;
    Modules(devices.map(|device| Object::create(Module { device })).collect())
});

static INITIALIZED: AtomicBool = AtomicBool::new(false);

/// `zesInit`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesInit(flags: zes_init_flags_t) -> ze_result_t {
    if flags.0 != 0 {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION;
    }
    let result = driver::initialize();
    if result == ze_result_t::ZE_RESULT_SUCCESS {
        INITIALIZED.store(true, Ordering::Relaxed);
    }
    result
}

/// `zesDriverGet`: the one driver.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesDriverGet(pCount: *mut u32, phDrivers: *mut zes_driver_handle_t) -> ze_result_t {
    if !INITIALIZED.load(Ordering::Relaxed) {
        return ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED;
    }
    let drivers = [zes_driver_handle_t(driver::handle().0)];
    // SAFETY: as the caller vouches.
    unsafe { property::list(pCount, phDrivers, &drivers, |place, driver| *place = *driver) }
}

/// `zesDriverGetDeviceByUuidExp`: no device is part of another.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesDriverGetDeviceByUuidExp(
    hDriver: zes_driver_handle_t,
    uuid: zes_uuid_t,
    phDevice: *mut zes_device_handle_t,
    onSubdevice: *mut ze_bool_t,
    subdeviceId: *mut u32,
) -> ze_result_t {
    answer(
        pointer(phDevice).and_then(|()| pointer(onSubdevice)).and_then(|()| pointer(subdeviceId)).and_then(
            |()| {
                let found = device_of(hDriver, &uuid)?;
                // SAFETY: not null, and writable as the caller vouches.
                unsafe {
                    phDevice.write(zes_device_handle_t(found.0));
                    onSubdevice.write(0);
                    subdeviceId.write(0);
                }
                Ok(())
            },
        ),
    )
}

fn device_of(driver: zes_driver_handle_t, wanted: &zes_uuid_t) -> CallResult<ze_device_handle_t> {
    Object::<DriverObject>::get(ze_driver_handle_t(driver.0))?;
    let mut devices = (0..).zip(device::handles());
    let found = devices.find(|(index, _)| uuid(*index) == wanted.id);
    found.map(|(_, handle)| *handle).ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

/// `zesDeviceEnumMemoryModules`: one memory.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesDeviceEnumMemoryModules(
    hDevice: zes_device_handle_t,
    pCount: *mut u32,
    phMemory: *mut zes_mem_handle_t,
) -> ze_result_t {
    match Object::<Device>::get(ze_device_handle_t(hDevice.0)) {
        Err(error) => error,
        Ok(device) => {
            let own = &MODULES.0[device.index as usize];
            // SAFETY: as the caller vouches.
            unsafe { property::list(pCount, phMemory, &[*own], |place, memory| *place = *memory) }
        }
    }
}

/// `zesMemoryGetProperties`
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesMemoryGetProperties(
    hMemory: zes_mem_handle_t,
    pProperties: *mut zes_mem_properties_t,
) -> ze_result_t {
    answer(Object::<Module>::get(hMemory).and_then(|_| pointer(pProperties)).map(|()| {
        // SAFETY: not null, and writable as the caller vouches.
        let properties = unsafe { &mut *pProperties };
        properties.type_ = zes_mem_type_t::ZES_MEM_TYPE_DDR;
        properties.onSubdevice = 0;
        properties.subdeviceId = 0;
        properties.location = zes_mem_loc_t::ZES_MEM_LOC_DEVICE;
        properties.physicalSize = MEMORY_SIZE;
        (properties.busWidth, properties.numChannels) = (-1, -1);
    }))
}

/// `zesMemoryGetState`: free is what this process has not taken.
///
/// # Safety
/// As in Level Zero.
pub unsafe fn zesMemoryGetState(hMemory: zes_mem_handle_t, pState: *mut zes_mem_state_t) -> ze_result_t {
    answer(Object::<Module>::get(hMemory).and_then(|module| {
        pointer(pState)?;
        // SAFETY: not null, and writable as the caller vouches.
        let state = unsafe { &mut *pState };
        state.health = zes_mem_health_t::ZES_MEM_HEALTH_OK;
        (state.free, state.size) = (free_bytes(module.device), MEMORY_SIZE);
        Ok(())
    }))
}
