//! Unified Runtime below SYCL, by its C ABI.

use crate::runtime::Runtime;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::Arc;
use ur_ipc_api::sycl::{Device, SyclIpc};
use ur_ipc_api::{AdapterHandle, DeviceHandle, DeviceInfo, DeviceType, PlatformHandle, UrIpc, UrResult};
use ur_ipc_sys::libraries;
use ur_ipc_ur::{Options, UrBackend};

/// The adapters that SYCL has in this process, behind a loader that can be called.
pub(crate) struct UnifiedRuntime {
    pub(crate) ur: Arc<dyn UrIpc>,
    /// Its devices, each in the place of SYCL's.
    pub(crate) devices: Vec<DeviceHandle>,
}

impl UnifiedRuntime {
    /// Opens it, if there is one, and its devices are those of SYCL, by name and UUID.
    pub(crate) fn below(runtime: &Runtime) -> Option<Self> {
        let options = Options { library: loader()?, layers: Vec::new() };
        let ur: Arc<dyn UrIpc> = Arc::new(UrBackend::open(options).ok()?);
        let devices = devices(&*ur)?;
        let below = devices.iter().map(|&device| {
            let name = info(&*ur, device, DeviceInfo::NAME)?;
            let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
            Some((String::from_utf8_lossy(&name[..end]).into_owned(), info(&*ur, device, DeviceInfo::UUID)))
        });
        let of_sycl = (0..runtime.count().ok()?).map(Device).map(|device| {
            // SAFETY: the device is one of the runtime's.
            let name = unsafe { runtime.device_name(device) }.ok()?;
            Some((name, runtime.uuid(device).ok()))
        });
        (below.collect::<Option<Vec<_>>>()? == of_sycl.collect::<Option<Vec<_>>>()?)
            .then_some(Self { ur, devices })
    }
}

/// The loader in this process. A libsycl that has one built in exports nothing of it, and takes adapters from where a loader of
/// the same build lies beside them: as a library is in a process once, that loader finds the very same adapters.
fn loader() -> Option<PathBuf> {
    let mapped = libraries::mapped();
    let named = |beginning: &str| mapped.iter().find(|path| begins(path, beginning));
    let beside = || Some(named("libur_adapter_")?.with_file_name("libur_loader.so.0"));
    named("libur_loader").cloned().or_else(beside).filter(|path| path.exists())
}

/// Whether the name of a file begins like this.
pub(crate) fn begins(path: &Path, beginning: &str) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning))
}

/// All devices, by adapter and platform.
fn devices(ur: &dyn UrIpc) -> Option<Vec<DeviceHandle>> {
    let mut all = Vec::new();
    // SAFETY: `list` has room for what it asks for, in all three.
    let adapters: Vec<AdapterHandle> = list(|n, out, count| unsafe { ur.adapter_get(n, out, count) })?;
    for adapter in adapters {
        let platforms: Vec<PlatformHandle> =
            // SAFETY: as above.
            list(|n, out, count| unsafe { ur.platform_get(adapter, n, out, count) })?;
        for platform in platforms {
            // SAFETY: as above.
            let found =
                list(|n, out, count| unsafe { ur.device_get(platform, DeviceType::ALL, n, out, count) });
            // A platform without devices may say so by an error.
            all.extend(found.unwrap_or_default());
        }
    }
    Some(all)
}

/// UR's way of listing: count, then fetch.
fn list<H: Copy + Default>(get: impl Fn(u32, *mut H, *mut u32) -> UrResult) -> Option<Vec<H>> {
    let mut count = 0;
    if !get(0, null_mut(), &raw mut count).is_success() {
        return None;
    }
    let mut handles = vec![H::default(); count as usize];
    if count > 0 && !get(count, handles.as_mut_ptr(), null_mut()).is_success() {
        return None;
    }
    Some(handles)
}

fn info(ur: &dyn UrIpc, device: DeviceHandle, info: DeviceInfo) -> Option<Vec<u8>> {
    let mut size = 0;
    // SAFETY: there is room for the size.
    if !unsafe { ur.device_get_info(device, info, 0, null_mut(), &raw mut size) }.is_success() {
        return None;
    }
    let mut value = vec![0; size];
    // SAFETY: there is room for as many bytes as were announced.
    let answer = unsafe { ur.device_get_info(device, info, size, value.as_mut_ptr().cast(), null_mut()) };
    answer.is_success().then_some(value)
}
