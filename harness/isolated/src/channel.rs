//! Messages between processes, over a socket pair: typed, length-checked, with deadlines.

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{ErrorKind, Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};
use thiserror::Error;

/// No frame is larger than this many bytes.
pub const MAX_PAYLOAD: usize = 4 << 20;

/// The first bytes of every frame. They tell a frame from a stray write.
const MAGIC: [u8; 3] = *b"\xd7IP";
const HEADER: usize = 8;
/// Number of characters that an error quotes from an unreadable message.
const BEGINNING: usize = 40;

/// Exit code of a child whose channel is of no more use to it, so that nobody can be told anything else.
pub const CHANNEL_LOST: i32 = 124;

/// An error in a frame.
#[derive(Debug, Error)]
pub enum FrameError {
    /// It is of another kind.
    #[error("a frame of kind {found} where one of kind {due} was due")]
    Kind {
        /// Of which it is.
        found: u8,
        /// Of which it should be.
        due: u8,
    },
    /// Its payload is none of a message, at a place that is told.
    #[error("{0}")]
    Payload(serde_json::Error),
    /// The message is known, and has other contents.
    #[error("{why}, in a message that begins {beginning:?}")]
    Contents {
        /// The error in them.
        why: serde_json::Error,
        /// The beginning of the message.
        beginning: String,
    },
}

/// Why no frame came or went.
#[derive(Debug, Error)]
pub enum ChannelError {
    /// The other side closed the channel.
    #[error("the channel was closed by the other side")]
    Closed,
    /// The deadline passed.
    #[error("no frame came in time")]
    TimedOut,
    /// Something that is no frame came.
    #[error("garbage on the channel: {0}")]
    Garbled(String),
    /// This process must not touch the descriptor.
    #[error("the channel cannot be used: {0}")]
    Unusable(&'static str),
    /// The system refused.
    #[error("the channel failed: {0}")]
    Io(#[from] std::io::Error),
}

/// A message from one process to another.
pub trait Message {
    /// The kind of the frames that carry it, so that a mix-up is noticed.
    const KIND: u8;
}

/// A message as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The kind of message in the payload.
    pub kind: u8,
    /// At most [`MAX_PAYLOAD`] bytes.
    pub payload: Vec<u8>,
}

impl Frame {
    fn of<M: Message + Serialize>(message: &M) -> Self {
        Self { kind: M::KIND, payload: serde_json::to_vec(message).expect("messages are plain data") }
    }

    /// The message in it.
    ///
    /// # Errors
    /// What came instead; what is wrong with the payload, and where; what it begins with, where the place is not known.
    pub fn message<M: Message + DeserializeOwned>(&self) -> Result<M, FrameError> {
        if self.kind != M::KIND {
            return Err(FrameError::Kind { found: self.kind, due: M::KIND });
        }
        self.read()
    }

    /// The payload, of whatever kind the frame is.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, FrameError> {
        serde_json::from_slice(&self.payload).map_err(|why| match why.line() {
            // Of a known variant with other contents only that much is told.
            0 => FrameError::Contents { why, beginning: self.beginning() },
            _ => FrameError::Payload(why),
        })
    }

    fn beginning(&self) -> String {
        String::from_utf8_lossy(&self.payload).chars().take(BEGINNING).collect()
    }

    /// The bytes of the frame.
    pub fn written(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.payload.len());
        bytes.extend(MAGIC);
        bytes.push(self.kind);
        bytes.extend(u32::try_from(self.payload.len()).expect("a frame is small").to_le_bytes());
        bytes.extend(&self.payload);
        bytes
    }
}

/// One end of a socket pair. It belongs to the process that made it or took it over: what a library forks off
/// may come back into the code of a test, and must neither speak in the name of its parent nor hear what is
/// meant for that.
#[derive(Debug)]
pub struct Channel {
    /// Closed only if it still is the socket it was.
    stream: ManuallyDrop<UnixStream>,
    owner: u32,
    /// Device and inode of the socket.
    socket: Option<(u64, u64)>,
}

impl Channel {
    /// Two connected ends, neither inherited by children.
    ///
    /// # Errors
    /// If the system has no descriptors left.
    pub fn pair() -> std::io::Result<(Self, Self)> {
        let (a, b) = UnixStream::pair()?;
        Ok((Self::of(a), Self::of(b)))
    }

    /// Takes over an inherited descriptor.
    ///
    /// # Safety
    /// `fd` is an open socket that nobody else owns.
    pub unsafe fn from_inherited(fd: RawFd) -> Self {
        // SAFETY: owned by nobody else, by this function's contract.
        Self::of(UnixStream::from(unsafe { OwnedFd::from_raw_fd(fd) }))
    }

