//! Waits.

use rstest::rstest;
use software_xe::gpu::{Compare, EngineClass, Stop, Width};

use crate::support::batch::mi;
use crate::support::machine::{DATA, NOWHERE};
use crate::support::{Batch, Machine, end};

#[rstest]
#[case::greater(0, [false, false, true])]
#[case::greater_or_equal(1, [false, true, true])]
#[case::less(2, [true, false, false])]
#[case::less_or_equal(3, [true, true, false])]
#[case::equal(4, [false, true, false])]
#[case::not_equal(5, [true, false, true])]
fn memory_is_compared_with_the_value(#[case] compare: u32, #[case] passes: [bool; 3]) {
    for (memory, pass) in [4, 5, 6].into_iter().zip(passes) {
        let mut machine = Machine::new(EngineClass::Copy);
        machine.memory.put_qwords(DATA, &[memory]);
        let stop = machine.run(&Batch::new().wait(DATA, compare, 5).end());
        assert_eq!(stop == Stop::End, pass, "{memory} by {compare}: {stop:?}");
    }
}

#[test]
fn a_wait_goes_on_where_it_stopped() {
    let mut machine = Machine::new(EngineClass::Copy);
    let stop = machine.run(&Batch::new().store32(DATA + 8, 7).wait(DATA, 1, 2).store32(DATA + 12, 7).end());
    let expected =
        Stop::Wait { address: DATA, width: Width::Dword, value: 2, compare: Compare::GreaterOrEqual };
    assert_eq!(stop, expected);
    assert_eq!(machine.go_on(), expected, "nothing has changed");
    assert_eq!((machine.memory.u32(DATA + 8), machine.memory.u32(DATA + 12)), (7, 0));
    machine.memory.put(DATA, &[2]);
    end(machine.go_on());
    assert_eq!(machine.memory.u32(DATA + 12), 7);
}

#[test]
fn a_value_in_a_register_is_compared_in_full() {
    let mut machine = Machine::new(EngineClass::Copy);
    let value = 0x1_0000_0005;
    let wait = [mi(0x1c, 5) | 1 << 12 | 1 << 15 | 1 << 17, 0, DATA as u32, 0, 0];
    machine.memory.put_qwords(DATA, &[0xffff_ffff]);
    let stop = machine.run(&Batch::new().load_general(0, value).raw(&wait).end());
    assert_eq!(
        stop,
        Stop::Wait { address: DATA, width: Width::Qword, value, compare: Compare::GreaterOrEqual }
    );
    machine.memory.put_qwords(DATA, &[value]);
    end(machine.go_on());
}

#[test]
fn an_address_need_not_be_canonical() {
    let mut machine = Machine::new(EngineClass::Copy);
    machine.memory.put_qwords(DATA, &[1]);
    end(machine.run(&Batch::new().wait(DATA | 0xffff << 48, 4, 1).end()));
}

#[rstest]
#[case::comparison(mi(0x1c, 5) | 6 << 12 | 1 << 15, DATA, "no comparison has the number 6")]
#[case::signal_mode(mi(0x1c, 5), DATA, "signal mode is not emulated")]
#[case::global(mi(0x1c, 5) | 1 << 15 | 1 << 22, DATA, "only the kernel may use")]
#[case::nowhere(mi(0x1c, 5) | 1 << 15, NOWHERE, "page fault")]
#[case::register(mi(0x1c, 5) | 1 << 15 | 1 << 16, 0x2600, "wait for a register")]
fn what_cannot_be_waited_for_is_a_fault(#[case] header: u32, #[case] at: u64, #[case] expected: &str) {
    let blame = Machine::new(EngineClass::Copy).blame(&Batch::new().raw(&[header, 1, at as u32, 0, 0]));
    assert!(blame.starts_with("MI_SEMAPHORE_WAIT at 0x10000") && blame.contains(expected), "{blame}");
}
