//! Contents and uses of opened memory.

use super::tools::*;

/// True if an address is in what was opened.
fn is_in(opened: &Set<usize>, address: usize) -> bool {
    opened.lock().iter().any(|start| (*start..start + SOME).contains(&address))
}

/// Notes what is opened.
fn noted<'d>(defect: Defect<'d>, opened: &'static Set<usize>) -> Defect<'d> {
    defect.memory_open(move |sycl, bytes, overload, place| {
        let memory = sycl.memory_open(bytes, overload, place)?;
        opened.add(memory);
        Ok(memory)
    })
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("memory_opens_to_other", "sycl.memory.open.same_memory")
        .does("open gives other memory")
        .also(&["sycl.memory.open.write_back", "sycl.memory.several_processes"])
        .memory_open(|sycl, bytes, overload, place| match bytes.len() {
            SIZE => other_memory(sycl, place),
            _ => sycl.memory_open(bytes, overload, place),
        })
        .memory_close(|_, _, _| Ok(()));

    let opened = shared::<Set<usize>>();
    noted(c.defect("memory_writes_stay", "sycl.memory.open.write_back"), opened)
        .does("what is written to an opened pointer is lost")
        .queue_write(|sycl, queue, to, bytes| match is_in(opened, to) {
            true => Ok(()),
            false => sycl.queue_write(queue, to, bytes),
        })
        .queue_memset(|sycl, queue, to, value, bytes| match is_in(opened, to) {
            true => Ok(()),
            false => sycl.queue_memset(queue, to, value, bytes),
        })
        .queue_memcpy(|sycl, queue, to, from, bytes| match is_in(opened, to) {
            true => Ok(()),
            false => sycl.queue_memcpy(queue, to, from, bytes),
        });

    let exported = shared::<Set<Vec<u8>>>();
    c.defect("memory_opens_elsewhere_only", "sycl.memory.open.own_process")
        .does("bytes do not open in the process that exported them")
        .handle_data(|sycl, handle| {
            let bytes = sycl.handle_data(handle)?;
            exported.add(bytes.clone());
            Ok(bytes)
        })
        .memory_open(|sycl, bytes, overload, place| match exported.has(&bytes.to_vec()) {
            true => thrown(Errc::RUNTIME),
            false => sycl.memory_open(bytes, overload, place),
        });

    let opened = shared::<Set<usize>>();
    noted(c.defect("memory_memset_refused", "sycl.memory.open.usable_as_usm"), opened)
        .does("memset of an opened pointer throws")
        .queue_memset(|sycl, queue, to, value, bytes| match is_in(opened, to) {
            true => thrown(Errc::INVALID),
            false => sycl.queue_memset(queue, to, value, bytes),
        });

    let opened = shared::<Set<usize>>();
    noted(c.defect("memory_memcpy_is_nothing", "sycl.memory.open.usable_as_usm"), opened)
        .does("memcpy from an opened pointer copies nothing")
        .queue_memcpy(|sycl, queue, to, from, bytes| match is_in(opened, from) {
            true => Ok(()),
            false => sycl.queue_memcpy(queue, to, from, bytes),
        });

    let opened = shared::<Set<usize>>();
    noted(c.defect("memory_of_unknown_type", "sycl.memory.open.pointer_type"), opened)
        .does("an opened pointer is of type unknown")
        .pointer_type(|sycl, memory, context| match opened.has(&memory) {
            true => Ok(None),
            false => sycl.pointer_type(memory, context),
        });

    let opened = shared::<Set<usize>>();
    noted(c.defect("memory_lacks_last_byte", "sycl.memory.open.sizes"), opened)
        .does("the last byte that is read through an opened pointer is another")
        .also(&["sycl.memory.open.same_memory"])
        .queue_read(|sycl, queue, from, bytes| {
            let mut read = sycl.queue_read(queue, from, bytes)?;
            if let Some(last) = read.last_mut().filter(|_| is_in(opened, from)) {
                *last = !*last;
            }
            Ok(read)
        });

    let allocated = shared::<Set<usize>>();
    c.defect("memory_handle_is_of_the_next_byte", "sycl.memory.get.inside")
        .does("a handle of a pointer into an allocation opens one byte behind it")
        .malloc(|sycl, kind, bytes, device, context| {
            let memory = sycl.malloc(kind, bytes, device, context)?;
            allocated.add(memory);
            Ok(memory)
        })
        .memory_get(|sycl, memory, context| {
            let start = allocated.lock().iter().copied().filter(|&start| start <= memory).max();
            let inside = start.is_some_and(|start| start < memory && memory - start < SOME);
            sycl.memory_get(memory + usize::from(inside), context)
        });
}
