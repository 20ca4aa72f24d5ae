//! Commands that move memory. Level Zero copies from and to ordinary host memory without blocking.

use crate::command_list::Wiring;
use crate::commands::submit;
use crate::lane::Appending;
use crate::level_zero::{Event, LevelZero, Queue};
use crate::native_memory::{NativeMemory, is_known};
use crate::result::ur;
use ur_ipc_api::UsmType;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::calls::{Command, CopyCalls, Fill, Memcpy};

/// Fills with a pattern that Level Zero does not take: copies it once, and doubles what is there.
fn repeat(queue: &Queue, lane: &mut Appending<'_>, wiring: Wiring, fill: Fill<'_>) -> Ur<()> {
    let Fill { start, pattern, size } = fill;
    let staging =
        NativeMemory::new(&queue.context.native, queue.device.native, UsmType::HOST, pattern.len(), 0);
    let staging = staging.map_err(ur)?;
    let at = staging.base as usize;
    let block: *mut u8 = std::ptr::with_exposed_provenance_mut(at);
    // SAFETY: host memory, at least as long as the pattern and ours alone.
    unsafe { std::ptr::copy_nonoverlapping(pattern.as_ptr(), block, pattern.len()) };
    lane.keep(staging);
    let (first, last) = wiring.split();
    lane.list.copy(start, at, pattern.len(), first).map_err(ur)?;
    let mut filled = pattern.len();
    while filled < size {
        let next = filled.min(size - filled);
        lane.list.copy(start + filled, start, next, Wiring::default()).map_err(ur)?;
        filled += next;
    }
    lane.list.order(last).map_err(ur)
}

impl CopyCalls for LevelZero {
    fn is_driver_memory(&self, queue: &Queue, address: u64) -> Ur<bool> {
        Ok(is_known(&queue.context.native, address))
    }

    unsafe fn submit_copy(&self, command: &Command<Self>, event: Option<&Event>, copy: Memcpy) -> Ur<()> {
        submit(command, event, |lane, wiring| {
            lane.list.copy(copy.to, copy.from, copy.size, wiring).map_err(ur)
        })
    }

    unsafe fn submit_fill(&self, command: &Command<Self>, event: Option<&Event>, fill: Fill<'_>) -> Ur<()> {
        let Fill { start, pattern, size } = fill;
        let queue = &command.queue;
        let taken = pattern.len().is_power_of_two() && pattern.len() <= queue.device.group.max_pattern;
        submit(command, event, |lane, wiring| {
            if taken {
                return lane.list.fill(start, pattern, size, wiring).map_err(ur);
            }
            repeat(queue, lane, wiring, fill)
        })
    }
}
