//! The test bed of the tests on a device.

pub use ur_ipc_backend_kit::test_bed::{OK, text_of_handle};
use ur_ipc_cuda::CudaBackend;

pub type TestBed = ur_ipc_backend_kit::test_bed::TestBed<CudaBackend>;

/// A test bed on the first device.
pub fn test_bed() -> TestBed {
    TestBed::on(CudaBackend::new().expect("this test needs a CUDA device"))
}
