//! The whole command for [`TinyUr`], with its lists, reports and options: `cargo run --example command -- run memory::open`.

use std::process::ExitCode;
use tiny_ur::TinyUr;

fn main() -> ExitCode {
    ur_ipc_cts::command(vec![ur_ipc_cts::backend("tiny", TinyUr::new)])
}
