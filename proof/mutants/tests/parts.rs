//! Parts of the matrix and of the sweep. They stand here, as the library would be compiled once more for tests in it.

use ur_ipc_mutants::matrix::without_sizes;
use ur_ipc_mutants::sweep::{FaultKind, InjectedFault, MadeCall};

#[test]
fn faults_survive_the_command_line() {
    let fault = InjectedFault { kind: FaultKind::Spoils, entry: 3, call: 17 };
    assert_eq!(fault.to_string().parse(), Ok(fault));
    assert!("spoils:urNothing:1".parse::<InjectedFault>().is_err());
    assert!("spoils".parse::<InjectedFault>().is_err());
}

#[test]
fn the_calls_before_a_check_are_those_of_its_process_first() {
    let made = |process, number| MadeCall { process, entry: 0, number };
    let calls = [made(0, 1), made(1, 2), made(2, 3), made(1, 4)];
    assert_eq!(MadeCall::before(&calls, 2, 0), [made(1, 4)]);
    assert_eq!(MadeCall::before(&calls, 2, 1), [made(2, 3)]);
    assert_eq!(MadeCall::before(&calls, 1, 0), [made(1, 2), made(2, 3)]);
    assert_eq!(MadeCall::before(&calls, 0, 0), []);
}

#[test]
fn measured_sizes_are_left_out_of_notes() {
    assert_eq!(
        without_sizes("+64 descriptors, +36 KiB of memory after"),
        "+64 descriptors, some KiB of memory after"
    );
    assert_eq!(without_sizes("opens; Close: OK"), "opens; Close: OK");
}
