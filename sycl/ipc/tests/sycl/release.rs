//! Dropping ends everything, in an order that Unified Runtime allows.

use crate::support::Bed;
use std::sync::Arc;
use std::thread;
use ur_ipc::{
    AddressAccessMode, Error, enqueue_signal_event, enqueue_wait_event, event, malloc_device, malloc_host,
    malloc_shared, memory, physical_memory, reserve_virtual_mem,
};

/// One of each, used by commands that are not done, with handles that are not put.
fn one_of_each(bed: &Bed) -> Result<(), Error> {
    let (queue, size) = (bed.in_order(), bed.granule());
    let held = bed.hold(&queue);
    let device = malloc_device(size, &bed.device, &bed.context)?;
    let others = [malloc_host(size, &bed.context)?, malloc_shared(size, &bed.device, &bed.context)?];
    let physical = bed.physical();
    let event = bed.event();
    // SAFETY: what was exported lives longer than what is opened, as that is declared later.
    let opened = unsafe {
        (
            memory::open(&memory::get(&device)?.data(), (&bed.context, &bed.device))?,
            physical_memory::open(&physical_memory::get(&physical)?.data(), (&bed.context, &bed.device))?,
            event::open(&event::get(&event)?.data(), &bed.context)?,
        )
    };
    let addresses = reserve_virtual_mem(2 * size, &bed.context)?;
    let made = physical.map(&addresses, 0, size, AddressAccessMode::ReadWrite, 0)?;
    let imported = opened.1.map(&addresses, size, size, AddressAccessMode::ReadWrite, 0)?;
    queue.memset(&device, 0, 1, size)?;
    queue.memcpy(&made, 0, &opened.0, 0, size)?;
    for other in &others {
        queue.memcpy(other, 0, &imported, 0, size)?;
    }
    enqueue_signal_event(&queue, &event)?;
    enqueue_wait_event(&queue, &opened.2)?;
    drop(held);
    Ok(())
}

#[test]
fn drops_release_everything() -> Result<(), Error> {
    let bed = Bed::new();
    let recorder = Arc::clone(&bed.recorder);
    one_of_each(&bed)?;
    drop(bed);
    assert_eq!(recorder.left(), [""; 0]);
    assert_eq!((recorder.count("urAdapterRelease"), recorder.count("urContextCreate")), (1, 1));
    Ok(())
}

#[test]
fn memory_waits_for_its_commands_before_it_ends() -> Result<(), Error> {
    let bed = Bed::new();
    let (queue, idle) = (bed.in_order(), bed.in_order());
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    let held = bed.hold(&queue);
    idle.memset(&memory, 0, 1, 64)?;
    queue.memset(&memory, 0, 2, 64)?;
    bed.recorder.take();
    thread::scope(|scope| {
        // On a thread of its own, since it waits until the queue is let go.
        let dropped = scope.spawn(|| drop(memory));
        while bed.recorder.count("urQueueFinish") == 0 {
            thread::yield_now();
        }
        assert_eq!(bed.recorder.count("urUSMFree"), 0);
        drop(held);
        dropped.join().expect("it ends");
    });
    assert_eq!(bed.recorder.take(), ["urQueueFinish", "urQueueFinish", "urUSMFree"]);
    Ok(())
}

#[test]
fn a_queue_waits_for_its_commands_before_it_ends_and_memory_does_not_wait_again() -> Result<(), Error> {
    let bed = Bed::new();
    let (queue, memory) = (bed.in_order(), malloc_device(64, &bed.device, &bed.context)?);
    queue.memset(&memory, 0, 1, 64)?;
    bed.recorder.take();
    drop(queue);
    drop(memory);
    assert_eq!(bed.recorder.take(), ["urQueueFinish", "urQueueRelease", "urUSMFree"]);
    Ok(())
}

#[test]
fn what_one_thread_made_another_ends() -> Result<(), Error> {
    let bed = Bed::new();
    let recorder = Arc::clone(&bed.recorder);
    let (memory, queue) = (malloc_device(64, &bed.device, &bed.context)?, bed.in_order());
    let all = (bed.physical(), bed.event(), queue, memory, bed);
    thread::spawn(move || drop(all)).join().expect("it ends");
    assert_eq!(recorder.left(), [""; 0]);
    Ok(())
}
