//! Fixtures that only the tests of events need.

use std::ops::Deref;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, DeviceInfo, EventHandle, QueueHandle};
use ur_ipc_fixtures::ladder::{
    ContextFixture, EventFixture, EventHandleFixture, Fixture, OpenedEventFixture, QueueFixture,
    UrContextTest, UrIpcEventTest, UrQueueTest,
};
use ur_ipc_fixtures::objects::{Context, Event, create_context, create_shareable_event};
use ur_ipc_fixtures::{TestContext, TestResult};

/// A fixture of the ladder, on a device that reports one capability more.
pub(super) struct Needs<const INFO: u32, F> {
    fixture: F,
}

impl<'t, const INFO: u32, F: Fixture<'t>> Fixture<'t> for Needs<INFO, F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(DeviceInfo(INFO))?;
        Ok(Self { fixture: F::set_up(t)? })
    }
}

impl<const INFO: u32, F> Deref for Needs<INFO, F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.fixture
    }
}

/// A context on a device with reusable events.
pub(super) type ReusableFixture<'t> =
    Needs<{ DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP.0 }, ContextFixture<'t>>;
/// A context on a device with shareable events.
pub(super) type ShareableFixture<'t> = Needs<{ DeviceInfo::IPC_EVENT_SUPPORT_EXP.0 }, QueueFixture<'t>>;
/// A shareable event on a device with reusable events.
pub(super) type ReusableEventFixture<'t> =
    Needs<{ DeviceInfo::REUSABLE_EVENTS_SUPPORT_EXP.0 }, EventFixture<'t>>;
/// A shareable event on a device whose events can be profiled one by one.
pub(super) type ProfilingFixture<'t> =
    Needs<{ DeviceInfo::PER_EVENT_PROFILING_SUPPORT_EXP.0 }, EventFixture<'t>>;
/// A shareable event on a device that records time stamps.
pub(super) type TimestampFixture<'t> =
    Needs<{ DeviceInfo::TIMESTAMP_RECORDING_SUPPORT_EXP.0 }, EventFixture<'t>>;
/// An exported event on a device whose memory can be shared as well.
pub(super) type SharedDataFixture<'t> =
    Needs<{ DeviceInfo::IPC_MEMORY_SUPPORT_EXP.0 }, EventHandleFixture<'t>>;

/// An exportable event that was never signalled.
pub(super) struct FreshEventFixture<'t> {
    event: Event<'t>,
    parent: ShareableFixture<'t>,
}

impl<'t> Fixture<'t> for FreshEventFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let parent = ShareableFixture::set_up(t)?;
        Ok(Self { event: create_shareable_event(t, parent.context())?, parent })
    }
}

impl UrContextTest for FreshEventFixture<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl UrQueueTest for FreshEventFixture<'_> {
    fn queue(&self) -> QueueHandle {
        self.parent.queue()
    }
}

impl UrIpcEventTest for FreshEventFixture<'_> {
    fn event(&self) -> EventHandle {
        self.event.raw()
    }
}

/// An import of the fixture's event, and a second context on the same device.
pub(super) struct SecondContextFixture<'t> {
    second: Context<'t>,
    parent: OpenedEventFixture<'t>,
}

impl<'t> Fixture<'t> for SecondContextFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let parent = OpenedEventFixture::set_up(t)?;
        Ok(Self { second: create_context(t, &[t.env().device()])?, parent })
    }
}

impl<'t> Deref for SecondContextFixture<'t> {
    type Target = OpenedEventFixture<'t>;

    fn deref(&self) -> &Self::Target {
        &self.parent
    }
}

impl SecondContextFixture<'_> {
    /// The other context.
    pub(super) fn second(&self) -> ContextHandle {
        self.second.raw()
    }
}

/// A context on a device that does not share events.
pub(super) struct UnshareableFixture<'t> {
    parent: ContextFixture<'t>,
}

impl<'t> Fixture<'t> for UnshareableFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require_absent(DeviceInfo::IPC_EVENT_SUPPORT_EXP)?;
        Ok(Self { parent: ContextFixture::set_up(t)? })
    }
}

impl UrContextTest for UnshareableFixture<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

/// A context on the device under test alone, and another device of the platform.
pub(super) struct OutsideDeviceFixture<'t> {
    outside: DeviceHandle,
    parent: ShareableFixture<'t>,
}

impl<'t> Fixture<'t> for OutsideDeviceFixture<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let outside = t.second_device()?;
        Ok(Self { outside, parent: ShareableFixture::set_up(t)? })
    }
}

impl UrContextTest for OutsideDeviceFixture<'_> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl OutsideDeviceFixture<'_> {
    /// The device that the context does not have.
    pub(super) fn outside(&self) -> DeviceHandle {
        self.outside
    }
}
