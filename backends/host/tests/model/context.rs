//! Contexts: their properties and queries, and the releases of their objects.

use crate::support::*;
use rstest::rstest;
use std::ptr::null_mut;
use ur_ipc_api::*;

fn create(s: &Setup, properties: &ContextProperties) -> Result<ContextHandle, UrResult> {
    let mut context = ContextHandle::NULL;
    let device = &raw const s.device;
    // SAFETY: the device, the properties and the output are live.
    let result = unsafe { s.ur.context_create(1, device, properties, &raw mut context) };
    if result.is_success() { Ok(context) } else { Err(result) }
}

/// The bytes of an answer.
fn info(s: &Setup, context: ContextHandle, name: ContextInfo) -> Result<Vec<u8>, UrResult> {
    let mut bytes = vec![0; 64];
    let mut size = 0;
    let out = bytes.as_mut_ptr().cast();
    // SAFETY: the outputs are live and as large as said.
    let result = unsafe { s.ur.context_get_info(context, name, bytes.len(), out, &raw mut size) };
    bytes.truncate(size);
    if result.is_success() { Ok(bytes) } else { Err(result) }
}

#[test]
fn properties_are_checked() {
    let s = setup();
    let mut properties = ContextProperties::new(0);
    assert!(create(&s, &properties).is_ok_and(|context| context != s.context));
    properties.stype = StructureType::USM_DESC;
    assert_eq!(create(&s, &properties), Err(UrResult::ERROR_INVALID_VALUE));
}

#[test]
fn questions_are_answered() {
    let s = setup_with("two-devices");
    let number = |number: u32| Ok(number.to_ne_bytes().to_vec());
    let devices: Vec<u8> = s.devices.iter().flat_map(|device| device.address().to_ne_bytes()).collect();
    assert_eq!(info(&s, s.context, ContextInfo::NUM_DEVICES), number(2));
    assert_eq!(info(&s, s.context, ContextInfo::DEVICES), Ok(devices));
    assert_eq!(info(&s, s.context, ContextInfo::REFERENCE_COUNT), number(1));
    // SAFETY: any handle is checked.
    ok(unsafe { s.ur.context_retain(s.context) });
    assert_eq!(info(&s, s.context, ContextInfo::REFERENCE_COUNT), number(2));
    let unknown = info(&s, s.context, ContextInfo(0xffff));
    assert_eq!(unknown, Err(UrResult::ERROR_UNSUPPORTED_ENUMERATION));
}

#[rstest]
#[case::of_the_owner(true, UrResult::SUCCESS)]
#[case::of_somebody_else(false, UrResult::ERROR_INVALID_CONTEXT)]
fn objects_are_taken_down_through_their_own_context(#[case] own: bool, #[case] expected: UrResult) {
    let s = setup();
    let other = context(&s.ur, &s.devices);
    let through = if own { s.context } else { other };
    let mem = s.alloc(64);
    let handle = s.get_mem(mem);
    let opened = s.open_mem(&handle.bytes()).expect("opens");
    // SAFETY: any pointer is checked.
    unsafe {
        assert_eq!(s.ur.ipc_close_mem_handle_exp(through, opened), expected);
        assert_eq!(s.ur.ipc_put_mem_handle_exp(through, handle.data), expected);
        assert_eq!(s.ur.usm_free(through, mem), expected);
    }
}

#[test]
fn any_context_takes_down_what_a_released_one_left() {
    let s = setup();
    let other = context(&s.ur, &s.devices);
    let mem = s.alloc(64);
    let handle = s.get_mem(mem);
    // SAFETY: any handle and pointer is checked.
    unsafe {
        ok(s.ur.queue_release(s.queue));
        ok(s.ur.context_release(s.context));
        ok(s.ur.ipc_put_mem_handle_exp(other, handle.data));
        ok(s.ur.usm_free(other, mem));
        assert_eq!(s.ur.usm_free(ContextHandle::NULL, null_mut()), UrResult::ERROR_INVALID_NULL_HANDLE);
    }
}
