//! The backend without a device: an answer in words.

use ur_ipc_api::UrIpc;
use ur_ipc_cuda::{CudaBackend, CudaError};

#[test]
fn starts_or_says_why_not() {
    match CudaBackend::new() {
        Ok(backend) => assert_eq!(backend.implementation().name, "cuda"),
        Err(CudaError::LibraryNotFound(reason)) => assert!(reason.contains("libcuda.so.1"), "{reason}"),
        Err(CudaError::SymbolMissing { symbol, .. }) => assert!(symbol.starts_with("cu"), "{symbol}"),
        Err(error @ CudaError::CallFailed { .. }) => {
            let text = error.to_string();
            assert!(text.starts_with("cu") && text.contains(" failed: CUDA_ERROR_"), "{text}");
        }
    }
}
