//! What the tests on a device share.

pub use ur_ipc_backend_kit::bench::OK;
use ur_ipc_cuda::CudaBackend;

pub type Bench = ur_ipc_backend_kit::bench::Bench<CudaBackend>;

/// A bench on the first device.
pub fn bench() -> Bench {
    Bench::on(CudaBackend::new().expect("this test needs a CUDA device"))
}
