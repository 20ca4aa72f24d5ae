//! Models of a driver's kernels, one for each.

mod copies;
mod fills;
mod rectangles;
mod timestamps;

use super::arguments::Arguments;
use super::launch::Items;
use crate::gpu::bus::Bus;
use crate::gpu::engine::Meter;
use crate::gpu::fault::Reason;

/// One launch of a kernel.
pub(super) struct Call<'a, 'b> {
    pub(super) bus: &'a mut Bus<'b>,
    pub(super) meter: &'a mut Meter,
    pub(super) arguments: &'a Arguments,
    pub(super) items: &'a Items,
}

impl Call<'_, '_> {
    fn number(&self, index: usize) -> Result<u64, Reason> {
        Ok(self.arguments.number(index)?)
    }
}

type Model = fn(&mut Call<'_, '_>) -> Result<(), Reason>;

static MODELS: &[(&str, Model)] = &[
    ("copyBufferToBufferBytesSingle", copies::single),
    ("CopyBufferToBufferBytes", copies::bytes),
    ("CopyBufferToBufferLeftLeftover", copies::bytes),
    ("CopyBufferToBufferRightLeftover", copies::bytes),
    ("CopyBufferToBufferMiddle", copies::middle),
    ("CopyBufferToBufferMiddleMisaligned", copies::middle_misaligned),
    ("CopyBufferToBufferSideRegion", copies::side_region),
    ("CopyBufferToBufferMiddleRegion", copies::middle_region),
    ("CopyBufferRectBytes2d", rectangles::bytes_2d),
    ("CopyBufferRectBytesMiddle2d", rectangles::middle_2d),
    ("CopyBufferRectBytes3d", rectangles::bytes_3d),
    ("CopyBufferRectBytesMiddle3d", rectangles::middle_3d),
    ("FillBufferBytes", fills::bytes),
    ("FillBufferLeftLeftover", fills::leftover),
    ("FillBufferRightLeftover", fills::leftover),
    ("FillBufferMiddle", fills::middle),
    ("FillBufferImmediate", fills::immediate),
    ("FillBufferImmediateLeftOver", fills::immediate_leftover),
    ("FillBufferSSHOffset", fills::with_pattern_offset),
    ("QueryKernelTimestamps", timestamps::in_order),
    ("QueryKernelTimestampsWithOffsets", timestamps::with_offsets),
];

/// The model of a kernel.
pub(super) fn find(name: &str) -> Option<Model> {
    MODELS.iter().find(|(known, _)| *known == name).map(|(_, model)| *model)
}
