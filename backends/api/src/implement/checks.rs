//! Argument checks, stores and the result type of all entry points.

use crate::UrResult;

/// The outcome of an entry point.
pub type Ur<T> = Result<T, UrResult>;

/// `error` unless `holds`.
///
/// # Errors
/// `error`.
pub fn ensure(holds: bool, error: UrResult) -> Ur<()> {
    if holds { Ok(()) } else { Err(error) }
}

/// Checks handles by their addresses.
///
/// # Errors
/// `INVALID_NULL_HANDLE` if one of these is null.
pub fn handles<const N: usize>(addresses: [usize; N]) -> Ur<()> {
    ensure(!addresses.contains(&0), UrResult::ERROR_INVALID_NULL_HANDLE)
}

/// Checks a pointer.
///
/// # Errors
/// `INVALID_NULL_POINTER` for null.
pub fn pointer<T>(pointer: *const T) -> Ur<()> {
    ensure(!pointer.is_null(), UrResult::ERROR_INVALID_NULL_POINTER)
}

/// Reads a descriptor that may be left out.
///
/// # Safety
/// `descriptor` is null or readable.
pub unsafe fn optional<T: Copy>(descriptor: *const T) -> Option<T> {
    if descriptor.is_null() {
        return None;
    }
    // SAFETY: not null, and readable by this function's contract.
    Some(unsafe { descriptor.read_unaligned() })
}

/// Stores an output.
///
/// # Safety
/// `out` is writable.
pub unsafe fn store<T>(out: *mut T, value: T) {
    // SAFETY: this function's contract.
    unsafe { out.write_unaligned(value) }
}

/// Reads the elements of a list, one at a time.
///
/// # Safety
/// `list` is readable for `count` elements as long as the iterator lives.
pub unsafe fn elements<T: Copy>(list: *const T, count: u32) -> impl Iterator<Item = T> {
    // SAFETY: below the count, and readable by this function's contract.
    (0..count as usize).map(move |index| unsafe { list.add(index).read_unaligned() })
}

/// Writes a list and its length where they are asked for.
///
/// # Safety
/// `list` is null or writable for `capacity` elements, `count` null or writable.
pub unsafe fn list<T: Copy>(found: &[T], capacity: u32, list: *mut T, count: *mut u32) {
    if !list.is_null() {
        for (index, item) in found.iter().take(capacity as usize).enumerate() {
            // SAFETY: below the capacity.
            unsafe { store(list.add(index), *item) };
        }
    }
    if !count.is_null() {
        // SAFETY: not null, so writable.
        unsafe { store(count, found.len() as u32) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use std::ptr::null_mut;

    #[rstest]
    #[case(0, [9, 9, 9])]
    #[case(1, [1, 9, 9])]
    #[case(3, [1, 2, 9])]
    fn a_list_fills_what_there_is_room_for(#[case] capacity: u32, #[case] expected: [u32; 3]) {
        let (mut items, mut count) = ([9; 3], 0);
        // SAFETY: the array has at least `capacity` elements.
        unsafe { list(&[1, 2], capacity, items.as_mut_ptr(), &raw mut count) };
        assert_eq!((items, count), (expected, 2));
    }

    #[test]
    fn a_list_that_nobody_wants_is_not_written() {
        // SAFETY: null outputs are not written.
        unsafe { list(&[1, 2], 2, null_mut::<i32>(), null_mut()) };
    }

    #[test]
    fn elements_are_those_below_the_count() {
        let items = [3, 1, 2];
        // SAFETY: the array has more elements than are read, and nothing is read of the null list.
        let (some, none) = unsafe { (elements(items.as_ptr(), 2), elements(null_mut::<i32>(), 0)) };
        assert_eq!((some.collect::<Vec<_>>(), none.count()), (vec![3, 1], 0));
    }

    #[test]
    fn null_is_seen_anywhere() {
        assert_eq!(handles([1, 2]), Ok(()));
        assert_eq!(handles([1, 0]), Err(UrResult::ERROR_INVALID_NULL_HANDLE));
        assert_eq!(pointer(null_mut::<u8>()), Err(UrResult::ERROR_INVALID_NULL_POINTER));
        // SAFETY: null stands for a descriptor that was left out.
        assert_eq!(unsafe { optional(null_mut::<u8>()) }, None);
    }
}
