//! Arbitrary bytes: no panic, and no endless run.

use proptest::prelude::*;
use software_xe::gpu::kernels::KernelLibrary;
use software_xe::gpu::{Budget, EngineClass, Resume, Stop};

use crate::support::batch::mi;
use crate::support::driver::elf;
use crate::support::machine::{BATCH, DATA, DATA_SIZE, SECOND};
use crate::support::{Batch, Kernel, Launch, Machine};

/// Runs a batch on two machines that differ in when data becomes visible. When all of it is, they have the same memory.
fn check(machine: impl Fn() -> Machine, dwords: &[u32]) {
    let [prompt, late] = [false, true].map(|late| {
        let mut machine = machine();
        let stop = run(&mut machine, dwords, late);
        machine.engine.write_back(&machine.memory);
        (stop, machine.memory.bytes(DATA, DATA_SIZE))
    });
    assert_eq!(prompt.0, late.0);
    assert!(prompt.1 == late.1, "late writes came out of order");
}

/// Runs a batch, and goes on from waits a few times.
fn run(machine: &mut Machine, dwords: &[u32], late: bool) -> Stop {
    machine.engine.set_budget(Budget { commands: 2000, work: 1 << 22 });
    machine.engine.set_late_writes(late);
    let mut stop = machine.run(&Batch(dwords.to_vec()));
    for _ in 0..3 {
        if let Stop::Wait { .. } = stop {
            stop = machine.engine.run(&machine.memory, Resume::Continue);
        }
    }
    stop
}

/// A batch with one of nearly everything.
fn everything(class: EngineClass) -> Vec<u32> {
    let at = DATA as u32;
    let both = Batch::new()
        .store32(DATA, 1)
        .store64(DATA + 8, 2)
        .load_general(0, 5)
        .load_general(1, 7)
        .raw(&[mi(0x1a, 5), 0x0800_8000, 0x0800_8401, 0x1000_0000, 0x1800_0831])
        .store_general(2, DATA + 16)
        .raw(&[mi(0x29, 4), 0x2600, at, 0])
        .raw(&[mi(0x2a, 3), 0x2600, 0x2418])
        .raw(&[mi(0x2e, 5), at + 32, 0, at, 0])
        .raw(&[mi(0x2f, 11) | 1 << 18 | 0x27 << 8 | 1 << 19, at + 40, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        .raw(&[0x01 << 23 | 4, 0x09 << 23])
        .start(SECOND, 1 << 22)
        .wait(DATA, 4, 1);
    let own = match class {
        EngineClass::Copy => {
            Batch::new().copy(DATA + 64, DATA, 64).set(DATA + 128, 64, 9).flush(DATA + 200, 1)
        }
        _ => {
            let launch = Launch::of([2, 1, 1], [2, 1, 1]);
            let kernel = fill();
            let arguments = arguments();
            let walker =
                launch.walker(&launch.machine(&kernel), &kernel, &arguments.each_ref().map(Vec::as_slice));
            Batch::new().bases(DATA, DATA).raw(&walker).pipe_control(0, 1 << 5, Some((DATA + 200, 1)))
        }
    };
    both.raw(&own.0).end().0
}

fn fill() -> Kernel {
    Kernel::new("FillBufferImmediate", &[('p', 8), ('v', 8), ('v', 4)])
}

/// Fills what the other commands leave alone.
fn arguments() -> [Vec<u8>; 3] {
    [(DATA + 0x400).to_le_bytes().to_vec(), vec![0; 8], vec![1; 4]]
}

fn machine(class: EngineClass) -> Machine {
    match class {
        EngineClass::Copy => Machine::new(class),
        _ => {
            let launch = Launch::of([2, 1, 1], [2, 1, 1]);
            let machine = launch.machine(&fill());
            let arguments = arguments();
            launch.walker(&machine, &fill(), &arguments.each_ref().map(Vec::as_slice));
            machine
        }
    }
}

fn classes() -> impl Strategy<Value = EngineClass> {
    prop_oneof![Just(EngineClass::Copy), Just(EngineClass::Compute), Just(EngineClass::Render)]
}

/// Dwords that look like something: commands of all kinds, addresses, small numbers.
fn dwords() -> impl Strategy<Value = u32> {
    prop_oneof![
        any::<u32>(),
        0..64_u32,
        (0..0x40_u32, any::<u32>()).prop_map(|(opcode, rest)| opcode << 23 | rest & 0x7f_ffff),
        (0..0x80_u32, any::<u32>()).prop_map(|(opcode, rest)| 2 << 29 | opcode << 22 | rest & 0x3f_ffff),
        (0x6000..0x7fff_u32, 0..40_u32).prop_map(|(upper, length)| upper << 16 | length),
        (0..0x4_0000_u32).prop_map(|offset| DATA as u32 + offset),
        (0..0x1_0000_u32).prop_map(|offset| BATCH as u32 + offset),
    ]
}

#[test]
fn the_batch_that_is_mutated_runs_to_its_end() {
    for class in [EngineClass::Copy, EngineClass::Compute] {
        let mut machine = machine(class);
        machine.memory.put(SECOND, &Batch::new().end().bytes());
        assert_eq!(machine.run(&Batch(everything(class))), Stop::End);
        assert_eq!((machine.memory.u64(DATA + 16), machine.memory.u64(DATA + 200)), (12, 1));
    }
}

proptest! {
    #[test]
    fn any_dwords(class in classes(), dwords in prop::collection::vec(dwords(), 1..200)) {
        check(|| Machine::new(class), &dwords);
    }

    #[test]
    fn valid_batches_with_changes(
        class in classes(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), dwords()), 1..6),
    ) {
        let mut dwords = everything(class);
        for (place, value) in changes {
            let at = place.index(dwords.len());
            dwords[at] = value;
        }
        check(|| machine(class), &dwords);
    }

    #[test]
    fn valid_batches_with_flipped_bits(
        class in classes(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0..32_u32), 1..6),
    ) {
        let mut dwords = everything(class);
        for (place, bit) in flips {
            let at = place.index(dwords.len());
            dwords[at] ^= 1 << bit;
        }
        check(|| machine(class), &dwords);
    }

    /// A file that is damaged, or that means harm: kernels are found or not, and descriptions are read or refused.
    #[test]
    fn any_drivers_file(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8)) {
        let kernel = fill();
        let mut file = elf(std::slice::from_ref(&kernel));
        for (place, value) in changes {
            let at = place.index(file.len());
            file[at] = value;
        }
        let launch = Launch::of([2, 1, 1], [2, 1, 1]);
        let mut machine = Machine::of(EngineClass::Compute, launch.device, KernelLibrary::in_driver(file));
        machine.memory.put(crate::support::launch::CODE, &kernel.code);
        machine.engine.set_budget(Budget { commands: 2000, work: 1 << 22 });
        let arguments = arguments();
        let stop = launch.run(&mut machine, &kernel, &arguments.each_ref().map(Vec::as_slice));
        prop_assert!(matches!(stop, Stop::End | Stop::Fault(_)));
    }
}
