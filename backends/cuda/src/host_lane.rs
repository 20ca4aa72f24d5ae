//! Work that the host does in a queue's order: host tasks, and copies from and to ordinary host memory.
//!
//! CUDA may run the host functions of all streams one after another on one thread. A function that waits would then hold
//! those of every other queue. Here each queue has its own thread. The stream writes its progress into a word of
//! page-locked memory, and waits for another word. The thread does the work and sets that word. Meanwhile the thread
//! makes no call of CUDA. A call that blocks for the stream, such as a copy to ordinary host memory or `cuMemFree`,
//! keeps other threads out of the driver. It would wait for this thread.

use crate::cuda_result::CuResult;
use crate::driver::WAIT_VALUE_GEQ;
use crate::native_event::NativeEvent;
use crate::pinned::Pinned;
use crate::stream::Stream;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use ur_ipc_api::UrResult;
use ur_ipc_backend_kit::Ur;
use ur_ipc_backend_kit::lock;

/// An action of the thread at a point of the stream.
type Action = Box<dyn FnOnce() + Send>;

/// The host's side of a queue. Used under the queue's lock.
#[derive(Default)]
pub struct HostLane {
    running: Option<Running>,
}

struct Running {
    steps: Sender<Step>,
    words: Words,
    done: Arc<Done>,
    issued: u32,
}

struct Step {
    after: After,
    action: Action,
    /// The number of the step, which is announced when its action is done; the stream may wait for it.
    number: u32,
}

/// The sign that the stream has come to a step.
enum After {
    /// It writes the step's number.
    Number,
    /// An event, if the driver cannot have the stream write.
    Event(NativeEvent),
}

/// The addresses of the two words, the same for host and device.
#[derive(Clone, Copy)]
struct Words {
    /// The number of the last step that the stream has come to.
    come: usize,
    /// The last step that is done.
    done: usize,
}

impl Words {
    const SIZE: usize = 2 * size_of::<u32>();

    fn of(block: &Pinned) -> Self {
        Self { come: block.address(), done: block.address() + size_of::<u32>() }
    }
}

/// The number of polls of the stream before the thread pauses between them.
const LOOKS: u32 = 1_000;
/// The pause between two later polls.
const PAUSE: Duration = Duration::from_micros(50);
/// The time without news after which the stream is asked whether its device is lost.
const SILENCE: Duration = Duration::from_secs(20);

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
        let running = self.running(stream)?;
        let after = running.mark(stream)?;
        running.hold(stream)?;
        running.send(after, action)
    }

    /// Keeps `kept` until everything that is in the stream now is done. The stream's device is current.
    pub fn keep<T: Send + 'static>(&mut self, stream: &Arc<Stream>, kept: T) -> Ur<()> {
        let running = self.running(stream)?;
        let after = running.mark(stream)?;
        running.send(after, Box::new(move || drop(kept)))
    }

    fn running(&mut self, stream: &Arc<Stream>) -> Ur<&mut Running> {
        if self.running.is_none() {
            let block = Pinned::new(&stream.device, Words::SIZE)?;
            let words = Words::of(&block);
            word(words.come).store(0, Ordering::Release);
            word(words.done).store(0, Ordering::Release);
            let (sender, receiver) = channel();
            let done = Arc::new(Done::default());
            let (stream, for_thread) = (Arc::clone(stream), Arc::clone(&done));
            std::thread::Builder::new()
                .name("ur-cuda-queue".to_owned())
                .spawn(move || work(&receiver, block, &for_thread, &stream))
                .map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)?;
            self.running = Some(Running { steps: sender, words, done, issued: 0 });
        }
        self.running.as_mut().ok_or(UrResult::ERROR_OUT_OF_RESOURCES)
    }
}

impl Running {
    /// Has the stream tell that it has come to a step, the next one, which has its number from here on.
    fn mark(&mut self, stream: &Stream) -> Result<After, CuResult> {
        self.issued = self.issued.wrapping_add(1);
        let (driver, number) = (stream.device.driver, self.issued);
        // SAFETY: the word is page-locked memory that the thread keeps until the stream has passed this.
        match unsafe { driver.stream_write_value(stream.native, self.words.come as u64, number, 0) } {
            Err(CuResult::ERROR_NOT_SUPPORTED) => {
                let event = NativeEvent::plain(&stream.device)?;
                event.record(stream.native)?;
                Ok(After::Event(event))
            }
            other => other.map(|()| After::Number),
        }
    }

    /// Gives the step to the thread.
    fn send(&self, after: After, action: Action) -> Ur<()> {
        let step = Step { after, action, number: self.issued };
        self.steps.send(step).map_err(|_| UrResult::ERROR_OUT_OF_RESOURCES)
    }

    /// Makes the stream wait for the step.
    fn hold(&self, stream: &Stream) -> Result<(), CuResult> {
        let (driver, number) = (stream.device.driver, self.issued);
        // SAFETY: the word is page-locked memory that the thread keeps until the stream has passed this wait.
        match unsafe {
            driver.stream_wait_value(stream.native, self.words.done as u64, number, WAIT_VALUE_GEQ)
        } {
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

/// One of the words of a lane.
fn word<'w>(address: usize) -> &'w AtomicU32 {
    // SAFETY: page-locked memory, aligned, which a lane uses no longer than its thread has it on loan; it goes back to its
    // device's store, so that it is never unmapped; the host uses it as an atomic only.
    unsafe { AtomicU32::from_ptr(std::ptr::with_exposed_provenance_mut(address)) }
}

/// Waits until the stream has come to a step, or its device is lost: then there is nothing to wait for, and the user's
/// function still has to run.
fn await_stream(after: &After, number: u32, come: &AtomicU32, stream: &Arc<Stream>, lost: &Arc<AtomicBool>) {
    if let After::Event(event) = after {
        let _ = event.synchronize();
        return;
    }
    let (mut looks, mut asked) = (0, Instant::now());
    while !reached(come.load(Ordering::Acquire), number) && !lost.load(Ordering::Acquire) {
        looks += 1;
        if looks < LOOKS {
            std::thread::yield_now();
            continue;
        }
        std::thread::sleep(PAUSE);
        if asked.elapsed() > SILENCE {
            asked = Instant::now();
            // On a thread of its own, as the driver may keep it waiting. If there is none, the next time will do.
            let (stream, lost) = (Arc::clone(stream), Arc::clone(lost));
            let ask = move || lost.store(stream.is_idle().is_err(), Ordering::Release);
            let _ = std::thread::Builder::new().name("ur-cuda-lost".to_owned()).spawn(ask);
        }
    }
}

/// The thread: does the steps in order until the queue is gone and nothing is left.
fn work(steps: &Receiver<Step>, block: Pinned, done: &Done, stream: &Arc<Stream>) {
    let (words, lost) = (Words::of(&block), Arc::new(AtomicBool::new(false)));
    for Step { after, action, number } in steps {
        await_stream(&after, number, word(words.come), stream, &lost);
        action();
        word(words.done).store(number, Ordering::Release);
        done.set(number);
    }
    // The words may be lent again once nothing of the stream looks at them.
    let _ = stream.synchronize();
    drop(block);
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
