//! The calls by which objects are shared, the same for the three families.

use super::{Below, Call, Hooks, Out, Ptr, Slot, call};
use ur_ipc_api::*;
use ur_ipc_host::handle_data::{HandleData, SIZE};

pub(crate) use ur_ipc_api::Family::{self, Event, Memory, Physical};

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
        let Self { family, context, object, data, size } = *self;
        // SAFETY: the arguments are those of a caller, or a defect has put others in their place that keep its rules.
        unsafe { ur.backend().ipc_get(family, context, object.0, data.0.cast(), size.0) }
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
        let Self { family, context, data } = *self;
        // SAFETY: as of `Get`.
        unsafe { ur.backend().ipc_put(family, context, data.0) }
    }
}

impl Open {
    pub(crate) fn run(&self, ur: &Below) -> UrResult {
        let Self { family, context, device, data, size, object } = *self;
        // SAFETY: as of `Get`.
        unsafe { ur.backend().ipc_open(family, context, device, data.0, size, object.0.cast()) }
    }

    /// The bytes, if they are as many as a handle of the host backend has.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        if self.size == SIZE { self.data.bytes(SIZE) } else { Vec::new() }
    }

    /// The content of a handle of the host backend.
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
        // SAFETY: as of `Get`.
        unsafe { ur.backend().ipc_close(family, context, object.0) }
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

/// Decodes bytes that are a handle of the host backend of this family.
pub(crate) fn handle(family: Family, bytes: &[u8]) -> Option<HandleData> {
    HandleData::decode(bytes.try_into().ok()?, family).ok()
}

impl SharingCall {
    /// The same call as one of these, if it is one.
    pub(super) fn of(entry_point: &EntryPoint, arguments: &[ArgValue]) -> Option<Self> {
        let handle = |wanted| {
            let given =
                |&argument: &ArgValue| matches!(argument, ArgValue::Handle(kind, _) if kind == wanted);
            pointer(arguments.iter().copied().find(given)).0
        };
        let (context, device) =
            (ContextHandle(handle(HandleKind::Context)), DeviceHandle(handle(HandleKind::Device)));
        let at = |role| pointer(entry_point.position(role).map(|index| arguments[index]));
        if let Some((sharing, family)) = entry_point.sharing {
            return Some(match sharing {
                Sharing::Get => {
                    let (data, size) = (Out(at(Role::NewData).0.cast()), Out(at(Role::Number).0.cast()));
                    Self::Get(Get { family, context, object: at(Role::Exported), data, size })
                }
                Sharing::Put => Self::Put(Put { family, context, data: at(Role::ConsumedData) }),
                Sharing::Open => {
                    let (data, size) = (at(Role::Data), at(Role::DataSize).0.addr());
                    Self::Open(Open {
                        family,
                        context,
                        device,
                        data,
                        size,
                        object: Out(at(Role::New).0.cast()),
                    })
                }
                Sharing::Close => Self::Close(Close { family, context, object: at(Role::Consumed) }),
            });
        }
        Some(match entry_point.name {
            "urPhysicalMemRetain" => Self::Retain(Retain { family: Physical, object: at(Role::Retained) }),
            "urEventRetain" => Self::Retain(Retain { family: Event, object: at(Role::Retained) }),
            "urUSMFree" => Self::Release(Release { family: Memory, context, object: at(Role::Consumed) }),
            "urPhysicalMemRelease" => {
                Self::Release(Release { family: Physical, context, object: at(Role::Consumed) })
            }
            "urEventRelease" => Self::Release(Release { family: Event, context, object: at(Role::Consumed) }),
            _ => return None,
        })
    }
}

/// The address or the number that an argument is.
fn pointer(argument: Option<ArgValue>) -> Ptr {
    use ArgValue::{Handle, Number, OutHandle, OutNumber, OutPointer, Pointer};
    Ptr::from_address(match argument {
        Some(Number(number)) => number as usize,
        Some(Handle(_, at) | Pointer(at) | OutHandle(_, at) | OutPointer(at) | OutNumber(at, _)) => at,
        _ => 0,
    })
}

macro_rules! shared_calls {
    ($($variant:ident $slot:ident)*) => {
        /// A call of these.
        pub(super) enum SharingCall {
            $($variant($variant),)*
        }

        impl SharingCall {
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
shared_calls! { Get get Put put Open open Close close Retain retain Release release }
