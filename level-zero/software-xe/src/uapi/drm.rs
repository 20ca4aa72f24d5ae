//! The interface of all graphics devices: `drm.h`.

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

    /// `struct drm_syncobj_create`
    SyncobjCreate: 8 { handle: u32, flags: u32, }

    /// `struct drm_syncobj_destroy`
    SyncobjDestroy: 8 { handle: u32, pad: u32, }

    /// `struct drm_syncobj_handle`; the point came later than the rest
    SyncobjHandle: 24 { handle: u32, flags: u32, fd: i32, pad: u32, point: u64, }

    /// `struct drm_syncobj_wait`
    SyncobjWait: 40 {
        handles: u64, timeout_nsec: i64, count_handles: u32, flags: u32, first_signaled: u32, pad: u32,
        deadline_nsec: u64,
    }

    /// `struct drm_syncobj_timeline_wait`
    SyncobjTimelineWait: 48 {
        handles: u64, points: u64, timeout_nsec: i64, count_handles: u32, flags: u32, first_signaled: u32, pad: u32,
        deadline_nsec: u64,
    }

    /// `struct drm_syncobj_array`
    SyncobjArray: 16 { handles: u64, count_handles: u32, pad: u32, }

    /// `struct drm_syncobj_timeline_array`
    SyncobjTimelineArray: 24 { handles: u64, points: u64, count_handles: u32, flags: u32, }

    /// `struct drm_syncobj_transfer`
    SyncobjTransfer: 32 {
        src_handle: u32, dst_handle: u32, src_point: u64, dst_point: u64, flags: u32, pad: u32,
    }
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
/// `DRM_IOCTL_SYNCOBJ_CREATE`
pub const SYNCOBJ_CREATE: Request = Request::both::<SyncobjCreate>(0xBF);
/// `DRM_IOCTL_SYNCOBJ_DESTROY`
pub const SYNCOBJ_DESTROY: Request = Request::both::<SyncobjDestroy>(0xC0);
/// `DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD`
pub const SYNCOBJ_HANDLE_TO_FD: Request = Request::both::<SyncobjHandle>(0xC1);
/// `DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE`
pub const SYNCOBJ_FD_TO_HANDLE: Request = Request::both::<SyncobjHandle>(0xC2);
/// `DRM_IOCTL_SYNCOBJ_WAIT`
pub const SYNCOBJ_WAIT: Request = Request::both::<SyncobjWait>(0xC3);
/// `DRM_IOCTL_SYNCOBJ_RESET`
pub const SYNCOBJ_RESET: Request = Request::both::<SyncobjArray>(0xC4);
/// `DRM_IOCTL_SYNCOBJ_SIGNAL`
pub const SYNCOBJ_SIGNAL: Request = Request::both::<SyncobjArray>(0xC5);
/// `DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT`
pub const SYNCOBJ_TIMELINE_WAIT: Request = Request::both::<SyncobjTimelineWait>(0xCA);
/// `DRM_IOCTL_SYNCOBJ_QUERY`
pub const SYNCOBJ_QUERY: Request = Request::both::<SyncobjTimelineArray>(0xCB);
/// `DRM_IOCTL_SYNCOBJ_TRANSFER`
pub const SYNCOBJ_TRANSFER: Request = Request::both::<SyncobjTransfer>(0xCC);
/// `DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL`
pub const SYNCOBJ_TIMELINE_SIGNAL: Request = Request::both::<SyncobjTimelineArray>(0xCD);

/// `DRM_SYNCOBJ_*`
#[allow(missing_docs)]
pub mod syncobj {
    pub const CREATE_SIGNALED: u32 = 1 << 0;
    /// Of both directions between handles and descriptors.
    pub const SYNC_FILE: u32 = 1 << 0;
    pub const TIMELINE: u32 = 1 << 1;
    pub const WAIT_ALL: u32 = 1 << 0;
    pub const WAIT_FOR_SUBMIT: u32 = 1 << 1;
    pub const WAIT_AVAILABLE: u32 = 1 << 2;
    pub const WAIT_DEADLINE: u32 = 1 << 3;
    pub const QUERY_LAST_SUBMITTED: u32 = 1 << 0;
}

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
/// The number behind the last request that all devices have.
pub const CORE_COUNT: u8 = 0xD2 + 1;
