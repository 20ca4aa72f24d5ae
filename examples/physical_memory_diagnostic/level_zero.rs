//! The part of Level Zero that the steps need. A drop releases an object; `end` also returns the driver's answer.

use level_zero_sys::*;
use std::cell::Cell;
use std::ffi::c_void;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr::null_mut;

type Answer<T = ()> = Result<T, String>;

/// Calls an entry point; an error names it. One that the loader lacks is an error too.
macro_rules! call {
    ($functions:expr, $name:ident($($argument:expr),* $(,)?)) => {
        match $functions.$name {
            Some(function) => {
                function($($argument),*).ok().map_err(|result| format!("{}: {result}", stringify!($name)))
            }
            None => Err(format!("the loader lacks {}", stringify!($name))),
        }
    };
}

const OPAQUE_FD: ze_external_memory_type_flags_t =
    ze_external_memory_type_flags_t::ZE_EXTERNAL_MEMORY_TYPE_FLAG_OPAQUE_FD;

/// A device of a GPU driver.
pub struct Device {
    functions: Functions,
    driver: ze_driver_handle_t,
    native: ze_device_handle_t,
    ordinal: u32,
    /// Its UUID.
    pub uuid: [u8; 16],
}

impl Device {
    /// The first device of the first driver that has one.
    pub fn first() -> Answer<Self> {
        Self::find(|_| true)
    }

    /// The device of this UUID.
    pub fn with_uuid(uuid: &[u8; 16]) -> Answer<Self> {
        Self::find(|found| found == uuid)
    }

    fn find(wanted: impl Fn(&[u8; 16]) -> bool) -> Answer<Self> {
        // SAFETY: a loader of Level Zero, or what the user names as one.
        let library = unsafe { Library::open(None) }.map_err(|error| error.to_string())?;
        let functions = *library.functions();
        for driver in drivers(&functions)? {
            for native in devices(&functions, driver)? {
                let mut properties = ze_device_properties_t::new();
                // SAFETY: the device was just listed; the output is a local variable with nothing chained.
                unsafe { call!(functions, zeDeviceGetProperties(native, &raw mut properties)) }?;
                let uuid = properties.uuid.id;
                if wanted(&uuid) {
                    let ordinal = compute_group(&functions, native)?;
                    return Ok(Self { functions, driver, native, ordinal, uuid });
                }
            }
        }
        Err("no such device: install the device's driver (package libze-intel-gpu1 on Debian and Ubuntu), and check \
             that this user may open /dev/dri/renderD*"
            .to_owned())
    }
}

fn drivers(functions: &Functions) -> Answer<Vec<ze_driver_handle_t>> {
    let mut count = 0;
    let mut desc = ze_init_driver_type_desc_t {
        flags: ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_GPU,
        ..Default::default()
    };
    // SAFETY: without an array the call initialises and counts; the descriptor is a local variable.
    unsafe { call!(functions, zeInitDrivers(&raw mut count, null_mut(), &raw mut desc)) }.map_err(
        |error| {
            format!("{error}: install the device's driver (package libze-intel-gpu1 on Debian and Ubuntu)")
        },
    )?;
    let mut drivers = vec![ze_driver_handle_t::NULL; count as usize];
    // SAFETY: the array has as many elements as the count says.
    unsafe { call!(functions, zeInitDrivers(&raw mut count, drivers.as_mut_ptr(), &raw mut desc)) }?;
    Ok(drivers)
}

fn devices(functions: &Functions, driver: ze_driver_handle_t) -> Answer<Vec<ze_device_handle_t>> {
    let mut count = 0;
    // SAFETY: the driver was just listed; without an array the call only counts.
    unsafe { call!(functions, zeDeviceGet(driver, &raw mut count, null_mut())) }?;
    let mut devices = vec![ze_device_handle_t::NULL; count as usize];
    // SAFETY: the array has as many elements as the count says.
    unsafe { call!(functions, zeDeviceGet(driver, &raw mut count, devices.as_mut_ptr())) }?;
    Ok(devices)
}

/// The first queue group that computes, which copies as well.
fn compute_group(functions: &Functions, device: ze_device_handle_t) -> Answer<u32> {
    let computes = ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
    let mut count = 0;
    // SAFETY: the device was just listed; without an array the call only counts.
    unsafe { call!(functions, zeDeviceGetCommandQueueGroupProperties(device, &raw mut count, null_mut())) }?;
    let mut groups = vec![ze_command_queue_group_properties_t::new(); count as usize];
    // SAFETY: the array has as many elements as the count says, each with its tag and nothing chained.
    unsafe {
        call!(functions, zeDeviceGetCommandQueueGroupProperties(device, &raw mut count, groups.as_mut_ptr()))
    }?;
    let found = groups.iter().position(|group| group.flags.contains(computes));
    u32::try_from(found.unwrap_or(0)).map_err(|error| error.to_string())
}

