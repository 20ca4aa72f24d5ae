//! Physical memory, and mapping it.

use super::{Calls, InC, block};
use crate::reproduce::checks::Seen;
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use crate::reproduce::things::ThingKind;
use ur_ipc_model::{Blocks, Observable, Span, verb};

impl InC for verb::Physical {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, blocks, context, shared, other } = self;
        let device = calls.device(*other);
        calls.used.insert(Helper::Granule);
        let flags = if *shared { "UR_PHYSICAL_MEM_FLAG_ENABLE_IPC" } else { "0" };
        let mut lines = vec![format!(
            "ur_physical_mem_properties_t {new}_properties = {{UR_STRUCTURE_TYPE_PHYSICAL_MEM_PROPERTIES, NULL, {flags}}};"
        )];
        let call = format!(
            "urPhysicalMemCreate({context}, {device}, {blocks} * granule({context}), &{new}_properties, &NEW)"
        );
        let seen = [Seen::new(Observable::Address, new.to_string())];
        lines.extend(calls.making("ur_physical_mem_handle_t", *new, turn, &call, &seen));
        lines
    }
}

impl InC for verb::PhysicalWrong {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let call = format!("urPhysicalMemCreate({}, device, 1, NULL, &made)", self.context);
        let mut lines = vec!["ur_physical_mem_handle_t made = NULL;".to_owned()];
        lines.extend(calls.called(turn, &call, &[]));
        block(lines)
    }
}

impl InC for verb::Reserve {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, blocks, context } = self;
        calls.used.insert(Helper::Granule);
        let call = format!("urVirtualMemReserve({context}, NULL, {blocks} * granule({context}), &NEW)");
        calls.making("void *", *new, turn, &call, &[])
    }
}

impl InC for verb::Map {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { new, blocks, access, place } = self;
        let context = calls.script.things.context(blocks.of);
        calls.used.insert(Helper::Granule);
        let in_bytes = |blocks: u32| format!("{blocks} * granule({context})");
        let (size, offset) = (in_bytes(blocks.count()), in_bytes(blocks.from));
        let (of, access) = (blocks.of, access.flags());
        let map = format!("urVirtualMemMap({context}, {new}, {size}, {of}, {offset}, {access})");
        if let Some(Blocks { of, from, .. }) = place {
            let mut lines = vec![format!("void *{new} = (char *){of} + {};", in_bytes(*from))];
            lines.extend(calls.called(turn, &map, &[]));
            return lines;
        }
        calls.used.insert(Helper::Results);
        let mut lines = vec![
            format!("void *{new} = NULL;"),
            format!("result = urVirtualMemReserve({context}, NULL, {size}, &{new});"),
            "if (result == UR_RESULT_SUCCESS)".to_owned(),
            format!("    result = {map};"),
        ];
        lines.extend(calls.called(turn, "", &[]));
        lines
    }
}

impl InC for verb::Change {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let of = calls.part(self.span);
        let call = format!("urVirtualMemSetAccess({of}, {})", self.access.flags());
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Unmap {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let of = calls.part(self.span);
        if matches!(calls.script.things.kind(self.span.of), ThingKind::Mapping(_, false)) {
            return calls.called(turn, &format!("urVirtualMemUnmap({of})"), &[]);
        }
        calls.used.insert(Helper::Results);
        let mut lines = vec![
            format!("result = urVirtualMemUnmap({of});"),
            "if (result == UR_RESULT_SUCCESS)".to_owned(),
            format!("    result = urVirtualMemFree({of});"),
        ];
        lines.extend(calls.called(turn, "", &[]));
        lines
    }
}

impl Calls<'_> {
    /// The context, addresses and size of a mapping or of a part of one.
    fn part(&mut self, span: Span) -> String {
        let context = self.script.things.context(span.of);
        let all = match self.script.things.kind(span.of) {
            ThingKind::Mapping(blocks, _) => blocks,
            _ => 0,
        };
        self.used.insert(Helper::Granule);
        let blocks = span.blocks(all);
        format!("{context}, {}, {} * granule({context})", self.place(blocks), blocks.count())
    }
}
