//! `ipc::physical_memory`, and `physical_mem` itself.

use super::tools::*;

/// Notes what is opened.
fn noted<'d>(defect: Defect<'d>, opened: &'static Set<PhysicalMem>) -> Defect<'d> {
    defect.physical_open(move |sycl, bytes, overload, place| {
        let memory = sycl.physical_open(bytes, overload, place)?;
        opened.add(memory);
        Ok(memory)
    })
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_make_ignores_lack", "sycl.physical_memory.create.no_aspect")
        .does("memory is made for sharing on a device without the aspect")
        .on("no-physical-memory")
        .physical_create(|sycl, device, context, bytes, _| {
            sycl.physical_create(device, context, bytes, None)
        });

    c.defect("physical_make_without_aspect_says_invalid", "sycl.physical_memory.create.no_aspect")
        .does("enable_ipc on a device without the aspect throws invalid")
        .on("no-physical-memory")
        .physical_create(|sycl, device, context, bytes, enable| {
            let made = sycl.physical_create(device, context, bytes, enable);
            with_code(made, Errc::FEATURE_NOT_SUPPORTED, Errc::INVALID)
        });

    c.defect("physical_is_always_enabled", "sycl.physical_memory.get.not_enabled")
        .does("memory that was made without enable_ipc can be exported")
        .physical_create(|sycl, device, context, bytes, _| {
            sycl.physical_create(device, context, bytes, Some(true))
        });

    c.defect("physical_get_of_not_enabled_says_runtime", "sycl.physical_memory.get.not_enabled")
        .does("get of memory that was made without enable_ipc throws runtime")
        .physical_get(|sycl, memory| with_code(sycl.physical_get(memory), Errc::INVALID, Errc::RUNTIME));

    let opened = shared::<Set<PhysicalMem>>();
    noted(c.defect("physical_get_of_opened_works", "sycl.physical_memory.get.opened"), opened)
        .does("opened memory can be exported")
        .physical_get(|sycl, memory| match opened.has(&memory) {
            true => {
                let context = new_context(sycl, Device(0))?;
                let bytes = sycl.mem_granularity(Device(0), context, false)?;
                sycl.physical_get(sycl.physical_create(Device(0), context, bytes, Some(true))?)
            }
            false => sycl.physical_get(memory),
        });

    let opened = shared::<Notes<PhysicalMem, u32>>();
    c.defect("physical_end_needs_exporter", "sycl.physical_memory.producer_dies")
        .does("opened memory cannot end when its exporter has")
        .physical_open(|sycl, bytes, overload, place| {
            let memory = sycl.physical_open(bytes, overload, place)?;
            exporter(bytes, Family::Physical).map(|exporter| opened.set(memory, exporter));
            Ok(memory)
        })
        .physical_destroy(|sycl, memory| match opened.get(&memory).is_some_and(has_ended) {
            true => thrown(Errc::RUNTIME),
            false => sycl.physical_destroy(memory),
        });

    opened_memory(c);
    of_others(c);
    overloads(c);
    put(c);
}

fn opened_memory(c: &mut Catalogue) {
    c.defect("physical_opens_to_other", "sycl.physical_memory.open.same_memory")
        .does("open gives other memory")
        .also(&["sycl.physical_memory.open.write_back", "sycl.physical_memory.several_processes"])
        .physical_open(|sycl, bytes, overload, place| match bytes.len() {
            SIZE => other_physical(sycl, place),
            _ => sycl.physical_open(bytes, overload, place),
        });

    let opened = shared::<Set<PhysicalMem>>();
    let mapped = shared::<Set<usize>>();
    noted(c.defect("physical_writes_stay", "sycl.physical_memory.open.write_back"), opened)
        .does("what is written to a mapping of opened memory is lost")
        .physical_map(|sycl, memory, address, bytes, access, offset| {
            let address = sycl.physical_map(memory, address, bytes, access, offset)?;
            if opened.has(&memory) {
                mapped.add(address);
            }
            Ok(address)
        })
        .queue_write(|sycl, queue, to, bytes| match mapped.has(&to) {
            true => Ok(()),
            false => sycl.queue_write(queue, to, bytes),
        });

    let exported = shared::<Set<Vec<u8>>>();
    c.defect("physical_opens_elsewhere_only", "sycl.physical_memory.open.own_process")
        .does("bytes do not open in the process that exported them")
        .handle_data(|sycl, handle| {
            let bytes = sycl.handle_data(handle)?;
            exported.add(bytes.clone());
            Ok(bytes)
        })
        .physical_open(|sycl, bytes, overload, place| match exported.has(&bytes.to_vec()) {
            true => thrown(Errc::RUNTIME),
            false => sycl.physical_open(bytes, overload, place),
        });

    let opened = shared::<Set<PhysicalMem>>();
    noted(c.defect("physical_opened_has_no_size", "sycl.physical_memory.open.size"), opened)
        .does("opened memory has the size 0")
        .physical_size(|sycl, memory| match opened.has(&memory) {
            true => Ok(0),
            false => sycl.physical_size(memory),
        });

    let opened = shared::<Set<PhysicalMem>>();
    noted(c.defect("physical_opened_is_of_others", "sycl.physical_memory.open.context_and_device"), opened)
        .does("opened memory says that it is of another context")
        .physical_is_of(|sycl, memory, context, device| match opened.has(&memory) {
            true => Ok(false),
            false => sycl.physical_is_of(memory, context, device),
        });

    let ended = shared::<Kept<bool>>();
    let opened = shared::<Set<PhysicalMem>>();
    c.defect("physical_end_ends_handles", "sycl.physical_memory.open.ends_with_object")
        .does("nothing opens any more in a process in which opened memory has ended")
        .physical_open(|sycl, bytes, overload, place| {
            if *ended.lock() && bytes.len() == SIZE {
                return thrown(Errc::RUNTIME);
            }
            let memory = sycl.physical_open(bytes, overload, place)?;
            opened.add(memory);
            Ok(memory)
        })
        .physical_destroy(|sycl, memory| {
            *ended.lock() |= opened.has(&memory);
            sycl.physical_destroy(memory)
        });

    let reserved = shared::<Set<usize>>();
    c.defect("physical_maps_at_start_only", "sycl.physical_memory.several_ranges")
        .does("memory is mapped at the start of reserved addresses only")
        .virtual_reserve(|sycl, bytes, context| {
            let address = sycl.virtual_reserve(bytes, context)?;
            reserved.add(address);
            Ok(address)
        })
        .physical_map(|sycl, memory, address, bytes, access, offset| match reserved.has(&address) {
            true => sycl.physical_map(memory, address, bytes, access, offset),
            false => thrown(Errc::INVALID),
        });
}

