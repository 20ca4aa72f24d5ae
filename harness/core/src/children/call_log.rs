//! The call log of a process.

use super::ChildRole;
use crate::device::Address;
use std::sync::Arc;
use ur_ipc_fixtures::api::{EntryPoint, Sharing};
use ur_ipc_fixtures::{Argument, CallSink, Kind, RecordedCall, Returned, Value};
use ur_ipc_isolated::CallRing;
use ur_ipc_isolated::trace::{Named, Notebook};

/// The last calls in the ring, and where a trace is asked for, all of them in a notebook.
pub struct CallLog {
    ring: Arc<CallRing>,
    notebook: Option<Notebook>,
}

impl CallLog {
    /// The log of this process, which is for this.
    pub fn new(ring: Arc<CallRing>, role: ChildRole, address: &Address) -> Self {
        let process = || match role {
            ChildRole::Probe | ChildRole::Examiner => format!("{} of {}", role.name(), address.label),
            ChildRole::Worker
            | ChildRole::Peer
            | ChildRole::ForkedPeer
            | ChildRole::Actor
            | ChildRole::ForkedActor => {
                format!("{} on {address}", role.name())
            }
        };
        let notebook = address.trace.as_ref().map(|folder| Notebook::new(folder, &process()));
        Self { ring, notebook }
    }

    /// The last calls.
    pub fn ring(&self) -> &CallRing {
        &self.ring
    }

    /// A new test begins, or a part of it.
    pub fn begin_test(&self, test: &str) {
        // Whoever waits for the beginning looks at the ring.
        self.notebook.iter().for_each(|notebook| notebook.begin_job(test));
        self.ring.begin_job();
    }

    /// The test has ended.
    pub fn end_test(&self) {
        self.notebook.iter().for_each(Notebook::end_job);
    }
}

impl CallSink for CallLog {
    fn begin(&self, call: &RecordedCall, late: bool) -> u64 {
        let token = begin_in(&self.ring, call, late);
        if let Some(notebook) = &self.notebook {
            notebook.begin_call(&call.entry_point, in_words(&call.arguments), late, taken(call).as_deref());
        }
        token
    }

    fn end(&self, token: u64, call: &RecordedCall, returned: Returned<'_>) {
        if let Some(notebook) = &self.notebook {
            let given = handle_of(call).or_else(|| handle_in(&call.outputs));
            notebook.end_call(in_words(&call.outputs), &returned.to_string(), given.as_deref());
        }
        end_in(&self.ring, token, &call.outputs, returned);
    }

    fn panicked(&self, token: u64, _: &RecordedCall) {
        self.notebook.iter().for_each(Notebook::call_panicked);
        self.ring.panicked(token);
    }
}

/// Notes a call, with as many arguments as there is room for.
pub fn begin_in(ring: &CallRing, call: &RecordedCall, late: bool) -> u64 {
    ring.begin(&call.name(), late, &call.to_json(CallRing::GIVEN))
}

/// Notes that it has returned, with as much of what it has written as there is room for.
pub fn end_in(ring: &CallRing, token: u64, outputs: &[Argument], returned: Returned<'_>) {
    if returned.lost_device() {
        ring.mark();
    }
    ring.end(token, &Argument::to_json(outputs, CallRing::WRITTEN), &returned.to_string());
}

/// The handle that a call opens. One that puts it back takes nothing.
fn taken(call: &RecordedCall) -> Option<String> {
    if let Some(handle) = handle_of(call) {
        return Some(handle);
    }
    let entry_point = EntryPoint::named(&call.entry_point)?;
    if matches!(entry_point.sharing, Some((Sharing::Open, _))) { handle_in(&call.arguments) } else { None }
}

/// The name of the handle that a function of SYCL opens, or has given. Only `open` takes bytes.
fn handle_of(call: &RecordedCall) -> Option<String> {
    call.handle.as_ref().map(ToString::to_string)
}

