//! `urIPCOpenPhysMemHandleExp` with good and with bad arguments.

use crate::open_calls::{NULL_CONTEXT, NULL_DATA, NULL_DEVICE, Opening, open_here};
use crate::untouched::UNTOUCHED_BYTE;
use std::collections::{BTreeMap, BTreeSet};
use std::ptr::null_mut;
use ur_ipc_fixtures::api::UrResult;
use ur_ipc_fixtures::hierarchy::{Consumer, Physical, Shareable, UrIpcPhysMemHandleTest, UrIpcPhysMemTest};
use ur_ipc_fixtures::{DevicePtr, Group, InCase, Need, OWN_PHYSICAL_HANDLES, TestResult, Tests, case};

pub(super) fn tests(tests: &mut Tests) {
    let mut group = tests.group("physical_memory", "physical_memory::open");
    // Open in the exporting process gives an object other than the source.
    group
        .test("success_same_process")
        .checks("physical_memory.open.success_same_process")
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.Success"])
        .on(|t, f: &UrIpcPhysMemTest| {
            let handle = f.export()?;
            for _ in 0..3 {
                let Some(opened) = open_here::<Physical>(f, &handle.bytes())? else { return Ok(()) };
                t.check(opened.raw() != f.physical().raw(), "Open gave the source itself")?;
                opened.release()?;
            }
            Ok(())
        });

    wrong_arguments(&mut group);
    wrong_sizes(&mut group);
    right_arguments(&mut group);

    // A device outside the context is refused; the context's own is not.
    group
        .test("device_not_in_context")
        .checks("physical_memory.open.device_not_in_context")
        .needs(&[Need::SecondDevice])
        .on(|t, f: &UrIpcPhysMemHandleTest| {
            let bytes = f.handle();
            let foreign = t.second_device();
            let call = || Opening { device: foreign, ..Opening::of(f, &bytes) }.make::<Physical>(t).0;
            t.leaves_nothing(|| call().expect_error())?;
            t.observe("a device outside the context is refused with", call().result);
            f.open()?.release()
        });
}

/// Each is refused, leaves nothing open, and with the right arguments Open works.
fn wrong_arguments(group: &mut Group<'_>) {
    group
        .table([
            case("null_context", "physical_memory.open.null_context", NULL_CONTEXT)
                .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullHandleContext"]),
            case("null_device", "physical_memory.open.null_device", NULL_DEVICE)
                .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullHandleDevice"]),
            case("null_data", "physical_memory.open.null_data", NULL_DATA)
                .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullPointerIPCHandleData"]),
        ])
        .in_consumer(|_, c: &Consumer<Physical>, &(spoil, wanted)| {
            check_refused(c, spoil(Opening::of(c, c.handle())), wanted)
        });

    // Without a place for the object Open is refused, and nothing is opened.
    group
        .test("null_out")
        .checks("physical_memory.open.null_out")
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidNullPointerPhysMem"])
        .in_consumer(|t, c: &Consumer<Physical>| {
            let (data, size, out) = (c.handle().as_ptr().cast(), c.handle().len(), null_mut());
            t.leaves_nothing(|| {
                t.ur()
                    .ipc_open_phys_mem_handle_exp(c.context(), t.device(), data, size, out)
                    .expect(UrResult::ERROR_INVALID_NULL_POINTER)
            })?;
            c.open()?.release()
        });
}

/// The call is refused and leaves nothing open; with the right arguments it works.
fn check_refused(c: &Consumer<Physical>, wrong: Opening, code: UrResult) -> TestResult {
    let t = c.t();
    t.leaves_nothing(|| wrong.make::<Physical>(t).0.expect(code))?;
    c.open()?.release()
}

