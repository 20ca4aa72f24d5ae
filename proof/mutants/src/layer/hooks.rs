//! Hooks of a defect, for the calls of one kind.

use super::{Below, Hooks};
use crate::kind::Kind;
use ur_ipc_api::UrResult;

/// An interface whose calls a defect can be about.
pub(crate) trait Interface: 'static {
    /// The implementation below the defect, with the layer's observations.
    type Below;
    /// The result of a call.
    type Result: Copy + PartialEq + Send + Sync;
    /// The actions of a defect, by call.
    type Hooks: Default;

    /// The result of a call that did what it should.
    const SUCCESS: Self::Result;

    /// The actions of a mutant of this interface; `None` for one of another interface.
    fn hooks(kind: &mut Kind) -> Option<&mut Self::Hooks>;
}

/// Unified Runtime: the defect is on top of a backend.
pub(crate) struct Ur;

impl Interface for Ur {
    type Below = Below;
    type Result = UrResult;
    type Hooks = Hooks;

    const SUCCESS: UrResult = UrResult::SUCCESS;

    fn hooks(kind: &mut Kind) -> Option<&mut Hooks> {
        if let Kind::Layer(hooks) = kind { Some(hooks) } else { None }
    }
}

/// A call that a defect can be about.
pub(crate) trait Call<I: Interface = Ur>: Copy + 'static {
    /// The slot for the actions on such calls.
    fn slot(hooks: &mut I::Hooks) -> &mut Slot<Self, I>;

    /// Makes the call.
    fn run(&self, below: &I::Below) -> I::Result;
}

type Instead<C, I> =
    Box<dyn Fn(&C, &<I as Interface>::Below) -> Option<<I as Interface>::Result> + Send + Sync>;
type After<C, I> = Box<
    dyn Fn(&C, <I as Interface>::Result, &<I as Interface>::Below) -> <I as Interface>::Result + Send + Sync,
>;

/// The actions on calls of one kind. Most defects leave most kinds alone, and every process makes all defects: an empty
/// one is small.
pub(crate) struct Slot<C, I: Interface = Ur>(Option<Box<Bodies<C, I>>>);

struct Bodies<C, I: Interface> {
    instead: Vec<Instead<C, I>>,
    after: Vec<After<C, I>>,
}

impl<C, I: Interface> Default for Slot<C, I> {
    fn default() -> Self {
        Self(None)
    }
}

impl<C, I: Interface> Slot<C, I> {
    fn bodies(&mut self) -> &mut Bodies<C, I> {
        self.0.get_or_insert_with(|| Box::new(Bodies { instead: Vec::new(), after: Vec::new() }))
    }

    pub(crate) fn add_instead(
        &mut self,
        body: impl Fn(&C, &I::Below) -> Option<I::Result> + Send + Sync + 'static,
    ) {
        self.bodies().instead.push(Box::new(body));
    }

    pub(crate) fn add_after(
        &mut self,
        body: impl Fn(&C, I::Result, &I::Below) -> I::Result + Send + Sync + 'static,
    ) {
        self.bodies().after.push(Box::new(body));
    }

    /// Does something before the call.
    pub(crate) fn add_before<R>(&mut self, body: impl Fn(&C, &I::Below) -> R + Send + Sync + 'static) {
        self.add_instead(move |call, below| {
            body(call, below);
            None
        });
    }

    /// Does something after a call that succeeded.
    pub(crate) fn add_then<R>(&mut self, body: impl Fn(&C, &I::Below) -> R + Send + Sync + 'static) {
        self.add_after(move |call, result, below| {
            if result == I::SUCCESS {
                body(call, below);
            }
            result
        });
    }

    /// The result of a replacement for the call, if there is one.
    pub(super) fn instead(&self, call: &C, below: &I::Below) -> Option<I::Result> {
        self.0.as_ref()?.instead.iter().find_map(|body| body(call, below))
    }

    /// The result of the call after all changes to it.
    pub(super) fn after(&self, call: &C, result: I::Result, below: &I::Below) -> I::Result {
        let Some(bodies) = &self.0 else { return result };
        bodies.after.iter().fold(result, |result, body| body(call, result, below))
    }

    /// Makes the call by `make`, unless it is replaced, and returns its changed result.
    pub(super) fn pass(&self, call: &C, below: &I::Below, make: impl FnOnce() -> I::Result) -> I::Result {
        let result = self.instead(call, below).unwrap_or_else(make);
        self.after(call, result, below)
    }
}
