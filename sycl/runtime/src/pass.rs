//! Passes arguments and answers through the shim's C ABI, by the types of the table. `shim/shim.hpp` says the same in C++.

use std::ffi::c_void;
use ur_ipc_api::sycl::*;

/// Elements of an argument, or bytes of an answer.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Slice {
    begin: *const c_void,
    size: usize,
}

impl Slice {
    /// An argument that lasts for the call.
    fn of<T>(elements: &[T]) -> Self {
        Self { begin: elements.as_ptr().cast(), size: elements.len() }
    }

    /// The bytes of an answer.
    ///
    /// # Safety
    /// The shim has just given it to this thread.
    pub(crate) unsafe fn bytes(self) -> Vec<u8> {
        if self.size == 0 {
            return Vec::new();
        }
        // SAFETY: the shim gives as many bytes as it says, good until this thread's next call.
        unsafe { std::slice::from_raw_parts(self.begin.cast::<u8>(), self.size) }.to_vec()
    }

    /// The same as text.
    ///
    /// # Safety
    /// As [`bytes`](Self::bytes).
    pub(crate) unsafe fn text(self) -> String {
        // SAFETY: the caller's.
        String::from_utf8_lossy(&unsafe { self.bytes() }).into_owned()
    }
}

/// The selection of an overload: a context, 0 for none, and a device, -1 for none.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct PassedPlace {
    context: u64,
    device: i64,
}

/// A type of arguments in the table.
pub(crate) trait Argument {
    /// The same in C.
    type Passed;

    fn pass(self) -> Self::Passed;
}

macro_rules! arguments {
    ($($ty:ty as $passed:ty: |$value:pat_param| $pass:expr;)*) => {$(
        impl Argument for $ty {
            type Passed = $passed;

            fn pass(self) -> $passed {
                let $value = self;
                $pass
            }
        }
    )*};
}

arguments! {
    Device as u32: |Device(index)| index;
    Context as u64: |Context(object)| object;
    Option<Context> as u64: |context| context.map_or(0, |Context(object)| object);
    Queue as u64: |Queue(object)| object;
    PhysicalMem as u64: |PhysicalMem(object)| object;
    Event as u64: |Event(object)| object;
    Handle as u64: |Handle(object)| object;
    &[Device] as Slice: |devices| Slice::of(devices);
    &[Event] as Slice: |events| Slice::of(events);
    &[u8] as Slice: |bytes| Slice::of(bytes);
    usize as usize: |number| number;
    u8 as u8: |byte| byte;
    bool as u8: |value| u8::from(value);
    Option<bool> as i32: |property| property.map_or(-1, i32::from);
    Aspect as u32: |aspect| aspect as u32;
    UsmKind as u32: |kind| kind as u32;
    Access as u32: |access| access as u32;
    Overload as u32: |overload| overload as u32;
    ProfilingTime as u32: |time| time as u32;
    QueueProperties as u32: |QueueProperties { in_order, enable_profiling }| {
        u32::from(in_order) | u32::from(enable_profiling) << 1
    };
    Place as PassedPlace: |Place { context, device }| PassedPlace {
        context: context.pass(),
        device: device.map_or(-1, |Device(index)| i64::from(index)),
    };
}

/// A type of answers in the table.
pub(crate) trait Answer: Sized {
    /// The same in C.
    type Given;

    /// The initial value of the place for the answer.
    const NONE: Self::Given;

    /// The answer, if that is one.
    ///
    /// # Safety
    /// The shim has just given it to this thread.
    unsafe fn take(given: Self::Given) -> Option<Self>;
}

macro_rules! answers {
    ($($ty:ty as $given:ty, $none:expr, |$value:pat_param| $take:expr;)*) => {$(
        impl Answer for $ty {
            type Given = $given;
            const NONE: $given = $none;

            unsafe fn take(given: $given) -> Option<Self> {
                let $value = given;
                $take
            }
        }
    )*};
}

/// The initial value in place of bytes.
const EMPTY: Slice = Slice { begin: std::ptr::null(), size: 0 };

answers! {
    () as (), (), |()| Some(());
    u32 as u32, 0, |number| Some(number);
    u64 as u64, 0, |number| Some(number);
    usize as usize, 0, |number| Some(number);
    bool as u8, 0, |value| Some(value != 0);
    Context as u64, 0, |object| Some(Context(object));
    Queue as u64, 0, |object| Some(Queue(object));
    PhysicalMem as u64, 0, |object| Some(PhysicalMem(object));
    Event as u64, 0, |object| Some(Event(object));
    Handle as u64, 0, |object| Some(Handle(object));
    // SAFETY: the caller's.
    Vec<u8> as Slice, EMPTY, |bytes| Some(unsafe { bytes.bytes() });
    // SAFETY: the caller's.
    String as Slice, EMPTY, |text| Some(unsafe { text.text() });
    Option<UsmKind> as u32, u32::MAX, |kind| match kind {
        0 => Some(Some(UsmKind::Host)),
        1 => Some(Some(UsmKind::Device)),
        2 => Some(Some(UsmKind::Shared)),
        3 => Some(None),
        _ => None,
    };
    EventStatus as u32, u32::MAX, |status| match status {
        0 => Some(EventStatus::Submitted),
        1 => Some(EventStatus::Running),
        2 => Some(EventStatus::Complete),
        _ => None,
    };
}
