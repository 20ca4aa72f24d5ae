//! USM memory.

use super::{Calls, InC, block_of};
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::ThingKind;
use ur_ipc_model::{UsmKind, verb};

impl InC for verb::Alloc {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, blocks, size, align, context, kind, other } = self;
        let device = calls.device(*other);
        let size = format!("{blocks} * {}", block_of(*size));
        let (of, pool) = match kind {
            UsmKind::Device => (format!("urUSMDeviceAlloc({context}, {device}"), "NULL, "),
            UsmKind::Host => (format!("urUSMHostAlloc({context}"), "NULL, "),
            UsmKind::Shared => (format!("urUSMSharedAlloc({context}, {device}"), "NULL, "),
            UsmKind::Pooled => {
                calls.used.insert(Helper::Pools);
                (format!("alloc_pooled({context}, {device}"), "")
            }
        };
        let desc = match align {
            0 => "NULL".to_owned(),
            _ => format!("&(ur_usm_desc_t){{UR_STRUCTURE_TYPE_USM_DESC, NULL, 0, {align}}}"),
        };
        let call = format!("{of}, {desc}, {pool}{size}, &NEW)");
        calls.making("void *", *new, turn, &call, &[])
    }
}

impl InC for verb::Free {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let (memory, context) = (self.memory, calls.script.things.context(self.memory));
        let call = match calls.script.things.kind(memory) {
            ThingKind::Reserved(blocks) => {
                calls.used.insert(Helper::Granule);
                format!("urVirtualMemFree({context}, {memory}, {blocks} * granule({context}))")
            }
            _ if calls.script.things.is_pooled(memory) => format!("free_pooled({context}, {memory})"),
            _ => format!("urUSMFree({context}, {memory})"),
        };
        calls.called(turn, &call, &[])
    }
}
