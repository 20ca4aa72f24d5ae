//! Handles with forged fields.

use super::calls::*;
use crate::Legacy as Mutant;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::path::PathBuf;
use std::sync::Mutex;
use ur_ipc_api::*;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant::new(
        "physical_open_ignores_pid",
        "A handle that names a process which does not exist is opened as one of this process.",
        &["physical_memory.open.unknown_pid"],
        IgnoresPid::make,
    ),
    Mutant::new(
        "physical_open_large_pid_is_own",
        "Process ids beyond the largest are taken modulo it.",
        &["physical_memory.open.unknown_pid"],
        LargePidIsOwn::make,
    ),
    Mutant::new(
        "physical_open_any_file_as_memory",
        "A handle whose descriptor names another file is opened, and shows other memory than its object's.",
        &["physical_memory.open.forged_foreign_fd"],
        AnyFile::make,
    ),
    Mutant::new(
        "physical_open_regular_file_as_memory",
        "A handle whose descriptor names a regular file is opened as if it were memory.",
        &["physical_memory.open.forged_foreign_fd"],
        RegularFile::make,
    ),
    Mutant::new(
        "physical_open_socket_as_memory",
        "A handle whose descriptor names a socket is opened as if it were memory.",
        &["physical_memory.open.forged_foreign_fd"],
        Socket::make,
    ),
    Mutant::new(
        "physical_open_closes_foreign_file",
        "The refusal of a handle closes the descriptor that it names in this process.",
        &["physical_memory.open.forged_foreign_fd"],
        ClosesForeign::make,
    ),
    Mutant::new(
        "physical_open_truncates_foreign_file",
        "The refusal of a handle truncates the file that it names.",
        &["physical_memory.open.forged_foreign_fd"],
        TruncatesForeign::make,
    ),
    Mutant::new(
        "physical_open_truncates_producers_file",
        "The refusal of another process's handle truncates the file that it names there.",
        &["physical_memory.open.forged_foreign_fd"],
        TruncatesProducers::make,
    ),
    Mutant::new(
        "physical_open_writes_to_foreign_file",
        "The refusal of a handle leaves a mark in the file that it names.",
        &["physical_memory.open.forged_foreign_fd"],
        WritesForeign::make,
    ),
    Mutant::new(
        "physical_open_trusts_size",
        "An import has the size that the handle claims.",
        &["physical_memory.open.forged_size_field"],
        TrustsSize::make,
    )
    .seen_in("intel/llvm unified-runtime/source/adapters/level_zero/v2/physical_mem.cpp, August 2026"),
    Mutant::new(
        "physical_open_trusts_size_by_one",
        "An import has the size that the handle claims, if that is one byte too much.",
        &["physical_memory.open.forged_size_field"],
        TrustsOneByte::make,
    ),
    Mutant::new(
        "physical_open_trusts_huge_size",
        "An import has the size that the handle claims, if that is larger than any memory.",
        &["physical_memory.open.forged_size_field"],
        TrustsHuge::make,
    ),
    Mutant::new(
        "physical_open_maps_beyond_size",
        "An import of a handle that claims too much has the true size, but mapping more of it succeeds.",
        &["physical_memory.open.forged_size_field"],
        MapsBeyond::make,
    ),
    Mutant::new(
        "physical_open_maps_behind_end",
        "An import of a handle that claims too much has the true size, but can be mapped from its end on.",
        &["physical_memory.open.forged_size_field"],
        MapsBehindEnd::make,
    ),
];

/// Defines a layer that knows the handles that are held, and opens the true one in place of one with a forged field.
macro_rules! ignores_field {
    ($type:ident, $field:expr, $when:expr) => {
        physical!($type { held: Handles }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.held.note(&call);
                }
                result
            }
            open(this, call) {
                let bytes = call.bytes();
                let when: fn(&[u8]) -> bool = $when;
                match this.held.forged(&bytes, $field) {
                    Some(true_one) if when(&bytes) => call.run_with(&true_one),
                    _ => call.run(),
                }
            }
        );
    };
}

ignores_field!(IgnoresPid, PID, |_| true);
ignores_field!(LargePidIsOwn, PID, |bytes| number(bytes, PID).is_some_and(|pid| pid == 1 << 30));

/// What a handle's descriptor names in its process.
fn named_file(bytes: &[u8]) -> Option<PathBuf> {
    Some(PathBuf::from(format!("/proc/{}/fd/{}", number(bytes, PID)?, number(bytes, FD)?)))
}

/// Whether that is a file of this kind, and none of the memory files that objects are in.
fn names(bytes: &[u8], kind: &str) -> bool {
    let target = named_file(bytes).and_then(|file| fs::read_link(file).ok());
    target.is_some_and(|target| {
        let target = target.to_string_lossy();
        target.starts_with(kind) && !target.starts_with("/memfd:")
    })
}

