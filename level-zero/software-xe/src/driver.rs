//! The file of the driver above, which carries kernels.

use std::ffi::CString;

use crate::gpu::kernels::KernelLibrary;
use crate::machine::Machine;
use crate::sys;

/// The parts of file names by which Intel's drivers are recognized.
const NAMES: [&str; 2] = ["libze_intel_gpu.so", "libigdrcl.so"];

/// The kernels in the file that was named, or else in the driver that this process has loaded.
pub fn kernels(machine: &Machine) -> KernelLibrary {
    let path = machine.settings.driver.clone().or_else(loaded);
    match path.as_deref().and_then(FileMapping::open) {
        Some(file) => KernelLibrary::in_driver(file),
        None => {
            machine.report.warn_once(
                "no driver with kernels is loaded, so that none can run; SOFTWARE_XE_DRIVER names its file",
            );
            KernelLibrary::empty()
        }
    }
}

/// The path of a driver that this process has mapped.
fn loaded() -> Option<String> {
    let fd = sys::open_read(c"/proc/self/maps").ok()?;
    let mut maps = Vec::new();
    let read = sys::read_all(fd, &mut maps);
    sys::close(fd);
    read.ok()?;
    let maps = String::from_utf8_lossy(&maps);
    maps.lines()
        .filter_map(|line| line.find('/').map(|start| &line[start..]))
        .find(|path| {
            let name = path.rsplit('/').next().unwrap_or_default();
            NAMES.iter().any(|known| name.starts_with(known))
        })
        .map(ToOwned::to_owned)
}

/// A file in memory.
struct FileMapping {
    address: usize,
    length: usize,
}

impl FileMapping {
    fn open(path: &str) -> Option<Self> {
        let path = CString::new(path).ok()?;
        let fd = sys::open_read(&path).ok()?;
        let length = sys::stat(fd).map_or(0, |stat| stat.st_size as usize);
        // SAFETY: the kernel chooses a free place.
        let mapped =
            unsafe { sys::mmap(std::ptr::null_mut(), length, libc::PROT_READ, libc::MAP_PRIVATE, fd, 0) };
        sys::close(fd);
        mapped.ok().map(|address| Self { address: address as usize, length })
    }
}

impl AsRef<[u8]> for FileMapping {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: it is mapped for as long as this lives; libraries are not written.
        unsafe { std::slice::from_raw_parts(self.address as *const u8, self.length) }
    }
}

impl Drop for FileMapping {
    fn drop(&mut self) {
        // SAFETY: who has the slice has the mapping.
        unsafe { sys::munmap(self.address as *mut libc::c_void, self.length) };
    }
}