    fn of(stream: UnixStream) -> Self {
        let socket = identity(&stream);
        Self { stream: ManuallyDrop::new(stream), owner: std::process::id(), socket }
    }

    /// Whether this is the process that the channel belongs to, not a fork of it.
    pub fn is_ours(&self) -> bool {
        std::process::id() == self.owner
    }

    /// Whether the descriptor is still the one that was made: a library may have closed it, or put something
    /// else in its place.
    pub fn is_whole(&self) -> bool {
        self.socket.is_some() && identity(&self.stream) == self.socket
    }

    fn usable(&self) -> Result<(), ChannelError> {
        if !self.is_ours() {
            return Err(ChannelError::Unusable("it belongs to the process of which this is a fork"));
        }
        if !self.is_whole() {
            return Err(ChannelError::Unusable("its descriptor was closed, or replaced by another"));
        }
        Ok(())
    }

    /// The descriptor, for handing the end to a child.
    pub fn as_raw_fd(&self) -> RawFd {
        self.stream.as_raw_fd()
    }

    /// Sends a message. Gives up at the deadline, so that a reader that has stopped cannot block the writer.
    ///
    /// # Errors
    /// [`ChannelError`].
    pub fn send<M: Message + Serialize>(&self, message: &M, deadline: Instant) -> Result<(), ChannelError> {
        self.send_frame(&Frame::of(message), deadline)
    }

