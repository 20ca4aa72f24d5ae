//! Copies of rectangles and boxes.

use super::Call;
use super::copies::VECTOR;
use crate::gpu::fault::Reason;

/// A byte for each item of a rectangle.
pub(super) fn bytes_2d(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let volume = Volume::in_2d(call)?;
    volume.copy(call, 1)
}

/// Four dwords for each item of a rectangle.
pub(super) fn middle_2d(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let volume = Volume::in_2d(call)?;
    volume.copy(call, VECTOR)
}

/// A byte for each item of a box.
pub(super) fn bytes_3d(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let volume = Volume::in_3d(call)?;
    volume.copy(call, 1)
}

/// Four dwords for each item of a box.
pub(super) fn middle_3d(call: &mut Call<'_, '_>) -> Result<(), Reason> {
    let volume = Volume::in_3d(call)?;
    volume.copy(call, VECTOR)
}

/// A place in a buffer that is seen as rows and slices.
struct BufferPlace {
    buffer: u64,
    origin: [u64; 3],
    /// The distance of rows, and of slices.
    pitches: [u64; 2],
}

impl BufferPlace {
    /// The offset of the row with these coordinates, where its first item is.
    fn row(&self, y: u64, z: u64) -> u64 {
        let rows = y.wrapping_add(self.origin[1]).wrapping_mul(self.pitches[0]);
        let slices = z.wrapping_add(self.origin[2]).wrapping_mul(self.pitches[1]);
        self.origin[0].wrapping_add(rows).wrapping_add(slices)
    }
}

struct Volume {
    from: BufferPlace,
    to: BufferPlace,
    /// The bits that offsets have in the kernel.
    mask: u64,
}

impl Volume {
    fn in_2d(call: &Call<'_, '_>) -> Result<Self, Reason> {
        let place = |buffer, origin, pitch| -> Result<BufferPlace, Reason> {
            let [x, y] = call.arguments.numbers(origin)?;
            Ok(BufferPlace {
                buffer: call.number(buffer)?,
                origin: [x, y, 0],
                pitches: [call.number(pitch)?, 0],
            })
        };
        Ok(Self { from: place(0, 2, 4)?, to: place(1, 3, 5)?, mask: offset_mask(call, 1) })
    }

    fn in_3d(call: &Call<'_, '_>) -> Result<Self, Reason> {
        let place = |buffer, origin, pitches| -> Result<BufferPlace, Reason> {
            let [x, y, z, _] = call.arguments.numbers(origin)?;
            Ok(BufferPlace {
                buffer: call.number(buffer)?,
                origin: [x, y, z],
                pitches: call.arguments.numbers(pitches)?,
            })
        };
        Ok(Self { from: place(0, 2, 4)?, to: place(1, 3, 5)?, mask: offset_mask(call, 2) })
    }

    /// Copies row by row; items are `unit` bytes apart, and vectors lie at whole dwords.
    fn copy(&self, call: &mut Call<'_, '_>, unit: u64) -> Result<(), Reason> {
        let [columns, rows, slices] = call.items.global.clone();
        let length = (columns.end - columns.start).saturating_mul(unit);
        let items_before = columns.start.wrapping_mul(unit);
        call.meter.work(call.items.count().saturating_mul(unit))?;
        let at = |place: &BufferPlace, y, z| {
            let offset = place.row(y, z) & self.mask;
            let offset = if unit == VECTOR { offset & !3 } else { offset };
            place.buffer.wrapping_add(offset).wrapping_add(items_before)
        };
        for z in slices {
            for y in rows.clone() {
                call.bus.copy(at(&self.to, y, z), at(&self.from, y, z), length)?;
            }
        }
        Ok(())
    }
}

/// Kernels for buffers below 4 GiB calculate with 32 bits, which shows in the size of their pitches.
fn offset_mask(call: &Call<'_, '_>, pitches: usize) -> u64 {
    if call.arguments.number_bits(4, pitches) == 32 { u32::MAX.into() } else { u64::MAX }
}