/// A context for one device.
pub struct Context<'d> {
    device: &'d Device,
    native: ze_context_handle_t,
}

impl<'d> Context<'d> {
    /// A context of the device's driver.
    pub fn new(device: &'d Device) -> Answer<Self> {
        let desc = ze_context_desc_t::new();
        let mut native = ze_context_handle_t::NULL;
        // SAFETY: the driver lives as long as the process; the descriptor and the output are local variables.
        unsafe { call!(device.functions, zeContextCreate(device.driver, &raw const desc, &raw mut native)) }?;
        Ok(Self { device, native })
    }

    /// The least page size for physical memory in bytes.
    pub fn page_size(&self) -> Answer<usize> {
        let mut page = 0;
        // SAFETY: the context lives and has the device; the output is a local variable.
        unsafe {
            call!(
                self.functions(),
                zeVirtualMemQueryPageSize(self.native, self.device.native, 1, &raw mut page)
            )
        }?;
        if page.is_power_of_two() { Ok(page) } else { Err(format!("a page size of {page}")) }
    }

    fn functions(&self) -> &Functions {
        &self.device.functions
    }
}

impl Drop for Context<'_> {
    fn drop(&mut self) {
        // SAFETY: destroyed once; what was made in it borrows it, so it is gone.
        let _ = unsafe { call!(self.functions(), zeContextDestroy(self.native)) };
    }
}

/// Physical memory.
pub struct Physical<'c> {
    context: &'c Context<'c>,
    native: Cell<ze_physical_mem_handle_t>,
    size: usize,
}

impl<'c> Physical<'c> {
    /// New memory that can be exported.
    pub fn exportable(context: &'c Context<'c>, size: usize) -> Answer<Self> {
        let export = ze_external_memory_export_desc_t { flags: OPAQUE_FD, ..Default::default() };
        Self::make(context, size, (&raw const export).cast())
    }

    /// The memory behind a descriptor, of which the driver makes a copy.
    pub fn import(context: &'c Context<'c>, size: usize, fd: &OwnedFd) -> Answer<Self> {
        let import =
            ze_external_memory_import_fd_t { flags: OPAQUE_FD, fd: fd.as_raw_fd(), ..Default::default() };
        Self::make(context, size, (&raw const import).cast())
    }

    fn make(context: &'c Context<'c>, size: usize, chain: *const c_void) -> Answer<Self> {
        let mut desc = ze_physical_mem_desc_t { pNext: chain, size, ..Default::default() };
        let mut native = ze_physical_mem_handle_t::NULL;
        // SAFETY: the context lives and has the device; the descriptor, its chain and the output outlive the call.
        unsafe {
            call!(
                context.functions(),
                zePhysicalMemCreate(context.native, context.device.native, &raw mut desc, &raw mut native)
            )
        }?;
        Ok(Self { context, native: Cell::new(native), size })
    }

    /// A new descriptor of the memory.
    pub fn export(&self) -> Answer<OwnedFd> {
        let mut export = ze_external_memory_export_fd_t { flags: OPAQUE_FD, fd: -1, ..Default::default() };
        let mut properties =
            ze_physical_mem_properties_t { pNext: (&raw mut export).cast(), ..Default::default() };
        // SAFETY: the memory lives in this context; the outputs are local variables.
        unsafe {
            call!(
                self.context.functions(),
                zePhysicalMemGetProperties(self.context.native, self.native.get(), &raw mut properties)
            )
        }?;
        if export.fd < 0 {
            return Err("zePhysicalMemGetProperties: success, and no descriptor".to_owned());
        }
        // SAFETY: the driver gives the descriptor to the caller, and nobody else owns it.
        Ok(unsafe { OwnedFd::from_raw_fd(export.fd) })
    }

    /// Destroys the memory.
    pub fn end(&self) -> Answer {
        let native = self.native.replace(ze_physical_mem_handle_t::NULL);
        if native.is_null() {
            return Ok(());
        }
        // SAFETY: destroyed once, as the handle was taken; mappings borrow it, so there are none.
        unsafe { call!(self.context.functions(), zePhysicalMemDestroy(self.context.native, native)) }
    }
}

