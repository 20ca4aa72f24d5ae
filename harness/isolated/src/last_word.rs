//! Messages of a run's process to its supervisor: the end of the run with its exit code, and the
//! shared memory of tests in process. With it the supervisor tells which test ended the run.

use super::ring::CallRing;
use crate::crash::CrashMemory;
use nix::cmsg_space;
use nix::sys::socket::{
    AddressFamily, ControlMessage, ControlMessageOwned, MsgFlags, SockFlag, SockType, recvmsg, sendmsg,
    socketpair,
};
use std::ffi::OsStr;
use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The way to the supervisor, of a process that does the work; none in one that is being debugged, which has no supervisor.
static SUPERVISOR: OnceLock<Option<LastWord>> = OnceLock::new();

/// The byte that comes with what is shared; it is no code of a run.
const SHARED: u8 = u8::MAX;
/// The byte before the path of a folder; it is no code of a run either.
const FOLDER: u8 = u8::MAX - 1;
/// No path is longer.
const LONGEST: usize = libc::PATH_MAX as usize;

/// One end of the way between the two.
pub struct LastWord(OwnedFd);

/// The shared memory of the tests of one device.
pub struct SharedCalls {
    /// The last calls.
    pub ring: CallRing,
    /// The crash record.
    pub crash: CrashMemory,
}

/// The messages that have come.
#[derive(Default)]
pub struct Said {
    /// The exit code of a run that has come to its end.
    pub code: Option<u8>,
    /// The shared memory of tests that run in the process itself, for each device.
    pub shared: Vec<SharedCalls>,
    /// Folders that are to be gone at the end.
    pub folders: Vec<PathBuf>,
}

impl LastWord {
    /// Both ends.
    pub fn pair() -> nix::Result<(Self, Self)> {
        let (one, other) =
            socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::SOCK_CLOEXEC)?;
        Ok((Self(one), Self(other)))
    }

    /// The end that somebody has left open for this process. It is not passed on.
    pub fn inherited(number: RawFd) -> Option<Self> {
        // SAFETY: only marks the descriptor.
        if unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
            return None;
        }
        // SAFETY: open, and nobody else's.
        Some(Self(unsafe { OwnedFd::from_raw_fd(number) }))
    }

    /// Its descriptor.
    #[must_use]
    pub fn raw_fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// Makes this the way of this process.
    pub fn set(word: Option<Self>) {
        let _ = SUPERVISOR.set(word);
    }

    /// True if it has been looked for.
    pub fn is_set() -> bool {
        SUPERVISOR.get().is_some()
    }

    fn send(&self, bytes: &[u8], descriptors: &[RawFd]) -> nix::Result<()> {
        let rights = [ControlMessage::ScmRights(descriptors)];
        let rights = if descriptors.is_empty() { &[][..] } else { &rights };
        let flags = MsgFlags::MSG_NOSIGNAL | MsgFlags::MSG_DONTWAIT;
        sendmsg::<()>(self.raw_fd(), &[IoSlice::new(bytes)], rights, flags, None).map(drop)
    }

    /// All that the other side has said, which is gone.
    pub fn hear(&self) -> Said {
        let mut said = Said::default();
        while let Ok(Some((bytes, descriptors))) = self.receive() {
            match (&bytes[..], <[OwnedFd; 2]>::try_from(descriptors)) {
                ([SHARED], Ok([ring, crash])) => {
                    if let (Ok(ring), Ok(crash)) = (CallRing::inherit(ring), CrashMemory::inherit(crash)) {
                        said.shared.push(SharedCalls { ring, crash });
                    }
                }
                ([FOLDER, path @ ..], _) => said.folders.push(OsStr::from_bytes(path).into()),
                ([code], _) => said.code = Some(*code),
                // A library in the process has found the way.
                _ => {}
            }
        }
        said
    }

    /// A message; none where the other side has closed its end.
    fn receive(&self) -> nix::Result<Option<(Vec<u8>, Vec<OwnedFd>)>> {
        let mut bytes = vec![0; 1 + LONGEST];
        let mut space = cmsg_space!([RawFd; 2]);
        let mut descriptors = Vec::new();
        let (read, flags) = {
            let mut slices = [IoSliceMut::new(&mut bytes)];
            let flags = MsgFlags::MSG_DONTWAIT | MsgFlags::MSG_CMSG_CLOEXEC;
            let message = recvmsg::<()>(self.raw_fd(), &mut slices, Some(&mut space), flags)?;
            for part in message.cmsgs()? {
                if let ControlMessageOwned::ScmRights(numbers) = part {
                    // SAFETY: received just now, owned by nobody else.
                    descriptors
                        .extend(numbers.into_iter().map(|number| unsafe { OwnedFd::from_raw_fd(number) }));
                }
            }
            (message.bytes, message.flags)
        };
        debug_assert!(!flags.contains(MsgFlags::MSG_CTRUNC));
        bytes.truncate(read);
        Ok((read > 0).then_some((bytes, descriptors)))
    }
}

/// The end of the work, with this exit code. Without a supervisor nobody asks for it.
pub fn say_ended(code: u8) {
    if let Some(Some(word)) = SUPERVISOR.get() {
        let _ = word.send(&[code], &[]);
    }
}

/// Shares what tests in this process leave of their end. Without a supervisor there is a debugger, which knows more.
pub fn share(ring: &CallRing, crash: &CrashMemory) {
    if let (Some(Some(word)), Some(ring), Some(crash)) = (SUPERVISOR.get(), ring.raw_fd(), crash.raw_fd()) {
        let _ = word.send(&[SHARED], &[ring, crash]);
    }
}

/// Names a folder that is to be gone at the end, however that comes.
pub fn say_folder(folder: &Path) {
    if let Some(Some(word)) = SUPERVISOR.get() {
        let _ = word.send(&[&[FOLDER], folder.as_os_str().as_bytes()].concat(), &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crash;

    #[test]
    fn what_is_shared_outlives_its_owner() {
        let (ours, theirs) = LastWord::pair().unwrap();
        let (ring, memory) = (CallRing::create().unwrap(), crash::create().unwrap());
        theirs.send(&[SHARED], &[ring.raw_fd().unwrap(), memory.raw_fd().unwrap()]).unwrap();
        let _token = ring.begin("a", false, &[]);
        memory.begin_job("a::b");
        drop((theirs, ring, memory));
        let said = ours.hear();
        assert_eq!(said.code, None);
        let [shared] = &said.shared[..] else { panic!("{}", said.shared.len()) };
        assert_eq!(
            (shared.ring.unfinished().remove(0).name, shared.crash.job()),
            ("a".to_owned(), Some("a::b".to_owned()))
        );
    }

    #[test]
    fn a_code_is_heard_after_all_else() {
        let (ours, theirs) = LastWord::pair().unwrap();
        assert_eq!(ours.hear().code, None);
        theirs.send(&[1], &[]).unwrap();
        assert_eq!(ours.hear().code, Some(1));
        assert_eq!(ours.hear().code, None);
        theirs.send(b"rubbish", &[]).unwrap();
        theirs.send(b"\xfe/a/b", &[]).unwrap();
        let said = ours.hear();
        assert_eq!((said.code, said.folders), (None, vec!["/a/b".into()]));
    }
}
