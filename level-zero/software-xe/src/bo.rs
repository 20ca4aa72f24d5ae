//! Buffer objects: memory that handles name, address spaces map, and processes share.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use crate::errno::Errno;
use crate::keeper::{Keeper, Kept};
use crate::sys;
use crate::vram::{Share, Vram};

/// The beginning of the name of every object's memory file.
const NAME: &str = "software-xe-bo";

/// The first `mmap` offset of objects: lower ones stand for other things.
const FIRST_OFFSET: u64 = 1 << 32;

/// The attributes with which an object was created. They go along with the object to other processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attributes {
    /// The device, by its number.
    pub device: usize,
    /// The memory regions that it may be in.
    pub placement: u32,
    /// `DRM_XE_GEM_CPU_CACHING_*`
    pub caching: u16,
    /// Whether it must not be compressed.
    pub no_compression: bool,
}

impl Attributes {
    /// Whether it takes local memory.
    fn is_local(self) -> bool {
        self.placement & !1 != 0
    }

    /// Whether it can do without local memory.
    fn can_be_system(self) -> bool {
        self.placement & 1 != 0
    }

    fn to_name(self) -> String {
        let mut name = NAME.to_owned();
        let no_compression = u8::from(self.no_compression);
        write!(name, ":{}:{}:{}:{no_compression}", self.device, self.placement, self.caching)
            .expect("a string takes what is written");
        name
    }

    fn from_name(name: &str) -> Option<Self> {
        let mut fields = name.strip_prefix(NAME)?.strip_prefix(':')?.split(':');
        let mut next = || fields.next()?.parse::<u32>().ok();
        let attributes = Self {
            device: next()? as usize,
            placement: next()?,
            caching: u16::try_from(next()?).ok()?,
            no_compression: next()? == 1,
        };
        fields.next().is_none().then_some(attributes)
    }
}

/// An object.
#[derive(Debug)]
pub struct Bo {
    keeper: Arc<Keeper>,
    kept: Kept,
    /// The attributes with which it was created.
    pub attributes: Attributes,
    /// The offset that stands for it in `mmap`.
    pub offset: u64,
    /// The address space that alone may map it, by its number among all of the process.
    pub private_to: Option<u64>,
    /// The address at which the GPU sees it, once it has been needed.
    mapping: OnceLock<usize>,
    share: Mutex<Backing>,
}

/// The place of an object's memory.
#[derive(Debug)]
enum Backing {
    /// Nowhere yet.
    Deferred(Arc<Vram>),
    /// In local memory.
    Local { _share: Share },
    /// In system memory, or in local memory that is accounted for elsewhere.
    Other,
}

impl Bo {
    /// Its bytes.
    pub fn size(&self) -> u64 {
        self.kept.size
    }

    /// The inode of its file, which tells it from all others, in all processes.
    pub fn inode(&self) -> u64 {
        self.kept.inode
    }

    /// A descriptor for the process, with which others may import it.
    pub fn export(&self, close_on_exec: bool) -> Result<i32, Errno> {
        self.keeper.export(self.kept, close_on_exec)
    }

    /// Maps a part for the program.
    pub fn map(
        &self,
        address: *mut libc::c_void,
        length: usize,
        protection: i32,
        flags: i32,
        offset: u64,
    ) -> Result<*mut libc::c_void, Errno> {
        self.keeper.map(self.kept, address, length, protection, flags, offset)
    }

    /// Takes the memory, if that was put off.
    pub fn back(&self) -> Result<(), Errno> {
        let mut backing = self.share.lock().unwrap_or_else(PoisonError::into_inner);
        if let Backing::Deferred(vram) = &*backing {
            *backing = take(vram, self.attributes, self.size())?;
        }
        Ok(())
    }

    /// The address at which the GPU sees its first byte; all of its size is mapped.
    pub fn memory(&self) -> Result<*mut u8, Errno> {
        if let Some(place) = self.mapping.get() {
            return Ok(*place as *mut u8);
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
        let length = self.size() as usize;
        let place = self.keeper.map(self.kept, std::ptr::null_mut(), length, protection, flags, 0)?;
        if self.mapping.set(place as usize).is_err() {
            // SAFETY: another thread was first, and nobody knows of this mapping.
            unsafe { sys::munmap(place, length) };
        }
        Ok(self.mapping.get().map_or(place, |place| *place as *mut libc::c_void).cast())
    }
}

impl Drop for Bo {
    fn drop(&mut self) {
        if let Some(place) = self.mapping.get() {
            // SAFETY: whoever uses the memory has a reference to the object.
            unsafe { sys::munmap(*place as *mut libc::c_void, self.size() as usize) };
        }
        self.keeper.release(self.kept);
    }
}

fn take(vram: &Arc<Vram>, attributes: Attributes, size: u64) -> Result<Backing, Errno> {
    if !attributes.is_local() {
        return Ok(Backing::Other);
    }
    match vram.take(attributes.device, size) {
        Ok(share) => Ok(Backing::Local { _share: share }),
        Err(_) if attributes.can_be_system() => Ok(Backing::Other),
        Err(errno) => Err(errno),
    }
}

/// Objects by what tells them apart.
type Known = HashMap<u64, Weak<Bo>>;

/// The objects of a process.
#[derive(Debug)]
pub struct Objects {
    keeper: Arc<Keeper>,
    vram: Arc<Vram>,
    /// An object that is imported is the one that is there, if there is one.
    known: Mutex<Known>,
    /// The offset of the next object, for `mmap`.
    next_offset: AtomicU64,
}

impl Objects {
    /// None yet.
    pub fn new(vram: Arc<Vram>) -> Result<Self, Errno> {
        Ok(Self {
            keeper: Arc::new(Keeper::start()?),
            vram,
            known: Mutex::default(),
            next_offset: AtomicU64::new(FIRST_OFFSET),
        })
    }

