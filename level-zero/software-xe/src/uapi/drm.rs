//! What all graphics devices have: `drm.h`.

use super::request::Request;
use super::structures;

structures! {
    /// `struct drm_version`
    Version: 64 {
        major: i32, minor: i32, patchlevel: i32, pad: u32,
        name_len: u64, name: u64, date_len: u64, date: u64, desc_len: u64, desc: u64,
    }

    /// `struct drm_gem_close`
    GemClose: 8 { handle: u32, pad: u32, }

    /// `struct drm_prime_handle`
    PrimeHandle: 12 { handle: u32, flags: u32, fd: i32, }

    /// `struct drm_get_cap`
    GetCap: 16 { capability: u64, value: u64, }
}

/// `DRM_IOCTL_VERSION`
pub const VERSION: Request = Request::both::<Version>(0x00);
/// `DRM_IOCTL_GEM_CLOSE`
pub const GEM_CLOSE: Request = Request::given::<GemClose>(0x09);
/// `DRM_IOCTL_GET_CAP`
pub const GET_CAP: Request = Request::both::<GetCap>(0x0C);
/// `DRM_IOCTL_PRIME_HANDLE_TO_FD`
pub const PRIME_HANDLE_TO_FD: Request = Request::both::<PrimeHandle>(0x2D);
/// `DRM_IOCTL_PRIME_FD_TO_HANDLE`
pub const PRIME_FD_TO_HANDLE: Request = Request::both::<PrimeHandle>(0x2E);

/// `DRM_CLOEXEC`: the new descriptor is closed when another program starts.
pub const CLOEXEC: u32 = libc::O_CLOEXEC as u32;
/// `DRM_RDWR`: what the new descriptor names may be mapped for writing.
pub const RDWR: u32 = libc::O_RDWR as u32;

/// `DRM_CAP_*`
pub mod capability {
    /// A device can be imported from, and exported to.
    pub const PRIME: u64 = 5;
    /// Event timestamps are of the monotonic clock.
    pub const TIMESTAMP_MONOTONIC: u64 = 6;
    /// There are synchronisation objects.
    pub const SYNCOBJ: u64 = 0x13;
    /// There are synchronisation objects with timelines.
    pub const SYNCOBJ_TIMELINE: u64 = 0x14;
}

/// The first request of a driver's own, and the first that is not.
pub const DRIVER: std::ops::Range<u8> = 0x40..0xA0;
/// How many requests all devices have.
pub const CORE_COUNT: u8 = 0xD2 + 1;
