//! USM memory: counted imports, and the answers of queries about imports.

use super::counted;
use super::tools::*;

pub(super) const FILES: super::Files = &[variants];

fn variants(c: &mut Catalogue) {
    c.variant(
        "memory_open_counts",
        "sycl_ext_oneapi_inter_process_communication, open: \"Each call to the `open` function may return \
         a unique pointer value even for the same handle, therefore each call to the `open` function must \
         have a matching call to the `close` function.\"",
    )
    .of(&["memory.open.multiple", "memory.source_undisturbed"])
    .does("another Open of the same bytes in the same place gives the same pointer, to be closed as often")
    .with(|freedom| counted::opens(Memory, freedom));

    let lock = shared::<Kept<()>>();
    c.variant("memory_calls_one_at_a_time", LOCKS)
        .of(&["memory.concurrent_same_object"])
        .does("Gets, Puts, Opens and Closes of memory are made one at a time")
        .with(one_at_a_time::<ipc_get_mem_handle_exp>(lock))
        .with(one_at_a_time::<ipc_put_mem_handle_exp>(lock))
        .with(one_at_a_time::<ipc_open_mem_handle_exp>(lock))
        .with(one_at_a_time::<ipc_close_mem_handle_exp>(lock));

    c.variant(
        "memory_alignments_are_those_of_types",
        "usm.yml, urUSMDeviceAlloc, INVALID_VALUE: \"If `align` is greater that the size of the largest data type supported by \
         `hDevice`.\"",
    )
    .of(&["cross_process.memory.read", "memory.get.custom_pool_allocation"])
    .does("memory is aligned to 16 bytes at most")
    .refuses(INVALID_VALUE, |c: &usm_device_alloc, _| {
        // SAFETY: the caller's descriptor, which lives through the call.
        unsafe { c.usm_desc.0.as_ref() }.is_some_and(|desc| desc.align > 16)
    });

    c.variant("memory_get_counts", unsaid("whether the bytes of each handle have a place of their own"))
        .of(&["memory.get.repeated"])
        .does("another Get of the same pointer gives the same bytes at the same place, to be put as often")
        .with(|freedom| counted::gets(Memory, freedom));

    c.variant(
        "memory_import_says_rounded_size",
        "usm.yml, UR_USM_ALLOC_INFO_SIZE: \"Memory allocation size info\"; that it is the size that was \
         asked for is not said",
    )
    .of(&["memory.open.alloc_info"])
    .does("opened memory has the size of the allocation in whole 64 KiB, as its memory is made of such")
    .answers(UsmAllocInfo::SIZE, |c: &usm_get_mem_alloc_info, size: usize, ur| {
        if ur.import(c.mem).is_some() { size.next_multiple_of(64 << 10) } else { size }
    });

    c.variant(
        "memory_import_has_no_pool",
        "usm.yml, UR_USM_ALLOC_INFO_POOL: \"[optional-query]\", which by YaML.md \"may legally result in a \
         non-success error code\"; urUSMGetMemAllocInfo lists INVALID_VALUE without a condition",
    )
    .of(&["memory.open.alloc_info"])
    .does("asked for the pool of opened memory it answers INVALID_VALUE")
    .refuses(INVALID_VALUE, |c: &usm_get_mem_alloc_info, ur| {
        c.prop_name == UsmAllocInfo::POOL && ur.import(c.mem).is_some()
    });

    c.variant(
        "memory_small_buffers_are_invalid_values",
        "usm.yml, urUSMGetMemAllocInfo: lists INVALID_VALUE without a condition, and no INVALID_SIZE",
    )
    .of(&["memory.open.alloc_info_sizes"])
    .does("queries of allocations answer INVALID_VALUE for a buffer that is too small")
    .after(
        |_: &usm_get_mem_alloc_info, result, _| if result == INVALID_SIZE { INVALID_VALUE } else { result },
    );

    c.variant(
        "memory_get_of_null_is_invalid_argument",
        format!(
            "{YML}, urIPCGetMemHandleExp: lists INVALID_NULL_POINTER for the outputs, and no error for a \
             pMem that is null"
        ),
    )
    .of(&["memory.get.null_mem"])
    .does("Get of a null pointer answers INVALID_ARGUMENT, as today's adapters do")
    .after(|c: &ipc_get_mem_handle_exp, result, _| {
        let null = c.mem.is_null()
            && !c.context.is_null()
            && !c.handle_data.is_null()
            && !c.handle_data_size_ret.is_null();
        if null { INVALID_ARGUMENT } else { result }
    });

    let turn = shared::<Kept<()>>();
    c.variant("memory_calls_wait_for_each_other", LOCKS)
        .of(&["memory.concurrent"])
        .does("a process makes one call on shared memory at a time")
        .instead(move |c: &Get, ur| (c.family == Memory).then(|| in_turn(turn, c, ur)))
        .instead(move |c: &Put, ur| (c.family == Memory).then(|| in_turn(turn, c, ur)))
        .instead(move |c: &Open, ur| (c.family == Memory).then(|| in_turn(turn, c, ur)))
        .instead(move |c: &Close, ur| (c.family == Memory).then(|| in_turn(turn, c, ur)));
}

fn in_turn<C: Call>(turn: &Kept<()>, call: &C, ur: &Below) -> UrResult {
    let _turn = turn.lock();
    call.run(ur)
}
