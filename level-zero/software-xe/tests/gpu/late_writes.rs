//! Data that becomes visible late.

use std::sync::atomic::Ordering;

use rstest::rstest;
use software_xe::gpu::{EngineClass, Resume, Stop};

use crate::support::batch::mi;
use crate::support::machine::DATA;
use crate::support::{Batch, Machine, end};

/// The address of the flag that tells of the data.
const FLAG: u64 = DATA + 0x100;
/// The address that the engine waits for afterwards.
const GATE: u64 = DATA + 0x108;

fn late(class: EngineClass) -> Machine {
    let mut machine = Machine::new(class);
    machine.engine.set_late_writes(true);
    machine
}

#[rstest]
#[case::no_flush(Batch::new().store64(FLAG, 1), 0)]
#[case::flush(Batch::new().flush(FLAG, 1), 0xaa)]
#[case::fence(Batch::new().raw(&[0x09 << 23]).store64(FLAG, 1), 0xaa)]
#[case::acquire_fence(Batch::new().raw(&[0x09 << 23 | 1]).store64(FLAG, 1), 0)]
fn copies_are_visible_when_a_flush_asks_for_it(#[case] then: Batch, #[case] visible: u8) {
    let mut machine = late(EngineClass::Copy);
    let stop = machine.run(&Batch::new().set(DATA, 4, 0xaa).raw(&then.0).wait(GATE, 4, 1).end());
    assert!(matches!(stop, Stop::Wait { .. }), "{stop:?}");
    assert_eq!((machine.memory.u64(FLAG), machine.memory.bytes(DATA, 4)), (1, vec![visible; 4]));
    assert_eq!(machine.engine.holds_writes(), visible == 0);
    machine.memory.put(GATE, &[1]);
    end(machine.go_on());
    assert_eq!(machine.memory.bytes(DATA, 4), [0xaa; 4], "the end of a batch flushes");
}

#[test]
fn the_engine_sees_its_own_writes() {
    let mut machine = late(EngineClass::Copy);
    machine.memory.put(DATA, &[1, 2, 3, 4]);
    let batch = Batch::new().set(DATA + 1, 2, 9).copy(DATA + 8, DATA, 4).wait(DATA, 4, 0x0409_0901);
    let stop = machine.run(
        &batch
            .raw(&[mi(0x29, 4), 0x2600, DATA as u32 + 8, 0])
            .store_register(0x2600, FLAG)
            .wait(GATE, 4, 1)
            .end(),
    );
    assert!(matches!(stop, Stop::Wait { address: GATE, .. }), "{stop:?}");
    assert_eq!(machine.memory.u32(FLAG), 0x0409_0901);
    assert_eq!(machine.memory.u32(DATA + 8), 0);
}

#[test]
fn a_value_stays_above_older_data() {
    let mut machine = late(EngineClass::Copy);
    end(machine.run(&Batch::new().set(DATA, 16, 0xaa).store32(DATA + 4, 5).end()));
    assert_eq!(machine.memory.u32(DATA + 4), 5);
    assert_eq!(machine.memory.u32(DATA), 0xaaaa_aaaa);
}

#[test]
fn time_makes_writes_visible() {
    let mut machine = late(EngineClass::Copy);
    let stop = machine.run(&Batch::new().set(DATA, 4, 0xaa).wait(GATE, 4, 1).end());
    assert!(matches!(stop, Stop::Wait { .. }));
    assert!(matches!(machine.go_on(), Stop::Wait { .. }));
    assert_eq!(machine.memory.u32(DATA), 0);
    machine.clock.0.store(20, Ordering::Relaxed);
    assert!(matches!(machine.go_on(), Stop::Wait { .. }));
    assert_eq!(machine.memory.u32(DATA), 0xaaaa_aaaa);
}

#[test]
fn a_caller_can_write_back() {
    let mut machine = late(EngineClass::Copy);
    assert!(matches!(
        machine.run(&Batch::new().set(DATA, 4, 0xaa).wait(GATE, 4, 1).end()),
        Stop::Wait { .. }
    ));
    machine.engine.write_back(&machine.memory);
    assert_eq!(machine.memory.u32(DATA), 0xaaaa_aaaa);
}

#[test]
fn a_fault_comes_at_once() {
    let mut machine = late(EngineClass::Copy);
    let blame = machine.blame(&Batch::new().set(crate::support::machine::NOWHERE, 4, 1));
    assert!(blame.contains("nothing is mapped for a write"), "{blame}");
}

#[test]
fn what_is_unmapped_meanwhile_is_forgotten() {
    let mut machine = late(EngineClass::Copy);
    assert!(matches!(machine.run(&Batch::new().set(DATA, 4, 1).wait(GATE, 4, 1).end()), Stop::Wait { .. }));
    machine.memory.unmap(DATA);
    machine.engine.write_back(&machine.memory);
    assert!(
        matches!(machine.engine.run(&machine.memory, Resume::Continue), Stop::Fault(_)),
        "the gate is gone too"
    );
}
