//! Addresses over many cycles.

use std::ptr::null_mut;
use ur_ipc_fixtures::api::VirtualMemAccessFlags;
use ur_ipc_fixtures::hierarchy::{UrIpcOpenedPhysMemTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{InCase, Need, TestResult, Tests, measure_growth};

/// The most bytes of addresses to ask for at once.
const LARGEST: usize = 2 << 40;
/// Reservations one after the other: of half of [`LARGEST`] they need more addresses in all than 48 bits have.
const RESERVATIONS: usize = 300;
const CYCLES: usize = 512;
/// Growth of resident memory that is put down to the allocator, in bytes a cycle.
const TOLERATED: usize = 192;

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "lifetime::virtual_memory");

    // Ranges that are freed can be reserved again: together they have more addresses than there are.
    group.test("reserve_free").checks("lifetime.virtual_memory.cycles").on(|t, f: &UrIpcPhysMemTest| {
        let mut largest = LARGEST;
        // Whoever has fewer addresses refuses until it is few enough.
        while largest > f.granule() && !can_reserve(f, largest)? {
            largest /= 2;
        }
        // Half of it, so that it does not matter what the driver takes for itself meanwhile.
        let size = (largest / 2).max(f.granule());
        t.note(format!("{RESERVATIONS} reservations of {size} bytes each"));
        for done in 0..RESERVATIONS {
            let again = f.in_context().reserve(size).and_then(|reservation| reservation.release());
            again.in_case(format!("after {done} reservations of {size} bytes that were all freed"))?;
        }
        Ok(())
    });

    // An import that is mapped and unmapped again and again, at addresses reserved for it each time, costs nothing.
    group.test("map_unmap").checks("lifetime.virtual_memory.cycles").on(|t, f: &UrIpcOpenedPhysMemTest| {
        let growth = measure_growth(t, CYCLES, |_| f.opened().map(f.size())?.release())?;
        growth.nothing_open(t)?;
        growth.no_memory(t, TOLERATED)
    });

    // So does one whose access is taken and given back.
    let draft =
        group.test("no_access").checks("lifetime.virtual_memory.cycles").needs(&[Need::NoAccessMappings]);
    draft.on(|t, f: &UrIpcOpenedPhysMemTest| {
        let mapping = f.opened().map(f.size())?;
        let growth = measure_growth(t, CYCLES, |_| {
            mapping.set_access(VirtualMemAccessFlags::NONE)?;
            mapping.set_access(VirtualMemAccessFlags::READ_WRITE)
        })?;
        growth.nothing_open(t)?;
        growth.no_memory(t, TOLERATED)
    });
}

fn can_reserve(f: &UrIpcPhysMemTest, size: usize) -> TestResult<bool> {
    let (ur, mut start) = (f.t().ur(), null_mut());
    let result = ur.virtual_mem_reserve(f.context(), null_mut(), size, &raw mut start).result;
    if result.is_success() {
        ur.virtual_mem_free(f.context(), start, size).ok()?;
    }
    Ok(result.is_success())
}
