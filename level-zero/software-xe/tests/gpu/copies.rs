//! The copy engine.

use rstest::rstest;
use software_xe::gpu::{Budget, EngineClass};

use crate::support::machine::{DATA, DATA_SIZE, NOWHERE};
use crate::support::{Batch, Machine, end};

const COPY: u32 = 2 << 29 | 0x5a << 22 | 8;
const SET: u32 = 2 << 29 | 0x5b << 22 | 5;
const MATRIX: u32 = 1 << 17;
const PAGES: u32 = 1 << 19;

fn machine() -> Machine {
    let machine = Machine::new(EngineClass::Copy);
    let bytes: Vec<u8> = (0..DATA_SIZE / 2).map(|at| (at % 251) as u8).collect();
    machine.memory.put(DATA, &bytes);
    machine
}

const FROM: u32 = DATA as u32;
const TO: u32 = FROM + DATA_SIZE as u32 / 2;

#[rstest]
#[case::one(1)]
#[case::odd(1001)]
#[case::more_than_a_chunk(0x1_2345)]
fn bytes_are_copied(#[case] length: u32) {
    let mut machine = machine();
    end(machine.run(&Batch::new().copy(TO.into(), FROM.into(), length).end()));
    let expected = machine.memory.bytes(FROM.into(), length as usize);
    assert_eq!(machine.memory.bytes(TO.into(), length as usize), expected);
    assert_eq!(machine.memory.bytes(u64::from(TO) + u64::from(length), 1), [0], "nothing behind it");
}

#[test]
fn pages_are_counted_in_units_of_256() {
    let mut machine = machine();
    end(machine.run(&Batch::new().raw(&[COPY | PAGES, 1, 0, 0, 0, FROM, 0, TO, 0, 0]).end()));
    assert_eq!(machine.memory.bytes(TO.into(), 512), machine.memory.bytes(FROM.into(), 512));
    assert_eq!(machine.memory.bytes(u64::from(TO) + 512, 1), [0]);
}

#[test]
fn rows_are_copied_from_pitch_to_pitch() {
    let mut machine = machine();
    // Three rows of five bytes, from every 100th to every 7th.
    end(machine.run(&Batch::new().raw(&[COPY | MATRIX, 4, 2, 99, 6, FROM, 0, TO, 0, 0]).end()));
    let expected = [0, 1, 2, 3, 4, 0, 0, 100, 101, 102, 103, 104, 0, 0, 200, 201, 202, 203, 204, 0];
    assert_eq!(machine.memory.bytes(TO.into(), 20), expected);
}

#[test]
fn bytes_are_set() {
    let mut machine = machine();
    let rows = [SET | MATRIX, 1, 2, 3, TO + 16, 0, 0x55 << 24];
    end(machine.run(&Batch::new().set(TO.into(), 5, 0xaa).raw(&rows).end()));
    assert_eq!(machine.memory.bytes(TO.into(), 6), [0xaa, 0xaa, 0xaa, 0xaa, 0xaa, 0]);
    let expected = [0x55, 0x55, 0, 0, 0x55, 0x55, 0, 0, 0x55, 0x55, 0, 0];
    assert_eq!(machine.memory.bytes(u64::from(TO) + 16, 12), expected);
}

#[test]
fn a_rectangle_is_filled_with_a_pixel() {
    let mut machine = machine();
    let mut fill = [0; 16];
    fill[0] = 2 << 29 | 0x44 << 22 | 2 << 19 | 14;
    fill[1] = 15;
    (fill[2], fill[3]) = (1 << 16 | 1, 3 << 16 | 3);
    fill[4] = TO;
    fill[7] = 0x0403_0201;
    end(machine.run(&Batch::new().raw(&fill).end()));
    let pixel = [1, 2, 3, 4];
    let row: Vec<u8> = [[0; 4], pixel, pixel, [0; 4]].concat();
    assert_eq!(machine.memory.bytes(TO.into(), 64), [vec![0; 16], row.clone(), row, vec![0; 16]].concat());
}

#[test]
fn a_rectangle_is_copied() {
    let mut machine = machine();
    let mut copy = [0; 22];
    copy[0] = 2 << 29 | 0x41 << 22 | 1 << 19 | 20;
    copy[1] = 7;
    (copy[2], copy[3]) = (1, 2 << 16 | 3);
    copy[4] = TO;
    copy[7] = 1 << 16 | 2;
    copy[8] = 9;
    copy[9] = FROM;
    end(machine.run(&Batch::new().raw(&copy).end()));
    assert_eq!(machine.memory.bytes(TO.into(), 16), [0, 0, 14, 15, 16, 17, 0, 0, 0, 0, 24, 25, 26, 27, 0, 0]);
}

#[rstest]
#[case::from_nowhere(Batch::new().copy(TO.into(), NOWHERE, 8), "MEM_COPY at 0x10000: page fault: nothing is mapped for a read")]
#[case::to_nowhere(Batch::new().copy(NOWHERE, FROM.into(), 8), "nothing is mapped for a write at 0x800000")]
#[case::over_the_end(Batch::new().set(DATA + DATA_SIZE as u64 - 4, 8, 1), "MEM_SET")]
#[case::type_of_copy(Batch::new().raw(&[COPY | 2 << 17, 0, 0, 0, 0, 0, 0, 0, 0, 0]), "no copy has the type 2")]
#[case::fast_clear(Batch::new().raw(&[SET | 2 << 17, 0, 0, 0, 0, 0, 0]), "fast clear is not emulated")]
#[case::eviction(Batch::new().raw(&[SET | 1 << 19, 0, 0, 0, 0, 0, 0]), "evict mode is not emulated")]
fn what_cannot_be_copied_is_a_fault(#[case] batch: Batch, #[case] expected: &str) {
    let blame = machine().blame(&batch);
    assert!(blame.contains(expected), "{blame}");
}

#[test]
fn too_much_work_is_a_fault() {
    let mut machine = machine();
    machine.engine.set_budget(Budget { work: 4096, ..Budget::default() });
    let copy = Batch::new().copy(TO.into(), FROM.into(), 4096);
    end(machine.run(&copy.clone().end()));
    let blame = machine.blame(&copy.copy(TO.into(), FROM.into(), 1).end());
    assert!(blame.contains("loops"), "{blame}");
}
