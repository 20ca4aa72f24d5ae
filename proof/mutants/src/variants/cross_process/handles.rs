//! Handles of different sizes, and handles that open in the end or do not.

use crate::variants::handles::{recycled, resized};
use crate::variants::tools::*;

/// So many sizes there are.
const SIZES: usize = 7;

pub(super) fn variants(c: &mut Catalogue) {
    resized(
        c.variant(
            "memory_handles_of_different_sizes",
            format!(
                "{YML}, urIPCGetMemHandleExp: \"size of the resulting IPC memory handle data\", which is \
                 given with each handle; that all have one size is said nowhere of memory"
            ),
        ),
        Memory,
        |handle| {
            let size = crate::layer::sharing::handle(Memory, handle)?.size as usize;
            let more = (size / 512) % SIZES;
            let mut bytes = vec![more as u8];
            bytes.extend_from_slice(handle);
            bytes.resize(1 + SIZE + more, 0xff);
            Some(bytes)
        },
        |bytes| Some(bytes.get(1..=SIZE)?.to_vec()),
        |first| if usize::from(first) < SIZES { 1 + SIZE + usize::from(first) } else { usize::MAX },
    )
    .of(&["cross_process.constant_memory_handle_size"])
    .does("handles of memory have one of seven sizes, by that of the allocation");

    recycled(
        c.variant(
            "physical_put_handles_open_until_the_end",
            format!(
                "{YML}, urIPCPutPhysMemHandleExp: \"Releases an inter-process physical memory handle\"; \
                 whether copied bytes open after that is not said"
            ),
        ),
        Physical,
    )
    .of(&["cross_process.physical_memory.open_after_put"])
    .does("the bytes of a handle that was put open as long as the object is there, and the next Get gives them again");

    for (name, code) in [("resources", OUT_OF_RESOURCES), ("unknown", UNKNOWN)] {
        c.variant(
            format!("denied_open_is_{name}"),
            format!("{YML}, the Open functions: no code is for what the operating system denies"),
        )
        .of(&[
            "cross_process.ptrace_denied",
            "cross_process.ptrace_not_granted",
            "cross_process.getfd_denied",
        ])
        .does(format!("an Open that the system denies the descriptor of is refused with {code}"))
        .after(
            move |c: &Open, result, _| {
                if result == INVALID_ARGUMENT && c.is_foreign() { code } else { result }
            },
        );
    }
}
