//! Work that the host does in a queue's order: host tasks, and copies from and to ordinary host memory.
//!
//! CUDA may run the host functions of all streams one after another on one thread, so that a function that waits
//! would hold every other queue's. Here each queue has its own thread. The stream waits for a word in page-locked
//! memory, which the thread sets after it has waited for the stream and done the work.

use crate::cuda_result::CuResult;
use crate::driver::WAIT_VALUE_GEQ;
use crate::native_event::NativeEvent;
use crate::pinned::Pinned;
use crate::stream::Stream;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::lock;

/// What the thread does at a point of the stream.
type Action = Box<dyn FnOnce() + Send>;

/// The host's side of a queue. Used under the queue's lock.
#[derive(Default)]
pub struct HostLane {
    running: Option<Running>,
}

struct Running {
    steps: Sender<Step>,
    word: usize,
    done: Arc<Done>,
    issued: u32,
}

struct Step {
    after: NativeEvent,
    action: Action,
    /// The number to announce, if the stream waits for this step.
    number: Option<u32>,
}

/// The number of the last step that is done, for a driver that cannot make a stream wait for a word.
#[derive(Default)]
struct Done {
    number: Mutex<u32>,
    changed: Condvar,
}

/// True if step `number` is among those up to `done`; the numbers may wrap, as for `CU_STREAM_WAIT_VALUE_GEQ`.
fn reached(done: u32, number: u32) -> bool {
    done.wrapping_sub(number).cast_signed() >= 0
}

impl Done {
    fn set(&self, number: u32) {
        *lock(&self.number) = number;
        self.changed.notify_all();
    }

    fn wait(&self, number: u32) {
        let waiting = self.changed.wait_while(lock(&self.number), |done| !reached(*done, number));
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
    }
}

impl HostLane {
    /// Runs `action` when everything before it in the stream is done; what follows in the stream waits for it.
    /// The stream's device is current.
    pub fn run(&mut self, stream: &Arc<Stream>, action: Action) -> Ur<()> {
        let after = NativeEvent::plain(&stream.device)?;
        after.record(stream.native)?;
        let running = self.running(stream)?;
        let number = running.issued.wrapping_add(1);
        running.hold(stream, number)?;
        running.issued = number;
        let step = Step { after, action, number: Some(number) };
        running.steps.send(step).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)
    }

    /// Keeps `kept` until everything that is in the stream now is done. The stream's device is current.
    pub fn keep<T: Send + 'static>(&mut self, stream: &Arc<Stream>, kept: T) -> Ur<()> {
        let after = NativeEvent::plain(&stream.device)?;
        after.record(stream.native)?;
        let step = Step { after, action: Box::new(move || drop(kept)), number: None };
        self.running(stream)?.steps.send(step).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)
    }

    fn running(&mut self, stream: &Arc<Stream>) -> Ur<&mut Running> {
        if self.running.is_none() {
            let word = Pinned::new(&stream.device, size_of::<u32>())?;
            announced(&word).store(0, Ordering::Release);
            let address = word.address();
            let (sender, receiver) = channel();
            let done = Arc::new(Done::default());
            let (stream, for_thread) = (Arc::clone(stream), Arc::clone(&done));
            std::thread::Builder::new()
                .name("ur-cuda-queue".to_owned())
                .spawn(move || work(&receiver, &word, &for_thread, &stream))
                .map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
            self.running = Some(Running { steps: sender, word: address, done, issued: 0 });
        }
        self.running.as_mut().ok_or(UrResult::ERROR_OUT_OF_RESOURCES)
    }
}

impl Running {
    /// Makes the stream wait for a step.
    fn hold(&self, stream: &Stream, number: u32) -> Result<(), CuResult> {
        let driver = stream.device.driver;
        // SAFETY: the word is page-locked memory that the thread keeps until the stream has passed this wait.
        match unsafe { driver.stream_wait_value(stream.native, self.word as u64, number, WAIT_VALUE_GEQ) } {
            Err(CuResult::ERROR_NOT_SUPPORTED) => {
                let argument = Box::into_raw(Box::new((Arc::clone(&self.done), number)));
                // SAFETY: `wait_for_step` takes what is passed here, once.
                let launched =
                    unsafe { driver.launch_host_func(stream.native, wait_for_step, argument.cast()) };
                if launched.is_err() {
                    // SAFETY: made above, and CUDA did not take it.
                    drop(unsafe { Box::from_raw(argument) });
                }
                launched
            }
            other => other,
        }
    }
}

/// A host function of CUDA that blocks its stream until a step is done.
///
/// # Safety
/// `argument` comes from `Box::into_raw` of an `(Arc<Done>, u32)` and is used by nothing else.
unsafe extern "C" fn wait_for_step(argument: *mut c_void) {
    // SAFETY: this function's contract.
    let (done, number) = *unsafe { Box::from_raw(argument.cast::<(Arc<Done>, u32)>()) };
    done.wait(number);
}

fn announced(word: &Pinned) -> &AtomicU32 {
    let word: *mut u32 = std::ptr::with_exposed_provenance_mut(word.address());
    // SAFETY: page-locked memory, page-aligned, on loan for at least the borrow; the host uses it as an atomic only.
    unsafe { AtomicU32::from_ptr(word) }
}

/// The thread: does the steps in order until the queue is gone and nothing is left.
fn work(steps: &Receiver<Step>, word: &Pinned, done: &Done, stream: &Stream) {
    for step in steps {
        // If the device is lost there is nothing to wait for, and the user's function still has to run.
        let _ = step.after.synchronize();
        (step.action)();
        if let Some(number) = step.number {
            announced(word).store(number, Ordering::Release);
            done.set(number);
        }
    }
    // The word may be lent again once no wait of the stream looks at it.
    let _ = stream.synchronize();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_wrap() {
        assert!(reached(5, 5) && reached(6, 5) && !reached(4, 5));
        assert!(reached(1, u32::MAX) && !reached(u32::MAX, 1));
    }

    #[test]
    fn waiting_ends_with_the_step() {
        let done = Arc::new(Done::default());
        let waiter = {
            let done = Arc::clone(&done);
            std::thread::spawn(move || done.wait(2))
        };
        done.set(1);
        done.set(2);
        waiter.join().unwrap();
    }
}
