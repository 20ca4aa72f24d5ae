//! The calls by which objects are shared, the same for the three families.

use super::{Below, Call, Hooks, Out, Ptr, Slot, call};
use std::any::Any;
use ur_ipc_api::{ContextHandle, DeviceHandle, EventHandle, PhysicalMemHandle, UrResult};
use ur_ipc_host::handle_data::{HandleData, SIZE};

pub(crate) use ur_ipc_api::Family;
pub(crate) use ur_ipc_api::Family::{Event, Memory, Physical};

/// Gives a handle of an object.
#[derive(Clone, Copy)]
pub(crate) struct Get {
    pub family: Family,
    /// Null for events, which belong to one.
    pub context: ContextHandle,
    /// The memory, or the address of the handle.
    pub object: Ptr,
    pub data: Out<Ptr>,
    pub size: Out<usize>,
}

/// Releases a handle.
#[derive(Clone, Copy)]
pub(crate) struct Put {
    pub family: Family,
    pub context: ContextHandle,
    pub data: Ptr,
}

/// Opens a handle.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    pub family: Family,
    pub context: ContextHandle,
    /// Null for events, which are opened for no device in particular.
    pub device: DeviceHandle,
    pub data: Ptr,
    pub size: usize,
    pub object: Out<Ptr>,
}

/// Closes what was opened: memory and physical memory.
#[derive(Clone, Copy)]
pub(crate) struct Close {
    pub family: Family,
    pub context: ContextHandle,
    pub object: Ptr,
}

/// Adds a reference to an object: events and physical memory.
#[derive(Clone, Copy)]
pub(crate) struct Retain {
    pub family: Family,
    pub object: Ptr,
}

/// Releases an object: `urUSMFree`, `urPhysicalMemRelease`, and `urEventRelease`, which imports of events end by.
#[derive(Clone, Copy)]
pub(crate) struct Release {
    pub family: Family,
    /// Of memory only.
    pub context: ContextHandle,
    pub object: Ptr,
}

impl Get {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, object, data: handle_data, size: handle_data_size_ret } = *self;
        match family {
            Memory => {
                call::ipc_get_mem_handle_exp { context, mem: object, handle_data, handle_data_size_ret }
                    .run(ur)
            }
            Physical => call::ipc_get_phys_mem_handle_exp {
                context,
                phys_mem: PhysicalMemHandle(object.0),
                handle_data,
                handle_data_size_ret,
            }
            .run(ur),
            Event => call::ipc_get_event_handle_exp {
                event: EventHandle(object.0),
                handle_data,
                handle_data_size_ret,
            }
            .run(ur),
        }
    }

    /// The bytes of the handle that a successful call gave.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.data.get().unwrap_or(Ptr::NULL).bytes(self.size.get().unwrap_or_default())
    }

    /// Gives this as the handle.
    pub(crate) fn give(&self, data: Ptr, size: usize) -> UrResult {
        self.data.set(data);
        self.size.set(size);
        UrResult::SUCCESS
    }
}

impl Put {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, data: handle_data } = *self;
        match family {
            Memory => call::ipc_put_mem_handle_exp { context, handle_data }.run(ur),
            Physical => call::ipc_put_phys_mem_handle_exp { context, handle_data }.run(ur),
            Event => call::ipc_put_event_handle_exp { context, handle_data }.run(ur),
        }
    }
}

impl Open {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, device, data: handle_data, size: handle_data_size, object } = *self;
        let place = object.0;
        match family {
            Memory => {
                call::ipc_open_mem_handle_exp { context, device, handle_data, handle_data_size, mem: object }
                    .run(ur)
            }
            Physical => call::ipc_open_phys_mem_handle_exp {
                context,
                device,
                handle_data,
                handle_data_size,
                phys_mem: Out(place.cast()),
            }
            .run(ur),
            Event => call::ipc_open_event_handle_exp {
                context,
                handle_data,
                handle_data_size,
                event: Out(place.cast()),
            }
            .run(ur),
        }
    }

    /// The bytes, if they are as many as a handle of the host backend has.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        if self.size == SIZE { self.data.bytes(SIZE) } else { Vec::new() }
    }

    /// What a handle of the host backend says.
    pub(crate) fn handle(&self) -> Option<HandleData> {
        handle(self.family, &self.bytes())
    }

    /// Whether another process has exported this.
    pub(crate) fn is_foreign(&self) -> bool {
        self.handle().is_some_and(|handle| handle.pid.cast_unsigned() != std::process::id())
    }

    /// Opens other bytes in place of these.
    pub(crate) fn run_with(&self, bytes: &[u8], ur: &Below) -> UrResult {
        Self { data: Ptr(bytes.as_ptr().cast_mut().cast()), size: bytes.len(), ..*self }.run(ur)
    }

    /// Gives this as what was opened.
    pub(crate) fn give(&self, object: Ptr) -> UrResult {
        if self.object.is_null() {
            return UrResult::ERROR_INVALID_NULL_POINTER;
        }
        self.object.set(object);
        UrResult::SUCCESS
    }
}

