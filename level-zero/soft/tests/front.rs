//! From initialisation to contexts, through the driver's exported functions.

mod support;

use core::ffi::{CStr, c_void};
use core::ptr;

use level_zero_sys::*;
use libloading::os::unix::{Library as Handle, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW};
use rstest::rstest;

use support::{apart, apart_and_well, call, devices, driver, open};

const SUCCESS: ze_result_t = ze_result_t::ZE_RESULT_SUCCESS;
/// A function that fills a table.
type GetTable = unsafe extern "C" fn(ze_api_version_t, *mut *const c_void) -> ze_result_t;

const UNSUPPORTED: ze_result_t = ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;

#[test]
fn the_driver_stands_in_for_a_loader() {
    let library = open();
    for function in ENTRY_POINTS {
        assert!(library.has(function.name), "{}", function.name);
    }
    // SAFETY: the driver has sound initialisers.
    let raw = unsafe { libloading::Library::new(support::path()) }.expect("it was just opened");
    for name in [
        "zeLoaderInit",
        "zeLoaderGetTracingHandle",
        "zelLoaderGetVersionsInternal",
        "zelGetTracerApiProcAddrTable",
        "zetGetMetricProcAddrTable",
        "zesGetDeviceProcAddrTable",
        "zerGetGlobalProcAddrTable",
        "zeKernelCreate",
        "zesDeviceGet",
        "zerGetDefaultContext",
    ] {
        // SAFETY: the symbol is only looked up.
        assert!(unsafe { raw.get::<*const c_void>(name) }.is_ok(), "{name}");
    }
    // SAFETY: functions without support take any arguments.
    let unsupported = unsafe { raw.get::<unsafe extern "C" fn() -> ze_result_t>("zeKernelCreate") };
    // SAFETY: as above.
    assert_eq!(unsafe { unsupported.expect("it is there")() }, UNSUPPORTED);
}

#[test]
fn the_tables_have_this_driver_s_functions_whatever_else_the_process_has() {
    apart_and_well("the_tables_have_this_driver_s_functions_whatever_else_the_process_has", &[], || {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let other = directory.path().join("libze_loader.so.1");
        std::fs::copy(support::path(), &other).expect("the driver can be copied");
        // SAFETY: the driver has sound initialisers.
        let global = unsafe { Handle::open(Some(&other), RTLD_NOW | RTLD_GLOBAL) };
        // SAFETY: as above.
        let local = unsafe { Handle::open(Some(support::path()), RTLD_LAZY | RTLD_LOCAL) };
        let (global, local) = (global.expect("a driver"), local.expect("a driver"));
        let mut table = [ptr::null::<c_void>(); 2];
        // SAFETY: this is the signature of the function.
        let fill = unsafe { local.get::<GetTable>("zeGetGlobalProcAddrTable") }.expect("it is there");
        // SAFETY: the table has two members.
        assert_eq!(unsafe { fill(ze_api_version_t::ZE_API_VERSION_CURRENT, table.as_mut_ptr()) }, SUCCESS);
        // SAFETY: the symbol is only turned into an address.
        let address =
            |library: &Handle| unsafe { library.get::<*const c_void>("zeInit") }.map(|it| it.as_raw_ptr());
        assert_eq!(table[0], address(&local).expect("it is there").cast_const());
        assert_ne!(table[0], address(&global).expect("it is there").cast_const());
    });
}

#[test]
fn handles_stay_the_same_over_initialisations() {
    let library = open();
    let first = driver(&library);
    let mut kinds = ze_init_driver_type_desc_t::new();
    kinds.flags = ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_GPU;
    let (mut count, mut again) = (4, [ze_driver_handle_t::NULL; 4]);
    assert_eq!(call!(library, zeInitDrivers(&mut count, again.as_mut_ptr(), &mut kinds)), SUCCESS);
    assert_eq!((count, again[0], driver(&library)), (1, first, first));
    assert_eq!(devices(&library, first), devices(&library, first));
    kinds.flags = ze_init_driver_type_flags_t::ZE_INIT_DRIVER_TYPE_FLAG_NPU;
    assert_eq!(call!(library, zeInitDrivers(&mut count, ptr::null_mut(), &mut kinds)), SUCCESS);
    assert_eq!(count, 0, "there is no driver for NPUs");
    assert_eq!(call!(library, zesInit(zes_init_flags_t(0))), SUCCESS);
}

