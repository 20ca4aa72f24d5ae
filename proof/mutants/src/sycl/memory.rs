//! `ipc::memory::{get, put, close}`, and what overloads leave to SYCL.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_get_without_aspect_says_runtime", "sycl.memory.get.no_aspect")
        .does("get on a device without the aspect throws runtime")
        .on("no-memory")
        .memory_get(|sycl, memory, context| {
            with_code(sycl.memory_get(memory, context), Errc::FEATURE_NOT_SUPPORTED, Errc::RUNTIME)
        });

    c.defect("memory_without_context_refused", "sycl.memory.default_context")
        .does("get without a context throws")
        .memory_get(|sycl, memory, context| match context {
            None => thrown(Errc::INVALID),
            context => sycl.memory_get(memory, context),
        });

    c.defect("memory_close_without_context_refused", "sycl.memory.default_context")
        .does("close without a context throws")
        .memory_close(|sycl, memory, context| match context {
            None => thrown(Errc::INVALID),
            context => sycl.memory_close(memory, context),
        });

    c.defect("memory_opens_in_other_context", "sycl.memory.open.default_context")
        .does("open without a context opens in a context of its own")
        .memory_open(|sycl, bytes, overload, place| {
            let device = place.device.unwrap_or(Device(0));
            let context = place.context.map_or_else(|| new_context(sycl, device), Ok)?;
            sycl.memory_open(bytes, overload, Place { context: Some(context), device: Some(device) })
        });

    c.defect("memory_opens_on_no_default_device", "sycl.memory.open.default_device")
        .does("open without context and device throws")
        .memory_open(|sycl, bytes, overload, place| match place {
            Place { context: None, device: None } => thrown(Errc::INVALID),
            place => sycl.memory_open(bytes, overload, place),
        });

    let exported = shared::<Notes<usize, Handle>>();
    c.defect("memory_get_puts_the_last", "sycl.memory.get.repeated")
        .does("get puts the handle that the memory had before")
        .memory_get(move |sycl, memory, context| {
            let handle = sycl.memory_get(memory, context)?;
            if let Some(last) = exported.set(memory, handle) {
                // It may be gone.
                let _ = sycl.memory_put(last, context);
            }
            Ok(handle)
        });

    c.defect("memory_get_leaks", "sycl.memory.no_leak").does("get leaves a descriptor behind").memory_get(
        |sycl, memory, context| {
            leak_descriptor();
            sycl.memory_get(memory, context)
        },
    );

    c.defect("memory_of_other_device_is_other", "sycl.memory.other_device")
        .does("open on another device gives other memory")
        .on("two-devices")
        .memory_open(|sycl, bytes, overload, place| match place.device {
            Some(Device(1)) if bytes.len() == SIZE => other_memory(sycl, place),
            _ => sycl.memory_open(bytes, overload, place),
        })
        .memory_close(|sycl, memory, context| sycl.memory_close(memory, context).or(Ok(())));

    c.defect("memory_put_throws", "sycl.memory.put.optional")
        .does("put throws")
        .memory_put(|sycl, handle, context| sycl.memory_put(handle, context).and(thrown(Errc::RUNTIME)));

    let exported = shared::<Notes<usize, ()>>();
    c.defect("memory_free_wants_put", "sycl.memory.put.optional")
        .does("memory that was exported and not put cannot be freed")
        .memory_get(move |sycl, memory, context| {
            exported.set(memory, ());
            sycl.memory_get(memory, context)
        })
        .memory_put(move |sycl, handle, context| {
            exported.lock().clear();
            sycl.memory_put(handle, context)
        })
        .free(move |sycl, memory, context| match exported.take(&memory) {
            Some(()) => thrown(Errc::INVALID),
            None => sycl.free(memory, context),
        });

    let put = shared::<Kept<bool>>();
    c.defect("memory_get_after_put_refused", "sycl.memory.put.then_get")
        .does("nothing can be exported when something was put")
        .memory_put(move |sycl, handle, context| {
            *put.lock() = true;
            sycl.memory_put(handle, context)
        })
        .memory_get(move |sycl, memory, context| match *put.lock() {
            true => thrown(Errc::RUNTIME),
            false => sycl.memory_get(memory, context),
        });

    let opened = shared::<Notes<usize, u32>>();
    c.defect("memory_put_ends_opened", "sycl.memory.put.keeps_opened")
        .does("opened memory cannot be read any more when its exporter has put a handle")
        .memory_open(|sycl, bytes, overload, place| {
            let memory = sycl.memory_open(bytes, overload, place)?;
            exporter(bytes, Family::Memory).map(|exporter| opened.set(memory, exporter));
            Ok(memory)
        })
        .memory_put(|sycl, handle, context| {
            tell_put();
            sycl.memory_put(handle, context)
        })
        .queue_read(|sycl, queue, from, bytes| match opened.get(&from).is_some_and(has_put) {
            true => thrown(Errc::RUNTIME),
            false => sycl.queue_read(queue, from, bytes),
        });

    let closed = shared::<Kept<bool>>();
    c.defect("memory_close_ends_handles", "sycl.memory.close.ends_one_import")
        .does("nothing opens any more in a process that has closed something")
        .memory_close(move |sycl, memory, context| {
            *closed.lock() = true;
            sycl.memory_close(memory, context)
        })
        .memory_open(move |sycl, bytes, overload, place| match *closed.lock() && bytes.len() == SIZE {
            true => thrown(Errc::RUNTIME),
            false => sycl.memory_open(bytes, overload, place),
        });

    let first = shared::<Notes<Vec<u8>, usize>>();
    let places = shared::<Notes<usize, usize>>();
    c.defect("memory_opens_to_one_pointer", "sycl.memory.open.pointers_differ")
        .does("a handle that is opened once more gives the pointer that there is")
        .memory_open(move |sycl, bytes, overload, place| {
            let known = first.get(&bytes.to_vec()).filter(|memory| places.get(memory).is_some_and(|n| n > 0));
            let memory = known.map_or_else(|| sycl.memory_open(bytes, overload, place), Ok)?;
            first.set(bytes.to_vec(), memory);
            places.count(memory);
            Ok(memory)
        })
        .memory_close(move |sycl, memory, context| {
            let left = places.get(&memory).unwrap_or(1) - 1;
            places.set(memory, left);
            if left == 0 { sycl.memory_close(memory, context) } else { Ok(()) }
        });

    let opened = shared::<Notes<usize, u32>>();
    c.defect("memory_end_needs_exporter", "sycl.memory.producer_dies")
        .does("opened memory cannot end when its exporter has")
        .memory_open(|sycl, bytes, overload, place| {
            let memory = sycl.memory_open(bytes, overload, place)?;
            exporter(bytes, Family::Memory).map(|exporter| opened.set(memory, exporter));
            Ok(memory)
        })
        .memory_close(|sycl, memory, context| match opened.get(&memory).is_some_and(has_ended) {
            true => thrown(Errc::RUNTIME),
            false => sycl.memory_close(memory, context),
        });

    deprecated(c);
}

