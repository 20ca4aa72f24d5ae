//! `urPhysicalMemGetInfo` on local objects, and with bad arguments.

use super::support::{SENTINEL, in_case, info, size_info};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{
    ContextHandle, DeviceHandle, PhysicalMemFlags, PhysicalMemHandle, PhysicalMemInfo, PhysicalMemProperties,
    StructureType, UrResult,
};
use ur_ipc_fixtures::ladder::{
    OpenedPhysMemFixture, PhysMemFixture, UrIpcOpenedPhysMemTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::{DevicePtr, Test, TestContext, TestResult, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::info::local_all_five",
        &["physical_memory.info.local_all_five"],
        with!(PhysMemFixture, local_all_five),
    )
    .twin_of(&[
        "urPhysicalMemGetInfoTest.SuccessContext",
        "urPhysicalMemGetInfoTest.SuccessDevice",
        "urPhysicalMemGetInfoTest.SuccessSize",
        "urPhysicalMemGetInfoTest.SuccessProperties",
        "urPhysicalMemGetInfoTest.SuccessReferenceCount",
    ]),
    Test::new(
        "physical_memory::info::bad_arguments",
        &["physical_memory.info.bad_arguments"],
        with!(OpenedPhysMemFixture, bad_arguments),
    ),
];

/// The enumerators, each with the size of its value.
const PROPERTIES: [(PhysicalMemInfo, usize); 5] = [
    (PhysicalMemInfo::CONTEXT, size_of::<ContextHandle>()),
    (PhysicalMemInfo::DEVICE, size_of::<DeviceHandle>()),
    (PhysicalMemInfo::SIZE, size_of::<usize>()),
    (PhysicalMemInfo::PROPERTIES, size_of::<PhysicalMemProperties>()),
    (PhysicalMemInfo::REFERENCE_COUNT, size_of::<u32>()),
];

/// All five enumerators answer on an exportable object, its properties with the flag for sharing.
fn local_all_five(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let object = f.physical();
    for (name, expected) in PROPERTIES {
        let mut size = 0usize;
        t.ur().physical_mem_get_info(object, name, 0, null_mut(), &raw mut size).ok()?;
        t.check_eq(&format!("bytes of {name}"), size, expected)?;
    }
    let context = info(t, object, PhysicalMemInfo::CONTEXT, ContextHandle::from_address(SENTINEL))?;
    t.check_eq("context", context, f.context())?;
    let device = info(t, object, PhysicalMemInfo::DEVICE, DeviceHandle::from_address(SENTINEL))?;
    t.check_eq("device", device, t.env().device())?;
    t.check_eq("size", size_info(t, object)?, f.size())?;
    t.check_eq("references", info(t, object, PhysicalMemInfo::REFERENCE_COUNT, u32::MAX)?, 1)?;
    let before = PhysicalMemProperties {
        stype: StructureType(u32::MAX),
        p_next: DevicePtr(SENTINEL).raw(),
        flags: PhysicalMemFlags::NONE_SET,
    };
    let properties = info(t, object, PhysicalMemInfo::PROPERTIES, before)?;
    t.check_eq("kind of descriptor", properties.stype, StructureType::PHYSICAL_MEM_PROPERTIES)?;
    t.check(
        properties.flags.contains(PhysicalMemFlags::ENABLE_IPC),
        format!("the flags of an exportable object are {:?}", properties.flags),
    )
}

/// Too small buffers and unknown names are refused and not written to, on local objects and on imports.
fn bad_arguments(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    for (case, object) in [("a local object", f.physical()), ("an import", f.opened())] {
        for (name, size) in PROPERTIES {
            for too_small in [0, 1, size - 1] {
                let refused = query_fails(t, object, name, too_small, &[UrResult::ERROR_INVALID_SIZE]);
                in_case(format!("{case}, {name}"), refused)?;
            }
            let mut buffer = [0u8; 32];
            t.ur().physical_mem_get_info(object, name, size, buffer.as_mut_ptr().cast(), null_mut()).ok()?;
        }
        let unknown = [UrResult::ERROR_INVALID_ENUMERATION, UrResult::ERROR_UNSUPPORTED_ENUMERATION];
        for name in [5, 6, 0xffff, 0x7fff_ffff, u32::MAX].map(PhysicalMemInfo) {
            in_case(case, query_fails(t, object, name, 32, &unknown))?;
        }
    }
    Ok(())
}

fn query_fails(
    t: &TestContext<'_>,
    object: PhysicalMemHandle,
    name: PhysicalMemInfo,
    size: usize,
    wanted: &[UrResult],
) -> TestResult {
    let mut buffer = [0x5au8; 32];
    t.ur()
        .physical_mem_get_info(object, name, size, buffer.as_mut_ptr().cast(), null_mut())
        .expect_any(wanted)?;
    t.check_eq("the buffer after a refused query", buffer, [0x5a; 32])
}
