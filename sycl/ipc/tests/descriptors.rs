//! Nothing is left open, in a program of its own, since the number of descriptors is the process'.

use std::sync::Arc;
use ur_ipc::{
    AddressAccessMode, Error, EventProperties, GranularityMode, PhysicalMem, PhysicalMemProperties, Platform,
    Queue, QueueProperties, enqueue_signal_event, event, get_mem_granularity, make_event, malloc_device,
    memory, physical_memory, reserve_virtual_mem,
};
use ur_ipc_host::{HostBackend, Profile};

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("Linux has it").count()
}

/// Shares one of each, with this process, and puts no handle.
fn share(platform: &Platform) -> Result<(), Error> {
    let (context, device) = (platform.khr_get_default_context()?, platform.get_devices().remove(0));
    let queue = Queue::new(&context, &device, QueueProperties::default())?;
    let size = get_mem_granularity(&device, &context, GranularityMode::Minimum)?;
    let allocated = malloc_device(size, &device, &context)?;
    let properties = PhysicalMemProperties::default().enable_ipc(true);
    let physical = PhysicalMem::new(&device, &context, size, properties)?;
    let made = make_event(&context, EventProperties::default().enable_ipc(true))?;
    // SAFETY: what was exported lives longer than what is opened, as that is declared later.
    let (opened, imported, signal) = unsafe {
        (
            memory::open(&memory::get(&allocated)?.data(), &device)?,
            physical_memory::open(&physical_memory::get(&physical)?.data(), &device)?,
            event::open(&event::get(&made)?.data(), &context)?,
        )
    };
    let addresses = reserve_virtual_mem(size, &context)?;
    let mapping = imported.map(&addresses, 0, size, AddressAccessMode::ReadWrite, 0)?;
    queue.memcpy(&mapping, 0, &opened, 0, size)?;
    enqueue_signal_event(&queue, &signal)?;
    made.wait()
}

#[test]
fn drops_close_every_descriptor() {
    let host = HostBackend::new(Profile::default()).expect("the kernel has what the host backend needs");
    // SAFETY: the host backend does what Unified Runtime's specification says.
    let platform = unsafe { Platform::get_platforms(Arc::new(host)) }.expect("a platform").remove(0);
    // What is opened once and kept is no leak.
    share(&platform).expect("it is shared");
    let before = descriptors();
    for _ in 0..20 {
        share(&platform).expect("it is shared");
    }
    assert_eq!(descriptors(), before);
}
