//! Errors of other codes where the texts name none, and what becomes of misuse, of which nothing is required.

use super::tools::*;

/// The argument of urIPCClosePhysMemHandleExp, as UR names it.
const CLOSES_PHYSICAL: &str =
    "urIPCClosePhysMemHandleExp: \"physical memory handle opened through urIPCOpenPhysMemHandleExp\"";

/// Requirements about errors without a code, by family, and what its Close takes.
const WITHOUT_CODE: [(Family, &str, &str, &str, &[&str]); 2] = [
    (
        Memory,
        "memory",
        "USM memory",
        "urIPCCloseMemHandleExp: \"pointer to device USM memory opened through urIPCOpenMemHandleExp\"",
        &[
            "memory.get.null_mem",
            "memory.get.pointer_not_usm",
            "memory.get.host_or_shared_usm",
            "memory.open.corrupt_bytes",
            "memory.open.forged_fields",
            "memory.open.stale",
            "memory.open.device_not_in_context",
            "memory.close.unknown_pointer",
            "memory.close.double",
            "memory.other_context",
            "memory.open.reexport",
        ],
    ),
    (
        Physical,
        "physical",
        "physical memory",
        CLOSES_PHYSICAL,
        &[
            "physical_memory.open.stale_handle",
            "physical_memory.open.stale_handle_fd_reused",
            "physical_memory.open.unknown_pid",
            "physical_memory.open.forged_foreign_fd",
            "physical_memory.open.forged_size_field",
            "physical_memory.open.corrupt_bytes",
            "physical_memory.open.device_not_in_context",
            "physical_memory.close.local_object",
        ],
    ),
];

/// The codes of the host backend where none is specified.
const OF_HOST: [UrResult; 5] =
    [INVALID_VALUE, INVALID_ARGUMENT, INVALID_MEM_OBJECT, INVALID_DEVICE, INVALID_CONTEXT];

pub(super) fn variants(c: &mut Catalogue) {
    for (family, name, objects, closes, requirements) in WITHOUT_CODE {
        for (code, id) in [(UNKNOWN, "unknown"), (INVALID_OPERATION, "invalid_operation")] {
            let other = move |result: UrResult| if OF_HOST.contains(&result) { code } else { result };
            c.variant(
                format!("{name}_errors_are_{id}"),
                format!(
                    "{YML}: no code is listed for bytes of the right size, objects and devices that do not \
                     fit"
                ),
            )
            .of(requirements)
            .does(format!("calls on {objects} that cannot be done answer {code}, where no code is specified"))
            // Of what was not made for sharing, physical memory has a code.
            .after(
                move |c: &Get, result, _| {
                    if c.family == Memory && family == Memory { other(result) } else { result }
                },
            )
            .after(move |c: &Open, result, _| {
                // Another size has a code.
                if c.family == family && c.size == SIZE { other(result) } else { result }
            })
            .after(move |c: &Close, result, _| if c.family == family { other(result) } else { result });
        }

        c.variant(format!("{name}_close_of_anything_succeeds"), format!("{YML}, {closes}; {MISUSE}"))
            .of(requirements)
            .does(format!("Close of what is not open of {objects} does nothing and says that it was done"))
            .after(move |c: &Close, result, _| match c.family == family && OF_HOST.contains(&result) {
                true => SUCCESS,
                false => result,
            });
    }

    c.variant(
        "memory_free_of_import_closes",
        format!(
            "sycl_ext_oneapi_inter_process_communication, open: the pointer \"cannot be passed to \
             `sycl::free`\"; {MISUSE}"
        ),
    )
    .of(&["memory.close.usm_free_rejected"])
    .does("urUSMFree of opened memory closes it")
    .instead(|c: &usm_free, ur| {
        let import = ur.import(c.mem).filter(|import| import.family == Memory)?;
        Some(Close { family: Memory, context: import.context, object: import.object }.run(ur))
    });

    c.variant("physical_close_releases_local_objects", format!("{YML}, {CLOSES_PHYSICAL}; {MISUSE}"))
        .of(&["physical_memory.close.local_object", "physical_memory.close.release_equivalent"])
        .does("Close of an object that was made here is one Release")
        .instead(|c: &ipc_close_phys_mem_handle_exp, ur| {
            let local = !c.context.is_null() && !c.phys_mem.is_null() && !ur.is_import(c.phys_mem);
            local.then(|| physical_mem_release { physical_mem: c.phys_mem }.run(ur))
        });

    for (family, name, requirement) in [
        (Memory, "memory", "memory.outputs_untouched_on_error"),
        (Physical, "physical", "physical_memory.outputs_untouched_on_error"),
    ] {
        c.variant(
            format!("{name}_outputs_of_errors_are_null"),
            unsaid("what the outputs hold after an error"),
        )
        .of(&[requirement])
        .does("where Get or Open fail, their outputs are null and 0")
        .after(move |c: &Get, result, _| {
            if c.family == family && result != SUCCESS {
                c.give(Ptr::NULL, 0);
            }
            result
        })
        .after(move |c: &Open, result, _| {
            if c.family == family && result != SUCCESS {
                c.object.set(Ptr::NULL);
            }
            result
        });
    }
}