/// The namespace `ipc_memory`.
fn deprecated(c: &mut Catalogue) {
    c.defect("deprecated_get_throws", "sycl.memory.deprecated")
        .does("ipc_memory::get throws")
        .also(&["sycl.memory.deprecated.mixed"])
        .deprecated_get(|_, _, _| thrown(Errc::RUNTIME));

    c.defect("deprecated_open_gives_other", "sycl.memory.deprecated")
        .does("ipc_memory::open gives other memory")
        .also(&["sycl.memory.deprecated.mixed"])
        .deprecated_open(|sycl, bytes, overload, place| match bytes.len() {
            SIZE => other_memory(sycl, place),
            _ => sycl.deprecated_open(bytes, overload, place),
        });

    c.defect("deprecated_open_of_wrong_size_says_runtime", "sycl.memory.deprecated.wrong_size")
        .does("ipc_memory::open throws runtime for bytes of another number")
        .deprecated_open(|sycl, bytes, overload, place| {
            with_code(sycl.deprecated_open(bytes, overload, place), Errc::INVALID, Errc::RUNTIME)
        });

    // Kinds of handles are told apart by a byte that is there for this alone.
    let mark = |bytes: Vec<u8>| bytes.into_iter().map(|byte| !byte).collect::<Vec<u8>>();
    let old = shared::<Set<Handle>>();
    c.defect("deprecated_bytes_are_others", "sycl.memory.deprecated.mixed")
        .does("the bytes of one namespace do not open by the other")
        .deprecated_get(move |sycl, memory, context| {
            let handle = sycl.deprecated_get(memory, context)?;
            old.add(handle);
            Ok(handle)
        })
        .handle_data(move |sycl, handle| {
            let bytes = sycl.handle_data(handle)?;
            Ok(if old.has(&handle) { mark(bytes) } else { bytes })
        })
        .deprecated_open(move |sycl, bytes, overload, place| {
            sycl.deprecated_open(&mark(bytes.to_vec()), overload, place)
        });

    let mark = |bytes: Vec<u8>| bytes.into_iter().map(|byte| !byte).collect::<Vec<u8>>();
    for (name, requirement) in [
        ("memory", "sycl.memory.mixed"),
        ("physical", "sycl.physical_memory.mixed"),
        ("event", "sycl.event.mixed"),
    ] {
        c.defect(format!("{name}_bytes_are_its_own"), requirement)
            .does("the bytes of handles are of this implementation alone")
            .handle_data(move |sycl, handle| Ok(mark(sycl.handle_data(handle)?)))
            .handle_data_view(move |sycl, handle| Ok(mark(sycl.handle_data_view(handle)?)))
            .memory_open(move |sycl, bytes, overload, place| {
                sycl.memory_open(&mark(bytes.to_vec()), overload, place)
            })
            .physical_open(move |sycl, bytes, overload, place| {
                sycl.physical_open(&mark(bytes.to_vec()), overload, place)
            })
            .event_open(move |sycl, bytes, overload, context| {
                sycl.event_open(&mark(bytes.to_vec()), overload, context)
            });
    }
}
