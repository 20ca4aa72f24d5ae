//! Which steps of a program are taken, and how each is expected to go.

use ur_ipc_model::{State, Step, Why};

/// A step that is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Planned {
    /// Its number among the steps.
    pub index: usize,
    /// Whether it is to succeed.
    pub succeeds: bool,
}

/// The steps from one on that are defined in this state, if each goes as is expected, and those that are not, with the reason.
pub(super) fn plan(state: &State, steps: &[Step], from: usize) -> (Vec<Planned>, Vec<(usize, Why)>) {
    let mut state = state.clone();
    let (mut planned, mut left_out) = (Vec::new(), Vec::new());
    for (index, step) in steps.iter().enumerate().skip(from) {
        match state.allowed(step) {
            Ok(allowed) => {
                let expected = allowed.expected();
                planned.push(Planned { index, succeeds: expected.succeeded() });
                state.apply(step, &expected);
            }
            Err(why) => left_out.push((index, why)),
        }
    }
    (planned, left_out)
}
