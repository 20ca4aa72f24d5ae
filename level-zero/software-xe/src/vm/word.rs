//! Words that several threads and processes use at once.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::errno::Errno;
use crate::sys;
use crate::uapi::Plain;

/// An operation on a word.
#[derive(Debug, Clone, Copy)]
pub(super) enum Operation<W> {
    /// It is read.
    Load,
    /// It is written.
    Store(W),
    /// It is written if it has a value.
    CompareExchange { current: W, new: W },
}

/// A dword or a qword.
pub(super) trait Word: Plain + Eq {
    /// Does something with the word at a place, and gives what was there before, or 0.
    ///
    /// # Safety
    /// The place is aligned and mapped.
    unsafe fn at(place: *mut u8, operation: Operation<Self>) -> Self;
}

macro_rules! word {
    ($type:ty, $atomic:ty) => {
        impl Word for $type {
            unsafe fn at(place: *mut u8, operation: Operation<Self>) -> Self {
                // SAFETY: by the contract of this function.
                let word = unsafe { <$atomic>::from_ptr(place.cast()) };
                match operation {
                    Operation::Load => word.load(Ordering::SeqCst),
                    Operation::Store(value) => {
                        word.store(value, Ordering::SeqCst);
                        0
                    }
                    Operation::CompareExchange { current, new } => {
                        let done = word.compare_exchange(current, new, Ordering::SeqCst, Ordering::SeqCst);
                        done.unwrap_or_else(|found| found)
                    }
                }
            }
        }
    };
}

word!(u32, AtomicU32);
word!(u64, AtomicU64);

/// The same with a word of the program's memory, which may be gone. The kernel copies an aligned word in one piece; between
/// the halves of an exchange others may come.
pub(super) fn of_host<W: Word>(address: u64, operation: Operation<W>) -> Result<W, Errno> {
    let mut found = W::default();
    if !matches!(operation, Operation::Store(_)) {
        sys::copy_from(address, found.bytes_mut())?;
    }
    let new = match operation {
        Operation::Load => return Ok(found),
        Operation::CompareExchange { current, .. } if found != current => return Ok(found),
        Operation::Store(value) | Operation::CompareExchange { new: value, .. } => value,
    };
    // SAFETY: the program has given this memory to the GPU.
    unsafe { sys::copy_to(address, new.bytes()) }?;
    Ok(found)
}
