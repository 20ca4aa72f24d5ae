//! Out-parameters of Get and Open after a failure.

use crate::call_checks::get_leaves_outputs;
use crate::open_calls::{NULL_CONTEXT, NULL_DATA, NULL_DEVICE, Opening};
use crate::untouched::check_untouched;
use ur_ipc_fixtures::api::{ContextHandle, PhysicalMemHandle};
use ur_ipc_fixtures::hierarchy::{Physical, Shareable, UrIpcPhysMemHandleTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{InCase, TestContext, TestResult, Tests};

const REQUIREMENT: &str = "physical_memory.outputs_untouched_on_error";

pub(super) fn tests(tests: &mut Tests) {
    // A failed Get leaves its out-parameters alone, or clears them.
    let mut group = tests.group("physical_memory", "physical_memory::get");
    group.test("outputs_untouched_on_error").checks(REQUIREMENT).on(get);

    // A failed Open leaves its out-parameter alone, or clears it.
    let mut group = tests.group("physical_memory", "physical_memory::open");
    group.test("outputs_untouched_on_error").checks(REQUIREMENT).on(open);
}

fn get(t: &TestContext, f: &UrIpcPhysMemTest) -> TestResult {
    const BOTH: (bool, bool) = (true, true);
    let plain = f.in_context().physical(f.size(), None)?;
    let (context, object) = (f.context(), f.physical().raw());
    for (case, context, object, outputs) in [
        ("an object that is not exportable", context, plain.raw(), BOTH),
        ("a null object", context, PhysicalMemHandle::NULL, BOTH),
        ("a null context", ContextHandle::NULL, object, BOTH),
        ("no place for the buffer's address", context, object, (false, true)),
        ("no place for the size", context, object, (true, false)),
    ] {
        get_leaves_outputs::<Physical>(t, (context, object), outputs).in_case(case)?;
    }
    f.export()?.release()
}

fn open(t: &TestContext, f: &UrIpcPhysMemHandleTest) -> TestResult {
    let good = f.handle();
    let right = Opening::of(f, &good);
    for (case, opening) in [
        ("a null context", NULL_CONTEXT.0(right)),
        ("a null device", NULL_DEVICE.0(right)),
        ("no data", NULL_DATA.0(right)),
        ("a size too small", Opening { size: good.len() - 1, ..right }),
        ("a size of 0", Opening { size: 0, ..right }),
        ("a size too large", Opening { size: usize::MAX, ..right }),
    ] {
        opening.leaves_output::<Physical>(t).in_case(case)?;
    }
    if let Some(foreign) = t.second_device_if_any() {
        let (called, out) = Opening { device: foreign, ..right }.make::<Physical>(t);
        if called.result.is_success() {
            // That it is not refused is for other tests.
            Physical::close_call(t.ur(), f.context(), Physical::raw(out)).ok()?;
        } else {
            check_untouched(t, "the object", out).in_case("a device outside the context")?;
        }
    } else {
        t.note_less("no second device: one outside the context was not tried");
    }
    f.open()?.release()
}
