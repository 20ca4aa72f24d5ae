//! A recorded call, and access to its arguments.

use super::refusal::NoStep;
use ur_ipc_fixtures::api::{EntryPoint, Family, Role, Sharing, UrResult};
use ur_ipc_fixtures::{Argument, Named, RecordedCall, Value};
use ur_ipc_isolated::CallEnd;
use ur_ipc_report::last_calls::LastCall;

/// The value of an argument that a call does not have.
static NOTHING: Value = Value::Text(String::new());

/// A call as it was recorded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CallRecord<'t> {
    pub text: &'t str,
    pub entry_point: &'t str,
    recorded: &'t RecordedCall,
    /// The result, if it is a code that has a name.
    pub result: Option<UrResult>,
    /// Whether the test failed at it, or it has not returned.
    pub failed: bool,
}

impl<'t> CallRecord<'t> {
    /// The call.
    ///
    /// # Errors
    /// Why it is not there as a whole.
    pub(super) fn new(call: &'t LastCall) -> Result<Self, NoStep> {
        let Some(recorded) = &call.call else {
            return Err(NoStep::TextAlone);
        };
        if recorded.cut {
            return Err(NoStep::Cut);
        }
        let code = recorded.result.as_deref();
        Ok(Self {
            text: &call.text,
            entry_point: &recorded.entry_point,
            recorded,
            result: UrResult::NAMED.iter().find(|named| named.name() == code).copied(),
            failed: call.failed || call.end != CallEnd::Returned,
        })
    }

    pub(super) fn succeeded(&self) -> bool {
        self.result == Some(UrResult::SUCCESS)
    }

    /// True if it only asks, which changes nothing.
    pub(super) fn asks(&self) -> bool {
        self.entry_point.contains("Get")
    }

    /// Returns what it does with a shared handle, and the family, if its entry point is about sharing.
    pub(super) fn sharing(&self) -> Option<(Sharing, Family)> {
        EntryPoint::named(self.entry_point)?.sharing
    }

    /// Returns the name of the parameter that has this role; empty if there is none.
    pub(super) fn name_of(&self, role: Role) -> &'static str {
        let parameters = EntryPoint::named(self.entry_point).map_or(&[][..], |named| named.parameters);
        parameters.iter().find(|parameter| parameter.role == role).map_or("", |parameter| parameter.name)
    }

    /// Returns the output under this name, or else the argument; an empty text if the call has neither.
    pub(super) fn value(&self, name: &str) -> &'t Value {
        self.output(name).or_else(|| Some(&self.argument(name)?.value)).unwrap_or(&NOTHING)
    }

    /// The output there, if there is one.
    pub(super) fn output(&self, name: &str) -> Option<&'t Value> {
        let argument = self.argument(name)?;
        let mut outputs = self.recorded.outputs.iter();
        outputs.find(|output| output.name == argument.name).map(|output| &output.value)
    }

    /// The argument of this name.
    pub(super) fn argument(&self, name: &str) -> Option<&'t Argument> {
        self.recorded.arguments.iter().find(|argument| argument.name == name)
    }

    /// The thing that it has given, if it has.
    pub(super) fn given(&self, name: &str) -> Option<Named> {
        self.output(name).and_then(named)
    }

    /// Returns the offset of an argument from the start of its object, in bytes.
    pub(super) fn offset(&self, name: &str) -> u64 {
        named(self.value(name)).map_or(0, |named| named.offset)
    }

    /// A value that is a number; 0 for none.
    pub(super) fn number(&self, name: &str) -> u64 {
        match self.value(name) {
            Value::Number(number) => *number,
            _ => 0,
        }
    }

    /// A value that is a constant of UR's; empty for none.
    pub(super) fn constant(&self, name: &str) -> &'t str {
        match self.value(name) {
            Value::Constant(constant) => constant,
            _ => "",
        }
    }

    pub(super) fn is_null(&self, name: &str) -> bool {
        *self.value(name) == Value::Null
    }
}

/// The thing that a value is, if it is one.
pub(super) fn named(value: &Value) -> Option<Named> {
    match value {
        Value::Named(named) => Some(*named),
        _ => None,
    }
}
