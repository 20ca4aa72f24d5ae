//! The layout of JSON for people: indented, with deep parts on one line each.

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// Maximum depth of indented values. Deeper ones, such as a recorded call, stand on one line.
const DEEPEST: usize = 7;

/// The text of a value.
pub(super) fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let layout = JsonLayout { pretty: PrettyFormatter::new(), depth: 0 };
    value.serialize(&mut Serializer::with_formatter(&mut bytes, layout))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).expect("JSON is text"))
}

struct JsonLayout<'i> {
    pretty: PrettyFormatter<'i>,
    /// In how many arrays and objects.
    depth: usize,
}

macro_rules! as_deep_as_it_is {
    ($($name:ident($($argument:ident: $type:ty)?) $in:literal $out:literal;)*) => {$(
        fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)?) -> io::Result<()> {
            self.depth += $in;
            let written = if self.depth > DEEPEST {
                CompactFormatter.$name(writer $(, $argument)?)
            } else {
                self.pretty.$name(writer $(, $argument)?)
            };
            self.depth -= $out;
            written
        }
    )*};
}

impl Formatter for JsonLayout<'_> {
    as_deep_as_it_is! {
        begin_array() 1 0;
        end_array() 0 1;
        begin_array_value(first: bool) 0 0;
        end_array_value() 0 0;
        begin_object() 1 0;
        end_object() 0 1;
        begin_object_key(first: bool) 0 0;
        end_object_key() 0 0;
        begin_object_value() 0 0;
        end_object_value() 0 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_deep_inside_is_on_one_line() {
        let deep = (0..DEEPEST).fold(json!({ "a": [1, { "b": null }] }), |inside, _| json!([inside, inside]));
        let text = pretty(&deep).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), deep);
        let lines =
            text.lines().filter(|line| line.trim_end_matches(',').ends_with("{\"a\":[1,{\"b\":null}]}"));
        assert_eq!(lines.count(), 1 << DEEPEST);
        let shallow = json!({ "a": [1, {}, []], "b": {} });
        assert_eq!(pretty(&shallow).unwrap(), format!("{shallow:#}\n"));
    }
}
