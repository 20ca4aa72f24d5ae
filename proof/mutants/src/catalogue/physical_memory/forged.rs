//! Defects of `urIPCOpenPhysMemHandleExp` on bytes that no Get returned: forged, damaged, or no handle at all.

use super::tools::*;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

const PID: Field = |handle| handle.pid = -1;
const FD: Field = |handle| handle.fd = -1;
const OBJECT_SIZE: Field = |handle| handle.size = u64::MAX;

/// The value that bytes have in a field, whether or not they are a handle.
fn claimed(c: &Open, field: Field) -> Option<usize> {
    said(c, field).filter(|_| c.family == Physical)
}

/// The handle of this process that these bytes are but for a field.
fn true_one(c: &Open, field: Field, ur: &Below) -> Option<Export> {
    let (bytes, place) = (c.bytes(), place_of(field));
    let forged = bytes.get(place.clone())?;
    ur.exports(Physical).into_iter().find(|export| {
        let mut other = export.bytes.clone();
        other.splice(place.clone(), forged.iter().copied());
        export.bytes != bytes && other == bytes
    })
}

/// The handle of this process that these bytes are but for one bit.
fn unflipped(c: &Open, ur: &Below) -> Option<Export> {
    let bytes = c.bytes();
    let bits =
        |other: &[u8]| bytes.iter().zip(other).map(|(one, other)| (one ^ other).count_ones()).sum::<u32>();
    ur.exports(Physical).into_iter().find(|export| bits(&export.bytes) == 1)
}

/// The file that bytes name by a process and its descriptor, and what that is, unless it is one that objects are in.
fn foreign_file(c: &Open) -> Option<(String, String)> {
    let file = format!("/proc/{}/fd/{}", claimed(c, PID)?, claimed(c, FD)?);
    let target = fs::read_link(&file).ok()?.to_string_lossy().into_owned();
    (!target.starts_with("/memfd:")).then_some((file, target))
}

/// Opens a regular file that bytes name for writing.
fn meddle(c: &Open, truncate: bool) -> Option<File> {
    // Whatever the bytes name by chance, only the suite's own files are touched.
    let (file, _) = foreign_file(c).filter(|(_, target)| target.contains("/ur-ipc-cts-"))?;
    OpenOptions::new().write(true).truncate(truncate).open(file).ok()
}

/// The sizes that imports claim to have.
type Claims = Notes<Ptr, usize>;

/// Opens handles with a forged size.
fn opens_forged_size(claims: &'static Claims) -> impl Fn(Defect<'_>) -> Defect<'_> {
    |defect| {
        defect.instead(|c: &Open, ur| {
            let result = c.run_with(&true_one(c, OBJECT_SIZE, ur)?.bytes, ur);
            let claim = c.object.get().zip(claimed(c, OBJECT_SIZE)).filter(|_| result.is_success());
            claims.lock().extend(claim);
            Some(result)
        })
    }
}

