//! The protocol that all `...GetInfo` entry points share.

use crate::checks::{ensure, store};
use crate::error::Outcome;
use std::ffi::c_void;
use ur_ipc_api::UrResult;

/// Where the answer of a query goes.
#[derive(Clone, Copy)]
pub struct Query {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
}

impl Query {
    /// Takes the three parameters of a query and checks that they fit each other.
    pub fn new(size: usize, value: *mut c_void, size_ret: *mut usize) -> Outcome<Self> {
        let nowhere = value.is_null() && (size != 0 || size_ret.is_null());
        ensure(!nowhere, UrResult::ERROR_INVALID_NULL_POINTER)?;
        ensure(size != 0 || value.is_null(), UrResult::ERROR_INVALID_SIZE)?;
        Ok(Self { size, value, size_ret })
    }

    /// Answers with these bytes.
    ///
    /// # Safety
    /// The value is null or valid for writes of the size that was given with it, the size pointer null or valid
    /// for the write of a `usize`.
    pub unsafe fn bytes(self, answer: &[u8]) -> Outcome {
        if !self.value.is_null() {
            ensure(self.size >= answer.len(), UrResult::ERROR_INVALID_SIZE)?;
            // SAFETY: the value has room for `size` bytes, no fewer than the answer's, by this function's contract;
            // it cannot overlap a slice that is borrowed here.
            unsafe { self.value.cast::<u8>().copy_from_nonoverlapping(answer.as_ptr(), answer.len()) };
        }
        if !self.size_ret.is_null() {
            // SAFETY: valid for the write by this function's contract.
            unsafe { store(self.size_ret, answer.len()) };
        }
        Ok(())
    }

    /// Answers with a NUL-terminated string.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub unsafe fn text(self, answer: &str) -> Outcome {
        let mut bytes = answer.as_bytes().to_vec();
        bytes.push(0);
        // SAFETY: same contract.
        unsafe { self.bytes(&bytes) }
    }

    /// Answers with a `uint32_t`, a flag set or an enumerator.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub unsafe fn u32(self, answer: u32) -> Outcome {
        // SAFETY: same contract.
        unsafe { self.bytes(&answer.to_ne_bytes()) }
    }

    /// Answers with a `uint64_t`.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub unsafe fn u64(self, answer: u64) -> Outcome {
        // SAFETY: same contract.
        unsafe { self.bytes(&answer.to_ne_bytes()) }
    }

    /// Answers with a `size_t`, a handle or a pointer.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub unsafe fn address(self, answer: usize) -> Outcome {
        // SAFETY: same contract.
        unsafe { self.bytes(&answer.to_ne_bytes()) }
    }

    /// Answers with a `ur_bool_t`.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub unsafe fn bool(self, answer: bool) -> Outcome {
        // SAFETY: same contract.
        unsafe { self.bytes(&[u8::from(answer)]) }
    }
}
