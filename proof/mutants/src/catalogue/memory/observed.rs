//! Defects outside of the choices that UR leaves. Tests write them down.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    for (id, description, kind) in [
        (
            "memory_get_of_host_usm_exports_other_memory",
            "The handle of host USM opens to other memory",
            UsmType::HOST,
        ),
        (
            "memory_get_of_shared_usm_exports_other_memory",
            "The handle of shared USM opens to other memory",
            UsmType::SHARED,
        ),
    ] {
        c.defect(id, "memory.get.host_or_shared_usm").does(description).changes(move |c: &get, ur| {
            let other = ur.alloc_info(c.context, c.mem, UsmAllocInfo::TYPE) == Some(kind);
            let mem = if other { ur.allocate(c.context, 1 << 16) } else { c.mem };
            get { mem, ..*c }
        });
    }

    for (id, description, family) in [
        (
            "memory_other_context_code_unknown",
            "Calls with another context give a code that says nothing",
            Memory,
        ),
        (
            "memory_other_context_of_physical_memory_code_unknown",
            "Calls for physical memory with another context give a code that says nothing",
            Physical,
        ),
    ] {
        let code = move |of, result| if of == family && result == INVALID_CONTEXT { UNKNOWN } else { result };
        c.defect(id, "memory.other_context")
            .does(description)
            .after(move |c: &Get, result, _| code(c.family, result))
            .after(move |c: &Put, result, _| code(c.family, result))
            .after(move |c: &Close, result, _| code(c.family, result));
    }

    let opens = Counter::default();
    c.defect("memory_open_at_home_works_at_times", "memory.open.same_process")
        .does("In the exporting process every second Open fails")
        .refuses(INVALID_VALUE, move |c: &Open, _| {
            c.family == Memory && c.handle().is_some() && !c.is_foreign() && opens.next() % 2 == 1
        });

    c.defect("memory_open_of_stale_bytes_crashes", "memory.open.stale")
        .does("Open of bytes that name nothing any more crashes")
        .by(Manifestation::Crash)
        .failed(|c: &Open, _| (c.family == Memory && !c.bytes().is_empty()).then(|| std::process::abort()));

    c.defect("memory_open_trusts_the_offset", "memory.open.forged_fields")
        .does("Open reads behind the allocation when the handle says so")
        .aborts(|c: &Open, _| {
            let (offset, size) = (said(c, |handle| handle.offset = !0), said(c, |handle| handle.size = !0));
            c.family == Memory && offset > size
        });

    c.defect("memory_get_of_import_closes_it", "memory.open.reexport")
        .does("Get on an opened pointer closes it")
        .before(|c: &get, ur| ur.is_import(c.mem).then(|| close { context: c.context, mem: c.mem }.run(ur)));
}
