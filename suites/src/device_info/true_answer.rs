//! The promise of a "yes": another process can use the exports of this one.

use ur_ipc_fixtures::Tests;
use ur_ipc_fixtures::hierarchy::{Events, Memory, Physical, Shareable};

pub(super) fn tests(tests: &mut Tests) {
    usable::<Memory>(tests, "memory", "device_info.memory_true_means_usable");
    usable::<Physical>(tests, "physical", "device_info.physical_true_means_usable");
    usable::<Events>(tests, "event", "device_info.event_true_means_usable");
}

/// A test that an export opens on the same device, holds the pattern of the source, takes one that is written back, and
/// closes.
fn usable<F: Shareable>(tests: &mut Tests, family: &str, requirement: &'static str) {
    let mut group = tests.group("device_info", format!("device_info::{family}_true"));
    group.test("means_usable").checks(requirement).in_consumer::<F>(|t, consumer| {
        // The consumer sees the same device; if it could not open, the answer would be a lie here as well.
        t.check(
            t.device_supports(F::SUPPORT)?,
            format!("the consumer's device does not report {}", F::SUPPORT),
        )?;
        let import = consumer.open()?;
        consumer.verify(import.raw())?;
        consumer.write_back(import.raw())?;
        import.release()
    });
}
