//! Mutants against the requirements of the family `device_info`.

mod answers;
mod promises;
mod protocol;
mod query;
mod unsupported;

use crate::Legacy as Mutant;

/// The tables of the files here.
pub(super) const TABLES: &[&[Mutant]] = &[
    query::TRUE_IS_255,
    query::SIZE_IS_FOUR,
    query::NEEDS_FOUR_BYTES,
    query::ANSWERS_NOTHING,
    query::ALTERNATES,
    query::NEEDS_SIZE_POINTER,
    query::WRITES_BEHIND,
    protocol::ANSWERS_ONLY_EXACT,
    protocol::UP_TO_EIGHT,
    protocol::SIZE_OF_BUFFER,
    protocol::SIZE_ONLY_IS_ZERO,
    protocol::SIZE_ONLY_REFUSED,
    protocol::ZERO_SIZE_SUCCEEDS,
    protocol::ZERO_SIZE_WRITES,
    protocol::ZERO_SIZE_CODE,
    protocol::NOTHING_ASKED,
    protocol::NULL_WITH_SIZE,
    protocol::NULL_CODE,
    protocol::FILLS_BUFFER,
    promises::MUTANTS,
    unsupported::OF_MEMORY,
    unsupported::OF_PHYSICAL,
    unsupported::OTHERS,
];

/// The files here.
pub(super) const FILES: &[fn(&mut crate::catalogue::Catalogue)] = &[];