#[test]
fn initialisation_comes_first() {
    apart_and_well("initialisation_comes_first", &[], || {
        let library = open();
        let mut count = 0;
        let result = call!(library, zeDriverGet(&mut count, ptr::null_mut()));
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED);
        let npu_only = call!(library, zeInit(ze_init_flags_t::ZE_INIT_FLAG_VPU_ONLY));
        assert_eq!(npu_only, ze_result_t::ZE_RESULT_ERROR_UNINITIALIZED);
        let odd = call!(library, zeInit(ze_init_flags_t(0x80)));
        assert_eq!(odd, ze_result_t::ZE_RESULT_ERROR_INVALID_ENUMERATION);
        driver(&library);
    });
}

#[test]
fn what_the_unified_runtime_insists_on() {
    let library = open();
    let driver = driver(&library);
    let mut ddi = ze_driver_ddi_handles_ext_properties_t::new();
    let mut properties = ze_driver_properties_t::new();
    properties.pNext = (&raw mut ddi).cast();
    assert_eq!(call!(library, zeDriverGetProperties(driver, &mut properties)), SUCCESS);
    assert_eq!(properties.driverVersion, 1 << 24 | 17 << 16 | 39_000);
    assert_eq!(ddi.flags.0, 1, "handles have dispatch tables");
    let mut ip = ze_device_ip_version_ext_t::new();
    let mut events = ze_device_event_properties_t::new();
    events.pNext = (&raw mut ip).cast();
    let mut device = ze_device_properties_t::new();
    device.stype = ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2;
    device.pNext = (&raw mut events).cast();
    let handle = devices(&library, driver)[0];
    assert_eq!(call!(library, zeDeviceGetProperties(handle, &mut device)), SUCCESS);
    assert_eq!((device.type_, device.vendorId), (ze_device_type_t::ZE_DEVICE_TYPE_GPU, 0x8086));
    assert_eq!((device.timerResolution, ip.ipVersion), (1_000_000_000, 0x0500_4000));
    assert_eq!(device.stype, ze_structure_type_t::ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES_1_2);
    assert_eq!(device.pNext, (&raw mut events).cast());
    assert!(device.maxMemAllocSize > 0);
    let ipc = ze_device_event_properties_flags_t::ZE_DEVICE_EVENT_PROPERTIES_FLAG_COUNTER_BASED_IPC;
    assert_eq!(events.flags, ipc);
    device.stype = ze_device_properties_t::STYPE;
    assert_eq!(call!(library, zeDeviceGetProperties(handle, &mut device)), SUCCESS);
    assert_eq!(device.timerResolution, 1, "nanoseconds per cycle");
    let mut root = ze_device_handle_t(ptr::without_provenance_mut(1));
    assert_eq!(call!(library, zeDeviceGetRootDevice(handle, &mut root)), SUCCESS);
    assert!(root.is_null());
    let mut groups = [ze_command_queue_group_properties_t::new(); 3];
    let mut count = 3;
    let get = call!(library, zeDeviceGetCommandQueueGroupProperties(handle, &mut count, groups.as_mut_ptr()));
    assert_eq!((get, count), (SUCCESS, 1));
    let compute = ze_command_queue_group_property_flags_t::ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG_COMPUTE;
    assert!(groups[0].flags.contains(compute));
}

#[test]
fn each_device_has_its_identity_and_reaches_the_others() {
    let variables = [("LEVEL_ZERO_SOFT_DEVICES", "3")];
    apart_and_well("each_device_has_its_identity_and_reaches_the_others", &variables, || {
        let library = open();
        let devices = devices(&library, driver(&library));
        assert_eq!(devices.len(), 3);
        let mut identities = Vec::new();
        for device in &devices {
            let mut properties = ze_device_properties_t::new();
            assert_eq!(call!(library, zeDeviceGetProperties(*device, &mut properties)), SUCCESS);
            let mut pci = ze_pci_ext_properties_t::new();
            assert_eq!(call!(library, zeDevicePciGetPropertiesExt(*device, &mut pci)), SUCCESS);
            identities.push((properties.uuid, pci.address.bus));
            for peer in &devices {
                let mut can = 0;
                assert_eq!(call!(library, zeDeviceCanAccessPeer(*device, *peer, &mut can)), SUCCESS);
                assert_eq!(can, 1);
            }
        }
        for (index, identity) in identities.iter().enumerate() {
            assert!(!identities[..index].iter().any(|other| other.0 == identity.0 || other.1 == identity.1));
        }
    });
}

