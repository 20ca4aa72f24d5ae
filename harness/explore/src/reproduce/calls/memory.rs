//! USM memory.

use super::{Calls, InC, block_of};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::Kind;
use ur_ipc_model::{UsmKind, verb};

impl InC for verb::Alloc {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, blocks, size, context, kind } = self;
        let size = format!("{blocks} * {}", block_of(*size));
        let of = match kind {
            UsmKind::Device => format!("urUSMDeviceAlloc({context}, device"),
            UsmKind::Host => format!("urUSMHostAlloc({context}"),
            UsmKind::Shared => format!("urUSMSharedAlloc({context}, device"),
        };
        let call = format!("{of}, NULL, NULL, {size}, &NEW)");
        calls.making("void *", *new, turn, &call, &[])
    }
}

impl InC for verb::Free {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let (memory, context) = (self.memory, calls.script.things.context(self.memory));
        let call = match calls.script.things.kind(memory) {
            Kind::Reserved(blocks) => {
                calls.used.insert(Helper::Granule);
                format!("urVirtualMemFree({context}, {memory}, {blocks} * granule({context}))")
            }
            _ => format!("urUSMFree({context}, {memory})"),
        };
        calls.called(turn, &call, &[])
    }
}
