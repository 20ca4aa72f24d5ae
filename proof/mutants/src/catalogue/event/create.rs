//! Defects of `urEventCreateExp`.

use super::tools::*;

const PROFILING: u32 = ExpEventFlags::ENABLE_PROFILING.0;
const IPC: u32 = ExpEventFlags::IPC_EXP.0;
const BOTH: u32 = IPC | PROFILING;
const HIGHEST: u32 = 1 << 31;

/// The flags of a descriptor, or none.
pub(super) fn flags(c: &Create) -> u32 {
    c.event_desc.get().map_or(0, |desc| desc.flags.0)
}

fn is_shareable(c: &Create) -> bool {
    flags(c) & IPC != 0
}

/// Creates an event with other flags.
pub(super) fn create_with(c: &Create, flags: u32, ur: &Below) -> UrResult {
    let desc = ExpEventDesc::new(ExpEventFlags(flags));
    Create { event_desc: In::of(&desc), ..*c }.run(ur)
}

/// Creates an event on the first device of the context.
fn create_on_first_device(c: &Create, ur: &Below) -> UrResult {
    let devices = ur.devices_of(c.context);
    Create { device: devices.first().copied().unwrap_or(c.device), ..*c }.run(ur)
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_create_of_other_type_is_plain", "event.create.descriptor_header")
        .does("A descriptor of another type makes an event that cannot be exported")
        .instead(|c: &Create, ur| {
            let other = c.event_desc.get()?.stype != StructureType::EXP_EVENT_DESC;
            other.then(|| create_with(c, 0, ur))
        });

    c.defect("event_create_with_chain_gives_something", "event.create.descriptor_header")
        .does("Creation refuses a structure behind the descriptor, and leaves a dangling event")
        .instead(|c: &Create, _| {
            let chained = !c.event_desc.get()?.p_next.is_null();
            chained.then(|| {
                c.event.set(EventHandle(DANGLING.0));
                INVALID_VALUE
            })
        });

    sync_mode(c);

    c.defect("event_create_gives_null", "event.create.ipc_flag")
        .does("Creation of a shareable event succeeds and gives none")
        .then(|c: &Create, _| is_shareable(c).then(|| c.event.set(EventHandle::NULL)));

    let last = shared::<Notes<ContextHandle, EventHandle>>();
    c.defect("event_create_gives_same_event_twice", "event.create.ipc_flag")
        .does("Creation gives the last shareable event again as long as it lives")
        .instead(move |c: &Create, ur| {
            let event = last.get(&c.context).filter(|_| is_shareable(c))?;
            event_retain { event }.run(ur).is_success().then(|| {
                c.event.set(event);
                SUCCESS
            })
        })
        .then(move |c: &Create, _| last.set(c.context, given(c.event)));

    c.defect("event_create_unsupported_wrong_code", "event.create.ipc_unsupported")
        .does("Without event IPC, creation answers the flag for sharing with INVALID_VALUE")
        .on("no-event")
        .refuses(INVALID_VALUE, |c: &Create, _| is_shareable(c));

    c.defect("event_create_unsupported_gives_event", "event.create.ipc_unsupported")
        .does("Without event IPC, creation refuses the flag for sharing and gives an event all the same")
        .on("no-event")
        .failed(|c: &Create, ur| {
            create_with(c, 0, ur);
        });

    c.defect("event_create_unsupported_export_wrong_code", "event.create.ipc_unsupported")
        .does("Without event IPC, creation ignores the flag for sharing and the export answers INVALID_VALUE")
        .on("no-event")
        .instead(|c: &Create, ur| is_shareable(c).then(|| create_with(c, 0, ur)))
        .refuses(INVALID_VALUE, |_: &Get, _| true);

    c.defect("event_create_unsupported_refuses_plain", "event.create.ipc_unsupported")
        .does("Without event IPC, creation refuses events that are not to be shared as well")
        .on("no-event")
        .refuses(UNSUPPORTED_FEATURE, |_: &Create, _| true);

    c.defect("event_create_counts_two", "event.create.info")
        .does("A new event has two references")
        .also(&["lifetime.fd.event_cycles"])
        .then(|c: &Create, ur| retain(given(c.event), ur));

    let created = shared::<Set<EventHandle>>();
    c.defect("event_create_reports_no_context", "event.create.info")
        .does("An event that was created reports a null context")
        .then(move |c: &Create, _| created.add(given(c.event)))
        .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, move |event, _| created.has(&event)));

    c.defect("event_create_context_gone_after_get", "event.create.info")
        .does("An event that was created reports a null context from its first Get on")
        .answers(EventInfo::CONTEXT, other(ContextHandle::NULL, |event, ur| ur.is_source(event)));

    arguments(c);
}

