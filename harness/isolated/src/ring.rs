//! The last calls of a process, in memory that outlives it.
//!
//! The parent makes the memory, and maps it like the process that it watches. After a crash or a kill it still knows the
//! calls, and those that did not return. All access is atomic: the watched process may be at work, or scribbling, while
//! the parent reads.

use crate::clock::monotonic;
use crate::shared_memory::{Shareable, SharedMemory};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::os::fd::{OwnedFd, RawFd};
use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering};

/// So many calls of a process are kept, besides those that clean up.
pub const RECORDED: usize = 112;

/// Slots of a job's own calls, and of those that clean up after its failure, which push none of the others out.
const OWN: usize = RECORDED;
const CLEAN_UP: usize = 16;
const SLOTS: usize = OWN + CLEAN_UP;
/// Bytes of the name of a call, of what it was given, of what it has written, and of its result.
const NAME: usize = 96;
const GIVEN: usize = 1536;
const WRITTEN: usize = 768;
const RESULT: usize = 512;
/// The token of a call for which there was no slot.
const NO_SLOT: u64 = u64::MAX;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CallEnd {
    /// It came back.
    Returned,
    /// It panicked, which Rust took for its end.
    Panicked,
    /// It had not returned when the process ended, or when its calls were looked at.
    HasNotReturned,
}

/// A call as it stands in the ring. The process may have written over it: there may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedCall {
    /// When it began, in microseconds of the clock that all processes share.
    pub at_us: u64,
    /// Its duration in microseconds; `None` if it has not come to an end.
    pub took_us: Option<u64>,
    /// The way in which it ended.
    pub end: CallEnd,
    /// Whether it cleans up after a failure.
    pub clean_up: bool,
    /// The number of its thread, as the system has it.
    pub thread: i32,
    /// Its name.
    pub name: String,
    /// Its arguments, as they were given to [`CallRing::begin`].
    pub given: Vec<u8>,
    /// Its outputs, as they were given to [`CallRing::end`]; nothing where it has not returned.
    pub written: Vec<u8>,
    /// Its result; empty where it has not returned.
    pub result: String,
}

/// In which calls a process is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AtWork {
    /// The names of the entry points.
    pub calls: BTreeSet<String>,
    /// The numbers of these calls in their process, and of the next one: the same as long as none begins or ends.
    pub numbers: Vec<u64>,
}

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
    clean_up: AtomicU32,
    thread: AtomicI32,
    name: Field<{ NAME / WORD }>,
    given: Field<{ GIVEN / WORD }>,
    /// Apart from what was given, so that whoever looks at a call on its way sees a whole one.
    written: Field<{ WRITTEN / WORD }>,
    result: Field<{ RESULT / WORD }>,
}

impl Slot {
    fn noted(&self, end: CallEnd) -> NotedCall {
        let at_us = self.begun.load(Ordering::Relaxed);
        let took = || self.ended.load(Ordering::Relaxed).saturating_sub(at_us);
        let returned = end == CallEnd::Returned;
        NotedCall {
            at_us,
            took_us: (end != CallEnd::HasNotReturned).then(took),
            end,
            clean_up: self.clean_up.load(Ordering::Relaxed) != 0,
            thread: self.thread.load(Ordering::Relaxed),
            name: self.name.text(),
            given: self.given.read(),
            written: if returned { self.written.read() } else { Vec::new() },
            result: if returned { self.result.text() } else { String::new() },
        }
    }
}

/// A part of a call: up to so many words of bytes. By words there are fewer accesses, none of which a compiler joins.
#[repr(C)]
struct Field<const WORDS: usize> {
    length: AtomicU32,
    words: [AtomicU64; WORDS],
}

/// Bytes of a word of a [`Field`].
const WORD: usize = size_of::<u64>();
const _: () = assert!((NAME | GIVEN | WRITTEN | RESULT).is_multiple_of(WORD), "a field is of whole words");

impl<const WORDS: usize> Field<WORDS> {
    const BYTES: usize = WORDS * WORD;

    fn read(&self) -> Vec<u8> {
        let length = (self.length.load(Ordering::Relaxed) as usize).min(Self::BYTES);
        let words = &self.words[..length.div_ceil(WORD)];
        let mut bytes: Vec<u8> =
            words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_ne_bytes()).collect();
        bytes.truncate(length);
        bytes
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.read()).into_owned()
    }

    /// Writes these, as far as they fit.
    fn write(&self, bytes: &[u8]) {
        self.length.store(0, Ordering::Relaxed);
        for (to, part) in self.words.iter().zip(bytes.chunks(WORD)) {
            let mut word = [0; WORD];
            word[..part.len()].copy_from_slice(part);
            to.store(u64::from_ne_bytes(word), Ordering::Relaxed);
        }
        self.length.store(bytes.len().min(Self::BYTES).try_into().unwrap_or(0), Ordering::Relaxed);
    }

    /// Writes these if they fit, and nothing otherwise.
    fn write_whole(&self, bytes: &[u8]) {
        self.write(if bytes.len() <= Self::BYTES { bytes } else { &[] });
    }
}

