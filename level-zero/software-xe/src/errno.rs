//! The errors that system calls give.

use std::fmt;

/// An error number of Linux.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Errno(pub i32);

macro_rules! errnos {
    ($($name:ident)*) => {
        impl Errno {
            $(#[doc = concat!("`", stringify!($name), "`")] pub const $name: Self = Self(libc::$name);)*

            /// Every error with a name here.
            pub const ALL: &[(&str, Self)] = &[$((stringify!($name), Self::$name)),*];
        }
    };
}

errnos! {
    E2BIG EACCES EAGAIN EBADF EBUSY ECANCELED EEXIST EFAULT EINTR EINVAL EIO EISDIR ELOOP EMFILE ENFILE ENOBUFS ENODEV ENOENT
    ENOMEM ENOSPC ENOTDIR ENOTTY EOPNOTSUPP EPERM ERANGE EROFS ESRCH ETIME ETIMEDOUT
}

impl Errno {
    /// The error with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, errno)| *errno)
    }

    /// The error of the last call of the C library on this thread.
    pub fn last() -> Self {
        // SAFETY: the C library gives the place of this thread's own.
        Self(unsafe { *libc::__errno_location() })
    }

    /// Leaves it behind for the caller of a function of the C library.
    pub fn set(self) {
        // SAFETY: as above.
        unsafe { *libc::__errno_location() = self.0 }
    }
}

impl fmt::Display for Errno {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::ALL.iter().find(|(_, errno)| errno == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "errno {}", self.0),
        }
    }
}
