//! Physical memory between two processes, step by step, on Level Zero itself.
//!
//! ```text
//! cargo run --example physical_memory_diagnostic
//! ```
//!
//! This process makes exportable physical memory, writes to it and starts itself again as the consumer. The consumer
//! takes the file descriptor, imports the memory, reads and answers. Every step prints its result, with the driver's
//! answer if it failed. `LEVEL_ZERO_LOADER` names the loader to test.
//!
//! Exit code: 0 if every step passed, 1 if one failed, 2 without a loader, a driver or a device.

mod level_zero;
mod peer;
mod steps;

use level_zero::{CommandList, Context, Device, Mapping, Physical};
use peer::{Consumer, Offer};
use std::os::fd::{AsFd, AsRawFd};
use std::process::ExitCode;
use steps::{Failure, Steps};
use ur_ipc_sys::{pidfd, process};

const CONSUMER: &str = "--consumer";
/// Bytes that this process writes, and the consumer's answer.
const QUESTION: u8 = 0x5a;
const ANSWER: u8 = 0xa5;

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        None => produce(&Steps::new("producer")),
        Some(CONSUMER) => consume(&Steps::new("consumer")),
        Some(other) => {
            eprintln!("unknown argument {other}: there is none");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Step) => ExitCode::from(1),
        Err(Failure::Environment) => ExitCode::from(2),
    }
}

fn produce(steps: &Steps) -> Result<(), Failure> {
    let device = steps.environment("find a device", Device::first)?;
    let context = steps.step("create a context", || Context::new(&device))?;
    let size = steps.step("ask for the page size", || context.page_size())?;
    let physical =
        steps.step("create exportable physical memory", || Physical::exportable(&context, size))?;
    let fd = steps.step("get a file descriptor of it", || physical.export())?;
    let mapping = steps.step("reserve addresses and map it", || Mapping::new(&physical))?;
    let list = steps.step("create an immediate command list", || CommandList::new(&context))?;
    steps.step("write to it on the device", || list.write(&mapping, &vec![QUESTION; size]))?;
    process::allow_inspection();
    let offer = Offer { pid: std::process::id(), fd: fd.as_raw_fd(), size, uuid: device.uuid };
    let consumer = steps.step("start the consumer", || Consumer::start(CONSUMER, &offer))?;
    steps.step("wait for the consumer", || consumer.finish())?;
    let answer = steps.step("read on the device", || list.read(&mapping))?;
    steps.step("find the consumer's answer", || expect(&answer, ANSWER))?;
    drop(list);
    steps.step("unmap it and free the addresses", || mapping.end())?;
    steps.step("destroy it", || physical.end())
}

fn consume(steps: &Steps) -> Result<(), Failure> {
    let offer = steps.step("read what is offered", Offer::read)?;
    let device = steps.environment("find the same device", || Device::with_uuid(&offer.uuid))?;
    let context = steps.step("create a context", || Context::new(&device))?;
    let pinned = steps.step("pin the producer (pidfd_open)", || {
        let pid = i32::try_from(offer.pid).map_err(|error| error.to_string())?;
        pidfd::open(pid).map_err(|error| error.to_string())
    })?;
    let fd = steps.step("copy its file descriptor (pidfd_getfd)", || {
        pidfd::copy_from(pinned.as_fd(), offer.fd).map_err(|error| {
            format!(
                "{error}; with Yama's ptrace_scope above 0 the producer has to allow it, above 1 nobody can"
            )
        })
    })?;
    let physical =
        steps.step("import physical memory from it", || Physical::import(&context, offer.size, &fd))?;
    drop(fd);
    let mapping = steps.step("reserve addresses and map it", || Mapping::new(&physical))?;
    let list = steps.step("create an immediate command list", || CommandList::new(&context))?;
    let question = steps.step("read on the device", || list.read(&mapping))?;
    steps.step("find what the producer wrote", || expect(&question, QUESTION))?;
    steps.step("write the answer on the device", || list.write(&mapping, &vec![ANSWER; offer.size]))?;
    drop(list);
    steps.step("unmap it and free the addresses", || mapping.end())?;
    steps.step("destroy it", || physical.end())
}

fn expect(bytes: &[u8], expected: u8) -> Result<(), String> {
    match bytes.iter().position(|byte| *byte != expected) {
        None => Ok(()),
        Some(at) => Err(format!("byte {at} is {:#04x}, not {expected:#04x}", bytes[at])),
    }
}
