//! What the contract does by itself: defaults, forwarding, the call log.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};
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

/// Answers two entry points: one with an output, one with a code that nobody defined.
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

    unsafe fn event_release(&self, _event: EventHandle) -> UrResult {
        UrResult(0x5555)
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
        UrIpc::hook_create_shareable_event(
            &layer,
            &layer,
            ContextHandle::NULL,
            DeviceHandle::NULL,
            &raw mut event,
        )
    };
    assert_eq!((answer, event.address()), (UrResult::SUCCESS, 0x77));
}

/// What a sink saw, as text.
#[derive(Default)]
struct Lines(Mutex<Vec<String>>);

impl CallSink for Lines {
    fn begin(&self, entry_point: &'static str, arguments: &[(&'static str, ArgValue)]) -> u64 {
        let mut lines = self.0.lock().expect("no holder panics");
        lines.push(format!("> {entry_point} {arguments:?}"));
        lines.len() as u64
    }

    fn end(
        &self,
        token: u64,
        entry_point: &'static str,
        arguments: &[(&'static str, ArgValue)],
        result: UrResult,
    ) {
        let mut lines = self.0.lock().expect("no holder panics");
        lines.push(format!("< {token} {entry_point} {arguments:?} {result:?}"));
    }
}

fn logged(implementation: Box<dyn UrIpc>, calls: impl FnOnce(&dyn UrIpc)) -> Vec<String> {
    let lines = Arc::new(Lines::default());
    let sink: Arc<dyn CallSink> = lines.clone();
    calls(&CallLog::new(implementation, sink));
    std::mem::take(&mut *lines.0.lock().expect("no holder panics"))
}

#[test]
fn the_call_log_shows_names_arguments_outputs_and_result() {
    let mut event = EventHandle::NULL;
    let out = &raw mut event;
    let lines = logged(Box::new(Partial), |log| {
        // SAFETY: `out` points to a local variable.
        let answer = unsafe {
            log.event_create_exp(ContextHandle::from_address(0x10), DeviceHandle::NULL, std::ptr::null(), out)
        };
        assert_eq!(answer, UrResult::SUCCESS);
    });
    let at = out.addr();
    assert_eq!(
        lines,
        [
            format!(
                "> urEventCreateExp [(\"hContext\", 0x10), (\"hDevice\", NULL), (\"pEventDesc\", NULL), \
                 (\"phEvent\", {at:#x})]"
            ),
            format!(
                "< 1 urEventCreateExp [(\"hContext\", 0x10), (\"hDevice\", NULL), (\"pEventDesc\", NULL), \
                 (\"phEvent\", {at:#x} -> 0x77)] UR_RESULT_SUCCESS"
            ),
        ]
    );
}

#[test]
fn the_call_log_shows_named_values_and_reads_no_output_after_a_failure() {
    let unreadable: *mut usize = std::ptr::without_provenance_mut(0x8);
    let lines = logged(Box::new(Partial), |log| {
        // SAFETY: the implementation has neither entry point or touches no pointer.
        unsafe {
            log.device_get_info(
                DeviceHandle::NULL,
                DeviceInfo::IPC_EVENT_SUPPORT_EXP,
                1,
                std::ptr::null_mut::<c_void>(),
                unreadable,
            );
            log.event_release(EventHandle::from_address(0x20));
        }
    });
    assert_eq!(
        lines[1],
        "< 1 urDeviceGetInfo [(\"hDevice\", NULL), (\"propName\", UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP), \
         (\"propSize\", 1), (\"pPropValue\", NULL), (\"pPropSizeRet\", 0x8)] \
         UR_RESULT_ERROR_UNSUPPORTED_FEATURE"
    );
    assert_eq!(lines[3], "< 3 urEventRelease [(\"hEvent\", 0x20)] UrResult(0x5555)");
}
