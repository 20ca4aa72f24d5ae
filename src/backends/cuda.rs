//! NVIDIA GPUs.

use super::{CUDA, backend as from_constructor};
use ur_ipc_cuda::CudaBackend;
use ur_ipc_harness::{Backend, LibraryRequisite, NodeRequisite, Requisites};

/// `cuda`.
pub(super) fn backend() -> Backend {
    Backend {
        description: CUDA.description,
        requires: requires(),
        ..from_constructor(CUDA.backend, CudaBackend::new)
    }
}

fn requires() -> Requisites {
    let node = NodeRequisite {
        advice: "load NVIDIA's kernel modules (nvidia-modprobe -u -c 0), or hand the GPU to the container (--gpus all)",
        ..NodeRequisite::default()
    };
    Requisites {
        libraries: vec![LibraryRequisite {
            name: "libcuda.so.1",
            what: "NVIDIA's driver",
            symbols: &["cuInit"],
            advice: "install NVIDIA's driver, or add the folder of the library to LD_LIBRARY_PATH; in a container it comes with \
                     NVIDIA's container toolkit (--gpus all)",
            ..LibraryRequisite::default()
        }],
        nodes: vec![
            NodeRequisite { path: "/dev/nvidiactl", what: "NVIDIA's kernel module", ..node },
            NodeRequisite { path: "/dev/nvidia-uvm", what: "its unified memory", ..node },
            NodeRequisite { path: "/dev/nvidia*", what: "a GPU", ..node },
        ],
        // Physical memory and events are shared by descriptors.
        descriptors: true,
    }
}
