//! Calls that leave something behind where they are refused late, or are not Get and not Open.

use crate::catalogue::tools::*;

/// Whether the bytes are a handle that opens: only another argument can be wrong.
fn opens(c: &Open, ur: &Below) -> bool {
    ur.source_of(&c.bytes()).is_some() || c.is_foreign()
}

/// A defect of one kind of call of a family.
fn leaks<'c>(c: &'c mut Catalogue, (name, object): (&str, &str), call: &str, does: &str) -> Defect<'c> {
    c.defect(format!("lifetime_{name}_{call}_keeps_descriptor"), "lifetime.fd.failed_calls")
        .does(format!("{does} keeps a descriptor, for {object}"))
}

/// Whether the bytes are no handle, or one of a process that never was.
fn is_damaged(c: &Open) -> bool {
    c.size == SIZE && c.handle().is_none_or(|handle| handle.pid == i32::MAX)
}

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_damaged_handle_keeps_descriptor"), "lifetime.fd.damaged_handles")
            .does(format!("Open of bytes that are no handle of {object} keeps a descriptor"))
            .failed(move |c: &Open, _| (c.family == family && is_damaged(c)).then(leak_descriptor));

        c.defect(format!("lifetime_{name}_orphan_closes_own_number"), "lifetime.fd.own_files")
            .does(format!(
                "Open of {object} of a process that has ended closes the descriptor that has its number here"
            ))
            .seen_in("Level Zero driver, Context::importOpaqueHandleWithFallback")
            .before(move |c: &Open, _| {
                let orphan = c.handle().filter(|handle| c.family == family && is_orphan(handle));
                // SAFETY: what is at stake is a file of the test's own.
                orphan.map(|handle| unsafe { libc::close(handle.fd) })
            });

        let of = (name, object);
        leaks(c, of, "late_open_failure", "Open that fails although the handle is right")
            .seen_in("Level Zero v2 adapter: the native import leaks if what follows fails")
            .failed(move |c: &Open, ur| (c.family == family && opens(c, ur)).then(leak_descriptor));
        leaks(c, of, "refused_put", "A refused Put")
            .failed(move |c: &Put, _| (c.family == family).then(leak_descriptor));
    }

    let (lost, keep) = lost_bytes();
    let defect = c.defect("lifetime_memory_refused_creation_keeps_device_memory", "lifetime.fd.failed_calls");
    defect
        .does("The creation of USM memory that finds no descriptor keeps what it took of the device's memory")
        .after(move |c: &usm_device_alloc, result, _| keep(result, c.size))
        .answers(DeviceInfo::GLOBAL_MEM_FREE, lost);

    let (lost, keep) = lost_bytes();
    let defect =
        c.defect("lifetime_physical_refused_creation_keeps_device_memory", "lifetime.fd.failed_calls");
    defect
        .does("The creation of physical memory that finds no descriptor keeps what it took of the device's memory")
        .after(move |c: &physical_mem_create, result, _| keep(result, c.size))
        .answers(DeviceInfo::GLOBAL_MEM_FREE, lost);
}

/// The free bytes of a device without those that are lost, and the result of a creation that loses some if it is refused for want
/// of resources.
fn lost_bytes() -> (
    impl Fn(&device_get_info, u64, &Below) -> u64 + Send + Sync,
    impl Fn(UrResult, usize) -> UrResult + Send + Sync,
) {
    let lost = shared::<Kept<u64>>();
    let keep = move |result, size| {
        if result == OUT_OF_RESOURCES {
            *lost.lock() += size as u64;
        }
        result
    };
    (move |_: &device_get_info, free: u64, _: &Below| free.saturating_sub(*lost.lock()), keep)
}
