//! Resources that are given back late.

use crate::variants::tools::*;
use std::collections::VecDeque;

/// So many things wait for their end at most.
const WAITING: usize = 4;

/// The calls that wait for their end.
type Waiting<T> = Kept<VecDeque<T>>;

/// Has this one wait, and gives the one that has waited longest if there are too many.
fn enqueue<T>(waiting: &Waiting<T>, one: T) -> Option<T> {
    let mut waiting = waiting.lock();
    waiting.push_back(one);
    if waiting.len() > WAITING { waiting.pop_front() } else { None }
}

pub(super) fn variants(c: &mut Catalogue) {
    let waiting = shared::<Waiting<virtual_mem_free>>();
    c.variant(
        "virtual_addresses_freed_later",
        "virtual_memory.yml, urVirtualMemFree: \"Free a virtual memory range.\"; when its addresses can be \
         reserved again is not said",
    )
    .of(&["lifetime.virtual_memory.cycles"])
    .does("the last four ranges of addresses that were freed stay reserved until others run out")
    .instead(|c: &virtual_mem_free, ur| {
        let is_whole = !c.context.is_null() && !c.start.is_null() && c.size > 0;
        if !is_whole {
            return None;
        }
        Some(enqueue(waiting, *c).map_or(SUCCESS, |oldest| oldest.run(ur)))
    })
    .instead(|c: &virtual_mem_reserve, ur| {
        let result = c.run(ur);
        if result != OUT_OF_RESOURCES {
            return Some(result);
        }
        waiting.lock().drain(..).for_each(|free| _ = free.run(ur));
        Some(c.run(ur))
    });

    /// Larger memory is freed at once.
    const LITTLE: usize = 16 << 20;
    let waiting = shared::<Waiting<usm_free>>();
    c.variant(
        "memory_freed_later",
        "usm.yml, urUSMFree: when the memory is there for others again is not said; Level Zero, \
         memory.yml, zeMemOpenIpcHandle: \"The driver must not release the underlying physical memory \
         until all IPC handles referencing it have been closed\"",
    )
    .of(&["cross_process.memory.freed_while_open", "lifetime.device_memory.open_close"])
    .does("the last four small allocations that were exported and freed are kept")
    .instead(|c: &usm_free, ur| {
        let size: usize = ur.alloc_info(c.context, c.mem, UsmAllocInfo::SIZE)?;
        let pool: Option<UsmPoolHandle> = ur.alloc_info(c.context, c.mem, UsmAllocInfo::POOL);
        let base: Option<Ptr> = ur.alloc_info(c.context, c.mem, UsmAllocInfo::BASE_PTR);
        let waits = ur.is_source(c.mem) && size <= LITTLE && pool.is_none() && base == Some(c.mem);
        waits.then(|| enqueue(waiting, *c).map_or(SUCCESS, |oldest| oldest.run(ur)))
    })
    .before(|c: &context_release, ur| {
        let (gone, left) = waiting.lock().drain(..).partition(|free| free.context == c.context);
        *waiting.lock() = left;
        Vec::<usm_free>::from(gone).iter().for_each(|free| _ = free.run(ur));
    });

    let waiting = shared::<Waiting<EventHandle>>();
    c.variant(
        "event_ends_later",
        "event.yml, urEventRelease: \"delete the event object if the reference count becomes zero.\"; when \
         what it holds is there for others again is not said",
    )
    .of(&["lifetime.fd.event_cycles"])
    .does("the last four events whose last reference was released are kept")
    .instead(|c: &event_release, ur| {
        let last = ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32);
        last.then(|| enqueue(waiting, c.event).map_or(SUCCESS, |event| event_release { event }.run(ur)))
    });
}

/// An event's last reference goes with its last import in the process.
pub(super) fn with_imports(c: &mut Catalogue) {
    let waiting = shared::<Set<Ptr>>();
    let has_imports = |source: Ptr, but: Ptr, ur: &Below| {
        let imports = ur.imports(Event).into_iter().filter(|import| import.object != but);
        imports.map(|import| ur.source_of(&import.bytes)).any(|of| of == Some(source))
    };
    c.variant(
        "event_ends_with_its_imports",
        format!(
            "{YML}, urIPCOpenEventHandleExp: \"shares state with the event that produced the IPC \
             handle.\"; how long the state lives beside its events is not said"
        ),
    )
    .of(&["lifetime.event.import_survives_source", "lifetime.event.release_order"])
    .does("an event that was released is there as long as the process has an import of it")
    .instead(move |c: &event_release, ur| {
        let last = ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32);
        let source = Ptr::from(c.event);
        let waits = last && !ur.is_import(source) && has_imports(source, Ptr::NULL, ur);
        waits.then(|| {
            waiting.add(source);
            SUCCESS
        })
    })
    .before(move |c: &event_release, ur| {
        let Some(source) = ur.source_of_import(c.event) else { return };
        let last = ur.event_info(c.event, EventInfo::REFERENCE_COUNT) == Some(1u32);
        if last && !has_imports(source, Ptr::from(c.event), ur) && waiting.remove(&source) {
            event_release { event: EventHandle(source.0) }.run(ur);
        }
    });
}
