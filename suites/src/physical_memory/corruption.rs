//! Opening bytes that are no handle, or hardly one.

use super::support::{in_case, pattern, refused, verify_handle, write_object};
use ur_ipc_fixtures::ladder::{Family, PhysMemHandleFixture, Physical, UrIpcPhysMemHandleTest};
use ur_ipc_fixtures::{Test, TestContext, TestResult, measure_growth, with};

pub(super) const TESTS: &[Test] = &[
    Test::new(
        "physical_memory::open::corrupt_bytes",
        &["physical_memory.open.corrupt_bytes"],
        with!(PhysMemHandleFixture, corrupt_bytes),
    ),
    Test::new(
        "physical_memory::open::flipped_bit",
        &["physical_memory.open.corrupt_bytes"],
        with!(PhysMemHandleFixture, flipped_bit),
    ),
];

/// Zeroed, constant and random bytes of the right size are refused, and nothing stays open.
fn corrupt_bytes(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let size = f.handle().len();
    let mut rng = t.rng(1);
    let mut bytes = vec![0u8; size];
    let growth = measure_growth(t, 64, |i| {
        match i % 8 {
            0 => bytes.fill(0),
            1 => bytes.fill(0xff),
            _ => rng.fill(&mut bytes),
        }
        in_case(format!("{bytes:02x?}"), refused(t, f.context(), &bytes)).map(drop)
    })?;
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    verify_handle(t, f, &f.handle(), f.size(), content)
}

/// A handle with any one bit flipped is refused, or opens an object that can be closed; nothing stays open.
fn flipped_bit(t: &TestContext<'_>, f: &impl UrIpcPhysMemHandleTest) -> TestResult {
    let content = pattern(t, 0);
    write_object(t, f, f.physical(), f.size(), content)?;
    let handle = f.handle();
    let bits = handle.len() * 8;
    let mut opened = 0usize;
    let growth = measure_growth(t, bits, |i| {
        let bit = i % bits;
        let mut bytes = handle.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let mut out = 0;
        let data = bytes.as_slice().into();
        let called = Physical::open(t.ur(), f.context(), t.env().device(), data, bytes.len(), &mut out);
        if called.result.is_success() {
            opened += 1;
            in_case(format!("bit {bit}"), Physical::close(t.ur(), f.context(), Physical::raw(out)).ok())
        } else {
            in_case(format!("bit {bit}"), called.expect_error().map(drop))
        }
    })?;
    t.observe("opened in spite of a flipped bit", opened);
    growth.no_descriptors(t)?;
    growth.no_mappings(t)?;
    verify_handle(t, f, &handle, f.size(), content)
}