/// The name of the bytes of a handle among these values, which is the same in all processes.
fn handle_in(values: &[Argument]) -> Option<String> {
    values.iter().find_map(|Argument { value, .. }| match value {
        Value::Named(named) if named.kind == Kind::Handle => Some(value.to_string()),
        _ => None,
    })
}

/// Values by name, for people.
fn in_words(arguments: &[Argument]) -> Named<'_> {
    arguments.iter().map(|Argument { name, value }| ((&**name).into(), value.to_string().into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ur_ipc_fixtures::Named;
    use ur_ipc_fixtures::api::UrResult;
    use ur_ipc_report::last_calls::{LastCall, calls_in};

    fn argument(value: String) -> Argument {
        Argument { name: "x".into(), value: Value::Text(value) }
    }

    fn last(ring: &CallRing) -> LastCall {
        calls_in(ring).pop().expect("it is there")
    }

    #[test]
    fn the_handle_that_a_call_opens_has_the_name_that_it_was_given_under() {
        let handle = Value::Named(Named {
            kind: Kind::Handle,
            number: 0x3f2a,
            imported: false,
            released: false,
            offset: 0,
        });
        let call = |name: &'static str, value: &Value| RecordedCall {
            arguments: vec![argument("1".to_owned()), Argument { name: "data".into(), value: value.clone() }],
            ..RecordedCall::new(name)
        };
        let name = Some(handle.to_string());
        assert_eq!(taken(&call("urIPCOpenMemHandleExp", &handle)), name);
        assert_eq!(handle_in(&call("urIPCGetMemHandleExp", &handle).arguments), name);
        let of_sycl = RecordedCall { handle: Some(handle.clone()), ..RecordedCall::new("ipc::memory::open") };
        assert_eq!(taken(&of_sycl), name);
        assert_eq!(taken(&call("urIPCPutMemHandleExp", &handle)), None);
        assert_eq!(taken(&call("urIPCOpenEventHandleExp", &Value::Null)), None);
    }

    #[test]
    fn calls_are_told_as_they_were_made_whether_they_have_returned_or_not() {
        let ring = CallRing::create().unwrap();
        let call = RecordedCall { arguments: vec![argument("y".into())], ..RecordedCall::new("urA") };
        let token = begin_in(&ring, &call, false);
        assert_eq!(last(&ring).to_string(), "urA(x = y) ... has not returned");
        end_in(&ring, token, &[argument("z".into())], UrResult::ERROR_DEVICE_LOST.into());
        assert!(ring.is_marked());
        let made = RecordedCall {
            outputs: vec![argument("z".into())],
            result: Some("UR_RESULT_ERROR_DEVICE_LOST".into()),
            ..call
        };
        assert_eq!(last(&ring).call, Some(made));
        ring.panicked(begin_in(&ring, &RecordedCall::new("urB"), false));
        assert_eq!(last(&ring).to_string(), "urB() ... panicked");
    }

    #[test]
    fn long_calls_are_cut_between_arguments_but_their_result_is_not() {
        let ring = CallRing::create().unwrap();
        let value = Value::Text("event#1 (imported)".to_owned());
        let arguments = vec![Argument { name: "argument".into(), value }; 60];
        let call = RecordedCall { arguments, ..RecordedCall::new("urLong") };
        let output = |size| argument("o".repeat(size));
        let token = begin_in(&ring, &call, false);
        end_in(&ring, token, &[output(1), output(CallRing::BYTES)], UrResult::ERROR_INVALID_VALUE.into());
        let told = last(&ring).call.expect("it is there");
        assert_eq!((told.cut, &told.outputs[..]), (true, &[output(1)][..]));
        let text = told.to_string();
        assert!(text.ends_with("(imported), ...) -> UR_RESULT_ERROR_INVALID_VALUE"), "{text}");
        assert!(text.len() > 1536 / 2, "{text}");
    }
}