fn of_others(c: &mut Catalogue) {
    c.defect("physical_of_other_device_is_other", "sycl.physical_memory.open.peer_device")
        .does("open on another device gives other memory")
        .on("two-devices")
        .physical_open(|sycl, bytes, overload, place| match place.device {
            Some(Device(1)) if bytes.len() == SIZE => other_physical(sycl, place),
            _ => sycl.physical_open(bytes, overload, place),
        });

    let exported = shared::<Set<PhysicalMem>>();
    let opened = shared::<Notes<PhysicalMem, u32>>();
    c.defect("physical_ends_with_source", "sycl.physical_memory.open.outlives_source")
        .does("opened memory cannot be mapped any more when an exported object of its exporter has ended")
        .physical_get(|sycl, memory| {
            exported.add(memory);
            sycl.physical_get(memory)
        })
        .physical_open(|sycl, bytes, overload, place| {
            let memory = sycl.physical_open(bytes, overload, place)?;
            exporter(bytes, Family::Physical).map(|exporter| opened.set(memory, exporter));
            Ok(memory)
        })
        .physical_destroy(|sycl, memory| {
            if exported.has(&memory) {
                tell_put();
            }
            sycl.physical_destroy(memory)
        })
        .physical_map(|sycl, memory, address, bytes, access, offset| {
            match opened.get(&memory).is_some_and(has_put) {
                true => thrown(Errc::RUNTIME),
                false => sycl.physical_map(memory, address, bytes, access, offset),
            }
        });
}

fn overloads(c: &mut Catalogue) {
    c.defect("physical_opens_in_other_context", "sycl.physical_memory.default_context")
        .does("open without a context opens in a context of its own")
        .physical_open(|sycl, bytes, overload, place| {
            let device = place.device.unwrap_or(Device(0));
            let context = place.context.map_or_else(|| new_context(sycl, device), Ok)?;
            sycl.physical_open(bytes, overload, Place { context: Some(context), device: Some(device) })
        });

    c.defect("physical_opens_on_no_default_device", "sycl.physical_memory.default_context")
        .does("open without context and device throws")
        .physical_open(|sycl, bytes, overload, place| match place {
            Place { context: None, device: None } => thrown(Errc::INVALID),
            place => sycl.physical_open(bytes, overload, place),
        });
}

fn put(c: &mut Catalogue) {
    c.defect("physical_put_throws", "sycl.physical_memory.put.optional")
        .does("put throws")
        .physical_put(|sycl, handle, context| sycl.physical_put(handle, context).and(thrown(Errc::RUNTIME)));

    let exported = shared::<Notes<Handle, PhysicalMem>>();
    c.defect("physical_end_wants_put", "sycl.physical_memory.put.optional")
        .does("what was exported cannot end before its handles are put")
        .physical_get(|sycl, memory| {
            let handle = sycl.physical_get(memory)?;
            exported.set(handle, memory);
            Ok(handle)
        })
        .physical_put(|sycl, handle, context| {
            exported.take(&handle);
            sycl.physical_put(handle, context)
        })
        .physical_destroy(|sycl, memory| match exported.lock().values().any(|other| *other == memory) {
            true => thrown(Errc::INVALID),
            false => sycl.physical_destroy(memory),
        });

    let put = shared::<Kept<bool>>();
    c.defect("physical_get_after_put_refused", "sycl.physical_memory.put.then_get")
        .does("nothing can be exported when something was put")
        .physical_put(|sycl, handle, context| {
            *put.lock() = true;
            sycl.physical_put(handle, context)
        })
        .physical_get(|sycl, memory| match *put.lock() {
            true => thrown(Errc::RUNTIME),
            false => sycl.physical_get(memory),
        });

    let opened = shared::<Notes<PhysicalMem, u32>>();
    c.defect("physical_put_ends_opened", "sycl.physical_memory.put.keeps_opened")
        .does("opened memory cannot be mapped any more when its exporter has put a handle")
        .physical_open(|sycl, bytes, overload, place| {
            let memory = sycl.physical_open(bytes, overload, place)?;
            exporter(bytes, Family::Physical).map(|exporter| opened.set(memory, exporter));
            Ok(memory)
        })
        .physical_put(|sycl, handle, context| {
            tell_put();
            sycl.physical_put(handle, context)
        })
        .physical_map(|sycl, memory, address, bytes, access, offset| {
            match opened.get(&memory).is_some_and(has_put) {
                true => thrown(Errc::RUNTIME),
                false => sycl.physical_map(memory, address, bytes, access, offset),
            }
        });
}
