//! Copies and fills of the copy engine.

use super::words::{address, bit, bits};
use super::{Execution, Flow};
use crate::gpu::fault::Reason;

/// Bytes that a unit of the page mode stands for.
const PAGE_UNIT: u64 = 256;

/// Rows of bytes, at a distance that may be zero for a single one.
struct Rows {
    width: u64,
    height: u64,
}

impl Rows {
    /// The size in the second and third dword; the height counts in a matrix alone.
    fn of(dwords: &[u32], matrix: bool) -> Self {
        let width = u64::from(bits(dwords[1], 0, 23)) + 1;
        let height = if matrix { u64::from(bits(dwords[2], 0, 17)) + 1 } else { 1 };
        Self { width, height }
    }
}

fn pitch(dword: u32) -> u64 {
    u64::from(bits(dword, 0, 17)) + 1
}

/// Copies bytes, in one piece or as a matrix.
pub(super) fn memory_copy(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let matrix = match bits(dwords[0], 17, 18) {
        0 => false,
        1 => true,
        kind => return Err(Reason::invalid(format!("no copy has the type {kind}"))),
    };
    let mut rows = Rows::of(dwords, matrix);
    if bit(dwords[0], 19) {
        rows.width *= PAGE_UNIT;
    }
    let (from, to) = (address(dwords, 5, 0), address(dwords, 7, 0));
    let (from_pitch, to_pitch) = (pitch(dwords[3]), pitch(dwords[4]));
    e.meter.work(rows.width * rows.height)?;
    for row in 0..rows.height {
        e.bus.copy(to.wrapping_add(row * to_pitch), from.wrapping_add(row * from_pitch), rows.width)?;
    }
    Ok(Flow::Next)
}

/// Fills with one byte.
pub(super) fn memory_set(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let matrix = match bits(dwords[0], 17, 18) {
        0 => false,
        1 => true,
        _ => return Err(Reason::not_emulated("a fast clear")),
    };
    if bits(dwords[0], 19, 20) != 0 {
        return Err(Reason::not_emulated("a fill in evict mode"));
    }
    let rows = Rows::of(dwords, matrix);
    let (to, to_pitch, value) = (address(dwords, 4, 0), pitch(dwords[3]), bits(dwords[6], 24, 31) as u8);
    e.meter.work(rows.width * rows.height)?;
    for row in 0..rows.height {
        e.bus.fill(to.wrapping_add(row * to_pitch), rows.width, &[value])?;
    }
    Ok(Flow::Next)
}

/// A rectangle of pixels on a surface whose rows lie one behind the other.
struct Rectangle {
    left: u64,
    top: u64,
    width: u64,
    height: u64,
}

impl Rectangle {
    /// The rectangle in two dwords, of which the second is beyond the last pixel.
    fn of(from: u32, to: u32) -> Result<Self, Reason> {
        let corner = |dword: u32| (u64::from(dword & 0xffff), u64::from(dword >> 16));
        let ((left, top), (right, bottom)) = (corner(from), corner(to));
        match (right.checked_sub(left), bottom.checked_sub(top)) {
            (Some(width), Some(height)) => Ok(Self { left, top, width, height }),
            _ => Err(Reason::invalid("a rectangle that ends before it begins")),
        }
    }
}

/// Bytes of a pixel.
fn pixel_bytes(header: u32) -> Result<u64, Reason> {
    const BYTES: [u64; 6] = [1, 2, 4, 8, 12, 16];
    let depth = bits(header, 19, 21);
    BYTES
        .get(depth as usize)
        .copied()
        .ok_or_else(|| Reason::invalid(format!("no colour depth has the number {depth}")))
}

/// The distance of rows of a surface, which must be linear and in no multisampled, compressed or otherwise special state.
fn linear_pitch(header: u32, surface: u32) -> Result<u64, Reason> {
    if bits(header, 9, 13) != 0 {
        return Err(Reason::not_emulated("a surface with several samples, or a resolve"));
    }
    if bits(surface, 30, 31) != 0 {
        return Err(Reason::not_emulated("a tiled surface"));
    }
    Ok(pitch(surface))
}

/// Fills a rectangle with a pixel.
pub(super) fn fast_color(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let pixel = pixel_bytes(dwords[0])?;
    let to_pitch = linear_pitch(dwords[0], dwords[1])?;
    let rectangle = Rectangle::of(dwords[2], dwords[3])?;
    refuse_offset(dwords[6])?;
    let to = address(dwords, 4, 0).wrapping_add(rectangle.left * pixel);
    let colour: Vec<u8> =
        dwords[7..11].iter().flat_map(|dword| dword.to_le_bytes()).take(pixel as usize).collect();
    let bytes = rectangle.width * pixel;
    e.meter.work(bytes * rectangle.height)?;
    for row in 0..rectangle.height {
        e.bus.fill(to.wrapping_add((rectangle.top + row) * to_pitch), bytes, &colour)?;
    }
    Ok(Flow::Next)
}

/// Copies a rectangle.
pub(super) fn block_copy(e: &mut Execution<'_>, dwords: &[u32]) -> Result<Flow, Reason> {
    let pixel = pixel_bytes(dwords[0])?;
    let (to_pitch, from_pitch) = (linear_pitch(dwords[0], dwords[1])?, linear_pitch(dwords[0], dwords[8])?);
    let rectangle = Rectangle::of(dwords[2], dwords[3])?;
    refuse_offset(dwords[6])?;
    refuse_offset(dwords[11])?;
    let (from_left, from_top) = (u64::from(dwords[7] & 0xffff), u64::from(dwords[7] >> 16));
    let to = address(dwords, 4, 0).wrapping_add(rectangle.left * pixel);
    let from = address(dwords, 9, 0).wrapping_add(from_left * pixel);
    let bytes = rectangle.width * pixel;
    e.meter.work(bytes * rectangle.height)?;
    for row in 0..rectangle.height {
        let (to_row, from_row) = ((rectangle.top + row) * to_pitch, (from_top + row) * from_pitch);
        e.bus.copy(to.wrapping_add(to_row), from.wrapping_add(from_row), bytes)?;
    }
    Ok(Flow::Next)
}

/// Refuses the offset of a mip level within its surface.
fn refuse_offset(dword: u32) -> Result<(), Reason> {
    if bits(dword, 0, 13) != 0 || bits(dword, 16, 29) != 0 {
        return Err(Reason::not_emulated("an offset of a mip level"));
    }
    Ok(())
}
