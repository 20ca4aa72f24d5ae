//! Tests that are the same in every family: written once over [`Family`], and made for each.

mod host_cycles;
mod teardown;

use ur_ipc_fixtures::ladder::{Events, Family, Memory, Physical, UrQueueTest};
use ur_ipc_fixtures::{Pattern, TestResult, Tests};

pub(crate) fn tests(tests: &mut Tests) {
    each_family::<Memory>(tests);
    each_family::<Physical>(tests);
    each_family::<Events>(tests);
}

fn each_family<F: Family>(tests: &mut Tests) {
    host_cycles::tests::<F>(tests);
    teardown::tests::<F>(tests);
}

/// Opens a handle in the process of a consumer, checks that the import holds the pattern of the test, and closes it.
#[track_caller]
fn open_verify_close<F: Family>(f: &UrQueueTest, handle: &[u8]) -> TestResult {
    let import = F::open(f.in_context(), handle)?;
    F::verify(f, import.raw(), Pattern(f.t().seed()))?;
    // What a queue still holds of a command that was waited for must not be taken for a leak.
    f.queue().finish()?;
    import.release()
}
