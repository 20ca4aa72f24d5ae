//! Handles: pointers to objects that start with the dispatch tables of this driver.
//!
//! A process-wide set knows the living objects, so that a dead, foreign or garbage handle is an error and not a
//! crash.

use core::ffi::c_void;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use level_zero_sys::*;

use crate::ddi;

/// The number of dead objects that keep their address. Until then a handle that died is told from a new one.
const DEAD_ADDRESSES_KEPT: usize = 4096;

/// A C handle type.
pub trait Handle: Copy {
    /// The handle with this address.
    fn from_address(address: *mut c_void) -> Self;

    /// The address behind the handle.
    fn address(self) -> *mut c_void;
}

macro_rules! handles {
    ($($name:ident)*) => {$(
        impl Handle for $name {
            fn from_address(address: *mut c_void) -> Self {
                Self(address)
            }

            fn address(self) -> *mut c_void {
                self.0
            }
        }
    )*};
}

handles! {
    ze_driver_handle_t
    ze_device_handle_t
    ze_context_handle_t
    ze_command_queue_handle_t
    ze_command_list_handle_t
    ze_fence_handle_t
    ze_event_pool_handle_t
    ze_event_handle_t
    ze_physical_mem_handle_t
    zes_mem_handle_t
}

/// The content of an object.
pub trait ObjectKind: Send + Sync + 'static {
    /// Tells the kinds apart in memory; eight readable bytes help in a debugger.
    const KIND: u64;
    /// The C type of its handles.
    type Handle: Handle;
}

/// An object as handles point to it.
#[repr(C)]
pub struct Object<T: ObjectKind> {
    tables: ze_handle_t,
    kind: u64,
    value: Arc<T>,
}

/// The living and the last dead objects, by address.
#[derive(Default)]
struct Registry {
    living: BTreeMap<usize, u64>,
    dead: VecDeque<Shell>,
}

/// The memory of a dead object, its value already gone.
struct Shell {
    address: usize,
    release: unsafe fn(usize),
}

static REGISTRY: Mutex<Registry> = Mutex::new(Registry { living: BTreeMap::new(), dead: VecDeque::new() });

fn registry() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: ObjectKind> Object<T> {
    /// Makes an object and returns its handle.
    pub fn create(value: T) -> T::Handle {
        let object = Box::new(Self { tables: ddi::handle_tables(), kind: T::KIND, value: Arc::new(value) });
        let object = Box::into_raw(object);
        registry().living.insert(object.addr(), T::KIND);
        T::Handle::from_address(object.cast())
    }

    /// The value behind a handle.
    ///
    /// # Errors
    /// `ZE_RESULT_ERROR_INVALID_NULL_HANDLE` for null, `ZE_RESULT_ERROR_INVALID_ARGUMENT` for what is no living
    /// object of this kind.
    pub fn get(handle: T::Handle) -> Result<Arc<T>, ze_result_t> {
        let registry = registry();
        let object = Self::find(&registry, handle)?;
        // SAFETY: the object is alive and of this type, and stays so while the registry is locked.
        Ok(unsafe { &*object }.value.clone())
    }

    /// Ends an object and returns its value, which others may still hold.
    ///
    /// # Errors
    /// As for [`Self::get`].
    pub fn destroy(handle: T::Handle) -> Result<Arc<T>, ze_result_t> {
        let mut registry = registry();
        let object = Self::find(&registry, handle)?;
        registry.living.remove(&object.addr());
        // SAFETY: the object was alive and of this type. It has just left the set of the living, so nobody reads
        // the value again, neither here nor when the memory is released.
        let value = unsafe { (&raw const (*object).value).read() };
        registry.dead.push_back(Shell { address: object.expose_provenance(), release: release::<T> });
        if registry.dead.len() > DEAD_ADDRESSES_KEPT
            && let Some(shell) = registry.dead.pop_front()
        {
            // SAFETY: the shell left the queue, so this happens once.
            unsafe { (shell.release)(shell.address) };
        }
        Ok(value)
    }

    fn find(registry: &Registry, handle: T::Handle) -> Result<*mut Self, ze_result_t> {
        let address = handle.address();
        if address.is_null() {
            return Err(ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE);
        }
        match registry.living.get(&address.addr()) {
            Some(kind) if *kind == T::KIND => Ok(address.cast()),
            _ => Err(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT),
        }
    }
}

/// Frees the memory of an object.
///
/// # Safety
/// `address` came from a box of this type whose value was moved out, and is released once.
unsafe fn release<T: ObjectKind>(address: usize) {
    let object = core::ptr::with_exposed_provenance_mut::<core::mem::MaybeUninit<Object<T>>>(address);
    // SAFETY: the memory came from a box with this layout; the wrapper drops no value.
    drop(unsafe { Box::from_raw(object) });
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Number(u32);

    impl ObjectKind for Number {
        const KIND: u64 = u64::from_be_bytes(*b"number  ");
        type Handle = ze_event_handle_t;
    }

    struct Other;

    impl ObjectKind for Other {
        const KIND: u64 = u64::from_be_bytes(*b"other   ");
        type Handle = ze_event_handle_t;
    }

    #[test]
    fn a_handle_lives_from_create_to_destroy() {
        let handle = Object::create(Number(7));
        assert_eq!(Object::<Number>::get(handle).expect("it lives").0, 7);
        assert_eq!(Object::<Number>::destroy(handle).expect("it lives").0, 7);
        for result in [Object::<Number>::get(handle), Object::<Number>::destroy(handle)] {
            assert_eq!(result.err(), Some(ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT));
        }
    }

    #[test]
    fn foreign_handles_are_errors() {
        let other = Object::create(Other);
        let odd = ze_event_handle_t(core::ptr::without_provenance_mut(0x11));
        for (handle, result) in [
            (ze_event_handle_t::NULL, ze_result_t::ZE_RESULT_ERROR_INVALID_NULL_HANDLE),
            (other, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT),
            (odd, ze_result_t::ZE_RESULT_ERROR_INVALID_ARGUMENT),
        ] {
            assert_eq!(Object::<Number>::get(handle).err(), Some(result));
        }
        Object::<Other>::destroy(other).expect("it lives");
    }

    #[test]
    fn a_new_object_does_not_take_the_address_of_one_that_just_died() {
        let dead = Object::create(Number(1));
        Object::<Number>::destroy(dead).expect("it lives");
        let living: Vec<_> = (0..100).map(|number| Object::create(Number(number))).collect();
        assert!(!living.contains(&dead));
        for handle in living {
            Object::<Number>::destroy(handle).expect("it lives");
        }
    }

    #[test]
    fn objects_start_with_the_dispatch_tables() {
        let handle = Object::create(Number(1));
        // SAFETY: the object is alive and starts with this head.
        let head = unsafe { *handle.0.cast::<ze_handle_t>() };
        assert_eq!(head, ddi::handle_tables());
        assert!(!head.pCore.is_null());
        Object::<Number>::destroy(handle).expect("it lives");
    }
}
