//! Requests by `ioctl` to an open device.
//!
//! Each is checked as the kernel driver checks it, in its order, and gives its errors.

mod core;
mod exec;
mod exec_queue_create;
mod exec_queue_properties;
mod extensions;
mod gem_create;
mod gem_mmap_offset;
mod prime;
mod query;
mod sync;
mod syncobj;
mod table;
mod vm_bind;
mod vm_create;
mod wait_user_fence;

#[cfg(test)]
pub(crate) mod testing;

use table::{Entry, Known};
pub use table::{has_size, names};

use crate::errno::Errno;
use crate::faults::Verdict;
use crate::file::File;
use crate::sys;
use crate::uapi::request::{KIND, Request};

/// A request that is being served.
#[derive(Clone, Copy)]
struct Call<'a> {
    file: &'a File,
    verdict: Verdict,
}

/// Does what a request asks for. The address is of the argument, in the program's memory.
pub fn serve(file: &File, request: u32, address: u64) -> Result<(), Errno> {
    let report = &file.machine.report;
    let request = Request::decode(request);
    if request.kind != KIND {
        return Err(Errno::ENOTTY);
    }
    let entry = match table::find(request.number) {
        Some(Known::Emulated(entry)) => entry,
        Some(Known::NotEmulated(name)) => {
            report.not_emulated(name);
            return Err(Errno::EOPNOTSUPP);
        }
        // The device has no display: so the kernel answers where a driver does without. What is about authentication and
        // names is told as well.
        Some(Known::Display) if file.is_primary() => {
            report.not_emulated("a request that is for primary nodes only");
            return Err(Errno::EOPNOTSUPP);
        }
        // A render node is not for who shows pictures.
        Some(Known::Display) => return Err(Errno::EACCES),
        None => return Err(Errno::EINVAL),
    };
    report.count(entry.name);
    serve_entry(file, entry, request, address)
}

fn serve_entry(file: &File, entry: &Entry, request: Request, address: u64) -> Result<(), Errno> {
    // As much goes in and out as both sides know of.
    let bytes_in = if request.input && entry.request.input { request.size } else { 0 };
    let bytes_out = if request.output && entry.request.output { request.size } else { 0 };
    let mut argument = vec![0_u64; request.size.max(entry.request.size).div_ceil(8)];
    sys::copy_from(address, &mut bytes_of(&mut argument)[..bytes_in])?;
    let size = entry.size.map(|size| size(&argument));
    let result = file
        .machine
        .faults
        .meet(entry.name, size)
        .and_then(|verdict| (entry.serve)(Call { file, verdict }, &mut argument));
    if file.machine.report.logs() {
        let outcome = result.err().map_or("0".to_owned(), |errno| errno.to_string());
        let argument = (entry.describe)(&mut argument);
        file.machine.report.log(&format!("{} {argument} = {outcome}", entry.name));
    }
    if bytes_out > 0 {
        // SAFETY: the program has given this place for the answer.
        unsafe { sys::copy_to(address, &bytes_of(&mut argument)[..bytes_out]) }?;
    }
    result
}

fn bytes_of(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: words are bytes, and nothing else refers to them meanwhile.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), size_of_val(words)) }
}

/// An argument that makes sense.
fn require(condition: bool) -> Result<(), Errno> {
    if condition { Ok(()) } else { Err(Errno::EINVAL) }
}

/// Reads a structure of the program's.
fn read<T: crate::uapi::Plain>(address: u64) -> Result<T, Errno> {
    let mut value = T::default();
    sys::copy_from(address, value.bytes_mut())?;
    Ok(value)
}

/// Reads structures of the program's that follow each other.
fn read_all<T: crate::uapi::Plain>(address: u64, count: usize) -> Result<Vec<T>, Errno> {
    let mut values = vec![T::default(); count];
    for (index, value) in values.iter_mut().enumerate() {
        let offset = (index * size_of::<T>()) as u64;
        sys::copy_from(address.wrapping_add(offset), value.bytes_mut())?;
    }
    Ok(values)
}
