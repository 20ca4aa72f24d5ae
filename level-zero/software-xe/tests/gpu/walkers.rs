//! Walkers: their kernels, arguments and post-sync writes.

use std::sync::atomic::Ordering;

use rstest::rstest;
use software_xe::device::{B580, Device, LUNAR_LAKE, PONTE_VECCHIO};
use software_xe::gpu::kernels::KernelLibrary;
use software_xe::gpu::{Budget, EngineClass, Stop};

use crate::support::launch::CODE;
use crate::support::machine::{DATA, NOWHERE};
use crate::support::{Batch, DriverFile, Kernel, Launch, Machine, end};

const FLAG: u64 = DATA + 0x100;
const GATE: u64 = DATA + 0x108;
const IMMEDIATE: u32 = 1;
const TIMESTAMP: u32 = 3;
const FLUSH: u32 = 1 << 2;

/// A fill of four dwords for each item.
fn fill() -> Kernel {
    Kernel::new("FillBufferImmediate", &[('p', 8), ('v', 8), ('v', 4)])
}

fn arguments(to: u64) -> [Vec<u8>; 3] {
    [to.to_le_bytes().to_vec(), vec![0; 8], vec![0xaa; 4]]
}

fn run(launch: &Launch, machine: &mut Machine, kernel: &Kernel, to: u64) -> Stop {
    launch.run(machine, kernel, &arguments(to).each_ref().map(Vec::as_slice))
}

fn blame(launch: &Launch, machine: &mut Machine, kernel: &Kernel, to: u64) -> String {
    launch.blame(machine, kernel, &arguments(to).each_ref().map(Vec::as_slice))
}

#[rstest]
#[case::b580(&B580)]
#[case::lunar_lake(&LUNAR_LAKE)]
#[case::ponte_vecchio(&PONTE_VECCHIO)]
fn a_kernel_runs_on_each_device(
    #[case] device: &'static Device,
    #[values(false, true)] hardware_ids: bool,
    #[values(0, 32)] inline_size: usize,
) {
    let kernel = Kernel { inline_size, ..fill() };
    let post_sync = (IMMEDIATE, FLAG, 0x1_0000_0002);
    let launch = Launch { device, hardware_ids, post_sync, ..Launch::of([2, 1, 1], [2, 1, 1]) };
    let mut machine = launch.machine(&kernel);
    end(run(&launch, &mut machine, &kernel, DATA));
    assert_eq!(machine.memory.bytes(DATA, 65), [vec![0xaa; 64], vec![0]].concat());
    assert_eq!(machine.memory.u64(FLAG), 0x1_0000_0002);
}

#[rstest]
#[case::qwords(&B580, 8)]
#[case::dwords(&PONTE_VECCHIO, 4)]
fn timestamps_have_the_size_of_the_device(#[case] device: &'static Device, #[case] size: usize) {
    let kernel = fill();
    let launch = Launch { device, post_sync: (TIMESTAMP, FLAG, 0), ..Launch::default() };
    let mut machine = launch.machine(&kernel);
    machine.clock.0.store(0xab12_3456_789a, Ordering::Relaxed);
    machine.memory.put(FLAG, &[0xee; 33]);
    end(run(&launch, &mut machine, &kernel, DATA));
    let stamp = [&0xab12_3456_789a_u64.to_le_bytes()[..size]; 4].concat();
    assert_eq!(machine.memory.bytes(FLAG, 4 * size + 1), [stamp, vec![0xee]].concat());
}

#[rstest]
#[case::without(0, 0)]
#[case::with(FLUSH, 0xaa)]
fn a_late_kernel_is_visible_when_the_walker_flushes(#[case] flags: u32, #[case] visible: u8) {
    let kernel = fill();
    let launch = Launch { post_sync: (IMMEDIATE | flags, FLAG, 1), ..Launch::default() };
    let mut machine = launch.machine(&kernel);
    machine.engine.set_late_writes(true);
    let walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    let stop = machine.run(&Batch::new().bases(DATA, DATA).raw(&walker).wait(GATE, 4, 1).end());
    assert!(matches!(stop, Stop::Wait { .. }), "{stop:?}");
    assert_eq!((machine.memory.u64(FLAG), machine.memory.bytes(DATA, 16)), (1, vec![visible; 16]));
}

#[rstest]
#[case::stall(0, 1 << 20, false)]
#[case::data_cache(0, 1 << 5, true)]
#[case::dataport(1 << 9, 0, true)]
fn a_late_kernel_is_visible_when_a_pipe_control_flushes(
    #[case] header_flags: u32,
    #[case] flags: u32,
    #[case] visible: bool,
) {
    let kernel = fill();
    let launch = Launch::default();
    let mut machine = launch.machine(&kernel);
    machine.engine.set_late_writes(true);
    let walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    let batch =
        Batch::new().bases(DATA, DATA).raw(&walker).pipe_control(header_flags, flags, Some((FLAG, 1)));
    assert!(matches!(machine.run(&batch.wait(GATE, 4, 1).end()), Stop::Wait { .. }));
    assert_eq!((machine.memory.u64(FLAG), machine.memory.u32(DATA) != 0), (1, visible));
}

#[test]
fn dimensions_can_be_in_registers() {
    let kernel = fill();
    let launch = Launch { flags: 1 << 10, ..Launch::of([9, 9, 9], [1, 1, 1]) };
    let mut machine = launch.machine(&kernel);
    let walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    let loads = [0x2500, 0x2504, 0x2508]
        .iter()
        .fold(Batch::new(), |batch, register| batch.load_immediate(*register, 1));
    end(machine.run(&loads.bases(DATA, DATA).raw(&walker).end()));
    assert_eq!(machine.memory.bytes(DATA, 17), [vec![0xaa; 16], vec![0]].concat());
}

