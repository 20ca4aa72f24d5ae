//! Tools for variants on the host backend.

pub(super) use super::Catalogue;
pub(super) use crate::catalogue::tools::shared;
pub(super) use crate::change::Freedom;
pub(super) use crate::layer::call::*;
pub(super) use crate::layer::codes::*;
pub(super) use crate::layer::sharing::*;
pub(super) use crate::layer::{Below, Call, Counter, Export, Import, In, Kept, Notes, Out, Ptr, Set, Waits};
pub(super) use std::collections::HashMap;
pub(super) use ur_ipc_api::*;
pub(super) use ur_ipc_cts::fixtures::Need;
pub(super) use ur_ipc_host::handle_data::{HandleData, SIZE};

/// The text that UR's functions of sharing are specified in, by its file.
pub(super) const YML: &str = "exp-inter-process-communication.yml";

/// The quotation for a statement that the texts lack.
pub(super) fn unsaid(what: &str) -> String {
    format!("said nowhere, neither in {YML} nor in EXP-INTER-PROCESS-COMMUNICATION.rst: {what}")
}

/// INTRO.rst of UR, of arguments without sense.
pub(super) const NO_VALIDATION: &str = "INTRO.rst, Error Handling: \"By default, the adapter \
                                        implementation may not perform parameter validation of any kind\"";

/// INTRO.rst of UR, of misuse.
pub(super) const MISUSE: &str = "INTRO.rst, Error Handling: \"Unless otherwise specified, the adapter \
                                 behavior is undefined when APIs are improperly used\"";

/// INTRO.rst of UR, of calls at once: what should be, not what must be.
pub(super) const LOCKS: &str = "INTRO.rst, Multithreading and Concurrency: \"the runtime should avoid \
                                thread-locks for these API calls\"; of what should be, Terminology says \
                                that \"there could be reasons for an implementation to deviate\"";

/// True if nothing but its bytes can keep an Open from success.
pub(super) fn well_formed(c: &Open) -> bool {
    let nulls = [c.data.is_null(), c.object.is_null(), c.context.is_null()];
    c.size == SIZE && !nulls.contains(&true) && (c.family == Event || !c.device.is_null())
}

/// Makes calls of a kind one after the other.
pub(super) fn one_at_a_time<C: Call>(lock: &'static Kept<()>) -> impl Fn(Freedom<'_>) -> Freedom<'_> {
    move |variant| {
        variant.instead(move |c: &C, ur| {
            let _alone = lock.lock();
            Some(c.run(ur))
        })
    }
}
