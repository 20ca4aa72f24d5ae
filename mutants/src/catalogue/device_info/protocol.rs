//! Queries that do not keep the protocol of all queries.

use super::answers::{fault, for_each_query};
use crate::Legacy as Mutant;
use ur_ipc_api::UrResult;

macro_rules! protocol {
    ($id:literal, $description:literal, $fault:ident) => {
        &for_each_query!($id, $description, ["device_info.ipc.query_protocol"], $fault)
    };
}

pub(super) const ANSWERS_ONLY_EXACT: &[Mutant] =
    protocol!("only_exact_size", "refuses buffers that are larger than the answer", OnlyExactSize);
pub(super) const UP_TO_EIGHT: &[Mutant] =
    protocol!("up_to_eight_bytes", "refuses buffers of more than eight bytes", UpToEightBytes);
pub(super) const SIZE_OF_BUFFER: &[Mutant] =
    protocol!("gives_size_of_buffer", "gives the size of the caller's buffer", GivesSizeOfBuffer);
pub(super) const SIZE_ONLY_IS_ZERO: &[Mutant] =
    protocol!("size_alone_is_zero", "asked for the size alone says 0", SizeAloneIsZero);
pub(super) const SIZE_ONLY_REFUSED: &[Mutant] =
    protocol!("size_alone_refused", "cannot be asked for the size alone", SizeAloneRefused);
pub(super) const ZERO_SIZE_SUCCEEDS: &[Mutant] =
    protocol!("zero_size_succeeds", "succeeds with a buffer of 0 bytes", ZeroSizeSucceeds);
pub(super) const ZERO_SIZE_WRITES: &[Mutant] =
    protocol!("zero_size_writes", "refuses a buffer of 0 bytes and writes to it", ZeroSizeWrites);
pub(super) const ZERO_SIZE_CODE: &[Mutant] =
    protocol!("zero_size_wrong_code", "answers INVALID_VALUE to a buffer of 0 bytes", ZeroSizeWrongCode);
pub(super) const NOTHING_ASKED: &[Mutant] =
    protocol!("nothing_asked_succeeds", "succeeds without any output", NothingAskedSucceeds);
pub(super) const NULL_WITH_SIZE: &[Mutant] = protocol!(
    "null_with_size_succeeds",
    "succeeds with a null buffer of some bytes and a size pointer",
    NullWithSizeSucceeds
);
pub(super) const NULL_CODE: &[Mutant] =
    protocol!("null_wrong_code", "answers INVALID_VALUE to a null buffer", NullWrongCode);
pub(super) const FILLS_BUFFER: &[Mutant] = protocol!(
    "larger_buffer_answer_last",
    "stores the answer in the last byte of a larger buffer, as a big-endian number",
    AnswerLast
);

fault!(OnlyExactSize, |query| {
    if !query.value.is_null() && query.size > 1 { UrResult::ERROR_INVALID_SIZE } else { query.run() }
});

fault!(UpToEightBytes, |query| {
    if !query.value.is_null() && query.size > 8 { UrResult::ERROR_INVALID_SIZE } else { query.run() }
});

fault!(GivesSizeOfBuffer, |query| {
    let result = query.run();
    if result.is_success() && !query.value.is_null() {
        query.write_size(query.size);
    }
    result
});

fault!(SizeAloneIsZero, |query| {
    let result = query.run();
    if result.is_success() && query.value.is_null() {
        query.write_size(0);
    }
    result
});

fault!(SizeAloneRefused, |query| {
    if query.value.is_null() { UrResult::ERROR_INVALID_NULL_POINTER } else { query.run() }
});

fault!(ZeroSizeSucceeds, |query| {
    if !query.value.is_null() && query.size == 0 { UrResult::SUCCESS } else { query.run() }
});

fault!(ZeroSizeWrites, |query| {
    let result = query.run();
    if !query.value.is_null() && query.size == 0 {
        // SAFETY: the suite says 0 bytes of a buffer that has some.
        unsafe { query.value.cast::<u8>().write(1) };
    }
    result
});

fault!(ZeroSizeWrongCode, |query| {
    if !query.value.is_null() && query.size == 0 { UrResult::ERROR_INVALID_VALUE } else { query.run() }
});

fault!(NothingAskedSucceeds, |query| {
    if query.value.is_null() && query.size_ret.is_null() { UrResult::SUCCESS } else { query.run() }
});

fault!(NullWithSizeSucceeds, |query| {
    if query.value.is_null() && !query.size_ret.is_null() {
        return query.run_with(0, query.value);
    }
    query.run()
});

fault!(NullWrongCode, |query| {
    match query.run() {
        UrResult::ERROR_INVALID_NULL_POINTER => UrResult::ERROR_INVALID_VALUE,
        result => result,
    }
});

fault!(AnswerLast, |query| {
    let result = query.run();
    if result.is_success() && !query.value.is_null() && query.size > 1 {
        // SAFETY: the caller's buffer has `size` bytes.
        unsafe { query.value.cast::<u8>().add(query.size - 1).write(query.value.cast::<u8>().read()) };
        query.write(0);
    }
    result
});
