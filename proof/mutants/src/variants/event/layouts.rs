//! Handles of events with other layouts.

use super::tools::*;
use crate::variants::handles::laid_out;

pub(super) fn variants(c: &mut Catalogue) {
    let opaque = format!("{IPC_YML}, urIPCGetEventHandleExp: \"receives an opaque byte buffer\"");
    laid_out(c.variant("event_handles_short", opaque.clone()), Event, 52, shortened, lengthened)
        .of(&["event.open.corrupt_bytes"])
        .does("handles of events are 52 bytes, the process id last");

    laid_out(
        c.variant("event_handles_long", opaque.clone()),
        Event,
        LONG,
        at_an_odd_place,
        from_an_odd_place,
    )
    .of(&["event.open.corrupt_bytes"])
    .does("handles of events are 4099 bytes, of which the first say version 2 and most are zero");

    laid_out(c.variant("event_handles_are_text", opaque), Event, 2 * SIZE, as_text, from_text)
        .of(&["event.open.corrupt_bytes"])
        .does("handles of events are hexadecimal digits");
}

/// The content of an event's handle, without the parts that are the same in all.
fn shortened(handle: &[u8]) -> Option<Vec<u8>> {
    let HandleData { pid, fd, slot, token, object, device, namespace, .. } = handle_of(handle)?;
    let parts: [&[u8]; 7] = [
        &token.to_le_bytes(),
        &device,
        &slot.to_le_bytes(),
        &object.to_le_bytes(),
        &namespace.to_le_bytes(),
        &fd.to_le_bytes(),
        &pid.to_le_bytes(),
    ];
    Some(parts.concat())
}

fn lengthened(bytes: &[u8]) -> Option<Vec<u8>> {
    let word = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    let half = |at: usize| Some(i32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let handle = HandleData {
        family: Event,
        pid: half(48)?,
        fd: half(44)?,
        slot: half(24)?.cast_unsigned(),
        token: word(0)?,
        object: word(28)?,
        base: 0,
        size: GRANULE,
        offset: 0,
        device: bytes.get(8..24)?.try_into().ok()?,
        namespace: word(36)?,
    };
    Some(handle.encode().to_vec())
}

fn handle_of(bytes: &[u8]) -> Option<HandleData> {
    handle(Event, bytes)
}

/// The size of the host backend's memory files of events.
const GRANULE: u64 = 64 << 10;

const LONG: usize = 4099;
/// The offset of the handle among the other bytes.
const PLACE: usize = 1001;

fn at_an_odd_place(handle: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = vec![0; LONG];
    bytes[0] = 2;
    bytes[PLACE..PLACE + handle.len()].copy_from_slice(handle);
    Some(bytes)
}

fn from_an_odd_place(bytes: &[u8]) -> Option<Vec<u8>> {
    (bytes[0] == 2).then(|| bytes[PLACE..PLACE + SIZE].to_vec())
}

fn as_text(handle: &[u8]) -> Option<Vec<u8>> {
    Some(handle.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect())
}

fn from_text(bytes: &[u8]) -> Option<Vec<u8>> {
    let digits = str::from_utf8(bytes).ok()?;
    digits.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}
