//! All allocations of this process, by address.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use level_zero_sys::ze_result_t;

use super::allocation::{Allocation, InUse};
use super::checks::{CallResult, ensure, lock};
use crate::context::Context;

static ALLOCATIONS: Mutex<BTreeMap<usize, Arc<Allocation>>> = Mutex::new(BTreeMap::new());

/// Makes an allocation known and gives its first address.
pub(super) fn insert(allocation: Allocation) -> usize {
    let base = allocation.base;
    lock(&ALLOCATIONS).insert(base, Arc::new(allocation));
    base
}

/// The allocation around an address.
pub(super) fn around(address: usize) -> Option<Arc<Allocation>> {
    let allocations = lock(&ALLOCATIONS);
    let (base, allocation) = allocations.range(..=address).next_back()?;
    (address - base < allocation.size).then(|| Arc::clone(allocation))
}

/// The allocation around an address, if it belongs to the context.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if there is none.
pub(super) fn of_context(context: &Arc<Context>, address: usize) -> CallResult<Arc<Allocation>> {
    around(address)
        .filter(|allocation| Arc::ptr_eq(&allocation.context, context))
        .ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

/// Forgets the allocation of the context that starts at the address and is what `wanted` says.
///
/// # Errors
/// `ZE_RESULT_ERROR_INVALID_ARGUMENT` if there is none.
pub(super) fn remove(
    context: &Arc<Context>,
    address: usize,
    wanted: impl FnOnce(&Allocation) -> bool,
) -> CallResult<Arc<Allocation>> {
    let mut allocations = lock(&ALLOCATIONS);
    let found = allocations
        .get(&address)
        .is_some_and(|found| Arc::ptr_eq(&found.context, context) && wanted(found.as_ref()));
    ensure(found, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)?;
    allocations.remove(&address).ok_or(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT)
}

/// Marks the allocation around an address as in use; `None` for memory that no allocation has.
pub(crate) fn in_use(address: usize) -> Option<InUse> {
    around(address).map(InUse::new)
}
