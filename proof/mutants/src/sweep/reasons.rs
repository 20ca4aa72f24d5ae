//! Assertions that nothing here makes fail, and why.

use std::fs;
use std::path::Path;

/// File, a part of the line at which the assertion stands, and the reason.
const REASONS: &[(&str, &str, &str)] = &[
    ("suites/src/device_info/gating.rs", "if let Ok(object) = F::create(", CHOICE),
    ("suites/src/memory/undefined.rs", "export_memory(f.mem().at(OFFSET)).ok()", CHOICE),
    ("suites/src/event/cross_process/death.rs", "let status = import.status()", CHOICE),
    (
        "suites/src/shared/teardown.rs",
        r#"t.check(true, "it ended cleanly")"#,
        "the other ends fail at checks of their own",
    ),
];

const CHOICE: &str = "where the call fails, the test goes another way";

/// Why the assertion at this place (`file:line:column`) has not been seen to fail.
pub(super) fn of(place: &str) -> Option<&'static str> {
    let (file, line) = parts(place)?;
    let mut candidates = REASONS.iter().filter(|(of, ..)| *of == file).peekable();
    candidates.peek()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let text = fs::read_to_string(root.join(file)).ok()?;
    let line = text.lines().nth(line.checked_sub(1)?)?;
    candidates.find(|(_, part, _)| line.contains(part)).map(|(.., reason)| *reason)
}

fn parts(place: &str) -> Option<(&str, usize)> {
    let (place, _column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}
