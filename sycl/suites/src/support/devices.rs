//! Devices beside the one under test.

use ur_ipc_api::DeviceHandle;
use ur_ipc_api::sycl::Device;
use ur_ipc_fixtures::TestContext;

/// A device of the platform of the one under test, as SYCL lists it, where the devices of a platform are listed together.
pub(crate) fn listed(t: &TestContext, device: DeviceHandle) -> Device {
    let all = t.env().platform_devices();
    let place = |device| all.iter().position(|other| *other == device).expect("a device of the platform");
    let first = t.sycl_device().0 as usize - place(t.device());
    Device(u32::try_from(first + place(device)).expect("few devices"))
}
