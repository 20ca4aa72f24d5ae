//! A context on the device under test, with a queue.

use super::Guard;
use ur_ipc_api::sycl::{Context, Device, Errc, Place, Queue, QueueProperties, UsmKind};
use ur_ipc_fixtures::hierarchy::Fixture;
use ur_ipc_fixtures::{Sycl, TestContext, TestResult};

/// Bytes that are looked at where not all are.
pub(crate) const PAGE: usize = 4096;
/// Bytes of memory on which work takes a while.
pub(crate) const WORK: usize = 4 << 20;

/// A context on one device, with an in-order queue.
pub(crate) struct Bed {
    // Fields drop in this order: the queue before its context.
    queue: Guard<Queue>,
    context: Guard<Context>,
    device: Device,
    sycl: Sycl,
    t: TestContext,
}

/// In a context of its own, on the device under test.
impl Fixture for Bed {
    fn set_up(t: &TestContext) -> TestResult<Self> {
        Self::with(t, &t.sycl())
    }
}

impl Bed {
    /// Of this implementation, which may be another than the one under test.
    #[track_caller]
    pub(crate) fn with(t: &TestContext, sycl: &Sycl) -> TestResult<Self> {
        let device = t.sycl_device();
        Self::of(t, sycl, device, sycl.context_create(&[device]).ok()?)
    }

    /// In a context of its own, on another device.
    #[track_caller]
    pub(crate) fn on(t: &TestContext, device: Device) -> TestResult<Self> {
        let sycl = t.sycl();
        Self::of(t, &sycl, device, sycl.context_create(&[device]).ok()?)
    }

    /// In a context of its own over several devices, of which one is the device under test; the queue is on that.
    #[track_caller]
    pub(crate) fn over(t: &TestContext, devices: &[Device]) -> TestResult<Self> {
        let sycl = t.sycl();
        Self::of(t, &sycl, t.sycl_device(), sycl.context_create(devices).ok()?)
    }

    /// In the default context of the platform of a device.
    #[track_caller]
    pub(crate) fn in_default_context(t: &TestContext, device: Device) -> TestResult<Self> {
        let sycl = t.sycl();
        Self::of(t, &sycl, device, sycl.default_context(device).ok()?)
    }

    #[track_caller]
    fn of(t: &TestContext, sycl: &Sycl, device: Device, context: Context) -> TestResult<Self> {
        let context = Guard::new(t, sycl, context, context, |sycl, context, _| sycl.context_destroy(context));
        let properties = QueueProperties { in_order: true, ..QueueProperties::default() };
        let queue = sycl.queue_create(context.raw(), device, properties).ok()?;
        let queue = Guard::new(t, sycl, context.raw(), queue, |sycl, queue, _| sycl.queue_destroy(queue));
        Ok(Self { queue, context, device, sycl: sycl.clone(), t: t.clone() })
    }

    pub(crate) fn t(&self) -> &TestContext {
        &self.t
    }

    pub(crate) fn sycl(&self) -> &Sycl {
        &self.sycl
    }

    pub(crate) fn device(&self) -> Device {
        self.device
    }

    pub(crate) fn context(&self) -> Context {
        self.context.raw()
    }

    pub(crate) fn queue(&self) -> Queue {
        self.queue.raw()
    }

    /// Context and device.
    pub(crate) fn place(&self) -> Place {
        Place { context: Some(self.context()), device: Some(self.device) }
    }

    /// An object of the context.
    pub(crate) fn guard<T: Copy>(&self, raw: T, end: super::guard::End<T>) -> Guard<T> {
        Guard::new(&self.t, &self.sycl, self.context(), raw, end)
    }

    /// Another in-order queue.
    #[track_caller]
    pub(crate) fn another_queue(&self) -> TestResult<Guard<Queue>> {
        let properties = QueueProperties { in_order: true, ..QueueProperties::default() };
        let queue = self.sycl.queue_create(self.context(), self.device, properties).ok()?;
        Ok(self.guard(queue, |sycl, queue, _| sycl.queue_destroy(queue)))
    }

    /// A queue with other properties, which not every device has; a note where there is none.
    #[track_caller]
    pub(crate) fn queue_if_any(&self, properties: QueueProperties) -> TestResult<Option<Guard<Queue>>> {
        let created = self.sycl.queue_create(self.context(), self.device, properties).offered()?;
        match &created.result {
            Ok(queue) => Ok(Some(self.guard(*queue, |sycl, queue, _| sycl.queue_destroy(queue)))),
            Err(error) if error.errc == Errc::NONE => Err(created.fail("expected a queue or an exception")),
            Err(error) => {
                self.t.note_less(&format!("no queue with {properties:?}: {error}"));
                Ok(None)
            }
        }
    }

    /// Waits for the queue.
    #[track_caller]
    pub(crate) fn finish(&self) -> TestResult {
        self.sycl.queue_wait(self.queue()).ok()
    }

    /// Copies bytes from the host, and waits.
    #[track_caller]
    pub(crate) fn write(&self, to: usize, bytes: &[u8]) -> TestResult {
        self.sycl.queue_write(self.queue(), to, bytes).ok()
    }

    /// Copies bytes to the host, and waits.
    #[track_caller]
    pub(crate) fn read(&self, from: usize, bytes: usize) -> TestResult<Vec<u8>> {
        self.sycl.queue_read(self.queue(), from, bytes).ok()
    }

    /// Device memory.
    #[track_caller]
    pub(crate) fn malloc(&self, bytes: usize) -> TestResult<Guard<usize>> {
        let memory = self.sycl.malloc(UsmKind::Device, bytes, self.device, self.context()).ok()?;
        self.t.check(memory != 0, format!("malloc_device of {bytes} bytes gave a null pointer"))?;
        Ok(self.guard(memory, |sycl, memory, context| sycl.free(memory, context)))
    }

    /// Enqueues passes over [`WORK`] bytes, of which the last leaves `value` everywhere, and waits for nothing.
    #[track_caller]
    pub(crate) fn start_work(&self, queue: Queue, at: usize, value: u8) -> TestResult {
        for pass in [!value, value ^ 0x55, !value, value] {
            self.sycl.queue_memset(queue, at, pass, WORK).ok()?;
        }
        Ok(())
    }

    /// Checks that memory holds `value` everywhere.
    #[track_caller]
    pub(crate) fn check_value(&self, what: &str, at: usize, bytes: usize, value: u8) -> TestResult {
        let found = self.read(at, bytes)?;
        let wrong = found.iter().position(|&byte| byte != value);
        let message = wrong.map(|at| {
            format!("{what}: expected {value:#04x} everywhere, found {:#04x} at byte {at}", found[at])
        });
        self.t.check(wrong.is_none(), message.unwrap_or_default())
    }

    /// Checks the first and the last page of what [`start_work`](Self::start_work) wrote.
    #[track_caller]
    pub(crate) fn check_work(&self, at: usize, value: u8) -> TestResult {
        for at in [at + WORK - PAGE, at] {
            self.check_value("what was written before the signal", at, PAGE, value)?;
        }
        Ok(())
    }

    /// Ends queue and context now, and checks both.
    #[track_caller]
    pub(crate) fn end(self) -> TestResult {
        self.queue.end()?;
        self.context.end()
    }
}