    /// Creates an object.
    pub fn create(
        &self,
        attributes: Attributes,
        size: u64,
        deferred: bool,
        private_to: Option<u64>,
    ) -> Result<Arc<Bo>, Errno> {
        let backing = if deferred {
            Backing::Deferred(Arc::clone(&self.vram))
        } else {
            take(&self.vram, attributes, size)?
        };
        let kept = self.keeper.create(&attributes.to_name(), size)?;
        Ok(self.add(&mut self.known(), kept, attributes, private_to, backing))
    }

    /// The object that a descriptor names.
    pub fn import(&self, fd: i32) -> Result<Arc<Bo>, Errno> {
        let (kept, name) = self.keeper.adopt(fd)?;
        let mut known = self.known();
        if let Some(bo) = known.get(&kept.inode).and_then(Weak::upgrade) {
            self.keeper.release(kept);
            return Ok(bo);
        }
        match Attributes::from_name(&name) {
            Some(attributes) => Ok(self.add(&mut known, kept, attributes, None, Backing::Other)),
            None => {
                self.keeper.release(kept);
                Err(Errno::EINVAL)
            }
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(
        &self,
        known: &mut Known,
        kept: Kept,
        attributes: Attributes,
        private_to: Option<u64>,
        backing: Backing,
    ) -> Arc<Bo> {
        let bo = Arc::new(Bo {
            keeper: Arc::clone(&self.keeper),
            kept,
            attributes,
            offset: self.next_offset.fetch_add(kept.size.next_multiple_of(4096), Ordering::Relaxed),
            private_to,
            mapping: OnceLock::new(),
            share: Mutex::new(backing),
        });
        // What is dead goes at times.
        if known.len() > 64 && known.len().is_power_of_two() {
            known.retain(|_, bo| bo.strong_count() > 0);
        }
        known.insert(kept.inode, Arc::downgrade(&bo));
        bo
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::ioctl::testing;
    use crate::settings::Settings;

    const LOCAL: Attributes = Attributes { device: 0, placement: 2, caching: 2, no_compression: false };

    fn objects(vram: u64) -> Objects {
        let vram = testing::machine(Settings { vram: Some(vram), ..Settings::default() }).vram.clone();
        Objects::new(vram).unwrap()
    }

    #[test]
    fn an_import_is_the_object_that_is_there() {
        let objects = objects(1 << 20);
        let bo = objects.create(LOCAL, 4096, false, None).unwrap();
        let fd = bo.export(true).unwrap();
        assert!(Arc::ptr_eq(&objects.import(fd).unwrap(), &bo));
        drop(bo);
        let again = objects.import(fd).unwrap();
        assert_eq!((again.size(), again.attributes), (4096, LOCAL));
        sys::close(fd);
    }

    #[rstest]
    #[case::local(LOCAL, false, Err(Errno::ENOMEM))]
    #[case::either(Attributes { placement: 3, ..LOCAL }, false, Ok(()))]
    #[case::system(Attributes { placement: 1, ..LOCAL }, false, Ok(()))]
    #[case::deferred(LOCAL, true, Ok(()))]
    fn local_memory_runs_out(
        #[case] attributes: Attributes,
        #[case] deferred: bool,
        #[case] expected: Result<(), Errno>,
    ) {
        let objects = objects(1 << 16);
        let first = objects.create(LOCAL, 1 << 16, false, None).unwrap();
        let second = objects.create(attributes, 4096, deferred, None);
        assert_eq!(second.as_ref().map(drop).map_err(|errno| *errno), expected);
        if deferred {
            let second = second.unwrap();
            assert_eq!(second.back(), Err(Errno::ENOMEM));
            drop(first);
            assert_eq!(second.back(), Ok(()));
        }
    }

    proptest! {
        #[test]
        fn attributes_survive_their_name(device in 0..4_usize, placement: u32, caching: u16, no_compression: bool) {
            let attributes = Attributes { device, placement, caching, no_compression };
            prop_assert_eq!(Attributes::from_name(&attributes.to_name()), Some(attributes));
        }

        #[test]
        fn no_name_panics(name in "(software-xe-bo)?[:0-9x]*") {
            let _ = Attributes::from_name(&name);
        }
    }
}
