//! Versions of the specification.

/// C boolean: zero is false.
pub type ze_bool_t = u8;

/// Packs a major and a minor version into one number.
#[must_use]
pub const fn ze_make_version(major: u16, minor: u16) -> u32 {
    (major as u32) << 16 | minor as u32
}

enumeration! {
    /// Version of the specification: major in the upper, minor in the lower 16 bits.
    ze_api_version_t {
        /// Version 1.0.
        ZE_API_VERSION_1_0 = ze_make_version(1, 0),
        /// Version 1.1.
        ZE_API_VERSION_1_1 = ze_make_version(1, 1),
        /// Version 1.2.
        ZE_API_VERSION_1_2 = ze_make_version(1, 2),
        /// Version 1.3.
        ZE_API_VERSION_1_3 = ze_make_version(1, 3),
        /// Version 1.4.
        ZE_API_VERSION_1_4 = ze_make_version(1, 4),
        /// Version 1.5.
        ZE_API_VERSION_1_5 = ze_make_version(1, 5),
        /// Version 1.6.
        ZE_API_VERSION_1_6 = ze_make_version(1, 6),
        /// Version 1.7.
        ZE_API_VERSION_1_7 = ze_make_version(1, 7),
        /// Version 1.8.
        ZE_API_VERSION_1_8 = ze_make_version(1, 8),
        /// Version 1.9.
        ZE_API_VERSION_1_9 = ze_make_version(1, 9),
        /// Version 1.10.
        ZE_API_VERSION_1_10 = ze_make_version(1, 10),
        /// Version 1.11.
        ZE_API_VERSION_1_11 = ze_make_version(1, 11),
        /// Version 1.12.
        ZE_API_VERSION_1_12 = ze_make_version(1, 12),
        /// Version 1.13.
        ZE_API_VERSION_1_13 = ze_make_version(1, 13),
        /// Version 1.14.
        ZE_API_VERSION_1_14 = ze_make_version(1, 14),
        /// Version 1.15.
        ZE_API_VERSION_1_15 = ze_make_version(1, 15),
        /// Version 1.16.
        ZE_API_VERSION_1_16 = ze_make_version(1, 16),
        /// Version 1.17.
        ZE_API_VERSION_1_17 = ze_make_version(1, 17),
        /// The version which this crate binds.
        ZE_API_VERSION_CURRENT = ze_make_version(1, 17),
    }
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