#[repr(C)]
struct RingMemory {
    /// Number of the next call.
    next: AtomicU64,
    /// Number of the first call of the current job.
    first: AtomicU64,
    /// Whether the current job has set the mark.
    marked: AtomicU32,
    /// Number of jobs that have begun.
    jobs: AtomicU32,
    /// Number of requests for a slot: for own calls, and for those that clean up.
    asked: [AtomicU64; 2],
    slots: [Slot; SLOTS],
}

// SAFETY: atomics only, and a slot that nobody has used is zero.
unsafe impl Shareable for RingMemory {}

/// A ring of the last calls.
pub struct CallRing(SharedMemory<RingMemory>);

/// The functions for both sides.
impl CallRing {
    /// New memory, for this process and a child.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn create() -> nix::Result<Self> {
        SharedMemory::create(c"isolated-calls").map(Self)
    }

    /// Memory handed over by another process. The descriptor is closed.
    ///
    /// # Errors
    /// If it is no such memory.
    pub fn inherit(memory: OwnedFd) -> nix::Result<Self> {
        SharedMemory::inherit(memory).map(Self)
    }

    /// The child has its own descriptor now.
    pub fn handed_over(&mut self) {
        self.0.handed_over();
    }

    /// The descriptor to hand to a child.
    #[must_use]
    pub fn raw_fd(&self) -> Option<RawFd> {
        self.0.raw_fd()
    }

    /// Does what a process may do that writes where it should not.
    #[cfg(any(test, feature = "fuzzing"))]
    pub fn overwrite(&self, bytes: &[u8]) {
        self.0.overwrite(bytes);
    }
}

/// The functions for the watched process, which writes.
impl CallRing {
    /// A new job begins: older calls are no longer of interest.
    pub fn begin_job(&self) {
        self.0.marked.store(0, Ordering::Relaxed);
        self.0.first.store(self.0.next.load(Ordering::Relaxed), Ordering::Release);
        self.0.jobs.fetch_add(1, Ordering::Release);
    }

    /// Something has happened that the parent has to know of, whatever becomes of the calls.
    pub fn mark(&self) {
        self.0.marked.store(1, Ordering::Relaxed);
    }

    /// A call begins. Returns the token for its end. `clean_up` says whether it cleans up after a failure of the job. `given`
    /// are its arguments, in at most [`GIVEN`](Self::GIVEN) bytes: longer ones are left out.
    pub fn begin(&self, name: &str, clean_up: bool, given: &[u8]) -> u64 {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        let [own, aside] = &self.0.asked;
        let (from, count, asked) = if clean_up { (OWN, CLEAN_UP, aside) } else { (0, OWN, own) };
        // A slot whose call has not returned is kept: it may be the one that hangs.
        for _ in 0..count {
            let index = from + (asked.fetch_add(1, Ordering::Relaxed) % count as u64) as usize;
            let slot = &self.0.slots[index];
            let old = slot.state.load(Ordering::Relaxed);
            if !matches!(old, state::BEGUN | state::TAKEN)
                && slot.state.compare_exchange(old, state::TAKEN, Ordering::AcqRel, Ordering::Relaxed).is_ok()
            {
                slot.number.store(number, Ordering::Relaxed);
                slot.clean_up.store(u32::from(clean_up), Ordering::Relaxed);
                slot.thread.store(nix::unistd::gettid().as_raw(), Ordering::Relaxed);
                slot.name.write(name.as_bytes());
                slot.given.write_whole(given);
                slot.begun.store(now(), Ordering::Relaxed);
                slot.state.store(state::BEGUN, Ordering::Release);
                return index as u64;
            }
        }
        NO_SLOT
    }

    /// The call of a token has returned. `written` are its outputs, in at most [`WRITTEN`](Self::WRITTEN) bytes: longer ones are
    /// left out.
    pub fn end(&self, token: u64, written: &[u8], result: &str) {
        if let Some(slot) = self.slot(token) {
            slot.ended.store(now(), Ordering::Relaxed);
            slot.written.write_whole(written);
            slot.result.write(result.as_bytes());
            slot.state.store(state::ENDED, Ordering::Release);
        }
    }

