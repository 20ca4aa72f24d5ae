//! An implementation that answers strangely, as a layer over another.

use crate::support::{Bed, Recorder, code, error};
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::Arc;
use ur_ipc::{Errc, EventProperties, Result, event, make_event, malloc_device, memory};
use ur_ipc_api::{ContextHandle, EventHandle, EventInfo, Layer, UrIpc, UrResult, UsmAllocInfo};

/// A false answer of the liar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    EventsHaveNoContext,
    HandlesHaveNoBytes,
    MemoryIsElsewhere,
}

struct Liar {
    lie: Lie,
    recorder: Arc<Recorder>,
}

impl Layer for Liar {
    fn inner(&self) -> &dyn UrIpc {
        &*self.recorder
    }

    unsafe fn event_get_info(
        &self,
        event: EventHandle,
        name: EventInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: the same contract; a context is a pointer.
        unsafe {
            let result = self.recorder.event_get_info(event, name, size, value, size_ret);
            if self.lie == Lie::EventsHaveNoContext && name == EventInfo::CONTEXT {
                value.cast::<*mut c_void>().write_unaligned(null_mut());
            }
            result
        }
    }

    unsafe fn ipc_get_mem_handle_exp(
        &self,
        context: ContextHandle,
        mem: *mut c_void,
        data: *mut *mut c_void,
        size: *mut usize,
    ) -> UrResult {
        // SAFETY: the same contract.
        unsafe {
            let result = self.recorder.ipc_get_mem_handle_exp(context, mem, data, size);
            if self.lie == Lie::HandlesHaveNoBytes {
                size.write(0);
            }
            result
        }
    }

    unsafe fn usm_get_mem_alloc_info(
        &self,
        context: ContextHandle,
        mem: *const c_void,
        name: UsmAllocInfo,
        size: usize,
        value: *mut c_void,
        size_ret: *mut usize,
    ) -> UrResult {
        // SAFETY: the same contract; the base is a pointer.
        unsafe {
            let result = self.recorder.usm_get_mem_alloc_info(context, mem, name, size, value, size_ret);
            if self.lie == Lie::MemoryIsElsewhere && name == UsmAllocInfo::BASE_PTR {
                value.cast::<usize>().write_unaligned(usize::MAX);
            }
            result
        }
    }
}

/// A bed on such an implementation.
fn bed(lie: Lie) -> Bed {
    // SAFETY: what it says that is not so is nothing that memory depends on.
    unsafe { Bed::behind(|recorder| Liar { lie, recorder }) }
}

#[test]
fn an_event_of_another_context_is_released_again() -> Result<()> {
    let bed = bed(Lie::EventsHaveNoContext);
    let event = make_event(&bed.context, EventProperties::default().enable_ipc(true))?;
    // SAFETY: the event has not ended.
    let opened = unsafe { event::open(&event::get(&event)?.data(), &bed.context) };
    assert_eq!(code(opened), (Errc::Invalid, None));
    assert_eq!(bed.recorder.count("urEventRelease"), 1);
    Ok(())
}

#[test]
fn a_handle_without_bytes_is_put_again() -> Result<()> {
    let bed = bed(Lie::HandlesHaveNoBytes);
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    assert_eq!(code(memory::get(&memory)), (Errc::Runtime, None));
    assert_eq!(bed.recorder.count("urIPCPutMemHandleExp"), 1);
    Ok(())
}

#[test]
fn opened_memory_that_is_elsewhere_is_not_used() -> Result<()> {
    let bed = bed(Lie::MemoryIsElsewhere);
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    // SAFETY: the memory lives longer.
    let opened = unsafe { memory::open(&memory::get(&memory)?.data(), (&bed.context, &bed.device)) }?;
    assert_eq!(code(opened.size()), (Errc::Runtime, None));
    let read = error(bed.in_order().read(&opened, 0, &mut [0]));
    assert_eq!((read.errc(), read.function()), (Errc::Runtime, "queue::memcpy"));
    memory::close(opened)
}