impl Drop for Physical<'_> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// Physical memory at reserved addresses.
pub struct Mapping<'p> {
    physical: &'p Physical<'p>,
    start: Cell<*mut c_void>,
}

impl<'p> Mapping<'p> {
    /// Reserves addresses and maps the whole memory there.
    pub fn new(physical: &'p Physical<'p>) -> Answer<Self> {
        let (context, size) = (physical.context, physical.size);
        let access = ze_memory_access_attribute_t::ZE_MEMORY_ACCESS_ATTRIBUTE_READWRITE;
        let mut start: *mut c_void = null_mut();
        // SAFETY: the context lives; the output is a local variable.
        unsafe {
            call!(
                context.functions(),
                zeVirtualMemReserve(context.native, std::ptr::null(), size, &raw mut start)
            )
        }?;
        // SAFETY: the range is reserved and free, and the memory as long.
        let mapped = unsafe {
            call!(
                context.functions(),
                zeVirtualMemMap(context.native, start, size, physical.native.get(), 0, access)
            )
        };
        if let Err(error) = mapped {
            // SAFETY: reserved above, and nothing is mapped there.
            let _ = unsafe { call!(context.functions(), zeVirtualMemFree(context.native, start, size)) };
            return Err(error);
        }
        Ok(Self { physical, start: Cell::new(start) })
    }

    /// Unmaps and gives the addresses back.
    pub fn end(&self) -> Answer {
        let (context, size) = (self.physical.context, self.physical.size);
        let start = self.start.replace(null_mut());
        if start.is_null() {
            return Ok(());
        }
        // SAFETY: mapped and reserved with this size, undone once; the lists that used it were synchronised.
        unsafe {
            call!(context.functions(), zeVirtualMemUnmap(context.native, start, size))?;
            call!(context.functions(), zeVirtualMemFree(context.native, start, size))
        }
    }
}

impl Drop for Mapping<'_> {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

/// An immediate list that runs in order.
pub struct CommandList<'c> {
    context: &'c Context<'c>,
    native: ze_command_list_handle_t,
}

impl<'c> CommandList<'c> {
    /// A list on the context's device.
    pub fn new(context: &'c Context<'c>) -> Answer<Self> {
        let desc = ze_command_queue_desc_t {
            ordinal: context.device.ordinal,
            flags: ze_command_queue_flags_t::ZE_COMMAND_QUEUE_FLAG_IN_ORDER,
            mode: ze_command_queue_mode_t::ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS,
            ..Default::default()
        };
        let mut native = ze_command_list_handle_t::NULL;
        // SAFETY: the context lives and has the device; the descriptor and the output are local variables.
        unsafe {
            call!(
                context.functions(),
                zeCommandListCreateImmediate(
                    context.native,
                    context.device.native,
                    &raw const desc,
                    &raw mut native
                )
            )
        }?;
        Ok(Self { context, native })
    }

    /// Copies into a mapping and waits; there are as many bytes as the mapping has.
    pub fn write(&self, mapping: &Mapping<'_>, bytes: &[u8]) -> Answer {
        assert_eq!(bytes.len(), mapping.physical.size, "the whole memory is written");
        self.copy(mapping.start.get(), bytes.as_ptr().cast(), bytes.len())
    }

    /// Copies a mapping out and waits.
    pub fn read(&self, mapping: &Mapping<'_>) -> Answer<Vec<u8>> {
        let mut bytes = vec![0; mapping.physical.size];
        self.copy(bytes.as_mut_ptr().cast(), mapping.start.get(), bytes.len())?;
        Ok(bytes)
    }

    fn copy(&self, to: *mut c_void, from: *const c_void, size: usize) -> Answer {
        let functions = self.context.functions();
        // SAFETY: the list lives; both ranges have this size and stay until the copy is done, which is waited for. There
        // are no events.
        unsafe {
            call!(
                functions,
                zeCommandListAppendMemoryCopy(
                    self.native,
                    to,
                    from,
                    size,
                    ze_event_handle_t::NULL,
                    0,
                    null_mut()
                )
            )?;
            call!(functions, zeCommandListHostSynchronize(self.native, u64::MAX))
        }
    }
}

impl Drop for CommandList<'_> {
    fn drop(&mut self) {
        // SAFETY: destroyed once; everything in it was waited for.
        let _ = unsafe { call!(self.context.functions(), zeCommandListDestroy(self.native)) };
    }
}
