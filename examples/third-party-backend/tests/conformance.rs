//! Certifies [`TinyUr`]: `cargo test`.

use tiny_ur::TinyUr;

ur_ipc_cts::conformance_main!("tiny", TinyUr::new);
