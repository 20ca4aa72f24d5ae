//! `sycl_ext_oneapi_virtual_mem`: addresses for physical memory.

mod mapping;
mod reservation;

pub use mapping::{AddressAccessMode, Mapping, unmap};
pub use reservation::{VirtualMem, reserve_virtual_mem};

use crate::aspect::Aspect;
use crate::context::Context;
use crate::device::Device;
use crate::error::{Function, Result};
use crate::info;
use ur_ipc_api::VirtualMemGranularityInfo;

/// `granularity_mode`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[doc(alias = "granularity_mode")]
pub enum GranularityMode {
    /// `granularity_mode::minimum`: what must divide sizes and addresses.
    Minimum,
    /// `granularity_mode::recommended`: with what they work best.
    #[default]
    Recommended,
}

/// `get_mem_granularity`: bytes that divide sizes and offsets of physical and virtual memory, by
/// `urVirtualMemGranularityGetInfo`.
///
/// # Errors
/// [`Errc::FeatureNotSupported`](crate::Errc::FeatureNotSupported) if the device does not have
/// [`Aspect::ExtOneapiVirtualMem`]; [`Errc::Invalid`](crate::Errc::Invalid) for a device of another context;
/// [`Errc::Runtime`](crate::Errc::Runtime) with the answer.
pub fn get_mem_granularity(device: &Device, context: &Context, mode: GranularityMode) -> Result<usize> {
    const F: Function = Function("get_mem_granularity");
    device.require(F, Aspect::ExtOneapiVirtualMem)?;
    context.require_member(F, device)?;
    granularity(F, device, context, mode, 1)
}

/// The granularity of so many bytes: Unified Runtime may answer by the size.
fn granularity(
    function: Function,
    device: &Device,
    context: &Context,
    mode: GranularityMode,
    num_bytes: usize,
) -> Result<usize> {
    let name = match mode {
        GranularityMode::Minimum => VirtualMemGranularityInfo::MINIMUM,
        GranularityMode::Recommended => VirtualMemGranularityInfo::RECOMMENDED,
    };
    info::value(function, "urVirtualMemGranularityGetInfo", |size, value, ret| {
        let (ur, context, device) = (context.ur(), context.ur_handle(), device.ur_handle());
        // SAFETY: context and device are live; the place has this many bytes.
        unsafe { ur.virtual_mem_granularity_get_info(context, device, num_bytes, name, size, value, ret) }
    })
}

/// `errc::invalid` for no bytes, and unless the minimum granularity divides the size and all of `places`. SYCL leaves that
/// undefined.
pub(crate) fn require_granular(
    function: Function,
    device: &Device,
    context: &Context,
    num_bytes: usize,
    places: &[usize],
) -> Result<()> {
    if num_bytes == 0 {
        return Err(function.invalid("there is at least one byte"));
    }
    let granule = granularity(function, device, context, GranularityMode::Minimum, num_bytes)?;
    match places.iter().chain([&num_bytes]).find(|value| !value.is_multiple_of(granule)) {
        None => Ok(()),
        Some(odd) => {
            let message = format!("{odd} is no multiple of {granule}, the granularity of {num_bytes} bytes");
            Err(function.invalid(message))
        }
    }
}
