//! What the scenarios share.

pub use ur_ipc_backend_kit::bench::OK;
use ur_ipc_level_zero::LevelZeroBackend;

/// Bytes of one page of the driver's virtual memory.
pub const PAGE: usize = 64 << 10;

pub type Bench = ur_ipc_backend_kit::bench::Bench<LevelZeroBackend>;

/// A bench on the software driver.
pub fn bench() -> Bench {
    Bench::on(LevelZeroBackend::new().expect("the software driver has a device"))
}
