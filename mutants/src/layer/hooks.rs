//! What a defect does to the calls of one kind.

use super::{Below, Hooks};
use ur_ipc_api::UrResult;

/// A call that a defect can be about.
pub(crate) trait Call: Copy + 'static {
    /// Where what is done to such calls is kept.
    fn slot(hooks: &mut Hooks) -> &mut Slot<Self>;

    /// Makes the call.
    fn run(&self, ur: &Below) -> UrResult;
}

type Instead<C> = Box<dyn Fn(&C, &Below) -> Option<UrResult> + Send + Sync>;
type After<C> = Box<dyn Fn(&C, UrResult, &Below) -> UrResult + Send + Sync>;

/// What is done to calls of one kind.
pub(crate) struct Slot<C> {
    instead: Vec<Instead<C>>,
    after: Vec<After<C>>,
}

impl<C> Default for Slot<C> {
    fn default() -> Self {
        Self { instead: Vec::new(), after: Vec::new() }
    }
}

impl<C> Slot<C> {
    pub(crate) fn add_instead(
        &mut self,
        body: impl Fn(&C, &Below) -> Option<UrResult> + Send + Sync + 'static,
    ) {
        self.instead.push(Box::new(body));
    }

    pub(crate) fn add_after(
        &mut self,
        body: impl Fn(&C, UrResult, &Below) -> UrResult + Send + Sync + 'static,
    ) {
        self.after.push(Box::new(body));
    }

    /// What takes the place of the call, if anything does.
    pub(super) fn instead(&self, call: &C, ur: &Below) -> Option<UrResult> {
        self.instead.iter().find_map(|body| body(call, ur))
    }

    /// What becomes of the call's result.
    pub(super) fn after(&self, call: &C, result: UrResult, ur: &Below) -> UrResult {
        self.after.iter().fold(result, |result, body| body(call, result, ur))
    }
}
