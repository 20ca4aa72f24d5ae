//! The record of a process' end, in memory that outlives it. A signal handler writes it, so that all access is atomic.

use super::trace::RawCrash;
use crate::shared_memory::{Shareable, SharedMemory};
use std::ffi::CStr;
use std::sync::atomic::{AtomicI32, AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Frames that are kept.
const FRAMES: usize = 48;
/// The name of the memory in `/proc/PID/maps`.
pub(super) const NAME: &CStr = c"isolated-crash";

/// Text of up to `N` bytes.
#[repr(C)]
pub(super) struct Text<const N: usize> {
    length: AtomicU32,
    bytes: [AtomicU8; N],
}

/// The record of a process's end, in shared memory.
#[repr(C)]
pub struct CrashRecord {
    /// Not zero when all of it is written.
    told: AtomicU32,
    /// The signal; zero if there was no crash.
    pub(super) signal: AtomicI32,
    /// `si_code`: why the signal came.
    pub(super) code: AtomicI32,
    /// `si_addr`.
    pub(super) address: AtomicU64,
    pub(super) thread: Text<16>,
    pub(super) thread_number: AtomicI32,
    pub(super) frames: KeptFrames,
    /// Lines of `/proc/self/maps` around the addresses, each after the base of its module.
    pub(super) maps: Text<{ 16 << 10 }>,
    /// The last panic: where, and what it says.
    panic: Text<2048>,
    /// The job that runs in the process, where it is the parent's own.
    job: Text<512>,
    /// The stack of the thread that was asked for it last.
    pub(super) answer: Answer,
}

/// The stack of a thread that was asked for it while it lives.
#[repr(C)]
pub(super) struct Answer {
    /// The process whose threads answer here. Its parent has mapped the memory, too.
    pub(super) process: AtomicI32,
    /// Odd while a thread writes.
    pub(super) turn: AtomicU32,
    pub(super) thread: AtomicI32,
    pub(super) frames: KeptFrames,
}

impl Answer {
    /// Begins to write; not, while another thread does.
    pub(super) fn begin(&self, thread: i32) -> bool {
        let turn = self.turn.load(Ordering::Acquire) & !1;
        if self.turn.compare_exchange(turn, turn + 1, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            return false;
        }
        self.thread.store(thread, Ordering::Relaxed);
        self.frames.count.store(0, Ordering::Relaxed);
        true
    }

    pub(super) fn end(&self) {
        self.turn.fetch_add(1, Ordering::Release);
    }
}

/// The frames of a stack, by their addresses.
#[repr(C)]
pub(super) struct KeptFrames {
    count: AtomicU32,
    addresses: [AtomicU64; FRAMES],
}

impl KeptFrames {
    /// Adds a frame, if there is room. Safe in signal handlers, as is [`all`](Self::all).
    pub(super) fn push(&self, address: u64) -> bool {
        let number = self.count.load(Ordering::Relaxed);
        let Some(slot) = self.addresses.get(number as usize) else { return false };
        slot.store(address, Ordering::Relaxed);
        self.count.store(number + 1, Ordering::Release);
        true
    }

    pub(super) fn all(&self) -> impl Iterator<Item = u64> {
        let count = (self.count.load(Ordering::Acquire) as usize).min(FRAMES);
        self.addresses[..count].iter().map(|address| address.load(Ordering::Relaxed))
    }
}

// SAFETY: atomics only, in any state.
unsafe impl Shareable for CrashRecord {}

/// The memory, mapped here and in the process that it is about.
pub type CrashMemory = SharedMemory<CrashRecord>;

/// New memory.
pub fn create() -> nix::Result<CrashMemory> {
    SharedMemory::create(NAME)
}

impl<const N: usize> Text<N> {
    pub(super) fn clear(&self) {
        self.length.store(0, Ordering::Release);
    }

    /// Adds what there is room for. Safe in signal handlers, as is [`clear`](Self::clear).
    pub(super) fn push(&self, text: &[u8]) {
        let length = (self.length.load(Ordering::Relaxed) as usize).min(N);
        let text = &text[..text.len().min(N - length)];
        for (slot, byte) in self.bytes[length..].iter().zip(text) {
            slot.store(*byte, Ordering::Relaxed);
        }
        self.length.store((length + text.len()) as u32, Ordering::Release);
    }

    pub(super) fn read(&self) -> String {
        let length = (self.length.load(Ordering::Acquire) as usize).min(N);
        let bytes: Vec<u8> = self.bytes[..length].iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The side of the process that ends.
impl CrashRecord {
    pub(super) fn end(&self) {
        self.told.store(1, Ordering::Release);
    }

    pub(super) fn is_told(&self) -> bool {
        self.told.load(Ordering::Acquire) != 0
    }

    /// True if an address among those that are told is in a range.
    pub(super) fn is_about(&self, start: u64, end: u64) -> bool {
        let inside = |address| (start..end).contains(&address);
        inside(self.address.load(Ordering::Relaxed)) || self.frames.all().any(inside)
    }

    /// A new job of this name begins: what panicked before is no part of it.
    pub fn begin_job(&self, name: &str) {
        self.panic.clear();
        self.job.clear();
        self.job.push(name.as_bytes());
    }

    /// The job has ended.
    pub fn end_job(&self) {
        self.job.clear();
    }

    /// Keeps what a panic says.
    pub fn panicked(&self, told: &str) {
        self.panic.clear();
        self.panic.push(told.as_bytes());
    }
}

/// The side of the one who watches it.
impl CrashRecord {
    /// Returns the crash of the process, if there was one. A record that is still being written is returned as far as
    /// it goes.
    pub fn crash(&self) -> Option<RawCrash> {
        let signal = self.signal.load(Ordering::Acquire);
        if signal == 0 {
            return None;
        }
        Some(RawCrash {
            signal,
            code: self.code.load(Ordering::Relaxed),
            address: self.address.load(Ordering::Relaxed),
            thread: self.thread.read().trim_end_matches('\0').to_owned(),
            thread_number: self.thread_number.load(Ordering::Relaxed),
            frames: self.frames.all().collect(),
            maps: self.maps.read(),
        })
    }

    /// The last panic of the current job, in one line.
    pub fn panic(&self) -> Option<String> {
        Some(self.panic.read()).filter(|told| !told.is_empty())
    }

    /// The job that runs in the process, if one does and it said so.
    #[must_use]
    pub fn job(&self) -> Option<String> {
        Some(self.job.read()).filter(|job| !job.is_empty())
    }
}