/// Defines a layer for which handles that name files of this kind are memory.
macro_rules! file_as_memory {
    ($type:ident, $kind:literal) => {
        physical!($type { fakes: Fakes }
            open(this, call) {
                let result = call.run();
                if result.is_success() || call.out.is_null() || !names(&call.bytes(), $kind) {
                    return result;
                }
                this.fakes.open(&call, 2 * GRANULE)
            }
            close(this, call) { this.fakes.close(&call) }
        );
    };
}

file_as_memory!(AnyFile, "");
file_as_memory!(RegularFile, "/");
file_as_memory!(Socket, "socket:");

physical!(ClosesForeign {} open(_, call) {
    let result = call.run();
    let bytes = call.bytes();
    if !result.is_success() && !call.is_foreign() && names(&bytes, "") && let Some(fd) = number(&bytes, FD) {
        // SAFETY: none: closing what others use is what this mutant does wrong.
        drop(unsafe { OwnedFd::from_raw_fd(fd as RawFd) });
    }
    result
});

/// Opens a regular file that refused bytes name for writing.
fn meddle(bytes: &[u8], how: impl Fn(&mut OpenOptions) -> &mut OpenOptions) -> Option<fs::File> {
    let file = named_file(bytes)?;
    // Whatever the bytes name by chance, only the suite's own files are touched.
    let ours = fs::read_link(&file).ok()?.to_string_lossy().contains("/ur-ipc-cts-");
    if !ours {
        return None;
    }
    how(OpenOptions::new().write(true)).open(file).ok()
}

physical!(TruncatesForeign {} open(_, call) {
    let result = call.run();
    if !result.is_success() {
        meddle(&call.bytes(), |options| options.truncate(true));
    }
    result
});

physical!(TruncatesProducers {} open(_, call) {
    let result = call.run();
    if !result.is_success() && call.is_foreign() {
        meddle(&call.bytes(), |options| options.truncate(true));
    }
    result
});

physical!(WritesForeign {} open(_, call) {
    let result = call.run();
    if !result.is_success() && let Some(mut file) = meddle(&call.bytes(), |options| options) {
        let _ = std::io::Write::write_all(&mut file, b"seen");
    }
    result
});

/// The sizes that imports claim to have.
type Claims = Mutex<HashMap<PhysicalMemHandle, usize>>;

/// The size that a handle claims.
fn claimed(bytes: &[u8]) -> usize {
    bytes.get(SIZE).and_then(|field| field.try_into().ok()).map_or(0, usize::from_le_bytes)
}

/// Defines a layer that opens handles with a forged size, if `when`; what they claim is in `this.claims`, and the
/// rest is given.
macro_rules! opens_forged_size {
    ($type:ident, $when:expr, $($rest:tt)*) => {
        physical!($type { held: Handles, claims: Claims }
            get(this, call) {
                let result = call.run();
                if result.is_success() {
                    this.held.note(&call);
                }
                result
            }
            open(this, call) {
                let bytes = call.bytes();
                let Some(true_one) = this.held.forged(&bytes, SIZE) else { return call.run() };
                let when: fn(usize, usize) -> bool = $when;
                if !when(claimed(&bytes), claimed(&true_one)) {
                    return call.run();
                }
                let result = call.run_with(&true_one);
                if result.is_success() {
                    locked(&this.claims).insert(call.opened(), claimed(&bytes));
                }
                result
            }
            $($rest)*
        );
    };
}

/// Defines a layer that believes forged sizes.
macro_rules! trusts_size {
    ($type:ident, $when:expr) => {
        opens_forged_size!($type, $when,
            info(this, call) {
                let result = call.run();
                if result.is_success() && let Some(size) = locked(&this.claims).get(&call.object) {
                    call.replace(PhysicalMemInfo::SIZE, *size);
                }
                result
            }
        );
    };
}

trusts_size!(TrustsSize, |_, _| true);
trusts_size!(TrustsOneByte, |claimed, size| claimed == size + 1);
trusts_size!(TrustsHuge, |claimed, _| claimed >= 1 << 40);

opens_forged_size!(MapsBeyond, |_, _| true,
    map(this, call) {
        let size = property::<usize>(call.below, call.object, PhysicalMemInfo::SIZE);
        let beyond = call.offset == 0 && call.size > size;
        if beyond && locked(&this.claims).contains_key(&call.object) {
            return Map { size, ..call }.run();
        }
        call.run()
    }
);

opens_forged_size!(MapsBehindEnd, |_, _| true,
    map(this, call) {
        let size = property::<usize>(call.below, call.object, PhysicalMemInfo::SIZE);
        if call.offset == size && locked(&this.claims).contains_key(&call.object) {
            return Map { offset: 0, ..call }.run();
        }
        call.run()
    }
);
