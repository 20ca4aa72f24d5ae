//! Platforms, the first objects: an implementation of Unified Runtime, and its platforms.

use crate::context::{Context, ContextInner};
use crate::device::Device;
use crate::error::{Function, Result};
use crate::info;
use crate::lock::lock;
use std::fmt;
use std::sync::{Arc, Mutex, Weak};
use ur_ipc_api::{AdapterHandle, DeviceHandle, DeviceType, PlatformHandle, PlatformInfo, UrIpc};

/// `sycl::platform`: devices that one driver serves, of an implementation of Unified Runtime.
///
/// Cheap to clone; everything made of it keeps it alive. Any thread may use it.
#[derive(Clone)]
#[doc(alias = "sycl::platform")]
pub struct Platform {
    pub(crate) inner: Arc<PlatformInner>,
}

pub struct PlatformInner {
    adapter: Arc<Adapter>,
    handle: PlatformHandle,
    devices: Vec<DeviceHandle>,
    default_context: Mutex<Weak<ContextInner>>,
}

/// An adapter, which `urAdapterGet` gives a reference of.
struct Adapter {
    ur: Arc<dyn UrIpc>,
    handle: AdapterHandle,
}

impl Drop for Adapter {
    fn drop(&mut self) {
        // SAFETY: the reference is this value's own, and nothing made of it is left, as all of that keeps it alive.
        let _ = unsafe { self.ur.adapter_release(self.handle) };
    }
}

impl Platform {
    /// `platform::get_platforms`: all platforms of an implementation, by `urAdapterGet`, `urPlatformGet` and
    /// `urDeviceGet`.
    ///
    /// This is the one place where an implementation is trusted. All that is made of the platforms is checked against what
    /// Unified Runtime asks of a caller; that the implementation keeps its side cannot be.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with what an entry point answered.
    ///
    /// # Safety
    /// `ur` does what Unified Runtime's specification says when it is called as that asks: what it reports to have written it
    /// has written, the buffers that it gives are as long as it says, and it writes to no others.
    #[doc(alias = "platform::get_platforms")]
    pub unsafe fn get_platforms(ur: Arc<dyn UrIpc>) -> Result<Vec<Self>> {
        const F: Function = Function("platform::get_platforms");
        let adapters = info::list(F, "urAdapterGet", |places, list: *mut AdapterHandle, found| {
            // SAFETY: the list has this many places, and the number is a local variable.
            unsafe { ur.adapter_get(places, list, found) }
        })?;
        // All at once, so that none is left behind where a query fails.
        let adapters = adapters.into_iter().map(|handle| Arc::new(Adapter { ur: Arc::clone(&ur), handle }));
        let mut all = Vec::new();
        for adapter in adapters.collect::<Vec<_>>() {
            let platforms = info::list(F, "urPlatformGet", |places, list: *mut PlatformHandle, found| {
                // SAFETY: as above; the adapter is live.
                unsafe { ur.platform_get(adapter.handle, places, list, found) }
            })?;
            for handle in platforms {
                let devices = info::list(F, "urDeviceGet", |places, list: *mut DeviceHandle, found| {
                    // SAFETY: as above; the platform is one of the adapter's.
                    unsafe { ur.device_get(handle, DeviceType::ALL, places, list, found) }
                })?;
                let (adapter, default_context) = (Arc::clone(&adapter), Mutex::default());
                all.push(Self {
                    inner: Arc::new(PlatformInner { adapter, handle, devices, default_context }),
                });
            }
        }
        Ok(all)
    }

    /// The implementation, for calls that this crate has not. Each is `unsafe`: it has to leave alone what values of this crate
    /// rely on.
    #[must_use]
    pub fn ur(&self) -> &dyn UrIpc {
        &*self.inner.adapter.ur
    }

    /// `platform::get_devices`: its devices, in the order of `urDeviceGet`.
    #[must_use]
    pub fn get_devices(&self) -> Vec<Device> {
        self.inner.devices.iter().map(|&handle| Device::new(self.clone(), handle)).collect()
    }

    /// `platform::khr_get_default_context`: a context of all devices of the platform.
    ///
    /// There is one at a time, which all share that hold it. It ends when nobody does, where SYCL's lasts as long as the
    /// program.
    ///
    /// # Errors
    /// As [`Context::new`].
    #[doc(alias = "platform::khr_get_default_context")]
    pub fn khr_get_default_context(&self) -> Result<Context> {
        let mut default_context = lock(&self.inner.default_context);
        if let Some(inner) = default_context.upgrade() {
            return Ok(Context { inner });
        }
        let context = Context::new(&self.get_devices())?;
        *default_context = Arc::downgrade(&context.inner);
        Ok(context)
    }

    /// `platform::get_info<info::platform::name>`, by `urPlatformGetInfo`.
    ///
    /// # Errors
    /// [`Errc::Runtime`](crate::Errc::Runtime) with its answer.
    pub fn name(&self) -> Result<String> {
        info::text(Function("platform::get_info"), "urPlatformGetInfo", |size, value, ret| {
            // SAFETY: the platform is live; the place has this many bytes.
            unsafe { self.ur().platform_get_info(self.inner.handle, PlatformInfo::NAME, size, value, ret) }
        })
    }
}

impl PartialEq for Platform {
    /// True if both are the same one, of the same [`get_platforms`](Self::get_platforms).
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }
}

impl Eq for Platform {}

impl fmt::Debug for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Platform").field(&self.inner.handle).finish()
    }
}
