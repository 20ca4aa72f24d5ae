//! The guard behind all objects.

use ur_ipc_api::sycl::Context;
use ur_ipc_fixtures::{Answer, CleanUp, Failure, Stop, Sycl, TestContext, TestResult};

/// Ends one object: which function, of what, of which context.
pub(crate) type End<T> = for<'s> fn(&'s Sycl, T, Context) -> Answer<'s, ()>;

/// An object of the implementation that ends on drop. An end that fails there fails the test.
///
/// Values declared later are dropped first, so a body that makes things in order ends them in reverse.
pub(crate) struct Guard<T: Copy> {
    t: TestContext,
    sycl: Sycl,
    context: Context,
    raw: T,
    end: Option<End<T>>,
}

impl<T: Copy> Guard<T> {
    pub(crate) fn new(t: &TestContext, sycl: &Sycl, context: Context, raw: T, end: End<T>) -> Self {
        Self { t: t.clone(), sycl: sycl.clone(), context, raw, end: Some(end) }
    }

    /// The object itself.
    pub(crate) fn raw(&self) -> T {
        self.raw
    }

    /// Ends the object now, and checks that.
    #[track_caller]
    pub(crate) fn end(mut self) -> TestResult {
        let end = self.end.take().expect("ended once");
        end(&self.sycl, self.raw, self.context).ok()
    }
}

impl<T: Copy> Drop for Guard<T> {
    fn drop(&mut self) {
        let Some(end) = self.end.take() else { return };
        let _clean_up = CleanUp::new();
        if let Err(Stop::Fail(failure)) = end(&self.sycl, self.raw, self.context).ok() {
            let message = format!("tear-down: {}", failure.message);
            self.t.tear_down_failed(Failure { message, ..*failure });
        }
    }
}
