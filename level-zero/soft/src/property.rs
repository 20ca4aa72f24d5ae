//! Writes answers: lists with a count, names, and chained structures.

use core::ffi::{c_char, c_void};
use core::ptr::NonNull;

use level_zero_sys::*;

/// Longest chain that is followed; a longer one must be a ring.
const LONGEST_CHAIN: usize = 64;

/// Answers a list: the count alone when the array is null or the count zero, else as many as there is room for.
///
/// # Safety
/// The count is null or valid, the array null or as long as the count says.
pub unsafe fn list<T, I>(
    count: *mut u32,
    array: *mut T,
    items: &[I],
    fill: impl Fn(&mut T, &I),
) -> ze_result_t {
    let Some(mut count) = NonNull::new(count) else {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    };
    // SAFETY: not null, and valid as the caller vouches.
    let count = unsafe { count.as_mut() };
    let available = items.len() as u32;
    if array.is_null() || *count == 0 {
        *count = available;
        return ze_result_t::ZE_RESULT_SUCCESS;
    }
    *count = available.min(*count);
    for (index, item) in items.iter().take(*count as usize).enumerate() {
        // SAFETY: the array is not null and has room for as many as the count says.
        fill(unsafe { &mut *array.add(index) }, item);
    }
    ze_result_t::ZE_RESULT_SUCCESS
}

/// Writes a name with its NUL, cut to the room that there is.
pub fn name<const SIZE: usize>(place: &mut [c_char; SIZE], name: &[u8]) {
    place.fill(0);
    for (place, byte) in place[..SIZE - 1].iter_mut().zip(name) {
        *place = *byte as c_char;
    }
}

/// Calls `visit` with the tag and address of each structure of a chain.
///
/// # Safety
/// Each structure of the chain starts with a tag and the pointer to the next one.
pub unsafe fn chain(mut next: *mut c_void, mut visit: impl FnMut(ze_structure_type_t, *mut c_void)) {
    for _ in 0..LONGEST_CHAIN {
        let Some(structure) = NonNull::new(next.cast::<ze_base_properties_t>()) else {
            return;
        };
        // SAFETY: as the caller vouches.
        let base = unsafe { structure.read() };
        visit(base.stype, next);
        next = base.pNext;
    }
}

/// The result of checks that end in an error.
pub fn result(checks: Result<(), ze_result_t>) -> ze_result_t {
    checks.err().unwrap_or(ze_result_t::ZE_RESULT_SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr;
    use rstest::rstest;

    #[rstest]
    #[case::asks_for_the_count(0, 3, [0, 0, 0, 0])]
    #[case::too_little_room(2, 2, [7, 8, 0, 0])]
    #[case::just_enough(3, 3, [7, 8, 9, 0])]
    #[case::more_than_enough(4, 3, [7, 8, 9, 0])]
    fn lists(#[case] room: u32, #[case] told: u32, #[case] expected: [u32; 4]) {
        let (mut count, mut array) = (room, [0; 4]);
        // SAFETY: the array has room for four.
        let result =
            unsafe { list(&mut count, array.as_mut_ptr(), &[7, 8, 9], |place, item| *place = *item) };
        assert_eq!((result, count, array), (ze_result_t::ZE_RESULT_SUCCESS, told, expected));
    }

    #[test]
    fn a_list_without_count_or_array() {
        let fill = |place: &mut u32, item: &u32| *place = *item;
        // SAFETY: null is allowed.
        let result = unsafe { list(ptr::null_mut(), ptr::null_mut(), &[1], fill) };
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER);
        let mut count = 9;
        // SAFETY: null is allowed.
        let result = unsafe { list(&mut count, ptr::null_mut(), &[1], fill) };
        assert_eq!((result, count), (ze_result_t::ZE_RESULT_SUCCESS, 1));
    }

    #[test]
    fn names_are_cut_and_end_in_nul() {
        let mut place = [9; 4];
        name(&mut place, b"abcdef");
        assert_eq!(place, [97, 98, 99, 0]);
        name(&mut place, b"x");
        assert_eq!(place, [120, 0, 0, 0]);
    }

    #[test]
    fn chains_are_walked_and_rings_end() {
        let mut last = ze_base_properties_t { stype: ze_structure_type_t(2), pNext: ptr::null_mut() };
        let first = ze_base_properties_t { stype: ze_structure_type_t(1), pNext: (&raw mut last).cast() };
        let mut tags = Vec::new();
        // SAFETY: both structures are alive.
        unsafe { chain((&raw const first).cast_mut().cast(), |tag, _| tags.push(tag.0)) };
        assert_eq!(tags, [1, 2]);
        last.pNext = (&raw mut last).cast();
        let mut visits = 0;
        // SAFETY: the structure is alive.
        unsafe { chain((&raw mut last).cast(), |_, _| visits += 1) };
        assert_eq!(visits, LONGEST_CHAIN);
    }
}
