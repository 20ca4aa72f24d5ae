//! Places the bytes of a handle for Open. UR does not say where they have to stand.

use super::{Actor, KnownHandle, Missing, Thing};
use std::ffi::c_void;
use ur_ipc_fixtures::api::Family;
use ur_ipc_fixtures::{DevicePtr, Edge, Guarded};
use ur_ipc_model::Name;

/// Bytes for Open.
pub(super) enum Placed {
    /// The address at which Get gave them.
    Original(DevicePtr),
    /// At an odd address.
    Odd(Vec<u8>),
    /// At the edge of memory that nobody may touch.
    Edge(Guarded),
}

impl Placed {
    pub(super) fn at(&mut self) -> *mut c_void {
        match self {
            Self::Original(at) => at.raw(),
            Self::Odd(bytes) => bytes[1..].as_mut_ptr().cast(),
            Self::Edge(guarded) => guarded.at().raw(),
        }
    }

    fn odd(bytes: &[u8]) -> Self {
        Self::Odd([&[0][..], bytes].concat())
    }

    /// Places bytes that are not a whole handle. Unless more may be read, forbidden memory follows their end.
    pub(super) fn cut(family: Family, bytes: &[u8], size: usize) -> Result<Self, Missing> {
        let may_read_on = size > bytes.len() && (family == Family::Memory || size != usize::MAX);
        if may_read_on && family != Family::Event {
            return Ok(Self::odd(bytes));
        }
        guarded(Guarded::new(&bytes[..size.min(bytes.len())], Edge::Behind))
    }
}

fn guarded(made: ur_ipc_fixtures::TestResult<Guarded>) -> Result<Placed, Missing> {
    made.map(Placed::Edge).map_err(Missing::Place)
}

impl Actor {
    /// The bytes of a handle, at a place that the number of what is opened decides.
    pub(super) fn placed(&self, new: Name, handle: Name) -> Result<Placed, Missing> {
        let KnownHandle { family, bytes, .. } = self.bytes_of(handle)?;
        match (new.number % 4, self.things.get(&handle)) {
            (0, _) => Ok(Placed::odd(bytes)),
            (1, _) => guarded(Guarded::new(bytes, Edge::Before)),
            (2, Some(Thing::Handle { data, live: true, .. })) => Ok(Placed::Original(*data)),
            // Open of USM memory takes bytes that are not constant.
            (2, _) if *family != Family::Memory => guarded(Guarded::read_only(bytes, Edge::Behind)),
            _ => guarded(Guarded::new(bytes, Edge::Behind)),
        }
    }
}
