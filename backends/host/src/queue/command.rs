//! Commands of a queue.

use crate::address_space::Segment;
use crate::event::{Event, Times};
use std::ffi::c_void;
use std::sync::Arc;
use ur_ipc_api::HostTaskFunction;
use ur_ipc_sys::process::now;

/// The work of a command.
#[derive(Debug)]
pub enum Work {
    /// None: a wait, a barrier, a time stamp.
    Nothing,
    /// A copy. Both sides have the same length.
    Copy {
        /// The segments to write.
        to: Vec<Segment>,
        /// The segments to read.
        from: Vec<Segment>,
    },
    /// A fill with repetitions of the pattern, the last of which may be cut short.
    Fill {
        /// The segments to write.
        to: Vec<Segment>,
        /// The bytes to repeat.
        pattern: Vec<u8>,
    },
    /// A call of the user's function.
    HostTask(HostTask),
}

/// A function of the user and what to give it.
#[derive(Debug)]
pub struct HostTask {
    /// The function.
    pub function: HostTaskFunction,
    /// Its argument.
    pub data: *mut c_void,
}

// SAFETY: UR calls host tasks on a thread of its choice; the user's data must bear that.
unsafe impl Send for HostTask {}

/// A command that was accepted.
#[derive(Debug)]
pub struct Command {
    /// The work of the command.
    pub work: Work,
    /// The event that it signals, if any.
    pub event: Option<Arc<Event>>,
    /// When it was enqueued.
    pub queued: u64,
}

impl Work {
    fn run(self) {
        match self {
            Self::Nothing => {}
            Self::Copy { to, from } => copy(&to, &from),
            Self::Fill { to, pattern } => fill(&to, &pattern),
            Self::HostTask(task) => {
                if let Some(function) = task.function {
                    // SAFETY: the user gave the function to be called once with this argument.
                    unsafe { function(task.data) };
                }
            }
        }
    }
}

impl ur_ipc_soft_gpu::Work for Command {
    type Held = ();

    fn is_bounded(&self) -> bool {
        !matches!(self.work, Work::HostTask(_))
    }

    fn run(self) {
        let start = now();
        self.work.run();
        if let Some(event) = self.event {
            event.record(Times { queued: self.queued, start, end: now() });
        }
    }
}

/// Copies as if by way of a third place.
fn copy(to: &[Segment], from: &[Segment]) {
    let whole = to.iter().map(|segment| segment.len).sum::<usize>();
    if let ([to], [from]) = (to, from) {
        // SAFETY: both are mapped for the whole length and stay so while the segments live; they may overlap.
        unsafe { from.start.copy_to(to.start, whole) };
        return;
    }
    // Pieces of one file may be mapped several times, so that no order of piecewise copies is safe against overlap.
    let mut bytes: Vec<u8> = Vec::with_capacity(whole);
    for segment in from {
        // SAFETY: the segment is mapped for its length; the vector has reserved room for all of them together.
        unsafe {
            segment.start.copy_to_nonoverlapping(bytes.as_mut_ptr().add(bytes.len()), segment.len);
            bytes.set_len(bytes.len() + segment.len);
        }
    }
    let mut rest = bytes.as_slice();
    for segment in to {
        let (part, tail) = rest.split_at(segment.len);
        // SAFETY: the segment is mapped for its length, which is that of the part.
        unsafe { segment.start.copy_from_nonoverlapping(part.as_ptr(), part.len()) };
        rest = tail;
    }
}

fn fill(to: &[Segment], pattern: &[u8]) {
    let mut phase = 0;
    for segment in to {
        let mut done = 0;
        while done < segment.len {
            let part = &pattern[phase..];
            let len = part.len().min(segment.len - done);
            // SAFETY: within the segment, which is mapped for its length; the pattern is the command's own.
            unsafe { segment.start.add(done).copy_from_nonoverlapping(part.as_ptr(), len) };
            done += len;
            phase = (phase + len) % pattern.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address_space::{AddressSpace, Use};
    use crate::arena::Arena;
    use ur_ipc_soft_gpu::Work as _;

    #[test]
    fn a_fill_goes_on_where_a_segment_ends() {
        let space = AddressSpace::new(Arc::new(Arena::at(64..128)));
        let mut bytes = [0u8; 10];
        let address = bytes.as_mut_ptr().expose_provenance();
        let segments =
            |(at, size)| space.resolve(address + at, size, Use::Write, |_| true).expect("plain memory");
        let to = [(0, 3), (3, 6)].into_iter().flat_map(segments).collect();
        Work::Fill { to, pattern: vec![1, 2, 3, 4] }.run();
        assert_eq!(bytes, [1, 2, 3, 4, 1, 2, 3, 4, 1, 0]);
    }

    #[test]
    fn only_what_users_do_may_take_for_ever() {
        let bounded = |work| Command { work, event: None, queued: 0 }.is_bounded();
        let task = HostTask { function: None, data: std::ptr::null_mut() };
        assert!(!bounded(Work::HostTask(task)));
        assert!(bounded(Work::Nothing));
        assert!(bounded(Work::Copy { to: Vec::new(), from: Vec::new() }));
        assert!(bounded(Work::Fill { to: Vec::new(), pattern: Vec::new() }));
    }
}
