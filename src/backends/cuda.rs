//! NVIDIA GPUs.

use super::{CUDA, backend as from_constructor};
use ur_ipc_cuda::CudaBackend;
use ur_ipc_harness::{Backend, HostDependencies, LibraryDependency, NodeDependency};

/// `cuda`.
pub(super) fn backend() -> Backend {
    Backend {
        description: CUDA.description,
        requires: requires(),
        ..from_constructor(CUDA.backend, CudaBackend::new)
    }
}

fn requires() -> HostDependencies {
    let node = NodeDependency {
        advice: "load NVIDIA's kernel modules (nvidia-modprobe -u -c 0), or hand the GPU to the container (--gpus all)",
        ..NodeDependency::default()
    };
    HostDependencies {
        libraries: vec![LibraryDependency {
            name: "libcuda.so.1",
            what: "NVIDIA's driver",
            symbols: &["cuInit"],
            advice: "install NVIDIA's driver, or add the folder of the library to LD_LIBRARY_PATH; in a container it comes with \
                     NVIDIA's container toolkit (--gpus all)",
            ..LibraryDependency::default()
        }],
        nodes: vec![
            NodeDependency { path: "/dev/nvidiactl", what: "NVIDIA's kernel module", ..node },
            NodeDependency { path: "/dev/nvidia-uvm", what: "its unified memory", ..node },
            NodeDependency { path: "/dev/nvidia*", what: "a GPU", ..node },
        ],
        // Physical memory and events are shared by descriptors.
        descriptors: true,
    }
}
