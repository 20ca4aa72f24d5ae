//! Tools for variants of SYCL's implementations.

pub(super) use crate::layer::sharing::{Family, handle};
pub(super) use crate::layer::{Notes, Set};
pub(super) use crate::sycl::Below;
pub(super) use crate::variants::Catalogue;
pub(super) use ur_ipc_api::sycl::*;
pub(super) use ur_ipc_host::handle_data::SIZE;

/// State that several closures of a variant share. Variants stay until the process ends.
pub(super) use crate::variants::tools::shared;

/// An exception of this code.
pub(super) fn thrown<T>(errc: Errc) -> Result<T> {
    Err(Error { errc, message: "the variant says so".to_owned(), ur: None })
}
