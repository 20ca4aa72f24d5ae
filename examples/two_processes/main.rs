//! Two processes pass a buffer and an event over a Unix socket. The producer writes into GPU memory and then signals an
//! event. The consumer waits for the event on the device, and reads the buffer.
//!
//! ```text
//! cargo run --example two_processes
//! cargo run --example two_processes --features level-zero -- level-zero@soft
//! cargo run --example two_processes --features cuda -- cuda
//! ```
//!
//! Exit codes: 0 the consumer found what the producer wrote, 1 it did not or a call failed, 2 there is no such backend here.

mod backend;
mod consumer;
mod producer;
mod wire;

use std::process::ExitCode;
use ur_ipc::{Device, Platform};

type Answer<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// The first argument of a process that is the consumer.
const CONSUMER: &str = "consumer";
/// Bytes of the buffer.
const SIZE: usize = 1 << 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (consumer, name) = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (false, "host"),
        [CONSUMER, name] => (true, name),
        [name] => (false, name),
        _ => {
            eprintln!("usage: two_processes [BACKEND], which is one of: {}", backend::NAMES.join(", "));
            return ExitCode::from(2);
        }
    };
    let device = match device(name) {
        Ok(device) => device,
        Err(error) => {
            eprintln!("two_processes: {name}: {error}");
            return ExitCode::from(2);
        }
    };
    let role = if consumer { consumer::main } else { producer::main };
    match role(&device, name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", if consumer { CONSUMER } else { "producer" });
            ExitCode::FAILURE
        }
    }
}

/// The first device of a backend.
fn device(name: &str) -> Answer<Device> {
    // SAFETY: the backends are written to Unified Runtime's specification.
    let platforms = unsafe { Platform::get_platforms(backend::open(name)?) }?;
    let device = platforms.iter().flat_map(Platform::get_devices).next();
    Ok(device.ok_or("it has no device")?)
}

/// The byte at a place of the buffer.
fn byte(place: usize) -> u8 {
    (place % 251) as u8
}
