//! Handles that open in some processes or on some devices only, and handles of different sizes.

use crate::catalogue::tools::*;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::os::unix::process::parent_id;
use std::sync::Arc;
use std::{fs, process};

/// Makes a handle that was given eight bytes shorter.
fn shorten(size: Out<usize>) {
    size.set(size.get().unwrap_or_default() - 8);
}

/// Whether this process has the exporter's descriptor under the same number.
fn has_inherited(handle: &HandleData) -> bool {
    let file_of = |process| fs::read_link(format!("/proc/{process}/fd/{}", handle.fd)).ok();
    file_of(process::id()) == file_of(handle.pid.cast_unsigned())
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("cross_physical_opens_at_home_only", "cross_process.physical_memory.read")
        .does("A handle of physical memory means something in its own process only")
        .also(&["cross_process.physical_memory.size_and_info"])
        .seen_in("intel/llvm PR 22092")
        .refuses(INVALID_VALUE, |c: &Open, _| c.family == Physical && c.is_foreign());

    c.defect("cross_event_opens_at_home_only", "cross_process.event.producer_signal")
        .does("A handle of an event means something in its own process only")
        .also(&["cross_process.event.consumer_signal"])
        .refuses(INVALID_VALUE, |c: &Open, _| c.family == Event && c.is_foreign());

    c.defect("cross_memory_needs_inherited_descriptor", "cross_process.memory.bytes_only_transport")
        .does("A handle of USM memory is the number of a descriptor that the other process must have too")
        .also(&["cross_process.memory.read"])
        .refuses(INVALID_VALUE, |c: &Open, _| {
            c.family == Memory && c.handle().is_some_and(|handle| !has_inherited(&handle))
        });

    c.defect("cross_physical_needs_inherited_descriptor", "cross_process.physical_memory.read")
        .does("A handle of physical memory carries the number of a descriptor and no process id")
        .also(&["cross_process.physical_memory.write_back"])
        .seen_in("intel/llvm PR 22092")
        .refuses(INVALID_VALUE, |c: &Open, _| {
            c.family == Physical && c.handle().is_some_and(|handle| !has_inherited(&handle))
        });

    for (family, id, objects, requirement) in [
        (Physical, "physical", "Physical memory", "cross_process.physical_memory.peer_death"),
        (Event, "event", "An event", "cross_process.event.producer_death"),
    ] {
        c.defect(format!("cross_{id}_opens_in_children_only"), requirement)
            .does(format!("{objects} can be opened by the children of the process that exports it only"))
            .refuses(INVALID_VALUE, move |c: &Open, _| {
                let of_parent = |handle: HandleData| handle.pid.cast_unsigned() == parent_id();
                c.family == family && c.is_foreign() && !c.handle().is_some_and(of_parent)
            });
    }

    c.defect("cross_memory_exporter_opens_nothing", "cross_process.memory.multiple_consumers")
        .does("A process that has exported USM memory opens none of others")
        .refuses(INVALID_OPERATION, |c: &Open, ur| {
            c.family == Memory && c.is_foreign() && !ur.all_exports(Memory).is_empty()
        });

    // A name that no two processes can have, as long as the handle is open.
    let opened = shared::<Notes<_, _>>();
    c.defect("cross_memory_opens_in_one_process", "cross_process.memory.multiple_consumers")
        .does("A handle of USM memory can be open in one process at a time")
        .also(&["cross_process.memory.consumer_killed"])
        .refuses(INVALID_OPERATION, move |c: &Open, _| {
            let Some(HandleData { pid, token, .. }) =
                c.handle().filter(|_| c.family == Memory && c.is_foreign())
            else {
                return false;
            };
            let name = SocketAddr::from_abstract_name(format!("ur-ipc-mutant-{pid}-{token:x}"));
            let bound = name.and_then(|name| UnixDatagram::bind_addr(&name)).map(Arc::new);
            opened.get(&token).is_none() && bound.map(|socket| opened.set(token, socket)).is_err()
        })
        .before(move |c: &Close, ur| {
            if let Some(handle) = handle_of(c.object, ur) {
                opened.take(&handle.token);
            }
        });

    c.defect("cross_memory_large_refused", "cross_process.memory.many_and_large")
        .does("Allocations of more than 128 MiB are not opened")
        .refuses(UrResult::ERROR_OUT_OF_DEVICE_MEMORY, |c: &Open, _| {
            c.family == Memory && c.handle().is_some_and(|handle| handle.size > 128 << 20)
        });

    for (family, name, objects) in [(Memory, "memory", "USM"), (Physical, "physical", "physical")] {
        c.defect(format!("cross_{name}_opens_on_one_device"), "cross_process.peer_device")
            .does(format!(
                "A process opens {objects} memory on the device of its first Open only, although devices \
                 reach each other"
            ))
            .on("two-devices")
            .refuses(INVALID_DEVICE, move |c: &Open, ur| {
                ur.all_imports(family).first().is_some_and(|first| c.device != first.device)
            });
    }

    c.defect("cross_memory_handle_from_pool_is_shorter", "cross_process.constant_memory_handle_size")
        .does("Handles of memory from a pool are shorter")
        .then(|c: &ipc_get_mem_handle_exp, ur| {
            let pool: Option<UsmPoolHandle> = ur.alloc_info(c.context, c.mem, UsmAllocInfo::POOL);
            if pool.is_some() {
                shorten(c.handle_data_size_ret);
            }
        });

    c.defect("cross_handle_of_peer_is_shorter", "cross_process.constant_handle_size")
        .also(&["cross_process.constant_memory_handle_size"])
        .does("Handles are shorter in the second process of a test")
        .then(|c: &Get, _| {
            // The harness tells its children so what they are.
            if std::env::args().skip(1).any(|argument| argument == "peer") {
                shorten(c.size);
            }
        });
}