#[test]
fn contexts_have_their_devices_and_their_time() {
    let library = open();
    let driver = driver(&library);
    let desc = ze_context_desc_t::new();
    let mut context = ze_context_handle_t::NULL;
    assert_eq!(call!(library, zeContextCreate(driver, &desc, &mut context)), SUCCESS);
    assert_eq!(call!(library, zeContextGetStatus(context)), SUCCESS);
    let as_device = ze_device_handle_t(context.0);
    let mut devices = [as_device];
    let other = call!(library, zeContextCreateEx(driver, &desc, 1, devices.as_mut_ptr(), &mut context));
    assert_eq!(other, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT, "a context is no device");
    assert_eq!(call!(library, zeContextDestroy(context)), SUCCESS);
    for result in [call!(library, zeContextGetStatus(context)), call!(library, zeContextDestroy(context))] {
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT);
    }
    let default = call!(library, zeDriverGetDefaultContext(driver));
    assert_eq!(default, call!(library, zeDriverGetDefaultContext(driver)));
    assert_eq!(call!(library, zeContextGetStatus(default)), SUCCESS);
    assert_ne!(call!(library, zeContextDestroy(default)), SUCCESS);
    let null = call!(library, zeContextDestroy(ze_context_handle_t::NULL));
    assert_eq!(null, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
}

#[test]
fn functions_are_found_by_name() {
    let library = open();
    let driver = driver(&library);
    for function in
        EXTENSION_FUNCTIONS.iter().map(|function| function.name).chain(["zeCommandListAppendHostFunction"])
    {
        let name = std::ffi::CString::new(function).expect("names have no NUL");
        // SAFETY: the driver is alive.
        let address = unsafe { library.functions().extension(driver, &name) };
        assert!(address.is_ok(), "{function}");
    }
    let mut address = ptr::dangling_mut();
    let name = c"zexDriverImportExternalPointer";
    let result = call!(library, zeDriverGetExtensionFunctionAddress(driver, name.as_ptr(), &mut address));
    assert_eq!((result, address), (ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT, ptr::null_mut()));
}

#[test]
fn what_is_refused_is_neither_listed_nor_found() {
    let refused = "zexCounterBasedEventCreate2,ZE_extension_driver_ddi_handles,zeContextGetStatus";
    let variables = [("LEVEL_ZERO_SOFT_REFUSE", refused)];
    apart_and_well("what_is_refused_is_neither_listed_nor_found", &variables, || {
        let library = open();
        let driver = driver(&library);
        // SAFETY: the driver is alive.
        assert!(unsafe { library.functions().counter_based_event_create2(driver) }.is_err());
        let names = extensions(&library, driver);
        assert!(names.iter().any(|name| name == "ZE_extension_device_ip_version"), "{names:?}");
        assert!(!names.iter().any(|name| name == "ZE_extension_driver_ddi_handles"), "{names:?}");
        let mut ddi = ze_driver_ddi_handles_ext_properties_t::new();
        let mut properties = ze_driver_properties_t::new();
        properties.pNext = (&raw mut ddi).cast();
        assert_eq!(call!(library, zeDriverGetProperties(driver, &mut properties)), SUCCESS);
        assert_eq!(ddi.flags.0, 0);
        assert_eq!(call!(library, zeContextGetStatus(ze_context_handle_t::NULL)), UNSUPPORTED);
    });
}

fn extensions(library: &Library, driver: ze_driver_handle_t) -> Vec<String> {
    let (mut count, mut found) = (32, [ze_driver_extension_properties_t::default(); 32]);
    let get = call!(library, zeDriverGetExtensionProperties(driver, &mut count, found.as_mut_ptr()));
    assert_eq!(get, SUCCESS);
    let name = |properties: &ze_driver_extension_properties_t| {
        // SAFETY: the driver ends names in NUL.
        unsafe { CStr::from_ptr(properties.name.as_ptr()) }.to_string_lossy().into_owned()
    };
    found[..count as usize].iter().map(name).collect()
}