    /// The call of a token has panicked.
    pub fn panicked(&self, token: u64) {
        if let Some(slot) = self.slot(token) {
            slot.ended.store(now(), Ordering::Relaxed);
            slot.state.store(state::PANICKED, Ordering::Release);
        }
    }

    /// The slot of this token. A broken process may hand in any.
    fn slot(&self, token: u64) -> Option<&Slot> {
        usize::try_from(token).ok().and_then(|index| self.0.slots.get(index))
    }
}

/// The functions for the parent, which reads.
impl CallRing {
    /// Maximum number of calls.
    pub const CALLS: usize = SLOTS;
    /// Maximum number of bytes of a call's arguments.
    pub const GIVEN: usize = GIVEN;
    /// Maximum number of bytes of a call's outputs.
    pub const WRITTEN: usize = WRITTEN;
    /// Maximum number of bytes of each call.
    pub const BYTES: usize = NAME + GIVEN + WRITTEN + RESULT;

    /// Returns the number of jobs that have begun in the process.
    #[must_use]
    pub fn jobs(&self) -> u32 {
        self.0.jobs.load(Ordering::Acquire)
    }

    /// True if the current job has set the [mark](Self::mark).
    #[must_use]
    pub fn is_marked(&self) -> bool {
        self.0.marked.load(Ordering::Relaxed) != 0
    }

    /// The calls of the current job that are still known, oldest first: the last of the job itself, and of those that
    /// cleaned up after its failure.
    #[must_use]
    pub fn calls(&self) -> Vec<NotedCall> {
        let first = self.0.first.load(Ordering::Acquire);
        let mut calls: Vec<(u64, NotedCall)> = self
            .0
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
                (number >= first).then(|| (number, slot.noted(end)))
            })
            .collect();
        calls.sort_by_key(|(number, _)| *number);
        calls.into_iter().map(|(_, call)| call).collect()
    }

    /// The last call.
    #[must_use]
    pub fn last(&self) -> Option<NotedCall> {
        self.calls().pop()
    }

    /// The calls that have begun and not ended.
    #[must_use]
    pub fn unfinished(&self) -> Vec<NotedCall> {
        self.calls().into_iter().filter(|call| call.end == CallEnd::HasNotReturned).collect()
    }

    /// The calls of the current job in which the process is.
    #[must_use]
    pub fn at_work(&self) -> AtWork {
        let mut at_work = AtWork::default();
        let (first, next) = (self.0.first.load(Ordering::Acquire), self.0.next.load(Ordering::Acquire));
        for slot in self.0.slots.iter().filter(|slot| slot.state.load(Ordering::Acquire) == state::BEGUN) {
            let number = slot.number.load(Ordering::Relaxed);
            if number >= first {
                at_work.numbers.push(number);
                at_work.calls.insert(slot.name.text());
            }
        }
        at_work.numbers.sort_unstable();
        at_work.numbers.push(next);
        at_work
    }
}

