//! `urIPCOpenMemHandleExp`: arguments that it must refuse, and copies of handle bytes, good and bad. All in a process
//! other than the exporting one.

use super::support::opens_well;
use crate::mutated_handles::{garbage, open_flipped};
use crate::open_calls::{NULL_CONTEXT, NULL_DATA, NULL_DEVICE, Opening};
use std::ffi::c_void;
use std::fs::File;
use std::ptr::null_mut;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{Consumer, Memory, Shareable};
use ur_ipc_fixtures::objects::Context;
use ur_ipc_fixtures::{DevicePtr, Group, Need, TestContext, TestResult, Tests, case, system};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");
    null_arguments(&mut group);
    wrong_sizes(&mut group);

    // A context without the device is refused, and the device's own context is not.
    group
        .test("device_not_in_context")
        .checks("memory.open.device_not_in_context")
        .needs(&[Need::SecondDevice])
        .in_consumer::<Memory>(|t, c| {
            let other = Context::over(t, &[t.second_device()])?;
            let wrong = Opening { context: other.raw(), ..Opening::of(c, c.handle()) };
            t.observe("a device that is not in the context", wrong.make::<Memory>(t).0.expect_error()?);
            opens_well(c)
        });

    group.test("byte_copy").checks("memory.open.byte_copy").in_consumer::<Memory>(byte_copy);
    corrupt_bytes(&mut group);
}

/// The call is refused with this code; the right arguments still open then.
#[track_caller]
fn check_refused(c: &Consumer<Memory>, wrong: Opening, code: UrResult) -> TestResult {
    wrong.make::<Memory>(c.t()).0.expect(code)?;
    opens_well(c)
}

fn null_arguments(group: &mut Group<'_>) {
    group
        .table([
            case("null_context", "memory.open.null_context", NULL_CONTEXT),
            case("null_device", "memory.open.null_device", NULL_DEVICE),
            case("null_data", "memory.open.null_data", NULL_DATA),
        ])
        .in_consumer(|_, c: &Consumer<Memory>, &(spoil, code)| {
            check_refused(c, spoil(Opening::of(c, c.handle())), code)
        });

    // Without a place for the pointer the call is refused and opens nothing.
    group.test("null_out").checks("memory.open.null_out").in_consumer::<Memory>(|t, c| {
        let mut bytes = c.handle().to_vec();
        let (data, size) = (bytes.as_mut_ptr().cast(), bytes.len());
        t.leaves_nothing(|| {
            t.ur()
                .ipc_open_mem_handle_exp(c.context(), t.device(), data, size, null_mut())
                .expect(UrResult::ERROR_INVALID_NULL_POINTER)
        })?;
        opens_well(c)
    });
}

fn wrong_sizes(group: &mut Group<'_>) {
    /// An aligned address that is not null and behind which there is nothing: whoever reads there dies.
    const UNREADABLE: DevicePtr = DevicePtr(64);
    // Size 0, where there is not a byte to read, and one byte too few are refused.
    group.test("size_too_small").checks("memory.open.size_too_small").in_consumer::<Memory>(|_, c| {
        let nothing = Opening { data: UNREADABLE, size: 0, ..Opening::of(c, &[]) };
        check_refused(c, nothing, UrResult::ERROR_INVALID_VALUE)?;
        let short = c.handle()[..c.handle().len() - 1].to_vec().into_boxed_slice();
        check_refused(c, Opening::of(c, &short), UrResult::ERROR_INVALID_VALUE)
    });

    // One byte too many, a size that is right in its lower 32 bits and the largest one are refused, although all the bytes
    // of a good handle are there.
    group.test("size_too_large").checks("memory.open.size_too_large").in_consumer::<Memory>(|_, c| {
        let long = [c.handle(), &[0]].concat();
        let long = Opening::of(c, &long);
        for size in [long.size, c.handle().len() + (1 << 32), usize::MAX] {
            check_refused(c, Opening { size, ..long }, UrResult::ERROR_INVALID_VALUE)?;
        }
        Ok(())
    });
}

/// Copies at every alignment open like the original, and neither they nor their surroundings are written to. One descriptor more is
/// open each time: who writes the number of one of its own would else write, perhaps, what stands there.
fn byte_copy(t: &TestContext, c: &Consumer<Memory>) -> TestResult {
    const MARGIN: usize = 64;
    let size = c.handle().len();
    let mut descriptors = Vec::new();
    for shift in 0..16 {
        descriptors.push(system("opening /dev/null", File::open("/dev/null"))?);
        let start = MARGIN + shift;
        let mut buffer = vec![0xc3u8; size + 2 * MARGIN + 16];
        buffer[start..start + size].copy_from_slice(c.handle());
        let before = buffer.clone();
        let data = DevicePtr::from(buffer[start..].as_mut_ptr().cast::<c_void>());
        let (called, opened) = Opening { data, ..Opening::of(c, c.handle()) }.make::<Memory>(t);
        called.ok()?;
        let at = DevicePtr(opened);
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

fn corrupt_bytes(group: &mut Group<'_>) {
    /// Bits that are flipped at most; of a longer handle, as many random ones.
    const MOST_FLIPS: usize = 1024;
    // Zeroed and random bytes of the right size are refused.
    group.test("corrupt_bytes").checks("memory.open.corrupt_bytes").in_consumer::<Memory>(|t, c| {
        for bytes in garbage(t, c.handle().len(), 64) {
            Opening::of(c, &bytes).leaves_output::<Memory>(t)?;
        }
        opens_well(c)
    });

    // A handle with one bit flipped is refused, or opens to something that can be closed.
    group.test("flipped_bits").checks("memory.open.corrupt_bytes").in_consumer::<Memory>(|_, c| {
        open_flipped::<Memory>(c, c.handle(), MOST_FLIPS)?;
        opens_well(c)
    });
}
