//! Kernels that a driver carries, and their effects.
//!
//! A driver's copies, fills and queries are kernels in its own file. The code that a walker starts is looked up there.
//! The description beside it has the places of its arguments. A model of the same name does what the kernel's source
//! says.

mod arguments;
mod info;
mod launch;
mod models;
mod zebin;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use arguments::Arguments;
use info::KernelInfo;
pub(super) use launch::Grid;
use launch::Items;
use zebin::Text;

use crate::gpu::bus::Bus;
use crate::gpu::engine::Meter;
use crate::gpu::fault::Reason;

/// Kernels begin at a multiple of this, and so does what they may skip.
const ENTRY_STEP: usize = 64;
/// The furthest place in its code at which a kernel is started.
const LAST_ENTRY: usize = 512;

/// Why a kernel cannot be run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// None that the driver carries.
    #[error(
        "the code at {address:#x} is none of the {known} kernels that the driver carries; others cannot be run"
    )]
    Unknown {
        /// The address at which the walker starts its threads.
        address: u64,
        /// The number of kernels that the driver carries.
        known: usize,
    },
    /// One that the driver carries, and that has no model.
    #[error("the kernel {0} is not emulated")]
    NotEmulated(String),
    /// The description contradicts itself or the kernel's source.
    #[error("the kernel's description cannot be used: {0}")]
    Description(String),
    /// An argument that is passed in a way other than as an address or a value.
    #[error("an argument in the {0} addressing mode is not emulated")]
    AddressingMode(String),
    /// The walker passes less than the kernel takes.
    #[error("an argument of {size} bytes at {offset} lies beyond the payload of {payload} bytes")]
    Payload {
        /// The offset at which the argument begins.
        offset: usize,
        /// The size of the argument.
        size: usize,
        /// The bytes that the walker passes.
        payload: usize,
    },
    /// An argument that the model needs and the description does not have.
    #[error("the kernel's description lacks argument {0}")]
    Missing(usize),
    /// Hardware and kernel are told different sizes of a work group.
    #[error("work groups of {walked:?} items are started, and the kernel is told of {told:?}")]
    GroupSize {
        /// By the walker.
        walked: [u32; 3],
        /// By the payload.
        told: [u32; 3],
    },
    /// A value that the kernel's source makes no sense of.
    #[error("{0}")]
    Argument(String),
}

/// The kernels in a driver's file. The file is looked through when the first kernel is started.
pub struct KernelLibrary {
    file: Box<dyn AsRef<[u8]> + Send + Sync>,
    texts: OnceLock<Vec<Text>>,
    /// The kernels that were found before, by their addresses. Each is compared again each time.
    found: Mutex<HashMap<u64, Arc<Kernel>>>,
}

/// A kernel as it was found in memory.
struct Kernel {
    /// The index of its text.
    text: usize,
    /// The offset in its code at which threads begin.
    entry: usize,
    /// Bytes of code from there on.
    length: usize,
    info: KernelInfo,
}

/// The number of addresses that are remembered; a process has a few dozen.
const REMEMBERED: usize = 1024;

impl KernelLibrary {
    /// The kernels in the file of a driver.
    pub fn in_driver(file: impl AsRef<[u8]> + Send + Sync + 'static) -> Self {
        Self { file: Box::new(file), texts: OnceLock::new(), found: Mutex::default() }
    }

    /// No kernels.
    pub fn empty() -> Self {
        Self::in_driver([])
    }

