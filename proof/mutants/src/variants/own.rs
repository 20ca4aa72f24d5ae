//! A process's own handles, exported imports, and contexts.

use super::tools::*;

/// Bytes that were given for an import, and stay where they are until they are put.
type Given = Notes<Ptr, Box<[u8]>>;

pub(super) fn variants(c: &mut Catalogue) {
    own_handles(c);
    imports(c);
    contexts(c);
}

fn own_handles(c: &mut Catalogue) {
    let open = shared::<Notes<Ptr, usize>>();
    c.variant(
        "memory_open_of_own_gives_source",
        unsaid("that what Open gives in the exporting process is not the pointer itself"),
    )
    .of(&["memory.open.same_process", "memory.source_undisturbed", "memory.open.multiple"])
    .does("Open in the process that exported gives the pointer that was exported, each time")
    .instead(move |c: &Open, ur| {
        let bytes = c.bytes();
        let alike = |export: &Export| export.bytes == bytes && export.context == c.context;
        let export =
            ur.exports(Memory).into_iter().find(alike).filter(|_| c.family == Memory && well_formed(c))?;
        open.count(export.source);
        Some(c.give(export.source))
    })
    .instead(move |c: &Close, _| {
        let mut open = open.lock();
        let count = open.get_mut(&c.object).filter(|_| c.family == Memory && !c.context.is_null())?;
        *count -= 1;
        if *count == 0 {
            open.remove(&c.object);
        }
        Some(SUCCESS)
    });

    c.variant(
        "memory_open_of_own_refused",
        format!(
            "{YML}, urIPCOpenMemHandleExp: does not say that a handle opens in the process that exported \
             it; CUDA, cuIpcOpenMemHandle: \"Opens an interprocess memory handle exported from another \
             process\""
        ),
    )
    .of(&["memory.open.same_process"])
    .does("memory does not open in the process that exported it")
    .forbidden_by_sycl()
    .lacks(&[Need::OwnHandles(Memory)])
    .refuses(INVALID_ARGUMENT, |c: &Open, _| c.family == Memory && well_formed(c) && is_own(c));

    c.variant(
        "physical_open_of_own_refused",
        unsaid("that physical memory opens in the process that exported it"),
    )
    .of(&["physical_memory.open.success_same_process"])
    .does("physical memory does not open in the process that exported it")
    .forbidden_by_sycl()
    .lacks(&[Need::OwnHandles(Physical)])
    .refuses(INVALID_ARGUMENT, |c: &Open, _| c.family == Physical && well_formed(c) && is_own(c));

    c.variant("no_own_handles", unsaid("that anything but an event opens in the process that exported it"))
        .of(&["memory.open.same_process", "physical_memory.open.success_same_process"])
        .does("nothing opens in the process that exported it")
        .forbidden_by_sycl()
        .on("no-own-handles");
}

/// True if this process has exported what is opened.
fn is_own(c: &Open) -> bool {
    c.handle().is_some() && !c.is_foreign()
}

/// Get of an import gives the bytes that it was opened from.
fn imports(c: &mut Catalogue) {
    for (family, name, requirement) in [
        (Memory, "memory", "memory.open.reexport"),
        (Physical, "physical", "physical_memory.get.reexport_imported"),
    ] {
        let given = shared::<Given>();
        c.variant(
            format!("{name}_get_of_import_gives_its_handle"),
            unsaid("whether memory that was opened can be exported"),
        )
        .of(&[requirement])
        .does("Get of an import gives the bytes that it was opened from, at another place")
        .instead(move |c: &Get, ur| {
            let import =
                ur.import(c.object).filter(|import| import.family == family && family == c.family)?;
            if c.data.is_null() || c.size.is_null() || import.context != c.context {
                return None;
            }
            let mut bytes = import.bytes.into_boxed_slice();
            let place = Ptr(bytes.as_mut_ptr().cast());
            given.set(place, bytes);
            Some(c.give(place, SIZE))
        })
        .instead(move |c: &Put, _| {
            (c.family == family && !c.context.is_null())
                .then(|| given.take(&c.data))
                .flatten()
                .map(|_| SUCCESS)
        });
    }
}

/// The context that these calls name is not looked at.
fn contexts(c: &mut Catalogue) {
    for (family, name) in [(Memory, "memory"), (Physical, "physical")] {
        let made_in = shared::<Notes<Ptr, ContextHandle>>();
        c.variant(
            format!("{name}_takes_any_context"),
            format!("{YML}: lists INVALID_CONTEXT for Get, Put and Close without a condition"),
        )
        .of(&["memory.other_context"])
        .does("Get, Put and Close do what is asked in whatever context")
        .instead(move |c: &Get, ur| {
            let result = c.run(ur);
            let owner = || match family {
                Physical => ur.physical_info(PhysicalMemHandle(c.object.0), PhysicalMemInfo::CONTEXT),
                _ => made_in.get(&c.object),
            };
            let retry = c.family == family && result == INVALID_CONTEXT;
            Some(match retry.then(owner).flatten() {
                Some(context) => Get { context, ..*c }.run(ur),
                None => result,
            })
        })
        .instead(move |c: &Put, ur| {
            let export = ur.export_at(c.data).filter(|export| export.lives)?;
            (c.family == family && !c.context.is_null())
                .then(|| Put { context: export.context, ..*c }.run(ur))
        })
        .instead(move |c: &Close, ur| {
            let import = ur.import(c.object)?;
            (c.family == family && !c.context.is_null())
                .then(|| Close { context: import.context, ..*c }.run(ur))
        })
        .then(move |c: &usm_device_alloc, _| c.mem.get().map(|mem| made_in.set(mem, c.context)))
        .then(move |c: &usm_free, _| made_in.take(&c.mem));
    }
}
