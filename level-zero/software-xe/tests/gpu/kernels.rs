//! Behaviour of the kernel models.

use rstest::rstest;

use crate::support::machine::DATA;
use crate::support::{Kernel, Launch, end};

const FROM: u64 = DATA + 0x1000;
const TO: u64 = DATA + 0x2000;

/// One argument: as many bytes as the kernel's description says.
fn argument(values: &[u64], size: usize) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect()
}

fn source() -> Vec<u8> {
    (1..=250).collect()
}

/// Runs a kernel over a source of counting bytes, and gives what stands at the destination.
fn run(launch: &Launch, name: &'static str, arguments: &[(char, usize, &[u64])], length: usize) -> Vec<u8> {
    let sizes: Vec<(char, usize)> =
        arguments.iter().map(|(kind, size, values)| (*kind, size * values.len())).collect();
    let kernel = Kernel::new(name, &sizes);
    let mut machine = launch.machine(&kernel);
    machine.memory.put(FROM, &source());
    let bytes: Vec<Vec<u8>> = arguments.iter().map(|(_, size, values)| argument(values, *size)).collect();
    let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
    end(launch.run(&mut machine, &kernel, &bytes));
    machine.memory.bytes(TO, length)
}

/// Zeros, and counting bytes from `first` on at `at`.
fn counted(at: usize, first: u8, count: usize, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    for (place, byte) in bytes[at..at + count].iter_mut().zip(first..) {
        *place = byte;
    }
    bytes
}

#[rstest]
#[case::single("copyBufferToBufferBytesSingle", &[('p', 8, &[TO][..]), ('p', 8, &[FROM])], counted(0, 1, 12, 16))]
#[case::bytes(
    "CopyBufferToBufferBytes",
    &[('p', 8, &[FROM][..]), ('p', 8, &[TO]), ('v', 4, &[3]), ('v', 4, &[2]), ('v', 4, &[12])],
    counted(2, 4, 12, 16)
)]
#[case::left(
    "CopyBufferToBufferLeftLeftover",
    &[('p', 8, &[FROM][..]), ('p', 8, &[TO]), ('v', 8, &[3]), ('v', 8, &[2])],
    counted(2, 4, 12, 16)
)]
#[case::right(
    "CopyBufferToBufferRightLeftover",
    &[('p', 8, &[FROM][..]), ('p', 8, &[TO]), ('v', 8, &[0]), ('v', 8, &[1])],
    counted(1, 1, 12, 16)
)]
#[case::middle(
    "CopyBufferToBufferMiddle",
    &[('p', 8, &[FROM][..]), ('p', 8, &[TO]), ('v', 4, &[8]), ('v', 4, &[4])],
    counted(4, 9, 12 * 16, 200)
)]
#[case::misaligned(
    "CopyBufferToBufferMiddleMisaligned",
    &[('p', 8, &[FROM][..]), ('p', 8, &[TO]), ('v', 4, &[4]), ('v', 4, &[0]), ('v', 4, &[24])],
    counted(0, 8, 12 * 16, 200)
)]
#[case::side(
    "CopyBufferToBufferSideRegion",
    &[('p', 8, &[TO][..]), ('p', 8, &[FROM]), ('v', 8, &[5]), ('v', 8, &[1]), ('v', 8, &[2])],
    counted(1, 3, 5, 16)
)]
#[case::middle_region(
    "CopyBufferToBufferMiddleRegion",
    &[('p', 8, &[TO][..]), ('p', 8, &[FROM]), ('v', 8, &[2]), ('v', 8, &[16]), ('v', 8, &[4])],
    counted(16, 5, 32, 64)
)]
fn copies(
    #[case] name: &'static str,
    #[case] arguments: &[(char, usize, &[u64])],
    #[case] expected: Vec<u8>,
) {
    // Twelve items in three groups.
    let found = run(&Launch::of([3, 1, 1], [4, 1, 1]), name, arguments, expected.len());
    assert_eq!(found, expected);
}

#[rstest]
#[case::immediate(
    "FillBufferImmediate",
    &[('p', 8, &[TO][..]), ('v', 8, &[16]), ('v', 4, &[0x0403_0201])],
    [vec![0; 16], [1, 2, 3, 4].repeat(4 * 6)].concat()
)]
#[case::immediate_leftover(
    "FillBufferImmediateLeftOver",
    &[('p', 8, &[TO][..]), ('v', 4, &[1]), ('v', 4, &[0x0403_0201])],
    vec![0, 1, 1, 1, 1, 1, 1, 0]
)]
#[case::bytes("FillBufferBytes", &[('p', 8, &[TO][..]), ('v', 4, &[1]), ('p', 8, &[FROM])], vec![0, 1, 2, 3, 1, 2, 3, 0])]
#[case::with_offset(
    "FillBufferSSHOffset",
    &[('p', 8, &[TO][..]), ('v', 4, &[0]), ('p', 8, &[FROM]), ('v', 4, &[7])],
    vec![8, 9, 10, 8, 9, 10, 0]
)]
#[case::left(
    "FillBufferLeftLeftover",
    &[('p', 8, &[TO][..]), ('v', 4, &[1]), ('p', 8, &[FROM]), ('v', 4, &[4])],
    vec![0, 1, 2, 3, 4, 1, 2, 0]
)]
#[case::middle(
    "FillBufferMiddle",
    &[('p', 8, &[TO][..]), ('v', 4, &[4]), ('p', 8, &[FROM]), ('v', 4, &[2])],
    [vec![0; 4], [1, 2, 3, 4, 5, 6, 7, 8].repeat(3), vec![0; 4]].concat()
)]
fn fills(#[case] name: &'static str, #[case] arguments: &[(char, usize, &[u64])], #[case] expected: Vec<u8>) {
    // Six items in two groups.
    let found = run(&Launch::of([2, 1, 1], [3, 1, 1]), name, arguments, expected.len());
    assert_eq!(found, expected);
}

