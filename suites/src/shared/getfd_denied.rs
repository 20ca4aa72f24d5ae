//! A consumer that may not copy descriptors, as in a container whose filter denies that.

use super::open_verify_close;
use super::ptrace_denied::open_meanwhile;
use ur_ipc_fixtures::hierarchy::{Shareable, Source, UrQueueTest};
use ur_ipc_fixtures::{At, Tests};
use ur_ipc_sys::seccomp::deny_pidfd_getfd;

/// Opens handles from before and from after in a process that is denied `pidfd_getfd`: Open works by other means or fails
/// cleanly, and other processes open as before.
pub(super) fn tests<F: Shareable>(tests: &mut Tests) {
    let mut group = tests.group(F::NAME, "cross_process::getfd_denied");
    group.test(F::NAME).checks("cross_process.getfd_denied").across(|s, source: &At<Source<F>>| {
        let first = s.here(|_| source.export())?;
        let (consumer, f) = s.peer_with::<UrQueueTest>("consumer")?;
        let before = s.tell(|_| Ok(first.bytes()))?;
        let denied = s.ask(&consumer, |t| {
            open_verify_close::<F>(&f, &before)?;
            let denied = deny_pidfd_getfd();
            if let Err(error) = &denied {
                t.note_less(&format!("no filter for system calls can be had: {error}"));
            }
            Ok(denied.is_ok())
        })?;
        if !denied {
            return s.leave(consumer).and_then(|()| s.here(|_| source.verify()));
        }
        let second = s.here(|_| source.export())?;
        let after = s.tell(|_| Ok(second.bytes()))?;
        let opened = s.ask(&consumer, |t| open_meanwhile::<F>(t, &f, [&after, &before]))?;
        // The filter stays: nobody else gets this process.
        s.kill(consumer)?;
        let (other, there) = s.peer_with::<UrQueueTest>("other consumer")?;
        s.at(&other, |_| open_verify_close::<F>(&there, &after))?;
        s.leave(other)?;
        s.here(|t| {
            t.observe("Opens that succeeded while pidfd_getfd was denied", opened);
            first.take().release()?;
            second.take().release()?;
            source.verify()
        })
    });
}
