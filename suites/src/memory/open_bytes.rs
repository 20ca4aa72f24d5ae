//! `urIPCOpenMemHandleExp`: copies of handle bytes, good and bad.

use super::command::Window;
use super::fixtures::{check, opens_well};
use std::ffi::c_void;
use ur_ipc_fixtures::ladder::{CONSUMER, CONTENT, Consumed, Family, Memory, UrContextTest, produce};
use ur_ipc_fixtures::{DevicePtr, Role, Test, TestContext, TestResult, consumer};

pub(super) const TESTS: &[Test] = &[
    Test::new("memory::open::byte_copy", &["memory.open.byte_copy"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, byte_copy) }]),
    Test::new("memory::open::corrupt_bytes", &["memory.open.corrupt_bytes"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, zeroed_and_random) }]),
    Test::new("memory::open::flipped_bits", &["memory.open.corrupt_bytes"], produce::<Memory>)
        .roles(&[Role { name: CONSUMER, body: consumer!(Memory, flipped_bits) }]),
];

/// Bits that are flipped at most; of a longer handle, as many random ones.
const MOST_FLIPS: usize = 1024;

/// Copies at every alignment open like the original, and neither they nor their surroundings are written to.
fn byte_copy(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    const MARGIN: usize = 64;
    let size = c.handle().len();
    for shift in 0..16 {
        let start = MARGIN + shift;
        let mut buffer = vec![0xc3u8; size + 2 * MARGIN + 16];
        buffer[start..start + size].copy_from_slice(c.handle());
        let before = buffer.clone();
        let data = DevicePtr::from(buffer[start..].as_mut_ptr().cast::<c_void>());
        let mut mem = 0;
        Memory::open(t.ur(), c.context(), t.env().device(), data, size, &mut mem).ok()?;
        let at = DevicePtr(mem);
        t.check(!at.is_null(), "Open succeeded and gave a null pointer")?;
        t.check(
            std::hint::black_box(&buffer) == &before,
            format!("Open modified the handle's bytes, or those around them, {shift} bytes off alignment"),
        )?;
        // The copy is of no more use once it was opened.
        buffer.fill(0);
        check(t, c, at, Window::whole(Consumed::<Memory>::pattern(t), CONTENT))?;
        Memory::close(t.ur(), c.context(), at).ok()?;
    }
    Ok(())
}

/// Zeroed and random bytes of the right size are refused.
fn zeroed_and_random(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let size = c.handle().len();
    let mut rng = t.rng(0);
    let mut cases = vec![vec![0u8; size], vec![0xff; size]];
    for _ in 0..64 {
        let mut bytes = vec![0; size];
        rng.fill(&mut bytes);
        cases.push(bytes);
    }
    for bytes in cases {
        let mut mem = 0;
        let data = DevicePtr::from(bytes.as_slice());
        Memory::open(t.ur(), c.context(), t.env().device(), data, size, &mut mem).expect_error()?;
    }
    opens_well(t, c)
}

/// A handle with one bit flipped is refused, or opens to something that can be closed.
fn flipped_bits(t: &TestContext<'_>, c: &Consumed<'_, Memory>) -> TestResult {
    let size = c.handle().len();
    let mut bits: Vec<usize> = (0..8 * size).collect();
    t.rng(1).shuffle(&mut bits);
    bits.truncate(MOST_FLIPS);
    let mut opened = 0;
    for &bit in &bits {
        let mut bytes = c.handle().to_vec();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let mut mem = 0;
        let data = DevicePtr::from(bytes.as_slice());
        let called = Memory::open(t.ur(), c.context(), t.env().device(), data, size, &mut mem);
        if called.result.is_success() {
            opened += 1;
            Memory::close(t.ur(), c.context(), DevicePtr(mem)).ok()?;
        } else {
            called.expect_error()?;
        }
    }
    t.observe("flipped bits with which a handle opens", format!("{opened} of {}", bits.len()));
    opens_well(t, c)
}
