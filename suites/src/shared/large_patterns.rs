//! Fills of an import with patterns that are larger than what an engine takes at once.

use super::commands::{follow, requirement};
use super::reached::Reached;
use crate::commands::{Command, EnqueueArguments, MemorySide};
use std::ptr::null_mut;
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::{At, Pattern, TestContext, TestResult, Tests};

/// The sizes of patterns: powers of two, as UR asks for. 128 bytes are the most that OpenCL takes, and a page is more than
/// what a driver copies into a command.
const SIZES: [usize; 6] = [32, 64, 128, 256, 1024, 4096];
/// How many times a fill repeats its pattern.
const TIMES: usize = 3;

pub(super) fn tests<F: Reached>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, format!("{}::fills", F::NAME));
    let draft = group.test("large_patterns").checks(requirement::<F>()).needs(F::NEEDS);
    draft.across(|s, f: &At<UrQueueTest>| {
        let sizes = s.tell(|t| taken::<F>(t, f))?;
        let places = sizes.iter().flat_map(|&size| [(size, 0), (size, size)]);
        let commands: Vec<_> = places.map(|(size, to)| (fill(size, to), false)).collect();
        follow::<F>(s, f, &commands)
    });
}

/// The fill with a pattern of this size, from `to` on.
fn fill(size: usize, to: usize) -> Command {
    let pattern = Pattern((size + to) as u64).bytes(0, size);
    Command::Fill { to: (MemorySide::Import, to), pattern, size: TIMES * size }
}

/// The sizes of patterns with which the device fills memory that nobody shares. A device that takes no larger ones there need
/// not take them for an import.
fn taken<F: Reached>(t: &TestContext, f: &UrQueueTest) -> TestResult<Vec<usize>> {
    let bytes = TIMES * SIZES[SIZES.len() - 1];
    let object = F::sized(f.in_context(), bytes)?;
    let taken = F::reach(f.in_context(), object.raw(), bytes, |at| {
        let mut taken = Vec::new();
        for size in SIZES {
            f.queue().fill(at, 0, bytes)?;
            let arguments = EnqueueArguments { waits: false, list: &[], event: null_mut() };
            let called = fill(size, 0).enqueue(t.ur(), f.queue().raw(), |_| at, arguments);
            let answer = called.result;
            if !answer.is_success() {
                called.expect_refusal()?;
                t.note_less(&format!(
                    "a fill of memory that is not shared with a pattern of {size} bytes answers {answer}"
                ));
                continue;
            }
            f.queue().finish()?;
            if f.read(at, TIMES * size)? == Pattern(size as u64).bytes(0, size).repeat(TIMES) {
                taken.push(size);
            } else {
                t.note_less(&format!(
                    "a pattern of {size} bytes comes out wrong in memory that is not shared"
                ));
            }
        }
        Ok(taken)
    })?;
    object.release()?;
    Ok(taken)
}