    fn send_frame(&self, frame: &Frame, deadline: Instant) -> Result<(), ChannelError> {
        let size = frame.payload.len();
        if size > MAX_PAYLOAD {
            return Err(ChannelError::Garbled(format!("a frame of {size} bytes is too large")));
        }
        self.usable()?;
        let bytes = frame.written();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            self.stream.set_write_timeout(Some(time_left(deadline)?))?;
            match (&*self.stream).write(rest) {
                Ok(0) => return Err(ChannelError::Closed),
                Ok(n) => rest = &rest[n..],
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Err(ChannelError::TimedOut),
                Err(e) if matches!(e.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {
                    return Err(ChannelError::Closed);
                }
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    /// Receives a message.
    ///
    /// # Errors
    /// [`ChannelError`]; after anything but a time-out the channel is of no more use.
    pub fn receive<M: Message + DeserializeOwned>(&self, deadline: Instant) -> Result<M, ChannelError> {
        self.receive_frame(deadline)?.message().map_err(|error| ChannelError::Garbled(error.to_string()))
    }

    /// Receives a frame, whatever is in it.
    ///
    /// # Errors
    /// Why none came.
    pub fn receive_frame(&self, deadline: Instant) -> Result<Frame, ChannelError> {
        self.usable()?;
        let mut header = [0; HEADER];
        self.read_all(&mut header, deadline, "header")?;
        if header[..3] != MAGIC {
            return Err(ChannelError::Garbled(format!("{header:02x?} is no frame header of {HEADER} bytes")));
        }
        let length = u32::from_le_bytes([header[4], header[5], header[6], header[7]]) as usize;
        if length > MAX_PAYLOAD {
            return Err(ChannelError::Garbled(format!("a frame claims {length} bytes")));
        }
        let mut payload = vec![0; length];
        self.read_all(&mut payload, deadline, "payload")?;
        Ok(Frame { kind: header[3], payload })
    }

    fn read_all(&self, mut buffer: &mut [u8], deadline: Instant, part: &str) -> Result<(), ChannelError> {
        let wanted = buffer.len();
        let at_start = part == "header";
        while !buffer.is_empty() {
            // A wait inside `read`, because `poll` refuses where a library has lowered the limit of descriptors to 0.
            self.stream.set_read_timeout(Some(time_left(deadline)?))?;
            match (&*self.stream).read(buffer) {
                Ok(0) if at_start && buffer.len() == wanted => return Err(ChannelError::Closed),
                Ok(0) => {
                    let come = wanted - buffer.len();
                    return Err(ChannelError::Garbled(format!(
                        "the channel was closed after {come} of the {wanted} bytes of a frame's {part}"
                    )));
                }
                Ok(n) => buffer = &mut std::mem::take(&mut buffer)[n..],
                Err(e) if matches!(e.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                Err(e) if e.kind() == ErrorKind::ConnectionReset => return Err(ChannelError::Closed),
                Err(e) => return Err(e.into()),
            }
        }
        Ok(())
    }

    /// Whether there is something to receive, or an error to be had, within a time of at most a minute.
    pub fn has_news(&self, within: Duration) -> bool {
        let timeout = PollTimeout::try_from(within.min(Duration::from_secs(60))).unwrap_or(PollTimeout::ZERO);
        let seen = poll(&mut [PollFd::new(self.stream.as_fd(), PollFlags::POLLIN)], timeout);
        !matches!(seen, Ok(0) | Err(nix::errno::Errno::EINTR))
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        // Another's descriptor is not for this to close.
        if self.is_whole() {
            // SAFETY: dropped here only, and not used afterwards.
            unsafe { ManuallyDrop::drop(&mut self.stream) };
        }
    }
}

/// Device and inode behind a descriptor, if there is one.
fn identity(stream: &UnixStream) -> Option<(u64, u64)> {
    nix::sys::stat::fstat(stream).ok().map(|stat| (stat.st_dev, stat.st_ino))
}

#[cfg(any(test, feature = "fuzzing"))]
impl Channel {
    /// An end at which these bytes have come, and then the other end was closed.
    pub fn with_incoming(bytes: &[u8]) -> Self {
        let (a, b) = Self::pair().expect("sockets can be had");
        (&*a.stream).write_all(bytes).expect("the socket takes that much");
        b
    }
}

fn time_left(deadline: Instant) -> Result<Duration, ChannelError> {
    deadline.checked_duration_since(Instant::now()).filter(|d| !d.is_zero()).ok_or(ChannelError::TimedOut)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    fn frame(kind: u8, payload: &[u8]) -> Frame {
        Frame { kind, payload: payload.to_vec() }
    }

    impl Message for String {
        const KIND: u8 = 200;
    }
    impl Message for Vec<u8> {
        const KIND: u8 = 201;
    }

    #[test]
    fn messages_arrive_whole_and_in_order() {
        let (a, b) = Channel::pair().unwrap();
        a.send(&"one".to_owned(), soon()).unwrap();
        a.send_frame(&frame(2, &[]), soon()).unwrap();
        assert_eq!(b.receive::<String>(soon()).unwrap(), "one");
        assert_eq!(b.receive_frame(soon()).unwrap(), frame(2, &[]));
    }

    #[test]
    fn a_message_of_another_kind_is_refused() {
        let (a, b) = Channel::pair().unwrap();
        a.send(&vec![1u8], soon()).unwrap();
        let error = b.receive::<String>(soon()).unwrap_err().to_string();
        assert_eq!(error, "garbage on the channel: a frame of kind 201 where one of kind 200 was due");
    }

    #[test]
    fn a_closed_end_is_told_from_a_torn_frame() {
        let (a, b) = Channel::pair().unwrap();
        drop(a);
        assert!(matches!(b.receive_frame(soon()), Err(ChannelError::Closed)));
        let (a, b) = Channel::pair().unwrap();
        (&*a.stream).write_all(&[MAGIC[0], MAGIC[1]]).unwrap();
        drop(a);
        assert!(matches!(b.receive_frame(soon()), Err(ChannelError::Garbled(_))));
    }

    #[test]
    fn garbage_and_giant_lengths_are_refused() {
        for bytes in [*b"hello wo", [MAGIC[0], MAGIC[1], MAGIC[2], 1, 255, 255, 255, 255]] {
            let (a, b) = Channel::pair().unwrap();
            (&*a.stream).write_all(&bytes).unwrap();
            assert!(matches!(b.receive_frame(soon()), Err(ChannelError::Garbled(_))));
        }
    }

    #[test]
    fn a_descriptor_that_was_replaced_is_not_touched() {
        let (a, _b) = Channel::pair().unwrap();
        let mine = a.stream.try_clone().unwrap();
        let other = std::fs::File::open("/dev/null").unwrap();
        // SAFETY: both are open; that the channel owns one of them is the point.
        assert!(unsafe { libc::dup2(other.as_raw_fd(), a.as_raw_fd()) } >= 0);
        assert!(matches!(a.send_frame(&frame(1, &[]), soon()), Err(ChannelError::Unusable(_))));
        assert!(matches!(a.receive_frame(soon()), Err(ChannelError::Unusable(_))));
        let number = a.as_raw_fd();
        drop(a);
        // SAFETY: only asks.
        assert!(unsafe { libc::fcntl(number, libc::F_GETFD) } >= 0, "it was not closed");
        // SAFETY: the number is that of the copy of /dev/null, which nobody owns any more.
        drop(unsafe { OwnedFd::from_raw_fd(number) });
        drop(mine);
    }

    #[test]
    fn silence_and_a_reader_that_stopped_both_end_at_the_deadline() {
        let (a, b) = Channel::pair().unwrap();
        let now = Instant::now();
        assert!(matches!(b.receive_frame(now), Err(ChannelError::TimedOut)));
        let big = vec![0; MAX_PAYLOAD];
        let result = a.send_frame(&frame(1, &big), now + Duration::from_millis(50));
        assert!(matches!(result, Err(ChannelError::TimedOut)), "{result:?}");
        assert!(matches!(
            a.send_frame(&frame(1, &vec![0; MAX_PAYLOAD + 1]), soon()),
            Err(ChannelError::Garbled(_))
        ));
    }
}
