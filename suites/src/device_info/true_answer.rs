//! What a device promises by answering "yes": another process can use what this one exports.

use ur_ipc_fixtures::ladder::{CONSUMER, Consumed, Events, Family, Memory, Physical, produce};
use ur_ipc_fixtures::{Role, Test, TestContext, TestResult, consumer};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "device_info::memory_true::means_usable",
        &["device_info.memory_true_means_usable"],
        produce::<Memory>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Memory, usable) }]),
    Test::new(
        "device_info::physical_true::means_usable",
        &["device_info.physical_true_means_usable"],
        produce::<Physical>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Physical, usable) }]),
    Test::new(
        "device_info::event_true::means_usable",
        &["device_info.event_true_means_usable"],
        produce::<Events>,
    )
    .roles(&[Role { name: CONSUMER, body: consumer!(Events, usable) }]),
];

/// What was exported opens on the same device, holds what was written, takes what is written back, and closes.
fn usable<F: Family>(t: &TestContext<'_>, f: &Consumed<'_, F>) -> TestResult {
    // The consumer sees the same device; if it could not open, the answer would be a lie here as well.
    t.check(t.device_supports(F::SUPPORT)?, format!("the consumer's device does not report {}", F::SUPPORT))?;
    let import = f.open(t)?;
    f.verify(t, import.raw())?;
    f.write_back(t, import.raw())?;
    import.release()
}
