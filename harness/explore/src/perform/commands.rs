//! Commands on memory.

use super::{Actor, Missing, Outcome, Perform, Thing};
use std::ptr::null_mut;
use ur_ipc_fixtures::DevicePtr;
use ur_ipc_fixtures::objects::listed;
use ur_ipc_model::{Blocks, Observable, verb};

/// The byte that fills a buffer before data is read into it.
const UNTOUCHED: u8 = 0xa5;
/// That not all words of a block are the one in the lower half.
const MIXED: u64 = 1 << 32;

impl Actor {
    /// Returns the address of the first block, and the size of each, in bytes.
    fn place(&mut self, blocks: Blocks) -> Result<(DevicePtr, usize), Missing> {
        let (at, size) = match self.thing(blocks.of)? {
            Thing::Memory { at, block, .. } => (*at, *block),
            Thing::Mapping { at, context, .. } => {
                let (at, context) = (*at, *context);
                (at, self.granule(context))
            }
            _ => return Err(Missing::Otherwise(blocks.of, "is nothing that commands reach")),
        };
        Ok((at.at(blocks.from as usize * size), size))
    }
}

impl Perform for verb::Fill {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ((to, size), queue) = (actor.place(self.at)?, actor.queue(self.queue)?);
        let after = actor.events(&self.after)?;
        for number in 0..self.at.count() {
            let (word, to) = (self.value.wrapping_add(number), to.at(number as usize * size));
            // All wait, as a queue may be out of order.
            let (count, list) = listed(&after);
            let (pattern, of) = ((&raw const word).cast(), size_of::<u32>());
            let ur = actor.ur();
            let filled = ur.enqueue_usm_fill(queue, to.raw(), of, pattern, size, count, list, null_mut());
            let filled = Outcome::of(filled);
            if !filled.is_good() {
                return Ok(filled);
            }
        }
        Ok(Outcome::good())
    }
}

impl Perform for verb::Copy {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ((source, size), (target, other)) = (actor.place(self.from)?, actor.place(self.to)?);
        let (queue, after, blocks) =
            (actor.queue(self.queue)?, actor.events(&self.after)?, self.from.count() as usize);
        let copy = |to: usize, from: usize, length| {
            let (count, list) = listed(&after);
            let (to, from) = (target.at(to).raw(), source.at(from).raw());
            actor.ur().enqueue_usm_memcpy(queue, false, to, from, length, count, list, null_mut())
        };
        if size == other {
            return Ok(Outcome::of(copy(0, 0, blocks * size)));
        }
        // Blocks of different sizes have the same words in them, so that the parts of the larger are copies.
        for number in 0..blocks {
            for part in 0..other.div_ceil(size) {
                let (to, length) = (number * other + part * size, size.min(other));
                let called = Outcome::of(copy(to, number * size, length));
                if !called.is_good() {
                    return Ok(called);
                }
            }
        }
        Ok(Outcome::good())
    }
}

impl Perform for verb::CopyRows {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ((source, size), (target, _)) = (actor.place(self.from)?, actor.place(self.to)?);
        let (queue, after) = (actor.queue(self.queue)?, actor.events(&self.after)?);
        let ((count, list), in_bytes) = (listed(&after), |blocks: u32| blocks as usize * size);
        let called = actor.ur().enqueue_usm_memcpy_2d(
            queue,
            false,
            target.raw(),
            in_bytes(self.to_pitch),
            source.raw(),
            in_bytes(self.from_pitch),
            in_bytes(self.from.count()),
            self.height as usize,
            count,
            list,
            null_mut(),
        );
        Ok(Outcome::of(called))
    }
}

impl Perform for verb::Read {
    fn perform(&self, actor: &mut Actor) -> Result<Outcome, Missing> {
        let ((from, size), queue) = (actor.place(self.at)?, actor.queue(self.queue)?);
        let after = actor.events(&self.after)?;
        let length = self.at.count() as usize * size;
        let mut bytes = vec![UNTOUCHED; length];
        let ((count, list), to) = (listed(&after), bytes.as_mut_ptr().cast());
        let ur = actor.ur();
        let read = ur.enqueue_usm_memcpy(queue, true, to, from.raw(), length, count, list, null_mut());
        let (read, blocks) = (Outcome::of(read), (0..).zip(bytes.chunks(size)));
        Ok(blocks.fold(read, |all, (number, block)| all.and(Observable::Block(number), word_of(block))))
    }
}

/// The word that a block is full of; another number where there is more than one.
fn word_of(block: &[u8]) -> u64 {
    let Some(first) = block.first_chunk::<4>() else { return MIXED };
    let word = u64::from(u32::from_ne_bytes(*first));
    // Each word is the one before it.
    if block[4..] == block[..block.len() - 4] { word } else { word | MIXED }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_one_word_or_several() {
        assert_eq!(word_of(&[1, 0, 0, 0, 1, 0, 0, 0]), u64::from(u32::from_ne_bytes([1, 0, 0, 0])));
        assert!(word_of(&[1, 0, 0, 0, 2, 0, 0, 0]) > u64::from(u32::MAX));
        assert_eq!(word_of(&[1, 0, 0, 0]), 1);
        let mut large = [7, 0, 0, 0].repeat(5 << 18);
        assert_eq!(word_of(&large), 7);
        *large.last_mut().unwrap() = 1;
        assert_eq!(word_of(&large), 7 | MIXED);
    }
}
