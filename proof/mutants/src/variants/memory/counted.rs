//! One thing that is counted, where the host backend makes a new one each time.

use crate::variants::counted;
use crate::variants::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "memory_open_counts",
        "sycl_ext_oneapi_inter_process_communication, open: \"each invocation of open may return a unique pointer value\"",
    )
    .of(&["memory.open.multiple", "memory.source_undisturbed"])
    .does("another Open of the same bytes in the same place gives the same pointer, to be closed as often")
    .with(|freedom| counted::opens(Memory, freedom));

    c.variant(
        "memory_get_counts",
        "exp-inter-process-communication.yml, urIPCGetMemHandleExp and urIPCPutMemHandleExp: whether the bytes of each handle \
         have a place of their own is said nowhere",
    )
    .of(&["memory.get.repeated"])
    .does("another Get of the same pointer gives the same bytes at the same place, to be put as often")
    .with(|freedom| counted::gets(Memory, freedom));
}
