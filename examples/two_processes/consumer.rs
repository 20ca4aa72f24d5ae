//! The consumer: opens buffer and event.

use crate::{Answer, SIZE, byte, wire};
use std::io::Write;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use ur_ipc::{Context, Device, Queue, QueueProperties, enqueue_wait_event, event, memory};

pub fn main(device: &Device, _: &str) -> Answer {
    let mut socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let context = Context::new(std::slice::from_ref(device))?;
    let queue = Queue::new(&context, device, QueueProperties::default().in_order(true))?;
    let (buffer, written) = (wire::receive(&mut socket)?, wire::receive(&mut socket)?);

    // SAFETY: the bytes are of handles of the producer, which keeps buffer and event until this process says that it is done.
    let (buffer, written) =
        unsafe { (memory::open(&buffer, (&context, device))?, event::open(&written, &context)?) };
    println!("consumer: opened {} bytes", buffer.size()?);
    // What the queue gets after this runs after the signal, on the device. This process does not wait for it.
    enqueue_wait_event(&queue, &written)?;
    let mut bytes = vec![0; SIZE];
    queue.read(&buffer, 0, &mut bytes)?;
    // Closed, and its event let go, before the producer hears of it.
    memory::close(buffer)?;
    drop((written, queue));
    socket.write_all(&[1])?;

    let wrong = bytes.iter().enumerate().filter(|(place, found)| **found != byte(*place)).count();
    if wrong > 0 {
        return Err(format!("{wrong} of {SIZE} bytes are not what the producer wrote").into());
    }
    println!("consumer: all {SIZE} bytes are what the producer wrote");
    Ok(())
}
