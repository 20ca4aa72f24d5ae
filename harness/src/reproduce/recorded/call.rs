//! A call of a record, read from its text.

use crate::last_calls::{CallEnd, LastCall};
use ur_ipc_api::UrResult;

/// A call as it was recorded: `urX(a = 1, b -> 2) -> UR_RESULT_SUCCESS`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Call<'t> {
    pub text: &'t str,
    pub entry_point: &'t str,
    arguments: Vec<Argument<'t>>,
    /// What came back, if that is a code which has a name.
    pub result: Option<UrResult>,
    /// Whether the test failed at it, or it has not returned.
    pub failed: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct Argument<'t> {
    name: &'t str,
    value: &'t str,
    written: bool,
}

impl<'t> Call<'t> {
    /// Reads the text; nothing, if it is not that of a whole call.
    pub(super) fn read(call: &'t LastCall) -> Option<Self> {
        let text = call.text.as_str();
        let (entry_point, rest) = text.split_once('(')?;
        let mut parts = Parts { rest };
        let mut arguments = Vec::new();
        while !parts.rest.starts_with(')') {
            arguments.push(parts.argument()?);
        }
        let code = parts.rest.strip_prefix(") -> ");
        let result =
            code.and_then(|code| UrResult::NAMED.iter().find(|named| named.name() == Some(code))).copied();
        Some(Self {
            text,
            entry_point,
            arguments,
            result,
            failed: call.failed || call.end != CallEnd::Returned,
        })
    }

    pub(super) fn succeeded(&self) -> bool {
        self.result == Some(UrResult::SUCCESS)
    }

    /// The argument of this name, or else the first whose name ends so: what the families call otherwise.
    fn find(&self, end: &str) -> Option<&Argument<'t>> {
        let exactly = self.arguments.iter().find(|argument| argument.name == end);
        exactly.or_else(|| self.arguments.iter().find(|argument| argument.name.ends_with(end)))
    }

    /// The value of an argument; empty if there is none.
    pub(super) fn value(&self, end: &str) -> &'t str {
        self.find(end).map_or("", |argument| argument.value)
    }

    /// What it has written there, if it has.
    pub(super) fn output(&self, end: &str) -> Option<&'t str> {
        self.find(end).filter(|argument| argument.written).map(|argument| argument.value)
    }

    /// A value that is a number; 0 for none.
    pub(super) fn number(&self, end: &str) -> u64 {
        self.value(end).parse().unwrap_or_default()
    }
}

struct Parts<'t> {
    rest: &'t str,
}

impl<'t> Parts<'t> {
    /// Takes an argument, and the comma behind it.
    fn argument(&mut self) -> Option<Argument<'t>> {
        let (name, written, value) = match (self.rest.split_once(" = "), self.rest.split_once(" -> ")) {
            (Some((name, value)), arrow) if arrow.is_none_or(|(other, _)| name.len() < other.len()) => {
                (name, false, value)
            }
            (_, Some((name, value))) => (name, true, value),
            _ => return None,
        };
        let end = end(value)?;
        let rest = &value[end..];
        self.rest = rest.strip_prefix(", ").unwrap_or(rest);
        Some(Argument { name, value: &value[..end], written })
    }
}

/// Where a value ends: at a comma or a bracket that belongs to nothing in it.
fn end(text: &str) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b',' if depth == 0 => return Some(at),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_calls::tests::returned;
    use rstest::rstest;

    #[test]
    fn a_call_is_read_with_its_arguments() {
        let text = "urEventCreateExp(hContext = context#1 (released), pEventDesc = {flags = 0x0, pNext = X {}}, name = \"a, (b\\\"\", \
                    phEvent -> event#5 (imported)) -> UR_RESULT_ERROR_UNKNOWN";
        let recorded = returned(0, text);
        let call = Call::read(&recorded).unwrap();
        assert_eq!(call.entry_point, "urEventCreateExp");
        assert_eq!(call.value("hContext"), "context#1 (released)");
        assert_eq!(call.value("pEventDesc"), "{flags = 0x0, pNext = X {}}");
        assert_eq!(call.value("name"), "\"a, (b\\\"\"");
        assert_eq!(call.output("phEvent"), Some("event#5 (imported)"));
        assert_eq!((call.output("hContext"), call.value("nothing")), (None, ""));
        assert_eq!(call.result, Some(UrResult::ERROR_UNKNOWN));
        assert!(!call.succeeded() && !call.failed);
    }

    #[rstest]
    #[case::cut("urEventWait(numEvents = 1, ...) -> UR_RESULT_SUCCESS")]
    #[case::no_end("urEventWait(numEvents = 1")]
    #[case::no_call("nothing")]
    fn what_is_not_whole_is_not_read(#[case] text: &str) {
        assert_eq!(Call::read(&returned(0, text)), None);
    }

    #[test]
    fn what_has_not_returned_is_where_the_test_failed() {
        let hanging =
            LastCall { end: CallEnd::HasNotReturned, ..returned(0, "urQueueFinish(hQueue = queue#1)") };
        let call = Call::read(&hanging).unwrap();
        assert!(call.failed && call.result.is_none());
    }
}