#[test]
fn an_older_driver_lacks_newer_functions() {
    let variables = [("LEVEL_ZERO_SOFT_API_VERSION", "1.9")];
    apart_and_well("an_older_driver_lacks_newer_functions", &variables, || {
        let library = open();
        let driver = driver(&library);
        let mut version = ze_api_version_t(0);
        assert_eq!(call!(library, zeDriverGetApiVersion(driver, &mut version)), SUCCESS);
        assert_eq!(version, ze_api_version_t::ZE_API_VERSION_1_9);
        let mut kinds = ze_init_driver_type_desc_t::new();
        let mut count = 0;
        assert_eq!(call!(library, zeInitDrivers(&mut count, ptr::null_mut(), &mut kinds)), UNSUPPORTED);
        assert!(call!(library, zeDriverGetDefaultContext(driver)).is_null());
        assert!(!extensions(&library, driver).iter().any(|name| name == "ZE_extension_driver_ddi_handles"));
        // SAFETY: the driver is alive.
        assert!(unsafe { library.functions().counter_based_event_create2(driver) }.is_ok());
    });
}

#[test]
fn calls_fail_and_wait_as_asked_and_are_logged() {
    let log = tempfile::NamedTempFile::new().expect("a temporary file");
    let path = log.path().to_str().expect("a readable path");
    let variables = [
        (
            "LEVEL_ZERO_SOFT_FAIL",
            "zeDeviceGetStatus:2:ZE_RESULT_ERROR_DEVICE_LOST,zeDriverGetDefaultContext:*",
        ),
        ("LEVEL_ZERO_SOFT_DELAY", "zeDeviceGetStatus:20"),
        ("LEVEL_ZERO_SOFT_LOG", path),
    ];
    let done = apart_and_well("calls_fail_and_wait_as_asked_and_are_logged", &variables, || {
        let library = open();
        let driver = driver(&library);
        let device = devices(&library, driver)[0];
        let start = std::time::Instant::now();
        let results = [(); 3].map(|()| call!(library, zeDeviceGetStatus(device)));
        assert_eq!(results, [SUCCESS, ze_result_t::ZE_RESULT_ERROR_DEVICE_LOST, SUCCESS]);
        assert!(start.elapsed().as_millis() >= 60);
        assert!(call!(library, zeDriverGetDefaultContext(driver)).is_null());
        let mut text = ptr::null();
        assert_eq!(call!(library, zeDriverGetLastErrorDescription(driver, &mut text)), SUCCESS);
        // SAFETY: the driver ends the text in NUL, and keeps it until the next failure.
        let text = unsafe { CStr::from_ptr(text) };
        assert_eq!(text, c"zeDeviceGetStatus: ZE_RESULT_ERROR_DEVICE_LOST");
    });
    if done {
        let text = std::fs::read_to_string(log.path()).expect("the log is readable");
        let lines: Vec<_> = text.lines().filter(|line| line.contains("zeDeviceGetStatus(hDevice=")).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[1].ends_with(" = ZE_RESULT_ERROR_DEVICE_LOST"), "{text}");
        assert!(text.contains(" zeInit(flags=0) = ZE_RESULT_SUCCESS\n"), "{text}");
    }
}

#[rstest]
#[case::value("LEVEL_ZERO_SOFT_DEVICES", "-1", "LEVEL_ZERO_SOFT_DEVICES: '-1': ")]
#[case::name("LEVEL_ZERO_SOFT_DEVICE", "1", "LEVEL_ZERO_SOFT_DEVICE: the name: no such variable; allowed: ")]
fn a_wrong_environment_is_explained(#[case] name: &str, #[case] value: &str, #[case] text: &str) {
    let test = std::thread::current().name().expect("tests have names").to_owned();
    let body = || {
        let library = open();
        let result = call!(library, zeInit(ze_init_flags_t(0)));
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT);
    };
    if let Some(output) = apart(&test, &[(name, value)], body) {
        assert!(output.status.success());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(text), "{errors}");
    }
}
