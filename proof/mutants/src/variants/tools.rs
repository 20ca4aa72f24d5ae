//! What variants on the host backend are written with.

pub(super) use super::Catalogue;
pub(super) use crate::catalogue::tools::shared;
pub(super) use crate::change::Freedom;
pub(super) use crate::layer::codes::*;
pub(super) use crate::layer::sharing::*;
pub(super) use crate::layer::{Below, Call, Kept, Ptr};
pub(super) use ur_ipc_api::*;
