//! `urIPCOpenMemHandleExp`: arguments that it must refuse, and copies of handle bytes, good and bad. All in a process
//! other than the exporting one.

use super::support::{opens_well, try_open};
use std::ffi::c_void;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::{ContextHandle, DeviceHandle, UrResult};
use ur_ipc_fixtures::ladder::{Consumer, Family, Memory};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{DevicePtr, Need, TestContext, TestResult, Tests, measure_growth};

pub(super) fn tests(tests: &mut Tests) {
    null_arguments(tests);
    wrong_sizes(tests);

    // A context without the device is refused, and the device's own context is not.
    let mut group = tests.group("memory", "memory::open");
    group
        .test("device_not_in_context")
        .checks("memory.open.device_not_in_context")
        .needs(&[Need::SecondDevice])
        .in_consumer::<Memory>(|t, c| {
            let other = Context::over(t, t.second_device().as_slice())?;
            let (data, size, mut mem) = (c.handle().into(), c.handle().len(), 0);
            let called = Memory::open_call(t.ur(), other.raw(), t.device(), data, size, &mut mem);
            t.observe("a device that is not in the context", called.expect_error()?);
            opens_well(c)
        });

    group.test("byte_copy").checks("memory.open.byte_copy").in_consumer::<Memory>(byte_copy);
    corrupt_bytes(tests);
}

/// Opens with these arguments and demands this code; the right arguments still open then.
#[track_caller]
fn refused(
    c: &Consumer<Memory>,
    (context, device): (ContextHandle, DeviceHandle),
    (data, size): (DevicePtr, usize),
    code: UrResult,
) -> TestResult {
    let mut mem = 0;
    Memory::open_call(c.t().ur(), context, device, data, size, &mut mem).expect(code)?;
    opens_well(c)
}

fn null_arguments(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");

    group.test("null_context").checks("memory.open.null_context").in_consumer::<Memory>(|t, c| {
        let handle = (c.handle().into(), c.handle().len());
        refused(c, (ContextHandle::NULL, t.device()), handle, UrResult::ERROR_INVALID_NULL_HANDLE)
    });

    group.test("null_device").checks("memory.open.null_device").in_consumer::<Memory>(|_, c| {
        let handle = (c.handle().into(), c.handle().len());
        refused(c, (c.context(), DeviceHandle::NULL), handle, UrResult::ERROR_INVALID_NULL_HANDLE)
    });

    group.test("null_data").checks("memory.open.null_data").in_consumer::<Memory>(|t, c| {
        let handle = (DevicePtr::NULL, c.handle().len());
        refused(c, (c.context(), t.device()), handle, UrResult::ERROR_INVALID_NULL_POINTER)
    });

    // Without a place for the pointer the call is refused and opens nothing.
    group.test("null_out").checks("memory.open.null_out").in_consumer::<Memory>(|t, c| {
        let mut bytes = c.handle().to_vec();
        let growth = measure_growth(t, 32, |_| {
            let (data, size) = (bytes.as_mut_ptr().cast(), bytes.len());
            t.ur()
                .ipc_open_mem_handle_exp(c.context(), t.device(), data, size, null_mut())
                .expect(UrResult::ERROR_INVALID_NULL_POINTER)
        })?;
        growth.no_descriptors(t)?;
        growth.no_mappings(t)?;
        opens_well(c)
    });
}

fn wrong_sizes(tests: &mut Tests) {
    /// An aligned address that is not null and behind which there is nothing: whoever reads there dies.
    const UNREADABLE: DevicePtr = DevicePtr(64);
    let mut group = tests.group("memory", "memory::open");

    // Size 0, where there is not a byte to read, and one byte too few are refused.
    group.test("size_too_small").checks("memory.open.size_too_small").in_consumer::<Memory>(|t, c| {
        let place = (c.context(), t.device());
        refused(c, place, (UNREADABLE, 0), UrResult::ERROR_INVALID_VALUE)?;
        let short = c.handle()[..c.handle().len() - 1].to_vec().into_boxed_slice();
        refused(c, place, ((&*short).into(), short.len()), UrResult::ERROR_INVALID_VALUE)
    });

    // One byte too many and the largest size are refused, although all the bytes of a good handle are there.
    group.test("size_too_large").checks("memory.open.size_too_large").in_consumer::<Memory>(|t, c| {
        let place = (c.context(), t.device());
        let long = [c.handle(), &[0]].concat();
        refused(c, place, (long.as_slice().into(), long.len()), UrResult::ERROR_INVALID_VALUE)?;
        refused(c, place, (long.as_slice().into(), usize::MAX), UrResult::ERROR_INVALID_VALUE)
    });
}

/// Copies at every alignment open like the original, and neither they nor their surroundings are written to.
fn byte_copy(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    const MARGIN: usize = 64;
    let size = c.handle().len();
    for shift in 0..16 {
        let start = MARGIN + shift;
        let mut buffer = vec![0xc3u8; size + 2 * MARGIN + 16];
        buffer[start..start + size].copy_from_slice(c.handle());
        let before = buffer.clone();
        let data = DevicePtr::from(buffer[start..].as_mut_ptr().cast::<c_void>());
        let mut mem = 0;
        Memory::open_call(t.ur(), c.context(), t.device(), data, size, &mut mem).ok()?;
        let at = DevicePtr(mem);
        t.check(!at.is_null(), "Open succeeded and gave a null pointer")?;
        t.check(
            std::hint::black_box(&buffer) == &before,
            format!("Open modified the handle's bytes, or those around them, {shift} bytes off alignment"),
        )?;
        // The copy is of no more use once it was opened.
        buffer.fill(0);
        c.verify(at)?;
        Memory::close_call(t.ur(), c.context(), at).ok()?;
    }
    Ok(())
}

fn corrupt_bytes(tests: &mut Tests) {
    /// Bits that are flipped at most; of a longer handle, as many random ones.
    const MOST_FLIPS: usize = 1024;
    let mut group = tests.group("memory", "memory::open");

    // Zeroed and random bytes of the right size are refused.
    group.test("corrupt_bytes").checks("memory.open.corrupt_bytes").in_consumer::<Memory>(|t, c| {
        let size = c.handle().len();
        let mut rng = t.rng(0);
        let random = (0..64).map(|_| {
            let mut bytes = vec![0; size];
            rng.fill(&mut bytes);
            bytes
        });
        for bytes in [vec![0; size], vec![0xff; size]].into_iter().chain(random) {
            try_open(c, &bytes, &mut 0).expect_error()?;
        }
        opens_well(c)
    });

    // A handle with one bit flipped is refused, or opens to something that can be closed.
    group.test("flipped_bits").checks("memory.open.corrupt_bytes").in_consumer::<Memory>(|t, c| {
        let mut bits: Vec<usize> = (0..8 * c.handle().len()).collect();
        t.rng(1).shuffle(&mut bits);
        bits.truncate(MOST_FLIPS);
        let mut opened = 0;
        for &bit in &bits {
            let (mut bytes, mut mem) = (c.handle().to_vec(), 0);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let called = try_open(c, &bytes, &mut mem);
            if called.result.is_success() {
                opened += 1;
                Memory::close_call(t.ur(), c.context(), DevicePtr(mem)).ok()?;
            } else {
                called.expect_error()?;
            }
        }
        t.observe("flipped bits with which a handle opens", format!("{opened} of {}", bits.len()));
        opens_well(c)
    });
}
