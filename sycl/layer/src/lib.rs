//! SYCL's extension over any implementation of Unified Runtime, by the contract of the conformance suite.

use std::sync::Arc;
use ur_ipc_api::sycl::*;
use ur_ipc_api::{Implementation, UrIpc, for_each_sycl_function};

struct RustLayer(Arc<dyn UrIpc>);

/// The extension over this implementation of Unified Runtime.
#[must_use]
pub fn over(ur: Arc<dyn UrIpc>) -> Arc<dyn SyclIpc> {
    Arc::new(RustLayer(ur))
}

macro_rules! define {
    ($($(#[$doc:meta])* fn $name:ident ($sycl:literal) ($($arg:ident: $ty:ty,)*) -> $out:ty;)*) => {
        impl SyclIpc for RustLayer {
            fn implementation(&self) -> Implementation {
                self.0.implementation()
            }
            fn unified_runtime(&self) -> Option<Arc<dyn UrIpc>> {
                Some(Arc::clone(&self.0))
            }
            $(unsafe fn $name(&self, $(_: $ty,)*) -> Result<$out> {
                Err(Error::left_out("to come"))
            })*
        }
    };
}
for_each_sycl_function!(define);
