//! The types, numbers and signatures are those of the C API on 64-bit Linux.

#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

mod catalogue;
mod headers;
mod layout;
mod probe;
