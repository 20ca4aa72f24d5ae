//! Streams of frames, as they come from another process.

use std::time::{Duration, Instant};
use ur_ipc_isolated::{Channel, ChannelError, Frame, MAX_PAYLOAD};

/// Bytes of a stream that any socket takes at once, so that one thread can write and then read them.
const STREAM: usize = 32 << 10;
/// Time limit for a frame. It passes only if the channel waits for something that cannot come.
const PATIENCE: Duration = Duration::from_secs(60);

/// Reads frames from a stream of these bytes until its end. An error says what came in place of what, and what was
/// accepted stood in the stream.
pub fn frames(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(STREAM)];
    let deadline = Instant::now() + PATIENCE;
    let (frames, end) = read_all(bytes, deadline);
    let mut again = Vec::new();
    for frame in &frames {
        assert!(frame.payload.len() <= MAX_PAYLOAD);
        again.extend(frame.written());
    }
    assert!(bytes.starts_with(&again), "nothing is left out or made up");
    match end {
        ChannelError::Closed => assert_eq!(again.len(), bytes.len()),
        ChannelError::Garbled(what) => assert!(what.contains(|c: char| c.is_ascii_digit()), "{what}"),
        error => panic!("{error}"),
    }
}

fn read_all(bytes: &[u8], deadline: Instant) -> (Vec<Frame>, ChannelError) {
    let channel = Channel::with_incoming(bytes);
    let mut frames = Vec::new();
    loop {
        match channel.receive_frame(deadline) {
            Ok(frame) => frames.push(frame),
            Err(error) => return (frames, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    fn stream() -> impl Strategy<Value = Vec<u8>> {
        let frame = (any::<u8>(), vec(any::<u8>(), 0..40))
            .prop_map(|(kind, payload)| Frame { kind, payload }.written());
        vec(frame, 0..4).prop_map(|frames| frames.concat())
    }

    proptest! {
        #[test]
        fn any_stream_is_read_or_refused_with_a_place(bytes in vec(any::<u8>(), 0..64)) {
            frames(&bytes);
        }

        #[test]
        fn a_stream_of_frames_is_read_whole(bytes in stream()) {
            let (frames, end) = read_all(&bytes, Instant::now() + PATIENCE);
            prop_assert!(matches!(end, ChannelError::Closed), "{end}");
            prop_assert_eq!(frames.iter().flat_map(Frame::written).collect::<Vec<u8>>(), bytes);
        }

        #[test]
        fn a_damaged_stream_is_refused_with_a_place(stream in stream(), at in any::<Index>(), byte in any::<u8>()) {
            let mut bytes = stream;
            if !bytes.is_empty() {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            frames(&bytes);
        }

        #[test]
        fn a_cut_stream_is_refused_with_a_place(stream in stream(), at in any::<Index>()) {
            frames(&stream[..at.index(stream.len() + 1)]);
        }
    }
}
