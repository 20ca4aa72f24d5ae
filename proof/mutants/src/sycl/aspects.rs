//! Aspects, and their promises.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    let asked = shared::<Kept<bool>>();
    c.defect("aspect_changes", "sycl.aspect.same_everywhere")
        .does("every second question for an aspect is answered no")
        .device_has(move |sycl, device, aspect| {
            let mut asked = asked.lock();
            *asked = !*asked;
            Ok(*asked && sycl.device_has(device, aspect)?)
        });

    c.defect("aspect_without_virtual_memory", "sycl.aspect.physical_memory_needs_virtual_mem")
        .does("a device shares physical memory and has no virtual memory")
        .device_has(|sycl, device, aspect| {
            Ok(aspect != Aspect::VirtualMem && sycl.device_has(device, aspect)?)
        });

    c.defect("aspect_memory_is_empty", "sycl.aspect.ipc_memory")
        .does("memory cannot be exported on a device with the aspect")
        .memory_get(|_, _, _| thrown(Errc::FEATURE_NOT_SUPPORTED));

    c.defect("aspect_physical_memory_is_empty", "sycl.aspect.ipc_physical_memory")
        .does("physical memory cannot be made for sharing on a device with the aspect")
        .physical_create(|sycl, device, context, bytes, enable| match enable {
            Some(true) => thrown(Errc::FEATURE_NOT_SUPPORTED),
            _ => sycl.physical_create(device, context, bytes, enable),
        });

    c.defect("aspect_event_is_empty", "sycl.aspect.ipc_event")
        .does("events cannot be made for sharing on a device with the aspect")
        .make_event(|sycl, context, enable, profiling| match enable {
            Some(true) => thrown(Errc::FEATURE_NOT_SUPPORTED),
            _ => sycl.make_event(context, enable, profiling),
        });
}
