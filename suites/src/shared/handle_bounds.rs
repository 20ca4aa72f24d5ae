//! The bytes of a handle may stand anywhere, and nothing else is read or written.

use crate::open_calls::Opening;
use ur_ipc_fixtures::hierarchy::{Consumer, Events, Memory, Physical, Shareable};
use ur_ipc_fixtures::{Edge, Guarded, InCase, TestResult, Tests};

const REQUIREMENT: &str = "cross_process.handle_bounds";

pub(super) fn tests(tests: &mut Tests) {
    placed::<Memory>(tests);
    placed::<Physical>(tests);
    placed::<Events>(tests);
    // For these two, UR takes the bytes as constant.
    read_only::<Physical>(tests);
    read_only::<Events>(tests);
}

/// A handle opens that stands right before or right behind memory that nobody may touch, and at any address.
fn placed<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::handle_bounds");
    group.test(F::NAME).checks(REQUIREMENT).in_consumer::<F>(|_, c| {
        for edge in [Edge::Before, Edge::Behind] {
            opens(c, &Guarded::new(c.handle(), edge)?).in_case(format!("an edge {edge:?} the handle"))?;
        }
        // With a byte more between the handle and the edge each time, it stands at every alignment.
        for offset in 1..8 {
            let shifted = [vec![0; offset], c.handle().to_vec()].concat();
            let guarded = Guarded::new(&shifted, Edge::Before)?;
            opens_at(c, &guarded, offset).in_case(format!("{offset} bytes behind the start of a page"))?;
        }
        Ok(())
    });
}

/// A handle opens from memory that cannot be written to.
fn read_only<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::handle_bounds");
    group
        .test(&format!("{}_read_only", F::NAME))
        .checks(REQUIREMENT)
        .in_consumer::<F>(|_, c| opens(c, &Guarded::read_only(c.handle(), Edge::Behind)?));
}

#[track_caller]
fn opens<F: Shareable>(c: &Consumer<F>, guarded: &Guarded) -> TestResult {
    opens_at(c, guarded, 0)
}

/// The handle that stands so many bytes behind the start opens, and what it opens is closed.
#[track_caller]
fn opens_at<F: Shareable>(c: &Consumer<F>, guarded: &Guarded, offset: usize) -> TestResult {
    let t = c.t();
    let (called, import) =
        Opening { data: guarded.at().at(offset), ..Opening::of(c, c.handle()) }.make::<F>(t);
    called.ok()?;
    F::close_call(t.ur(), c.context(), F::raw(import)).ok()
}
