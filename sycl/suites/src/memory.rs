//! `ipc::memory`.

use ur_ipc_api::sycl::{Overload, Place, QueueProperties, UsmKind};
use ur_ipc_fixtures::{IPC_MEMORY, TestContext, TestResult, Tests};

const SIZE: usize = 64 << 10;

pub(crate) fn tests(tests: &mut Tests) {
    let mut group = tests.group("memory", "memory::open");
    group.test("shows_the_bytes").checks("memory.open.same_bytes").needs(&[IPC_MEMORY]).run(shows_the_bytes);
}

fn shows_the_bytes(t: &TestContext) -> TestResult {
    let (sycl, device) = (t.sycl(), t.sycl_device());
    let context = sycl.context_create(&[device]).ok()?;
    let queue = sycl.queue_create(context, device, QueueProperties::default()).ok()?;
    let memory = sycl.malloc(UsmKind::Device, SIZE, device, context).ok()?;
    let pattern = t.source_pattern();
    sycl.queue_write(queue, memory, &pattern.bytes(0, SIZE)).ok()?;
    let handle = sycl.memory_get(memory, Some(context)).ok()?;
    let bytes = sycl.handle_data(handle).ok()?;
    let place = Place { context: Some(context), device: Some(device) };
    let opened = sycl.memory_open(&bytes, Overload::Data, place).ok()?;
    pattern.verify(t, 0, &sycl.queue_read(queue, opened, SIZE).ok()?)?;
    sycl.memory_close(opened, Some(context)).ok()?;
    sycl.memory_put(handle, Some(context)).ok()?;
    sycl.handle_destroy(handle).ok()?;
    sycl.queue_destroy(queue).ok()?;
    sycl.free(memory, context).ok()?;
    sycl.context_destroy(context).ok()
}