pub(super) fn defects(c: &mut Catalogue) {
    c.defect("physical_open_ones", "physical_memory.open.corrupt_bytes")
        .does("Bytes of ones open an object.")
        .instead(|c: &Open, ur| {
            (well_formed(c) && c.bytes() == [0xff; SIZE]).then(|| open_other(c, GRANULE, ur))
        })
        .instead(close_other);

    c.defect("physical_open_corrupt_leaks", "physical_memory.open.corrupt_bytes")
        .does("The refusal of corrupt bytes loses a descriptor.")
        .leaks(|c: &Open, _| c.family == Physical && !c.bytes().is_empty() && c.handle().is_none());

    let stuck = shared::<Set<_>>();
    c.defect("physical_open_flipped_cannot_be_closed", "physical_memory.open.corrupt_bytes")
        .does("A handle with a flipped bit opens an object that cannot be closed.")
        .instead(move |c: &Open, ur| {
            let result = c.run_with(&unflipped(c, ur)?.bytes, ur);
            stuck.add(c.object.get().filter(|_| result.is_success())?);
            Some(result)
        })
        .refuses(INVALID_MEM_OBJECT, move |c: &close, _| stuck.has(&c.phys_mem.into()));

    let ended = Set::default();
    c.defect("physical_open_flipped_ends_handle", "physical_memory.open.corrupt_bytes")
        .does("A handle does not open any more after it was tried with a flipped bit.")
        .refuses(INVALID_VALUE, move |c: &Open, ur| {
            add_all(&ended, unflipped(c, ur).map(|export| export.bytes));
            ended.has(&c.bytes())
        });

    // Where UR leaves a choice: none of those that it offers.
    c.defect("physical_open_negative_descriptor_wrong_code", "physical_memory.open.corrupt_fields")
        .does("Open of a handle with a negative descriptor says that memory has run out")
        .refuses(OUT_OF_HOST_MEMORY, |c: &Open, _| claimed(c, FD).is_some_and(|fd| (fd as i32) < 0));

    c.defect("physical_open_ignores_pid", "physical_memory.open.unknown_pid")
        .does("A handle that names a process which does not exist is opened as one of this process.")
        .instead(|c: &Open, ur| Some(c.run_with(&true_one(c, PID, ur)?.bytes, ur)));

    c.defect("physical_open_any_file_as_memory", "physical_memory.open.forged_foreign_fd")
        .does(
            "A handle whose descriptor names another file is opened, and shows other memory than its \
             object's.",
        )
        .instead(|c: &Open, ur| {
            let foreign = well_formed(c) && foreign_file(c).is_some();
            foreign.then(|| open_other(c, 2 * GRANULE, ur))
        })
        .instead(close_other);

    c.defect("physical_open_closes_foreign_file", "physical_memory.open.forged_foreign_fd")
        .does("The refusal of a handle closes the descriptor that it names in this process.")
        .after(|c: &Open, result, _| {
            let own = claimed(c, PID) == Some(std::process::id() as usize);
            let fd = claimed(c, FD).filter(|_| own && !result.is_success() && foreign_file(c).is_some());
            // SAFETY: none: closing what others use is what this mutant does wrong.
            drop(fd.map(|fd| unsafe { OwnedFd::from_raw_fd(fd as RawFd) }));
            result
        });

    c.defect("physical_open_truncates_foreign_file", "physical_memory.open.forged_foreign_fd")
        .does("The refusal of a handle truncates the file that it names.")
        .before(|c: &Open, _| drop(meddle(c, true)));

    c.defect("physical_open_writes_to_foreign_file", "physical_memory.open.forged_foreign_fd")
        .does("The refusal of a handle leaves a mark in the file that it names.")
        .before(|c: &Open, _| {
            if let Some(mut file) = meddle(c, false) {
                let _ = file.write_all(b"seen");
            }
        });

    let claims = shared::<Claims>();
    c.defect("physical_open_trusts_size", "physical_memory.open.forged_size_field")
        .does("An import has the size that the handle claims.")
        .with(opens_forged_size(claims))
        .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026")
        .answers(PhysicalMemInfo::SIZE, |c: &info, size: usize, _| {
            claims.get(&c.physical_mem.into()).unwrap_or(size)
        });

    let claims = shared::<Claims>();
    c.defect("physical_open_maps_beyond_size", "physical_memory.open.forged_size_field")
        .does(
            "An import of a handle that claims too much has the true size, but mapping more of it succeeds.",
        )
        .with(opens_forged_size(claims))
        .instead(|c: &map, ur| {
            let size = claims.get(&c.physical_mem.into()).map(|_| size(c.physical_mem, ur))?;
            (c.offset == 0 && c.size > size).then(|| map { size, ..*c }.run(ur))
        });

    let claims = shared::<Claims>();
    c.defect("physical_open_maps_behind_end", "physical_memory.open.forged_size_field")
        .does(
            "An import of a handle that claims too much has the true size, but can be mapped from its \
             end on.",
        )
        .with(opens_forged_size(claims))
        .instead(|c: &map, ur| {
            let end = claims.get(&c.physical_mem.into()).map(|_| size(c.physical_mem, ur))?;
            (c.offset == end).then(|| map { offset: 0, ..*c }.run(ur))
        });
}
