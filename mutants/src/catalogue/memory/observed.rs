//! Defects where UR leaves a choice and these choose nothing that it offers. Tests write them down.

use super::support::{about, device_of};
use crate::catalogue::cross_process::sharing::{Defect, End, Get, Memory, Notes, Open, Physical, Put, make};
use crate::{Legacy as Mutant, Manner};
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicUsize, Ordering};
use ur_ipc_api::{UrResult, UsmAllocInfo, UsmPoolHandle, UsmType};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "memory_get_of_host_usm_exports_other_memory",
        "The handle of host USM opens to other memory",
        &["memory.get.host_or_shared_usm"],
        make::<Memory, ExportsOther<{ UsmType::HOST.0 }>>,
    ),
    Mutant::new(
        "memory_get_of_shared_usm_exports_other_memory",
        "The handle of shared USM opens to other memory",
        &["memory.get.host_or_shared_usm"],
        make::<Memory, ExportsOther<{ UsmType::SHARED.0 }>>,
    ),
    Mutant::new(
        "memory_other_context_code_unknown",
        "Calls with another context give a code that says nothing",
        &["memory.other_context"],
        make::<Memory, OtherContextUnknown>,
    ),
    Mutant::new(
        "memory_other_context_of_physical_memory_code_unknown",
        "Calls for physical memory with another context give a code that says nothing",
        &["memory.other_context"],
        make::<Physical, OtherContextUnknown>,
    ),
    Mutant::new(
        "memory_open_at_home_works_at_times",
        "In the exporting process every second Open fails",
        &["memory.open.same_process"],
        make::<Memory, AtTimes>,
    ),
    Mutant::new(
        "memory_open_of_stale_bytes_crashes",
        "Open of bytes that name nothing any more crashes",
        &["memory.open.stale"],
        make::<Memory, RefusedCrashes>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "memory_open_trusts_the_offset",
        "Open reads behind the allocation when the handle says so",
        &["memory.open.forged_fields"],
        make::<Memory, TrustsOffset>,
    )
    .by(Manner::Crash),
    Mutant::new(
        "memory_get_of_import_closes_it",
        "Get on an opened pointer closes it",
        &["memory.open.reexport"],
        make::<Memory, GetCloses>,
    ),
];

/// Exports another allocation in the place of one of this type.
#[derive(Default)]
struct ExportsOther<const TYPE: u32>;

impl<const TYPE: u32> Defect for ExportsOther<TYPE> {
    fn get(&self, call: &Get<'_>) -> UrResult {
        let result = call.run();
        let kind = about(call.below, call.context, call.object, UsmAllocInfo::TYPE);
        if result.is_success() || kind != Some(TYPE as usize) {
            return result;
        }
        let device = device_of(call.below, call.context);
        let mut object = null_mut();
        // SAFETY: the context is the caller's, and there is room for the pointer.
        let allocated = unsafe {
            let pool = UsmPoolHandle::NULL;
            call.below.usm_device_alloc(call.context, device, null(), pool, 1 << 16, &raw mut object)
        };
        if allocated.is_success() { Get { object, ..*call }.run() } else { result }
    }
}

/// Says less than that the context is wrong.
#[derive(Default)]
struct OtherContextUnknown;

impl OtherContextUnknown {
    fn code(result: UrResult) -> UrResult {
        if result == UrResult::ERROR_INVALID_CONTEXT { UrResult::ERROR_UNKNOWN } else { result }
    }
}

impl Defect for OtherContextUnknown {
    fn get(&self, call: &Get<'_>) -> UrResult {
        Self::code(call.run())
    }

    fn put(&self, call: &Put<'_>) -> UrResult {
        Self::code(call.run())
    }

    fn close(&self, call: &End<'_>) -> UrResult {
        Self::code(call.run())
    }
}

/// Fails in the exporting process, every second time.
#[derive(Default)]
struct AtTimes {
    opens: AtomicUsize,
}

impl Defect for AtTimes {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let at_home = call.bytes().is_some() && !call.is_foreign();
        if at_home && self.opens.fetch_add(1, Ordering::Relaxed) % 2 == 1 {
            return UrResult::ERROR_INVALID_VALUE;
        }
        call.run()
    }
}

/// Crashes on bytes of a handle's size that are no handle, or no longer.
#[derive(Default)]
pub(in crate::catalogue) struct RefusedCrashes;

impl Defect for RefusedCrashes {
    fn open(&self, call: &Open<'_>) -> UrResult {
        let result = call.run();
        if !result.is_success() && call.bytes().is_some() {
            std::process::abort();
        }
        result
    }
}

/// Goes as far as the offset says.
#[derive(Default)]
struct TrustsOffset;

impl Defect for TrustsOffset {
    fn open(&self, call: &Open<'_>) -> UrResult {
        if call.offset() > call.object_size() {
            std::process::abort();
        }
        call.run()
    }
}

/// Closes what is exported, if it was opened.
#[derive(Default)]
struct GetCloses {
    imports: Notes<()>,
}

impl Defect for GetCloses {
    fn open(&self, call: &Open<'_>) -> UrResult {
        call.run_noted(&self.imports)
    }

    fn get(&self, call: &Get<'_>) -> UrResult {
        let Get { below, family, context, object, .. } = *call;
        let result = call.run();
        if self.imports.take(object.addr()).is_some() {
            End { below, family, context, object, closes: true }.run();
        }
        result
    }
}
