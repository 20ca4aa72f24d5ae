//! Finds data of a result file that this suite does not write. Nobody judges it, and a reader may think otherwise.

use serde_json::Value;
use ur_ipc_report::Document;

/// The fields of the text of a result file that are not in the document that was read from it, by their paths.
///
/// # Errors
/// If the text is no JSON, or the document cannot be written.
pub(super) fn unread(text: &str, document: &Document) -> serde_json::Result<Vec<String>> {
    let (said, own) = (serde_json::from_str(text)?, serde_json::to_value(document)?);
    let mut found = Vec::new();
    compare(&said, &own, "", &mut found);
    Ok(found)
}

fn compare(said: &Value, own: &Value, path: &str, found: &mut Vec<String>) {
    match (said, own) {
        (Value::Object(said), Value::Object(own)) => {
            let dot = if path.is_empty() { "" } else { "." };
            for (name, value) in said {
                let path = format!("{path}{dot}{name}");
                match own.get(name) {
                    Some(own) => compare(value, own, &path, found),
                    None => found.push(path),
                }
            }
        }
        (Value::Array(said), Value::Array(own)) => {
            for (index, (said, own)) in said.iter().zip(own).enumerate() {
                compare(said, own, &format!("{path}[{index}]"), found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;
    use ur_ipc_report::samples;

    #[rstest]
    #[case::nothing("", None)]
    #[case::beside_all("", Some("more"))]
    #[case::of_a_test("/tests/1", Some("tests[1].more"))]
    #[case::of_a_backend("/environment/backends/0", Some("environment.backends[0].more"))]
    #[case::of_a_summary("/summary", Some("summary.more"))]
    #[case::of_a_device("/devices/0", Some("devices[0].more"))]
    #[case::of_a_verdict("/verdicts/host::dev0", Some("verdicts.host::dev0.more"))]
    fn what_is_more_is_found_wherever_it_is(#[case] place: &str, #[case] expected: Option<&str>) {
        let document = samples::document();
        let mut said = serde_json::to_value(&document).unwrap();
        if expected.is_some() {
            said.pointer_mut(place).expect(place)["more"] = json!("CONFORMS");
        }
        let text = said.to_string();
        let read = Document::parse(&text).map_err(|misread| misread.why).expect("a reader takes it");
        assert_eq!(unread(&text, &read).unwrap(), Vec::from_iter(expected));
    }
}
