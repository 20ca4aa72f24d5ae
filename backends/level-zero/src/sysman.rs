//! The free memory of a device, from Level Zero's system management.

use crate::device::Device;
use crate::loader::listed;
use crate::result::{Native, Ze, ze};
use level_zero_sys::{
    ze_bool_t, ze_result_t, zes_device_handle_t, zes_init_flags_t, zes_mem_handle_t, zes_mem_properties_t,
    zes_mem_state_t, zes_uuid_t,
};

impl Device {
    /// Free bytes of its memories together, whoever has taken the others.
    pub fn free_memory(&self) -> Ze<u64> {
        let memories = self.memories.get_or_init(|| memories(self)).as_ref().map_err(|error| *error)?;
        let mut free = 0;
        for memory in memories {
            let mut state = zes_mem_state_t::new();
            // SAFETY: a memory of the device, which lives as long as the process; the output is a local variable with
            // nothing chained.
            unsafe { ze!(self.driver.functions, zesMemoryGetState(memory.0, &raw mut state)) }?;
            free += state.free;
        }
        Ok(free)
    }
}

/// The memories of a device: of a sub-device its own only.
fn memories(device: &Device) -> Ze<Vec<Native<zes_mem_handle_t>>> {
    let functions = &device.driver.functions;
    let (managed, part) = managed(device)?;
    // SAFETY: the device lives as long as the process; the count is that of the array, which may be null for 0.
    let listed = listed(|count, memories| unsafe {
        ze!(functions, zesDeviceEnumMemoryModules(managed, count, memories))
    })?;
    let mut own = Vec::new();
    for memory in listed {
        let mut properties = zes_mem_properties_t::new();
        // SAFETY: the memory was just listed; the output is a local variable with nothing chained.
        unsafe { ze!(functions, zesMemoryGetProperties(memory, &raw mut properties)) }?;
        if part.is_none_or(|part| properties.onSubdevice != 0 && properties.subdeviceId == part) {
            own.push(Native(memory));
        }
    }
    if own.is_empty() { Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE) } else { Ok(own) }
}

/// The device as system management knows it, and which part of that it is, if it is one.
fn managed(device: &Device) -> Ze<(zes_device_handle_t, Option<u32>)> {
    let functions = &device.driver.functions;
    // SAFETY: takes flags, of which there are none.
    unsafe { ze!(functions, zesInit(zes_init_flags_t(0))) }?;
    // SAFETY: the count is that of the array, which may be null for a count of 0.
    let drivers = listed(|count, drivers| unsafe { ze!(functions, zesDriverGet(count, drivers)) })?;
    let uuid = zes_uuid_t { id: device.properties.uuid };
    let mut answer = Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE);
    for driver in drivers {
        let mut found = zes_device_handle_t::NULL;
        let (mut is_part, mut part): (ze_bool_t, u32) = (0, 0);
        // SAFETY: the driver was just listed; the outputs are local variables.
        answer = unsafe {
            ze!(
                functions,
                zesDriverGetDeviceByUuidExp(driver, uuid, &raw mut found, &raw mut is_part, &raw mut part)
            )
        }
        .map(|()| (found, (is_part != 0).then_some(part)));
        if answer.is_ok() {
            break;
        }
    }
    answer
}
