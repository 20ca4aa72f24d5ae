//! Commands: fills, copies, reads, signals.

use super::{Actor, BLOCK, Missing, Outcome, Thing};
use std::ptr::{null, null_mut};
use ur_ipc_fixtures::DevicePtr;
use ur_ipc_fixtures::api::*;
use ur_ipc_fixtures::objects::listed;
use ur_ipc_model::{Blocks, Call, Observed, What};

/// What a buffer holds before it is read into.
const UNTOUCHED: u8 = 0xa5;
/// That not all words of a block are the one in the lower half.
const MIXED: u64 = 1 << 32;

impl Actor {
    /// Where blocks begin, and how large each is, in bytes.
    fn place(&mut self, blocks: Blocks) -> Result<(DevicePtr, usize), Missing> {
        let (at, size) = match self.thing(blocks.of)? {
            Thing::Memory { at, .. } => (*at, BLOCK),
            Thing::Mapping { at, context, .. } => {
                let (at, context) = (*at, *context);
                (at, self.granule(context))
            }
            _ => return Err(format!("{} is nothing that commands reach", blocks.of)),
        };
        Ok((at.at(blocks.from as usize * size), size))
    }

    pub(super) fn command(&mut self, call: &Call) -> Result<Outcome, Missing> {
        let ur = self.ur().clone();
        match call {
            Call::Fill { at, value, queue, after } => {
                let ((to, size), queue, after) = (self.place(*at)?, self.queue(*queue)?, self.events(after)?);
                let good = Outcome { observed: Observed::of(UrResult::SUCCESS), failed: None, handle: None };
                for number in 0..at.count() {
                    let (word, to) = (value.wrapping_add(number), to.at(number as usize * size));
                    // The queue is in order: what the first waits for the others wait for.
                    let (count, list) = if number == 0 { listed(&after) } else { (0, null()) };
                    let pattern = (&raw const word).cast();
                    let filled = Outcome::of(ur.enqueue_usm_fill(
                        queue,
                        to.raw(),
                        size_of::<u32>(),
                        pattern,
                        size,
                        count,
                        list,
                        null_mut(),
                    ));
                    if !filled.is_good() {
                        return Ok(filled);
                    }
                }
                Ok(good)
            }
            Call::Copy { from, to, queue, after } => {
                let ((source, size), (target, other)) = (self.place(*from)?, self.place(*to)?);
                let (queue, after) = (self.queue(*queue)?, self.events(after)?);
                if size == other {
                    let ((count, list), size) = (listed(&after), from.count() as usize * size);
                    let (to, from) = (target.raw(), source.raw());
                    let called = ur.enqueue_usm_memcpy(queue, false, to, from, size, count, list, null_mut());
                    return Ok(Outcome::of(called));
                }
                // Blocks of different sizes have the same words in them, so that the parts of the larger are copies.
                for number in 0..from.count() as usize {
                    for part in 0..other.div_ceil(size) {
                        let (count, list) =
                            if (number, part) == (0, 0) { listed(&after) } else { (0, null()) };
                        let (begin, length) = (number * other + part * size, size.min(other));
                        let (to, from) = (target.at(begin).raw(), source.at(number * size).raw());
                        let called = Outcome::of(ur.enqueue_usm_memcpy(
                            queue,
                            false,
                            to,
                            from,
                            length,
                            count,
                            list,
                            null_mut(),
                        ));
                        if !called.is_good() {
                            return Ok(called);
                        }
                    }
                }
                Ok(Outcome { observed: Observed::of(UrResult::SUCCESS), failed: None, handle: None })
            }
            Call::Read { at, queue, after } => {
                let ((from, size), queue, after) =
                    (self.place(*at)?, self.queue(*queue)?, self.events(after)?);
                let mut bytes = vec![UNTOUCHED; at.count() as usize * size];
                let ((count, list), to) = (listed(&after), bytes.as_mut_ptr().cast());
                let length = bytes.len();
                let read = Outcome::of(ur.enqueue_usm_memcpy(
                    queue,
                    true,
                    to,
                    from.raw(),
                    length,
                    count,
                    list,
                    null_mut(),
                ));
                let blocks = (0..).zip(bytes.chunks(size));
                Ok(blocks.fold(read, |all, (number, block)| all.and(What::Block(number), word_of(block))))
            }
            Call::Signal { event, queue, after } => {
                let ((event, _), queue, after) =
                    (self.event(*event)?, self.queue(*queue)?, self.events(after)?);
                let ((count, list), mut kept) = (listed(&after), event);
                let called =
                    ur.enqueue_events_wait_with_barrier_ext(queue, null(), count, list, &raw mut kept);
                Ok(Outcome::of(called).and(What::Kept, u64::from(kept == event)))
            }
            _ => Err("no command".to_owned()),
        }
    }
}

/// The word that a block is full of; another number where there is more than one.
fn word_of(block: &[u8]) -> u64 {
    let (words, _) = block.as_chunks::<4>();
    let Some(first) = words.first() else { return MIXED };
    let word = u64::from(u32::from_ne_bytes(*first));
    if words.iter().all(|other| other == first) { word } else { word | MIXED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_one_word_or_several() {
        assert_eq!(word_of(&[1, 0, 0, 0, 1, 0, 0, 0]), u64::from(u32::from_ne_bytes([1, 0, 0, 0])));
        assert!(word_of(&[1, 0, 0, 0, 2, 0, 0, 0]) > u64::from(u32::MAX));
    }
}
