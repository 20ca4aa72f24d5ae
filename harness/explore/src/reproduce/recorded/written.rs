//! Calls as tests of this module write them: `urX(a = context#1, b -> 2)`.

use ur_ipc_fixtures::{Argument, Kind, Named, RecordedCall, Value};

/// The call of this text, which ends in `...` where it is cut.
pub(super) fn call(text: &str) -> RecordedCall {
    let (entry_point, rest) = text.split_once('(').expect("a call has arguments");
    let mut call = RecordedCall::new(entry_point.to_owned());
    for part in parts(rest.strip_suffix(')').expect("the arguments have an end")) {
        let Some((name, sign, value)) = [" = ", " -> "]
            .iter()
            .filter_map(|sign| Some((part.find(sign)?, *sign)))
            .min()
            .map(|(at, sign)| (part[..at].to_owned(), sign, value(&part[at + sign.len()..])))
        else {
            call.cut = true;
            continue;
        };
        call.arguments.push(Argument { name: name.clone().into(), value: value.clone() });
        if sign == " -> " {
            call.outputs.push(Argument { name: name.into(), value });
        }
    }
    call
}

fn value(text: &str) -> Value {
    let inside = |open, close| text.strip_prefix(open)?.strip_suffix(close).map(parts);
    if let Some(items) = inside('[', ']') {
        return Value::List { items: items.iter().map(|item| value(item)).collect(), more: 0 };
    }
    if let Some(fields) = inside('{', '}') {
        let field = |field: &&str| {
            let (name, text) = field.split_once(" = ").expect("a field has a value");
            Argument { name: name.to_owned().into(), value: value(text) }
        };
        return Value::Descriptor { stype: None, fields: fields.iter().map(field).collect() };
    }
    match text {
        "NULL" => Value::Null,
        "out" => Value::Out,
        "true" | "false" => Value::Flag(text == "true"),
        _ if text.starts_with("UR_") || text == "0x0" => Value::Constant(text.to_owned()),
        _ => {
            let address = text.strip_prefix("0x").map(|digits| u64::from_str_radix(digits, 16));
            let number = text.parse().map(Value::Number);
            let named = named(text).map(Value::Named).unwrap_or_else(|| Value::Text(text.to_owned()));
            address.map_or(number, |address| address.map(Value::Address)).unwrap_or(named)
        }
    }
}

fn named(text: &str) -> Option<Named> {
    let (text, offset) = text.split_once(" + ").unwrap_or((text, "0"));
    let (name, remark) = text.split_once(" (").unwrap_or((text, ""));
    let (word, number) = name.split_once(['#', ':'])?;
    let kind: Kind = serde_json::from_value(word.into()).ok()?;
    let number = u32::from_str_radix(number, if kind == Kind::Handle { 16 } else { 10 }).ok()?;
    let (imported, released) = (remark.contains("imported"), remark.contains("released"));
    Some(Named { kind, number, imported, released, offset: offset.parse().ok()? })
}

/// Splits a text at commas that are in no brackets.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + ", ".len();
            }
            _ => {}
        }
    }
    parts.extend(Some(&text[from..]).filter(|last| !last.is_empty()));
    parts
}

#[test]
fn calls_are_what_they_are_written_as() {
    let text = "urX(a = context#1 (released), b = {flags = 0x0, pNext = X {}}, c = [event#1, event#2 (imported)], \
                d = memory#1 + 4096, e = handle:3f2a, f = 0x55, g = true, h -> 7, ...)";
    let call = call(text);
    assert_eq!(call.to_string(), text);
    assert_eq!(call.outputs, [Argument { name: "h".into(), value: Value::Number(7) }]);
}