#[test]
fn a_grid_without_groups_does_nothing_and_says_that_it_is_done() {
    let kernel = fill();
    let launch = Launch { post_sync: (IMMEDIATE, FLAG, 1), ..Launch::of([1, 0, 1], [1, 1, 1]) };
    let mut machine = launch.machine(&kernel);
    end(run(&launch, &mut machine, &kernel, DATA));
    assert_eq!((machine.memory.u32(DATA), machine.memory.u64(FLAG)), (0, 1));
}

#[test]
fn a_predicated_walker_can_do_nothing() {
    let kernel = fill();
    let launch = Launch { flags: 1 << 8, ..Launch::default() };
    let mut machine = launch.machine(&kernel);
    let walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    end(machine.run(&Batch::new().bases(DATA, DATA).raw(&[0x01 << 23 | 15]).raw(&walker).end()));
    assert_eq!(machine.memory.u32(DATA), 0);
}

#[test]
fn bases_that_are_not_marked_stay() {
    let kernel = fill();
    let launch = Launch::default();
    let mut machine = launch.machine(&kernel);
    let walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    let mut unmarked = Batch::new().bases(0, 0).0;
    unmarked[1] = 0;
    unmarked[10] = 0;
    end(machine.run(&Batch::new().bases(DATA, DATA).raw(&unmarked).raw(&walker).end()));
    assert_eq!(machine.memory.u32(DATA), 0xaaaa_aaaa);
}

#[test]
fn code_is_looked_at_again_each_time() {
    let kernel = fill();
    let launch = Launch::default();
    let mut machine = launch.machine(&kernel);
    end(run(&launch, &mut machine, &kernel, DATA));
    machine.memory.put(CODE + 200, &[0xff]);
    let blame = blame(&launch, &mut machine, &kernel, DATA);
    assert!(blame.contains("is none of the 1 kernels"), "{blame}");
}

#[test]
fn a_kernel_is_found_in_any_of_a_drivers_files() {
    let kernel = fill();
    let others = [Kernel::new("CopyBufferToBufferMiddle", &[]), Kernel::new("FillImage3d", &[])];
    let file = DriverFile::new().with(&others).with(std::slice::from_ref(&kernel)).with(&others).bytes();
    let launch = Launch::default();
    let library = KernelLibrary::in_driver(file);
    assert_eq!(
        library.names().collect::<Vec<_>>(),
        ["CopyBufferToBufferMiddle", "FillImage3d", "FillBufferImmediate"]
    );
    let mut machine = Machine::of(EngineClass::Compute, &B580, library);
    machine.memory.put(CODE, &kernel.code);
    end(run(&launch, &mut machine, &kernel, DATA));
}

#[rstest]
#[case::of_nowhere(fill(), Launch::default(), NOWHERE, "nothing is mapped for a write at 0x800000")]
#[case::image(
    Kernel { name: "FillImage3d", ..fill() }, Launch::default(), DATA, "the kernel FillImage3d is not emulated"
)]
#[case::bindless(
    Kernel { addressing: "bindless", ..fill() }, Launch::default(), DATA, "in the bindless addressing mode is not emulated"
)]
#[case::partitions(fill(), Launch { flags: 1 << 9, ..Launch::default() }, DATA, "a walker in partitions is not emulated")]
#[case::no_such_operation(
    fill(), Launch { post_sync: (2, FLAG, 0), ..Launch::default() }, DATA, "the post-sync operation 2 is not emulated"
)]
#[case::too_many(fill(), Launch::of([u32::MAX; 3], [1024, 1, 1]), DATA, "loops")]
fn what_cannot_be_run_is_a_fault(
    #[case] kernel: Kernel,
    #[case] launch: Launch,
    #[case] to: u64,
    #[case] expected: &str,
) {
    let mut machine = launch.machine(&kernel);
    machine.engine.set_budget(Budget { work: 1 << 20, ..Budget::default() });
    let blame = blame(&launch, &mut machine, &kernel, to);
    assert!(blame.starts_with("COMPUTE_WALKER at ") && blame.contains(expected), "{blame}");
}

#[test]
fn a_payload_that_is_cut_short_is_a_fault() {
    let kernel = fill();
    let launch = Launch::default();
    let mut machine = launch.machine(&kernel);
    let mut walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    walker[2] -= 4;
    let blame = machine.blame(&Batch::new().bases(DATA, DATA).raw(&walker).end());
    assert!(blame.contains("an argument of 4 bytes at 40 lies beyond the payload of 40 bytes"), "{blame}");
}

#[test]
fn group_sizes_that_differ_are_a_fault() {
    let kernel = fill();
    let launch = Launch::default();
    let mut machine = launch.machine(&kernel);
    let mut walker = launch.walker(&machine, &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    walker[6] = 7;
    let blame = machine.blame(&Batch::new().bases(DATA, DATA).raw(&walker).end());
    assert!(
        blame.contains("work groups of [8, 1, 1] items are started, and the kernel is told of [1, 1, 1]"),
        "{blame}"
    );
}

#[test]
fn a_walker_of_another_generation_is_a_fault() {
    let kernel = fill();
    let launch = Launch { device: &PONTE_VECCHIO, ..Launch::default() };
    let older =
        launch.walker(&launch.machine(&kernel), &kernel, &arguments(DATA).each_ref().map(Vec::as_slice));
    let blame = Launch::default().machine(&kernel).blame(&Batch::new().bases(DATA, DATA).raw(&older).end());
    assert!(blame.contains("39 dwords long, 40 expected"), "{blame}");
}
