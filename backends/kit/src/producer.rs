//! The importing side of a handle from another process: checks that its exporter lives and that the handle is still
//! valid.

use crate::checks::Ur;
use crate::envelope::Envelope;
use crate::process::{Identity, PinnedProcess};
use crate::token_table::{TokenEntry, verify};
use std::os::fd::OwnedFd;

/// The process behind a handle.
pub fn identity(envelope: &Envelope) -> Identity {
    Identity { pid: envelope.pid, start_time: envelope.start_time }
}

/// Checks a handle with its exporter.
///
/// # Errors
/// `INVALID_VALUE` if the exporter is gone or no longer vouches for it, `INVALID_ARGUMENT` if this process may not
/// look into the exporter, `UNSUPPORTED_FEATURE` on kernels without pidfds.
pub fn check(envelope: &Envelope) -> Ur<PinnedProcess> {
    let producer = PinnedProcess::open(identity(envelope))?;
    let table = producer.take_fd(envelope.table_fd)?;
    verify(table, envelope.slot, entry(envelope))?;
    Ok(producer)
}

/// Takes a copy of the descriptor that a handle names. What was withdrawn before the copy was made is refused, so that
/// a number which the exporter has closed and used again leads nowhere.
///
/// # Errors
/// As [`check`], and as [`PinnedProcess::take_fd`].
pub fn take_fd(envelope: &Envelope) -> Ur<OwnedFd> {
    let fd = check(envelope)?.take_fd(envelope.fd)?;
    check(envelope)?;
    Ok(fd)
}

fn entry(envelope: &Envelope) -> TokenEntry {
    TokenEntry {
        token: envelope.token,
        family: envelope.family,
        fd: envelope.fd,
        size: envelope.size,
        offset: envelope.offset,
    }
}
