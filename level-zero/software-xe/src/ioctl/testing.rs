//! Files, machines and objects for tests of requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::serve;
use crate::device::Device;
use crate::errno::Errno;
use crate::file::File;
use crate::machine::Machine;
use crate::settings::Settings;
use crate::sys;
use crate::uapi::Plain;
use crate::uapi::request::Request;
use crate::uapi::xe::{self, GemCreate, VmCreate};

/// An open B580.
pub(crate) fn file() -> File {
    File::open(machine(Settings::default()), 0)
}

/// An open device of this kind.
pub(crate) fn file_of(device: &'static Device) -> File {
    File::open(machine(Settings { devices: vec![device], ..Settings::default() }), 0)
}

/// A machine of its own, whose local memory it shares with nobody.
pub(crate) fn machine(settings: Settings) -> Arc<Machine> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let machine = format!("test-{}-{}", sys::process_id(), COUNT.fetch_add(1, Ordering::Relaxed));
    Arc::new(Machine::new(Settings { machine, ..settings }).unwrap())
}

/// Makes a request.
pub(crate) fn call<T: Plain>(file: &File, request: Request, argument: &mut T) -> Result<(), Errno> {
    serve(file, request.encode(), std::ptr::from_mut(argument) as u64)
}

/// A valid object in local memory.
pub(crate) fn local_object() -> GemCreate {
    GemCreate { size: 65536, placement: 2, cpu_caching: xe::gem::CACHING_WC, ..GemCreate::default() }
}

/// Creates an object in local memory.
pub(crate) fn object(file: &File) -> u32 {
    let mut create = local_object();
    call(file, xe::GEM_CREATE, &mut create).unwrap();
    create.handle
}

/// Creates an address space for queues that run as long as they like.
pub(crate) fn vm(file: &File) -> u32 {
    let mut create = VmCreate { flags: xe::vm::LR_MODE, ..VmCreate::default() };
    call(file, xe::VM_CREATE, &mut create).unwrap();
    create.vm_id
}
