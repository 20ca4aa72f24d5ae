//! Queues, events and commands.

use super::fake::{Fake, USM, at};
use rstest::{fixture, rstest};
use std::ptr::{null, null_mut};
use ur_ipc_api::{
    EventHandle, ExpEventDesc, ExpEventFlags, QueueFlags, QueueHandle, QueueProperties, StructureType,
    UrResult, UsmPoolHandle,
};

struct TestBed {
    fake: Fake,
    queue: QueueHandle,
}

impl TestBed {
    fn with_flags(flags: QueueFlags) -> Self {
        let fake = Fake::with_two_devices();
        let mut queue = QueueHandle::from_address(0);
        let properties =
            QueueProperties { stype: StructureType::QUEUE_PROPERTIES, p_next: null_mut(), flags };
        // SAFETY: descriptor and output are local variables.
        unsafe {
            fake.queue_create(fake.context(), fake.device_handle(0), &raw const properties, &raw mut queue)
        }
        .unwrap();
        fake.asked();
        Self { fake, queue }
    }

    /// A reusable event of a device.
    fn event(&self, device: usize) -> EventHandle {
        let desc = ExpEventDesc {
            stype: StructureType::EXP_EVENT_DESC,
            p_next: null(),
            flags: ExpEventFlags::NONE_SET,
        };
        let (context, device) = (self.fake.context(), self.fake.device_handle(device));
        let mut event = EventHandle::from_address(0);
        // SAFETY: descriptor and output are local variables.
        unsafe { self.fake.event_create_exp(context, device, &raw const desc, &raw mut event) }.unwrap();
        self.fake.asked();
        event
    }

    fn barrier(&self, event: &mut EventHandle) -> Result<(), UrResult> {
        // SAFETY: no list, and the output is a local variable.
        unsafe { self.fake.enqueue_events_wait_with_barrier_ext(self.queue, null(), 0, null(), event) }
    }
}

#[fixture]
fn test_bed() -> TestBed {
    TestBed::with_flags(QueueFlags::NONE_SET)
}

#[rstest]
fn a_command_makes_an_event_if_one_is_wanted(test_bed: TestBed) {
    let mut event = EventHandle::from_address(0);
    // SAFETY: no lists; the output is null or a local variable.
    unsafe {
        test_bed.fake.enqueue_events_wait(test_bed.queue, 0, null(), null_mut()).unwrap();
        assert_eq!(test_bed.fake.asked(), ["order"]);
        test_bed.fake.enqueue_events_wait(test_bed.queue, 0, null(), &raw mut event).unwrap();
    }
    assert_eq!(test_bed.fake.asked(), ["event", "order and signal"]);
    assert!(test_bed.fake.events.get(event.address()).is_ok());
}

#[rstest]
#[case(QueueFlags::NONE_SET, "event")]
#[case(QueueFlags::PROFILING_ENABLE, "timed event")]
fn events_take_times_in_queues_that_profile(#[case] flags: QueueFlags, #[case] expected: &str) {
    let test_bed = TestBed::with_flags(flags);
    let mut event = EventHandle::from_address(0);
    // SAFETY: no list; the output is a local variable.
    unsafe { test_bed.fake.enqueue_events_wait(test_bed.queue, 0, null(), &raw mut event) }.unwrap();
    assert_eq!(test_bed.fake.asked(), [expected, "order and signal"]);
}

#[rstest]
fn a_command_that_fails_stores_no_event(test_bed: TestBed) {
    test_bed.fake.fail(true);
    let mut event = EventHandle::from_address(9);
    // SAFETY: no list; the output is a local variable.
    let answer = unsafe { test_bed.fake.enqueue_events_wait(test_bed.queue, 0, null(), &raw mut event) };
    assert_eq!((answer, event.address()), (Err(UrResult::ERROR_OUT_OF_RESOURCES), 9));
}

