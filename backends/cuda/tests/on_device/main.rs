//! The backend on a real device: `cargo test -p ur-ipc-cuda -- --ignored`.

mod bench;
mod between_processes;
mod within_process;
