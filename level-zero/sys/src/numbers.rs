//! Additions to results, versions and tags.

use crate::{ze_api_version_t, ze_result_t, ze_structure_type_t};

impl ze_result_t {
    /// Turns the result into a [`Result`]; anything but success is the error.
    ///
    /// `ZE_RESULT_NOT_READY` and the answers of queries are errors in this sense too.
    ///
    /// # Errors
    /// The result itself when it is not [`ze_result_t::ZE_RESULT_SUCCESS`].
    pub const fn ok(self) -> Result<(), Self> {
        if self.0 == Self::ZE_RESULT_SUCCESS.0 { Ok(()) } else { Err(self) }
    }
}

impl core::fmt::Display for ze_result_t {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Debug::fmt(self, f)
    }
}

impl core::error::Error for ze_result_t {}

/// Packs a major and a minor version into one number.
#[must_use]
pub const fn ze_make_version(major: u16, minor: u16) -> u32 {
    (major as u32) << 16 | minor as u32
}

impl ze_api_version_t {
    /// Major version.
    #[must_use]
    pub const fn major(self) -> u32 {
        self.0 >> 16
    }

    /// Minor version.
    #[must_use]
    pub const fn minor(self) -> u32 {
        self.0 & 0xffff
    }
}

/// Tags of Intel's driver, among the numbers that the specification leaves free.
impl ze_structure_type_t {
    /// Tag of [`zex_counter_based_event_desc_t`](crate::zex_counter_based_event_desc_t).
    pub const ZEX_STRUCTURE_COUNTER_BASED_EVENT_DESC: Self = Self(0x0003_001c);
    /// Tag of
    /// [`zex_counter_based_event_external_sync_alloc_properties_t`](crate::zex_counter_based_event_external_sync_alloc_properties_t).
    pub const ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_SYNC_ALLOC_PROPERTIES: Self = Self(0x0003_001d);
    /// Tag of
    /// [`zex_counter_based_event_external_storage_properties_t`](crate::zex_counter_based_event_external_storage_properties_t).
    pub const ZEX_STRUCTURE_COUNTER_BASED_EVENT_EXTERNAL_STORAGE_ALLOC_PROPERTIES: Self = Self(0x0003_0027);
}
