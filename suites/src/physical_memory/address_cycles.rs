//! Addresses over many cycles.

use super::support::{Mapped, in_case};
use std::ptr::null_mut;
use ur_ipc_fixtures::ladder::{
    OpenedPhysMemFixture, PhysMemFixture, UrIpcOpenedPhysMemTest, UrIpcPhysMemTest,
};
use ur_ipc_fixtures::objects::reserve;
use ur_ipc_fixtures::{Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "lifetime::virtual_memory::reserve_free",
        &["lifetime.virtual_memory.cycles"],
        with!(PhysMemFixture, reserve_free),
    ),
    Test::new(
        "lifetime::virtual_memory::map_unmap",
        &["lifetime.virtual_memory.cycles"],
        with!(OpenedPhysMemFixture, map_unmap),
    ),
];

/// The most bytes of addresses to ask for at once.
const LARGEST: usize = 2 << 40;
/// Reservations one after the other: of half of [`LARGEST`] they need more addresses in all than 48 bits have.
const RESERVATIONS: usize = 300;
const CYCLES: usize = 512;
/// Growth of resident memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 192;

/// Ranges that are freed can be reserved again: together they have more addresses than there are.
fn reserve_free(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest) -> TestResult {
    let mut largest = LARGEST;
    // Whoever has fewer addresses refuses until it is few enough.
    while largest > f.granule() && !can_reserve(t, f, largest)? {
        largest /= 2;
    }
    // Half of it, so that it does not matter what the driver takes for itself meanwhile.
    let size = (largest / 2).max(f.granule());
    t.note(format!("{RESERVATIONS} reservations of {size} bytes each"));
    for done in 0..RESERVATIONS {
        let again = reserve(t, f.context(), size).and_then(|reservation| reservation.release());
        in_case(format!("after {done} reservations of {size} bytes that were all freed"), again)?;
    }
    Ok(())
}

fn can_reserve(t: &TestContext<'_>, f: &impl UrIpcPhysMemTest, size: usize) -> TestResult<bool> {
    let mut start = null_mut();
    let result = t.ur().virtual_mem_reserve(f.context(), null_mut(), size, &raw mut start).result;
    if result.is_success() {
        t.ur().virtual_mem_free(f.context(), start, size).ok()?;
    }
    Ok(result.is_success())
}

/// An import that is mapped and unmapped again and again, at addresses reserved for it each time, costs nothing.
fn map_unmap(t: &TestContext<'_>, f: &impl UrIpcOpenedPhysMemTest) -> TestResult {
    let growth = measure_growth(t, CYCLES, |_| Mapped::new(t, f.context(), f.opened(), f.size())?.release())?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    growth.no_memory(t, TOLERATED)
}
