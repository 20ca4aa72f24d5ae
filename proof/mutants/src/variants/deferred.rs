//! Deferred effects: bounded caches of objects that were put, closed, freed and released.

use super::tools::*;
use std::collections::VecDeque;

/// So many wait at most.
const MOST: usize = 4;

/// Of so many bytes at most is what is kept: a test of what is large has the memory for it.
const SMALL: usize = 1 << 20;

/// Calls that wait to be made.
type Waiting<C> = Kept<VecDeque<C>>;

/// Has a call wait, and makes the one that has waited longest where there are too many.
fn defer<C: Call>(waiting: &Waiting<C>, call: C, ur: &Below) -> Option<UrResult> {
    let oldest = {
        let mut waiting = waiting.lock();
        waiting.push_back(call);
        if waiting.len() > MOST { waiting.pop_front() } else { None }
    };
    oldest.map(|call| call.run(ur));
    Some(SUCCESS)
}

fn is_small(context: ContextHandle, mem: Ptr, ur: &Below) -> bool {
    ur.alloc_info(context, mem, UsmAllocInfo::SIZE).is_some_and(|size: usize| size <= SMALL)
}

pub(super) fn variants(c: &mut Catalogue) {
    for (family, name, objects, text, requirements) in [
        (
            Memory,
            "memory",
            "USM memory",
            "urIPCPutMemHandleExp: \"Releases an inter-process memory handle\"",
            &["memory.open.stale", "memory.put.after_free"][..],
        ),
        (
            Physical,
            "physical",
            "physical memory",
            "urIPCPutPhysMemHandleExp: \"Releases an inter-process physical memory handle\"",
            &["physical_memory.open.stale_handle", "physical_memory.handle_outlives_source"],
        ),
    ] {
        let waiting = shared::<Waiting<Put>>();
        c.variant(
            format!("{name}_put_is_deferred"),
            format!("{YML}, {text}; when what it has is free again is not said"),
        )
        .of(requirements)
        .does(format!("the last {MOST} handles of {objects} that were put are kept, and open"))
        .instead(move |c: &Put, ur| {
            let lives =
                c.family == family && !c.context.is_null() && ur.export_at(c.data).is_some_and(|e| e.lives);
            lives.then(|| defer(waiting, *c, ur)).flatten()
        });
    }

    let waiting = shared::<Waiting<Close>>();
    c.variant(
        "memory_close_is_deferred",
        format!(
            "{YML}, urIPCCloseMemHandleExp: \"Closes an inter-process memory handle\"; when its addresses \
             are gone is not said"
        ),
    )
    .of(&["memory.close.double", "memory.open.multiple"])
    .does(format!("the last {MOST} small imports that were closed stay mapped"))
    .instead(move |c: &Close, ur| {
        let open = c.family == Memory && !c.context.is_null() && ur.is_import(c.object);
        let open = open && is_small(c.context, c.object, ur);
        open.then(|| defer(waiting, *c, ur)).flatten()
    });

    let waiting = shared::<Waiting<usm_free>>();
    c.variant(
        "memory_free_is_deferred",
        "usm.yml, urUSMFree: \"implementations are required to wait for previously enqueued commands that \
         may be accessing `pMem` to finish before freeing the memory\"; how soon after them it is free \
         again is not said",
    )
    .of(&["memory.get.pointer_not_usm", "memory.put.after_free"])
    .does(format!("the last {MOST} small allocations that were exported and freed are kept"))
    .instead(move |c: &usm_free, ur| {
        let exported = !c.context.is_null() && ur.is_source(c.mem) && !ur.was_released(Memory, c.mem);
        (exported && is_small(c.context, c.mem, ur)).then(|| defer(waiting, *c, ur)).flatten()
    });

    let waiting = shared::<Waiting<physical_mem_release>>();
    c.variant(
        "physical_release_is_deferred",
        "virtual_memory.yml, urPhysicalMemRelease: \"Release a physical memory handle, decrement its \
         reference count.\"; when the memory is free again is not said",
    )
    .of(&["physical_memory.handle_outlives_source", "physical_memory.open.stale_handle"])
    .does(format!("the last {MOST} small objects that were exported and released are kept"))
    .instead(move |c: &physical_mem_release, ur| {
        let last = ur.is_source(c.physical_mem) && ur.physical_references(c.physical_mem) == 1;
        let exported = last && !ur.was_released(Physical, c.physical_mem);
        let size: Option<usize> = ur.physical_info(c.physical_mem, PhysicalMemInfo::SIZE);
        (exported && size.is_some_and(|size| size <= SMALL)).then(|| defer(waiting, *c, ur)).flatten()
    });
}
