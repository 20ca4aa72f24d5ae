//! The backend on a real device: `cargo test -p ur-ipc-cuda -- --ignored`.

mod between_processes;
mod test_bed;
mod within_process;
