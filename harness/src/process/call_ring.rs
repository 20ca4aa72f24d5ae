//! The last calls of a process, in memory that outlives it.
//!
//! The harness makes the memory and maps it beside the process it watches, so that after a crash or a kill it
//! can still say which calls were made, and which of them never came back. All access is atomic: the watched
//! process may be at work, or scribbling, while the harness reads.

use super::shared_memory::{Shareable, SharedMemory};
use super::standstill::AtWork;
use crate::last_calls::{CallEnd, LastCall, RECORDED};
use crate::machine::monotonic;
use serde::Serialize;
use std::io;
use std::os::fd::{OwnedFd, RawFd};
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use ur_ipc_fixtures::{Argument, CallSink, RecordedCall, Returned};

/// Slots of a test's own calls, and of those that clean up after its failure, which push none of the others out.
const OWN: usize = RECORDED;
const CLEAN_UP: usize = 16;
const SLOTS: usize = OWN + CLEAN_UP;
/// Bytes of a call with its arguments, of what it has written, and of its result.
const CALL: usize = 1536;
const OUTPUTS: usize = 768;
const RESULT: usize = 512;
/// The token of a call for which there was no slot.
const NO_SLOT: u64 = u64::MAX;

mod state {
    // A slot that nobody has used yet is 0.
    pub(super) const BEGUN: u32 = 1;
    pub(super) const ENDED: u32 = 2;
    pub(super) const PANICKED: u32 = 3;
    // Taken, and not written yet.
    pub(super) const TAKEN: u32 = 4;
}

#[repr(C)]
struct Slot {
    number: AtomicU64,
    /// When the call began and ended, in microseconds of the clock that all processes share.
    begun: AtomicU64,
    ended: AtomicU64,
    state: AtomicU32,
    /// Not 0 if the call cleans up after a failure.
    late: AtomicU32,
    /// As JSON. What a call has written stands apart, so that whoever looks at a call on its way sees a whole one.
    call: Bytes<CALL>,
    outputs: Bytes<OUTPUTS>,
    /// In words.
    result: Bytes<RESULT>,
}

impl Slot {
    /// The call as it was made. Others may have written over it: then it has their bytes for its name.
    fn call(&self) -> RecordedCall {
        let bytes = self.call.read();
        serde_json::from_slice(&bytes).unwrap_or_else(|_| RecordedCall {
            cut: true,
            ..RecordedCall::new(String::from_utf8_lossy(&bytes).into_owned())
        })
    }

    /// The call with what came of it.
    fn returned(&self) -> RecordedCall {
        let outputs = serde_json::from_slice(&self.outputs.read()).unwrap_or_default();
        let result = String::from_utf8_lossy(&self.result.read()).into_owned();
        RecordedCall { outputs, result: Some(result), ..self.call() }
    }

    /// Writes a call, with as many arguments as fit.
    fn write(&self, call: &RecordedCall) {
        if self.call.write_json(call) {
            return;
        }
        let mut cut = RecordedCall { cut: true, ..call.clone() };
        while !self.call.write_json(&cut) && cut.arguments.pop().is_some() {}
    }
}

/// Bytes, and how many there are.
#[repr(C)]
struct Bytes<const N: usize> {
    length: AtomicU32,
    bytes: [AtomicU8; N],
}

impl<const N: usize> Bytes<N> {
    fn read(&self) -> Vec<u8> {
        let length = (self.length.load(Ordering::Relaxed) as usize).min(N);
        self.bytes[..length].iter().map(|byte| byte.load(Ordering::Relaxed)).collect()
    }

    /// Writes these, as far as they fit.
    fn write(&self, bytes: &[u8]) -> usize {
        self.length.store(0, Ordering::Relaxed);
        self.append(bytes)
    }

