//! The dispatch tables, through which a loader finds the functions of this driver.

mod tables;

use core::ffi::c_void;
use std::sync::LazyLock;

use level_zero_sys::*;

use crate::faults;

pub use tables::*;

/// Address of a function.
#[derive(Clone, Copy)]
struct Address(*const c_void);

// SAFETY: functions can be called from any thread, and the address is never written through.
unsafe impl Sync for Address {}

/// One member of a table.
struct DdiEntry {
    #[cfg_attr(not(test), expect(dead_code, reason = "names what a test found"))]
    name: &'static str,
    since: (u16, u16),
    address: Address,
}

/// A table: its members in their order, oldest first.
struct Table {
    getter: &'static str,
    entries: &'static [DdiEntry],
}

/// Defines the sets of tables and the exported functions that fill one.
macro_rules! define_tables {
    ($($set:ident { $($getter:ident {
        $(($major:literal, $minor:literal) $($function:ident)*;)*
    })* })*) => {
        $(
            #[doc = concat!("The ", stringify!($set), " tables, in the order of the driver's list of them.")]
            pub(super) static $set: &[super::Table] = &[$(super::Table {
                getter: stringify!($getter),
                entries: &[$($(super::DdiEntry {
                    name: stringify!($function),
                    since: ($major, $minor),
                    address: super::Address($function as *const core::ffi::c_void),
                },)*)*],
            },)*];

            $(
                #[doc = concat!("`", stringify!($getter), "`")]
                ///
                /// # Safety
                /// The table is null, or writable in the length that it has in that version.
                #[unsafe(no_mangle)]
                pub unsafe extern "C" fn $getter(
                    version: level_zero_sys::ze_api_version_t,
                    pDdiTable: *mut *const core::ffi::c_void,
                ) -> level_zero_sys::ze_result_t {
                    // SAFETY: as the caller vouches.
                    unsafe { super::fill($set, stringify!($getter), version, pDdiTable) }
                }
            )*
        )*
    };
}
use define_tables;

/// Writes the members that the version has. What the version lacks, the caller has no room for.
///
/// # Safety
/// The table is null, or writable in the length that it has in that version.
unsafe fn fill(
    set: &[Table],
    getter: &str,
    version: ze_api_version_t,
    table: *mut *const c_void,
) -> ze_result_t {
    if table.is_null() {
        return ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER;
    }
    if version.major() != ze_api_version_t::ZE_API_VERSION_CURRENT.major() {
        return ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_VERSION;
    }
    let entries =
        set.iter().find(|candidate| candidate.getter == getter).map_or(&[][..], |found| found.entries);
    let asked = |entry: &&DdiEntry| ze_make_version(entry.since.0, entry.since.1) <= version.0;
    for (index, entry) in entries.iter().take_while(asked).enumerate() {
        // SAFETY: members are in the order of their versions, so this one is in a table of this version.
        unsafe { table.add(index).write(entry.address.0) };
    }
    ze_result_t::ZE_RESULT_SUCCESS
}

/// The head of each object: the tables of the driver's functions.
pub fn handle_tables() -> ze_handle_t {
    struct Head(ze_handle_t);
    // SAFETY: the tables are never written again.
    unsafe impl Sync for Head {}
    // SAFETY: as above.
    unsafe impl Send for Head {}
    static HEAD: LazyLock<Head> = LazyLock::new(|| {
        let version = faults::settings().api_version;
        Head(ze_handle_t {
            pCore: driver_tables(CORE, version),
            pTools: driver_tables(TOOLS, version),
            pSysman: driver_tables(SYSMAN, version),
            pRuntime: driver_tables(RUNTIME, version),
        })
    });
    HEAD.0
}

