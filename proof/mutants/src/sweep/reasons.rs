//! Assertions that nothing here makes fail, with the reasons.

use crate::Suite;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// File, a part of the line at which the assertion stands, and the reason.
const REASONS: &[(&str, &str, &str)] = &[
    ("suites/src/device_info/gating.rs", "if let Ok(object) = F::create(", CHOICE),
    ("suites/src/memory/undefined.rs", "export_memory(f.mem().at(OFFSET)).ok()", CHOICE),
    ("suites/src/event/cross_process/death.rs", "let status = import.status()", CHOICE),
    (
        "suites/src/event/open.rs",
        "t.check(!handles.contains(&f.event().raw())",
        "an Open that gives the source fails in the probe of own handles before",
    ),
    (
        "suites/src/shared/teardown.rs",
        r#"t.check(true, "it ended cleanly")"#,
        "the other ends fail at checks of their own",
    ),
    (
        "sycl/suites/src/shared/handles.rs",
        "t.check(buffer == before",
        "no call in Rust writes through what it is lent to read; a runtime in C++ casts const away from these bytes",
    ),
];

const CHOICE: &str = "where the call fails, the test goes another way";

/// Why the assertion at this place (`file:line:column`) has not been seen to fail.
pub(super) fn of(place: &str) -> Option<&'static str> {
    number_of(place).map(|number| REASONS[number].2)
}

/// # Errors
/// Names a reason for which there is no assertion any more.
pub(super) fn ensure_all_match<'p>(
    suite: Suite,
    places: impl Iterator<Item = &'p String>,
) -> Result<(), String> {
    let matched: BTreeSet<_> = places.filter_map(|place| number_of(place)).collect();
    match REASONS
        .iter()
        .enumerate()
        .filter(|(_, (file, ..))| is_of(suite, file))
        .find(|(number, _)| !matched.contains(number))
    {
        Some((_, (file, part, _))) => Err(format!("{}: no assertion of {file} has '{part}'", file!())),
        None => Ok(()),
    }
}

/// True if a file has tests of a suite.
fn is_of(suite: Suite, file: &str) -> bool {
    file.starts_with("sycl/") == (suite == Suite::Sycl)
}

fn number_of(place: &str) -> Option<usize> {
    let (file, line) = parts(place)?;
    let mut candidates = REASONS.iter().enumerate().filter(|(_, (of, ..))| *of == file).peekable();
    candidates.peek()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    let text = fs::read_to_string(root.join(file)).ok()?;
    let line = text.lines().nth(line.checked_sub(1)?)?;
    candidates.find(|(_, (_, part, _))| line.contains(part)).map(|(number, _)| number)
}

fn parts(place: &str) -> Option<(&str, usize)> {
    let (place, _column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some((file, line.parse().ok()?))
}
