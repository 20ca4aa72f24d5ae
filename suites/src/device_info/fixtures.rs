//! What a device answers to the questions about sharing, as a condition of a test.

use std::marker::PhantomData;
use ur_ipc_fixtures::api::{ContextHandle, DeviceInfo, QueueHandle, UrBool, UrResult};
use ur_ipc_fixtures::ladder::{
    Events, Family, Fixture, Memory, Physical, QueueFixture, UrContextTest, UrQueueTest,
};
use ur_ipc_fixtures::{Stop, TestContext, TestResult};

/// The capabilities of the three families, by name.
pub(super) const QUESTIONS: [(&str, DeviceInfo); 3] =
    [(Memory::NAME, Memory::SUPPORT), (Physical::NAME, Physical::SUPPORT), (Events::NAME, Events::SUPPORT)];

/// What the query itself answers, without the suite's reading of it: the code, and the value if there is one.
pub(super) fn ask(t: &TestContext<'_>, info: DeviceInfo) -> (UrResult, UrBool) {
    let mut value: UrBool = 0;
    let called = t.ur().device_get_info(
        t.env().device(),
        info,
        size_of::<UrBool>(),
        (&raw mut value).cast(),
        std::ptr::null_mut(),
    );
    (called.result, value)
}

/// A device that knows the question about a family. Others say that they do not know the enumerator, which
/// `device_info.unknown_query_is_unsupported` deals with.
pub(super) struct Asked<F: Family>(PhantomData<F>);

impl<'t, F: Family> Fixture<'t> for Asked<F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let (result, _) = ask(t, F::SUPPORT);
        if result.is_unsupported() {
            return Err(Stop::skip(format!("the device does not know {}: {result}", F::SUPPORT)));
        }
        Ok(Self(PhantomData))
    }
}

/// A device that supports a family.
pub(super) struct Supported<F: Family>(PhantomData<F>);

impl<'t, F: Family> Fixture<'t> for Supported<F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require(F::SUPPORT)?;
        Ok(Self(PhantomData))
    }
}

/// A device that does not support a family, with a context and a queue on it.
pub(super) struct Unsupported<'t, F: Family> {
    parent: QueueFixture<'t>,
    family: PhantomData<F>,
}

impl<'t, F: Family> Fixture<'t> for Unsupported<'t, F> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        t.require_absent(F::SUPPORT)?;
        Ok(Self { parent: QueueFixture::set_up(t)?, family: PhantomData })
    }
}

impl<F: Family> UrContextTest for Unsupported<'_, F> {
    fn context(&self) -> ContextHandle {
        self.parent.context()
    }
}

impl<F: Family> UrQueueTest for Unsupported<'_, F> {
    fn queue(&self) -> QueueHandle {
        self.parent.queue()
    }
}

/// A device that supports some families and not others, with a context and a queue on it.
pub(super) struct Mixed<'t>(pub(super) QueueFixture<'t>);

impl<'t> Fixture<'t> for Mixed<'t> {
    fn set_up(t: &'t TestContext<'t>) -> TestResult<Self> {
        let mut supported = 0;
        for (_, info) in QUESTIONS {
            supported += usize::from(t.device_supports(info)?);
        }
        if supported == 0 || supported == QUESTIONS.len() {
            return Err(Stop::skip(format!("the device supports {supported} of the three families")));
        }
        Ok(Self(QueueFixture::set_up(t)?))
    }
}
