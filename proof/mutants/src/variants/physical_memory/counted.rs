//! One thing that is counted, where the host backend makes a new one each time.

use crate::variants::counted;
use crate::variants::tools::*;

pub(super) fn variants(c: &mut Catalogue) {
    c.variant(
        "physical_open_counts",
        "exp-inter-process-communication.yml, urIPCOpenPhysMemHandleExp, gives \"a physical memory handle\"; that each Open \
         gives another one is said nowhere",
    )
    .of(&["physical_memory.open.multiple", "physical_memory.close.respects_refcount"])
    .does("another Open of the same bytes in the same place gives the same object, with one more reference")
    .with(|freedom| counted::opens(Physical, freedom));

    c.variant(
        "physical_get_counts",
        "exp-inter-process-communication.yml, urIPCGetPhysMemHandleExp and urIPCPutPhysMemHandleExp: whether the bytes of each \
         handle have a place of their own is said nowhere",
    )
    .of(&["physical_memory.get.repeated"])
    .does("another Get of the same object gives the same bytes at the same place, to be put as often")
    .with(|freedom| counted::gets(Physical, freedom));
}
