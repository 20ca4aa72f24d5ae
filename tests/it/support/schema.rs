//! Holding a document against its published schema.

use serde_json::Value;

/// A published schema.
pub fn published(file: &str) -> Value {
    let path = format!("{}/docs/{file}.schema.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("a schema")).expect("JSON")
}

/// The place at which a document deviates from its schema, if it does.
pub fn unlike(schema: &Value, document: &Value) -> Option<String> {
    misfit(schema, schema, document)
}

/// The place at which a value deviates from a schema, if it does. Of JSON Schema it knows the words that the published
/// schemas use. A property that is not described is wrong, too.
fn misfit(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    let fits = |schema: &Value| misfit(root, schema, value).is_none();
    for (word, said) in schema.as_object().unwrap() {
        let holds = match word.as_str() {
            "$defs" | "$schema" | "title" | "description" | "default" | "format" | "properties" => true,
            "$ref" => match misfit(root, root.pointer(&said.as_str().unwrap()[1..]).unwrap(), value) {
                None => true,
                misfit => return misfit,
            },
            "const" => value == said,
            "enum" => said.as_array().unwrap().contains(value),
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "null" => value.is_null(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "string" => value.is_string(),
                    "array" => value.is_array(),
                    "object" => value.is_object(),
                    other => panic!("a type that is not used here: {other}"),
                };
                said.as_array().map_or_else(|| is(said), |names| names.iter().any(is))
            }
            "minimum" => value.as_f64().is_none_or(|number| number >= said.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= said.as_f64().unwrap()),
            "minItems" => value.as_array().is_none_or(|list| list.len() as u64 >= said.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|list| list.len() as u64 <= said.as_u64().unwrap()),
            "oneOf" => said.as_array().unwrap().iter().filter(|schema| fits(schema)).count() == 1,
            "anyOf" => said.as_array().unwrap().iter().any(fits),
            "required" => {
                said.as_array().unwrap().iter().all(|name| value.get(name.as_str().unwrap()).is_some())
            }
            "items" => {
                match value.as_array().and_then(|list| list.iter().find_map(|item| misfit(root, said, item)))
                {
                    None => true,
                    misfit => return misfit,
                }
            }
            "prefixItems" => said.as_array().unwrap().iter().enumerate().all(|(index, schema)| {
                value.get(index).is_none_or(|item| misfit(root, schema, item).is_none())
            }),
            "additionalProperties" => true,
            other => panic!("a word that is not used here: {other}"),
        };
        if !holds {
            return Some(format!("{value} is not as {{\"{word}\": {said}}} says"));
        }
    }
    let described = schema.get("properties").or(schema.get("additionalProperties")).is_some();
    let properties = value.as_object().filter(|_| described)?;
    properties.iter().find_map(|(name, value)| {
        let of = schema["properties"].get(name).or(schema.get("additionalProperties"));
        of.map_or_else(|| Some(format!("{name} is not described")), |of| misfit(root, of, value))
    })
}