    /// The names of the kernels, each once for every form of its code.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts().iter().map(|text| text.name.as_str())
    }

    /// The offset in the file at which the code of each kernel lies.
    #[cfg(any(test, feature = "fuzzing"))]
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.texts().iter().map(|text| text.range.start)
    }

    fn file(&self) -> &[u8] {
        (*self.file).as_ref()
    }

    fn texts(&self) -> &[Text] {
        self.texts.get_or_init(|| zebin::kernels(self.file()))
    }

    /// Recognises the kernel at an address by its code.
    fn recognise(&self, bus: &Bus<'_>, address: u64) -> Result<Arc<Kernel>, Reason> {
        let known = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&address).cloned();
        if let Some(kernel) = known {
            let mut code = vec![0; kernel.length];
            let text = &self.texts()[kernel.text];
            if bus.read(address, &mut code).is_ok() && text.is(self.file(), kernel.entry, &code) {
                return Ok(kernel);
            }
        }
        let kernel = Arc::new(self.look_up(bus, address)?);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.len() >= REMEMBERED {
            found.clear();
        }
        found.insert(address, Arc::clone(&kernel));
        Ok(kernel)
    }

    fn look_up(&self, bus: &Bus<'_>, address: u64) -> Result<Kernel, Reason> {
        let texts = self.texts();
        let longest = texts.iter().map(|text| text.range.len()).max().unwrap_or(0);
        let code = readable(bus, address, longest)?;
        let mut candidates: Vec<Kernel> = Vec::new();
        let mut broken = None;
        for (at, text) in texts.iter().enumerate() {
            let entries = (0..text.range.len().min(LAST_ENTRY + 1)).step_by(ENTRY_STEP);
            for entry in entries.filter(|entry| text.is(self.file(), *entry, &code)) {
                match KernelInfo::find(&self.file()[text.info.clone()], &text.name) {
                    Ok(info) if entry == 0 || entry == info.skip() => {
                        candidates.push(Kernel { text: at, entry, length: text.range.len() - entry, info });
                    }
                    Ok(_) => {}
                    Err(error) => broken = Some(KernelError::Description(error)),
                }
            }
        }
        // A short kernel's code may be the beginning of a longer one's.
        let longest = candidates.into_iter().max_by_key(|kernel| kernel.length);
        longest.ok_or_else(|| broken.unwrap_or(KernelError::Unknown { address, known: texts.len() }).into())
    }

    /// Runs the kernel that a walker starts.
    pub(super) fn run(&self, bus: &mut Bus<'_>, meter: &mut Meter, walk: &Walk) -> Result<(), Reason> {
        let kernel = self.recognise(bus, walk.code)?;
        let name = &self.texts()[kernel.text].name;
        let model = models::find(name).ok_or_else(|| KernelError::NotEmulated(name.clone()))?;
        let payload = walk.payload(bus, &kernel.info)?;
        let arguments = Arguments::of(&kernel.info, &payload)?;
        let items = Items::of(&walk.grid, arguments.local_size, arguments.global_offset)?;
        meter.work(items.count())?;
        if items.count() == 0 {
            return Ok(());
        }
        model(&mut models::Call { bus, meter, arguments: &arguments, items: &items })
    }
}

/// The parts of a walker that describe the kernel to start.
pub(super) struct Walk {
    /// The address at which threads begin.
    pub(super) code: u64,
    pub(super) grid: Grid,
    /// The part of the payload that is in the command, if it is used.
    pub(super) inline: Option<Vec<u8>>,
    /// The address of the other part, and its size with the own part of each thread.
    pub(super) indirect: (u64, usize),
}

impl Walk {
    /// The payload that all threads have in common.
    fn payload(&self, bus: &Bus<'_>, info: &KernelInfo) -> Result<Vec<u8>, Reason> {
        let mut payload = self.inline.clone().unwrap_or_default();
        payload.truncate(info.inline_size());
        let rest = info.payload_size().saturating_sub(payload.len()).min(self.indirect.1);
        let mut indirect = vec![0; rest];
        bus.read(self.indirect.0, &mut indirect)?;
        payload.extend(indirect);
        Ok(payload)
    }
}

/// The bytes from an address on that can be read, up to `most`.
fn readable(bus: &Bus<'_>, address: u64, most: usize) -> Result<Vec<u8>, Reason> {
    let mut code = vec![0; most];
    if bus.read(address, &mut code).is_ok() {
        return Ok(code);
    }
    let mut read = 0;
    for chunk in code.chunks_mut(ENTRY_STEP) {
        match bus.read(address.wrapping_add(read as u64), chunk) {
            Ok(()) => read += chunk.len(),
            Err(fault) if read == 0 => return Err(fault.into()),
            Err(_) => break,
        }
    }
    code.truncate(read);
    Ok(code)
}
