//! Resources that are kept after an export or an Open.

use crate::variants::handles::kept_open;
use crate::variants::tools::*;
use std::fs::File;
use std::sync::Arc;
use std::sync::OnceLock;

pub(super) fn variants(c: &mut Catalogue) {
    for (family, name, text, of) in [
        (
            Memory,
            "memory",
            "urIPCCloseMemHandleExp: \"Closes an inter-process memory handle\"",
            &[
                "lifetime.fd.memory_cycles",
                "lifetime.device_memory.open_close",
                "cross_process.memory.open_after_producer_exit",
            ][..],
        ),
        (
            Physical,
            "physical",
            "urIPCClosePhysMemHandleExp: \"Closes an inter-process physical memory handle\"",
            &[
                "cross_process.physical_memory.peer_death",
                "cross_process.physical_memory.open_after_producer_exit",
            ],
        ),
    ] {
        kept_open(
            c.variant(
                format!("{name}_imports_kept_for_the_next_open"),
                format!(
                    "{YML}, {text}, which does not say that nothing is kept; unified-memory-framework, \
                     docs/config/api.rst, IPC caching: \"subsequent calls to open the same IPC handle will \
                     return the entry from the cache\""
                ),
            ),
            family,
        )
        .of(of)
        .does("the last four imports that were closed are kept, and an Open of the same bytes gives one of them again");
    }

    let files = shared::<Notes<Ptr, Arc<File>>>();
    c.variant(
        "event_descriptor_from_the_first_get",
        format!(
            "{YML}, urIPCPutEventHandleExp: \"Releases the resources associated with IPC event handle \
             data\", not what the event has"
        ),
    )
    .of(&["lifetime.fd.event_cycles"])
    .does("an event has a descriptor of its own from its first Get to its end")
    .then(|c: &Get, _| {
        if c.family == Event
            && files.get(&c.object).is_none()
            && let Ok(file) = File::open("/dev/null")
        {
            files.set(c.object, Arc::new(file));
        }
    })
    .before(|c: &Release, ur| {
        let last = ur.event_info(EventHandle(c.object.0), EventInfo::REFERENCE_COUNT) == Some(1u32);
        if c.family == Event && last {
            files.take(&c.object);
        }
    });

    static FIRST: OnceLock<Option<(File, Vec<u8>)>> = OnceLock::new();
    c.variant("first_open_prepares_the_process", unsaid("what an adapter sets up when it is used first"))
        .of(&["lifetime.fd.failed_calls", "lifetime.fd.memory_cycles"])
        .does("the first Open of a process, be it refused, takes a descriptor and a MiB of memory for good")
        .before(|_: &Open, _| {
            FIRST.get_or_init(|| Some((File::open("/dev/null").ok()?, vec![1; 1 << 20]))).is_some()
        });
}
