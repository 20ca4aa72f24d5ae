//! Handles and their bytes.

use super::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    // As if a template of a fixed size held them.
    let more = |handle: Handle| usize::try_from(handle.0 % 5).unwrap_or_default();
    let grown = move |sycl: &Below<'_>, handle: Handle, bytes: Vec<u8>| {
        let mut bytes = bytes;
        let more = if sycl_memory().has(&handle) { more(handle) } else { return Ok(bytes) };
        bytes.insert(0, more as u8);
        bytes.resize(1 + SIZE + more, 0);
        let _ = sycl;
        Ok(bytes)
    };
    let whole = |bytes: &[u8]| -> Option<Vec<u8>> {
        let more = usize::from(*bytes.first()?);
        (bytes.len() == 1 + SIZE + more && more < 5).then(|| bytes[1..=SIZE].to_vec())
    };
    let open = move |bytes: &[u8]| whole(bytes).unwrap_or_default();
    c.sycl_variant(
        "sycl_handles_of_memory_of_different_sizes",
        "text of ipc::memory: no sentence says that its handles have one size; PR 22522 has it \"the same \
         for all handles associated with physical_mem object type\" alone, and PR 22788 for events",
    )
    .of(&["sycl.handle.size_of_memory"])
    .does("handles of memory have one of five sizes")
    .memory_get(|sycl, memory, context| {
        let handle = sycl.memory_get(memory, context)?;
        sycl_memory().add(handle);
        Ok(handle)
    })
    .deprecated_get(|sycl, memory, context| {
        let handle = sycl.deprecated_get(memory, context)?;
        sycl_memory().add(handle);
        Ok(handle)
    })
    .handle_data(move |sycl, handle| grown(sycl, handle, sycl.handle_data(handle)?))
    .handle_data_view(move |sycl, handle| grown(sycl, handle, sycl.handle_data_view(handle)?))
    .memory_open(move |sycl, bytes, overload, place| sycl.memory_open(&open(bytes), overload, place))
    .deprecated_open(move |sycl, bytes, overload, place| sycl.deprecated_open(&open(bytes), overload, place));
}

/// The handles of memory.
fn sycl_memory() -> &'static Set<Handle> {
    static HANDLES: std::sync::LazyLock<Set<Handle>> = std::sync::LazyLock::new(Set::default);
    &HANDLES
}
