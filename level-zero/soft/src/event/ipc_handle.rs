//! The bytes of an event handle.

use crate::memory::checks::{CallResult, system};
use crate::memory::wire::{Bytes, Reader, Writer};

const MAGIC: [u8; 4] = *b"ZSE1";

/// The content of an event handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventHandle {
    /// The exporting process.
    pub pid: i32,
    /// When it started, in ticks of the kernel: process ids are used again.
    pub started: u64,
    /// The namespace that its id belongs to.
    pub namespace: u64,
    /// The descriptor of the event's page in that process.
    pub fd: i32,
    /// The identity of the page, which tells it from others.
    pub identity: u64,
    /// The signal that the handle stands for, where events are shared one way; 0 before the first.
    pub number: u64,
}

impl EventHandle {
    /// The bytes that say this.
    pub fn encode(&self) -> Bytes {
        Writer::new(0)
            .put(MAGIC)
            .put(self.pid.to_le_bytes())
            .put(self.started.to_le_bytes())
            .put(self.namespace.to_le_bytes())
            .put(self.fd.to_le_bytes())
            .put(self.identity.to_le_bytes())
            .put(self.number.to_le_bytes())
            .finish(0)
    }

    /// Decodes the bytes; `None` for bytes that [`EventHandle::encode`] does not make.
    pub fn decode(bytes: &Bytes) -> Option<Self> {
        let mut reader = Reader::new(bytes, 0)?;
        if reader.take()? != MAGIC {
            return None;
        }
        let handle = Self {
            pid: i32::from_le_bytes(reader.take()?),
            started: u64::from_le_bytes(reader.take()?),
            namespace: u64::from_le_bytes(reader.take()?),
            fd: i32::from_le_bytes(reader.take()?),
            identity: u64::from_le_bytes(reader.take()?),
            number: u64::from_le_bytes(reader.take()?),
        };
        reader.end().map(|()| handle)
    }
}

/// When a process started, in ticks since the machine did; `None` if there is no such process.
///
/// # Errors
/// `ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY` without a descriptor to look.
pub(super) fn start_of(pid: i32) -> CallResult<Option<u64>> {
    let status = match std::fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(status) => status,
        Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::ESRCH)) => return Ok(None),
        Err(error) => return Err(system(&error)),
    };
    Ok(start_in(&status))
}

/// The name, in parentheses, may contain anything; behind it the start is the 20th field.
pub(crate) fn start_in(status: &str) -> Option<u64> {
    let (_, fields) = status.rsplit_once(')')?;
    fields.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::wire::reseal;
    use proptest::prelude::*;

    fn handle() -> impl Strategy<Value = EventHandle> {
        any::<(i32, u64, u64, i32, u64, u64)>().prop_map(|(pid, started, namespace, fd, identity, number)| {
            EventHandle { pid, started, namespace, fd, identity, number }
        })
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(handle in handle()) {
            prop_assert_eq!(EventHandle::decode(&handle.encode()), Some(handle));
        }

        #[test]
        fn damage_is_seen(handle in handle(), at in 0usize..64, bit in 0u8..8) {
            let mut bytes = handle.encode();
            bytes[at] ^= 1 << bit;
            prop_assert_eq!(EventHandle::decode(&bytes), None);
        }
    }

    #[test]
    fn bytes_behind_the_fields_are_refused() {
        let handle = EventHandle { pid: 1, started: 2, namespace: 3, fd: 4, identity: 5, number: 6 };
        let mut bytes = handle.encode();
        bytes[50] = 1;
        reseal(&mut bytes, 0);
        assert_eq!(EventHandle::decode(&bytes), None);
    }

    #[test]
    fn zeroes_are_refused() {
        assert_eq!(EventHandle::decode(&[0; 64]), None);
    }

    #[test]
    fn this_process_has_started_and_no_process_has_a_negative_id() {
        let own = i32::try_from(std::process::id()).expect("ids fit");
        assert!(start_of(own).is_ok_and(|start| start.is_some()));
        assert_eq!(start_of(-1), Ok(None));
    }
}
