//! Functions of the loader itself: its file, its version, and the translation to the drivers' own handles.

use level_zero_sys::{Library, ze_api_version_t, ze_result_t};
use std::ffi::{CStr, CString, OsStr, c_char, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// `zel_component_version_t`
#[repr(C)]
#[derive(Clone, Copy)]
struct ComponentVersion {
    name: [c_char; 64],
    spec_version: ze_api_version_t,
    /// Major, minor, patch.
    version: [i32; 3],
}

/// `zel_handle_type_t`, as far as handles are translated here.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum HandleType {
    /// `ZEL_HANDLE_DEVICE`
    Device = 1,
    /// `ZEL_HANDLE_CONTEXT`
    Context = 2,
    /// `ZEL_HANDLE_COMMAND_LIST`
    CommandList = 4,
    /// `ZEL_HANDLE_EVENT`
    Event = 7,
}

type GetVersions = unsafe extern "C" fn(*mut usize, *mut ComponentVersion) -> ze_result_t;
type TranslateHandle = unsafe extern "C" fn(HandleType, *mut c_void, *mut *mut c_void) -> ze_result_t;

/// The results of a search in the loader's library.
#[derive(Clone, Default)]
pub struct LoaderExtras {
    /// The file, as the dynamic linker names it.
    pub path: Option<PathBuf>,
    get_versions: Option<GetVersions>,
    translate: Option<TranslateHandle>,
}

impl LoaderExtras {
    /// Looks into a library that is open already.
    pub fn find(library: &Library) -> Self {
        let Some(known) = library.functions().zeDriverGet else { return Self::default() };
        let Some(path) = file_of(known as *const c_void) else { return Self::default() };
        let Ok(name) = CString::new(path.as_os_str().as_bytes()) else { return Self::default() };
        // SAFETY: the name ends in NUL; nothing is loaded, so no initialiser runs.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        if handle.is_null() {
            return Self { path: Some(path), ..Self::default() };
        }
        // SAFETY: the handle is open and the names end in NUL. Null becomes `None`, and the functions of these names
        // have these types in the loader's header.
        let extras = unsafe {
            Self {
                path: Some(path),
                get_versions: std::mem::transmute::<*mut c_void, Option<GetVersions>>(libc::dlsym(
                    handle,
                    c"zelLoaderGetVersions".as_ptr(),
                )),
                translate: std::mem::transmute::<*mut c_void, Option<TranslateHandle>>(libc::dlsym(
                    handle,
                    c"zelLoaderTranslateHandle".as_ptr(),
                )),
            }
        };
        // SAFETY: opened above. The library stays: `Library` never closes it.
        unsafe { libc::dlclose(handle) };
        extras
    }

    /// "1.27.0" of the loader, if it tells.
    pub fn version(&self) -> Option<String> {
        let get = self.get_versions?;
        let mut count = 0;
        // SAFETY: without an array the call only counts. The drivers are initialised.
        unsafe { get(&raw mut count, std::ptr::null_mut()) }.ok().ok()?;
        let empty = ComponentVersion { name: [0; 64], spec_version: ze_api_version_t(0), version: [0; 3] };
        let mut found = vec![empty; count];
        // SAFETY: the array has as many elements as the count says.
        unsafe { get(&raw mut count, found.as_mut_ptr()) }.ok().ok()?;
        found.truncate(count);
        let loader = found.iter().find(|component| text(&component.name).as_deref() == Some("loader"))?;
        let [major, minor, patch] = loader.version;
        Some(format!("{major}.{minor}.{patch}"))
    }

    /// The driver's own handle behind one of the loader's, as functions found by name demand. A loader that cannot
    /// translate hands out the driver's own.
    pub fn translate(&self, kind: HandleType, handle: *mut c_void) -> *mut c_void {
        let Some(translate) = self.translate else { return handle };
        let mut own = std::ptr::null_mut();
        // SAFETY: the caller's handle is alive and of this kind; the output is a local variable.
        let answer = unsafe { translate(kind, handle, &raw mut own) }.ok();
        if answer.is_ok() && !own.is_null() { own } else { handle }
    }
}

/// A string in an array of a fixed size.
pub fn text(chars: &[c_char]) -> Option<String> {
    let bytes: Vec<u8> = chars.iter().map(|byte| byte.cast_unsigned()).collect();
    Some(CStr::from_bytes_until_nul(&bytes).ok()?.to_string_lossy().into_owned())
}

/// The file that a function comes from.
fn file_of(function: *const c_void) -> Option<PathBuf> {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: any address may be asked for; the output is a local variable.
    let found = unsafe { libc::dladdr(function, &raw mut info) };
    if found == 0 || info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the dynamic linker gives a string that lives as long as the library, which is never closed.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(PathBuf::from(OsStr::from_bytes(name.to_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_knows_its_file() {
        let path = file_of(libc::getpid as *const c_void).expect("a file");
        assert!(path.is_absolute() && path.exists(), "{}", path.display());
    }

    #[test]
    fn without_translation_a_handle_is_the_drivers_own() {
        let handle = std::ptr::without_provenance_mut(0x1000);
        assert_eq!(LoaderExtras::default().translate(HandleType::Context, handle), handle);
    }

    #[test]
    fn texts_end_at_the_first_nul() {
        assert_eq!(text(&[65, 66, 0, 67]).as_deref(), Some("AB"));
        assert_eq!(text(&[65, 66]), None);
    }
}
