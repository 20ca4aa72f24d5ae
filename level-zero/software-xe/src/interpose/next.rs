//! The original functions behind the interposed ones.

use std::ffi::{CStr, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A function of the C library, looked up when it is first needed.
pub(super) struct Next {
    name: &'static CStr,
    address: AtomicUsize,
}

impl Next {
    /// The function with this name.
    pub(super) const fn new(name: &'static CStr) -> Self {
        Self { name, address: AtomicUsize::new(0) }
    }

    /// Its address; null if there is none.
    pub(super) fn address(&self) -> *const c_void {
        let known = self.address.load(Ordering::Relaxed);
        if known != 0 {
            return known as *const c_void;
        }
        // SAFETY: the name ends with a zero.
        let found = unsafe { libc::dlsym(libc::RTLD_NEXT, self.name.as_ptr()) };
        self.address.store(found as usize, Ordering::Relaxed);
        found
    }
}

/// Defines functions that stand before those of the C library. Within, `next` is the one that is stood before.
macro_rules! interpose {
    ($($(#[$meta:meta])* fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $result:ty $body:block)*) => {
        $(
            $(#[$meta])*
            #[doc = concat!("Stands before `", stringify!($name), "` of the C library.")]
            ///
            /// # Safety
            /// As of the function that it stands before.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($argument: $type),*) -> $result {
                #[allow(unused)]
                fn next() -> unsafe extern "C" fn($($type),*) -> $result {
                    static NEXT: $crate::interpose::next::Next = {
                        const NAME: &std::ffi::CStr =
                            match std::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                                Ok(name) => name,
                                Err(_) => panic!("a name has no zero in it"),
                            };
                        $crate::interpose::next::Next::new(NAME)
                    };
                    // SAFETY: a function of that name is there, as who calls this one was linked with it, and it has this
                    // type.
                    unsafe {
                        std::mem::transmute::<
                            *const std::ffi::c_void,
                            unsafe extern "C" fn($($type),*) -> $result,
                        >(NEXT.address())
                    }
                }
                $body
            }
        )*
    };
}
pub(super) use interpose;
