//! Queries that do not answer 0 or 1 in one byte, each time the same.

use super::answers::{fault, for_each_query};
use crate::Legacy as Mutant;
use ur_ipc_api::UrResult;

pub(super) const TRUE_IS_255: &[Mutant] =
    &for_each_query!("true_is_255", "stores true as 255", [], TrueIs255);
pub(super) const SIZE_IS_FOUR: &[Mutant] =
    &for_each_query!("size_is_four", "gives the size of a four-byte boolean", [], SizeIsFour);
pub(super) const NEEDS_FOUR_BYTES: &[Mutant] =
    &for_each_query!("needs_four_bytes", "refuses buffers of less than four bytes", [], NeedsFourBytes);
pub(super) const ANSWERS_NOTHING: &[Mutant] =
    &for_each_query!("answers_nothing", "succeeds and stores nothing", [], AnswersNothing);
pub(super) const ALTERNATES: &[Mutant] =
    &for_each_query!("alternates", "answers the contrary every third time", [], Alternates);
pub(super) const NEEDS_SIZE_POINTER: &[Mutant] =
    &for_each_query!("needs_size_pointer", "refuses to answer without a size pointer", [], NeedsSizePointer);
pub(super) const WRITES_BEHIND: &[Mutant] =
    &for_each_query!("writes_behind", "writes one byte behind its answer", [], WritesBehind);

fault!(TrueIs255, |query| {
    let result = query.run();
    if result.is_success() {
        query.write(255);
    }
    result
});

fault!(SizeIsFour, |query| {
    let result = query.run();
    if result.is_success() {
        query.write_size(4);
    }
    result
});

fault!(NeedsFourBytes, |query| {
    if !query.value.is_null() && query.size < 4 { UrResult::ERROR_INVALID_SIZE } else { query.run() }
});

fault!(AnswersNothing, |query| {
    let mut unseen = 0u8;
    if query.value.is_null() || query.size == 0 {
        query.run()
    } else {
        query.run_with(1, (&raw mut unseen).cast())
    }
});

fault!(Alternates, |query| {
    let result = query.run();
    if result.is_success() && query.number % 3 == 2 {
        query.write(0);
    }
    result
});

fault!(NeedsSizePointer, |query| {
    // The suite asks so before each test of a family.
    if query.size_ret.is_null() && query.number > 0 {
        return UrResult::ERROR_INVALID_NULL_POINTER;
    }
    query.run()
});

fault!(WritesBehind, |query| {
    let result = query.run();
    // Only calls with a size pointer: their buffers have room behind.
    if result.is_success() && !query.value.is_null() && !query.size_ret.is_null() && query.size == 1 {
        // SAFETY: the suite's buffers for such calls are longer than what it says.
        unsafe { query.value.cast::<u8>().add(1).write(0) };
    }
    result
});
