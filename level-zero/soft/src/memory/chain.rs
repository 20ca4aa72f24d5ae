//! Chains of extension structures.

use core::ffi::c_void;

use level_zero_sys::ze_structure_type_t;

/// Longer chains are taken for loops.
const LONGEST: usize = 64;

/// The head of every structure of a chain.
#[repr(C)]
struct Head {
    stype: ze_structure_type_t,
    next: *mut c_void,
}

/// The first structure with this tag in a chain; null if there is none.
///
/// # Safety
/// The chain is null or consists of readable structures.
pub(crate) unsafe fn find<T>(chain: *const c_void, stype: ze_structure_type_t) -> *mut T {
    let mut next = chain.cast::<Head>();
    for _ in 0..LONGEST {
        if next.is_null() {
            break;
        }
        // SAFETY: not null, and the start of a structure as the caller vouches.
        let head = unsafe { &*next };
        if head.stype == stype {
            return next.cast_mut().cast();
        }
        next = head.next.cast();
    }
    core::ptr::null_mut()
}

#[cfg(test)]
mod tests {
    use super::*;
    use level_zero_sys::{
        ze_external_memory_export_desc_t, ze_external_memory_import_fd_t, ze_physical_mem_desc_t,
    };

    #[test]
    fn a_structure_is_found_behind_others() {
        let import = ze_external_memory_import_fd_t { fd: 7, ..Default::default() };
        let mut export = ze_external_memory_export_desc_t::new();
        export.pNext = (&raw const import).cast();
        let chain = (&raw const export).cast();
        // SAFETY: the chain consists of the two structures above.
        let found: *mut ze_external_memory_import_fd_t =
            unsafe { find(chain, ze_external_memory_import_fd_t::STYPE) };
        assert_eq!(found.cast_const(), &raw const import);
        // SAFETY: as above.
        let none: *mut ze_physical_mem_desc_t = unsafe { find(chain, ze_physical_mem_desc_t::STYPE) };
        assert!(none.is_null());
    }

    #[test]
    fn a_loop_ends() {
        let mut export = ze_external_memory_export_desc_t::new();
        export.pNext = (&raw const export).cast();
        let chain = export.pNext;
        // SAFETY: the chain consists of one structure, again and again.
        let none: *mut ze_physical_mem_desc_t = unsafe { find(chain, ze_physical_mem_desc_t::STYPE) };
        assert!(none.is_null());
    }
}
