//! Queues that end, or are lost, while they use memory.

use crate::support::{Bed, Recorder, code};
use rstest::rstest;
use std::any::Any;
use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use ur_ipc::{
    AddressAccessMode, Errc, Queue, Result, enqueue_signal_event, malloc_device, memory, reserve_virtual_mem,
};
use ur_ipc_api::{EventHandle, Layer, QueueHandle, UrIpc, UrResult};

const LOST: UrResult = UrResult::ERROR_DEVICE_LOST;

/// Says when a wait has begun, and makes it when it is let go.
struct Held {
    recorder: Arc<Recorder>,
    begun: Sender<QueueHandle>,
    gate: Mutex<Receiver<()>>,
}

impl Layer for Held {
    fn inner(&self) -> &dyn UrIpc {
        &*self.recorder
    }

    unsafe fn queue_finish(&self, queue: QueueHandle) -> UrResult {
        let _ = self.begun.send(queue);
        let _ = self.gate.lock().expect("no panic").recv();
        // SAFETY: the same contract.
        unsafe { self.recorder.queue_finish(queue) }
    }
}

/// A device that is lost: no wait comes back with success, and blocking copies do not block.
struct Lost {
    recorder: Arc<Recorder>,
    /// The destination and the source of the last copy.
    ends: Arc<[AtomicPtr<c_void>; 2]>,
}

impl Lost {
    fn bed() -> (Bed, Arc<[AtomicPtr<c_void>; 2]>) {
        let ends = Arc::default();
        // SAFETY: it does nothing behind the caller's back.
        (unsafe { Bed::behind(|recorder| Self { recorder, ends: Arc::clone(&ends) }) }, ends)
    }
}

impl Layer for Lost {
    fn inner(&self) -> &dyn UrIpc {
        &*self.recorder
    }

    unsafe fn queue_finish(&self, _: QueueHandle) -> UrResult {
        LOST
    }

    unsafe fn enqueue_usm_memcpy(
        &self,
        _: QueueHandle,
        _: bool,
        dst: *mut c_void,
        src: *const c_void,
        _: usize,
        _: u32,
        _: *const EventHandle,
        _: *mut EventHandle,
    ) -> UrResult {
        self.ends[0].store(dst, Ordering::Relaxed);
        self.ends[1].store(src.cast_mut(), Ordering::Relaxed);
        LOST
    }
}

/// Memory that a queue has a command with, and what it is of.
type Used = Box<dyn Any + Send>;

fn allocated(bed: &Bed, queue: &Queue) -> Result<Used> {
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    queue.memset(&memory, 0, 1, 64)?;
    Ok(Box::new(memory))
}

fn opened(bed: &Bed, queue: &Queue) -> Result<Used> {
    let memory = malloc_device(64, &bed.device, &bed.context)?;
    // SAFETY: the memory is dropped after what is opened, as it is the later field.
    let opened = unsafe { memory::open(&memory::get(&memory)?.data(), (&bed.context, &bed.device)) }?;
    queue.memset(&opened, 0, 1, 64)?;
    Ok(Box::new((opened, memory)))
}

fn mapped(bed: &Bed, queue: &Queue) -> Result<Used> {
    let memory = bed.physical();
    let addresses = reserve_virtual_mem(memory.size(), &bed.context)?;
    let mapping = memory.map(&addresses, 0, memory.size(), AddressAccessMode::ReadWrite, 0)?;
    queue.memset(&mapping, 0, 1, 64)?;
    Ok(Box::new(mapping))
}

#[rstest]
#[case(allocated, "urUSMFree")]
#[case(opened, "urIPCCloseMemHandleExp")]
#[case(mapped, "urVirtualMemUnmap")]
fn memory_waits_for_a_queue_that_another_thread_is_dropping(
    #[case] memory: fn(&Bed, &Queue) -> Result<Used>,
    #[case] end: &str,
) -> Result<()> {
    let ((begun, has_begun), (open, gate)) = (channel(), channel());
    // SAFETY: it only waits a little longer.
    let bed = unsafe { Bed::behind(|recorder| Held { recorder, begun, gate: Mutex::new(gate) }) };
    let queue = bed.in_order();
    let memory = memory(&bed, &queue)?;
    thread::scope(|scope| {
        scope.spawn(|| drop(queue));
        has_begun.recv().expect("the queue is waited for");
        let ended = scope.spawn(|| drop(memory));
        // Time enough to go wrong: what is right only ends when the gate is open.
        for _ in 0..100 {
            if !ended.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
        }
        assert_eq!(bed.recorder.count(end), 0, "the queue may still be at it");
        drop(open);
    });
    let calls = bed.recorder.take();
    let at = |name| calls.iter().position(|call| *call == name).expect("it is called");
    assert!(at("urQueueFinish") < at(end), "{calls:?}");
    Ok(())
}

#[rstest]
#[case(allocated, "urUSMFree")]
#[case(opened, "urIPCCloseMemHandleExp")]
#[case(mapped, "urVirtualMemUnmap")]
fn memory_and_events_stay_where_a_queue_could_not_be_waited_for_as_it_was_dropped(
    #[case] memory: fn(&Bed, &Queue) -> Result<Used>,
    #[case] end: &str,
) -> Result<()> {
    let (bed, _) = Lost::bed();
    let (queue, event) = (bed.in_order(), bed.event());
    let memory = memory(&bed, &queue)?;
    enqueue_signal_event(&queue, &event)?;
    let recorder = Arc::clone(&bed.recorder);
    drop(queue);
    drop((memory, event, bed));
    for stays in [end, "urEventRelease", "urQueueRelease", "urContextRelease"] {
        assert_eq!(recorder.count(stays), 0, "{stays}");
    }
    Ok(())
}

/// No slice goes back to its owner while the device may be at it.
#[test]
fn a_slice_is_not_what_a_lost_device_copies() -> Result<()> {
    let (bed, ends) = Lost::bed();
    let (queue, memory) = (bed.in_order(), malloc_device(4, &bed.device, &bed.context)?);
    let [dst, src] = &*ends;
    let mut slice = [7; 4];
    assert_eq!(code(queue.read(&memory, 0, &mut slice)), (Errc::Runtime, Some(LOST)));
    // SAFETY: a device could still write there, as the queue could not be waited for.
    unsafe { dst.load(Ordering::Relaxed).cast::<[u8; 4]>().write([1; 4]) };
    assert_eq!(slice, [7; 4]);
    assert_eq!(code(queue.write(&memory, 0, &slice)), (Errc::Runtime, Some(LOST)));
    slice.fill(2);
    // SAFETY: a device could still read there.
    assert_eq!(unsafe { src.load(Ordering::Relaxed).cast::<[u8; 4]>().read() }, [7; 4]);
    Ok(())
}
