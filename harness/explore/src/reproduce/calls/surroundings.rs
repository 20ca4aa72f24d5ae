//! The surroundings of a call, and children that call nothing.

use super::{Calls, InC};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use ur_ipc_model::{Beginning, StepModifier, verb};

impl InC for verb::Begin {
    /// The process has begun by then.
    fn lines(&self, calls: &mut Calls<'_>, _: &Turn) -> Vec<String> {
        calls.used.insert(match self.how {
            Beginning::Forked => Helper::Forked,
            Beginning::Elsewhere => Helper::Elsewhere,
        });
        Vec::new()
    }
}

impl InC for verb::Adapters {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        calls.used.insert(Helper::Adapters);
        calls.called(turn, "get_and_release_adapters()", &[])
    }
}

impl InC for verb::Fork {
    fn lines(&self, calls: &mut Calls<'_>, _: &Turn) -> Vec<String> {
        calls.used.insert(Helper::Child);
        vec!["child();".to_owned()]
    }
}

impl Calls<'_> {
    /// The lines of a step, with what is around its call.
    pub(super) fn surrounded(&mut self, modifier: StepModifier, lines: Vec<String>) -> Vec<String> {
        let (helper, enter, leave) = match modifier {
            StepModifier::Blocking => (Helper::Signals, "block_signals(true);", "block_signals(false);"),
            StepModifier::Elsewhere => (Helper::Folder, "go_elsewhere(true);", "go_elsewhere(false);"),
            StepModifier::Masked => (Helper::Mask, "mask_files(true);", "mask_files(false);"),
            StepModifier::Ordinary | StepModifier::Undefined | StepModifier::Starved => return lines,
        };
        self.used.insert(helper);
        let mut all = vec![enter.to_owned()];
        all.extend(lines);
        all.push(leave.to_owned());
        all
    }
}
