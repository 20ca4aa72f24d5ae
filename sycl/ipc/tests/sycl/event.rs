//! `ipc::event`, and reusable events themselves.

use crate::support::{Bed, code};
use rstest::rstest;
use ur_ipc::event::{get, open, put};
use ur_ipc::{
    Errc, Error, Event, EventCommandStatus, EventProfiling, EventProperties, QueueProperties,
    enqueue_signal_event, enqueue_wait_event, enqueue_wait_events, make_event, malloc_device,
};
use ur_ipc_api::UrResult;

fn opened(bed: &Bed, event: &Event) -> Result<Event, Error> {
    // SAFETY: the bytes are of a handle of an event that has not ended.
    unsafe { open(&get(event)?.data(), &bed.context) }
}

#[rstest]
#[case::made(0)]
#[case::opened(1)]
fn both_see_the_signals_of_each(#[case] signalled: usize) -> Result<(), Error> {
    let bed = Bed::new();
    let (made, queue) = (bed.event(), bed.in_order());
    let both = [&made, &opened(&bed, &made)?];
    let status = |expected| both.iter().all(|event| event.command_execution_status() == Ok(expected));
    assert!(status(EventCommandStatus::Complete), "complete from the start");
    for _ in 0..3 {
        let held = bed.hold(&queue);
        enqueue_signal_event(&queue, both[signalled])?;
        assert!(status(EventCommandStatus::Submitted), "pending since the signal was submitted");
        drop(held);
        both[1 - signalled].wait()?;
        assert!(status(EventCommandStatus::Complete), "complete when the signal has come");
    }
    Ok(())
}

#[test]
fn a_queue_waits_for_the_signals_of_others() -> Result<(), Error> {
    let bed = Bed::new();
    let (events, buffer) = ([bed.event(), bed.event()], malloc_device(1, &bed.device, &bed.context)?);
    let imports = [opened(&bed, &events[0])?, opened(&bed, &events[1])?];
    let (writer, reader) = ([bed.in_order(), bed.in_order()], bed.in_order());
    let held = [bed.hold(&writer[0]), bed.hold(&writer[1])];
    for ((queue, event), value) in writer.iter().zip(&events).zip([1, 2]) {
        queue.memset(&buffer, 0, value, 1)?;
        enqueue_signal_event(queue, event)?;
    }
    enqueue_wait_events(&reader, &[&imports[0], &imports[1]])?;
    let copy = malloc_device(1, &bed.device, &bed.context)?;
    reader.memcpy(&copy, 0, &buffer, 0, 1)?;
    let [first, second] = held;
    drop(first);
    writer[0].wait()?;
    drop(second);
    let mut byte = [0];
    reader.read(&copy, 0, &mut byte)?;
    assert_eq!(byte, [2], "the copy came after both signals");
    Ok(())
}

#[test]
fn waiting_for_no_event_enqueues_nothing() -> Result<(), Error> {
    let bed = Bed::new();
    let queue = bed.in_order();
    bed.recorder.take();
    enqueue_wait_events(&queue, &[])?;
    assert_eq!(bed.recorder.take(), [""; 0]);
    Ok(())
}

#[test]
fn a_handle_is_asked_for_once_and_put_with_its_event() -> Result<(), Error> {
    let bed = Bed::new();
    let event = bed.event();
    let (first, second) = (get(&event)?, get(&event)?);
    assert_eq!((first.data(), first.data_view()), (second.data(), second.data_view()));
    let data = first.data();
    put(first);
    put(second);
    // SAFETY: the event has not ended.
    drop(unsafe { open(&data, &bed.context) }?);
    let asked = ["urIPCGetEventHandleExp", "urIPCPutEventHandleExp"].map(|name| bed.recorder.count(name));
    assert_eq!(asked, [1, 0]);
    bed.recorder.take();
    drop(event);
    assert_eq!(bed.recorder.take(), ["urIPCPutEventHandleExp", "urEventRelease"]);
    Ok(())
}

#[test]
fn only_what_was_made_to_be_shared_has_a_handle() -> Result<(), Error> {
    let bed = Bed::new();
    let shared = bed.event();
    let plain = make_event(&bed.context, EventProperties::default())?;
    let times = make_event(&bed.context, EventProperties::default().enable_profiling(true))?;
    let import = opened(&bed, &shared)?;
    let enabled = [&shared, &plain, &times, &import].map(Event::ext_oneapi_ipc_enabled);
    assert_eq!(enabled, [true, false, false, false]);
    bed.recorder.take();
    for event in [plain, times, import] {
        assert_eq!(code(get(&event)), (Errc::Invalid, None));
    }
    assert_eq!(bed.recorder.count("urIPCGetEventHandleExp"), 0);
    Ok(())
}

#[test]
fn an_event_cannot_be_shared_and_take_times() {
    let bed = Bed::new();
    let both = EventProperties::default().enable_ipc(true).enable_profiling(true);
    assert_eq!(code(make_event(&bed.context, both)), (Errc::Invalid, None));
    assert!(make_event(&bed.context, both.enable_profiling(false)).is_ok());
}

