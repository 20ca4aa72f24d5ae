//! The freedoms of Level Zero, one at a time. The driver's behaviour without them is in the other tests.

mod execution;
mod memory;

use std::fs;

use crate::gpu::{Gpu, NOT_READY, SOON, SUCCESS};
use crate::support::{apart_and_well, call};

const LARGE: usize = 2 << 20;

/// Runs `body` on a driver that uses one freedom; `test` is the path of the test that calls this.
fn under(freedom: &str, test: &str, body: impl FnOnce()) {
    let variables = [("LEVEL_ZERO_SOFT_FREEDOMS", freedom), ("LEVEL_ZERO_SOFT_DEVICES", "2")];
    apart_and_well(test, &variables, body);
}

/// The number of threads of this process that have this name.
fn threads(name: &str) -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("the kernel shows them").flatten();
    let names = tasks.filter_map(|task| fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|found| found.trim_end() == name).count()
}

#[test]
fn all_are_used_at_once() {
    apart_and_well("freedoms::all_are_used_at_once", &[("LEVEL_ZERO_SOFT_FREEDOMS", "all")], || {
        let gpu = Gpu::new();
        let mut told = 0;
        let query = call!(gpu.library, zeVirtualMemQueryPageSize(gpu.context, gpu.device, LARGE, &mut told));
        assert_eq!((query, told), (SUCCESS, LARGE));
        let (held, other) = (gpu.in_order_list(), gpu.in_order_list());
        let (event, gate) = (gpu.shareable_event(), gpu.gate(held));
        assert_eq!((gpu.signal(other, event), gpu.status(event)), (SUCCESS, NOT_READY));
        drop(gate);
        assert_eq!(gpu.wait_on_host(event, SOON), SUCCESS);
        gpu.destroy_list(held);
        gpu.destroy_list(other);
        assert_eq!(gpu.destroy_event(event), SUCCESS);
    });
}