/// A driver's list of tables, as objects point to it: the version, a valid flag, and a pointer per table.
fn driver_tables<T>(set: &[Table], version: ze_api_version_t) -> *mut T {
    const VALID: u64 = 1;
    let head = u64::from(version.0) | VALID << u32::BITS;
    let mut list = vec![core::ptr::without_provenance::<c_void>(head as usize)];
    for table in set {
        let addresses: Vec<_> = table.entries.iter().map(|entry| entry.address.0).collect();
        list.push(addresses.leak().as_ptr().cast());
    }
    list.leak().as_mut_ptr().cast()
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::ptr;
    use std::collections::BTreeSet;

    const SETS: [&[Table]; 4] = [CORE, TOOLS, SYSMAN, RUNTIME];
    const UNTOUCHED: *const c_void = ptr::without_provenance(0xa5a5);

    #[test]
    fn each_version_gets_its_members_and_nothing_beyond() {
        for version in (0..=17).map(|minor| ze_api_version_t(ze_make_version(1, minor))) {
            for set in SETS {
                for table in set {
                    let length = table.entries.iter().filter(|entry| since(entry) <= version).count();
                    let mut members = vec![UNTOUCHED; table.entries.len() + 1];
                    // SAFETY: there is room for the newest version.
                    let result = unsafe { fill(set, table.getter, version, members.as_mut_ptr()) };
                    assert_eq!(result, ze_result_t::ZE_RESULT_SUCCESS);
                    let (written, rest) = members.split_at(length);
                    assert!(written.iter().all(|member| !member.is_null() && *member != UNTOUCHED));
                    assert!(rest.iter().all(|member| *member == UNTOUCHED), "{} {version:?}", table.getter);
                }
            }
        }
    }

    fn since(entry: &DdiEntry) -> ze_api_version_t {
        ze_api_version_t(ze_make_version(entry.since.0, entry.since.1))
    }

    #[test]
    fn members_never_get_older_along_a_table() {
        for table in SETS.into_iter().flatten() {
            assert!(table.entries.is_sorted_by_key(|entry| entry.since), "{}", table.getter);
        }
    }

    #[test]
    fn other_major_versions_and_null_are_refused() {
        let mut members = [UNTOUCHED; 64];
        for version in [ze_make_version(0, 91), ze_make_version(2, 0)].map(ze_api_version_t) {
            // SAFETY: there is room for each table.
            let result = unsafe { fill(CORE, "zeGetMemProcAddrTable", version, members.as_mut_ptr()) };
            assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_UNSUPPORTED_VERSION);
        }
        assert!(members.iter().all(|member| *member == UNTOUCHED));
        let version = ze_api_version_t::ZE_API_VERSION_1_17;
        // SAFETY: null is allowed.
        let result = unsafe { fill(CORE, "zeGetMemProcAddrTable", version, ptr::null_mut()) };
        assert_eq!(result, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_POINTER);
    }

    #[test]
    fn every_entry_point_is_in_the_tables_with_its_version() {
        let rows: BTreeSet<_> = SETS
            .into_iter()
            .flatten()
            .flat_map(|table| table.entries)
            .map(|entry| (entry.name, entry.since))
            .collect();
        for entry_point in ENTRY_POINTS {
            let since = entry_point.since.expect("entry points have one");
            assert!(rows.contains(&(entry_point.name, since)), "{} {since:?}", entry_point.name);
        }
    }

    #[test]
    fn the_list_of_tables_has_the_layout_of_the_header() {
        assert_eq!(size_of::<ze_dditable_driver_t>(), size_of::<usize>() * (1 + CORE.len()));
        // SAFETY: the list has just been checked to be as long.
        let list = unsafe { *handle_tables().pCore };
        assert_eq!((list.version, list.isValidFlag), (faults::settings().api_version, 1));
        let position = |getter| CORE.iter().position(|table| table.getter == getter).expect("it is there");
        let offset = core::mem::offset_of!(ze_dditable_driver_t, EventPool);
        assert_eq!(offset, size_of::<usize>() * (1 + position("zeGetEventPoolProcAddrTable")));
        let mut members = [UNTOUCHED; 64];
        // SAFETY: there is room for the table.
        unsafe { zeGetEventPoolProcAddrTable(ze_api_version_t::ZE_API_VERSION_1_17, members.as_mut_ptr()) };
        // SAFETY: the table has at least one member.
        assert_eq!(unsafe { *list.EventPool.cast::<*const c_void>() }, members[0]);
    }
}
