//! `ipc::memory` and `ipc::physical_memory`.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.sycl_variant(
        "sycl_deprecated_memory_is_an_alias",
        "PR 21949, review: \"the old APIs could just call the new ones\"",
    )
    .of(&["sycl.memory.deprecated"])
    .does("the functions of ipc_memory are those of ipc::memory")
    .deprecated_get(|sycl, memory, context| sycl.memory_get(memory, context))
    .deprecated_put(|sycl, handle, context| sycl.memory_put(handle, context))
    .deprecated_open(|sycl, bytes, overload, place| sycl.memory_open(bytes, overload, place))
    .deprecated_close(|sycl, memory, context| sycl.memory_close(memory, context));

    let allocated = shared::<Notes<usize, usize>>();
    c.sycl_variant(
        "sycl_handle_is_of_the_allocation",
        "text, get: \"An IPC \"handle\" to this USM memory allocation.\", which gives \"a pointer to the same \
         USM allocation\"; where in it is not said",
    )
    .of(&["sycl.memory.get.inside"])
    .does("a handle of a pointer into an allocation opens at its start")
    .malloc(|sycl, kind, bytes, device, context| {
        let memory = sycl.malloc(kind, bytes, device, context)?;
        // What was there before was freed.
        allocated.lock().retain(|start, held| *start + *held <= memory || memory + bytes <= *start);
        allocated.set(memory, bytes);
        Ok(memory)
    })
    .memory_get(|sycl, memory, context| {
        let holds = |(start, bytes): (&usize, &usize)| (*start..*start + *bytes).contains(&memory).then_some(*start);
        let start = allocated.lock().iter().find_map(holds);
        sycl.memory_get(start.unwrap_or(memory), context)
    });

    for (family, name, text) in [
        (
            "memory",
            "sycl.memory.other_device",
            "text, open: \"That USM device memory is accessible on device `dev`.\"; nothing tells on which \
             it is",
        ),
        (
            "physical",
            "sycl.physical_memory.open.peer_device",
            "text, PR 22150, open: another device, \"as long as the devices can P2P access each other\"; \
             nothing here tells which do",
        ),
    ] {
        let variant = c
            .sycl_variant(format!("sycl_{family}_of_other_device_refused"), text)
            .of(&[name])
            .on("two-devices")
            .does("open on another device than that of the memory throws runtime");
        if family == "memory" {
            variant.memory_open(move |sycl, bytes, overload, place| {
                match is_elsewhere(bytes, Family::Memory, place) {
                    true => thrown(Errc::RUNTIME),
                    false => sycl.memory_open(bytes, overload, place),
                }
            });
        } else {
            variant.physical_open(move |sycl, bytes, overload, place| {
                match is_elsewhere(bytes, Family::Physical, place) {
                    true => thrown(Errc::RUNTIME),
                    false => sycl.physical_open(bytes, overload, place),
                }
            });
        }
    }
}

/// Whether bytes are to be opened on another device than theirs.
fn is_elsewhere(bytes: &[u8], family: Family, place: Place) -> bool {
    let of = handle(family, bytes).map(|handle| handle.device);
    // The host backend's devices end with their number.
    let index = of.map(|device| u32::from_be_bytes([device[12], device[13], device[14], device[15]]));
    index.is_some_and(|index| place.device.is_some_and(|device| device.0 != index))
}
