//! As many of something as there is room for.

use ur_ipc_fixtures::{TestContext, TestResult};

/// As many are given back where there is no room for more: what follows needs room as well.
const SPARE: usize = 24;

/// Has so many of them, made by their numbers. An implementation may have room for fewer, if it says so, but for one.
pub(super) fn have<T>(
    t: &TestContext,
    made: &mut Vec<T>,
    wanted: usize,
    what: &str,
    mut make: impl FnMut(usize) -> TestResult<T>,
) -> TestResult {
    made.truncate(wanted);
    while made.len() < wanted {
        let number = made.len();
        match make(number) {
            Err(stop) if number > 0 && stop.is_out_of_room() => {
                t.note_less(&format!("there was room for {number} {what}, not for {wanted}"));
                made.truncate(number.saturating_sub(SPARE).max(1));
                break;
            }
            result => made.push(result?),
        }
    }
    Ok(())
}
