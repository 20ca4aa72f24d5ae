//! `urPhysicalMemCreate` with the flag for sharing.

use super::fixtures::UnsharedFixture;
use super::support::{in_case, pattern, verify_object, write_object};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemProperties, UrResult,
};
use ur_ipc_fixtures::ladder::{PhysMemFixture, UrContextTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::objects::create_physical;
use ur_ipc_fixtures::{Called, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::create::enable_ipc",
        &["physical_memory.create.enable_ipc"],
        with!(PhysMemFixture, enable_ipc),
    )
    .twin_of(&["urPhysicalMemCreateWithFlagsParamTest.Success"]),
    Test::new(
        "physical_memory::create::reserved_flags",
        &["physical_memory.create.reserved_flags"],
        with!(PhysMemFixture, reserved_flags),
    )
    .twin_of(&["urPhysicalMemCreateTest.InvalidEnumeration"]),
    Test::new(
        "physical_memory::create::enable_ipc_unsupported",
        &["physical_memory.create.enable_ipc_unsupported"],
        with!(UnsharedFixture, enable_ipc_unsupported),
    ),
    Test::new(
        "physical_memory::create::null_arguments",
        &["physical_memory.create.null_arguments"],
        with!(PhysMemFixture, null_arguments),
    )
    .twin_of(&[
        "urPhysicalMemCreateTest.InvalidNullHandleContext",
        "urPhysicalMemCreateTest.InvalidNullHandleDevice",
        "urPhysicalMemCreateTest.InvalidNullPointerPhysicalMem",
    ]),
    Test::new(
        "physical_memory::create::size_granularity",
        &["physical_memory.create.size_granularity"],
        with!(PhysMemFixture, size_granularity),
    )
    .twin_of(&["urPhysicalMemCreateWithSizeParamTest.InvalidSize"]),
];

/// The properties with which objects are made in these tests: the control cases and both sides of the flag.
const ALL_PROPERTIES: [(&str, Option<PhysicalMemProperties>); 3] = [
    ("null properties", None),
    ("no flags", Some(PhysicalMemProperties::new(PhysicalMemFlags::NONE_SET))),
    ("the flag for sharing", Some(IPC)),
];

const IPC: PhysicalMemProperties = PhysicalMemProperties::new(PhysicalMemFlags::ENABLE_IPC);

fn create<'u>(
    t: &'u TestContext<'_>,
    context: ContextHandle,
    device: DeviceHandle,
    size: usize,
    properties: Option<&PhysicalMemProperties>,
    object: *mut PhysicalMemHandle,
) -> Called<'u> {
    let properties = properties.map_or(null(), std::ptr::from_ref);
    t.ur().physical_mem_create(context, device, size, properties, object)
}

/// Exportable objects of several sizes can be made, are different ones (of one size too), and hold what is written to them.
fn enable_ipc(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let mut made = Vec::new();
    for (stream, granules) in (0..).zip([1, 2, 2, 5]) {
        let size = granules * f.granule();
        let object = in_case(format!("{size} bytes"), create_physical(t, f.context(), size, Some(IPC)))?;
        write_object(t, f, object.raw(), size, pattern(t, stream))?;
        made.push((object, size, pattern(t, stream)));
    }
    for (i, (object, size, content)) in made.iter().enumerate() {
        let known = made[..i].iter().any(|(other, ..)| other.raw() == object.raw());
        t.check(!known, "two objects have the same handle")?;
        verify_object(t, f, object.raw(), *size, *content)?;
    }
    Ok(())
}

/// Every reserved flag is refused, alone and beside the flag for sharing.
fn reserved_flags(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let single = (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| bit & PhysicalMemFlags::RESERVED != 0);
    let cases = single.flat_map(|bit| [bit, bit | PhysicalMemFlags::ENABLE_IPC.0]).chain([
        0x7fff_ffff,
        PhysicalMemFlags::RESERVED,
        u32::MAX,
    ]);
    for flags in cases {
        let properties = PhysicalMemProperties::new(PhysicalMemFlags(flags));
        let mut object = PhysicalMemHandle::NULL;
        let called =
            create(t, f.context(), t.env().device(), f.granule(), Some(&properties), &raw mut object);
        in_case(format!("flags {flags:#x}"), called.expect(UrResult::ERROR_INVALID_ENUMERATION))?;
    }
    for (_, properties) in ALL_PROPERTIES {
        create_physical(t, f.context(), f.granule(), properties)?.release()?;
    }
    Ok(())
}

/// Where nothing can be shared, an object that claims it is refused; one without the flag is not.
fn enable_ipc_unsupported(t: &TestContext<'_>, f: &UnsharedFixture<'_>) -> TestResult {
    create_physical(t, f.context(), f.granule(), None)?.release()?;
    let mut object = PhysicalMemHandle::NULL;
    let called = create(t, f.context(), t.env().device(), f.granule(), Some(&IPC), &raw mut object);
    if !called.result.is_success() {
        let code = called.expect_error()?;
        t.observe("creation for sharing is refused with", code);
        return Ok(());
    }
    let exportable = f.can_be_exported(t, object);
    t.ur().physical_mem_release(object).ok()?;
    if exportable {
        t.observe("creation for sharing", "succeeds, and the object can be exported");
        return Ok(());
    }
    Err(called.fail("the device does not share physical memory, yet an object for sharing was created"))
}

/// A null context, device or out pointer is refused, with and without the flag.
fn null_arguments(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let (context, device, size) = (f.context(), t.env().device(), f.granule());
    for (case, properties) in ALL_PROPERTIES {
        let properties = properties.as_ref();
        let mut object = PhysicalMemHandle::NULL;
        let refuse = |context, device, object, wanted| {
            in_case(case, create(t, context, device, size, properties, object).expect(wanted))
        };
        refuse(ContextHandle::NULL, device, &raw mut object, UrResult::ERROR_INVALID_NULL_HANDLE)?;
        refuse(context, DeviceHandle::NULL, &raw mut object, UrResult::ERROR_INVALID_NULL_HANDLE)?;
        refuse(context, device, null_mut(), UrResult::ERROR_INVALID_NULL_POINTER)?;
        create_physical(t, context, size, properties.copied())?.release()?;
    }
    Ok(())
}

/// Sizes beside a multiple of the granularity are refused, with and without the flag.
fn size_granularity(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let granule = f.granule();
    let beside = [1, granule / 2, granule - 1, granule + 1, granule + granule / 2, 3 * granule - 1];
    for (case, properties) in ALL_PROPERTIES {
        for size in beside.into_iter().filter(|size| size % granule != 0) {
            let mut object = PhysicalMemHandle::NULL;
            let called = create(t, f.context(), t.env().device(), size, properties.as_ref(), &raw mut object);
            in_case(format!("{case}, {size} bytes"), called.expect(UrResult::ERROR_INVALID_SIZE))?;
        }
        create_physical(t, f.context(), 3 * granule, properties)?.release()?;
    }
    Ok(())
}
