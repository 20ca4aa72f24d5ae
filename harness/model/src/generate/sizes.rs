//! Sizes of blocks.

use super::Draft;
use crate::BLOCK;

/// Around a word, a line of the cache, a page and 64 KiB, where implementations change their ways.
const SIZES: [u32; 8] = [4, 12, 60, 64, 100, 1020, 4096, 65_540];
/// Large sizes, which take long and are drawn seldom. The last one takes longest.
const LARGE: [u32; 3] = [2 << 20, (5 << 20) + 4, (17 << 20) + 4];
/// One program in so many of those with another size has a large one.
const SELDOM: usize = 32;
/// More than drivers align by themselves, up to a large page.
const ALIGNED: [u32; 4] = [512, 4096, 64 << 10, 2 << 20];
/// Memory has no more large blocks.
const FEW: u32 = 2;

impl Draft<'_> {
    /// The size of blocks that a program has beside the usual one: the same, as blocks of one size are copied to each other.
    pub(super) fn size_of_blocks(&mut self) -> u32 {
        if self.chance(2) {
            BLOCK
        } else if self.chance(SELDOM) {
            LARGE[if self.chance(SELDOM / 2) { LARGE.len() - 1 } else { self.below(LARGE.len() - 1) }]
        } else {
            SIZES[self.below(SIZES.len())]
        }
    }

    /// Draws the alignment of new memory, in bytes; mostly 0, which asks for none.
    pub(crate) fn align(&mut self) -> u32 {
        if self.chance(6) { ALIGNED[self.below(ALIGNED.len())] } else { 0 }
    }

    /// The bytes of a block of new memory, and how many blocks it may have.
    pub(crate) fn bytes_of_block(&mut self) -> (u32, u32) {
        let size = if self.chance(4) { BLOCK } else { self.size };
        (size, if LARGE.contains(&size) { FEW } else { u32::MAX })
    }
}
