//! Imported objects that give wrong information.

use crate::Legacy as Mutant;
use crate::catalogue::tools::{Known, layer};
use std::ffi::c_void;
use ur_ipc_api::*;

const REQUIREMENT: &[&str] = &["cross_process.physical_memory.size_and_info"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "cross_physical_imported_size_is_zero",
        "An object imported from another process reports the size 0",
        REQUIREMENT,
        SizeIsZero::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_physical_imported_size_is_power_of_two",
        "An object imported from another process reports its size rounded up to a power of two",
        REQUIREMENT,
        SizeIsPowerOfTwo::make,
    ),
    Mutant::new(
        "cross_physical_imported_context_is_null",
        "An object imported from another process has no context",
        REQUIREMENT,
        ContextIsNull::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_physical_imported_device_is_null",
        "An object imported from another process has no device",
        REQUIREMENT,
        DeviceIsNull::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_physical_imported_count_is_two",
        "An object imported from another process counts the exporter's reference as well",
        REQUIREMENT,
        CountIsTwo::make,
    ),
    Mutant::new(
        "cross_physical_imported_properties_are_unset",
        "The properties of an object imported from another process are zeroes",
        REQUIREMENT,
        PropertiesAreUnset::make,
    )
    .seen_in("intel/llvm PR 22092"),
    Mutant::new(
        "cross_physical_imported_knows_count_only",
        "An object imported from another process knows its count of references and nothing else",
        REQUIREMENT,
        KnowsCountOnly::make,
    )
    .seen_in("intel/llvm PR 22092"),
];

/// Defines a layer that changes answers about objects of other processes: what a query returns that succeeded
/// with a buffer, by its name, the buffer and its result.
macro_rules! imported_info {
    ($type:ident, |$name:ident, $value:ident, $result:ident| $answer:expr) => {
        layer!($type { imported: Known }
            unsafe fn ipc_open_phys_mem_handle_exp(
                &self,
                context: ContextHandle,
                device: DeviceHandle,
                data: *const c_void,
                size: usize,
                object: *mut PhysicalMemHandle,
            ) -> UrResult {
                let below = &*self.inner;
                // SAFETY: same contract.
                let result = unsafe { below.ipc_open_phys_mem_handle_exp(context, device, data, size, object) };
                if result.is_success() {
                    // SAFETY: the successful call has read 96 bytes: the exporter is in them.
                    let exporter = unsafe { data.cast::<u8>().add(16).cast::<u32>().read_unaligned() };
                    if exporter != std::process::id() {
                        // SAFETY: written by the successful call.
                        self.imported.add(unsafe { object.read() }.address());
                    }
                }
                result
            }

            unsafe fn physical_mem_get_info(
                &self,
                object: PhysicalMemHandle,
                $name: PhysicalMemInfo,
                size: usize,
                $value: *mut c_void,
                size_ret: *mut usize,
            ) -> UrResult {
                let below = &*self.inner;
                // SAFETY: same contract.
                let $result = unsafe { below.physical_mem_get_info(object, $name, size, $value, size_ret) };
                if !$result.is_success() || $value.is_null() || !self.imported.has(object.address()) {
                    return $result;
                }
                $answer
            }
        );
    };
}

/// Replaces the answer to one query.
fn replace<T: Copy>(
    (name, of): (PhysicalMemInfo, PhysicalMemInfo),
    value: *mut c_void,
    new: impl FnOnce(T) -> T,
) -> UrResult {
    if name == of {
        // SAFETY: the query has just written its answer there, which is a `T`.
        unsafe { value.cast::<T>().write_unaligned(new(value.cast::<T>().read_unaligned())) };
    }
    UrResult::SUCCESS
}

imported_info!(SizeIsZero, |name, value, result| {
    replace((name, PhysicalMemInfo::SIZE), value, |_: usize| 0)
});

imported_info!(SizeIsPowerOfTwo, |name, value, result| {
    replace((name, PhysicalMemInfo::SIZE), value, usize::next_power_of_two)
});

imported_info!(ContextIsNull, |name, value, result| {
    replace((name, PhysicalMemInfo::CONTEXT), value, |_: usize| 0)
});

imported_info!(DeviceIsNull, |name, value, result| {
    replace((name, PhysicalMemInfo::DEVICE), value, |_: usize| 0)
});

imported_info!(CountIsTwo, |name, value, result| {
    replace((name, PhysicalMemInfo::REFERENCE_COUNT), value, |count: u32| count + 1)
});

imported_info!(PropertiesAreUnset, |name, value, result| {
    replace((name, PhysicalMemInfo::PROPERTIES), value, |_: [u8; 24]| [0; 24])
});

imported_info!(KnowsCountOnly, |name, value, result| {
    if name == PhysicalMemInfo::REFERENCE_COUNT { result } else { UrResult::ERROR_UNSUPPORTED_ENUMERATION }
});
