//! The interface between programs and the kernel driver: structures and numbers of `drm.h` and `xe_drm.h`.

pub mod drm;
pub mod request;
pub mod xe;

/// A structure that any bytes are a value of.
///
/// # Safety
/// It is made of integers and of such structures, without padding.
pub unsafe trait Plain: Copy + Default {
    /// Its bytes.
    fn bytes(&self) -> &[u8] {
        // SAFETY: there is no padding, so that all bytes have values.
        unsafe { std::slice::from_raw_parts(std::ptr::from_ref(self).cast(), size_of::<Self>()) }
    }

    /// Its bytes, to be given other values.
    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: any bytes are a value, and nothing else refers to it.
        unsafe { std::slice::from_raw_parts_mut(std::ptr::from_mut(self).cast(), size_of::<Self>()) }
    }
}

// SAFETY: they are integers.
unsafe impl Plain for u64 {}
// SAFETY: they are integers.
unsafe impl Plain for u32 {}

/// Defines structures of the interface, with their sizes.
macro_rules! structures {
    ($($(#[$meta:meta])* $name:ident: $size:literal { $($field:ident: $type:ty,)* })*) => {
        $(
            $(#[$meta])*
            #[repr(C)]
            #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
            #[allow(missing_docs)]
            pub struct $name { $(pub $field: $type,)* }

            // SAFETY: the fields are integers and such structures, and the sum of their sizes is the whole.
            unsafe impl $crate::uapi::Plain for $name {}

            const _: () = {
                assert!(size_of::<$name>() == $size);
                assert!(size_of::<$name>() == 0 $(+ size_of::<$type>())*);
            };
        )*
    };
}
pub(crate) use structures;
