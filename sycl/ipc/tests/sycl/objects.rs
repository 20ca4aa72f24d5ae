//! Platforms, devices, contexts and queues.

use crate::support::{Bed, Recorder, code, platform};
use rstest::rstest;
use std::sync::Arc;
use ur_ipc::{
    Aspect, Context, Errc, Error, OnDevice, PhysicalMem, PhysicalMemProperties, Queue, QueueProperties,
    UsmMemory, malloc_device,
};

#[test]
fn names_are_those_of_the_backend() -> Result<(), Error> {
    let bed = Bed::with("two-devices");
    assert!(!bed.platform.name()?.is_empty());
    let names = bed.platform.get_devices().iter().map(ur_ipc::Device::name).collect::<Result<Vec<_>, _>>()?;
    assert!(names.len() == 2 && names.iter().all(|name| !name.is_empty()), "{names:?}");
    assert_eq!(bed.device.driver_version()?, env!("CARGO_PKG_VERSION"));
    Ok(())
}

#[rstest]
#[case("default", [true; 5])]
#[case("no-memory", [false, true, true, true, true])]
#[case("no-physical-memory", [true, false, true, true, true])]
#[case("no-event", [true, true, false, true, true])]
#[case("no-virtual-memory", [true, false, true, true, false])]
#[case("unknown-queries", [false, false, false, true, true])]
fn aspects_are_what_the_device_says(#[case] profile: &str, #[case] expected: [bool; 5]) {
    let bed = Bed::with(profile);
    let aspects = [
        Aspect::ExtOneapiIpcMemory,
        Aspect::ExtOneapiIpcPhysicalMemory,
        Aspect::ExtOneapiIpcEvent,
        Aspect::ExtOneapiPerEventProfiling,
        Aspect::ExtOneapiVirtualMem,
    ];
    assert_eq!(aspects.map(|aspect| bed.device.has(aspect)), expected);
}

#[test]
fn a_context_has_devices_of_one_platform() -> Result<(), Error> {
    let (bed, other) = (Bed::with("two-devices"), Bed::new());
    assert_eq!(code(Context::new(&[])), (Errc::Invalid, None));
    assert_eq!(code(Context::new(&[bed.device.clone(), other.device.clone()])), (Errc::Invalid, None));
    let one = Context::new(std::slice::from_ref(&bed.device))?;
    assert_eq!((one.get_devices(), one.get_platform()), (&[bed.device.clone()][..], &bed.platform));
    Ok(())
}

#[test]
fn a_device_of_elsewhere_is_refused_before_unified_runtime_sees_it() -> Result<(), Error> {
    let bed = Bed::with("two-devices");
    let second = bed.platform.get_devices().remove(1);
    let one = Context::new(std::slice::from_ref(&bed.device))?;
    bed.recorder.take();
    let invalid = (Errc::Invalid, None);
    assert_eq!(code(Queue::new(&one, &second, QueueProperties::default())), invalid);
    assert_eq!(code(malloc_device(1, &second, &one)), invalid);
    assert_eq!(code(PhysicalMem::new(&second, &one, 1, PhysicalMemProperties::default())), invalid);
    // SAFETY: nothing is opened.
    assert_eq!(code(unsafe { ur_ipc::memory::open(&[], (&one, &second)) }), invalid);
    // SAFETY: nothing is opened.
    assert_eq!(code(unsafe { ur_ipc::physical_memory::open(&[], (&one, &second)) }), invalid);
    let calls = bed.recorder.take();
    assert!(calls.iter().all(|call| *call == "urDeviceGetInfo"), "{calls:?}");
    Ok(())
}

#[test]
fn the_default_context_is_one_as_long_as_it_is_held() -> Result<(), Error> {
    let bed = Bed::with("two-devices");
    bed.recorder.take();
    let (first, second) = (bed.platform.khr_get_default_context()?, bed.platform.khr_get_default_context()?);
    assert!(first == second && first.get_devices() == bed.platform.get_devices());
    drop((first, second));
    drop(bed.platform.khr_get_default_context()?);
    let expected = ["urContextCreate", "urContextRelease", "urContextCreate", "urContextRelease"];
    assert_eq!(bed.recorder.take(), expected);
    Ok(())
}

#[test]
fn a_platform_without_devices_opens_nothing() {
    let platform = platform(&Arc::new(Recorder::new("no-devices")));
    assert!(platform.get_devices().is_empty());
    assert_eq!(code((&platform).context_and_device()), (Errc::Runtime, None));
}

#[rstest]
#[case("default", false, false)]
#[case("default", true, true)]
#[case("in-order-only", false, true)]
fn a_queue_is_in_order_where_it_has_to_be(
    #[case] profile: &str,
    #[case] asked: bool,
    #[case] expected: bool,
) -> Result<(), Error> {
    let bed = Bed::with(profile);
    let queue = bed.queue(QueueProperties::default().in_order(asked));
    assert_eq!((queue.is_in_order(), queue.get_device()), (expected, &bed.device));
    queue.ext_oneapi_prod()?;
    queue.wait()
}

#[test]
fn a_context_lives_as_long_as_what_is_made_in_it() -> Result<(), Error> {
    let Bed { recorder, platform, device, context } = Bed::new();
    let memory: UsmMemory = malloc_device(1, &device, &context)?;
    drop((platform, device, context));
    assert_eq!(recorder.count("urContextRelease"), 0);
    recorder.take();
    drop(memory);
    assert_eq!(recorder.take(), ["urUSMFree", "urContextRelease", "urAdapterRelease"]);
    Ok(())
}

#[test]
fn errors_show_function_answer_and_entry_point() {
    let bed = Bed::new();
    let error = malloc_device(usize::MAX, &bed.device, &bed.context).expect_err("nobody has so much");
    let shown = error.to_string();
    assert!(
        shown.starts_with("malloc_device: ") && shown.contains("urUSMDeviceAlloc answered UR_"),
        "{shown}"
    );
}

#[test]
#[expect(deprecated, reason = "it is what is tested")]
fn the_old_name_is_the_same() -> Result<(), Error> {
    use ur_ipc::ipc_memory;
    let bed = Bed::new();
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    let handle = ipc_memory::get(&memory)?;
    // SAFETY: the handle has not been put.
    ipc_memory::close(unsafe { ipc_memory::open(handle.data_view(), (&bed.context, &bed.device)) }?)?;
    ipc_memory::put(handle)
}