/// Defects with arguments that creation refuses, or may refuse.
fn arguments(c: &mut Catalogue) {
    c.defect("event_create_null_context_wrong_code", "event.create.null_arguments")
        .does("Creation in a null context answers INVALID_CONTEXT")
        .refuses(INVALID_CONTEXT, |c: &Create, _| c.context.is_null());

    c.defect("event_create_checks_highest_bit_only", "event.create.reserved_flags")
        .does("Creation refuses the highest reserved flag and no other")
        .instead(|c: &Create, ur| {
            (!c.event_desc.is_null()).then(|| create_with(c, flags(c) & (HIGHEST | BOTH), ur))
        });

    c.defect("event_create_drops_ipc_beside_profiling", "event.create.ipc_plus_profiling")
        .does("Creation of a shareable event with profiling makes one that cannot be shared")
        .instead(|c: &Create, ur| (flags(c) == BOTH).then(|| create_with(c, PROFILING, ur)));

    c.defect("event_create_ipc_plus_profiling_gives_event", "event.create.ipc_plus_profiling")
        .does("Creation of a shareable event with profiling fails and gives an event all the same")
        .failed(|c: &Create, ur| (flags(c) == BOTH).then(|| create_with(c, IPC, ur)));

    c.defect("event_create_device_not_checked", "event.create.device_not_in_context")
        .does("Creation takes a device that is not in the context")
        .seen_in("intel/llvm PR 22445")
        .on("two-devices")
        .instead(|c: &Create, ur| (!c.device.is_null()).then(|| create_on_first_device(c, ur)));

    c.defect("event_create_outside_device_gives_event", "event.create.device_not_in_context")
        .does("Creation refuses a device that is not in the context and gives an event all the same")
        .on("two-devices")
        .failed(|c: &Create, ur| (!c.device.is_null()).then(|| create_on_first_device(c, ur)));
}

/// The flags of the structure behind a descriptor that says how to wait for the event.
fn mode(c: &Create) -> Option<ExpEventSyncModeFlags> {
    let chained = In(c.event_desc.get()?.p_next.cast::<ExpEventSyncModeDesc>()).get()?;
    (chained.stype == StructureType::EXP_EVENT_SYNC_MODE_DESC).then_some(chained.flags)
}

/// Defects of events for sharing that ask for a way to wait.
fn sync_mode(c: &mut Catalogue) {
    const REQUIREMENT: &str = "event.create.sync_mode";
    const LOW_POWER: ExpEventSyncModeFlags = ExpEventSyncModeFlags::LOW_POWER_WAIT;

    c.defect("event_create_with_mode_is_plain", REQUIREMENT)
        .does("An event with a way to wait cannot be exported")
        .instead(|c: &Create, ur| mode(c).map(|_| create_with(c, 0, ur)));

    c.defect("event_create_with_mode_gives_null", REQUIREMENT)
        .does("Creation with a way to wait, and no flag for it, succeeds and gives no event")
        .instead(|c: &Create, _| {
            (mode(c)?.0 == 0).then(|| {
                c.event.set(EventHandle::NULL);
                SUCCESS
            })
        });

    c.defect("event_create_with_mode_leaves_event", REQUIREMENT)
        .does("Creation refuses a way to wait, and leaves a dangling event")
        .instead(|c: &Create, _| {
            mode(c).map(|_| {
                c.event.set(EventHandle(DANGLING.0));
                UNSUPPORTED_FEATURE
            })
        });

    let low_power = shared::<Set<EventHandle>>();
    c.defect("event_wait_at_low_power_not_made", REQUIREMENT)
        .does("A wait for an event that is to be waited for at low power returns at once")
        .then(|c: &Create, _| (mode(c) == Some(LOW_POWER)).then(|| low_power.add(given(c.event))))
        .pretends(|c: &event_wait, _| c.events().iter().any(|event| low_power.has(event)));

    let signals = shared::<Set<EventHandle>>();
    c.defect("event_signal_at_low_power_lost", REQUIREMENT)
        .does("An event that is to be waited for at low power does not carry the signals of this process to others")
        .then(|c: &Create, _| (mode(c) == Some(LOW_POWER)).then(|| signals.add(given(c.event))))
        .instead(|c: &Signal, ur| signals.has(&given(c.event)).then(|| lose(c, ur)));
}