#[test]
fn an_event_for_sharing_is_not_signalled_where_times_are_taken() -> Result<(), Error> {
    let bed = Bed::new();
    let queue = bed.queue(QueueProperties::default().in_order(true).enable_profiling(true));
    let (shared, plain) = (bed.event(), make_event(&bed.context, EventProperties::default())?);
    assert_eq!(code(enqueue_signal_event(&queue, &shared)), (Errc::Invalid, None));
    enqueue_signal_event(&queue, &plain)?;
    enqueue_wait_event(&queue, &shared)?;
    queue.wait()
}

#[test]
fn queue_and_event_are_of_one_context() -> Result<(), Error> {
    let bed = Bed::new();
    let strange = make_event(&bed.platform, EventProperties::default().enable_ipc(true))?;
    assert_ne!(strange.get_context(), Some(&bed.context));
    let queue = bed.in_order();
    assert_eq!(code(enqueue_signal_event(&queue, &strange)), (Errc::Invalid, None));
    assert_eq!(code(enqueue_wait_event(&queue, &strange)), (Errc::Invalid, None));
    assert_eq!(code(enqueue_wait_events(&queue, &[&bed.event(), &strange])), (Errc::Invalid, None));
    Ok(())
}

#[test]
fn times_are_those_of_events_that_take_them() -> Result<(), Error> {
    let bed = Bed::new();
    let queue = bed.in_order();
    let event = make_event(&bed.context, EventProperties::default().enable_profiling(true))?;
    let plain = make_event(&bed.context, EventProperties::default())?;
    for event in [&event, &plain] {
        enqueue_signal_event(&queue, event)?;
    }
    queue.wait()?;
    let asked = [EventProfiling::CommandSubmit, EventProfiling::CommandStart, EventProfiling::CommandEnd];
    let times =
        asked.map(|which| event.get_profiling_info(which)).into_iter().collect::<Result<Vec<_>, _>>()?;
    assert!(times.is_sorted() && times[0] > 0, "{times:?}");
    let expected = (Errc::Invalid, Some(UrResult::ERROR_PROFILING_INFO_NOT_AVAILABLE));
    assert_eq!(code(plain.get_profiling_info(EventProfiling::CommandEnd)), expected);
    Ok(())
}

#[test]
fn an_event_that_is_dropped_in_use_ends_with_its_commands() -> Result<(), Error> {
    let bed = Bed::new();
    let (queue, event) = (bed.in_order(), bed.event());
    let import = opened(&bed, &event)?;
    let held = bed.hold(&queue);
    enqueue_signal_event(&queue, &event)?;
    drop(event);
    assert_eq!(bed.recorder.count("urEventRelease"), 0);
    drop(held);
    import.wait()?;
    queue.wait()?;
    assert_eq!(bed.recorder.count("urEventRelease"), 1);
    Ok(())
}

#[test]
fn a_default_event_is_complete_and_of_no_context() -> Result<(), Error> {
    let (bed, event) = (Bed::new(), Event::default());
    assert_eq!(event.command_execution_status(), Ok(EventCommandStatus::Complete));
    event.wait()?;
    assert!(!event.ext_oneapi_ipc_enabled() && event.get_context().is_none() && event.ur_handle().is_null());
    assert_eq!(code(get(&event)), (Errc::Invalid, None));
    assert_eq!(code(event.get_profiling_info(EventProfiling::CommandEnd)), (Errc::Invalid, None));
    let queue = bed.in_order();
    assert_eq!(code(enqueue_signal_event(&queue, &event)), (Errc::Invalid, None));
    assert_eq!(code(enqueue_wait_events(&queue, &[&bed.event(), &event])), (Errc::Invalid, None));
    Ok(())
}

#[test]
fn the_event_of_a_command_is_complete_when_that_is_done() -> Result<(), Error> {
    let (bed, value) = (Bed::new(), 9);
    let (queue, buffer) = (bed.in_order(), malloc_device(4, &bed.device, &bed.context)?);
    let held = bed.hold(&queue);
    let event = queue.memset_event(&buffer, 1, value, 2)?;
    assert_eq!(event.command_execution_status(), Ok(EventCommandStatus::Submitted));
    drop(held);
    event.wait()?;
    assert_eq!(event.command_execution_status(), Ok(EventCommandStatus::Complete));
    let mut bytes = [0; 2];
    queue.read(&buffer, 1, &mut bytes)?;
    assert_eq!(bytes, [value; 2]);
    assert_eq!(code(get(&event)), (Errc::Invalid, None), "the event of a command is not for sharing");
    assert!(queue.memset_event(&buffer, 0, value, 0)?.get_context().is_none(), "there is no command");
    drop(event);
    assert_eq!(bed.recorder.count("urEventRelease"), 1);
    Ok(())
}
