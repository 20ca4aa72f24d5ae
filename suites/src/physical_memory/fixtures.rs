//! Fixtures that only physical memory needs.

use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, DeviceInfo, PhysicalMemHandle};
use ur_ipc_fixtures::ladder::{
    ContextFixture, Fixture, PhysMemHandleFixture, UrContextTest, UrIpcPhysMemHandleTest,
};
use ur_ipc_fixtures::{TestContext, TestResult, objects};

/// A handle, and a device of the same platform that is not in the fixture's context.
pub(super) struct ForeignDeviceFixture<'t> {
    parent: PhysMemHandleFixture<'t>,
    foreign: DeviceHandle,
}

impl<'t> Fixture<'t> for ForeignDeviceFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let parent = PhysMemHandleFixture::set_up(t)?;
        let foreign = t.second_device()?;
        Ok(Self { parent, foreign })
    }
}

impl ForeignDeviceFixture<'_> {
    /// The context, which holds the device under test alone.
    pub(super) fn context(&self) -> ContextHandle {
        self.parent.context()
    }

    /// The handle's bytes.
    pub(super) fn handle(&self) -> Vec<u8> {
        self.parent.handle()
    }

    /// The device outside the context.
    pub(super) fn foreign(&self) -> DeviceHandle {
        self.foreign
    }
}

/// A context on a device that has virtual memory but does not share physical memory.
pub(super) struct UnsharedFixture<'t> {
    parent: ContextFixture<'t>,
    granule: usize,
}

impl<'t> Fixture<'t> for UnsharedFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(DeviceInfo::VIRTUAL_MEMORY_SUPPORT)?;
        t.require_absent(DeviceInfo::IPC_PHYSICAL_MEMORY_SUPPORT_EXP)?;
        let parent = ContextFixture::set_up(t)?;
        let granule = objects::granularity(t, parent.context())?;
        Ok(Self { parent, granule })
    }
}

impl UrContextTest for UnsharedFixture<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl UnsharedFixture<'_> {
    /// The least granularity in bytes.
    pub(super) fn granule(&self) -> usize {
        self.granule
    }

    /// Whether an object of the fixture's context can be exported, against what the device reports.
    pub(super) fn can_be_exported(&self, t: &TestContext<'_>, object: PhysicalMemHandle) -> bool {
        let (mut data, mut size) = (null_mut(), 0usize);
        let got =
            t.ur().ipc_get_phys_mem_handle_exp(self.context(), object, &raw mut data, &raw mut size).result;
        if got.is_success() {
            // Whether the Put succeeds is for other tests.
            let _ = t.ur().ipc_put_phys_mem_handle_exp(self.context(), data);
        }
        got.is_success()
    }
}
