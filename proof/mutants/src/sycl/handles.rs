//! `ipc::handle`, of any kind.

use super::tools::*;

/// A function that puts a handle.
type Put = fn(&Below<'_>, Handle) -> Result<()>;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("handle_is_empty", "sycl.handle.data_is_not_empty")
        .does("data gives no bytes")
        .handle_data(|_, _| Ok(Vec::new()));

    c.defect("handle_view_is_shorter", "sycl.handle.view_is_data")
        .does("data_view gives one byte less than data")
        .handle_data_view(|sycl, handle| {
            let mut bytes = sycl.handle_data_view(handle)?;
            bytes.pop();
            Ok(bytes)
        });

    let given = shared::<Set<Handle>>();
    c.defect("handle_data_changes", "sycl.handle.view_is_data")
        .does("data gives other bytes when it is called again")
        .handle_data(move |sycl, handle| {
            let mut bytes = sycl.handle_data(handle)?;
            if !given.add(handle) {
                bytes.reverse();
            }
            Ok(bytes)
        });

    let puts = shared::<Notes<Handle, Put>>();
    c.defect("handle_destructor_puts", "sycl.handle.destroyed_is_not_put")
        .does("the destructor of a handle puts it")
        .memory_get(move |sycl, memory, context| {
            let handle = sycl.memory_get(memory, context)?;
            puts.set(handle, |sycl, handle| sycl.memory_put(handle, None));
            Ok(handle)
        })
        .physical_get(move |sycl, memory| {
            let handle = sycl.physical_get(memory)?;
            puts.set(handle, |sycl, handle| sycl.physical_put(handle, None));
            Ok(handle)
        })
        .handle_destroy(move |sycl, handle| {
            if let Some(put) = puts.take(&handle) {
                // One that was put already is no more.
                let _ = put(sycl, handle);
            }
            sycl.handle_destroy(handle)
        });

    c.defect("handle_destructor_ends_bytes_of_event", "sycl.handle.destroyed_is_not_put")
        .does("the bytes of events do not open when their exporter has destroyed a handle")
        .handle_destroy(|sycl, handle| {
            tell_put();
            sycl.handle_destroy(handle)
        })
        .event_open(|sycl, bytes, overload, context| {
            match exporter(bytes, Family::Event).is_some_and(has_put) {
                true => thrown(Errc::RUNTIME),
                false => sycl.event_open(bytes, overload, context),
            }
        });

    let odd = |bytes: &[u8]| !bytes.as_ptr().addr().is_multiple_of(8);
    c.defect("handle_bytes_are_aligned", "sycl.handle.bytes_anywhere")
        .does("bytes open from even addresses only")
        .memory_open(move |sycl, bytes, overload, place| match odd(bytes) {
            true => thrown(Errc::RUNTIME),
            false => sycl.memory_open(bytes, overload, place),
        })
        .physical_open(move |sycl, bytes, overload, place| match odd(bytes) {
            true => thrown(Errc::RUNTIME),
            false => sycl.physical_open(bytes, overload, place),
        })
        .event_open(move |sycl, bytes, overload, context| match odd(bytes) {
            true => thrown(Errc::RUNTIME),
            false => sycl.event_open(bytes, overload, context),
        });

    for (id, requirement) in [
        ("handle_of_memory_has_any_size", "sycl.handle.size_of_memory"),
        ("handle_of_physical_memory_has_any_size", "sycl.handle.size_of_physical_memory"),
        ("handle_of_event_has_any_size", "sycl.handle.size_of_event"),
    ] {
        let grown = |sycl: &Below<'_>, handle: Handle| {
            let mut bytes = sycl.handle_data(handle)?;
            bytes.resize(SIZE + usize::try_from(handle.0 % 2).unwrap_or_default(), 0);
            Ok(bytes)
        };
        let whole = |bytes: &[u8]| bytes[..bytes.len().min(SIZE)].to_vec();
        c.defect(id, requirement)
            .does("every second handle has one byte more")
            .handle_data(grown)
            .handle_data_view(grown)
            .memory_open(move |sycl, bytes, overload, place| sycl.memory_open(&whole(bytes), overload, place))
            .physical_open(move |sycl, bytes, overload, place| {
                sycl.physical_open(&whole(bytes), overload, place)
            })
            .event_open(move |sycl, bytes, overload, context| {
                sycl.event_open(&whole(bytes), overload, context)
            });
    }
}