    fn append(&self, bytes: &[u8]) -> usize {
        let at = (self.length.load(Ordering::Relaxed) as usize).min(N);
        self.bytes[at..].iter().zip(bytes).for_each(|(to, byte)| to.store(*byte, Ordering::Relaxed));
        let count = bytes.len().min(N - at);
        self.length.store((at + count).try_into().unwrap_or(0), Ordering::Relaxed);
        count
    }

    /// Writes a value, and whether it fits; if it does not, nothing is there.
    fn write_json(&self, value: &impl Serialize) -> bool {
        self.write(&[]);
        let fits = serde_json::to_writer(Appended(self), value).is_ok();
        if !fits {
            self.write(&[]);
        }
        fits
    }
}

/// Takes bytes until there is no more room.
struct Appended<'b, const N: usize>(&'b Bytes<N>);

impl<const N: usize> io::Write for Appended<'_, N> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.append(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[repr(C)]
pub(super) struct RingMemory {
    /// Number of the next call.
    next: AtomicU64,
    /// Number of the first call of the current test.
    first: AtomicU64,
    /// Whether a call of the current test reported the device as lost.
    device_lost: AtomicU32,
    /// How many tests have begun.
    tests: AtomicU32,
    /// How often a slot was asked for: for own calls, and for those that clean up.
    asked: [AtomicU64; 2],
    slots: [Slot; SLOTS],
}

// SAFETY: atomics only, and a slot that nobody has used is zero.
unsafe impl Shareable for RingMemory {}

/// A ring of the last calls.
pub(crate) struct CallRing(SharedMemory<RingMemory>);

impl CallRing {
    /// New memory, for this process and a child.
    pub(crate) fn create() -> nix::Result<Self> {
        SharedMemory::create(c"ur-ipc-calls").map(Self)
    }

    /// Memory handed over by another process. The descriptor is closed.
    pub(crate) fn inherit(memory: OwnedFd) -> nix::Result<Self> {
        SharedMemory::inherit(memory).map(Self)
    }

    /// The child has its own descriptor now.
    pub(crate) fn handed_over(&mut self) {
        self.0.handed_over();
    }

    /// The descriptor to hand to a child.
    pub(crate) fn raw_fd(&self) -> Option<RawFd> {
        self.0.raw_fd()
    }

    fn shared(&self) -> &RingMemory {
        &self.0
    }

    /// A new test begins: older calls are no longer of interest.
    pub(crate) fn begin_test(&self) {
        let shared = self.shared();
        shared.device_lost.store(0, Ordering::Relaxed);
        shared.first.store(shared.next.load(Ordering::Relaxed), Ordering::Release);
        shared.tests.fetch_add(1, Ordering::Release);
    }

    /// How many tests have begun in the process.
    pub(crate) fn tests(&self) -> u32 {
        self.shared().tests.load(Ordering::Acquire)
    }

    /// Whether a call of the current test returned `UR_RESULT_ERROR_DEVICE_LOST`.
    pub(crate) fn device_lost(&self) -> bool {
        self.shared().device_lost.load(Ordering::Relaxed) != 0
    }

    /// The calls of the current test that are still known, oldest first: the last of the test itself, and of those that
    /// cleaned up after its failure. Their times are those of the clock.
    pub(crate) fn calls(&self) -> Vec<LastCall> {
        let shared = self.shared();
        let first = shared.first.load(Ordering::Acquire);
        let mut calls: Vec<(u64, LastCall)> = shared
            .slots
            .iter()
            .filter_map(|slot| {
                let state = slot.state.load(Ordering::Acquire);
                let number = slot.number.load(Ordering::Relaxed);
                let end = match state {
                    state::BEGUN => CallEnd::HasNotReturned,
                    state::ENDED => CallEnd::Returned,
                    state::PANICKED => CallEnd::Panicked,
                    // Any other state was written by somebody who had no business here.
                    _ => return None,
                };
                if number < first {
                    return None;
                }
                let call = if state == state::ENDED { slot.returned() } else { slot.call() };
                let clean_up = slot.late.load(Ordering::Relaxed) != 0;
                let at_us = slot.begun.load(Ordering::Relaxed);
                let took_us = (end != CallEnd::HasNotReturned)
                    .then(|| slot.ended.load(Ordering::Relaxed).saturating_sub(at_us));
                let (text, call) = (call.to_string(), Some(call));
                Some((number, LastCall { at_us, took_us, text, call, end, clean_up, failed: false }))
            })
            .collect();
        calls.sort_by_key(|(number, _)| *number);
        calls.into_iter().map(|(_, call)| call).collect()
    }

