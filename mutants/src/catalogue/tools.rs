//! What defects on the host backend are written with.

pub(super) use super::Catalogue;
pub(super) use crate::Manner;
pub(super) use crate::defect::Defect;
pub(super) use crate::layer::call::*;
pub(super) use crate::layer::codes::*;
pub(super) use crate::layer::sharing::*;
pub(super) use crate::layer::{Below, Call, Counter, Export, Import, In, Notes, Out, Ptr, Set, Waits};
pub(super) use ur_ipc_api::*;
pub(super) use ur_ipc_host::handle_data::{HandleData, SIZE};

use std::fs::File;
use std::thread::sleep;
use std::time::Duration;

/// What several closures of a defect remember together. Mutants stay until the process ends.
pub(super) fn shared<T: Default>() -> &'static T {
    Box::leak(Box::default())
}

/// Loses a descriptor, as code does that forgets to close its copy.
pub(crate) fn leak_descriptor() {
    std::mem::forget(File::open("/dev/null"));
}

/// Long enough for the other threads of a test to come in between.
pub(super) const MEANWHILE: Duration = Duration::from_micros(300);

/// Does something in place of calls that begin while another one is running.
pub(super) fn at_once<C: Call>(
    body: impl Fn(&C, &Below) -> UrResult + Send + Sync + 'static,
) -> impl Fn(&C, &Below) -> Option<UrResult> + Send + Sync + 'static {
    let running = Counter::default();
    move |c: &C, ur: &Below| {
        let first = running.next() == 0;
        if first {
            sleep(MEANWHILE);
        }
        let result = if first { c.run(ur) } else { body(c, ur) };
        running.back();
        Some(result)
    }
}
