//! Platforms, devices and contexts.

use super::fake::Fake;
use rstest::rstest;
use std::ptr::null;
use ur_ipc_api::{ContextHandle, DeviceHandle, DeviceType, PlatformHandle, UrResult};

#[rstest]
#[case(2, DeviceType::ALL, Ok(2))]
#[case(2, DeviceType::DEFAULT, Ok(2))]
#[case(2, DeviceType::GPU, Ok(1))]
#[case(2, DeviceType::CPU, Ok(0))]
#[case(3, DeviceType::ALL, Ok(0))]
#[case(4, DeviceType::ALL, Err(UrResult::ERROR_INVALID_PLATFORM))]
#[case(4, DeviceType(99), Err(UrResult::ERROR_INVALID_ENUMERATION))]
fn devices_are_listed_by_platform_and_type(
    #[case] platform: usize,
    #[case] kind: DeviceType,
    #[case] expected: Result<u32, UrResult>,
) {
    let (fake, mut count) = (Fake::with_two_devices(), 0);
    let platform = PlatformHandle::from_address(platform);
    // SAFETY: no list, and the count is a local variable.
    let answer = unsafe { fake.device_get(platform, kind, 0, std::ptr::null_mut(), &raw mut count) };
    assert_eq!(answer.map(|()| count), expected);
}

#[rstest]
#[case(0, UrResult::ERROR_INVALID_NULL_HANDLE)]
#[case(1, UrResult::ERROR_INVALID_DEVICE)]
fn a_context_of_a_wrong_device_is_none(#[case] second: usize, #[case] expected: UrResult) {
    let fake = Fake::with_two_devices();
    let devices = [fake.device_handle(0), DeviceHandle::from_address(second)];
    let mut context = ContextHandle::from_address(9);
    // SAFETY: the array has two elements, and the output is a local variable.
    let answer = unsafe { fake.context_create(2, devices.as_ptr(), null(), &raw mut context) };
    assert_eq!((answer, context.address()), (Err(expected), 9));
    assert!(fake.asked().is_empty());
}

#[test]
fn a_context_that_its_child_keeps_can_be_asked() {
    let fake = Fake::with_two_devices();
    let handle = fake.context();
    let child = fake.contexts.get(handle.address()).unwrap();
    // SAFETY: no outputs.
    unsafe { fake.context_release(handle) }.unwrap();
    let mut count = [0xff_u8; 4];
    let name = ur_ipc_api::ContextInfo::REFERENCE_COUNT;
    // SAFETY: the buffer has four bytes.
    let ask = |out: &mut [u8; 4]| unsafe {
        fake.context_get_info(handle, name, 4, out.as_mut_ptr().cast(), std::ptr::null_mut())
    };
    assert_eq!((ask(&mut count), count), (Ok(()), [0; 4]));
    drop(child);
    assert_eq!(ask(&mut count), Err(UrResult::ERROR_INVALID_CONTEXT));
}
