//! Defects of `urIPCOpenEventHandleExp` with bytes that are no handle, and with copies of one.

use super::tools::*;

/// The bytes of the last handle that this process has opened, or else given.
fn last(ur: &Below) -> Option<Vec<u8>> {
    let opened = ur.all_imports(Event).pop().map(|import| import.bytes);
    opened.or_else(|| Some(ur.all_exports(Event).pop()?.bytes))
}

/// Opens the last handle, if there is one.
fn open_last(c: &Open, ur: &Below) -> Option<UrResult> {
    Some(Open { handle_data: Ptr(last(ur)?.as_mut_ptr().cast()), ..*c }.run(ur))
}

/// Whether bytes as many as a handle has were refused for what they say.
fn is_corrupt(c: &Open, result: UrResult) -> bool {
    result == INVALID_VALUE && !bytes(c).is_empty()
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("event_open_bytes_not_looked_at", "event.open.corrupt_bytes")
        .does("Open takes any bytes for the last handle that this process has opened")
        .after(|c: &Open, result, ur| {
            let last = is_corrupt(c, result).then(|| open_last(c, ur));
            last.flatten().unwrap_or(result)
        });

    c.defect("event_open_ones_accepted", "event.open.corrupt_bytes")
        .does("Open of bytes that are all ones opens the last handle")
        .instead(|c: &Open, ur| if bytes(c) == [0xff; SIZE] { open_last(c, ur) } else { None });

    c.defect("event_open_flipped_bit_gives_null", "event.open.corrupt_bytes")
        .does("Open of a handle with one flipped bit succeeds and gives no event")
        .pretends(|c: &Open, ur| {
            let good = ur.all_exports(Event).pop().map(|export| export.bytes).unwrap_or_default();
            let flipped: u32 =
                bytes(c).iter().zip(&good).map(|(one, other)| (one ^ other).count_ones()).sum();
            if flipped == 1 {
                c.event.set(EventHandle::NULL);
            }
            flipped == 1
        });

    let corrupt = shared::<Counter>();
    c.defect("event_open_corrupt_bytes_poison", "event.open.corrupt_bytes")
        .does("After an Open of corrupt bytes no handle can be opened")
        .refuses(DEVICE_LOST, move |_: &Open, _| corrupt.get() > 0)
        .after(move |c: &Open, result, _| {
            if is_corrupt(c, result) {
                corrupt.next();
            }
            result
        });

    c.defect("event_open_corrupt_bytes_abort", "event.open.corrupt_bytes")
        .does("Open of corrupt bytes ends the process")
        .by(Manifestation::Crash)
        .after(|c: &Open, result, _| if is_corrupt(c, result) { std::process::abort() } else { result });

    c.defect("event_open_of_stale_bytes_crashes", "event.open.stale")
        .does("Open of bytes that name nothing any more crashes")
        .by(Manifestation::Crash)
        .failed(|c: &Open, _| (!bytes(c).is_empty()).then(|| std::process::abort()));

    c.defect("event_open_needs_original", "event.open.byte_copy")
        .does("Open takes the bytes where Get put them, and no copy")
        .also(&["event.open.success_same_process"])
        .refuses(INVALID_VALUE, |c: &Open, ur| {
            export(c, ur).is_some_and(|original| original.data != c.handle_data)
        });

    c.defect("event_open_clears_bytes", "event.open.byte_copy")
        .does("Open clears the bytes that it has read")
        .then(|c: &Open, _| c.handle_data.write_bytes(&[0; SIZE]));
}
