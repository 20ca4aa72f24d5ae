//! The protocol that all of UR's queries share.

use super::checks::Ur;
use crate::UrResult;
use std::ffi::c_void;

/// The output parameters of a query.
pub struct InfoOut {
    size: usize,
    value: *mut c_void,
    size_ret: *mut usize,
}

impl InfoOut {
    /// Checks the arguments that every query has.
    ///
    /// # Safety
    /// `value` is null or writable for `size` bytes; `size_ret` is null or writable; both for the life of this.
    pub unsafe fn new(size: usize, value: *mut c_void, size_ret: *mut usize) -> Ur<Self> {
        if value.is_null() && (size_ret.is_null() || size != 0) {
            return Err(UrResult::ERROR_INVALID_NULL_POINTER);
        }
        if !value.is_null() && size == 0 {
            return Err(UrResult::ERROR_INVALID_SIZE);
        }
        Ok(Self { size, value, size_ret })
    }

    /// Answers with these bytes; a buffer that is too small stays as it is.
    pub fn bytes(&self, bytes: &[u8]) -> Ur<()> {
        if !self.value.is_null() {
            if self.size < bytes.len() {
                return Err(UrResult::ERROR_INVALID_SIZE);
            }
            // SAFETY: writable for `size` bytes by `new`'s contract, and not part of `bytes`, which is ours.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.value.cast(), bytes.len()) };
        }
        if !self.size_ret.is_null() {
            // SAFETY: writable by `new`'s contract.
            unsafe { self.size_ret.write_unaligned(bytes.len()) };
        }
        Ok(())
    }

    /// Answers with a boolean, one byte.
    pub fn boolean(&self, value: bool) -> Ur<()> {
        self.bytes(&[u8::from(value)])
    }

    /// Answers with 4 bytes.
    pub fn number(&self, value: u32) -> Ur<()> {
        self.bytes(&value.to_ne_bytes())
    }

    /// Answers with a `uint64_t`.
    pub fn long(&self, value: u64) -> Ur<()> {
        self.bytes(&value.to_ne_bytes())
    }

    /// Answers with a `size_t`, a handle or a pointer.
    pub fn word(&self, value: usize) -> Ur<()> {
        self.bytes(&value.to_ne_bytes())
    }

    /// Answers with a string and its NUL.
    pub fn string(&self, value: &str) -> Ur<()> {
        self.bytes(&[value.as_bytes(), b"\0"].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::ptr::null_mut;

    fn ask(size: usize, with_value: bool, with_size: bool) -> (UrResult, [u8; 8], usize) {
        let mut buffer = [0xee_u8; 8];
        let mut size_ret = 99;
        // SAFETY: both point to local variables, and no `size` below exceeds the buffer.
        let out = unsafe {
            InfoOut::new(
                size,
                if with_value { buffer.as_mut_ptr().cast() } else { null_mut() },
                if with_size { &raw mut size_ret } else { null_mut() },
            )
        };
        let answer = out.and_then(|out| out.number(1)).err().unwrap_or(UrResult::SUCCESS);
        (answer, buffer, size_ret)
    }

    #[rstest]
    #[case(0, false, false, UrResult::ERROR_INVALID_NULL_POINTER)]
    #[case(4, false, true, UrResult::ERROR_INVALID_NULL_POINTER)]
    #[case(0, true, true, UrResult::ERROR_INVALID_SIZE)]
    #[case(3, true, true, UrResult::ERROR_INVALID_SIZE)]
    fn refuses_without_writing(
        #[case] size: usize,
        #[case] value: bool,
        #[case] size_ret: bool,
        #[case] expected: UrResult,
    ) {
        assert_eq!(ask(size, value, size_ret), (expected, [0xee; 8], 99));
    }

    #[test]
    fn answers() {
        assert_eq!(ask(0, false, true), (UrResult::SUCCESS, [0xee; 8], 4));
        let (answer, buffer, size) = ask(8, true, true);
        assert_eq!((answer, size, buffer[4]), (UrResult::SUCCESS, 4, 0xee));
        assert_eq!(buffer[..4], 1_u32.to_ne_bytes());
    }
}
