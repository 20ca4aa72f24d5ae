//! The programs that the sweep runs.

use crate::exporter::Offer;
use crate::user::{Step, User};
use std::ptr::null_mut;
use ur_ipc_api::*;

/// A program: stops at the first failure, and releases what it has made.
pub type Program = fn(&User<'_>) -> Step;

/// The programs by their names.
pub const PROGRAMS: &[(&str, Program)] = &[
    ("start_up", start_up),
    ("queues", queues),
    ("memory", memory),
    ("memory_between", memory_between),
    ("physical_memory", physical_memory),
    ("physical_memory_between", physical_memory_between),
    ("events_between", events_between),
    ("host_tasks", host_tasks),
    ("importer", importer),
    ("plain_queue", plain_queue),
    ("peers", peers),
];

/// Bytes of the memory of the programs; also the page size of the software driver.
pub const SIZE: usize = 64 << 10;

/// Queries what a device says about itself.
fn start_up(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let number = |name| {
        // SAFETY: an output of this size, which all these values fit into.
        user.output("urDeviceGetInfo", |out: *mut [u8; 256]| unsafe {
            user.ur.device_get_info(device, name, size_of_val(&*out), out.cast(), null_mut())
        })
    };
    for name in [
        DeviceInfo::NAME,
        DeviceInfo::UUID,
        DeviceInfo::PCI_ADDRESS,
        DeviceInfo::GLOBAL_MEM_SIZE,
        DeviceInfo::USM_HOST_SUPPORT,
        DeviceInfo::USM_DEVICE_SUPPORT,
        DeviceInfo::IPC_MEMORY_SUPPORT_EXP,
    ] {
        number(name)?;
    }
    Ok(())
}

/// Orders commands, in queues that take times and in one that does not.
fn queues(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let plain = user.queue(context.handle, device, QueueFlags::NONE_SET)?;
    let timed = user.queue(context.handle, device, QueueFlags::PROFILING_ENABLE)?;
    let first = user.order(plain.handle, &[])?;
    let second = user.order(timed.handle, &[first.handle])?;
    user.wait(&[first.handle, second.handle])?;
    let third = user.record_time(timed.handle)?;
    let size = size_of::<u64>();
    for event in [second.handle, third.handle] {
        // SAFETY: the output has the size that is given.
        user.output("urEventGetProfilingInfo", |out: *mut u64| unsafe {
            let name = ProfilingInfo::COMMAND_END;
            user.ur.event_get_profiling_info(event, name, size, out.cast(), null_mut())
        })?;
    }
    // SAFETY: the output has the size that is given.
    user.output("urEventGetInfo", |out: *mut u32| unsafe {
        let name = EventInfo::COMMAND_EXECUTION_STATUS;
        user.ur.event_get_info(first.handle, name, size_of::<u32>(), out.cast(), null_mut())
    })?;
    // SAFETY: the output has the size that is given.
    user.output("urQueueGetInfo", |out: *mut u8| unsafe {
        user.ur.queue_get_info(plain.handle, QueueInfo::EMPTY, 1, out.cast(), null_mut())
    })?;
    user.finish(timed.handle)?;
    user.finish(plain.handle)
}

/// Allocates every kind of memory, copies and fills.
fn memory(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let pool = user.pool(context)?;
    let none = UsmPoolHandle::NULL;
    let on_device = user.memory(UsmType::DEVICE, context, device, pool.handle, SIZE)?;
    let on_host = user.memory(UsmType::HOST, context, device, none, SIZE)?;
    let shared = user.memory(UsmType::SHARED, context, device, none, SIZE)?;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    let filled = user.fill(queue.handle, on_device.handle, &[1, 2, 3, 4], SIZE, &[])?;
    let repeated = user.fill(queue.handle, on_host.handle, b"abc", 30, &[filled.handle])?;
    user.copy(queue.handle, shared.handle, on_device.handle, SIZE)?;
    user.compare(queue.handle, shared.handle, &[1, 2, 3, 4, 1, 2, 3, 4])?;
    user.compare(queue.handle, on_host.handle, b"abcabcabc")?;
    user.wait(&[filled.handle, repeated.handle])?;
    user.finish(queue.handle)
}

/// Shares device memory, here with itself.
fn memory_between(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let memory = user.memory(UsmType::DEVICE, context, device, UsmPoolHandle::NULL, SIZE)?;
    let handle = user.exported_memory(context, memory.handle)?;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    let opened = user.opened_memory(context, device, &handle.handle.bytes())?;
    let again = user.opened_memory(context, device, &handle.handle.bytes())?;
    user.copy(queue.handle, opened.handle, [7u8; 16].as_ptr().cast(), 16)?;
    user.compare(queue.handle, memory.handle, &[7; 16])?;
    user.compare(queue.handle, again.handle, &[7; 16])
}

/// Maps physical memory and changes its access.
fn physical_memory(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    // SAFETY: the output has the size that is given.
    let granule = user.output("urVirtualMemGranularityGetInfo", |out: *mut usize| unsafe {
        let name = VirtualMemGranularityInfo::MINIMUM;
        let size = size_of::<usize>();
        user.ur.virtual_mem_granularity_get_info(context, device, 1, name, size, out.cast(), null_mut())
    })?;
    user.expect("granularity", granule, SIZE);
    let physical = user.physical(context, device, PhysicalMemFlags::NONE_SET, SIZE)?;
    let addresses = user.reservation(context, 2 * SIZE)?;
    let mapping = user.mapping(context, addresses.handle, SIZE, physical.handle)?;
    let second = addresses.handle.wrapping_byte_add(SIZE);
    let again = user.mapping(context, second, SIZE, physical.handle)?;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    let filled = user.fill(queue.handle, mapping.handle, &[5], SIZE, &[])?;
    user.wait(&[filled.handle])?;
    user.compare(queue.handle, again.handle, &[5; 16])?;
    let read_only = VirtualMemAccessFlags::READ_ONLY;
    // SAFETY: the range is mapped, and no command uses it.
    let result = unsafe { user.ur.virtual_mem_set_access(context, mapping.handle, SIZE, read_only) };
    user.call("urVirtualMemSetAccess", result)
}

/// Shares physical memory, here with itself.
fn physical_memory_between(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let physical = user.physical(context, device, PhysicalMemFlags::ENABLE_IPC, SIZE)?;
    let handle = user.exported_physical(context, physical.handle)?;
    let opened = user.opened_physical(context, device, &handle.handle.bytes())?;
    let addresses = user.reservation(context, 2 * SIZE)?;
    let mapping = user.mapping(context, addresses.handle, SIZE, physical.handle)?;
    let second = addresses.handle.wrapping_byte_add(SIZE);
    let imported = user.mapping(context, second, SIZE, opened.handle)?;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    user.copy(queue.handle, mapping.handle, [9u8; 16].as_ptr().cast(), 16)?;
    user.compare(queue.handle, imported.handle, &[9; 16])
}

/// Shares an event, here with itself.
fn events_between(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let event = user.event(context, device, ExpEventFlags::IPC_EXP)?;
    let plain = user.event(context, device, ExpEventFlags::NONE_SET)?;
    let timed = user.event(context, device, ExpEventFlags::ENABLE_PROFILING)?;
    let handle = user.exported_event(context, event.handle)?;
    let opened = user.opened_event(context, &handle.handle.bytes())?;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    user.signal(queue.handle, plain.handle, &[])?;
    user.signal(queue.handle, timed.handle, &[plain.handle])?;
    user.signal(queue.handle, opened.handle, &[timed.handle])?;
    let after = user.order(queue.handle, &[event.handle])?;
    user.wait(&[event.handle, opened.handle, after.handle])?;
    user.finish(queue.handle)
}

/// Calls functions of the host.
fn host_tasks(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let queue = user.queue(context.handle, device, QueueFlags::NONE_SET)?;
    let first = user.host_task(queue.handle, &[])?;
    let second = user.host_task(queue.handle, &[first.handle])?;
    user.wait(&[second.handle])?;
    user.finish(queue.handle)
}

/// Opens what another process exports.
fn importer(user: &User<'_>) -> Step {
    let offer = Offer::from_environment();
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let context = context.handle;
    let queue = user.queue(context, device, QueueFlags::NONE_SET)?;
    let memory = user.opened_memory(context, device, &offer.memory)?;
    user.copy(queue.handle, memory.handle, [3u8; 16].as_ptr().cast(), 16)?;
    user.compare(queue.handle, memory.handle, &[3; 16])?;
    let physical = user.opened_physical(context, device, &offer.physical)?;
    let addresses = user.reservation(context, SIZE)?;
    let mapping = user.mapping(context, addresses.handle, SIZE, physical.handle)?;
    user.copy(queue.handle, mapping.handle, [4u8; 16].as_ptr().cast(), 16)?;
    user.compare(queue.handle, mapping.handle, &[4; 16])?;
    let event = user.opened_event(context, &offer.event)?;
    user.signal(queue.handle, event.handle, &[])?;
    user.wait(&[event.handle])?;
    user.finish(queue.handle)
}

/// Orders commands in a queue that takes no times.
fn plain_queue(user: &User<'_>) -> Step {
    let (_, _, device) = user.first_device()?;
    let context = user.context(device)?;
    let queue = user.queue(context.handle, device, QueueFlags::NONE_SET)?;
    let first = user.order(queue.handle, &[])?;
    let second = user.order(queue.handle, &[first.handle])?;
    user.wait(&[second.handle])?;
    user.finish(queue.handle)
}

/// Lets one of two devices open the memory of the other.
fn peers(user: &User<'_>) -> Step {
    let (_, platform, _) = user.first_device()?;
    let devices = user.two_devices(platform)?;
    let [owner, other] = devices;
    for name in [PeerInfo::UR_PEER_ACCESS_SUPPORT, PeerInfo::UR_PEER_ATOMICS_SUPPORT] {
        // SAFETY: the output has the size that is given.
        user.output("urUsmP2PPeerAccessGetInfoExp", |out: *mut u32| unsafe {
            let size = size_of::<u32>();
            user.ur.usm_p2p_peer_access_get_info_exp(other, owner, name, size, out.cast(), null_mut())
        })?;
    }
    // SAFETY: handles are enough.
    let result = unsafe { user.ur.usm_p2p_enable_peer_access_exp(other, owner) };
    user.call("urUsmP2PEnablePeerAccessExp", result)?;
    let context = user.context_of(&devices)?;
    let context = context.handle;
    let memory = user.memory(UsmType::DEVICE, context, owner, UsmPoolHandle::NULL, SIZE)?;
    let handle = user.exported_memory(context, memory.handle)?;
    let queue = user.queue(context, other, QueueFlags::NONE_SET)?;
    let opened = user.opened_memory(context, other, &handle.handle.bytes())?;
    user.copy(queue.handle, opened.handle, [7u8; 16].as_ptr().cast(), 16)?;
    user.compare(queue.handle, memory.handle, &[7; 16])?;
    let physical = user.physical(context, owner, PhysicalMemFlags::ENABLE_IPC, SIZE)?;
    let handle = user.exported_physical(context, physical.handle)?;
    user.opened_physical(context, other, &handle.handle.bytes()).map(drop)
}