/// Microseconds of the clock that all processes share.
fn now() -> u64 {
    monotonic() / 1000
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn duplicate(descriptor: RawFd) -> OwnedFd {
        // SAFETY: open as long as its ring is there.
        unsafe { std::os::fd::BorrowedFd::borrow_raw(descriptor) }.try_clone_to_owned().unwrap()
    }

    fn begin(ring: &CallRing, name: &str, clean_up: bool) -> u64 {
        ring.begin(name, clean_up, b"1")
    }

    fn end(ring: &CallRing, token: u64) {
        ring.end(token, b"2", "well");
    }

    fn names(calls: Vec<NotedCall>) -> Vec<String> {
        calls.into_iter().map(|call| call.name).collect()
    }

    #[test]
    fn calls_are_seen_through_another_mapping_finished_or_not() {
        let ring = CallRing::create().unwrap();
        let other = CallRing::inherit(duplicate(ring.raw_fd().unwrap())).unwrap();
        let told = || {
            let NotedCall { end, given, written, result, .. } = ring.last().unwrap();
            let [given, written] = [given, written].map(|bytes| String::from_utf8(bytes).unwrap());
            (end, [given, written, result])
        };
        let token = begin(&other, "a", false);
        assert_eq!(names(ring.unfinished()), ["a"]);
        assert_eq!(told(), (CallEnd::HasNotReturned, ["1", "", ""].map(str::to_owned)));
        end(&other, token);
        assert_eq!(told(), (CallEnd::Returned, ["1", "2", "well"].map(str::to_owned)));
        assert!(ring.unfinished().is_empty());
        let token = begin(&other, "b", false);
        other.panicked(token);
        assert_eq!(told(), (CallEnd::Panicked, ["1", "", ""].map(str::to_owned)));
        assert!(ring.unfinished().is_empty());
    }

    #[test]
    fn bytes_are_read_as_they_were_written() {
        let field = Field::<3> { length: AtomicU32::new(0), words: Default::default() };
        for length in (0..=26).chain([9, 0]) {
            let bytes: Vec<u8> = (1..=length).collect();
            field.write(&bytes);
            assert_eq!(field.read(), bytes[..bytes.len().min(24)]);
        }
    }

    #[test]
    fn who_is_at_work_is_in_calls_and_begins_none() {
        let ring = CallRing::create().unwrap();
        let token = begin(&ring, "a", false);
        let _other = begin(&ring, "b", false);
        let at_work = ring.at_work();
        assert_eq!(at_work.calls.iter().map(String::as_str).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(ring.at_work(), at_work);
        end(&ring, begin(&ring, "c", false));
        assert!(ring.at_work() != at_work && ring.at_work().calls == at_work.calls);
        let at_work = ring.at_work();
        end(&ring, token);
        assert_eq!(ring.at_work().numbers.len() + 1, at_work.numbers.len());
    }

    #[test]
    fn times_are_those_of_the_clock() {
        let ring = CallRing::create().unwrap();
        let before = now();
        let first = begin(&ring, "a", false);
        std::thread::sleep(Duration::from_millis(2));
        let second = begin(&ring, "b", false);
        end(&ring, first);
        ring.panicked(second);
        let _third = begin(&ring, "c", false);
        let [first, second, third] = ring.calls().try_into().expect("three calls");
        assert!(before <= first.at_us && first.at_us + 2000 <= second.at_us && second.at_us <= third.at_us);
        assert!(first.took_us.is_some_and(|took| took >= 2000), "{first:?}");
        assert!(second.took_us.is_some() && third.took_us.is_none() && third.at_us <= now());
    }

    #[test]
    fn the_oldest_go_first_but_unfinished_calls_stay() {
        let ring = CallRing::create().unwrap();
        let _hangs = begin(&ring, "hangs", false);
        (0..10 * OWN).for_each(|_| end(&ring, begin(&ring, "b", false)));
        assert_eq!(ring.calls().len(), OWN);
        assert_eq!(names(ring.unfinished()), ["hangs"]);
    }

    #[test]
    fn a_full_ring_of_unfinished_calls_loses_only_new_ones() {
        let ring = CallRing::create().unwrap();
        for _ in 0..OWN {
            assert_ne!(begin(&ring, "a", false), NO_SLOT);
        }
        let token = begin(&ring, "b", false);
        assert_eq!(token, NO_SLOT);
        end(&ring, token);
        assert_eq!(ring.unfinished().len(), OWN);
    }

    #[test]
    fn a_new_job_starts_with_a_clean_log() {
        let ring = CallRing::create().unwrap();
        end(&ring, begin(&ring, "a", false));
        ring.mark();
        assert!(ring.is_marked() && ring.jobs() == 0);
        ring.begin_job();
        assert!(!ring.is_marked() && ring.jobs() == 1);
        assert!(ring.calls().is_empty());
    }

    #[test]
    fn what_does_not_fit_is_not_there() {
        let ring = CallRing::create().unwrap();
        for (beyond, kept) in [(0, (GIVEN, WRITTEN)), (1, (0, 0))] {
            let token = ring.begin(&"n".repeat(2 * NAME), false, &vec![0; GIVEN + beyond]);
            ring.end(token, &vec![0; WRITTEN + beyond], &"r".repeat(RESULT + beyond));
            let NotedCall { name, given, written, result, .. } = ring.last().unwrap();
            assert_eq!((name.len(), (given.len(), written.len()), result.len()), (NAME, kept, RESULT));
        }
    }

    #[test]
    fn calls_that_clean_up_push_none_of_the_others_out() {
        let ring = CallRing::create().unwrap();
        (0..3).for_each(|_| end(&ring, begin(&ring, "a", false)));
        (0..10 * SLOTS).for_each(|_| end(&ring, begin(&ring, "b", true)));
        let told: Vec<(String, bool)> =
            ring.calls().into_iter().map(|call| (call.name, call.clean_up)).collect();
        let mut expected = vec![("a".to_owned(), false); 3];
        expected.extend(vec![("b".to_owned(), true); CLEAN_UP]);
        assert_eq!(told, expected);
        assert!(ring.last().is_some_and(|call| call.clean_up));
    }
}