#[test]
fn a_pattern_begins_at_the_place_of_the_first_id() {
    let launch = Launch { offset: [1, 0, 0], ..Launch::of([1, 1, 1], [3, 1, 1]) };
    let arguments: &[(char, usize, &[u64])] =
        &[('p', 8, &[TO]), ('v', 4, &[0]), ('p', 8, &[FROM]), ('v', 4, &[4])];
    assert_eq!(run(&launch, "FillBufferRightLeftover", arguments, 6), [0, 2, 3, 4, 0, 0]);
}

#[test]
fn groups_can_begin_later() {
    let launch = Launch { first: [1, 0, 0], ..Launch::of([2, 1, 1], [3, 1, 1]) };
    let arguments: &[(char, usize, &[u64])] = &[('p', 8, &[TO]), ('p', 8, &[FROM])];
    assert_eq!(run(&launch, "copyBufferToBufferBytesSingle", arguments, 8), [0, 0, 0, 4, 5, 6, 0, 0]);
}

/// Rows of the source are ten bytes apart and slices sixty; of the destination eight and thirty-two.
#[rstest]
#[case::narrow(4)]
#[case::wide(8)]
fn a_rectangle_is_copied(#[case] size: usize) {
    let arguments: &[(char, usize, &[u64])] = &[
        ('p', 8, &[FROM]),
        ('p', 8, &[TO]),
        ('v', size, &[2, 1]),
        ('v', size, &[1, 0]),
        ('v', size, &[10]),
        ('v', size, &[8]),
    ];
    let found = run(&Launch::of([2, 2, 1], [2, 1, 1]), "CopyBufferRectBytes2d", arguments, 16);
    assert_eq!(found, [0, 13, 14, 15, 16, 0, 0, 0, 0, 23, 24, 25, 26, 0, 0, 0]);
}

#[rstest]
#[case::narrow(4)]
#[case::wide(8)]
fn a_box_is_copied(#[case] size: usize) {
    let arguments: &[(char, usize, &[u64])] = &[
        ('p', 8, &[FROM]),
        ('p', 8, &[TO]),
        ('v', size, &[2, 1, 0, 0]),
        ('v', size, &[1, 0, 0, 0]),
        ('v', size, &[10, 60]),
        ('v', size, &[4, 8]),
    ];
    let found = run(&Launch::of([1, 2, 2], [2, 1, 1]), "CopyBufferRectBytes3d", arguments, 16);
    assert_eq!(found, [0, 13, 14, 0, 0, 23, 24, 0, 0, 73, 74, 0, 0, 83, 84, 0]);
}

#[test]
fn vectors_of_a_rectangle_are_copied() {
    let arguments: &[(char, usize, &[u64])] = &[
        ('p', 8, &[FROM]),
        ('p', 8, &[TO]),
        ('v', 4, &[4, 1]),
        ('v', 4, &[0, 0]),
        ('v', 4, &[40]),
        ('v', 4, &[36]),
    ];
    let found = run(&Launch::of([1, 2, 1], [2, 1, 1]), "CopyBufferRectBytesMiddle2d", arguments, 72);
    assert_eq!(found, [counted(0, 45, 32, 36), counted(0, 85, 32, 36)].concat());
}

/// Two events: one with two packets, one with a single one.
#[rstest]
#[case::dwords(4, 1, 0, [[10, 61, 5, 51], [7, 8, 6, 9]])]
#[case::qwords(8, 2, 0, [[10, 61, 5, 51], [7, 8, 6, 9]])]
#[case::global_only(8, 2, 1, [[10, 61, 10, 61], [7, 8, 7, 8]])]
fn timestamps_are_gathered(
    #[case] size: usize,
    #[case] dwords: u64,
    #[case] global_only: u64,
    #[case] expected: [[u64; 4]; 2],
    #[values(false, true)] offsets: bool,
) {
    let mut sizes = vec![('p', 8), ('p', 8)];
    let name = if offsets {
        sizes.push(('p', 8));
        "QueryKernelTimestampsWithOffsets"
    } else {
        "QueryKernelTimestamps"
    };
    sizes.push(('v', 4));
    let kernel = Kernel::new(name, &sizes);
    let launch = Launch::of([2, 1, 1], [1, 1, 1]);
    let mut machine = launch.machine(&kernel);
    let (events, packets, places) = (FROM, FROM + 0x100, FROM + 0x200);
    // Start in the context, start, end in the context, end.
    machine.memory.put(packets, &argument(&[5, 20, 50, 60, 15, 10, 51, 61], size));
    machine.memory.put(packets + 0x80, &argument(&[6, 7, 9, 8], size));
    machine.memory.put_qwords(events, &[packets, 2, dwords, packets + 0x80, 1, dwords]);
    machine.memory.put_qwords(places, &[64, 0]);
    let mut arguments: Vec<Vec<u8>> = [events, TO, places].map(|at| at.to_le_bytes().to_vec()).to_vec();
    arguments.truncate(if offsets { 3 } else { 2 });
    arguments.push(argument(&[global_only], 4));
    let arguments: Vec<&[u8]> = arguments.iter().map(Vec::as_slice).collect();
    end(launch.run(&mut machine, &kernel, &arguments));
    let places = if offsets { [64, 0] } else { [0, 32] };
    for (place, expected) in places.into_iter().zip(expected) {
        let found: Vec<u64> = (0..4).map(|at| machine.memory.u64(TO + place + at * 8)).collect();
        assert_eq!(found, expected);
    }
}