    /// The last call.
    pub(crate) fn last(&self) -> Option<LastCall> {
        self.calls().pop()
    }

    /// The calls of the current test in which the process is.
    pub(crate) fn at_work(&self) -> AtWork {
        let shared = self.shared();
        let mut at_work = AtWork::default();
        let (first, next) = (shared.first.load(Ordering::Acquire), shared.next.load(Ordering::Acquire));
        for slot in shared.slots.iter().filter(|slot| slot.state.load(Ordering::Acquire) == state::BEGUN) {
            let number = slot.number.load(Ordering::Relaxed);
            if number >= first {
                at_work.numbers.push(number);
                at_work.calls.insert(slot.call().name());
            }
        }
        at_work.numbers.sort_unstable();
        at_work.numbers.push(next);
        at_work
    }

    /// The calls that have begun and not ended.
    pub(crate) fn unfinished(&self) -> Vec<RecordedCall> {
        let calls = self.calls().into_iter();
        calls.filter(|call| call.end == CallEnd::HasNotReturned).filter_map(|call| call.call).collect()
    }
}

/// What fuzzers and property tests need of a ring.
#[cfg(any(test, feature = "fuzzing"))]
impl CallRing {
    pub(crate) const CALLS: usize = SLOTS;
    pub(crate) const BYTES: usize = CALL + OUTPUTS + RESULT;

    /// Does what a process may do that writes where it should not.
    pub(crate) fn overwrite(&self, bytes: &[u8]) {
        self.0.overwrite(bytes);
    }
}

impl CallRing {
    pub(crate) fn note_begin(&self, call: &RecordedCall, late: bool) -> u64 {
        let shared = self.shared();
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let [own, clean_up] = &shared.asked;
        let (from, count, asked) = if late { (OWN, CLEAN_UP, clean_up) } else { (0, OWN, own) };
        // A slot whose call has not returned is kept: it may be the one that hangs.
        for _ in 0..count {
            let index = from + (asked.fetch_add(1, Ordering::Relaxed) % count as u64) as usize;
            let slot = &shared.slots[index];
            let old = slot.state.load(Ordering::Relaxed);
            if !matches!(old, state::BEGUN | state::TAKEN)
                && slot.state.compare_exchange(old, state::TAKEN, Ordering::AcqRel, Ordering::Relaxed).is_ok()
            {
                slot.number.store(number, Ordering::Relaxed);
                slot.late.store(u32::from(late), Ordering::Relaxed);
                slot.write(call);
                slot.begun.store(now(), Ordering::Relaxed);
                slot.state.store(state::BEGUN, Ordering::Release);
                return index as u64;
            }
        }
        NO_SLOT
    }

    pub(crate) fn note_end(&self, token: u64, mut outputs: &[Argument], returned: Returned<'_>) {
        let shared = self.shared();
        if returned.lost_device() {
            shared.device_lost.store(1, Ordering::Relaxed);
        }
        if let Some(slot) = self.slot(token) {
            slot.ended.store(now(), Ordering::Relaxed);
            while !slot.outputs.write_json(&outputs)
                && let Some((_, fewer)) = outputs.split_last()
            {
                outputs = fewer;
            }
            slot.result.write(returned.to_string().as_bytes());
            slot.state.store(state::ENDED, Ordering::Release);
        }
    }

