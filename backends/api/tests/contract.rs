//! The contract's own behaviour: defaults and forwarding.

use std::ffi::c_void;
use ur_ipc_api::*;

/// Leaves every entry point out.
struct Empty;
impl UrIpc for Empty {
    fn implementation(&self) -> Implementation {
        Implementation::default()
    }
}

/// Forwards everything.
struct Forward(Box<dyn UrIpc>);
impl Layer for Forward {
    fn inner(&self) -> &dyn UrIpc {
        &*self.0
    }
}

/// Answers one entry point.
struct Partial;
impl UrIpc for Partial {
    fn implementation(&self) -> Implementation {
        Implementation { name: "partial".into(), version: "1".into(), details: Vec::new() }
    }

    unsafe fn event_create_exp(
        &self,
        _context: ContextHandle,
        _device: DeviceHandle,
        _event_desc: *const ExpEventDesc,
        event: *mut EventHandle,
    ) -> UrResult {
        // SAFETY: the tests pass a pointer to a local variable.
        unsafe { event.write(EventHandle::from_address(0x77)) };
        UrResult::SUCCESS
    }
}

/// Calls every entry point with nothing but zeros: the name of each with its answer.
macro_rules! call_all {
    ($($(#[$doc:meta])* fn $name:ident ($ur:literal) ($($arg:ident ($c:literal): $ty:ty,)*);)*) => {
        fn call_all(implementation: &dyn UrIpc) -> Vec<(&'static str, UrResult)> {
            vec![$({
                // SAFETY: zero is a value of every argument's type (numbers, null pointers, null handles, no
                // function), and null is what the callee may be given.
                let answer = unsafe { implementation.$name($({ let zero: $ty = std::mem::zeroed(); zero },)*) };
                ($ur, answer)
            }),*]
        }
    };
}
for_each_entry_point!(call_all);

#[test]
fn an_empty_implementation_supports_nothing() {
    for (entry_point, answer) in call_all(&Empty) {
        assert_eq!(answer, UrResult::ERROR_UNSUPPORTED_FEATURE, "{entry_point}");
    }
}

#[test]
fn a_layer_forwards_every_entry_point() {
    for (entry_point, answer) in call_all(&Forward(Box::new(Empty))) {
        assert_eq!(answer, UrResult::ERROR_UNSUPPORTED_FEATURE, "{entry_point}");
    }
    let layer = Forward(Box::new(Partial));
    assert_eq!(UrIpc::implementation(&layer).name, "partial");
    let mut event = EventHandle::NULL;
    // SAFETY: `event` can be written.
    let answer = unsafe {
        UrIpc::event_create_exp(
            &layer,
            ContextHandle::NULL,
            DeviceHandle::NULL,
            std::ptr::null(),
            &raw mut event,
        )
    };
    assert_eq!((answer, event.address()), (UrResult::SUCCESS, 0x77));
}