#[rstest]
fn a_blocking_command_is_waited_for_before_its_event_is_stored(test_bed: TestBed) {
    let mut event = EventHandle::from_address(0);
    // SAFETY: no list; the output is a local variable.
    unsafe { test_bed.fake.enqueue_timestamp_recording_exp(test_bed.queue, true, 0, null(), &raw mut event) }
        .unwrap();
    assert_eq!(test_bed.fake.asked(), ["timed event", "order and signal", "finish"]);
}

#[rstest]
fn a_barrier_signals_the_event_it_is_given(test_bed: TestBed) {
    let reusable = test_bed.event(0);
    let mut event = reusable;
    test_bed.barrier(&mut event).unwrap();
    assert_eq!((event, test_bed.fake.asked()), (reusable, vec!["order and signal"]));
}

#[rstest]
fn a_barrier_refuses_events_of_commands_and_of_other_devices(test_bed: TestBed) {
    let mut of_command = EventHandle::from_address(0);
    test_bed.barrier(&mut of_command).unwrap();
    test_bed.fake.asked();
    for mut event in [of_command, test_bed.event(1), EventHandle::from_address(1)] {
        assert_eq!(test_bed.barrier(&mut event), Err(UrResult::ERROR_INVALID_EVENT));
    }
    assert!(test_bed.fake.asked().is_empty());
}

#[rstest]
fn wait_lists_are_whole_and_of_events(test_bed: TestBed) {
    let (good, unknown) = (test_bed.event(0), EventHandle::from_address(1));
    let null_event = EventHandle::from_address(0);
    let wait = |count: u32, list: &[EventHandle]| {
        let list = if list.is_empty() { null() } else { list.as_ptr() };
        // SAFETY: the list has as many elements; no output.
        unsafe { test_bed.fake.enqueue_events_wait(test_bed.queue, count, list, null_mut()) }
    };
    assert_eq!(wait(1, &[good]), Ok(()));
    for answer in [wait(0, &[good]), wait(1, &[]), wait(2, &[good, unknown]), wait(1, &[null_event])] {
        assert_eq!(answer, Err(UrResult::ERROR_INVALID_EVENT_WAIT_LIST));
    }
}

#[rstest]
fn copies_and_fills_stay_within_memory(test_bed: TestBed) {
    let fake = &test_bed.fake;
    let (context, device, mut mem) = (fake.context(), fake.device_handle(0), null_mut());
    let no_pool = UsmPoolHandle::from_address(0);
    // SAFETY: no descriptor; the output is a local variable.
    unsafe { fake.usm_device_alloc(context, device, null(), no_pool, 64, &raw mut mem) }.unwrap();
    fake.asked();
    let host = [0_u8; 64];
    let copy = |to: u64, size: usize| {
        // SAFETY: no list and no output; the driver touches nothing.
        unsafe {
            let from = host.as_ptr().cast();
            fake.enqueue_usm_memcpy(test_bed.queue, false, at(to), from, size, 0, null(), null_mut())
        }
    };
    assert_eq!(copy(USM, 64), Ok(()));
    assert_eq!(fake.asked(), ["copy"]);
    assert_eq!(copy(USM + 1, 64), Err(UrResult::ERROR_INVALID_SIZE));
    assert_eq!(copy(8, 4), Err(UrResult::ERROR_INVALID_VALUE));
    let fill = |start, size, pattern_size| {
        // SAFETY: the pattern is within the array; no list and no output; the driver touches nothing.
        unsafe {
            let pattern = host.as_ptr().cast();
            fake.enqueue_usm_fill(test_bed.queue, start, pattern_size, pattern, size, 0, null(), null_mut())
        }
    };
    assert_eq!(fill(mem, 64, 3), Err(UrResult::ERROR_INVALID_SIZE));
    let ordinary = host.as_ptr().cast_mut().cast();
    assert_eq!(fill(ordinary, 64, 4), Err(UrResult::ERROR_INVALID_MEM_OBJECT));
    assert!(fake.asked().is_empty());
    assert_eq!((fill(mem, 64, 4), fake.asked()), (Ok(()), vec!["fill"]));
}