impl Close {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, object } = *self;
        match family {
            Memory => call::ipc_close_mem_handle_exp { context, mem: object }.run(ur),
            Physical => {
                call::ipc_close_phys_mem_handle_exp { context, phys_mem: PhysicalMemHandle(object.0) }.run(ur)
            }
            Event => call::event_release { event: EventHandle(object.0) }.run(ur),
        }
    }
}

impl Retain {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        match self.family {
            Memory => UrResult::ERROR_UNSUPPORTED_FEATURE,
            Physical => call::physical_mem_retain { physical_mem: PhysicalMemHandle(self.object.0) }.run(ur),
            Event => call::event_retain { event: EventHandle(self.object.0) }.run(ur),
        }
    }
}

impl Release {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, object } = *self;
        match family {
            Memory => call::usm_free { context, mem: object }.run(ur),
            Physical => call::physical_mem_release { physical_mem: PhysicalMemHandle(object.0) }.run(ur),
            Event => call::event_release { event: EventHandle(object.0) }.run(ur),
        }
    }
}

/// What bytes say that are a handle of the host backend of this family.
pub(crate) fn handle(family: Family, bytes: &[u8]) -> Option<HandleData> {
    HandleData::decode(bytes.try_into().ok()?, family).ok()
}

macro_rules! shared_calls {
    ($($variant:ident $slot:ident { $($entry:ident: |$call:ident| $fields:expr),* $(,)? })*) => {
        /// A call of these.
        pub(super) enum SharingCall {
            $($variant($variant),)*
        }

        impl SharingCall {
            /// The same call as one of these, if it is one.
            pub(super) fn of(call: &dyn Any) -> Option<Self> {
                $($(
                    if let Some($call) = call.downcast_ref::<call::$entry>() {
                        return Some(Self::$variant($fields));
                    }
                )*)*
                None
            }

            pub(super) fn instead(&self, hooks: &Hooks, ur: &Below) -> Option<UrResult> {
                match self {
                    $(Self::$variant(call) => hooks.$slot.instead(call, ur),)*
                }
            }

            pub(super) fn after(&self, result: UrResult, hooks: &Hooks, ur: &Below) -> UrResult {
                match self {
                    $(Self::$variant(call) => hooks.$slot.after(call, result, ur),)*
                }
            }
        }

        $(impl Call for $variant {
            fn slot(hooks: &mut Hooks) -> &mut Slot<Self> {
                &mut hooks.$slot
            }

            fn run(&self, ur: &Below) -> UrResult {
                self.run(ur)
            }
        })*
    };
}

shared_calls! {
    Get get {
        ipc_get_mem_handle_exp: |c| Get {
            family: Memory,
            context: c.context,
            object: c.mem,
            data: c.handle_data,
            size: c.handle_data_size_ret,
        },
        ipc_get_phys_mem_handle_exp: |c| Get {
            family: Physical,
            context: c.context,
            object: Ptr(c.phys_mem.0),
            data: c.handle_data,
            size: c.handle_data_size_ret,
        },
        ipc_get_event_handle_exp: |c| Get {
            family: Event,
            context: ContextHandle::NULL,
            object: Ptr(c.event.0),
            data: c.handle_data,
            size: c.handle_data_size_ret,
        },
    }
    Put put {
        ipc_put_mem_handle_exp: |c| Put { family: Memory, context: c.context, data: c.handle_data },
        ipc_put_phys_mem_handle_exp: |c| Put { family: Physical, context: c.context, data: c.handle_data },
        ipc_put_event_handle_exp: |c| Put { family: Event, context: c.context, data: c.handle_data },
    }
    Open open {
        ipc_open_mem_handle_exp: |c| Open {
            family: Memory,
            context: c.context,
            device: c.device,
            data: c.handle_data,
            size: c.handle_data_size,
            object: c.mem,
        },
        ipc_open_phys_mem_handle_exp: |c| Open {
            family: Physical,
            context: c.context,
            device: c.device,
            data: c.handle_data,
            size: c.handle_data_size,
            object: Out(c.phys_mem.0.cast()),
        },
        ipc_open_event_handle_exp: |c| Open {
            family: Event,
            context: c.context,
            device: DeviceHandle::NULL,
            data: c.handle_data,
            size: c.handle_data_size,
            object: Out(c.event.0.cast()),
        },
    }
    Close close {
        ipc_close_mem_handle_exp: |c| Close { family: Memory, context: c.context, object: c.mem },
        ipc_close_phys_mem_handle_exp: |c| Close { family: Physical, context: c.context, object: Ptr(c.phys_mem.0) },
    }
    Retain retain {
        physical_mem_retain: |c| Retain { family: Physical, object: Ptr(c.physical_mem.0) },
        event_retain: |c| Retain { family: Event, object: Ptr(c.event.0) },
    }
    Release release {
        usm_free: |c| Release { family: Memory, context: c.context, object: c.mem },
        physical_mem_release: |c| Release {
            family: Physical,
            context: ContextHandle::NULL,
            object: Ptr(c.physical_mem.0),
        },
        event_release: |c| Release { family: Event, context: ContextHandle::NULL, object: Ptr(c.event.0) },
    }
}
