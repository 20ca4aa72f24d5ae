//! The test bed of the scenarios.

pub use ur_ipc_backend_kit::test_bed::{OK, text_of_handle};
use ur_ipc_level_zero::LevelZeroBackend;

/// Bytes of one page of the driver's virtual memory.
pub const PAGE: usize = 64 << 10;

pub type TestBed = ur_ipc_backend_kit::test_bed::TestBed<LevelZeroBackend>;

/// A test bed on the software driver.
pub fn test_bed() -> TestBed {
    TestBed::on(LevelZeroBackend::new().expect("the software driver has a device"))
}
