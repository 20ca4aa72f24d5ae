//! Backends that do not claim to validate arguments, and do what they can with invalid ones.

use super::tools::*;

/// The context that was used last, where a call names none.
type Last = Kept<ContextHandle>;

pub(super) fn variants(c: &mut Catalogue) {
    let last = shared::<Last>();
    careless(
        c,
        Memory,
        "memory",
        last,
        &[
            "memory.get.null_context",
            "memory.get.null_out_data",
            "memory.get.null_out_size",
            "memory.put.null_context",
            "memory.put.null_data",
            "memory.open.null_context",
            "memory.open.null_device",
            "memory.open.null_data",
            "memory.open.null_out",
            "memory.close.null_context",
            "memory.close.null_mem",
        ],
    );
    let last = shared::<Last>();
    careless(
        c,
        Physical,
        "physical",
        last,
        &[
            "physical_memory.create.null_arguments",
            "physical_memory.create.reserved_flags",
            "physical_memory.get.null_context",
            "physical_memory.get.null_physmem",
            "physical_memory.get.null_out_data",
            "physical_memory.get.null_out_size",
            "physical_memory.put.null_context",
            "physical_memory.put.null_data",
            "physical_memory.open.null_context",
            "physical_memory.open.null_device",
            "physical_memory.open.null_data",
            "physical_memory.open.null_out",
            "physical_memory.close.null_context",
            "physical_memory.close.null_physmem",
        ],
    );

    c.variant("device_query_takes_null_with_size", NO_VALIDATION)
        .of(&["device_info.ipc.query_arguments"])
        .does("a query without a buffer gives its size, whatever size the buffer is said to have")
        .claims_no_validation()
        .changes(|c: &device_get_info, _| {
            let size_only = c.prop_value.is_null() && !c.prop_size_ret.is_null();
            device_get_info { prop_size: if size_only { 0 } else { c.prop_size }, ..*c }
        });
}

fn careless(c: &mut Catalogue, family: Family, name: &str, last: &'static Last, of: &[&'static str]) {
    let known = move |context: ContextHandle| if context.is_null() { *last.lock() } else { context };
    c.variant(format!("{name}_arguments_are_not_validated"), NO_VALIDATION)
        .of(of)
        .does("a null context is the one used last; null data is nothing to put; a null output is not written to")
        .claims_no_validation()
        .then(move |c: &context_create, _| c.context.get().map(|context| *last.lock() = context))
        .instead(move |c: &Get, ur| {
            if c.family != family || c.object.is_null() {
                return None;
            }
            let (mut data, mut size) = (Ptr::NULL, 0);
            let own = Get { context: known(c.context), data: Out::of(&mut data), size: Out::of(&mut size), ..*c };
            let result = own.run(ur);
            if result == SUCCESS {
                if c.data.is_null() {
                    Put { family, context: own.context, data }.run(ur);
                }
                c.give(data, size);
            }
            Some(result)
        })
        .instead(move |c: &Put, ur| {
            let nothing = c.family == family && c.data.is_null();
            if nothing {
                return Some(SUCCESS);
            }
            (c.family == family).then(|| Put { context: known(c.context), ..*c }.run(ur))
        })
        .instead(move |c: &Open, ur| {
            if c.family != family {
                return None;
            }
            if c.data.is_null() || c.object.is_null() {
                return Some(if c.size == SIZE { SUCCESS } else { INVALID_VALUE });
            }
            let context = known(c.context);
            let first = || ur.devices_of(context).first().copied().unwrap_or_default();
            let device = if c.device.is_null() { first() } else { c.device };
            Some(Open { context, device, ..*c }.run(ur))
        })
        .instead(move |c: &Close, ur| {
            if c.family == family && c.object.is_null() {
                return Some(INVALID_ARGUMENT);
            }
            (c.family == family).then(|| Close { context: known(c.context), ..*c }.run(ur))
        })
        .instead(move |c: &physical_mem_create, ur| {
            // What is not known is nothing that was asked for.
            let given = c.properties.get().filter(|_| family == Physical)?;
            let flags = PhysicalMemFlags(given.flags.0 & PhysicalMemFlags::ENABLE_IPC.0);
            let properties = PhysicalMemProperties { flags, ..given };
            Some(physical_mem_create { properties: In::of(&properties), ..*c }.run(ur))
        });
}
