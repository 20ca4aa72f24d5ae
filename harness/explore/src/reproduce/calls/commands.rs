//! Commands on memory.

use super::events::listed;
use super::{Calls, InC};
use crate::reproduce::checks::Seen;
use crate::reproduce::helpers::Helper;
use crate::reproduce::script::Turn;
use ur_ipc_model::{Blocks, Observable, verb};

impl InC for verb::Fill {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { at, value, queue, after } = self;
        calls.used.insert(Helper::Fill);
        let (place, block) = (calls.place(*at), calls.block(at.of));
        let call = format!("fill({queue}, {place}, {block}, {}, {value}, {})", at.count(), listed(after));
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Copy {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { from, to, queue, after } = self;
        let (source, target) = (calls.place(*from), calls.place(*to));
        let (block, other) = (calls.block(to.of), calls.block(from.of));
        let (count, list) = (from.count(), listed(after));
        let call = if block == other {
            format!("urEnqueueUSMMemcpy({queue}, false, {target}, {source}, {count} * {block}, {list}, NULL)")
        } else {
            calls.used.insert(Helper::Copy);
            format!("copy({queue}, {target}, {block}, {source}, {other}, {count}, {list})")
        };
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::CopyRows {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { from, from_pitch, to, to_pitch, height, queue, after } = self;
        let (source, target, block) = (calls.place(*from), calls.place(*to), calls.block(from.of));
        let call = format!(
            "urEnqueueUSMMemcpy2D({queue}, false, {target}, {to_pitch} * {block}, {source}, {from_pitch} * {block}, \
             {} * {block}, {height}, {}, NULL)",
            from.count(),
            listed(after)
        );
        calls.called(turn, &call, &[])
    }
}

impl InC for verb::Read {
    fn lines(&self, calls: &mut Calls<'_>, turn: &Turn) -> Vec<String> {
        let Self { at, queue, after } = self;
        calls.used.insert(Helper::Read);
        calls.most_read = calls.most_read.max(at.count());
        let (place, block) = (calls.place(*at), calls.block(at.of));
        let call = format!("read_blocks({queue}, {place}, {block}, {}, {})", at.count(), listed(after));
        let seen: Vec<Seen> = (0..at.count())
            .map(|block| Seen::new(Observable::Block(block), format!("word[{block}]")))
            .collect();
        calls.called(turn, &call, &seen)
    }
}

impl Calls<'_> {
    /// Returns the C expression for the address of the first block.
    pub(super) fn place(&mut self, blocks: Blocks) -> String {
        match blocks.from {
            0 => blocks.of.to_string(),
            from => format!("(char *){} + {from} * {}", blocks.of, self.block(blocks.of)),
        }
    }
}
