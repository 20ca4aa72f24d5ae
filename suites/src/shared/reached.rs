//! Contents of objects of which commands reach any part: memory, and physical memory by a mapping of the whole.

use ur_ipc_fixtures::hierarchy::{Memory, Physical, Shareable};
use ur_ipc_fixtures::objects::{Context, Owned};
use ur_ipc_fixtures::{DevicePtr, TestResult};

/// A family whose objects have contents.
pub(super) trait Reached: Shareable {
    /// Makes an object of at least `size` bytes that can be exported.
    fn sized(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>>;

    /// Has commands reach the first `size` bytes for as long as `body` runs.
    fn reach<R>(
        context: &Context,
        object: Self::Raw,
        size: usize,
        body: impl FnOnce(DevicePtr) -> TestResult<R>,
    ) -> TestResult<R>;
}

impl Reached for Memory {
    fn sized(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>> {
        context.memory(size)
    }

    fn reach<R>(
        _: &Context,
        object: DevicePtr,
        _: usize,
        body: impl FnOnce(DevicePtr) -> TestResult<R>,
    ) -> TestResult<R> {
        body(object)
    }
}

impl Reached for Physical {
    fn sized(context: &Context, size: usize) -> TestResult<Owned<Self::Raw>> {
        context.shareable_physical(context.whole_granules(size)?)
    }

    fn reach<R>(
        context: &Context,
        object: Self::Raw,
        size: usize,
        body: impl FnOnce(DevicePtr) -> TestResult<R>,
    ) -> TestResult<R> {
        context.with_mapping(object, context.whole_granules(size)?, body)
    }
}
