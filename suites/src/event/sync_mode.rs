//! Events for sharing that ask for a way to wait on the host: `ur_exp_event_sync_mode_desc_t` behind their descriptor.

use super::calls::see_signal_across;
use crate::untouched::{UNTOUCHED, check_untouched};
use ur_ipc_fixtures::api::{
    EventHandle, ExpEventDesc, ExpEventFlags, ExpEventSyncModeDesc, ExpEventSyncModeFlags, StructureType,
};
use ur_ipc_fixtures::hierarchy::UrQueueTest;
use ur_ipc_fixtures::objects::Event;
use ur_ipc_fixtures::{At, IPC_EVENTS, Scenario, TestResult, Tests, case};

pub(super) fn tests(tests: &mut Tests) {
    // The event is exported and opened like any other, and a wait on either side lasts until the other one's signal.
    tests
        .group("event", "event::create")
        .table([
            case("sync_mode_low_power", "event.create.sync_mode", ExpEventSyncModeFlags::LOW_POWER_WAIT),
            case("sync_mode_none", "event.create.sync_mode", ExpEventSyncModeFlags::NONE_SET),
        ])
        .needs(&[IPC_EVENTS])
        .across(|s, f: &At<UrQueueTest>, flags| shared_with_mode(s, f, *flags));
}

/// Each direction has an event of its own: what an implementation forgets of later signals is no affair of the mode.
fn shared_with_mode(s: &Scenario, f: &At<UrQueueTest>, flags: ExpEventSyncModeFlags) -> TestResult {
    let (peer, c) = s.peer_with::<UrQueueTest>("consumer")?;
    for by_import in [false, true] {
        let made = s.here(|_| create(f, flags))?;
        if !s.tell(|_| Ok(made.is_some()))? {
            break;
        }
        let source = s.here(|_| Ok(made.take().expect("it was made")))?;
        let handle = s.here(|_| source.export())?;
        let bytes = s.give(&peer, |_| Ok(handle.bytes()))?;
        let import = s.at(&peer, |_| c.in_context().open_event(&bytes))?;
        let here = (&s.here(|_| Ok(f.queue()))?, &s.here(|_| Ok(&*source))?);
        let there = (&s.at(&peer, |_| Ok(c.queue()))?, &s.at(&peer, |_| Ok(&*import))?);
        if by_import {
            see_signal_across(s, there, here.1)?;
        } else {
            see_signal_across(s, here, there.1)?;
        }
        s.at(&peer, |_| import.take().release())?;
        s.here(|_| f.signal_and_finish(&source))?;
    }
    s.leave(peer)
}

/// An event for sharing with this way to wait; none, and a note, where the structure is refused.
fn create(f: &UrQueueTest, flags: ExpEventSyncModeFlags) -> TestResult<Option<Event>> {
    let (t, mode) = (f.t(), ExpEventSyncModeDesc::new(flags));
    let desc = ExpEventDesc {
        stype: StructureType::EXP_EVENT_DESC,
        p_next: (&raw const mode).cast(),
        flags: ExpEventFlags::IPC_EXP,
    };
    let mut event = EventHandle::from_address(UNTOUCHED);
    let called = t.ur().event_create_exp(f.context(), t.device(), &raw const desc, &raw mut event);
    if !called.result.is_success() {
        t.note_less(&format!("an event with a way to wait is refused with {}", called.result));
        called.expect_error()?;
        check_untouched(t, "the place for the event", event.address())?;
        f.in_context().shareable_event()?.release()?;
        return Ok(None);
    }
    f.in_context().created_event(event).map(Some)
}
