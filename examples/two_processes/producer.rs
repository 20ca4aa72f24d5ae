//! The producer: owns buffer and event.

use crate::{Answer, CONSUMER, SIZE, byte, wire};
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Command;
use ur_ipc::{
    Context, Device, EventProperties, Queue, QueueProperties, enqueue_signal_event, event, free, make_event,
    malloc_device, memory,
};
use ur_ipc_sys::process::allow_inspection;

/// How many commands the work has.
const PIECES: usize = 8;

pub fn main(device: &Device, backend: &str) -> Answer {
    // Implementations take what is shared out of this process by its id, which Yama (`ptrace_scope`) has the process allow.
    allow_inspection();
    let (mut socket, theirs) = UnixStream::pair()?;
    let mut consumer = Command::new(std::env::current_exe()?);
    let mut consumer = consumer.args([CONSUMER, backend]).stdin(OwnedFd::from(theirs)).spawn()?;
    let shared = share(device, &mut socket);
    // The end of the stream, if it has not been given the handles.
    drop(socket);
    let ended = consumer.wait()?;
    shared?;
    if ended.success() { Ok(()) } else { Err(format!("the consumer ended with {ended}").into()) }
}

fn share(device: &Device, socket: &mut UnixStream) -> Answer {
    let context = Context::new(std::slice::from_ref(device))?;
    let queue = Queue::new(&context, device, QueueProperties::default().in_order(true))?;
    let (staging, buffer) = (malloc_device(SIZE, device, &context)?, malloc_device(SIZE, device, &context)?);
    let written = make_event(&context, EventProperties::default().enable_ipc(true))?;

    queue.write(&staging, 0, &(0..SIZE).map(byte).collect::<Vec<_>>())?;
    // From here on nothing waits in this process: the work, and the signal after it, are submitted.
    for start in (0..SIZE).step_by(SIZE / PIECES) {
        queue.memcpy(&buffer, start, &staging, start, SIZE / PIECES)?;
    }
    enqueue_signal_event(&queue, &written)?;
    queue.ext_oneapi_prod()?;

    // An event is complete until it is signalled, so its bytes go out after that.
    let handle = memory::get(&buffer)?;
    wire::send(socket, handle.data_view())?;
    wire::send(socket, event::get(&written)?.data_view())?;
    println!("producer: sent a handle of {SIZE} bytes and one of an event, on {}", device.name()?);

    // The buffer is the consumer's to use until it says that it has closed it.
    let mut done = [0];
    socket.read_exact(&mut done).map_err(|_| "the consumer has gone without a word")?;
    memory::put(handle)?;
    Ok(free(buffer)?)
}