    pub(crate) fn note_panic(&self, token: u64) {
        if let Some(slot) = self.slot(token) {
            slot.ended.store(now(), Ordering::Relaxed);
            slot.state.store(state::PANICKED, Ordering::Release);
        }
    }

    /// The slot of this token. A broken process may hand in any.
    fn slot(&self, token: u64) -> Option<&Slot> {
        usize::try_from(token).ok().and_then(|index| self.shared().slots.get(index))
    }
}

/// Microseconds of the clock that all processes share.
fn now() -> u64 {
    monotonic() / 1000
}

impl CallSink for CallRing {
    fn begin(&self, call: &RecordedCall, late: bool) -> u64 {
        self.note_begin(call, late)
    }

    fn end(&self, token: u64, call: &RecordedCall, returned: Returned<'_>) {
        self.note_end(token, &call.outputs, returned);
    }

    fn panicked(&self, token: u64, _: &RecordedCall) {
        self.note_panic(token);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use ur_ipc_fixtures::Value;
    use ur_ipc_fixtures::api::UrResult;

    fn duplicate(descriptor: RawFd) -> OwnedFd {
        // SAFETY: open as long as its ring is there.
        unsafe { std::os::fd::BorrowedFd::borrow_raw(descriptor) }.try_clone_to_owned().unwrap()
    }

    /// `x = 1` of it.
    fn call(entry_point: &'static str) -> RecordedCall {
        let arguments = vec![Argument { name: "x".into(), value: Value::Number(1) }];
        RecordedCall { arguments, ..RecordedCall::new(entry_point) }
    }

    fn unfinished(ring: &CallRing) -> Vec<String> {
        ring.unfinished().iter().map(ToString::to_string).collect()
    }

    fn texts(ring: &CallRing) -> Vec<String> {
        ring.calls().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn calls_are_seen_through_another_mapping_finished_or_not() {
        let ring = CallRing::create().unwrap();
        let other = CallRing::inherit(duplicate(ring.raw_fd().unwrap())).unwrap();
        let token = other.note_begin(&call("urA"), false);
        assert_eq!(unfinished(&ring), ["urA(x = 1)"]);
        assert_eq!(texts(&ring), ["urA(x = 1) ... has not returned"]);
        other.note_end(token, &[], UrResult::SUCCESS.into());
        assert_eq!(texts(&ring), ["urA(x = 1) -> UR_RESULT_SUCCESS"]);
        assert!(ring.unfinished().is_empty());
        let token = other.note_begin(&call("urB"), false);
        other.note_panic(token);
        assert_eq!(texts(&ring)[1], "urB(x = 1) ... panicked");
        assert!(ring.unfinished().is_empty());
    }

    #[test]
    fn who_is_at_work_is_in_calls_and_begins_none() {
        let ring = CallRing::create().unwrap();
        let token = ring.note_begin(&call("urA"), false);
        let _other = ring.note_begin(&call("urB"), false);
        let at_work = ring.at_work();
        assert_eq!(at_work.calls.iter().map(String::as_str).collect::<Vec<_>>(), ["urA", "urB"]);
        assert_eq!(ring.at_work(), at_work);
        ring.note_end(ring.note_begin(&call("urC"), false), &[], UrResult::SUCCESS.into());
        assert!(ring.at_work() != at_work && ring.at_work().calls == at_work.calls);
        let at_work = ring.at_work();
        ring.note_end(token, &[], UrResult::SUCCESS.into());
        assert_eq!(ring.at_work().numbers.len() + 1, at_work.numbers.len());
    }

    #[test]
    fn times_are_those_of_the_clock() {
        let ring = CallRing::create().unwrap();
        let before = now();
        let first = ring.note_begin(&call("urA"), false);
        std::thread::sleep(Duration::from_millis(2));
        let second = ring.note_begin(&call("urB"), false);
        ring.note_end(first, &[], UrResult::SUCCESS.into());
        ring.note_panic(second);
        let _third = ring.note_begin(&call("urC"), false);
        let [first, second, third] = ring.calls().try_into().expect("three calls");
        assert!(before <= first.at_us && first.at_us + 2000 <= second.at_us && second.at_us <= third.at_us);
        assert!(first.took_us.is_some_and(|took| took >= 2000), "{first:?}");
        assert!(second.took_us.is_some() && third.took_us.is_none() && third.at_us <= now());
    }

    #[test]
    fn the_oldest_go_first_but_unfinished_calls_stay() {
        let ring = CallRing::create().unwrap();
        let _hangs = ring.note_begin(&call("urHangs"), false);
        for _ in 0..10 * OWN {
            let token = ring.note_begin(&call("urB"), false);
            ring.note_end(token, &[], UrResult::SUCCESS.into());
        }
        assert_eq!(ring.calls().len(), OWN);
        assert_eq!(unfinished(&ring), ["urHangs(x = 1)"]);
    }

    #[test]
    fn a_full_ring_of_unfinished_calls_loses_only_new_ones() {
        let ring = CallRing::create().unwrap();
        for _ in 0..OWN {
            assert_ne!(ring.note_begin(&call("urA"), false), NO_SLOT);
        }
        let token = ring.note_begin(&call("urB"), false);
        assert_eq!(token, NO_SLOT);
        ring.note_end(token, &[], UrResult::SUCCESS.into());
        assert_eq!(ring.unfinished().len(), OWN);
    }

    #[test]
    fn a_new_test_starts_with_a_clean_log() {
        let ring = CallRing::create().unwrap();
        let token = ring.note_begin(&call("urA"), false);
        ring.note_end(token, &[], UrResult::ERROR_DEVICE_LOST.into());
        assert!(ring.device_lost());
        assert_eq!(ring.tests(), 0);
        ring.begin_test();
        assert_eq!(ring.tests(), 1);
        assert!(!ring.device_lost());
        assert!(ring.calls().is_empty());
    }

    #[test]
    fn long_calls_are_cut_between_arguments_but_their_result_is_not() {
        let ring = CallRing::create().unwrap();
        let value = Value::Text("event#1 (imported)".to_owned());
        let arguments = vec![Argument { name: "argument".into(), value }; 60];
        let call = RecordedCall { arguments, ..RecordedCall::new("urLong") };
        let output = |size| Argument { name: "x".into(), value: Value::Text("o".repeat(size)) };
        let token = ring.note_begin(&call, false);
        ring.note_end(token, &[output(1), output(OUTPUTS)], UrResult::ERROR_INVALID_VALUE.into());
        let told = ring.calls().remove(0).call.expect("it is there");
        assert_eq!((told.cut, told.outputs), (true, vec![output(1)]));
        let text = &texts(&ring)[0];
        assert!(text.ends_with("(imported), ...) -> UR_RESULT_ERROR_INVALID_VALUE"), "{text}");
        assert!(text.len() > CALL / 2, "{text}");
    }

    #[test]
    fn calls_that_clean_up_push_none_of_the_others_out() {
        let ring = CallRing::create().unwrap();
        let made = |name, late| {
            ring.note_end(ring.note_begin(&call(name), late), &[], UrResult::SUCCESS.into());
        };
        (0..3).for_each(|_| made("urA", false));
        (0..10 * SLOTS).for_each(|_| made("urB", true));
        let told: Vec<_> = ring.calls().into_iter().map(|call| (call.text, call.clean_up)).collect();
        let told_so = |text: &str, clean_up| (format!("{text} -> UR_RESULT_SUCCESS"), clean_up);
        let mut expected = vec![told_so("urA(x = 1)", false); 3];
        expected.extend(vec![told_so("urB(x = 1)", true); CLEAN_UP]);
        assert_eq!(told, expected);
        assert!(ring.last().is_some_and(|call| call.clean_up && call.text.starts_with("urB(x = 1)")));
    }
}