fn wrong_sizes(group: &mut Group<'_>) {
    // A size that is one too large is refused, and one that is right in its lower 32 bits.
    group
        .test("size_too_large")
        .checks("physical_memory.open.size_too_large")
        .twin_of(&["urIPCOpenPhysMemHandleExpTest.InvalidValue"])
        .in_consumer(|_, c: &Consumer<Physical>| {
            let longer = [c.handle(), &[0]].concat();
            let longer = Opening::of(c, &longer);
            check_refused(c, longer, UrResult::ERROR_INVALID_VALUE)?;
            let huge = Opening { size: c.handle().len() + (1 << 32), ..longer };
            check_refused(c, huge, UrResult::ERROR_INVALID_VALUE)
        });

    // Sizes that are too small, and the largest there is, are refused.
    group.test("size_too_small").checks("physical_memory.open.size_too_small").in_consumer(
        |_, c: &Consumer<Physical>| {
            let bytes = c.handle();
            for size in other_sizes(bytes.len()) {
                // The bytes are right as far as they go; there are none behind them.
                let short = bytes[..size.min(bytes.len())].to_vec();
                let wrong = Opening { size, ..Opening::of(c, &short) };
                check_refused(c, wrong, UrResult::ERROR_INVALID_VALUE)
                    .in_case(format!("{size} of {} bytes", bytes.len()))?;
            }
            Ok(())
        },
    );

    // With a wrong size the buffer is not read, so that its address need not be readable.
    group.test("wrong_size_unread").checks("physical_memory.open.size_too_small").in_consumer(
        |t, c: &Consumer<Physical>| {
            for size in other_sizes(c.handle().len()) {
                let wrong = Opening { data: DevicePtr(64), size, ..Opening::of(c, &[]) };
                wrong.make::<Physical>(t).0.expect(UrResult::ERROR_INVALID_VALUE)?;
            }
            let opened = c.open()?;
            c.verify(opened.raw())?;
            opened.release()
        },
    );
}

fn other_sizes(right: usize) -> impl Iterator<Item = usize> {
    [right - 1, right / 2, 1, 0, usize::MAX].into_iter().filter(move |&size| size != right)
}

fn right_arguments(group: &mut Group<'_>) {
    // A copy of the bytes at any alignment opens like the original, and neither is modified.
    group.test("byte_copy").checks("physical_memory.open.byte_copy").needs(&[OWN_PHYSICAL_HANDLES]).on(
        |t, f: &UrIpcPhysMemTest| {
            let content = t.pattern(0);
            f.fill(content)?;
            let handle = f.export()?;
            let original = handle.bytes();
            for shift in 0..16 {
                let mut buffer = vec![UNTOUCHED_BYTE; shift];
                buffer.extend(&original);
                buffer.extend([UNTOUCHED_BYTE; 16]);
                let before = buffer.clone();
                let copy = &buffer[shift..shift + original.len()];
                f.verify_handle(copy, content).in_case(format!("shift {shift}"))?;
                t.check(buffer == before, format!("Open modified its input at shift {shift}"))?;
            }
            let (called, out) =
                Opening { data: handle.raw().at, ..Opening::of(f, &original) }.make::<Physical>(t);
            called.ok()?;
            let opened = Physical::raw(out);
            f.verify_physical(opened, f.size(), content)?;
            Physical::close_call(t.ur(), f.context(), opened).ok()?;
            t.check(handle.bytes() == original, "Open modified the buffer of the implementation")
        },
    );

    // Several Opens give objects, each one of its own or one that is counted, of the same memory; closing one leaves the
    // others.
    group.test("multiple").checks("physical_memory.open.multiple").on(|t, f: &UrIpcPhysMemHandleTest| {
        let source = f.physical().map(f.size())?;
        let references = f.physical().references()?;
        let mut imports = Vec::new();
        for _ in 0..5 {
            let import = f.open()?;
            imports.push((import.map(f.size())?, import));
        }
        let objects: BTreeSet<usize> = imports.iter().map(|(_, import)| import.raw().address()).collect();
        let distinct = objects.len() == imports.len();
        t.observe(
            "five opens of one handle give",
            if distinct { "objects of their own" } else { "fewer objects" },
        );
        let of_each = imports.iter().map(|(_, import)| Ok((import.raw(), import.references()?)));
        let of_each = of_each.collect::<TestResult<BTreeMap<_, _>>>()?;
        t.rng(0).shuffle(&mut imports);
        while let Some((mapping, import)) = imports.pop() {
            let content = t.pattern(1 + imports.len());
            mapping.write(f.queue(), content)?;
            source.verify(f.queue(), content)?;
            for (other_mapping, other) in &imports {
                other_mapping.verify(f.queue(), content)?;
                if distinct {
                    t.check_eq("references of an import", other.references()?, of_each[&other.raw()])?;
                }
            }
            mapping.release()?;
            import.release()?;
        }
        t.check_eq("references of the source", f.physical().references()?, references)
    });
}
