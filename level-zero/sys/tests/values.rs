//! Behaviour of the types: tags, text forms, versions and looking up functions.

use core::ffi::{CStr, c_char, c_void};
use core::ptr;

use level_zero_sys::*;
use rstest::rstest;

#[test]
fn new_structures_carry_their_tag_and_are_zero() {
    let desc = ze_external_memory_import_fd_t::new();
    assert_eq!(desc.stype, ze_structure_type_t::ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD);
    assert!(desc.pNext.is_null());
    assert_eq!((desc.flags.0, desc.fd), (0, 0));
    assert_eq!(zex_counter_based_event_desc_t::default().stype.0, 0x3_001c);
}

#[rstest]
#[case(ze_result_t::ZE_RESULT_NOT_READY, "ZE_RESULT_NOT_READY")]
#[case(ze_result_t(0x7123_4567), "ze_result_t(0x71234567)")]
fn results_print_their_name(#[case] result: ze_result_t, #[case] text: &str) {
    assert_eq!(format!("{result:?} {result}"), format!("{text} {text}"));
}

#[test]
fn results_are_found_by_their_name() {
    let found = ze_result_t::from_name("ZE_RESULT_ERROR_DEVICE_LOST");
    assert_eq!(found, Some(ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST));
    assert_eq!(ze_result_t::from_name("ZE_RESULT_ODD"), None);
}

#[test]
fn entry_points_tell_their_version() {
    let found = ENTRY_POINTS.iter().find(|function| function.name == "zeMemGetIpcHandleWithProperties");
    assert_eq!(found.expect("it is bound").since, Some((1, 15)));
}

#[rstest]
#[case(0, "0")]
#[case(0b11, "ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC")]
#[case(0x102, "ZE_EVENT_POOL_FLAG_IPC | 0x100")]
fn flags_print_their_names(#[case] bits: u32, #[case] text: &str) {
    assert_eq!(format!("{:?}", ze_event_pool_flags_t(bits)), text);
}

#[test]
fn flags_combine() {
    let ipc = ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_IPC;
    let mut both = ipc;
    both |= ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_HOST_VISIBLE;
    assert_eq!(both, ipc | ze_event_pool_flags_t::ZE_EVENT_POOL_FLAG_HOST_VISIBLE);
    assert!(both.contains(ipc));
    assert!(!ipc.contains(both));
}

#[test]
fn versions_split_into_major_and_minor() {
    let version = ze_api_version_t::ZE_API_VERSION_1_17;
    assert_eq!((version.major(), version.minor()), (1, 17));
    assert_eq!(version, ze_api_version_t::ZE_API_VERSION_CURRENT);
}

#[test]
fn only_success_is_ok() {
    assert_eq!(ze_result_t::ZE_RESULT_SUCCESS.ok(), Ok(()));
    assert_eq!(ze_result_t::ZE_RESULT_NOT_READY.ok(), Err(ze_result_t::ZE_RESULT_NOT_READY));
}

#[test]
fn functions_hold_what_was_found() {
    // SAFETY: the one address is a function with the signature of its name.
    let functions = unsafe {
        Functions::load(|name| {
            if name == c"zeDriverGetExtensionFunctionAddress" { find as *const c_void } else { ptr::null() }
        })
    };
    assert!(functions.has("zeDriverGetExtensionFunctionAddress"));
    assert!(!functions.has("zeInit"));
    assert!(!functions.has("zeNoSuchFunction"));
    assert_eq!(ENTRY_POINTS.iter().filter(|entry| functions.has(entry.name)).count(), 1);
}

#[rstest]
#[case::known(c"zexKnown", Ok(0x40))]
#[case::null_address(c"zexNull", Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE))]
#[case::unknown(c"zexOther", Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT))]
fn extensions_are_looked_up_by_name(#[case] name: &CStr, #[case] expected: Result<usize, ze_result_t>) {
    let functions = Functions { zeDriverGetExtensionFunctionAddress: Some(find), ..Functions::default() };
    // SAFETY: the stand-in ignores the driver.
    let found = unsafe { functions.extension(ze_driver_handle_t::NULL, name) };
    assert_eq!(found.map(|address| address.addr().get()), expected);
}

#[test]
fn extensions_need_the_entry_point() {
    // SAFETY: nothing is called.
    let found =
        unsafe { Functions::default().counter_based_event_create2(ze_driver_handle_t::NULL) }.map(|_| ());
    assert_eq!(found, Err(ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE));
}

/// Stand-in for a driver that knows one name, and one more whose address is null.
unsafe extern "C" fn find(
    _driver: ze_driver_handle_t,
    name: *const c_char,
    address: *mut *mut c_void,
) -> ze_result_t {
    // SAFETY: the callers pass a C string.
    let name = unsafe { CStr::from_ptr(name) };
    let found = if name == c"zexKnown" {
        ptr::without_provenance_mut(0x40)
    } else if name == c"zexNull" {
        ptr::null_mut()
    } else {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT;
    };
    // SAFETY: the callers pass a writable address.
    unsafe { address.write(found) };
    ze_result_t::ZE_RESULT_SUCCESS
}
