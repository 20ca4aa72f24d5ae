//! Physical memory.

use super::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("unplanned_physical_put_takes_reference", "physical_memory.put.keeps_source")
        .does("Put of physical memory takes a reference of an object that was retained")
        .then(|c: &Put, ur| {
            let source = ur.export_at(c.data).filter(|export| export.family == Physical)?;
            let physical_mem = PhysicalMemHandle(source.source.0);
            (ur.physical_references(physical_mem) > 1).then(|| physical_mem_release { physical_mem }.run(ur))
        });

    let spoilt = shared::<Set<ContextHandle>>();
    c.defect("unplanned_physical_orphan_closed_spoils_context", "cross_process.physical_memory.peer_death")
        .does("After the Close of physical memory whose exporter is gone, its context opens none any more")
        .before(|c: &Close, ur| {
            let orphan =
                c.family == Physical && handle_of(c.object, ur).is_some_and(|handle| is_orphan(&handle));
            orphan.then(|| spoilt.add(c.context))
        })
        .refuses(INVALID_VALUE, |c: &Open, _| c.family == Physical && spoilt.has(&c.context));
}
